// SPDX-License-Identifier: MIT
#ifndef CHECK_COMPARE_H
#define CHECK_COMPARE_H

#include "check/lines.h"

/// How outputs are compared.
typedef struct check_compare_def {
    double tolerance; ///< numbers may differ by as much; 0: they must be written alike
    bool exact;       ///< harmless changes count as well
} check_compare_def;

typedef enum check_difference_kind {
    CHECK_DIFFERENCE_NONE,
    CHECK_DIFFERENCE_NUMBER, ///< a number is wrong
    CHECK_DIFFERENCE_DIGITS, ///< a number is right, but not written with three decimals
    CHECK_DIFFERENCE_WORDS,  ///< a line does not hold four numbers
    CHECK_DIFFERENCE_SHORT,  ///< the output ends too early, all before is right
    CHECK_DIFFERENCE_LONG,   ///< there is more than there should be, all before is right
    CHECK_DIFFERENCE_FORMAT, ///< all numbers are right, blanks or line ends are not
} check_difference_kind;

/// The first difference between two outputs. Counts from 0.
typedef struct check_difference {
    check_difference_kind kind;
    size_t line;    ///< of the canonical output
    size_t step;    ///< of that line
    size_t agent;   ///< of that line
    int column;     ///< 0 … 3: x y vx vy; of a number
    unsigned wrong; ///< bit k: number k of that line is wrong
    char expected[CHECK_TOKEN_SHOWN];
    char got[CHECK_TOKEN_SHOWN]; ///< the number or, of WORDS, how the line begins
    size_t lines_expected;
    size_t lines_got;
    double worst;        ///< largest difference of two numbers in the same place
    double share;        ///< largest that rounding cannot do, of the number expected
    bool has_no_numbers; ///< "nan" or "inf" is printed where a number should stand
} check_difference;

/// True if no number is further off than rounding can do, or than float can do.
bool check_compare_is_rounding(const check_difference *difference);
bool check_compare_is_float(const check_difference *difference);

/// Compares an output with the expected one, for so many agents.
check_difference check_compare(const check_compare_def *def, const check_lines *expected,
                               const check_lines *got, size_t agents);

/// True if one line is as good as another.
bool check_compare_lines(const check_compare_def *def, check_line a, check_line b);

#endif
