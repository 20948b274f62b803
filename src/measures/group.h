// SPDX-License-Identifier: MIT
// Data that the groups of measures of the library share while one frame is measured.
#ifndef COVEY_MEASURES_GROUP_H
#define COVEY_MEASURES_GROUP_H

#include "base/kdtree.h"
#include "base/memory.h"
#include "covey/measure.h"

typedef struct covey_measure_shared {
    covey_memory memory;
    covey_kdtree tree; ///< of all agents, once asked for
} covey_measure_shared;

/// Returns the tree of all agents, which the first call builds; NULL without memory.
const covey_kdtree *covey_measure_tree(covey_measure_work *work);

#endif
