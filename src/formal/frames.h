// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMAL_FRAMES_H
#define COVEY_FORMAL_FRAMES_H

#include "base/writer.h"
#include "core/world.h"

/// Writes frames, agents in the order of their ids, on all threads of a world.
typedef struct covey_frames {
    size_t (*print)(char *text, double number);
    size_t count;    ///< of agents
    size_t pages;    ///< of text, side by side
    uint32_t *where; ///< index of each id
    struct covey_frames_page *page;
} covey_frames;

/// For `count` agents. COVEY_MEMORY.
covey_status covey_frames_create(covey_memory *memory, size_t count, covey_frames *frames);
void covey_frames_destroy(covey_memory *memory, covey_frames *frames);

/// Finds out where the agents of the world's first flock stand; `where` is right until the next
/// step.
void covey_frames_find(covey_frames *frames, covey_world *world);

/// Puts x y vx vy of every agent of the world's first flock, a line each.
void covey_frames_put(covey_frames *frames, covey_world *world, covey_writer *out);

#endif
