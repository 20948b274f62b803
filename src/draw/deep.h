// SPDX-License-Identifier: MIT
// What the layers of a picture of three dimensions share: corners of boxes, and lines that end
// before the eye and at the faces of the space.
#ifndef COVEY_DRAW_DEEP_H
#define COVEY_DRAW_DEEP_H

#include "covey/draw.h"

/// The corner number `k`, 0 to 7, of a box: bit 0 of k takes x from `high`, bit 1 y, bit 2 z.
covey_vec covey_deep_corner(covey_vec low, covey_vec high, int k);

/// Shortens a line to the part of it in a box; false if there is none.
bool covey_deep_clip(covey_vec low, covey_vec high, covey_vec ends[2]);

/// The part of a line before the eye, on the page; false if there is none.
bool covey_deep_line(const covey_camera *camera, covey_vec a, covey_vec b, covey_point ends[2]);

#endif
