// SPDX-License-Identifier: MIT
// Percepts of one agent in the columns of its block.
#ifndef COVEY_CORE_PERCEPTS_H
#define COVEY_CORE_PERCEPTS_H

#include "covey/model.h"

static inline void covey_percepts_put(covey_percepts *zone, size_t k, covey_percept percept)
{
    zone->count[k] = percept.count;
    zone->offset[0][k] = percept.offset.x;
    zone->offset[1][k] = percept.offset.y;
    zone->carried[0][k] = percept.carried.x;
    zone->carried[1][k] = percept.carried.y;
    zone->weight_sum[k] = percept.weight_sum;
}

#endif
