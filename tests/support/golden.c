// SPDX-License-Identifier: MIT
#include "support/golden.h"

#include "formats/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PATH_SIZE = 1024 };

/// A string that grows; always ends with a zero.
typedef struct text {
    char *bytes;
    size_t size;
} text;

static void append(text *self, const void *bytes, size_t size)
{
    char *grown = realloc(self->bytes, self->size + size + 1);
    assert_non_null(grown);
    memcpy(grown + self->size, bytes, size);
    self->bytes = grown;
    self->size += size;
    self->bytes[self->size] = '\0';
}

char *golden_read(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    text whole = {0};
    char piece[4096];
    append(&whole, "", 0);
    for (size_t size; (size = fread(piece, 1, sizeof piece, file)) > 0;)
        append(&whole, piece, size);
    assert_false(ferror(file));
    (void)fclose(file);
    assert_int_equal(strlen(whole.bytes), whole.size);
    return whole.bytes;
}

char *golden_source(const char *name)
{
    char path[2 * PATH_SIZE];
    (void)snprintf(path, sizeof path, COVEY_SOURCE_DIR "/%s", name);
    char *bytes = golden_read(path);
    if (bytes == NULL)
        fail_msg("%s is missing", path);
    return bytes;
}

static char *read_part(const char *name, const char *ending)
{
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof path, "tests/golden/cases/%s%s", name, ending);
    return golden_source(path);
}

static golden_case load_case(const char *name, size_t size)
{
    text copy = {0};
    append(&copy, name, size);
    golden_case loaded = {.name = copy.bytes, .input = read_part(copy.bytes, ".in")};
    for (int d = 0; d < STUDENT_DIALECTS; d++) {
        char ending[32];
        (void)snprintf(ending, sizeof ending, ".%s.out", student_dialect_name(d));
        loaded.expected[d] = read_part(copy.bytes, ending);
    }
    return loaded;
}

golden_cases golden_load(void)
{
    char *index = read_part("index", ".txt");
    golden_cases cases = {0};
    for (const char *line = index; *line != '\0'; line += strcspn(line, "\n") + 1) {
        golden_case *grown = realloc(cases.at, (cases.count + 1) * sizeof *grown);
        assert_non_null(grown);
        cases.at = grown;
        cases.at[cases.count++] = load_case(line, strcspn(line, ":"));
    }
    free(index);
    return cases;
}

void golden_free(golden_cases *cases)
{
    for (size_t k = 0; k < cases->count; k++) {
        free(cases->at[k].name);
        free(cases->at[k].input);
        for (int d = 0; d < STUDENT_DIALECTS; d++)
            free(cases->at[k].expected[d]);
    }
    free(cases->at);
    *cases = (golden_cases){0};
}

static covey_status write_all(void *context, const void *bytes, size_t size)
{
    append(context, bytes, size);
    return COVEY_OK;
}

golden_run golden_covey(const char *input, student_dialect dialect, covey_formal_format format)
{
    covey_text_view in = {input, strlen(input)};
    text out = {0}, hashes = {0};
    append(&out, "", 0);
    append(&hashes, "", 0);
    covey_formal_def def = covey_formal_def_default();
    def.dialect = student_dialect_name((int)dialect);
    def.format = format;
    def.in = covey_text_source(&in);
    def.out = (covey_sink){write_all, &out};
    def.hashes = (covey_sink){write_all, &hashes};
    covey_error error = {0};
    if (covey_formal_run(&def, NULL, &error) != COVEY_OK)
        fail_msg("%s: %s", def.dialect, error.message);
    return (golden_run){out.bytes, hashes.bytes};
}

void golden_run_free(golden_run *run)
{
    free(run->output);
    free(run->hashes);
    *run = (golden_run){0};
}
