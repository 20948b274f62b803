// SPDX-License-Identifier: MIT
// Facts about the prey of a flock as a whole, for models that herd it.
#ifndef COVEY_CORE_HERD_H
#define COVEY_CORE_HERD_H

#include "core/world.h"

/// Finds the herds of the flocks whose models want them, once all agents are sorted.
void covey_herd_find(covey_world *world);

#endif
