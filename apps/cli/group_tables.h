// SPDX-License-Identifier: MIT
// Rows of tables about groups: how a group moves as one, where agents are in it, and how they
// accelerate by where a neighbor stands.
#ifndef COVEY_CLI_GROUP_TABLES_H
#define COVEY_CLI_GROUP_TABLES_H

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
void group_tables_put_center(FILE *to, const group_frames *frames);

/// Writes a row for each agent: its place before and beside the center, along the mean velocity.
void group_tables_put_places(FILE *to, const group_frames *frames);

/// Mean accelerations by bearing and distance of a neighbor, in the plane.
typedef struct group_forces {
    double reach;
    size_t rings;
    double (*bins)[3]; ///< sums of accelerations along and to the left of flight, and their number
    covey_id *ids;     ///< of the agents in the frame before that before, ascending
    size_t count;
} group_forces;

/// Takes room for the bins; false without memory. Frees with group_forces_free().
bool group_forces_init(group_forces *forces, double reach, size_t rings);
void group_forces_free(group_forces *forces);

/// Adds the accelerations from the frame before to this one, by the neighbors in the frame before.
/// The first velocity of a track that is made of its first two places, as is the second, shows no
/// acceleration and does not count. COVEY_INPUT for frames in three dimensions; COVEY_MEMORY.
covey_status group_forces_add(group_forces *forces, const group_frames *frames, covey_error *error);

/// Writes a row for each bin in which a neighbor was.
void group_forces_put(const group_forces *forces, FILE *to, const char *set);

#endif
