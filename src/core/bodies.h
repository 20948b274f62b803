// SPDX-License-Identifier: MIT
// Hard bodies, which do not overlap once all agents have moved.
#ifndef COVEY_CORE_BODIES_H
#define COVEY_CORE_BODIES_H

#include "core/world.h"

/// Takes memory for the bodies of a flock that is being added, with the bodies that the world has.
/// COVEY_ARG for hard bodies without a size, COVEY_MEMORY.
covey_status covey_bodies_take(covey_world *world, covey_flock *flock, const covey_flock_def *def,
                               covey_error *error);
void covey_bodies_destroy(covey_world *world);

/// Pushes apart the agents with hard bodies that overlap.
void covey_bodies_step(covey_world *world);

// ---- For engines whose worlds have parts: these make a step of all parts ----
//
// Owned agents stand at the first `own[flock]` indices of each flock from covey_bodies_begin() to
// covey_bodies_end(), and do not change but by these calls. All parts repeat
// covey_bodies_find()      once the bodies of other parts in reach stand behind the owned ones
// covey_bodies_go_on()     decides from the largest result of all parts whether they are to move
// covey_bodies_move()

/// Makes the memory fit the room of the flocks. COVEY_MEMORY.
covey_status covey_bodies_make_room(covey_world *world);

/// The distance in which bodies may touch, L; 0: no flock has hard ones.
double covey_bodies_reach(const covey_world *world);

/// Notes where the owned bodies are.
void covey_bodies_begin(covey_world *world, const size_t own[COVEY_MAX_FLOCKS]);

/// Finds the pushes of the owned bodies. Returns the largest overlap by the sum of the radii, or
/// more than all overlaps for bodies in heaps.
double covey_bodies_find(covey_world *world, const size_t own[COVEY_MAX_FLOCKS]);

/// True if bodies are to move once more after `sweeps` moves.
bool covey_bodies_go_on(const covey_world *world, int sweeps, double worst);

/// True if some body is in a heap: the move that follows is the last one of the step.
bool covey_bodies_is_heap(double worst);

void covey_bodies_move(covey_world *world, const size_t own[COVEY_MAX_FLOCKS]);

/// Takes the velocity against their pushes from the owned bodies, after at least one move.
void covey_bodies_end(covey_world *world, const size_t own[COVEY_MAX_FLOCKS]);

#endif
