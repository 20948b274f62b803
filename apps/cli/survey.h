// SPDX-License-Identifier: MIT
// Which frames are drawn, and their common bounds: the part of the plane that is seen,
// the ends of the scales.
#ifndef COVEY_CLI_SURVEY_H
#define COVEY_CLI_SURVEY_H

#include "moments.h"

typedef struct survey {
    uint64_t first, last; ///< the frames that are wanted
    bool only_last;       ///< instead, the last one that there is
    // Results of survey_add().
    uint64_t seen; ///< moments, wanted or not
    uint64_t count;
    covey_space space;
    covey_vec low, high; ///< a box around all agents of all frames
    covey_vec half;      ///< half the sides of the largest box around the agents of one frame
    double speed;        ///< highest
    double squares;      ///< sum of the squares of all forces
    double forces;       ///< number of these
    double times[2];     ///< of the first two
} survey;

/// Looks at the next moment, wanted or not.
void survey_add(survey *self, const moment *now);

/// True if the frame of this number is one to draw.
bool survey_wants(const survey *self, uint64_t number);

/// The part of the plane that is shown of a moment, from corner to corner: the world, if it has an
/// end; else a box around all agents of all frames; else, where these fly far, a box of one size
/// that goes with them.
void survey_window(const survey *self, const moment *now, covey_vec corners[2]);

/// The end of the scale of speeds, and a force of usual size, in round numbers. 0 if there is none.
double survey_top_speed(const survey *self);
double survey_force(const survey *self);

/// Decimals that times need.
int survey_digits(const survey *self);

#endif
