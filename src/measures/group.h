// SPDX-License-Identifier: MIT
// Groups of columns in a file of measures, each filled by one computation.
#ifndef COVEY_MEASURES_GROUP_H
#define COVEY_MEASURES_GROUP_H

#include "base/kdtree.h"
#include "base/memory.h"
#include "covey/measure.h"

/// State that groups share while the measures of one frame are taken.
typedef struct covey_measure_work {
    const covey_view *view;
    const covey_measure_def *def;
    covey_memory memory;
    covey_kdtree tree; ///< of all agents, once asked for
} covey_measure_work;

/// Columns, ending with one without name, and what fills them: values[k] for column k, left
/// NaN where it is undefined. The computation gives back what it takes and returns COVEY_OK or
/// COVEY_MEMORY.
typedef struct covey_measure_group {
    const covey_measure *columns;
    covey_status (*compute)(covey_measure_work *work, double *values);
} covey_measure_group;

/// The tree of all agents, built when first asked for; NULL without memory.
const covey_kdtree *covey_measure_tree(covey_measure_work *work);

#endif
