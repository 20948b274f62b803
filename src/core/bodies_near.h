// SPDX-License-Identifier: MIT
// Hard bodies that touch: the bodies of a sweep, their order in rows, and the pushes on each one.
#ifndef COVEY_CORE_BODIES_NEAR_H
#define COVEY_CORE_BODIES_NEAR_H

#include "core/world.h"

#define COVEY_BODIES_HEAP 2.0  ///< an overlap that says that a body is in a heap
#define COVEY_BODIES_THICK 1.5 ///< one that says that a body is in a thick crowd
#define COVEY_BODIES_DEEP                                                                          \
    16                      ///< so many whose centers are nearer than half of the radii make a heap
#define COVEY_BODIES_SOME 4 ///< and so many a thick crowd
#define COVEY_BODIES_NEAR 24 ///< places in lists for each body; some of a share take more

/// An agent with a hard body.
struct covey_body {
    covey_vec pos;
    double x; ///< pos.x, which is the order along a row
    int32_t layer, row;
    covey_id id;
    uint32_t index;
    uint32_t flock;
};

/// The list of a body: where it begins among the places of its share, and the position at which it
/// was made.
struct covey_body_list {
    covey_vec made;
    uint32_t begin, count;
};

/// A way that an agent is pushed.
struct covey_push {
    covey_vec way;
    uint32_t contacts;
};

/// Rows along an axis: `count` of them go round a torus, 0: they do not.
typedef struct covey_bodies_rows {
    double height;
    int32_t count;
} covey_bodies_rows;

/// The overlap that stands for a body with so many deep contacts, 0: its overlaps do.
static inline double covey_bodies_near_worst(size_t deep)
{
    if (deep < COVEY_BODIES_SOME)
        return 0.0;
    return deep < COVEY_BODIES_DEEP ? COVEY_BODIES_THICK : COVEY_BODIES_HEAP;
}

/// Whether lists hold all bodies that may touch.
typedef enum covey_bodies_lists {
    COVEY_BODIES_LISTS_WANTED,
    COVEY_BODIES_LISTS_READY,
    COVEY_BODIES_LISTS_OLD, ///< some body has moved too far
    COVEY_BODIES_LISTS_OFF, ///< there is no room for them in this step
} covey_bodies_lists;

/// A sweep at work.
typedef struct covey_bodies_sweep {
    covey_world *world;
    struct covey_body *list;
    struct covey_push *push;
    size_t count;
    const size_t *own;                     ///< of each flock; NULL: all agents are owned
    size_t first[COVEY_MAX_FLOCKS];        ///< place of a flock in world->bodies.start
    double radius[COVEY_MAX_FLOCKS];       ///< of a body, unless agents have their own
    const double *radii[COVEY_MAX_FLOCKS]; ///< of agents by index; NULL: all have the same
    uint64_t meets[COVEY_MAX_FLOCKS];      ///< a bit for each flock whose bodies touch those of one
    double largest;                        ///< radius
    double reach;                          ///< slightly above that of the largest pair
    double margin;                         ///< of lists
    covey_bodies_rows layers, rows;
    bool free[COVEY_MAX_FLOCKS];  ///< bodies of the flock meet nothing on their way
    bool plain[COVEY_MAX_FLOCKS]; ///< a place that they are pushed to stays as it is, moreover
    covey_bodies_lists lists;
    double *
        worst; ///< of each share: the largest overlap by the sum of the radii, or COVEY_BODIES_HEAP
    bool *exceeded; ///< of each share: its lists have no room, or are too old
} covey_bodies_sweep;

/// True if the body belongs to another part of the world.
static inline bool is_ghost(const covey_bodies_sweep *self, const struct covey_body *body)
{
    return self->own != NULL && body->index >= self->own[body->flock];
}

static inline double covey_bodies_near_radius(const covey_bodies_sweep *self,
                                              const struct covey_body *body)
{
    const double *own = self->radii[body->flock];
    return own == NULL ? self->radius[body->flock] : own[body->index];
}

/// True if two bodies may touch, by the layers of their flocks.
static inline bool covey_bodies_near_meet(const covey_bodies_sweep *self,
                                          const struct covey_body *one,
                                          const struct covey_body *other)
{
    return (self->meets[one->flock] >> other->flock & 1U) != 0;
}

/// Where a listed body is, by the columns. They are ahead of the list and of the flocks as long as
/// bodies move by lists.
static inline covey_vec covey_bodies_near_at(const covey_bodies *bodies, size_t k)
{
    return (covey_vec){bodies->at[0][k], bodies->at[1][k], bodies->at[2][k]};
}

static inline void covey_bodies_near_note(const covey_bodies *bodies, size_t k, covey_vec pos)
{
    bodies->at[0][k] = pos.x;
    bodies->at[1][k] = pos.y;
    bodies->at[2][k] = pos.z;
}

/// The rows of an axis for bodies that touch within `reach`.
covey_bodies_rows covey_bodies_near_rows(const covey_space *space, int axis, double reach);

/// Brings a body to a place.
void covey_bodies_near_put(const covey_bodies_sweep *self, struct covey_body *body, covey_vec pos);

/// True if a body stands before another one: in the order of layer, row, x, flock and id.
bool covey_bodies_near_is_before(const struct covey_body *a, const struct covey_body *b);

/// Sorts bodies; `spare` has as much room.
void covey_bodies_near_sort(struct covey_body *list, struct covey_body *spare, size_t count);

// ---- For a share of the bodies, in the order of rows; the context is the sweep ----

/// Finds pushes along the rows.
covey_work covey_bodies_near_push;

/// Lists the bodies near each one. Notes shares without room.
covey_work covey_bodies_near_list;

/// Sums the pushes of the bodies in the list of the one at place k. Raises *worst to the largest
/// overlap. Returns how many have centers nearer than half of the radii.
size_t covey_bodies_near_sum(const covey_bodies_sweep *self, size_t k, double *worst);

#endif
