// SPDX-License-Identifier: MIT
// Drawing by arrays: items drawn one by one go to the canvas some thousand at a time.
#ifndef COVEY_DRAW_PAINTER_H
#define COVEY_DRAW_PAINTER_H

#include "covey/draw.h"

enum { COVEY_PAINTER_ROOM = 1024 };

typedef struct covey_painter {
    const covey_canvas *canvas;
    double length; ///< of darts
    double width;  ///< of rings and segments; 0: discs are filled
    size_t darts_count, discs_count, segments_count, triangles_count;
    covey_dart darts[COVEY_PAINTER_ROOM];
    covey_disc discs[COVEY_PAINTER_ROOM];
    covey_segment segments[COVEY_PAINTER_ROOM];
    covey_triangle triangles[COVEY_PAINTER_ROOM];
} covey_painter;

/// Sends the collected items; to be called between things that cover each other, before length
/// or width change, and at the end.
void covey_painter_flush(covey_painter *painter);

void covey_painter_dart(covey_painter *painter, const covey_dart *dart);
void covey_painter_disc(covey_painter *painter, const covey_disc *disc);
void covey_painter_segment(covey_painter *painter, const covey_segment *segment);
void covey_painter_triangle(covey_painter *painter, const covey_triangle *triangle);

#endif
