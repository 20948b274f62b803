// SPDX-License-Identifier: MIT
// Expected results of reading decimal texts.
#ifndef COVEY_TESTS_SUPPORT_PARSE_H
#define COVEY_TESTS_SUPPORT_PARSE_H

#include "base/parse.h"

enum { PARSE_LONGEST = 65536 };

/// Where a value is expected: the text is refused as too large. strtod says the same so.
#define PARSE_TOO_LARGE ((double)INFINITY)

/// Parses text[0 … size), at most PARSE_LONGEST, as part of a longer text that goes on with digits.
covey_parse_result parse_inside(const char *text, size_t size, double *value);

/// Fails unless the text gives this value, bit for bit; so does the short way if it takes the text.
void parse_expect(const char *text, double want);
void parse_expect_as_strtod(const char *text);

#endif
