// SPDX-License-Identifier: MIT
// A sweep that grows: more seeds, values or random points. Numbers of runs follow from the plan
// alone, so that the runs that are there get other numbers, in one transaction.
#ifndef COVEY_SWEEP_GROW_H
#define COVEY_SWEEP_GROW_H

#include "sweep/plan.h"

/// Where the runs of one plan are in another one of the same keys.
typedef struct covey_sweep_moves {
    const covey_sweep_plan *from, *to;
    uint64_t *values[COVEY_SWEEP_VARIABLES]; ///< of the first key of each group, in a grid
    uint64_t *seeds;
} covey_sweep_moves;

/// Finds them. *all is true if each run of `from` is one of `to`; else the reason is in `error`,
/// and the moves are of no use. COVEY_MEMORY. The moves are to be freed in any case.
covey_status covey_sweep_moves_make(const covey_sweep_plan *from, const covey_sweep_plan *to,
                                    covey_sweep_moves *moves, bool *all, covey_error *error);
void covey_sweep_moves_free(covey_sweep_moves *moves);

/// The number in `to` of a run of `from`; UINT64_MAX for a number that `from` does not have.
uint64_t covey_sweep_moves_place(const covey_sweep_moves *moves, uint64_t number);

/// Adds the seeds, values and points of another plan of the same keys. Values that are all numbers
/// are in their order then, else the new ones stand behind. COVEY_ARG if keys or designs differ,
/// COVEY_MEMORY.
covey_status covey_sweep_plan_add(covey_sweep_plan *plan, const covey_sweep_plan *other,
                                  covey_error *error);

#endif
