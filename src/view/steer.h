// SPDX-License-Identifier: MIT
// How hard the arrow keys push the agent that they steer: as it can turn by itself.
#ifndef COVEY_VIEW_STEER_H
#define COVEY_VIEW_STEER_H

#include "view/frame.h"

/// The size of a push ahead or to the side on agents of a flock, in the measure of their intents.
/// With a longest force it is that. Agents that turn toward a direction, by a rate of their motion,
/// get one straight to the side, which that bounds. All others are to fly a circle that is as wide
/// as the flock's reach.
double steer_push(const frame *now, int flock);

#endif
