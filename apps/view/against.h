// SPDX-License-Identifier: MIT
// The flock of a student's program beside the right one.
#ifndef COVEY_APPS_VIEW_AGAINST_H
#define COVEY_APPS_VIEW_AGAINST_H

#include "view/viewer.h"

/// The states that the program printed, behind that of the case.
typedef struct against {
    double *values; ///< x y vx vy of each agent, a state behind the other
    size_t agents;
    size_t states; ///< state k is the one after k steps
    uint64_t loaded;
    bool has_wrong;     ///< a number is wrong
    size_t step, agent; ///< of the first, from 0
    char sentence[160];
} against;

/// Reads what view_against_run() handed over, and begins at the first wrong number: before that
/// step, with its agent selected. COVEY_IO, COVEY_MEMORY, COVEY_INPUT for another flock.
covey_status against_open(against *self, const char *path, viewer *of, covey_error *error);
void against_close(against *self);

/// Draws that flock over the picture of the viewer that was just drawn.
void against_draw(const against *self, const viewer *of, const covey_canvas *canvas);

#endif
