// SPDX-License-Identifier: MIT
// Rows of tables about groups: how a group moves as one, where agents are in it, and how they
// accelerate by where a neighbor stands.
#ifndef COVEY_CLI_GROUP_TABLES_H
#define COVEY_CLI_GROUP_TABLES_H

#include <covey/forces.h>
#include <covey/measure.h>

#include <stdio.h>

/// A frame of a group with places inside the space, and the frame before, NULL where there is none.
typedef struct group_frames {
    const char *set;
    const covey_view *before, *now;
    double time, elapsed;
} group_frames;

/// Writes a row of the group: its agents, center, mean velocity, and the mean acceleration and the
/// turn of the agents that are in both frames.
covey_status group_tables_put_center(FILE *to, const group_frames *frames, covey_error *error);

/// Writes a row for each agent: its place before and beside the center. COVEY_MEMORY.
covey_status group_tables_put_places(FILE *to, const group_frames *frames, covey_error *error);

/// Writes a row for each bin in which a neighbor was.
void group_tables_put_forces(FILE *to, const covey_forces *forces, const char *set);

#endif
