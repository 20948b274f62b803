// SPDX-License-Identifier: MIT
// Trees of boxes around the influences of a world: which of them may act near a place, in the order
// in which they act. Every search finds too much rather than too little, so a step has the bits of
// one that asks all influences.
#ifndef COVEY_CORE_BOUNDS_H
#define COVEY_CORE_BOUNDS_H

#include "base/boxtree.h"
#include "core/chart.h"
#include "covey/covey.h"

typedef struct covey_influence_item covey_influence_item;
typedef struct covey_influence_list covey_influence_list;

/// A ball around all that agents cannot enter of an influence, with a margin for rounding.
typedef struct covey_bounds_ball {
    double center[COVEY_AXES], radius;
} covey_bounds_ball;

/// A box and a ball that an influence acts in.
typedef struct covey_bounds_part {
    covey_boxtree_box box;
    covey_bounds_ball ball;
} covey_bounds_part;

/// An influence that acts on one agent alone.
typedef struct covey_bounds_named {
    covey_id id;
    uint32_t item; ///< its index
} covey_bounds_named;

/// Boxes of influences by their index: in `solids` around the part that agents cannot enter, in
/// `fields` around all places within the reach of an influence that acts by its reach.
typedef struct covey_bounds {
    bool ready;               ///< else influences have changed, and searches find all of them
    size_t moved;             ///< boxes, since the trees were built
    size_t fitted;            ///< of these, when the trees were last fitted
    const covey_space *space; ///< of the world
    covey_boxtree solids, fields;
    covey_bounds_ball *ball;   ///< of each influence; infinite where it is not solid
    uint32_t *always;          ///< influences that act everywhere
    covey_bounds_named *named; ///< influences for one agent each, by agent and in their order
    size_t named_count;
    bool named_ready; ///< else agents of these have changed
    size_t always_count, room;
    double sight;                 ///< the longest that any looks ahead
    bool solid[COVEY_MAX_FLOCKS]; ///< anything is solid for that flock
    covey_chart chart;            ///< not if `ready` is false
} covey_bounds;

/// Takes memory for `room` influences in so many dimensions. False without memory.
bool covey_bounds_reserve(covey_memory *memory, size_t room, int axes, covey_bounds *bounds);
void covey_bounds_destroy(covey_memory *memory, covey_bounds *bounds);

/// True if an influence of that kind acts on agents that are about to touch it, and on no others.
bool covey_bounds_looks_ahead(const covey_influence *kind);

/// True if an influence acts on agents at all places.
bool covey_bounds_acts_everywhere(const covey_influence_item *item);

/// True if an influence acts on one agent alone, which it names: searches for places find none.
bool covey_bounds_names_agent(const covey_influence *kind);

/// The first of `named` that is of this agent, or of one behind it.
const covey_bounds_named *covey_bounds_find_named(const covey_bounds *bounds, covey_id id);

/// Makes the trees of a world ready, where they are not. Takes no memory.
void covey_bounds_settle(covey_world *world);

/// Notes that an influence of the world has other points or parameters.
void covey_bounds_change(covey_world *world, size_t index);

/// Returns the margin to add to a box before a search for shapes within the distance `by` of it. A
/// share of the coordinates, far above the margins of collide.c, keeps rounding from losing one.
double covey_bounds_slack(const covey_space *space, const covey_boxtree_box *box, double by);
covey_boxtree_box covey_bounds_widen(const covey_space *space, const covey_boxtree_box *box,
                                     double by);

/// Returns the part that agents cannot enter of the influence at an index, or with `fields` the
/// part where it acts on agents by its reach; infinite if it acts everywhere.
covey_bounds_part covey_bounds_part_of(const covey_influence_list *list, size_t index, bool fields);

/// A search for influences, in the order in which they act.
typedef struct covey_among {
    const covey_influence_list *list;
    covey_boxtree_box box;
    bool fields; ///< influences that act by their reach as well, in `span`
    covey_boxtree_box span;
    bool plain;  ///< finds all of them
    size_t next; ///< of a plain search; else among those found
    covey_finds found;
} covey_among;

/// Begins a search for solids from an index on that a body of that radius may touch in the box.
void covey_among_solids(const covey_influence_list *list, const covey_boxtree_box *box, double body,
                        size_t from, covey_among *self);

/// Begins a search for all influences that may act: on agents in `span`, or if they are looked at
/// ahead, those that meet the box `rays`. Both boxes are wide enough for rounding already.
void covey_among_fields(const covey_influence_list *list, const covey_boxtree_box *span,
                        const covey_boxtree_box *rays, covey_among *self);

/// The index of the next influence, or -1.
ptrdiff_t covey_among_next(covey_among *self);

/// The first and last number of sizes, on each axis, by which an image of a box may lie further
/// than the box and meet another one; 0 where there are no images.
typedef struct covey_turns_range {
    int low[COVEY_AXES], high[COVEY_AXES];
} covey_turns_range;
covey_turns_range covey_bounds_turns(const covey_space *space, const covey_boxtree_box *box,
                                     const covey_boxtree_box *other);

/// The box or the ball of an influence, that many sizes further: those of an image.
covey_boxtree_box covey_bounds_turned(const covey_space *space, const covey_boxtree_box *box,
                                      const int turn[COVEY_AXES]);
covey_bounds_ball covey_bounds_turned_ball(const covey_space *space, const covey_bounds_ball *ball,
                                           const int turn[COVEY_AXES]);

#endif
