// SPDX-License-Identifier: MIT
// Reads YAML into a tree of nodes, from the events of libfyaml.
#include "base/parse.h"
#include "scenario/report.h"

#include "covey/scenario.h"

#include <libfyaml.h>

#include <string.h>

/// A scalar of SCALAR_BREAKS line breaks, and a run of BLANK_LINES, are far beyond what any key
/// takes. libfyaml 0.7 takes time by the square of their number.
enum { ANCHORS = 64, SCALAR_BREAKS = 500, BLANK_LINES = 100 };

/// A list or mapping that is being read.
typedef struct level {
    covey_node *node;
    covey_node **end;
    const char *key; ///< of the next value; NULL if a key comes next
    covey_node_span key_at;
} level;

typedef struct anchor {
    const char *name;
    const covey_node *node;
} anchor;

typedef struct builder {
    covey_arena *arena;
    covey_report *report;
    covey_node *root;
    level level[COVEY_SCENARIO_MAX_DEPTH];
    int depth;
    size_t nodes;
    anchor anchor[ANCHORS];
    int anchors;
    bool document;
} builder;

// ---- Text ----

/// What has been seen of a text on the way to a place in it.
typedef struct reading {
    covey_node_span at;    ///< the place
    covey_node_span blank; ///< the first of the lines that end there
    int breaks;            ///< since the last character that is no blank
    bool begins;           ///< a line begins here
    bool version;          ///< a line with %YAML came before
} reading;

/// The bytes of a line break, also of those that YAML 1.1 has besides; 0 if there is none.
static size_t break_size(const char *text, size_t left)
{
    if (*text == '\n')
        return 1;
    if (*text == '\r')
        return left > 1 && text[1] == '\n' ? 2 : 1;
    if (left >= 2 && memcmp(text, "\xc2\x85", 2) == 0)
        return 2;
    bool separator =
        left >= 3 && (memcmp(text, "\xe2\x80\xa8", 3) == 0 || memcmp(text, "\xe2\x80\xa9", 3) == 0);
    return separator ? 3 : 0;
}

/// Refuses a line that begins with % but for the version of YAML, before libfyaml sees many.
static covey_status check_directive(covey_report *report, reading *self, const char *line,
                                    size_t left)
{
    static const char name[] = "%YAML", *const versions[] = {"1.1", "1.2"};
    char quoted[COVEY_REPORT_QUOTED];
    size_t size = 0;
    while (size < left && break_size(line + size, left - size) == 0)
        size++;
    covey_node_span at = self->at;
    at.width = size < COVEY_REPORT_QUOTED ? (uint32_t)size : 1;
    size_t used = sizeof name - 1;
    if (size < used || memcmp(line, name, used) != 0)
        return covey_report_fail(report, at,
                                 "directives (lines with %%) are not used in scenarios");
    if (self->version)
        return covey_report_fail(report, at, "this is the second line with %%YAML");
    self->version = true;
    while (used < size && (line[used] == ' ' || line[used] == '\t'))
        used++;
    size_t word = used;
    while (word < size && line[word] != ' ' && line[word] != '\t')
        word++;
    for (size_t k = 0; k < sizeof versions / sizeof *versions; k++)
        if (word - used == strlen(versions[k]) &&
            memcmp(line + used, versions[k], word - used) == 0)
            return COVEY_OK;
    covey_report_quote(quoted, line + used, word - used);
    return covey_report_fail(report, at, "scenarios are YAML 1.2, not %s", quoted);
}

/// Passes over one character.
static covey_status pass(covey_report *report, reading *self, const char *text, size_t left,
                         size_t *length)
{
    size_t end = break_size(text, left);
    *length = end > 0 ? end : covey_utf8_size(text, left);
    if (*length == 0)
        return covey_report_fail(report, self->at, "byte 0x%02x is not text in UTF-8",
                                 (unsigned)(unsigned char)*text);
    if (*text == '%' && self->begins && check_directive(report, self, text, left) != COVEY_OK)
        return COVEY_INPUT;
    self->begins = end > 0;
    self->at.column++;
    if (text[*length - 1] == '\n') {
        self->at.line++;
        self->at.column = 1;
    }
    if (end > 0 && ++self->breaks == 1)
        self->blank = self->at;
    else if (end == 0 && *text != ' ' && *text != '\t')
        self->breaks = 0;
    if (self->breaks > BLANK_LINES + 1)
        return covey_report_fail(report, self->blank,
                                 "here begin more than %d blank lines one after another",
                                 BLANK_LINES);
    return COVEY_OK;
}

