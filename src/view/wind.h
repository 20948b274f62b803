// SPDX-License-Identifier: MIT
// The wind of a world as a field of arrows.
#ifndef COVEY_VIEW_WIND_H
#define COVEY_VIEW_WIND_H

#include "view/frame.h"

/// The sum of all winds that blow on every flock, in the measure of intents.
covey_vec wind_of(const frame *now);

/// Draws arrows on a lattice of the page, as long as the wind is strong; none without wind.
void wind_draw(const frame *now, const covey_picture *picture, const covey_canvas *canvas);

#endif
