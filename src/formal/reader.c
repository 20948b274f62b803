// SPDX-License-Identifier: MIT
// The grammar of the protocol: decimal numbers between white space, wherever lines end. Keeps count
// of lines and columns (in bytes, from 1), so that every refusal names its place.
#include "formal/reader.h"
#include "base/writer.h"

#include "base/parse.h"
#include "base/wider.h"

#include <stdio.h>
#include <string.h>

enum { BUFFER_SIZE = 1 << 18, LONGEST_TOKEN = 65536, SHOWN = 24 };

typedef struct token {
    const char *text;
    size_t size;
} token;

covey_status covey_reader_create(covey_memory *memory, covey_source source,
                                 covey_before_wait *before_wait, void *context,
                                 covey_reader *reader)
{
    *reader = (covey_reader){
        .source = source,
        .before_wait = before_wait,
        .before_wait_context = context,
        .buffer = covey_memory_take(memory, BUFFER_SIZE + 1, 1),
        .line = 1,
    };
    if (reader->buffer == NULL)
        return COVEY_MEMORY;
    reader->buffer[0] = '\0';
    return COVEY_OK;
}

void covey_reader_destroy(covey_memory *memory, covey_reader *reader)
{
    covey_memory_give(memory, reader->buffer, BUFFER_SIZE + 1, 1);
    *reader = (covey_reader){0};
}

