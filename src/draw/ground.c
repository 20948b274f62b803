// SPDX-License-Identifier: MIT
// The ground of three dimensions: a lattice below all, on which agents throw shadows, and the edges
// of the space. Lines are cut in parts, each as pale as its distance asks for.
#include "draw/context.h"

#include <float.h>

enum { PARTS = 12, MOST_LINES = 256, MOST_SHADOWS = 2000 };

/// The part of the ground that is drawn: a rectangle, or around a middle where the space is open.
typedef struct ground {
    covey_vec low, high, middle;
    double radius; ///< L, where it has faded; 0: a rectangle
    double step;
} ground;

double covey_ground_level(const covey_draw_context *context)
{
    const covey_picture *picture = context->picture;
    return picture->space.kind == COVEY_SPACE_OPEN ? picture->camera.low.z : 0.0;
}

static ground ground_of(const covey_draw_context *context)
{
    const covey_picture *picture = context->picture;
    const covey_space *space = &picture->space;
    ground self = {.low = {0, 0, 0}, .high = {space->size[0], space->size[1], 0.0}};
    double level = covey_ground_level(context);
    if (space->kind == COVEY_SPACE_OPEN) {
        covey_vec low = picture->camera.low, high = picture->camera.high;
        double x = 0.5 * (high.x - low.x), y = 0.5 * (high.y - low.y);
        self.middle = (covey_vec){low.x + x, low.y + y, level};
        self.radius = 1.3 * sqrt(x * x + y * y);
        self.low = covey_vec_sub(self.middle, (covey_vec){self.radius, self.radius, 0.0});
        self.high = covey_vec_add(self.middle, (covey_vec){self.radius, self.radius, 0.0});
    }
    self.low.z = self.high.z = level;
    double wide = fmax(self.high.x - self.low.x, self.high.y - self.low.y);
    bool has_step = picture->grid > 0.0 && wide / picture->grid <= 100.0;
    self.step = has_step                            ? picture->grid
                : wide > 0.0 && wide / 6 <= DBL_MAX ? covey_round_number(wide / 6)
                                                    : 1.0;
    return self;
}

double covey_ground_step(const covey_draw_context *context)
{
    return ground_of(context).step;
}

/// Part of a line, paler the further from the middle.
static void draw_part(covey_draw_context *context, const ground *self, covey_vec a, covey_vec b,
                      covey_color color)
{
    double share = 1.0;
    if (self->radius > 0.0) {
        covey_vec middle = covey_vec_scale(covey_vec_add(a, b), 0.5);
        share = 1.0 - covey_vec_length(covey_vec_sub(middle, self->middle)) / self->radius;
        share = fmin(1.6 * share, 1.0);
    }
    if (share > 0.02)
        covey_context_span(context, a, b, covey_context_fade(color, share * color.a / 255.0));
}

/// The lines along one axis at multiples of the step.
static void draw_comb(covey_draw_context *context, const ground *self, bool along_y,
                      covey_color color)
{
    double from = along_y ? self->low.x : self->low.y, to = along_y ? self->high.x : self->high.y;
    double first = ceil(from / self->step), last = floor(to / self->step * (1.0 + 1e-12));
    if (!(last - first <= (double)MOST_LINES && first > -0x1p52 && last < 0x1p52))
        return;
    for (int k = 0; k <= (int)(last - first); k++) {
        double at = (first + k) * self->step;
        covey_vec a = along_y ? (covey_vec){at, self->low.y, self->low.z}
                              : (covey_vec){self->low.x, at, self->low.z};
        covey_vec b = along_y ? (covey_vec){at, self->high.y, self->low.z}
                              : (covey_vec){self->high.x, at, self->low.z};
        covey_vec way = covey_vec_scale(covey_vec_sub(b, a), 1.0 / (double)PARTS);
        for (int part = 0; part < PARTS; part++, a = covey_vec_add(a, way))
            draw_part(context, self, a, covey_vec_add(a, way), color);
    }
}

// ---- Shadows ----

