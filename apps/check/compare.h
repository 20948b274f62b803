// SPDX-License-Identifier: MIT
#ifndef COVEY_CHECK_COMPARE_H
#define COVEY_CHECK_COMPARE_H

#include "check/answer.h"

/// How outputs are compared.
typedef struct covey_compare_def {
    double tolerance; ///< numbers may differ by as much; 0: they must be written alike
    bool exact;       ///< harmless form counts as well
} covey_compare_def;

typedef enum covey_difference_kind {
    COVEY_DIFFERENCE_NONE,
    COVEY_DIFFERENCE_NUMBER, ///< a number is wrong
    COVEY_DIFFERENCE_DIGITS, ///< a number is right, but not written with three decimals
    COVEY_DIFFERENCE_WORDS,  ///< a line does not hold four numbers
    COVEY_DIFFERENCE_SHORT,  ///< the output ends too early, all before is right
    COVEY_DIFFERENCE_LONG,   ///< there is more than there should be, all before is right
    COVEY_DIFFERENCE_FORM,   ///< all numbers are right, blanks or line ends are not
} covey_difference_kind;

enum { COVEY_DIFFERENCE_WORD = 48 };

/// The first difference between two outputs. Counts from 0.
typedef struct covey_difference {
    covey_difference_kind kind;
    size_t line;    ///< of the canonical output
    size_t step;    ///< of that line
    size_t agent;   ///< of that line
    int column;     ///< 0 … 3: x y vx vy; of a number
    unsigned wrong; ///< bit k: number k of that line is wrong
    char expected[COVEY_DIFFERENCE_WORD];
    char got[COVEY_DIFFERENCE_WORD]; ///< the number or, of WORDS, how the line begins
    size_t lines_expected;
    size_t lines_got;
    double worst;        ///< largest difference of two numbers in the same place
    double share;        ///< largest of those that rounding cannot do, of the number expected
    bool has_no_numbers; ///< "nan" or "inf" is printed where a number should stand
} covey_difference;

/// True if no number is further off than rounding can do, or than float can do.
bool covey_compare_is_rounding(const covey_difference *difference);
bool covey_compare_is_float(const covey_difference *difference);

/// Compares what was printed with what was expected for so many agents.
covey_difference covey_compare(const covey_compare_def *def, const covey_answer *expected,
                               const covey_answer *got, size_t agents);

/// True if one line is as good as another.
bool covey_compare_lines(const covey_compare_def *def, covey_answer_line a, covey_answer_line b);

#endif
