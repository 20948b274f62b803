// SPDX-License-Identifier: MIT
// The frames to draw, and their common bounds: the part of the space that is shown and the ends of
// the scales.
#ifndef COVEY_CLI_SURVEY_H
#define COVEY_CLI_SURVEY_H

#include "trajectory.h"

typedef struct frame_bounds {
    uint64_t first, last; ///< the frames that are wanted
    bool only_last;       ///< draw only the last frame of all
    bool has_walls;       ///< influences that push agents back into a box
    covey_vec walls[2];   ///< corners of a box around these
    // Results of frame_bounds_add().
    uint64_t seen; ///< frames, wanted or not
    uint64_t count;
    covey_space space;
    covey_vec low, high; ///< a box around all agents of all frames, and walls
    covey_vec half;      ///< half the sides of the largest such box of one frame
    double speed;        ///< highest
    double squares;      ///< sum of the squares of all forces
    double forces;       ///< number of these
    double times[2];     ///< of the first two
} frame_bounds;

/// Takes the walls of the world, NULL if there is none, for the frames that are added next.
void frame_bounds_walls(frame_bounds *self, const covey_world *world);

/// Adds the next frame to the bounds; frames that are not wanted are counted.
void frame_bounds_add(frame_bounds *self, const trajectory_frame *now);

/// True if the frame of this number is one to draw.
bool frame_bounds_wants(const frame_bounds *self, uint64_t number);

/// Finds the part of the space that is shown of a frame, from corner to corner: the world, if it
/// has an end; else a box around all agents of all frames and the walls; else, if these fly far, a
/// box of constant size that follows them.
void frame_bounds_window(const frame_bounds *self, const trajectory_frame *now,
                         covey_vec corners[2]);

/// Return the end of the scale of speeds, and a force of usual size, as round numbers; 0 if there
/// is none.
double frame_bounds_top_speed(const frame_bounds *self);
double frame_bounds_force(const frame_bounds *self);

/// Returns the number of decimals that times need.
int frame_bounds_digits(const frame_bounds *self);

#endif
