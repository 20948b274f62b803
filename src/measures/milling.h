// SPDX-License-Identifier: MIT
#ifndef COVEY_MEASURES_MILLING_H
#define COVEY_MEASURES_MILLING_H

#include "covey/world.h"

/// Returns the mean of r/|r| x v/|v| over the agents whose velocity is known, and their number; 0
/// where there are none. In the plane only z is not 0.
covey_vec covey_milling_rotation(const covey_view *view, size_t *known);

#endif
