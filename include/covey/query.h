// SPDX-License-Identifier: MIT
// Questions about a world between two steps: which agents are near a place, in a box or on a ray,
// which places solids hold, which are in sight.
//
// Answers depend on the state alone: not on threads, kernels, the order of a view, or whether the
// world was made ready. Distances are covey_vec_length(covey_space_offset()), to the bit, and so
// lead across the seams of a torus; an agent at exactly the radius is within it. Agents come in the
// order that each function names, where numbers of flocks and then ids decide between equals.
//
// Each question looks at all agents, unless the world was made ready for questions, by
// covey_world_prepare(), and no agent has moved since. Then it looks at few of them.
//
// Threads: questions do not change a world and allocate nothing; several threads may ask at the
// same time. They are refused, with COVEY_ARG, while a call changes the world, which is in
// callbacks of that call, for a NULL pointer, and for coordinates that are not finite. Places
// outside a torus are folded into it; z is 0 in the plane.
#ifndef COVEY_QUERY_H
#define COVEY_QUERY_H

#include "covey/world.h"

#ifdef __cplusplus
extern "C" {
#endif

#define COVEY_ALL_FLOCKS (-1) ///< where a question takes the number of a flock
#define COVEY_NO_FLOCK (-2)

/// Makes questions fast until agents move by a step, by restoring or adopting, or where flocks come
/// and go. Other calls leave them fast: pushes, aims, traits, user data, parameters, influences,
/// events, calls that are refused; agents that are removed, up to half of a flock, and up to 512
/// that join it or are put elsewhere. (Influences that come or go make questions about
/// solids slow.) Takes memory the first time, about 60 bytes for each agent that a flock has room
/// for; later calls allocate nothing until a flock is added. No state changes, and no later step.
/// COVEY_MEMORY, and questions are as right, and slow.
COVEY_API covey_status covey_world_prepare(covey_world *world, covey_error *error);

/// An agent that was asked for.
typedef struct covey_neighbor {
    covey_id id;
    int flock;
    double distance; ///< from the center, L; 0 where there is none
    covey_vec pos;   ///< L, inside the space: covey_space_offset() leads there
} covey_neighbor;

/// Takes one agent after the other; returns false to get no more. May ask questions itself.
typedef bool covey_visit_agent(void *context, const covey_neighbor *agent);

/// Visits all agents of a flock, or of all, within `radius` (L, >= 0) of `center`, from the nearest
/// on.
COVEY_API covey_status covey_world_near(const covey_world *world, int flock, covey_vec center,
                                        double radius, covey_visit_agent *visit, void *context);

/// Writes the `k` agents nearest to `center` from the nearest on, or all if there are fewer, into
/// `nearest`, which has room for k. *count becomes their number, 0 on failure.
COVEY_API covey_status covey_world_nearest(const covey_world *world, int flock, covey_vec center,
                                           size_t k, covey_neighbor *nearest, size_t *count);

/// Visits all agents with low <= coordinate <= high on every axis, by flock and id. On a torus the
/// corners are folded into it first, and where `low` then is above `high`, the box lies across the
/// seam; an axis on which it is as long as the torus holds all. In the plane z is not looked at.
COVEY_API covey_status covey_world_in_box(const covey_world *world, int flock, covey_vec low,
                                          covey_vec high, covey_visit_agent *visit, void *context);

/// A ray from a place to another, past agents, which are balls, and solid influences. Start from
/// covey_ray_default().
typedef struct covey_ray {
    covey_vec from;
    covey_vec way; ///< to its end, L; on a torus at most its size on each axis
    double radius; ///< of the ball that flies along it, L, >= 0
    double body;   ///< radius of the agents, L; below 0: that of their flock
    int agents;    ///< the flock whose agents are hit, COVEY_ALL_FLOCKS or COVEY_NO_FLOCK
    int solids;    ///< the flock whose solids are hit: solids for all flocks and for this one; or
                   ///< COVEY_ALL_FLOCKS: every solid, COVEY_NO_FLOCK: none
} covey_ray;

/// A ray of no width from a place along a way, that meets all agents and all solids.
COVEY_API covey_ray covey_ray_default(covey_vec from, covey_vec way);

/// A touch of a ray: an agent or a solid influence.
typedef struct covey_hit {
    double share;  ///< of the way until the touch, 0 … 1; 0 where it touches from the start
    covey_vec pos; ///< the place of the ball then, inside the space, L
    int influence; ///< its handle; -1: an agent
    int flock;     ///< of the agent; -1 for an influence
    covey_id id;   ///< of the agent; COVEY_NO_AGENT for an influence
} covey_hit;

/// Takes one hit after the other; returns false to get no more. May ask questions itself.
typedef bool covey_visit_hit(void *context, const covey_hit *hit);

/// Finds the first that a ray touches: *found says whether there is any, and *hit which. Of equal
/// shares the influence comes first, in the order of handles.
COVEY_API covey_status covey_world_ray(const covey_world *world, const covey_ray *ray,
                                       covey_hit *hit, bool *found);

/// Visits all that a ray touches, each once, in the order of their shares.
COVEY_API covey_status covey_world_ray_all(const covey_world *world, const covey_ray *ray,
                                           covey_visit_hit *visit, void *context);

/// Finds the solid that holds a body (its radius in L, >= 0) at `place`: *influence becomes the
/// lowest handle of such solids, -1 if none does. `flock` says for which flock they are solid.
COVEY_API covey_status covey_world_inside(const covey_world *world, int flock, covey_vec place,
                                          double body, int *influence);

/// *sees becomes whether no solid stands on the shortest way from one place to another.
COVEY_API covey_status covey_world_sees(const covey_world *world, int flock, covey_vec from,
                                        covey_vec to, bool *sees);

#ifdef __cplusplus
}
#endif
#endif
