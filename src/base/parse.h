// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_PARSE_H
#define COVEY_BASE_PARSE_H

#include <stdbool.h>
#include <stddef.h>

/// What a token was taken for. The grammar: an optional sign, digits with at most one point among
/// or around them and at least one digit, optionally e or E, an optional sign and digits.
typedef enum covey_parse_result {
    COVEY_PARSE_OK,
    COVEY_PARSE_NOT_A_NUMBER, ///< the token breaks the grammar
    COVEY_PARSE_TOO_LARGE,    ///< the value rounds beyond the largest double
} covey_parse_result;

/// Reads the whole of text[0 … size) as a decimal number, rounded to the nearest double, ties to
/// even, whatever the locale. Too small a value gives a zero of its sign. Reads no byte outside.
covey_parse_result covey_parse_double(const char *text, size_t size, double *value);

/// The same for the number that text[0 … size) starts with, as long as it can be; *used is its
/// size.
covey_parse_result covey_parse_prefix(const char *text, size_t size, double *value, size_t *used);

#endif
