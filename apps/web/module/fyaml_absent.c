// SPDX-License-Identifier: MIT
// libfyaml's parser ends with what it may have built on the way: documents, paths and what composes
// them. Scenarios are read event by event, so that there is none: these are called with NULL alone.
#include <stddef.h>

struct fy_composer;
struct fy_event;
struct fy_document;
struct fy_document_builder;
struct fy_path_expr;

void fy_composer_destroy(struct fy_composer *composer);
int fy_composer_process_event(struct fy_composer *composer, struct fy_event *event);
void fy_document_destroy(struct fy_document *document);
void fy_document_builder_destroy(struct fy_document_builder *builder);
void fy_path_expr_free(struct fy_path_expr *expression);

static void require_none(const void *built)
{
    if (built != NULL)
        __builtin_trap();
}

void fy_composer_destroy(struct fy_composer *composer)
{
    require_none(composer);
}

int fy_composer_process_event(struct fy_composer *composer, struct fy_event *event)
{
    (void)event;
    require_none(composer);
    return 0;
}

void fy_document_destroy(struct fy_document *document)
{
    require_none(document);
}

void fy_document_builder_destroy(struct fy_document_builder *builder)
{
    require_none(builder);
}

void fy_path_expr_free(struct fy_path_expr *expression)
{
    require_none(expression);
}
