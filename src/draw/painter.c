// SPDX-License-Identifier: MIT
// Arrays of a fixed size, which are sent when they are full.
#include "draw/painter.h"

/// A canvas without triangles gets polygons.
static void send_triangles(const covey_painter *painter)
{
    const covey_canvas *canvas = painter->canvas;
    if (canvas->triangles != NULL) {
        canvas->triangles(canvas->context, painter->triangles, painter->triangles_count);
        return;
    }
    for (size_t k = 0; k < painter->triangles_count; k++) {
        const covey_triangle *one = &painter->triangles[k];
        canvas->polygon(canvas->context, (const covey_point[]){one->a, one->b, one->c}, 3,
                        one->color);
    }
}

void covey_painter_flush(covey_painter *painter)
{
    const covey_canvas *canvas = painter->canvas;
    if (painter->segments_count > 0)
        canvas->segments(canvas->context, painter->segments, painter->segments_count,
                         painter->width);
    if (painter->discs_count > 0)
        canvas->discs(canvas->context, painter->discs, painter->discs_count, painter->width);
    if (painter->darts_count > 0)
        canvas->darts(canvas->context, painter->darts, painter->darts_count, painter->length);
    if (painter->triangles_count > 0)
        send_triangles(painter);
    painter->segments_count = painter->discs_count = painter->darts_count = 0;
    painter->triangles_count = 0;
}

void covey_painter_dart(covey_painter *painter, const covey_dart *dart)
{
    if (painter->darts_count == COVEY_PAINTER_ROOM)
        covey_painter_flush(painter);
    painter->darts[painter->darts_count++] = *dart;
}

void covey_painter_disc(covey_painter *painter, const covey_disc *disc)
{
    if (painter->discs_count == COVEY_PAINTER_ROOM)
        covey_painter_flush(painter);
    painter->discs[painter->discs_count++] = *disc;
}

void covey_painter_segment(covey_painter *painter, const covey_segment *segment)
{
    if (painter->segments_count == COVEY_PAINTER_ROOM)
        covey_painter_flush(painter);
    painter->segments[painter->segments_count++] = *segment;
}

void covey_painter_triangle(covey_painter *painter, const covey_triangle *triangle)
{
    if (painter->triangles_count == COVEY_PAINTER_ROOM)
        covey_painter_flush(painter);
    painter->triangles[painter->triangles_count++] = *triangle;
}
