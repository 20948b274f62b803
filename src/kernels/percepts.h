// SPDX-License-Identifier: MIT
// Percepts in columns of any length: of a block of agents, or of a whole flock.
#ifndef COVEY_KERNELS_PERCEPTS_H
#define COVEY_KERNELS_PERCEPTS_H

#include "covey/model.h"

/// The columns of a covey_percept in memory of the caller: percepts of many agents in one zone, one
/// after the other. offset[2] and carried[2] may be NULL in the plane. Each column may be anywhere
/// and is aligned as a double is.
typedef struct covey_percept_columns {
    double *count;
    double *offset[COVEY_AXES];
    double *carried[COVEY_AXES];
    double *weight_sum;
} covey_percept_columns;

/// The columns of a block.
static inline covey_percept_columns covey_percept_columns_of(covey_percepts *zone)
{
    covey_percept_columns columns = {zone->count,
                                     {zone->offset[0], zone->offset[1], zone->offset[2]},
                                     {zone->carried[0], zone->carried[1], zone->carried[2]},
                                     zone->weight_sum};
    return columns;
}

static inline covey_percept covey_percept_columns_at(const covey_percept_columns *zone, size_t k)
{
    covey_percept percept = {zone->count[k],
                             {zone->offset[0][k], zone->offset[1][k],
                              zone->offset[2] != NULL ? zone->offset[2][k] : 0.0},
                             {zone->carried[0][k], zone->carried[1][k],
                              zone->carried[2] != NULL ? zone->carried[2][k] : 0.0},
                             zone->weight_sum[k]};
    return percept;
}

static inline void covey_percept_columns_put(const covey_percept_columns *zone, size_t k,
                                             covey_percept percept)
{
    zone->count[k] = percept.count;
    zone->offset[0][k] = percept.offset.x;
    zone->offset[1][k] = percept.offset.y;
    zone->carried[0][k] = percept.carried.x;
    zone->carried[1][k] = percept.carried.y;
    if (zone->offset[2] != NULL) {
        zone->offset[2][k] = percept.offset.z;
        zone->carried[2][k] = percept.carried.z;
    }
    zone->weight_sum[k] = percept.weight_sum;
}

#endif