static covey_status check_text(covey_report *report, const char *text, size_t size)
{
    if (size > COVEY_SCENARIO_MAX_BYTES)
        return covey_report_fail(report, (covey_node_span){0}, "the text is longer than %zu bytes",
                                 COVEY_SCENARIO_MAX_BYTES);
    reading self = {.at = {1, 1, 1}, .blank = {1, 1, 1}, .breaks = 1, .begins = true};
    covey_status status = COVEY_OK;
    for (size_t k = 0, length; k < size && status == COVEY_OK; k += length)
        status = pass(report, &self, text + k, size - k, &length);
    return status;
}

// ---- Nodes ----

static covey_node_span span_of(struct fy_event *event, bool quoted)
{
    const struct fy_mark *from = fy_event_start_mark(event), *to = fy_event_end_mark(event);
    covey_node_span at = {1, 1, 1};
    if (from == NULL || from->line < 0 || from->column < 0)
        return (covey_node_span){1, 1, 0}; // of a missing value
    at.line = (uint32_t)from->line + 1;
    at.column = (uint32_t)from->column + 1;
    bool one_line = to != NULL && to->line == from->line && to->column > from->column;
    if (one_line)
        at.width = (uint32_t)(to->column - from->column);
    if (quoted && at.column > 1) { // libfyaml's marks leave the quotes out
        at.column--;
        at.width += one_line ? 2 : 0;
    }
    return at;
}

static covey_status count_node(builder *self, covey_node_span at)
{
    if (++self->nodes <= COVEY_SCENARIO_MAX_NODES)
        return COVEY_OK;
    return covey_report_fail(self->report, at, "there are more than %zu values",
                             COVEY_SCENARIO_MAX_NODES);
}

/// Adds a value to its list or mapping, or keeps a key for the next value.
static covey_status link_node(builder *self, covey_node *node)
{
    if (self->depth == 0) {
        self->root = node;
        return COVEY_OK;
    }
    level *top = &self->level[self->depth - 1];
    if (top->node->kind == COVEY_NODE_MAP && top->key == NULL) {
        if (node->kind != COVEY_NODE_SCALAR || strlen(node->text) != node->size)
            return covey_report_fail(self->report, node->at,
                                     "a key is a word, not a list or mapping");
        top->key = node->text;
        top->key_at = node->at;
        return COVEY_OK;
    }
    node->key = top->key;
    node->key_at = top->key_at;
    if (node->at.width == 0)
        node->at = node->key != NULL ? node->key_at : top->node->at;
    top->key = NULL;
    *top->end = node;
    top->end = &node->next;
    return COVEY_OK;
}

static bool is_key(const builder *self)
{
    const level *top = self->depth > 0 ? &self->level[self->depth - 1] : NULL;
    return top != NULL && top->node->kind == COVEY_NODE_MAP && top->key == NULL;
}

static covey_status add_anchor(builder *self, struct fy_token *token, const covey_node *node)
{
    if (token == NULL)
        return COVEY_OK;
    size_t size = 0;
    const char *name = fy_token_get_text(token, &size);
    if (self->anchors == ANCHORS)
        return covey_report_fail(self->report, node->at, "there are more than %d anchors", ANCHORS);
    char *copy = name != NULL ? covey_arena_bytes(self->arena, name, size) : NULL;
    if (copy == NULL)
        return covey_report_memory(self->report);
    self->anchor[self->anchors++] = (anchor){copy, node};
    return COVEY_OK;
}

/// Refuses a long text by its marks: putting its lines together is what takes long.
static covey_status refuse_lines(builder *self, struct fy_event *event, covey_node_span at)
{
    const struct fy_mark *from = fy_event_start_mark(event), *to = fy_event_end_mark(event);
    if (from == NULL || to == NULL || to->line - from->line <= SCALAR_BREAKS)
        return COVEY_OK;
    return covey_report_fail(self->report, at, "here begins a text of more than %d lines",
                             SCALAR_BREAKS);
}

static covey_status refuse_tag(builder *self, struct fy_token *token, covey_node_span at)
{
    if (token == NULL)
        return COVEY_OK;
    return covey_report_fail(self->report, at, "tags (words with !) are not used in scenarios");
}

