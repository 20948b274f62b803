// SPDX-License-Identifier: MIT
#include "support/parse.h"

#include "base/bits.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

covey_parse_result parse_inside(const char *text, size_t size, double *value)
{
    static char buffer[PARSE_LONGEST + 8];
    assert_true(size <= PARSE_LONGEST);
    memcpy(buffer, text, size);
    memcpy(buffer + size, "7.5e+77", 7);
    return covey_parse_double(buffer, size, value);
}

/// A text that the short way takes for a whole number is that number.
static void expect_usual(const char *text, double want)
{
    double value = 12345.0;
    const char *end = covey_parse_usual(text, &value);
    if (end != NULL && *end == '\0' && covey_bits_of(value) != covey_bits_of(want))
        fail_msg("%.900s gives %a the short way, not %a", text, value, want);
}

void parse_expect(const char *text, double want)
{
    expect_usual(text, want);
    double value = 12345.0;
    covey_parse_result result = parse_inside(text, strlen(text), &value);
    if (isinf(want)) {
        if (result != COVEY_PARSE_TOO_LARGE)
            fail_msg("%.900s is not too large but %a", text, value);
    } else if (result != COVEY_PARSE_OK || covey_bits_of(value) != covey_bits_of(want)) {
        fail_msg("%.900s gives %a, result %d, not %a", text, value, (int)result, want);
    }
}

void parse_expect_as_strtod(const char *text)
{
    parse_expect(text, strtod(text, NULL));
}
