// SPDX-License-Identifier: MIT
// Events of a step, for programs that react to them: agents that entered or left a region, bounced
// off a wall or obstacle, appeared elsewhere, were caught. Worlds that no program asked for events
// look for none.
//
// Events depend on the states before and after a step alone: they are the same on any number of
// threads, and again when a restored world takes the step again. They come in the order of flocks,
// ids and kinds.
#ifndef COVEY_EVENTS_H
#define COVEY_EVENTS_H

#include "covey/query.h"

#ifdef __cplusplus
extern "C" {
#endif

#define COVEY_MAX_WATCHES 64 ///< of a world at a time

typedef enum covey_event_kind {
    COVEY_EVENT_ENTERED,    ///< it was outside a watched region before the step, and is inside
    COVEY_EVENT_LEFT,       ///< it was inside, and is outside
    COVEY_EVENT_BOUNCED,    ///< a wall of the space or a solid influence turned its velocity
    COVEY_EVENT_REAPPEARED, ///< it left a respawn space and is at another place
    COVEY_EVENT_CAUGHT,     ///< an agent of another flock caught it
    COVEY_EVENT_PUSHED,     ///< a solid influence that was moved pushed it
    COVEY_EVENT_SQUEEZED,   ///< until there was no room in front: it is at the nearest room
} covey_event_kind;

typedef struct covey_event {
    covey_event_kind kind;
    int flock;     ///< the number of the agent's flock at the step
    covey_id id;   ///< of the agent, which may be gone since
    int watch;     ///< the number of the region that it entered or left; -1: another kind
    int by_flock;  ///< of the agent that caught it; -1: another kind
    covey_id by;   ///< its id; COVEY_NO_AGENT
    int influence; ///< the handle of the first solid that pushed it; -1: another kind
} covey_event;

/// The events of the last step. Valid until the next call that takes the world non-const.
typedef struct covey_events {
    size_t count;
    const covey_event *list;
    uint64_t lost; ///< events of that step for which there was no memory
} covey_events;

typedef enum covey_watch_kind {
    COVEY_WATCH_BOX,
    COVEY_WATCH_BALL,
    COVEY_WATCH_RIM,
} covey_watch_kind;

/// A region that is watched. On a torus boxes and balls lie across its seams, as in covey/query.h.
typedef struct covey_watch {
    covey_watch_kind kind;
    int flock;      ///< whose agents are watched; COVEY_ALL_FLOCKS
    covey_vec low;  ///< of a box, which includes its sides, L; of a ball: its center
    covey_vec high; ///< of a box, L
    double radius;  ///< of a ball, which includes its surface, L; of a rim: its width
    int influence;  ///< of a rim: the handle of the solid influence that it lies around
} covey_watch;

/// Regions for all flocks: a box; a ball; and the rim of a solid influence, the places from where
/// an agent's body is nearer than `width` (L, above 0) to it.
COVEY_API covey_watch covey_watch_box(covey_vec low, covey_vec high);
COVEY_API covey_watch covey_watch_ball(covey_vec center, double radius);
COVEY_API covey_watch covey_watch_rim(int influence, double width);

/// Takes memory for `capacity` events of one step, instead of that before, and reports events
/// from the next step on; with 0, gives it back, forgets all watches and reports none. Steps
/// allocate nothing: further events of a step are lost, and counted. COVEY_ARG for more than 2^30,
/// COVEY_MEMORY, and all as before then.
COVEY_API covey_status covey_world_events_take(covey_world *world, size_t capacity,
                                               covey_error *error);

/// The events of the last step that was taken; none after a step that failed.
COVEY_API covey_events covey_world_events(const covey_world *world);

/// Watches a region. *watch becomes its number, which is not given again. Both states of a step are
/// compared with the region as it is at the step, so moving a region, or the influence of a rim,
/// between steps reports no agents. COVEY_ARG for a world without memory for events, an unknown
/// flock or solid influence, numbers that are not finite, a radius below 0, a width not above 0, a
/// box with low above high on an axis, or too many watches.
COVEY_API covey_status covey_world_watch(covey_world *world, const covey_watch *region, int *watch,
                                         covey_error *error);

/// Moves or changes a region that is watched. COVEY_ARG as above, or for an unknown number.
COVEY_API covey_status covey_world_watch_set(covey_world *world, int watch,
                                             const covey_watch *region, covey_error *error);

/// Watches a region no more. COVEY_ARG for an unknown number. A watch of a flock that is removed
/// ends by itself; the rim of a removed influence holds no agent.
COVEY_API covey_status covey_world_unwatch(covey_world *world, int watch, covey_error *error);

#ifdef __cplusplus
}
#endif
#endif