static covey_status add_scalar(builder *self, struct fy_event *event)
{
    struct fy_token *token = event->scalar.value;
    bool plain = token == NULL || fy_token_scalar_style(token) == FYSS_PLAIN;
    bool quoted = token != NULL && (fy_token_scalar_style(token) == FYSS_SINGLE_QUOTED ||
                                    fy_token_scalar_style(token) == FYSS_DOUBLE_QUOTED);
    size_t size = 0;
    covey_node_span at = span_of(event, quoted);
    covey_status status = refuse_lines(self, event, at);
    if (status != COVEY_OK)
        return status;
    const char *text = token != NULL ? fy_token_get_text(token, &size) : "";
    covey_node *node = covey_arena_take(self->arena, 1, sizeof *node);
    if (node == NULL || text == NULL)
        return covey_report_memory(self->report);
    *node = (covey_node){.plain = plain, .size = (uint32_t)size, .at = at};
    node->text = covey_arena_bytes(self->arena, text, size);
    if (node->text == NULL)
        return covey_report_memory(self->report);
    status = count_node(self, at);
    if (status == COVEY_OK)
        status = refuse_tag(self, event->scalar.tag, at);
    if (status == COVEY_OK)
        status = add_anchor(self, event->scalar.anchor, node);
    return status == COVEY_OK ? link_node(self, node) : status;
}

static covey_status open_level(builder *self, struct fy_event *event)
{
    bool map = event->type == FYET_MAPPING_START;
    covey_node_span at = span_of(event, false);
    covey_node *node = covey_arena_take(self->arena, 1, sizeof *node);
    if (node == NULL)
        return covey_report_memory(self->report);
    *node = (covey_node){.kind = map ? COVEY_NODE_MAP : COVEY_NODE_LIST, .at = at};
    covey_status status = count_node(self, at);
    if (status == COVEY_OK)
        status = refuse_tag(self, map ? event->mapping_start.tag : event->sequence_start.tag, at);
    if (status == COVEY_OK && self->depth == COVEY_SCENARIO_MAX_DEPTH)
        status = covey_report_fail(self->report, at, "lists and mappings are more than %d deep",
                                   COVEY_SCENARIO_MAX_DEPTH);
    if (status == COVEY_OK)
        status = link_node(self, node);
    if (status == COVEY_OK)
        self->level[self->depth++] = (level){.node = node, .end = &node->first};
    return status;
}

/// Makes an anchor known once its list or mapping has ended, so that no node contains itself.
static covey_status close_level(builder *self)
{
    if (self->depth > 0)
        self->depth--;
    return COVEY_OK;
}

static covey_status copy_tree(builder *self, const covey_node *from, int depth, covey_node **copy)
{
    if (depth > COVEY_SCENARIO_MAX_DEPTH)
        return covey_report_fail(self->report, from->at, "lists and mappings are more than %d deep",
                                 COVEY_SCENARIO_MAX_DEPTH);
    covey_status status = count_node(self, from->at);
    *copy = covey_arena_take(self->arena, 1, sizeof **copy);
    if (status == COVEY_OK && *copy == NULL)
        status = covey_report_memory(self->report);
    if (status != COVEY_OK)
        return status;
    **copy = *from;
    (*copy)->next = NULL;
    (*copy)->first = NULL;
    covey_node **end = &(*copy)->first;
    for (const covey_node *child = from->first; child != NULL; child = child->next) {
        status = copy_tree(self, child, depth + 1, end);
        if (status != COVEY_OK)
            return status;
        end = &(*end)->next;
    }
    return COVEY_OK;
}

static bool is_open(const builder *self, const covey_node *node)
{
    for (int k = 0; k < self->depth; k++)
        if (self->level[k].node == node)
            return true;
    return false;
}

