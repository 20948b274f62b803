// SPDX-License-Identifier: MIT
#ifndef COVEY_VIEW_OPEN_CASE_H
#define COVEY_VIEW_OPEN_CASE_H

#include <covey/scenario.h>

/// The lengths of the steps of a case.
typedef struct open_case_steps {
    double *dt; ///< the caller's, by free()
    size_t count, room;
} open_case_steps;

/// Reads a case of the formal assignment as a scenario of dialect "text", whose steps are as long
/// as the first of the case. COVEY_INPUT with line and column, also for a case that no scenario can
/// show: without agents or steps, or with a step that goes back; COVEY_IO, COVEY_MEMORY. The caller
/// owns *scenario, which is NULL on failure, and the steps in any case.
covey_status open_case(const char *path, covey_scenario **scenario, open_case_steps *steps,
                       covey_error *error);

#endif
