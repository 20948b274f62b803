// SPDX-License-Identifier: MIT
// A small picture that was drawn once and is shown many times: the calls of a canvas, kept.
#ifndef COVEY_VIEW_SKETCH_H
#define COVEY_VIEW_SKETCH_H

#include <covey/draw.h>

/// One call, with its items of one kind behind the items of the calls before.
typedef struct sketch_call {
    enum {
        SKETCH_DARTS,
        SKETCH_DISCS,
        SKETCH_SEGMENTS,
        SKETCH_POLYGON,
        SKETCH_TRIANGLES,
        SKETCH_CLIP,  ///< to a box
        SKETCH_CLIPS, ///< no more
    } kind;
    size_t count;      ///< items; of a polygon its points
    double size;       ///< length of darts, width of rings and lines
    covey_color color; ///< of a polygon
    size_t at;         ///< first byte of the items
} sketch_call;

/// Starts all zero. Texts are left out.
typedef struct sketch {
    sketch_call *calls;
    size_t calls_count, calls_room;
    unsigned char *bytes;
    size_t size, room;
    covey_color paper;
    bool failed; ///< without memory; there are fewer calls then
} sketch;

void sketch_free(sketch *self);

/// A canvas that adds to the sketch, which is cleared first.
covey_canvas sketch_canvas(sketch *self);

/// Draws the sketch with its upper left corner at (x, y), px, and all lengths times `scale`.
/// False without memory.
bool sketch_draw(const sketch *self, double x, double y, double scale, const covey_canvas *to);

#endif
