// SPDX-License-Identifier: MIT
// Finds the influences that are near a block of agents, and the ones near the way of each of them.
// Agents of a block stand together and most influences are elsewhere, so agents skip most of them.
// Skipping an influence changes no bit: its contribution to the agent is exactly zero, and it does
// not stop it. For steps, in which the bounds of influences are ready.
#ifndef COVEY_CORE_NEAR_H
#define COVEY_CORE_NEAR_H

#include "core/collide.h"

enum { COVEY_NEARBY = 32 };

/// Some influences that may be near a few agents, and images of them on a torus: each has a box and
/// a ball that it lies in, in columns, in the order in which they act.
typedef struct covey_nearby {
    size_t count;                ///< behind them are empty boxes, up to a multiple of 8
    uint32_t item[COVEY_NEARBY]; ///< index of the influence; images of one stand side by side
    double low[COVEY_AXES][COVEY_NEARBY], high[COVEY_AXES][COVEY_NEARBY];
    double center[COVEY_AXES][COVEY_NEARBY], radius[COVEY_NEARBY];
} covey_nearby;

/// Straight ways of the agents of a block.
typedef struct covey_sweep {
    size_t count;
    int axes;
    double by; ///< all ways are so wide: bodies, and a margin for rounding
    const double *from[COVEY_AXES];
    double way[COVEY_AXES][COVEY_BLOCK];
} covey_sweep;

/// Takes an agent and influences that may meet its way, by index and in the order in which they
/// act; images of one stand side by side. At most COVEY_NEARBY at a time.
typedef void covey_near_visit(void *context, size_t k, const uint32_t *item, size_t count);

/// Ways along the headings of agents, as far as any influence is seen ahead.
void covey_near_look(const covey_path *path, const covey_block *agents, covey_sweep *ways);

/// Visits each agent and the influences that may act on it, in the order in which they act; an
/// agent that has many is visited several times.
void covey_near_fields(const covey_path *path, const covey_sweep *ways, covey_near_visit *visit,
                       void *context);

/// Sets held[k] to 1 for each agent of a block that may be inside a solid or touch one on its way
/// to its position in `to`. Solids have no effect on the other agents that end inside the space,
/// and none of these ends inside a solid.
void covey_near_hold(const covey_path *path, const covey_block *from, const covey_moves *to,
                     double held[COVEY_BLOCK]);

#endif