/// The shadow of an agent below the light of noon: a dart on the ground.
static void draw_shadow(covey_draw_context *context, int flock, size_t i, covey_color color)
{
    const covey_view *view = &context->picture->flocks[flock].view;
    const covey_camera *camera = &context->picture->camera;
    double length = 0.8 * covey_context_dart(context, flock) / camera->scale;
    covey_vec at = covey_vec_at(view->pos, i), way = covey_context_ahead(view, i);
    at.z = covey_ground_level(context);
    covey_vec ahead = covey_vec_scale(covey_vec_unit(way), length);
    covey_vec left = covey_vec_unit((covey_vec){-way.y, way.x, 0.0});
    left = covey_vec_scale(covey_vec_is_zero(left) ? (covey_vec){1, 0, 0} : left, 0.3 * length);
    ahead.z = 0.0;
    covey_vec back = covey_vec_sub(at, covey_vec_scale(ahead, 0.4));
    const covey_vec corners[] = {covey_vec_add(at, covey_vec_scale(ahead, 0.6)),
                                 covey_vec_add(back, left), covey_vec_sub(back, left)};
    covey_sight sights[3];
    for (int k = 0; k < 3; k++)
        if (!covey_camera_look(camera, corners[k], &sights[k]))
            return;
    covey_painter_triangle(&context->painter,
                           &(covey_triangle){sights[0].point, sights[1].point, sights[2].point,
                                             covey_context_haze(context, color, sights[0].depth)});
}

/// So many that they would be a carpet have none; nor has a ground that is seen from below.
static void draw_shadows(covey_draw_context *context)
{
    const covey_picture *picture = context->picture;
    size_t count = 0;
    for (int k = 0; k < picture->flocks_count; k++)
        count += picture->flocks[k].view.count;
    if (count > MOST_SHADOWS || picture->camera.toward.z <= 0.0)
        return;
    covey_color color = covey_context_role(context, COVEY_ROLE_FAINT);
    for (int k = 0; k < picture->flocks_count; k++)
        for (size_t i = 0; i < picture->flocks[k].view.count; i++)
            draw_shadow(context, k, i, color);
    covey_painter_flush(&context->painter);
}

// ---- The edges of the space ----

/// True if the face of the space across an axis, the one at 0 or at its size, shows us its outside.
static bool is_front(const covey_draw_context *context, int axis, bool high)
{
    const covey_space *space = &context->picture->space;
    const covey_camera *camera = &context->picture->camera;
    const double toward[] = {camera->toward.x, camera->toward.y, camera->toward.z};
    const double center[] = {camera->center.x, camera->center.y, camera->center.z};
    if (camera->eye == 0.0)
        return high ? toward[axis] > 0.0 : toward[axis] < 0.0;
    double eye = center[axis] + camera->eye * toward[axis];
    return high ? eye > space->size[axis] : eye < 0.0;
}

/// Draws the edges that are before all, where both faces show their outside, or all others.
static void draw_edges(covey_draw_context *context, bool front, covey_color color)
{
    const covey_space *space = &context->picture->space;
    const covey_vec size = {space->size[0], space->size[1], space->size[2]};
    for (int k = 0; k < 8; k++)
        for (int axis = 0; axis < 3; axis++) {
            int one = (axis + 1) % 3, other = (axis + 2) % 3;
            bool is_before = is_front(context, one, (k >> one & 1) != 0) &&
                             is_front(context, other, (k >> other & 1) != 0);
            covey_vec a = covey_deep_corner((covey_vec){0, 0, 0}, size, k);
            covey_vec b = covey_deep_corner((covey_vec){0, 0, 0}, size, k | 1 << axis);
            covey_vec way = covey_vec_scale(covey_vec_sub(b, a), 1.0 / (double)PARTS);
            for (int part = 0; (k >> axis & 1) == 0 && is_before == front && part < PARTS;
                 part++, a = covey_vec_add(a, way))
                covey_context_span(context, a, covey_vec_add(a, way), color);
        }
    covey_painter_flush(&context->painter);
}

void covey_ground_draw(covey_draw_context *context)
{
    const covey_picture *picture = context->picture;
    ground self = ground_of(context);
    covey_color muted = covey_context_role(context, COVEY_ROLE_MUTED);
    context->painter.width = picture->unit;
    draw_comb(context, &self, true, covey_context_fade(muted, 0.4));
    draw_comb(context, &self, false, covey_context_fade(muted, 0.4));
    covey_painter_flush(&context->painter);
    draw_shadows(context);
    context->painter.width = 1.2 * picture->unit;
    if (picture->space.kind != COVEY_SPACE_OPEN)
        draw_edges(context, false, muted);
}

void covey_ground_draw_front(covey_draw_context *context)
{
    const covey_picture *picture = context->picture;
    context->painter.width = 1.2 * picture->unit;
    if (picture->space.kind != COVEY_SPACE_OPEN)
        draw_edges(context, true,
                   covey_context_fade(covey_context_role(context, COVEY_ROLE_MUTED), 0.5));
}
