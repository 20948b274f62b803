// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_INFLUENCE_H
#define COVEY_CORE_INFLUENCE_H

#include "core/bounds.h"
#include "core/field.h"
#include "core/params.h"
#include "covey/world.h"
#include "geometry/shape.h"

/// How a solid has moved since the last step.
typedef struct covey_swept {
    bool is;
    covey_vec way;  ///< of its middle, L
    double turn;    ///< rad, in the plane; 0: it has moved straight
    covey_vec pole; ///< about which it has turned
} covey_swept;

/// An influence at work: a kind with its parameters and outline.
struct covey_influence_item {
    const covey_influence *kind;
    covey_params params;
    covey_shape *shape;      ///< NULL without points
    covey_field_copy *field; ///< NULL without a grid
    int flock;               ///< the only flock that it acts on, or -1
    uint32_t layers;         ///< see covey_influence_def; at least one
    uint64_t flocks;         ///< a bit for each flock that it acts on
    int handle;              ///< of it alone, also when it is gone
    uint64_t since;          ///< steps that the world had taken when it came
    covey_swept swept;       ///< core/moved.h
    bool wide;               ///< its boxes are of its move in the last step
};

/// All influences of a world, in the order in which they act.
struct covey_influence_list {
    covey_influence_item *item;
    size_t count, capacity;
    int next;   ///< the handle that the next one gets; INT_MAX: there is none left
    bool swept; ///< some solid has moved since the last step
    bool wide;  ///< some item is `wide`
    covey_bounds bounds;
};

/// True if the item acts on the flock of that number.
static inline bool covey_influence_reaches(const covey_influence_item *item, int flock)
{
    return (item->flocks >> flock & 1U) != 0;
}

/// True if it is solid for the flock of that number.
static inline bool covey_influence_stops(const covey_influence_item *item, int flock)
{
    return item->kind->solid != NULL && covey_influence_reaches(item, flock);
}

_Static_assert(COVEY_MAX_FLOCKS <= 64, "a word has a bit for each flock");

/// Finds the flocks on which influences act, before a flock of that mask comes and after one has
/// gone.
void covey_influence_relate(covey_world *world, uint32_t coming);

/// covey_world_influence_add(), for a world that has been entered.
covey_status covey_influence_make(covey_world *world, const covey_influence_def *def, int *handle,
                                  covey_error *error);

/// The influence of a handle; NULL if there is none, and `error` says so, with COVEY_ARG.
covey_influence_item *covey_influence_by_handle(const covey_world *world, int handle,
                                                covey_error *error);

/// Lets moves of an influence before the next step be jumps, as if it came there.
void covey_influence_jump(covey_world *world, int handle);

/// Brings the last one to an index; the influences from there on move up by one.
void covey_influence_bring(covey_influence_list *list, size_t index);

/// Removes the one at an index.
void covey_influence_drop(covey_memory *memory, covey_influence_list *list, size_t index);

/// Removes all of them.
void covey_influence_clear(covey_memory *memory, covey_influence_list *list);

/// True if a solid item has p, with a body of that radius, inside.
bool covey_influence_contains(const covey_influence_item *item, covey_vec p, double body);

/// True if the item is solid for the flock and has p, with a body of that radius, inside.
bool covey_influence_has(const covey_influence_item *item, int flock, covey_vec p, double body);

/// True if something that is solid for the flock has p, with a body of that radius, inside.
bool covey_influence_holds(const covey_influence_list *list, int flock, covey_vec p, double body);

/// True if anything is solid for the flock.
bool covey_influence_is_solid(const covey_influence_list *list, int flock);

#endif
