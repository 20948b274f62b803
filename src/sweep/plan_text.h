// SPDX-License-Identifier: MIT
// The plan as text: its head has the lines of keys, seeds and the design, by which a sweep grows;
// the rest is the same for all that is in one file.
#ifndef COVEY_SWEEP_PLAN_TEXT_H
#define COVEY_SWEEP_PLAN_TEXT_H

#include "sweep/plan.h"

/// Writes the head of a plan, and `rest` behind it. The caller frees it; NULL without memory.
char *covey_sweep_plan_text_of(const covey_sweep_plan *plan, const char *rest);

/// Reads the head of a text into an initial plan; *rest is the text behind it. COVEY_ARG,
/// COVEY_MEMORY; the plan is to be freed in any case.
covey_status covey_sweep_plan_of_text(const char *text, covey_sweep_plan *plan, const char **rest,
                                      covey_error *error);

/// The word of bit `k` of covey_sweep_keep; NULL beyond the last.
const char *covey_sweep_keep_word(int k);

#endif
