// SPDX-License-Identifier: MIT
// The background: paper, lattices, the rim of the world, obstacles, walls and goals.
#include "draw/context.h"

/// Lines along one axis at multiples of `step` from `low` to `high`.
typedef struct comb {
    int axis;
    double step, low, high;
} comb;

static void draw_comb(covey_draw_context *context, const comb *self, covey_color color)
{
    const covey_camera *camera = &context->picture->camera;
    const covey_box *box = &context->box;
    double first = ceil(self->low / self->step), last = floor(self->high / self->step);
    if (!(last - first <= 4096.0 && first > -0x1p52 && last < 0x1p52))
        return;
    for (int k = 0; k <= (int)(last - first); k++) {
        double at = (first + k) * self->step;
        covey_point p = covey_camera_point(camera, (covey_vec){at, at, 0.0});
        float left = (float)box->x, right = (float)(box->x + box->width);
        float top = (float)box->y, bottom = (float)(box->y + box->height);
        covey_segment line = self->axis == 0 ? (covey_segment){{p.x, top}, {p.x, bottom}, color}
                                             : (covey_segment){{left, p.y}, {right, p.y}, color};
        covey_painter_segment(&context->painter, &line);
    }
}

/// Lines over all that is seen, unless they would be less than 4 units apart.
static void draw_lattice(covey_draw_context *context, double step, covey_color color)
{
    const covey_camera *camera = &context->picture->camera;
    const covey_box *box = &context->box;
    if (!(step * camera->scale >= 4.0 * context->picture->unit))
        return;
    covey_vec low = covey_camera_place(camera, box->x, box->y + box->height);
    covey_vec high = covey_camera_place(camera, box->x + box->width, box->y);
    context->painter.width = context->picture->unit;
    draw_comb(context, &(comb){0, step, low.x, high.x}, color);
    draw_comb(context, &(comb){1, step, low.y, high.y}, color);
    covey_painter_flush(&context->painter);
}

/// The outline of a rectangle of the plane.
static void draw_rectangle(covey_draw_context *context, covey_vec low, covey_vec high,
                           covey_role role)
{
    const covey_camera *camera = &context->picture->camera;
    covey_color color = covey_context_role(context, role);
    covey_point a = covey_camera_point(camera, low), b = covey_camera_point(camera, high);
    covey_painter_segment(&context->painter, &(covey_segment){a, {b.x, a.y}, color});
    covey_painter_segment(&context->painter, &(covey_segment){{b.x, a.y}, b, color});
    covey_painter_segment(&context->painter, &(covey_segment){b, {a.x, b.y}, color});
    covey_painter_segment(&context->painter, &(covey_segment){{a.x, b.y}, a, color});
    covey_painter_flush(&context->painter);
}

// ---- Marks ----

covey_vec covey_mark_point(const covey_picture_mark *mark, size_t k)
{
    if (mark->points[0] == NULL && mark->triangles_count > 0)
        return (covey_vec){mark->own[0][k & 1], mark->own[1][k >> 1 & 1], mark->own[2][k >> 2 & 1]};
    if (mark->points[0] == NULL)
        return (covey_vec){mark->own[0][k], mark->own[1][k], mark->own[2][k]};
    return covey_vec_at(mark->points, k);
}

double covey_mark_reach(const covey_picture_mark *mark)
{
    double reach = 0.0;
    for (size_t k = 1; k < mark->count; k++)
        reach = fmax(reach, covey_vec_length(covey_vec_sub(covey_mark_point(mark, k),
                                                           covey_mark_point(mark, 0))));
    return reach + mark->radius;
}

enum { CORNERS = 256 };

/// A filled polygon moved by `shift`; the first corners of one that has more than fit.
static void fill(covey_draw_context *context, const covey_picture_mark *mark, covey_vec shift)
{
    covey_point corners[CORNERS];
    size_t count = mark->count < CORNERS ? mark->count : CORNERS;
    for (size_t k = 0; k < count; k++)
        corners[k] = covey_camera_point(&context->picture->camera,
                                        covey_vec_add(covey_mark_point(mark, k), shift));
    const covey_canvas *canvas = context->canvas;
    canvas->polygon(canvas->context, corners, count,
                    covey_context_role(context, COVEY_ROLE_OBSTACLE));
}

