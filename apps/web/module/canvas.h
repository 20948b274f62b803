// SPDX-License-Identifier: MIT
// A canvas that records its calls as a list of words of 32 bits, which JavaScript draws.
//
// Each call is a head of four words and a body: its kind, the words of the body, a number (float)
// and 0; then the body. Colors are r, g, b, a from the lowest byte on. Bodies and numbers:
//
//     1 clear      color
//     2 clip       x, y, width, height (float); none: all of the page
//     3 darts      x, y, dx, dy, color for each; the number is the length
//     4 discs      x, y, radius, color; the number is the width of rings, 0: filled
//     5 segments   ax, ay, bx, by, color; the number is the width
//     6 polygon    color, then the corners of triangles that fill it: x, y
//     7 label      x, y, size (float), color, anchor, strong, bytes of the text, and the text
//     8 triangles  ax, ay, bx, by, cx, cy, color
#ifndef WEB_CANVAS_H
#define WEB_CANVAS_H

#include <covey/draw.h>

typedef struct canvas {
    uint32_t *words;
    size_t count, room;
    size_t last; ///< where the last call begins
    bool failed; ///< without memory: the list ends early
} canvas;

void canvas_clear(canvas *self);
void canvas_free(canvas *self);

/// A canvas that appends to the list.
covey_canvas canvas_of(canvas *self);

#endif
