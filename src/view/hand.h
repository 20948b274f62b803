// SPDX-License-Identifier: MIT
// The hand on a viewer: what held keys and the mouse do as time goes by.
#ifndef COVEY_VIEW_HAND_H
#define COVEY_VIEW_HAND_H

#include "view/viewer.h"

/// Gives the world the orders of what is held: a pointer, a steered agent, a part of an influence;
/// in three dimensions the arrow keys move the view.
void hand_act(viewer *self, double seconds);

#endif
