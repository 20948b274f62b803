// SPDX-License-Identifier: MIT
#ifndef COVEY_CHECK_JUDGE_H
#define COVEY_CHECK_JUDGE_H

#include "check/check.h"

/// Fills in a report whose verdicts have their outcomes. COVEY_MEMORY.
covey_status covey_judge(covey_report *report, covey_error *error);

/// True if the numbers of a case with differences are all right, as far as there are any.
bool covey_judge_is_right(const covey_verdict *verdict);

#endif
