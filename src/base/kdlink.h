// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_KDLINK_H
#define COVEY_BASE_KDLINK_H

#include "base/kdtree.h"

/// Who is linked to whom through pairs at distance <= radius, however many there are between.
/// Writes for every point the number of its group to group[index], tree->count of them, and returns
/// the number of groups. Groups count from 0 in an order of no meaning. `work` has room for
/// covey_kdlink_room(tree->count) numbers.
size_t covey_kdlink_groups(const covey_kdtree *tree, double radius, uint32_t *group,
                           uint32_t *work);
size_t covey_kdlink_room(size_t count);

#endif
