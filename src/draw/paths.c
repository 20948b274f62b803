// SPDX-License-Identifier: MIT
// Paths: lines through points, straight or as the curve that agents follow (E. Catmull, R. Rom, A
// class of local interpolating splines, 1974); and planes of three dimensions, as far as the box
// that is shown cuts them.
#include "base/sphere.h"
#include "draw/context.h"

enum { SPAN = 8, MOST_CORNERS = 12 }; // lines of a curve between two points; of a cut box

// ---- Paths ----

/// Point k, counted round a closed path. An open one goes on beyond its ends as it came.
static covey_vec knot(const covey_picture_mark *mark, ptrdiff_t k)
{
    ptrdiff_t count = (ptrdiff_t)mark->count, last = count - 1;
    if (mark->closed)
        return covey_mark_point(mark, (size_t)((k % count + count) % count));
    ptrdiff_t end = k < 0 ? 0 : last, inner = k < 0 ? 1 : last - 1;
    if (k < 0 || k > last)
        return covey_vec_sub(covey_vec_scale(covey_mark_point(mark, (size_t)end), 2.0),
                             covey_mark_point(mark, (size_t)inner));
    return covey_mark_point(mark, (size_t)k);
}

/// Corner k of the lines that are drawn.
static covey_vec corner(const covey_picture_mark *mark, size_t k)
{
    if (!mark->smooth)
        return knot(mark, (ptrdiff_t)k);
    ptrdiff_t at = (ptrdiff_t)(k / SPAN);
    double t = (double)(k % SPAN) / (double)SPAN;
    double wa = t * (t * (2.0 - t) - 1.0), wb = t * t * (3.0 * t - 5.0) + 2.0;
    double wc = t * (t * (4.0 - 3.0 * t) + 1.0), wd = t * t * (t - 1.0);
    covey_vec inner =
        covey_vec_add(covey_vec_scale(knot(mark, at), wb), covey_vec_scale(knot(mark, at + 1), wc));
    covey_vec outer = covey_vec_add(covey_vec_scale(knot(mark, at - 1), wa),
                                    covey_vec_scale(knot(mark, at + 2), wd));
    return covey_vec_scale(covey_vec_add(inner, outer), 0.5);
}

static void draw_lines(covey_draw_context *context, const covey_picture_mark *mark, double width,
                       covey_color color)
{
    size_t spans = mark->closed ? mark->count : mark->count - 1;
    size_t lines = spans * (mark->smooth ? SPAN : 1);
    covey_vec from = corner(mark, 0);
    context->painter.width = width;
    for (size_t k = 0; k < lines; k++) {
        covey_vec to = corner(mark, k + 1);
        covey_context_line(context, from, covey_vec_sub(to, from), color);
        from = to;
    }
    covey_painter_flush(&context->painter);
}

void covey_path_draw(covey_draw_context *context, const covey_picture_mark *mark)
{
    double unit = context->picture->unit;
    double wide = 2.0 * mark->radius * context->picture->camera.scale;
    if (mark->count < 2)
        return;
    if (!context->is_deep && wide > 3.0 * unit)
        draw_lines(context, mark, wide, covey_context_role(context, COVEY_ROLE_FAINT));
    draw_lines(context, mark, 1.5 * unit, covey_context_role(context, COVEY_ROLE_MUTED));
}

// ---- Planes ----

/// A plane: the surface that bodies rest on, and two directions in it.
typedef struct plane {
    covey_vec at, normal, right, up;
} plane;

static plane plane_of(const covey_picture_mark *mark)
{
    const covey_vec along_x = {1, 0, 0}, along_z = {0, 0, 1};
    plane self = {.at = covey_mark_point(mark, 0)};
    self.normal = covey_vec_unit(covey_vec_sub(covey_mark_point(mark, 1), self.at));
    self.at = covey_vec_add(self.at, covey_vec_scale(self.normal, mark->radius));
    self.right = covey_vec_unit(
        covey_sphere_cross(fabs(self.normal.z) < 0.9 ? along_z : along_x, self.normal));
    self.up = covey_sphere_cross(self.normal, self.right);
    return self;
}

/// Where the edges of the box that is shown go through the plane; at most MOST_CORNERS.
static int cut(const covey_camera *camera, const plane *by, covey_vec corners[MOST_CORNERS])
{
    int count = 0;
    for (int k = 0; k < 8; k++)
        for (int axis = 1; axis < 8; axis *= 2) {
            if ((k & axis) != 0)
                continue;
            covey_vec a = covey_deep_corner(camera->low, camera->high, k);
            covey_vec b = covey_deep_corner(camera->low, camera->high, k | axis);
            double from = covey_vec_dot(covey_vec_sub(a, by->at), by->normal);
            double to = covey_vec_dot(covey_vec_sub(b, by->at), by->normal);
            if ((from > 0.0) == (to > 0.0))
                continue;
            double share = from / (from - to);
            corners[count++] = covey_vec_add(a, covey_vec_scale(covey_vec_sub(b, a), share));
        }
    return count;
}

/// Brings corners into their order round the middle of all; few, so insertion does.
static void go_round(const plane *by, covey_vec corners[MOST_CORNERS], int count)
{
    covey_vec middle = {0, 0, 0};
    for (int k = 0; k < count; k++)
        middle = covey_vec_add(middle, covey_vec_scale(corners[k], 1.0 / count));
    double angles[MOST_CORNERS];
    for (int k = 0; k < count; k++) {
        covey_vec one = corners[k], way = covey_vec_sub(one, middle);
        double angle = covey_atan2(covey_vec_dot(way, by->up), covey_vec_dot(way, by->right));
        int place = k;
        for (; place > 0 && angles[place - 1] > angle; place--) {
            angles[place] = angles[place - 1];
            corners[place] = corners[place - 1];
        }
        angles[place] = angle;
        corners[place] = one;
    }
}

static void fill(covey_draw_context *context, const covey_vec *corners, int count)
{
    covey_point points[MOST_CORNERS];
    covey_sight sight;
    double depth = 0.0;
    for (int k = 0; k < count; k++) {
        if (!covey_camera_look(&context->picture->camera, corners[k], &sight))
            return;
        points[k] = sight.point;
        depth += sight.depth / count;
    }
    covey_color color = covey_context_role(context, COVEY_ROLE_OBSTACLE);
    color = covey_context_fade(covey_context_haze(context, color, depth), 0.35);
    context->canvas->polygon(context->canvas->context, points, (size_t)count, color);
}

void covey_plane_draw(covey_draw_context *context, const covey_picture_mark *mark)
{
    const plane by = plane_of(mark);
    covey_vec corners[MOST_CORNERS];
    int count = mark->count == 2 ? cut(&context->picture->camera, &by, corners) : 0;
    if (count < 3)
        return;
    go_round(&by, corners, count);
    fill(context, corners, count);
    for (int k = 0; k < count; k++)
        covey_context_span(context, corners[k], corners[(k + 1) % count],
                           covey_context_role(context, COVEY_ROLE_OBSTACLE));
}
