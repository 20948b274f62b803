// SPDX-License-Identifier: MIT
#ifndef CHECK_JUDGE_H
#define CHECK_JUDGE_H

#include "check/check.h"

/// Fills in a report whose verdicts have their outcomes. COVEY_MEMORY.
covey_status check_judge(check_report *report, covey_error *error);

/// True if the numbers of a case with differences are all right, as far as there are any.
bool check_judge_is_right(const check_verdict *verdict);

#endif
