// SPDX-License-Identifier: MIT
// Solid influences on the way of an agent: which one it touches first.
#ifndef COVEY_CORE_TOUCH_H
#define COVEY_CORE_TOUCH_H

#include "core/flock.h"
#include "core/influence.h"

/// The space and the influences that an agent may meet on its way.
typedef struct covey_path {
    const covey_space *space;
    const covey_influence_list *influences;
    int flock;
    double dt;    ///< the length of the step, T
    double grain; ///< share of a coordinate that rounding stays far below
    bool solid;   ///< anything is solid for that flock
    bool swept;   ///< solids that have moved push agents, see core/sweep.h
} covey_path;

/// Those of a flock in the step at hand.
covey_path covey_touch_path(const covey_world *world, const covey_flock *flock);

/// A solid influence and the distance `reach` from its outline at which it keeps an agent.
typedef struct covey_thing {
    const covey_path *path;
    const covey_shape *shape;
    double reach;
} covey_thing;

typedef struct covey_touch {
    double share; ///< of the way; 2: nothing is touched
    double margin;
    double hollow; ///< radius of the room of which it is the wall; 0 for other solids
    covey_vec away;
} covey_touch;

/// The largest coordinate of a place, without its sign.
double covey_touch_size(covey_vec v);

/// The box around a way from p.
covey_boxtree_box covey_touch_box(covey_vec p, covey_vec way);

covey_thing covey_touch_thing(const covey_path *path, const covey_influence_item *item,
                              double body);

/// A length above the rounding errors of positions up to `size` from the origin, past an image.
double covey_touch_margin(const covey_thing *solid, covey_vec image, double size);

/// The first image of a thing that is touched between p and p + way, if that is before *first.
void covey_touch_find(const covey_thing *solid, covey_vec p, covey_vec way, covey_touch *first);

/// The first touch of a body on its way from p.
covey_touch covey_touch_of(const covey_path *path, covey_vec p, covey_vec way, double body);

#endif
