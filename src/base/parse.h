// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_PARSE_H
#define COVEY_BASE_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The result of reading a token. The grammar: an optional sign, digits with at most one point
/// among or around them and at least one digit, optionally e or E, an optional sign and digits.
typedef enum covey_parse_result {
    COVEY_PARSE_OK,
    COVEY_PARSE_NOT_A_NUMBER, ///< the token breaks the grammar
    COVEY_PARSE_TOO_LARGE,    ///< the value rounds beyond the largest double
} covey_parse_result;

/// Reads the whole of text[0 … size) as a decimal number, rounded to the nearest double, ties to
/// even, in any locale. Too small a value gives a zero of its sign. Reads no byte outside.
covey_parse_result covey_parse_double(const char *text, size_t size, double *value);

/// The same for the number that text[0 … size) starts with, as long as it can be; *used is its
/// size.
covey_parse_result covey_parse_prefix(const char *text, size_t size, double *value, size_t *used);

/// 10^22 = 5^22·2^22 and 5^22 < 2^53: the last power of ten that is a double.
enum { COVEY_PARSE_EXACT_POWER = 22 };
extern const double covey_parse_power10[COVEY_PARSE_EXACT_POWER + 1];

/// Reads on through digits up to the first other byte.
static inline const char *covey_parse_digits(const char *text, uint64_t *significand)
{
    unsigned digit;
    for (; (digit = (unsigned)(unsigned char)*text - '0') <= 9; text++)
        *significand = *significand * 10 + digit;
    return text;
}

/// The short way for numbers like nearly all: without exponent, of at most 19 digits and 2^53, so
/// that one division rounds once. The text must have a byte that is no digit at its end: no digit
/// asks for the end. Returns the end of the number, or NULL, which leaves it to the ways above; the
/// number is whole only if the bytes behind it belong to none.
static inline const char *covey_parse_usual(const char *text, double *value)
{
    // Not branches: on the signs of random numbers they would be wrong half the time.
    static const double sign[] = {1.0, -1.0};
    bool negative = *text == '-';
    text += negative || *text == '+';
    uint64_t significand = 0;
    const char *end = covey_parse_digits(text, &significand);
    ptrdiff_t digits = end - text, decimals = 0;
    if (*end == '.') {
        const char *fraction = end + 1;
        end = covey_parse_digits(fraction, &significand);
        decimals = end - fraction;
        digits += decimals;
    }
    if (digits == 0 || digits > 19 || significand > (uint64_t)1 << 53)
        return NULL;
    *value = sign[negative] * ((double)(int64_t)significand / covey_parse_power10[decimals]);
    return end;
}

// ---- Letters ----

/// Bytes of the letter that text[0 … size) begins with, at least one byte; 0 where it is not UTF-8,
/// or a control other than tab and line end.
size_t covey_utf8_size(const char *text, size_t size);

#endif
