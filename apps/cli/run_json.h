// SPDX-License-Identifier: MIT
#ifndef COVEY_CLI_RUN_JSON_H
#define COVEY_CLI_RUN_JSON_H

#include <covey/run.h>

/// The result of a run, for `covey run --json`.
typedef struct run_json {
    const char *name; ///< of the scenario, as the user calls it
    covey_plan plan;
    const covey_run_result *result;
    covey_status status;
    double seconds; ///< that the steps took
} run_json;

/// Writes the result to standard output. The program reports failures of standard output at its
/// end.
void run_json_print(const run_json *self);

#endif
