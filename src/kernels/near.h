// SPDX-License-Identifier: MIT
#ifndef COVEY_KERNELS_NEAR_H
#define COVEY_KERNELS_NEAR_H

#include "kernels/kernels.h"

/// What covey_kdtree_find() finds for the query, by looking at whom the grid of sense->to has
/// around the place instead. Returns their number, and adds that of the distances computed; or
/// returns -1 where some may be further off than the grid sees, or too many would be looked at.
/// `guess` is about how far off the last hit may be, which saves time if it is right; 0 if there is
/// no telling. The ids of hits are not set.
int covey_kernels_near(const covey_sense *sense, const covey_kdtree_query *query, double guess,
                       covey_kdtree_hit *hits, uint64_t *candidates);

#endif
