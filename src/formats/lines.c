// SPDX-License-Identifier: MIT
// Reads lines of any input, with any of the usual line ends.
#include "formats/lines.h"

#include "base/parse.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FIRST_ROOM = 1 << 16, LONGEST_LINE = 1 << 28, SHOWN = 24 };
_Static_assert(4 * SHOWN + 8 <= COVEY_LINES_QUOTED, "a quote has room");

void covey_lines_init(covey_lines *lines, covey_memory *memory, covey_source source,
                      const char *path)
{
    *lines = (covey_lines){.memory = memory, .source = source, .path = path};
}

void covey_lines_destroy(covey_lines *lines)
{
    if (lines->memory != NULL)
        covey_memory_give(lines->memory, lines->bytes, lines->room, 1);
    *lines = (covey_lines){0};
}

/// Makes room behind the bytes held, by moving them to the front or by more memory.
static covey_status make_room(covey_lines *lines, covey_error *error)
{
    if (lines->begin > 0) {
        memmove(lines->bytes, lines->bytes + lines->begin, lines->end - lines->begin);
        lines->offset += lines->begin;
        lines->end -= lines->begin;
        lines->begin = 0;
    }
    if (lines->end < lines->room)
        return COVEY_OK;
    if (lines->room >= LONGEST_LINE)
        return covey_lines_refuse((covey_place){lines->number + 1, 1, lines->bytes, SHOWN},
                                  "a line of at most 268435456 bytes", error);
    size_t room = lines->room == 0 ? FIRST_ROOM : 2 * lines->room;
    char *grown = covey_memory_grow(lines->memory, lines->bytes, lines->room, room, 1);
    if (grown == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    lines->bytes = grown;
    lines->room = room;
    return COVEY_OK;
}

static covey_status fail_to_read(const covey_lines *lines, covey_status status, covey_error *error)
{
    int reason = errno;
    unsigned long long number = (unsigned long long)lines->number;
    if (status == COVEY_INPUT && lines->reason != NULL && *lines->reason != NULL)
        return covey_fail(error, status, "gzip, after line %llu: %s", number, *lines->reason);
    if (status == COVEY_MEMORY)
        return covey_fail(error, status, "out of memory");
    if (lines->path == NULL)
        return covey_fail(error, status, "reading failed after line %llu", number);
    const char *name = strcmp(lines->path, "-") == 0 ? "standard input" : lines->path;
    return covey_fail(error, status, "reading %s failed after line %llu: %s", name, number,
                      strerror(reason));
}

static covey_status fill(covey_lines *lines, covey_error *error)
{
    covey_status status = make_room(lines, error);
    if (status != COVEY_OK)
        return status;
    size_t count = 0;
    status = lines->source.read(lines->source.context, lines->bytes + lines->end,
                                lines->room - lines->end, &count);
    if (status != COVEY_OK)
        return fail_to_read(lines, status, error);
    lines->end += count;
    lines->ended = count == 0;
    return COVEY_OK;
}

/// Returns the end of the line, or NULL.
static const char *find_end(const char *text, size_t size)
{
    const char *end = memchr(text, '\n', size);
    const char *early = memchr(text, '\r', end == NULL ? size : (size_t)(end - text));
    return early != NULL ? early : end;
}

/// Reads until the end of the line, and one byte more after \r; `size` is the length of the line
/// without its end.
static covey_status find_line(covey_lines *lines, size_t *size, size_t *ending, covey_error *error)
{
    for (size_t seen = 0;;) {
        const char *begin = lines->bytes + lines->begin;
        size_t held = lines->end - lines->begin;
        const char *end = held > seen ? find_end(begin + seen, held - seen) : NULL;
        *size = end != NULL ? (size_t)(end - begin) : held;
        bool decided = end != NULL && (*end == '\n' || *size + 1 < held);
        if (decided || lines->ended) {
            *ending = end == NULL ? 0 : 1;
            if (end != NULL && *end == '\r' && *size + 1 < held && end[1] == '\n')
                *ending = 2;
            return COVEY_OK;
        }
        seen = *size;
        covey_status status = fill(lines, error);
        if (status != COVEY_OK)
            return status;
    }
}

covey_status covey_lines_next(covey_lines *lines, covey_line *line, covey_error *error)
{
    size_t size = 0, ending = 0;
    covey_status status = COVEY_OK;
    if (lines->bytes == NULL)
        status = fill(lines, error);
    if (status == COVEY_OK)
        status = find_line(lines, &size, &ending, error);
    if (status != COVEY_OK)
        return status;
    const char *text = lines->bytes + lines->begin;
    lines->begin += size + ending;
    bool marked = lines->number == 0 && size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
    *line = (covey_line){
        .text = marked ? text + 3 : text,
        .size = marked ? size - 3 : size,
        .number = ++lines->number,
        .end = lines->offset + lines->begin,
        .whole = ending > 0,
        .ended = size + ending == 0,
    };
    return COVEY_OK;
}

bool covey_lines_step(const char *text, size_t size, double *step, size_t *used)
{
    return covey_parse_prefix(text, size, step, used) == COVEY_PARSE_OK && *step >= 0.0 &&
           *step < 0x1p63 && *step == floor(*step);
}

void covey_lines_quote(char quoted[COVEY_LINES_QUOTED], const char *text, size_t size)
{
    size_t used = 0;
    quoted[used++] = '"';
    for (size_t k = 0; k < size && k < SHOWN; k++) {
        unsigned char c = (unsigned char)text[k];
        bool plain = c >= ' ' && c < 0x7f;
        used +=
            (size_t)snprintf(quoted + used, COVEY_LINES_QUOTED - used, plain ? "%c" : "\\x%02x", c);
    }
    (void)snprintf(quoted + used, COVEY_LINES_QUOTED - used, size > SHOWN ? "\"..." : "\"");
}

covey_status covey_lines_refuse(covey_place place, const char *expected, covey_error *error)
{
    char found[COVEY_LINES_QUOTED] = "the end of the line";
    if (place.size > 0)
        covey_lines_quote(found, place.text, place.size);
    covey_fail(error, COVEY_INPUT, "line %llu, column %llu: found %s, expected %s",
               (unsigned long long)place.line, (unsigned long long)place.column, found, expected);
    if (error != NULL) {
        error->line = place.line;
        error->column = place.column;
    }
    return COVEY_INPUT;
}