static covey_status add_alias(builder *self, struct fy_event *event)
{
    covey_node_span at = span_of(event, false);
    size_t size = 0;
    const char *name = fy_token_get_text(event->alias.anchor, &size);
    char quoted[COVEY_REPORT_QUOTED];
    covey_report_quote(quoted, name != NULL ? name : "", size);
    const covey_node *node = NULL;
    for (int k = 0; k < self->anchors && name != NULL; k++)
        if (strlen(self->anchor[k].name) == size && memcmp(self->anchor[k].name, name, size) == 0)
            node = self->anchor[k].node;
    if (node == NULL)
        return covey_report_fail(self->report, at, "no anchor before this is called %s", quoted);
    if (is_open(self, node))
        return covey_report_fail(self->report, at, "the anchor %s would hold itself", quoted);
    covey_node *copy;
    covey_status status = copy_tree(self, node, self->depth + 1, &copy);
    if (status == COVEY_OK)
        copy->at = at;
    return status == COVEY_OK ? link_node(self, copy) : status;
}

// ---- Events ----

static covey_status take_event(builder *self, struct fy_event *event)
{
    covey_status status = COVEY_OK;
    switch (event->type) {
    case FYET_DOCUMENT_START:
        if (self->document)
            return covey_report_fail(self->report, span_of(event, false),
                                     "a scenario is one document, and here a second one begins");
        self->document = true;
        return COVEY_OK;
    case FYET_SCALAR:
        return add_scalar(self, event);
    case FYET_ALIAS:
        if (is_key(self))
            return covey_report_fail(self->report, span_of(event, false), "a key is a plain word");
        return add_alias(self, event);
    case FYET_MAPPING_START:
        status = open_level(self, event);
        return status == COVEY_OK ? add_anchor(self, event->mapping_start.anchor,
                                               self->level[self->depth - 1].node)
                                  : status;
    case FYET_SEQUENCE_START:
        status = open_level(self, event);
        return status == COVEY_OK ? add_anchor(self, event->sequence_start.anchor,
                                               self->level[self->depth - 1].node)
                                  : status;
    case FYET_MAPPING_END:
    case FYET_SEQUENCE_END:
        return close_level(self);
    default:
        return COVEY_OK;
    }
}

static covey_status tell_diagnosis(covey_report *report, struct fy_diag *diag)
{
    void *iterator = NULL;
    const struct fy_diag_error *found = fy_diag_errors_iterate(diag, &iterator);
    if (found == NULL || found->msg == NULL || found->line < 1 || found->column < 1)
        return covey_report_fail(report, (covey_node_span){0}, "this is not YAML");
    covey_node_span at = {(uint32_t)found->line, (uint32_t)found->column, 1};
    return covey_report_fail(report, at, "this is not YAML: %s", found->msg);
}

static covey_status take_all(builder *self, struct fy_parser *parser, struct fy_diag *diag)
{
    covey_status status = COVEY_OK;
    struct fy_event *event;
    while (status == COVEY_OK && (event = fy_parser_parse(parser)) != NULL) {
        status = take_event(self, event);
        fy_parser_event_free(parser, event);
    }
    if (status == COVEY_OK && fy_parser_get_stream_error(parser))
        return tell_diagnosis(self->report, diag);
    return status;
}

covey_status covey_read(covey_arena *arena, const char *text, size_t size, covey_report *report,
                        const covey_node **root)
{
    builder self = {.arena = arena, .report = report};
    covey_status status = check_text(report, text, size);
    if (status != COVEY_OK)
        return status;
    // Errors are kept for the report; without a file nothing is ever printed.
    struct fy_diag_cfg diag_cfg;
    fy_diag_cfg_default(&diag_cfg);
    diag_cfg.fp = NULL;
    struct fy_diag *diag = fy_diag_create(&diag_cfg);
    if (diag == NULL)
        return covey_report_memory(report);
    fy_diag_set_collect_errors(diag, true);
    struct fy_parse_cfg cfg = {.flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG |
                                        FYPCF_DEFAULT_VERSION_1_2 | FYPCF_JSON_NONE,
                               .diag = diag};
    struct fy_parser *parser = fy_parser_create(&cfg);
    if (parser == NULL || fy_parser_set_string(parser, text, size) != 0)
        status = covey_report_memory(report);
    if (status == COVEY_OK)
        status = take_all(&self, parser, diag);
    fy_parser_destroy(parser);
    fy_diag_destroy(diag);
    if (status == COVEY_OK && self.root == NULL) {
        self.root = covey_arena_take(arena, 1, sizeof *self.root);
        if (self.root == NULL)
            return covey_report_memory(report);
        *self.root = (covey_node){.plain = true, .text = "", .at = {1, 1, 1}};
    }
    *root = self.root;
    return status;
}
