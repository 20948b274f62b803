// SPDX-License-Identifier: MIT
// What the library's groups of measures share while those of one frame are taken.
#ifndef COVEY_MEASURES_GROUP_H
#define COVEY_MEASURES_GROUP_H

#include "base/kdtree.h"
#include "base/memory.h"
#include "covey/measure.h"

typedef struct covey_measure_shared {
    covey_memory memory;
    covey_kdtree tree; ///< of all agents, once asked for
} covey_measure_shared;

/// The tree of all agents, built when first asked for; NULL without memory.
const covey_kdtree *covey_measure_tree(covey_measure_work *work);

#endif
