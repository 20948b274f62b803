// SPDX-License-Identifier: MIT
// The order in which the agents of a world sense, decide and move in a step.
//
//     together      all sense and decide on the state that the step before has left, then all move
//     in turn       one agent after another, flock by flock, by ascending id, each on the places
//                   and velocities of that moment: agents before it have moved
//     random        the same, with all flocks mixed, in an order that is drawn anew in each step
//                   from the seed, the step, the flocks and the ids alone
//     turn in turn  drawn like that, too, but others see the new velocity of an agent at once and
//                   its new place once all have turned
//
// An agent adds its neighbors up in the order in which they stood when the step began. Once all
// have moved a step ends as any other: with hard bodies, catches and events.
//
// Agents that move one after another are stepped by one thread and sensed by the reference kernels,
// whichever kernel is asked for. Zones of a radius look around an agent as far as the longest move
// of the step requires. All agents are looked at where a zone senses the nearest, where the space
// is a few radii wide, and from an agent on that moves by more than seven radii at once (in three
// dimensions by one), as one that comes back into the space elsewhere: a step then takes a time
// that grows with the square of their number. Hashes are the same on any number of threads.
#ifndef COVEY_ORDER_H
#define COVEY_ORDER_H

#include "covey/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum covey_order {
    COVEY_ORDER_TOGETHER,
    COVEY_ORDER_IN_TURN,
    COVEY_ORDER_RANDOM,
    COVEY_ORDER_TURN_IN_TURN,
} covey_order;

/// Their names as in scenarios ("together"), in the order of the numbers, up to a NULL. Static
/// strings.
COVEY_API const char *const *covey_order_names(void);

#ifdef __cplusplus
}
#endif
#endif
