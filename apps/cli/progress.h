// SPDX-License-Identifier: MIT
// A line on the terminal that shows the progress of a run.
#ifndef COVEY_CLI_PROGRESS_H
#define COVEY_CLI_PROGRESS_H

#include <covey/run.h>
#include <covey/world.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct progress {
    bool shown;       ///< standard error is a terminal and --quiet was not given
    double started;   ///< s
    double drawn;     ///< time of the last drawing, s
    uint64_t first;   ///< step at the start
    uint64_t steps;   ///< of the whole run
    uint64_t agents;  ///< number of agents in each step
    const char *noun; ///< the name of a step: "step", or "frame" of a film
} progress;

/// Returns the seconds of a clock that never goes backward.
double progress_now(void);

progress progress_start(bool wanted, uint64_t first, uint64_t steps, uint64_t agents);

/// Draws the line again if enough time has passed since the last drawing.
void progress_step(progress *line, uint64_t step);

/// Removes the line.
void progress_end(progress *line);

// ---- Results ----

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

// ---- Cost ----

/// Writes the cost of a world's steps to standard error: agents, time in seconds, pairs of
/// neighbors, memory.
void stats_print(const covey_stats *stats, int threads, double seconds);

/// Adds the advice to sum over crowds as a whole, if the steps went pair by pair and agents are
/// dense.
void stats_advise(const covey_stats *stats);

#endif
