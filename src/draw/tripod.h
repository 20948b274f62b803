// SPDX-License-Identifier: MIT
#ifndef COVEY_DRAW_TRIPOD_H
#define COVEY_DRAW_TRIPOD_H

#include "draw/context.h"

enum { COVEY_TRIPOD_TEXT = 40, COVEY_TRIPOD_SQUARE = 26 }; // bytes; units that a square is wide

/// Draws the directions of the axes, unless the page is small.
void covey_tripod_draw(covey_draw_context *context);

/// Draws a square of the ground, whose lower left corner is `left`, and writes its width.
void covey_tripod_square(covey_draw_context *context, covey_point left,
                         char text[COVEY_TRIPOD_TEXT]);

#endif
