// SPDX-License-Identifier: MIT
#ifndef COVEY_CHECK_DECIMAL_H
#define COVEY_CHECK_DECIMAL_H

#include "check/answer.h"

/// True if two numbers, as they are printed, differ by no more than a tolerance, as it is written
/// shortest: 0.484 and 0.485 differ by 0.001, though the doubles next to them differ by more. False
/// for words that are no numbers.
bool covey_decimal_within(covey_answer_line a, covey_answer_line b, double tolerance);

#endif
