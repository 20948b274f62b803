// SPDX-License-Identifier: MIT
// The agents of a rank in cells, to bound how far the nearest of them are and to find those within
// a circle. The cells only decide what is looked at.
#ifndef COVEY_DIST_OWNED_CELLS_H
#define COVEY_DIST_OWNED_CELLS_H

#include "dist/sight.h"
#include "geometry/state.h"

typedef struct covey_owned_cells {
    const covey_space *space;
    const covey_state *state;
    size_t count; ///< of the agents at the first indices of the state
    int dim;
    double low[COVEY_AXES], side[COVEY_AXES];   ///< of the first cell
    double least[COVEY_AXES], most[COVEY_AXES]; ///< coordinates of agents
    int64_t cells[COVEY_AXES];                  ///< along each axis
    uint32_t *start, *agent;                    ///< of each cell, and the end; of all cells
    size_t start_room, agent_room;
} covey_owned_cells;

/// Puts the first `count` agents of a state into cells. Agents far from most others share the cells
/// at the rim. False without memory.
bool covey_owned_cells_fill(covey_owned_cells *self, const covey_space *space,
                            const covey_state *state, size_t count);
void covey_owned_cells_free(covey_owned_cells *self);

/// A distance from a place within which at least k of the agents are that a sight surely sees, any
/// agents without one (NULL); or the radius, where that is less or there are fewer.
double covey_owned_cells_bound(const covey_owned_cells *self, covey_vec place, size_t k,
                               double radius, const covey_sight *sight);

/// Called with the index of an agent and the square of its distance.
typedef void covey_owned_cells_visit(void *context, size_t i, double square);

/// Visits each agent within a distance of a place, and some others, once.
void covey_owned_cells_look(const covey_owned_cells *self, covey_vec place, double radius,
                            covey_owned_cells_visit *visit, void *context);

#endif
