// SPDX-License-Identifier: MIT
// The force of each rule on the selected agent, as arrows.
#ifndef COVEY_VIEW_RULES_H
#define COVEY_VIEW_RULES_H

#include "view/viewer.h"

/// Draws the arrows over a picture of the viewer.
void rules_draw(const viewer *of, const covey_picture *picture, const covey_canvas *canvas);

#endif
