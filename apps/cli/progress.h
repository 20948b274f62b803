// SPDX-License-Identifier: MIT
// A line on the terminal that shows the progress of a run.
#ifndef COVEY_CLI_PROGRESS_H
#define COVEY_CLI_PROGRESS_H

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

#endif
