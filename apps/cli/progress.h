// SPDX-License-Identifier: MIT
// A line on the terminal that tells how far a run is.
#ifndef COVEY_CLI_PROGRESS_H
#define COVEY_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct progress {
    bool shown;       ///< standard error is a terminal and --quiet was not given
    double started;   ///< s
    double drawn;     ///< when the line was drawn last
    uint64_t first;   ///< step at the start
    uint64_t steps;   ///< of the whole run
    uint64_t agents;  ///< that take each step
    const char *noun; ///< the name of a step: "step", or "frame" of a film
} progress;

/// Seconds of a clock that only goes forward.
double progress_now(void);

progress progress_start(bool wanted, uint64_t first, uint64_t steps, uint64_t agents);

/// Draws the line anew if the last time is long enough ago.
void progress_step(progress *line, uint64_t step);

/// Takes the line away.
void progress_end(progress *line);

#endif
