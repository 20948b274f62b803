// SPDX-License-Identifier: MIT
// Velocities without the mean velocity of the flock.
#ifndef COVEY_MEASURES_VELOCITY_FLUCTUATIONS_H
#define COVEY_MEASURES_VELOCITY_FLUCTUATIONS_H

#include "covey/world.h"

/// The agents whose velocities are known, `u` being v - mean of all v. All are scaled by the same
/// power of two, which correlations do not show, so that no product leaves the range of numbers.
typedef struct covey_velocity_fluctuations {
    size_t count;
    covey_vec *pos, *u; ///< room for as many as the view has, of the caller
} covey_velocity_fluctuations;

/// Fills them in, in the order of covey_view_order(), or that of the view for NULL. False if there
/// are fewer than two, or if all velocities are the same.
bool covey_velocity_fluctuations_find(const covey_view *view, const uint32_t *order,
                                      covey_velocity_fluctuations *found);

#endif
