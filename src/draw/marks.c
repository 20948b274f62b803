// SPDX-License-Identifier: MIT
// Obstacles, walls and goals of three dimensions. Balls and capsules have light and shade, as they
// stand among the agents; all others are lines behind them.
#include "draw/context.h"

enum { FEWEST = 5, MOST = 24 }; // tones

/// A ball as it is seen: in perspective a little larger than its own circle. False within it.
static bool look_at_ball(const covey_camera *camera, covey_vec center, double radius,
                         covey_sight *sight, double *px)
{
    bool seen = covey_camera_look(camera, center, sight);
    double away = camera->eye + sight->depth;
    *px = radius * sight->scale;
    if (camera->eye > 0.0 && away > radius)
        *px *= away / sqrt(away * away - radius * radius);
    return seen && (camera->eye == 0.0 || away > radius);
}

/// The tones of an item, so many that none is a ring of its own.
static int tones_of(const covey_draw_context *context, double px)
{
    double tones = px / (3.0 * context->picture->unit);
    return tones > (double)FEWEST ? (int)fmin(tones, MOST) : FEWEST;
}

/// From the shaded rim, share 0, to the light.
static covey_color tone_of(covey_color color, double share)
{
    return covey_context_lit(color, 0.72 + 0.58 * share);
}

/// Discs within each other, which move toward the light.
static void draw_ball(covey_draw_context *context, const covey_sight *sight, double px,
                      covey_color color)
{
    context->painter.width = 0.0;
    int tones = tones_of(context, px);
    for (int k = 0; k < tones; k++) {
        double share = (double)k / tones, move = 0.42 * px * share;
        covey_painter_disc(&context->painter,
                           &(covey_disc){sight->point.x - (float)(0.6 * move),
                                         sight->point.y - (float)(0.8 * move),
                                         (float)(px * (1.0 - share)), tone_of(color, share)});
        covey_painter_flush(&context->painter);
    }
}

/// Lines with round ends within each other.
static void draw_capsule(covey_draw_context *context, const covey_sight ends[2], const double px[2],
                         covey_color color)
{
    double rim = 0.5 * (px[0] + px[1]);
    int tones = tones_of(context, rim);
    for (int k = 0; k < tones; k++) {
        double share = (double)k / tones;
        float x = (float)(-0.25 * rim * share), y = (float)(-0.34 * rim * share);
        covey_point a = ends[0].point, b = ends[1].point;
        context->painter.width = 2.0 * rim * (1.0 - share);
        covey_painter_segment(
            &context->painter,
            &(covey_segment){{a.x + x, a.y + y}, {b.x + x, b.y + y}, tone_of(color, share)});
        covey_painter_flush(&context->painter);
    }
}

void covey_mark_draw_solid(covey_draw_context *context, const covey_picture_mark *mark,
                           covey_vec shift)
{
    const covey_camera *camera = &context->picture->camera;
    covey_sight ends[2];
    double px[2], least = 1.5 * context->picture->unit;
    bool seen = true;
    for (size_t k = 0; k < 2; k++) {
        covey_vec at = covey_vec_add(covey_mark_point(mark, k % mark->count), shift);
        seen = look_at_ball(camera, at, mark->radius, &ends[k], &px[k]) && seen;
        px[k] = fmax(px[k], least);
    }
    if (!seen)
        return;
    covey_color color = covey_context_role(context, COVEY_ROLE_OBSTACLE);
    color = covey_context_haze(context, color, 0.5 * (ends[0].depth + ends[1].depth));
    if (mark->count == 1)
        draw_ball(context, &ends[0], px[0], color);
    else
        draw_capsule(context, ends, px, color);
}

// ---- Lines ----

static void draw_edges(covey_draw_context *context, const covey_picture_mark *mark)
{
    covey_vec low = covey_mark_point(mark, 0), high = covey_mark_point(mark, 1);
    covey_color color = covey_context_role(context, COVEY_ROLE_OBSTACLE);
    for (int k = 0; k < 8; k++)
        for (int axis = 1; axis < 8; axis *= 2)
            if ((k & axis) == 0)
                covey_context_span(context, covey_deep_corner(low, high, k),
                                   covey_deep_corner(low, high, k | axis), color);
}

static void draw_face(covey_draw_context *context, const covey_picture_mark *mark)
{
    covey_color color = covey_context_role(context, COVEY_ROLE_OBSTACLE);
    for (size_t k = 0; k < mark->count; k++)
        covey_context_span(context, covey_mark_point(mark, k),
                           covey_mark_point(mark, (k + 1) % mark->count), color);
}

/// The circle as which the reach of a place is seen, with a cross of three lines in it; of a room
/// the circle alone.
static void draw_ring(covey_draw_context *context, const covey_picture_mark *mark)
{
    const bool room = mark->kind == COVEY_MARK_ROOM;
    covey_color color = covey_context_role(context, room ? COVEY_ROLE_OBSTACLE : COVEY_ROLE_MUTED);
    covey_vec at = covey_mark_point(mark, 0);
    covey_sight sight;
    double px;
    if (!look_at_ball(&context->picture->camera, at, mark->radius, &sight, &px))
        return;
    double arm = 6.0 * context->picture->unit / sight.scale;
    const covey_vec arms[] = {{arm, 0, 0}, {0, arm, 0}, {0, 0, arm}};
    for (int k = 0; k < 3 && !room; k++)
        covey_context_span(context, covey_vec_sub(at, arms[k]), covey_vec_add(at, arms[k]), color);
    color = covey_context_haze(context, color, sight.depth);
    if (mark->radius > 0.0)
        covey_painter_disc(&context->painter,
                           &(covey_disc){sight.point.x, sight.point.y, (float)px, color});
}

void covey_marks_draw(covey_draw_context *context)
{
    const covey_picture *picture = context->picture;
    for (size_t k = 0; k < picture->marks_count; k++) {
        const covey_picture_mark *mark = &picture->marks[k];
        context->painter.width = 1.5 * picture->unit;
        if (mark->kind == COVEY_MARK_BOX)
            draw_edges(context, mark);
        else if (mark->kind == COVEY_MARK_PLACE || mark->kind == COVEY_MARK_ROOM)
            draw_ring(context, mark);
        else if (mark->kind == COVEY_MARK_PATH)
            covey_path_draw(context, mark);
        else if (mark->kind == COVEY_MARK_PLANE)
            covey_plane_draw(context, mark);
        else if (mark->count >= 3 && mark->triangles_count == 0)
            draw_face(context, mark);
        covey_painter_flush(&context->painter);
    }
}