/// Gets at least one more byte behind the bytes held, or sets `ended`.
static covey_status fill(covey_reader *reader, covey_error *error)
{
    covey_status status =
        reader->before_wait != NULL ? reader->before_wait(reader->before_wait_context) : COVEY_OK;
    if (status != COVEY_OK)
        return status;
    memmove(reader->buffer, reader->buffer + reader->begin, reader->end - reader->begin);
    reader->offset += reader->begin;
    reader->end -= reader->begin;
    reader->begin = 0;
    size_t count = 0;
    status = reader->source.read(reader->source.context, reader->buffer + reader->end,
                                 BUFFER_SIZE - reader->end, &count);
    reader->end += status == COVEY_OK ? count : 0;
    reader->buffer[reader->end] = '\0'; // no digit, where numbers end at the latest
    if (status != COVEY_OK)
        return covey_fail(error, status, "%s",
                          status == COVEY_IO ? "reading the input failed"
                                             : covey_status_text(status));
    reader->ended = count == 0;
    return COVEY_OK;
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Steps over one white space; \n, \r and \r\n end a line.
static inline void step_over(covey_reader *reader)
{
    char c = reader->buffer[reader->begin++];
    if (c == ' ') {
        reader->after_return = false;
        return;
    }
    bool ends_line = c == '\r' || (c == '\n' && !reader->after_return);
    if (ends_line)
        reader->line++;
    if (c == '\r' || c == '\n')
        reader->line_offset = reader->offset + reader->begin;
    reader->after_return = c == '\r';
}

static inline void skip_held_space(covey_reader *reader)
{
    while (reader->begin < reader->end && is_space(reader->buffer[reader->begin]))
        step_over(reader);
}

static covey_status skip_byte_order_mark(covey_reader *reader, covey_error *error)
{
    static const char mark[] = "\xef\xbb\xbf";
    covey_status status = COVEY_OK;
    while (status == COVEY_OK && reader->end < 3 && !reader->ended &&
           memcmp(reader->buffer, mark, reader->end) == 0)
        status = fill(reader, error);
    if (status == COVEY_OK && reader->end >= 3 && memcmp(reader->buffer, mark, 3) == 0) {
        reader->begin = 3;
        reader->line_offset = 3;
    }
    return status;
}

static covey_status skip_space(covey_reader *reader, covey_error *error)
{
    covey_status status = COVEY_OK;
    if (reader->offset + reader->begin == 0)
        status = skip_byte_order_mark(reader, error);
    while (status == COVEY_OK && !reader->ended) {
        skip_held_space(reader);
        if (reader->begin < reader->end)
            break;
        status = fill(reader, error);
    }
    return status;
}

/// Finds the token at `begin`, getting more input until it is whole.
static covey_status find_token(covey_reader *reader, token *found, covey_error *error)
{
    size_t size = 0;
    for (;;) {
        while (reader->begin + size < reader->end &&
               !is_space(reader->buffer[reader->begin + size]))
            size++;
        bool whole = reader->begin + size < reader->end || reader->ended;
        if (whole || size > LONGEST_TOKEN)
            break;
        covey_status status = fill(reader, error);
        if (status != COVEY_OK)
            return status;
    }
    *found = (token){reader->buffer + reader->begin, size};
    return COVEY_OK;
}

// ---- Refusals ----

/// The token in quotes, other bytes than printable ASCII as \xNN, cut short where it is long.
static void quote(token found, char *text, size_t room)
{
    size_t used = 0;
    text[used++] = '"';
    for (size_t k = 0; k < found.size && k < SHOWN; k++) {
        unsigned char c = (unsigned char)found.text[k];
        if (c > ' ' && c < 0x7f)
            text[used++] = (char)c;
        else
            used += (size_t)snprintf(text + used, room - used, "\\x%02x", c);
    }
    (void)snprintf(text + used, room - used, found.size > SHOWN ? "\"..." : "\"");
}

static void describe(covey_wanted wanted, char *text, size_t room)
{
    if (wanted.agent == 0)
        (void)snprintf(text, room, "%s", wanted.name);
    else
        (void)snprintf(text, room, "%s of agent %llu of %llu", wanted.name,
                       (unsigned long long)wanted.agent, (unsigned long long)wanted.agents);
}

static covey_status refuse(const covey_number *number, covey_wanted wanted, const char *found,
                           const char *expected, covey_error *error)
{
    char name[80];
    describe(wanted, name, sizeof name);
    covey_fail(error, COVEY_INPUT, "line %llu, column %llu: found %s, expected %s%s",
               (unsigned long long)number->line, (unsigned long long)number->column, found, name,
               expected);
    if (error != NULL) {
        error->line = number->line;
        error->column = number->column;
    }
    return COVEY_INPUT;
}

covey_status covey_reader_refuse(const covey_number *number, covey_wanted wanted,
                                 const char *expected, covey_error *error)
{
    char found[COVEY_PRINT_SIZE + 1] = "the end of the input";
    if (!number->ended)
        found[covey_print_shortest(found, number->value)] = '\0';
    return refuse(number, wanted, found, expected, error);
}

static bool begins_with(token found, const char *bytes)
{
    return found.size >= strlen(bytes) && memcmp(found.text, bytes, strlen(bytes)) == 0;
}

/// A hint how numbers are written, for a token that nearly is one; NULL for others.
static const char *guess(token found)
{
    const char *comma = memchr(found.text, ',', found.size);
    if (comma != NULL) {
        size_t before = (size_t)(comma - found.text), behind = found.size - before - 1;
        bool single = before > 0 && behind > 0 && memchr(comma + 1, ',', behind) == NULL;
        return single && memchr(found.text, '.', found.size) == NULL
                   ? ", a decimal number (with a point, not a comma)"
                   : ", a decimal number (with white space behind it, not a comma)";
    }
    if (begins_with(found, "\xff\xfe") || begins_with(found, "\xfe\xff"))
        return ", a decimal number (the input is UTF-16, not UTF-8)";
    if (begins_with(found, "\xe2\x88\x92") || begins_with(found, "\xe2\x80\x93"))
        return ", a decimal number (with the sign -, not a longer one)";
    return NULL;
}

static covey_status refuse_token(const covey_number *number, covey_wanted wanted, token found,
                                 const char *expected, covey_error *error)
{
    char quoted[4 * SHOWN + 8];
    quote(found, quoted, sizeof quoted);
    const char *guessed = guess(found);
    return refuse(number, wanted, quoted, guessed != NULL ? guessed : expected, error);
}

/// Reads a usual number that stands whole in the buffer, as nearly all do; false leaves it to the
/// long way.
static inline bool read_usual(covey_reader *reader, double *value)
{
    const char *end = covey_parse_usual(reader->buffer + reader->begin, value);
    if (end == NULL || !is_space(*end))
        return false;
    reader->begin = (size_t)(end - reader->buffer);
    reader->after_return = false;
    return true;
}

/// Where the next token begins.
static inline covey_number place_of(const covey_reader *reader)
{
    return (covey_number){
        .line = reader->line,
        .column = reader->offset + reader->begin - reader->line_offset + 1,
    };
}

/// The long way: for the first token, a token cut by the end of the buffer, and a wrong one.
/// Apart, so that the short way needs no stack.
COVEY_APART static covey_status read_any(covey_reader *reader, covey_wanted wanted,
                                         covey_number *number, covey_error *error)
{
    covey_status status = skip_space(reader, error);
    if (status != COVEY_OK)
        return status;
    *number = place_of(reader);
    number->ended = reader->begin == reader->end;
    if (number->ended)
        return COVEY_OK;
    token found;
    status = find_token(reader, &found, error);
    if (status != COVEY_OK)
        return status;
    if (found.size > LONGEST_TOKEN)
        return refuse_token(number, wanted, found, ", a number of at most 65536 characters", error);
    switch (covey_parse_double(found.text, found.size, &number->value)) {
    case COVEY_PARSE_NOT_A_NUMBER:
        return refuse_token(number, wanted, found, ", a decimal number", error);
    case COVEY_PARSE_TOO_LARGE:
        return refuse_token(number, wanted, found, ", a number within 1.7976931348623157e308",
                            error);
    case COVEY_PARSE_OK:
        break;
    }
    reader->begin += found.size;
    reader->after_return = false;
    return COVEY_OK;
}

covey_status covey_reader_next(covey_reader *reader, covey_wanted wanted, covey_number *number,
                               covey_error *error)
{
    skip_held_space(reader);
    *number = place_of(reader);
    return read_usual(reader, &number->value) ? COVEY_OK : read_any(reader, wanted, number, error);
}
