// SPDX-License-Identifier: MIT
// Places of agents in the frames before, for trails and changes of velocity.
#ifndef COVEY_VIEW_TRAILS_H
#define COVEY_VIEW_TRAILS_H

#include "view/frame.h"

typedef struct trails {
    covey_trail *of[COVEY_MAX_FLOCKS];
    covey_vec *changes[COVEY_MAX_FLOCKS]; ///< of velocity, L/T²
    size_t known[COVEY_MAX_FLOCKS];       ///< agents whose change is known
    size_t room[COVEY_MAX_FLOCKS];
    size_t length;
    uint64_t step; ///< of the frame before this one
    double time;   ///< its time, T
    bool has_step;
} trails;

/// Takes a new frame. `length` frames are kept; with `changes`, those since the frame before are
/// found. Without memory there are no trails.
void trails_add(trails *self, const frame *now, size_t length, bool changes);
void trails_clear(trails *self);

#endif