/// The outline of a solid moved by `shift`, as wide as its rim: lines with round ends, or a disc.
static void outline(covey_draw_context *context, const covey_picture_mark *mark, covey_vec shift)
{
    const covey_camera *camera = &context->picture->camera;
    covey_color color = covey_context_role(context, COVEY_ROLE_OBSTACLE);
    double rim = fmax(mark->radius * camera->scale, 0.5 * context->picture->unit);
    for (size_t k = 0; k < mark->count; k++) {
        covey_point a = covey_camera_point(camera, covey_vec_add(covey_mark_point(mark, k), shift));
        size_t next = (k + 1) % mark->count;
        covey_point b =
            covey_camera_point(camera, covey_vec_add(covey_mark_point(mark, next), shift));
        if (mark->count == 1)
            covey_painter_disc(&context->painter, &(covey_disc){a.x, a.y, (float)rim, color});
        else
            covey_painter_segment(&context->painter, &(covey_segment){a, b, color});
    }
    context->painter.width = mark->count == 1 ? 0.0 : 2.0 * rim;
    covey_painter_flush(&context->painter);
}

static void draw_solid(covey_draw_context *context, const covey_picture_mark *mark)
{
    covey_vec copies[COVEY_DRAW_COPIES], first = covey_mark_point(mark, 0);
    int count = covey_context_copies(context, first, covey_mark_reach(mark), copies);
    for (int k = 0; k < count; k++) {
        covey_vec shift = covey_vec_sub(copies[k], first);
        if (mark->count >= 3)
            fill(context, mark, shift);
        outline(context, mark, shift);
    }
}

/// A ring as far as a place reaches, with a cross in it; of a room the ring alone, which is its
/// wall.
static void draw_ring(covey_draw_context *context, const covey_picture_mark *mark)
{
    const covey_camera *camera = &context->picture->camera;
    const bool room = mark->kind == COVEY_MARK_ROOM;
    covey_color color = covey_context_role(context, room ? COVEY_ROLE_OBSTACLE : COVEY_ROLE_MUTED);
    covey_vec copies[COVEY_DRAW_COPIES];
    float arm = (float)(5.0 * context->picture->unit);
    context->painter.width = (room ? 2.0 : 1.5) * context->picture->unit;
    int count = covey_context_copies(context, covey_mark_point(mark, 0), mark->radius, copies);
    for (int k = 0; k < count; k++) {
        covey_point p = covey_camera_point(camera, copies[k]);
        if (!room) {
            covey_painter_segment(&context->painter,
                                  &(covey_segment){{p.x - arm, p.y}, {p.x + arm, p.y}, color});
            covey_painter_segment(&context->painter,
                                  &(covey_segment){{p.x, p.y - arm}, {p.x, p.y + arm}, color});
        }
        if (mark->radius > 0.0)
            covey_painter_disc(
                &context->painter,
                &(covey_disc){p.x, p.y, (float)(mark->radius * camera->scale), color});
    }
    covey_painter_flush(&context->painter);
}

void covey_background_draw(covey_draw_context *context)
{
    const covey_picture *picture = context->picture;
    const covey_canvas *canvas = context->canvas;
    const covey_space *space = &picture->space;
    canvas->clear(canvas->context, covey_context_role(context, COVEY_ROLE_PAPER));
    canvas->clip(canvas->context, &context->box);
    if (context->is_deep) {
        covey_ground_draw(context);
        covey_marks_draw(context);
        return;
    }
    covey_color faint = covey_context_role(context, COVEY_ROLE_FAINT);
    if (space->kind == COVEY_SPACE_OPEN) // the lattice shows that the camera moves
        draw_lattice(context,
                     covey_round_number(picture->camera.area.width / picture->camera.scale / 6),
                     faint);
    if (picture->grid > 0.0)
        draw_lattice(context, picture->grid,
                     covey_context_fade(covey_context_role(context, COVEY_ROLE_MUTED), 0.4));
    for (size_t k = 0; k < picture->marks_count; k++) {
        const covey_picture_mark *mark = &picture->marks[k];
        context->painter.width = 2.0 * picture->unit;
        if (mark->kind == COVEY_MARK_SOLID)
            draw_solid(context, mark);
        else if (mark->kind == COVEY_MARK_PLACE || mark->kind == COVEY_MARK_ROOM)
            draw_ring(context, mark);
        else if (mark->kind == COVEY_MARK_PATH)
            covey_path_draw(context, mark);
        else if (mark->kind == COVEY_MARK_BOX)
            draw_rectangle(context, covey_mark_point(mark, 0), covey_mark_point(mark, 1),
                           COVEY_ROLE_OBSTACLE);
    }
    // A torus has no walls: its rim is a thin line.
    context->painter.width = (space->kind == COVEY_SPACE_TORUS ? 1.0 : 2.0) * picture->unit;
    if (space->kind != COVEY_SPACE_OPEN)
        draw_rectangle(context, (covey_vec){0, 0, 0.0},
                       (covey_vec){space->size[0], space->size[1], 0.0}, COVEY_ROLE_MUTED);
}
