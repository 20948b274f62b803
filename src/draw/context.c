// SPDX-License-Identifier: MIT
// Sizes and colors of agents, and their copies at the seams of a torus.
#include "draw/context.h"

#include "base/math_trig.h"
#include "covey/model.h"

#include <float.h>

static void fill_table(covey_draw_context *context)
{
    covey_theme theme = context->picture->theme;
    bool is_ramp = context->picture->coloring == COVEY_COLORING_SPEED;
    for (int k = 0; k < COVEY_DRAW_COLORS; k++)
        context->table[k] =
            is_ramp ? covey_palette_ramp(theme, k / ((double)COVEY_DRAW_COLORS - 1.0))
                    : covey_palette_cycle(theme, COVEY_TURN * k / (double)COVEY_DRAW_COLORS);
}

/// The part of the area where the world is: less than all on a torus.
static covey_box world_box(const covey_picture *picture)
{
    const covey_camera *camera = &picture->camera;
    covey_box box = camera->area;
    if (covey_camera_is_deep(camera) || picture->space.kind != COVEY_SPACE_TORUS)
        return box;
    covey_point low = covey_camera_point(camera, (covey_vec){0, 0, 0.0});
    covey_point high = covey_camera_point(
        camera, (covey_vec){picture->space.size[0], picture->space.size[1], 0.0});
    double left = fmax(box.x, (double)low.x), right = fmin(box.x + box.width, (double)high.x);
    double top = fmax(box.y, (double)high.y), bottom = fmin(box.y + box.height, (double)low.y);
    return (covey_box){left, top, fmax(right - left, 0.0), fmax(bottom - top, 0.0)};
}

/// Haze goes from the nearest to the farthest point of what is shown, from wherever it is seen.
static void measure_depth(covey_draw_context *context)
{
    const covey_camera *camera = &context->picture->camera;
    covey_vec half = covey_vec_scale(covey_vec_sub(camera->high, camera->low), 0.5);
    covey_vec middle = covey_vec_sub(covey_vec_add(camera->low, half), camera->center);
    double flat = sqrt(fmax(1.0 - camera->toward.z * camera->toward.z, 0.0));
    double reach = sqrt(half.x * half.x + half.y * half.y) * flat + half.z * fabs(camera->toward.z);
    context->nearest = -covey_vec_dot(middle, camera->toward) - reach;
    context->farthest = context->nearest + 2.0 * reach;
}

covey_draw_context covey_context_of(const covey_picture *picture, const covey_canvas *canvas)
{
    covey_draw_context context = {.picture = picture, .canvas = canvas, .box = world_box(picture)};
    context.painter.canvas = canvas;
    fill_table(&context);
    size_t agents = 1;
    for (int k = 0; k < picture->flocks_count; k++)
        agents += picture->flocks[k].view.count;
    double spacing = sqrt(context.box.width * context.box.height / (double)agents);
    context.dart = fmin(fmax(0.5 * spacing, 3.0 * picture->unit), 14.0 * picture->unit);
    context.is_deep =
        covey_space_dim(&picture->space) == 3 && covey_camera_is_deep(&picture->camera);
    if (context.is_deep) { // solids show their heading only if they are larger than darts
        context.dart = fmin(fmax(0.6 * spacing, 3.5 * picture->unit), 20.0 * picture->unit);
        measure_depth(&context);
    }
    return context;
}

covey_color covey_context_role(const covey_draw_context *context, covey_role role)
{
    return covey_palette_role(context->picture->theme, role);
}

covey_color covey_context_fade(covey_color color, double alpha)
{
    color.a = (uint8_t)floor(255.0 * alpha + 0.5);
    return color;
}

static uint8_t mixed(uint8_t from, uint8_t to, double share)
{
    return (uint8_t)floor(from + (to - from) * share + 0.5);
}

static covey_color mix(covey_color from, covey_color to, double share)
{
    return (covey_color){mixed(from.r, to.r, share), mixed(from.g, to.g, share),
                         mixed(from.b, to.b, share), from.a};
}

covey_color covey_context_haze(const covey_draw_context *context, covey_color color, double depth)
{
    const double most = 0.6; // so that the farthest can still be seen
    double share = (depth - context->nearest) / (context->farthest - context->nearest);
    share = share > 0.0 ? fmin(share, 1.0) : 0.0;
    return mix(color, covey_context_role(context, COVEY_ROLE_PAPER), most * share);
}

covey_color covey_context_lit(covey_color color, double light)
{
    static const covey_color black = {0, 0, 0, 255}, white = {255, 255, 255, 255};
    return light < 1.0 ? mix(color, black, 1.0 - light) : mix(color, white, fmin(light - 1.0, 1.0));
}

/// A color by heading or speed; an undefined velocity has the color of unknown values.
covey_vec covey_context_ahead(const covey_view *view, size_t i)
{
    return covey_vec_at(view->heading[0] != NULL ? view->heading : view->vel, i);
}

