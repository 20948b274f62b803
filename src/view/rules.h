// SPDX-License-Identifier: MIT
// The force of each rule on the selected agent, or on all, as arrows.
#ifndef COVEY_VIEW_RULES_H
#define COVEY_VIEW_RULES_H

#include "view/viewer.h"

/// A scale: the force that has an arrow of 24 units, 0 where there is none yet, and its text for
/// the legend.
typedef struct rules_scale {
    double push;
    char text[64];
} rules_scale;

/// Follows the forces that are drawn. It stays while the longest arrow is of a fair length, so that
/// arrows of one step can be compared with the arrows of another. True if there are arrows.
bool rules_follow(rules_scale *self, const viewer *of);

/// Draws the arrows over a picture of the viewer.
void rules_draw(const viewer *of, const rules_scale *scale, const covey_picture *picture,
                const covey_canvas *canvas);

#endif
