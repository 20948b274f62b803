// SPDX-License-Identifier: MIT
// A recording: all frames of a file of tracks in memory, to be played forward and back.
#ifndef COVEY_VIEW_RECORDING_H
#define COVEY_VIEW_RECORDING_H

#include <covey/format.h>
#include <covey/measure.h>
#include <covey/world.h>

/// The agents of a set in a frame, ascending by id; velocities that the file lacks are NaN.
typedef struct recording_set {
    char name[COVEY_NAME_SIZE];
    covey_view view;
    covey_id *id;
    double *numbers; ///< positions, then velocities, axis by axis
} recording_set;

typedef struct recording_frame {
    double time; ///< T
    int count;   ///< sets
    recording_set *sets;
} recording_frame;

typedef struct recording {
    recording_frame *frames; ///< at least one
    size_t count, room;
    size_t numbers, most; ///< positions and velocities in all frames, and how many there may be
    int dim;
    covey_vec low, high; ///< L, of all agents in all frames
    double link;         ///< L, for clusters: that of the file's scenario; else twice the mean
                         ///< distance to the nearest agent at first
    char *scenario;      ///< that the file has; "": none
} recording;

/// Reads a whole file, missing velocities made up from places. `most` numbers at most, else
/// COVEY_INPUT. The caller owns *made; it is NULL on failure: as covey_input_open() and
/// covey_input_next().
covey_status recording_open(const covey_input_def *def, size_t most, recording **made,
                            covey_error *error);
void recording_close(recording *self); ///< NULL is fine

/// The corners of the box that all frames are seen in: the space, or all places and a little more.
void recording_box(const recording *self, covey_vec *low, covey_vec *high);

/// The fastest agent of a frame's first set, L/T; 1 if none moves.
double recording_top_speed(const recording *self, size_t frame);

#endif
