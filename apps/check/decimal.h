// SPDX-License-Identifier: MIT
#ifndef CHECK_DECIMAL_H
#define CHECK_DECIMAL_H

#include "check/lines.h"

/// True if two numbers, as they are printed, differ by no more than a tolerance, as it is written
/// shortest: 0.484 and 0.485 differ by 0.001, though the doubles next to them differ by more. False
/// for words that are no numbers.
bool check_decimal_within(check_line a, check_line b, double tolerance);

#endif
