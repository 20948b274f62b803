// SPDX-License-Identifier: MIT
#ifndef COVEY_CLI_FRAME_TABLES_H
#define COVEY_CLI_FRAME_TABLES_H

#include "command.h"

#include <covey/format.h>

typedef enum frame_tables_kind {
    FRAME_TABLES_LAGS,   ///< over the time between frames
    FRAME_TABLES_DELAYS, ///< of the headings of pairs
    FRAME_TABLES_MAP,    ///< of neighbors by bearing and distance
    FRAME_TABLES_MOTION, ///< of each agent since the frame before
    FRAME_TABLES_CENTER, ///< of each set: its center, and how it moves as one
    FRAME_TABLES_PLACES, ///< of each agent in its set
    FRAME_TABLES_FORCES, ///< accelerations by bearing and distance of a neighbor
} frame_tables_kind;

/// A table that needs several frames of a file.
typedef struct frame_tables_job {
    frame_tables_kind kind;
    const char *path; ///< to write, "-" for standard output
    size_t most;      ///< lags or delays; bins of distances of a map
    double reach;     ///< of a map or forces
} frame_tables_job;

/// Reads the frames of a file and writes the table as CSV. On failure writes a message to standard
/// error, and no table; but those of single frames are written frame by frame. Returns the exit
/// code.
int frame_tables_run(const command *self, const covey_input_def *from, const frame_tables_job *job);

#endif
