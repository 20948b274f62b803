// SPDX-License-Identifier: MIT
// The events of a step: where they are kept, and how they are found.
#ifndef COVEY_CORE_EVENTS_H
#define COVEY_CORE_EVENTS_H

#include "base/memory.h"
#include "core/flock.h"
#include "covey/events.h"

/// The marks of an agent in the step at hand are the bits of core/collide.h.

/// A watched region. A box on a torus has its corners folded, and lies across the seam of
/// an axis where low is above high.
typedef struct covey_watched {
    int number; ///< -1: the place is free
    covey_watch region;
} covey_watched;

/// The events of a world, and its watches.
typedef struct covey_event_log {
    covey_event *list;
    size_t count, capacity;
    uint64_t lost;
    int next; ///< the number that the next watch gets
    covey_watched watch[COVEY_MAX_WATCHES];
} covey_event_log;

/// Takes memory for the marks of a flock of a world that reports events. COVEY_MEMORY.
covey_status covey_events_take_marks(covey_world *world, covey_flock *flock);

/// Gives the memory of the log back. NULL is fine.
void covey_events_destroy(covey_memory *memory, covey_event_log *log);

/// Before a step: there are no events. Nothing happens in a world that reports none.
void covey_events_begin(covey_world *world);

/// Adds an event, in any order, during a step; not from several threads at a time. For rules that
/// take agents out of the world before covey_events_find(). Nothing happens as above.
void covey_events_add(covey_world *world, const covey_event *event);

/// After a step: finds the events of all agents, and brings all into order. Nothing happens as
/// above.
void covey_events_find(covey_world *world);

/// A flock is gone, and the flocks behind it have the number before theirs.
void covey_events_drop_flock(covey_world *world, int gone);

/// The flocks of a world are to be those of another one: watches of a flock stay with the flock of
/// its name, or end.
void covey_events_follow_flocks(covey_world *world, const covey_world *to);

/// Makes a region one that is compared with places. COVEY_ARG.
covey_status covey_watch_settle(const covey_world *world, covey_watch *region, covey_error *error);

/// True if an agent with a body of that radius is in the region at a place of the world.
bool covey_watch_holds(const covey_world *world, const covey_watch *region, covey_vec place,
                       double body);

#endif
