// SPDX-License-Identifier: MIT
// Agents that move one after another: their order, and how agents behind see agents before them.
//
// A step moves an agent from the state of its flock to the next state, as always. Here its numbers
// in the two are exchanged at once, so that agents behind it sense the state that it has made. Once
// all have moved they are exchanged back, and the step ends as any other.
#ifndef COVEY_CORE_QUEUE_H
#define COVEY_CORE_QUEUE_H

#include "core/world.h"

/// How far the turns of a step have come. The orders themselves are in scratch of the grids.
typedef struct covey_queue {
    covey_world *world;
    size_t taken[COVEY_MAX_FLOCKS]; ///< turns of each flock
} covey_queue;

/// Draws the orders of a step, once all flocks are sorted.
void covey_queue_begin(covey_world *world, covey_queue *queue);

/// The next agent: *flock becomes the number of its flock and *i its index. False if all have had
/// their turn.
bool covey_queue_next(covey_queue *queue, int *flock, size_t *i);

/// Lets the agents behind see how an agent has moved, or only how it has turned.
void covey_queue_show(const covey_queue *queue, int flock, size_t i);

/// Brings back the state as the step found it, with the agents that have moved in the next one.
void covey_queue_end(const covey_queue *queue);

#endif