static covey_color color_of_velocity(const covey_draw_context *context, covey_vec velocity)
{
    double speed = covey_vec_length(velocity), top = context->picture->top_speed;
    bool is_heading = context->picture->coloring == COVEY_COLORING_HEADING;
    if (!(speed <= DBL_MAX) || (is_heading && speed == 0.0))
        return covey_context_role(context, COVEY_ROLE_MUTED);
    double share = top > 0.0 ? fmin(speed / top, 1.0) : 0.0;
    int at = (int)(share * (COVEY_DRAW_COLORS - 1));
    if (is_heading)
        at = (int)floor(
            covey_atan2(velocity.y, velocity.x) / COVEY_TURN * (double)COVEY_DRAW_COLORS + 0.5);
    covey_color color = context->table[(unsigned)at % COVEY_DRAW_COLORS];
    if (!is_heading || velocity.z == 0.0)
        return color;
    // Straight up and down have no direction over ground: there all colors come together in gray.
    double steep = velocity.z / speed;
    return mix(color, covey_context_role(context, COVEY_ROLE_MUTED), steep * steep);
}

covey_color covey_context_color(const covey_draw_context *context, int flock, size_t i)
{
    const covey_picture_flock *self = &context->picture->flocks[flock];
    covey_theme theme = context->picture->theme;
    if (context->picture->coloring == COVEY_COLORING_DOING)
        return covey_palette_doing(theme, self->doing != NULL ? self->doing[i] : 0);
    if (self->prey >= 0)
        return covey_context_role(context, COVEY_ROLE_HUNTER);
    switch (context->picture->coloring) {
    case COVEY_COLORING_KIND:
        return covey_palette_kind(theme, (size_t)flock);
    case COVEY_COLORING_ID: // 159 is near the golden section of 256: ids in a row look unlike
        return context->table[self->view.id[i] * 159U % COVEY_DRAW_COLORS];
    case COVEY_COLORING_CLUSTER:
        if (self->clusters == NULL || self->clusters[i] == 0)
            return covey_context_role(context, COVEY_ROLE_MUTED);
        return covey_palette_kind(theme, self->clusters[i] - 1);
    case COVEY_COLORING_HEADING:
        return color_of_velocity(context, covey_context_ahead(&self->view, i));
    default:
        return color_of_velocity(context, covey_vec_at(self->view.vel, i));
    }
}

double covey_context_dart(const covey_draw_context *context, int flock)
{
    const covey_picture_flock *self = &context->picture->flocks[flock];
    double least = self->prey >= 0 ? 1.6 * context->dart : context->dart;
    return fmax(least,
                fmin(2.5 * self->body * context->picture->camera.scale, context->box.height));
}

int covey_context_copies(const covey_draw_context *context, covey_vec place, double reach,
                         covey_vec copies[COVEY_DRAW_COPIES])
{
    const covey_space *space = &context->picture->space;
    double shift[COVEY_AXES][3] = {{0}}, at[COVEY_AXES] = {place.x, place.y, place.z};
    int shifts[COVEY_AXES] = {1, 1, 1}, count = 0, dim = context->is_deep ? 3 : 2;
    for (int axis = 0; axis < dim && space->kind == COVEY_SPACE_TORUS; axis++) {
        double size = space->size[axis];
        if (at[axis] < reach)
            shift[axis][shifts[axis]++] = size;
        if (at[axis] > size - reach)
            shift[axis][shifts[axis]++] = -size;
    }
    for (int x = 0; x < shifts[0]; x++)
        for (int y = 0; y < shifts[1]; y++)
            for (int z = 0; z < shifts[2]; z++)
                copies[count++] = (covey_vec){place.x + shift[0][x], place.y + shift[1][y],
                                              place.z + shift[2][z]};
    return count;
}

void covey_context_span(covey_draw_context *context, covey_vec a, covey_vec b, covey_color color)
{
    const covey_camera *camera = &context->picture->camera;
    covey_point ends[2];
    if (!covey_deep_line(camera, a, b, ends))
        return;
    covey_vec middle = covey_vec_scale(covey_vec_add(a, b), 0.5);
    double depth = -covey_vec_dot(covey_vec_sub(middle, camera->center), camera->toward);
    covey_painter_segment(
        &context->painter,
        &(covey_segment){ends[0], ends[1], covey_context_haze(context, color, depth)});
}

/// On a torus a line ends at the face where it leaves, and its copy begins where it comes in.
static void draw_span(covey_draw_context *context, covey_vec from, covey_vec way, covey_color color)
{
    const covey_space *space = &context->picture->space;
    const covey_vec size = {space->size[0], space->size[1], space->size[2]};
    covey_vec ends[2] = {from, covey_vec_add(from, way)};
    if (space->kind == COVEY_SPACE_TORUS && !covey_deep_clip((covey_vec){0, 0, 0}, size, ends))
        return;
    covey_context_span(context, ends[0], ends[1], color);
}

void covey_context_line(covey_draw_context *context, covey_vec place, covey_vec way,
                        covey_color color)
{
    covey_vec copies[COVEY_DRAW_COPIES];
    const covey_camera *camera = &context->picture->camera;
    int count = covey_context_copies(context, place, covey_vec_length(way), copies);
    for (int k = 0; k < count && context->is_deep; k++)
        draw_span(context, copies[k], way, color);
    for (int k = 0; k < count && !context->is_deep; k++)
        covey_painter_segment(
            &context->painter,
            &(covey_segment){covey_camera_point(camera, copies[k]),
                             covey_camera_point(camera, covey_vec_add(copies[k], way)), color});
}
