// SPDX-License-Identifier: MIT
#ifndef COVEY_CLI_LAGS_H
#define COVEY_CLI_LAGS_H

#include "command.h"

#include <covey/format.h>

typedef enum lags_kind {
    LAGS_PROFILES, ///< over the time between frames
    LAGS_DELAYS,   ///< of the headings of pairs
    LAGS_MAP,      ///< of neighbors by bearing and distance
    LAGS_MOTION,   ///< of each agent since the frame before
} lags_kind;

/// A table that needs several frames of a file.
typedef struct lags_job {
    lags_kind kind;
    const char *path; ///< to write, "-" for standard output
    size_t most;      ///< lags or delays; bins of distances of a map
    double reach;     ///< of a map
} lags_job;

/// Reads the frames of a file and writes the table as CSV. On failure writes a message to standard
/// error, and no table; but LAGS_MOTION writes its rows frame by frame. Returns the exit code.
int lags_run(const command *self, const covey_input_def *from, const lags_job *job);

#endif
