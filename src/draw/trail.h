// SPDX-License-Identifier: MIT
#ifndef COVEY_DRAW_TRAIL_H
#define COVEY_DRAW_TRAIL_H

#include "base/memory.h"
#include "covey/draw.h"

typedef struct covey_trail_agent {
    covey_id id;
    covey_vec pos, vel;
} covey_trail_agent;

typedef struct covey_trail_frame {
    covey_trail_agent *agents; ///< ascending by id
    size_t count, room;
    double elapsed; ///< since the frame before, T; 0: not known
} covey_trail_frame;

struct covey_trail {
    covey_memory memory;
    covey_trail_frame *frames; ///< a ring
    size_t length, count, oldest;
    double elapsed; ///< from the last frame to the next, T; 0: not known
};

/// The frame number `index`, from the oldest on, below trail->count.
const covey_trail_frame *covey_trail_frame_at(const covey_trail *trail, size_t index);

/// True if the agent was put elsewhere in a time `elapsed`: it cannot have flown there.
bool covey_trail_jumped(const covey_space *space, const covey_trail_agent *from,
                        const covey_trail_agent *to, double elapsed);

/// The agent of that id, or NULL.
const covey_trail_agent *covey_trail_find(const covey_trail_frame *frame, covey_id id);

#endif
