// SPDX-License-Identifier: MIT
// Any bytes, in pieces of any size, through the reader of the formal protocol. Every number must be
// strtod's, every refusal right, and every place must be the one that a plain count gives.
#include "formal/reader.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds)
        abort();
}

// ---- The source ----

typedef struct text {
    const char *bytes;
    size_t size;
    size_t at; ///< read so far
} text;

/// The last byte says in which pieces the others come; half of its values: all at once.
static covey_status read_piece(void *context, void *bytes, size_t size, size_t *count)
{
    text *input = context;
    size_t left = input->size - input->at, piece = left;
    if (left > 0) {
        unsigned seed = (unsigned char)input->bytes[input->size - 1];
        if (seed % 2 == 1)
            piece = 1 + seed * (input->at + 7) % 61;
    }
    piece = piece < left ? piece : left;
    *count = piece < size ? piece : size;
    memcpy(bytes, input->bytes + input->at, *count);
    input->at += *count;
    return COVEY_OK;
}

static covey_status do_nothing(void *unused)
{
    (void)unused;
    return COVEY_OK;
}

// ---- The same, plainly ----

static bool is_blank(char c)
{
    return c != '\0' && strchr(" \t\n\v\f\r", c) != NULL;
}

static size_t skip_digits(const char *token, size_t *at)
{
    size_t begin = *at;
    while (token[*at] >= '0' && token[*at] <= '9')
        ++*at;
    return *at - begin;
}

static void skip_sign(const char *token, size_t *at)
{
    *at += token[*at] == '+' || token[*at] == '-';
}

/// The grammar, for a token with a zero behind it.
static bool is_number(const char *token, size_t size)
{
    size_t at = 0;
    skip_sign(token, &at);
    size_t digits = skip_digits(token, &at);
    if (token[at] == '.') {
        at++;
        digits += skip_digits(token, &at);
    }
    if (digits == 0)
        return false;
    if (token[at] == 'e' || token[at] == 'E') {
        at++;
        skip_sign(token, &at);
        if (skip_digits(token, &at) == 0)
            return false;
    }
    return at == size;
}

/// True if the token is a number in range.
static bool evaluate(const char *token, size_t size, double *value)
{
    char *copy = malloc(size + 1);
    require(copy != NULL);
    memcpy(copy, token, size);
    copy[size] = '\0';
    bool good = is_number(copy, size);
    *value = strtod(copy, NULL);
    free(copy);
    return good && *value - *value == 0.0;
}

/// Line and column of byte `at`; a byte order mark before `begin` counts nothing.
static void find_place(const text *input, size_t begin, size_t at, covey_number *place)
{
    place->line = 1;
    size_t line_begin = begin;
    for (size_t k = begin; k < at; k++) {
        char c = input->bytes[k];
        bool in_pair = c == '\n' && k > begin && input->bytes[k - 1] == '\r';
        if (c == '\n' || c == '\r')
            line_begin = k + 1;
        place->line += (c == '\n' && !in_pair) || c == '\r';
    }
    place->column = at - line_begin + 1;
}

// ---- Both side by side ----

/// Compares the next number; returns the end of its token, or 0 where the reader must stop.
static size_t check_next(covey_reader *reader, const text *input, size_t begin, size_t at)
{
    covey_number expected = {0}, number = {0};
    covey_error error = {0};
    while (at < input->size && is_blank(input->bytes[at]))
        at++;
    size_t end = at;
    while (end < input->size && !is_blank(input->bytes[end]))
        end++;
    bool good = evaluate(input->bytes + at, end - at, &expected.value);
    find_place(input, begin, at, &expected);

    covey_wanted wanted = {.name = "x", .agent = 1, .agents = 2};
    covey_status status = covey_reader_next(reader, wanted, &number, &error);
    require(number.line == expected.line && number.column == expected.column);
    require(number.ended == (at == end));
    require(status == (good || at == end ? COVEY_OK : COVEY_INPUT));
    if (status == COVEY_INPUT)
        require(error.status == status && error.line == expected.line &&
                error.column == expected.column && strstr(error.message, "expected x") != NULL);
    else if (!number.ended)
        require(memcmp(&number.value, &expected.value, sizeof(double)) == 0);
    return status == COVEY_OK && !number.ended ? end : 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    text input = {.bytes = (const char *)data, .size = size};
    size_t begin = size >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_reader reader;
    covey_source source = {.read = read_piece, .context = &input};
    require(covey_reader_create(&memory, source, do_nothing, NULL, &reader) == COVEY_OK);
    for (size_t at = check_next(&reader, &input, begin, begin); at > 0;)
        at = check_next(&reader, &input, begin, at);
    covey_reader_destroy(&memory, &reader);
    require(memory.bytes == 0);
    return 0;
}
