// SPDX-License-Identifier: MIT
// The senses of one agent: the circles of its zones, the blind angle behind it, and lines to the
// neighbors that it senses there; and the neighbors of all agents of a flock.
#include "base/math_trig.h"
#include "base/sphere.h"
#include "covey/model.h"
#include "draw/context.h"

typedef struct watcher {
    const covey_picture_focus *focus;
    const covey_view *view;
    size_t i;
    covey_vec pos, heading;
    covey_color color;
} watcher;

/// The agent of this id, for a flock of the picture; false if there is none.
static bool find(const covey_draw_context *context, const covey_picture_focus *focus, watcher *self)
{
    const covey_picture *picture = context->picture;
    if (focus->flock < 0 || focus->flock >= picture->flocks_count)
        return false;
    *self = (watcher){.focus = focus, .view = &picture->flocks[focus->flock].view};
    if (!covey_sense_find(self->view, focus->id, &self->i))
        return false;
    self->color = covey_context_role(context, COVEY_ROLE_MARK);
    self->pos = covey_vec_at(self->view->pos, self->i);
    self->heading = covey_vec_unit(covey_vec_at(self->view->vel, self->i));
    return true;
}

// ---- Zones ----

static void draw_ring(covey_draw_context *context, const watcher *self, double radius,
                      covey_color color)
{
    covey_vec copies[COVEY_DRAW_COPIES];
    const covey_camera *camera = &context->picture->camera;
    int count = covey_context_copies(context, self->pos, radius, copies);
    for (int k = 0; k < count; k++) {
        covey_point p = covey_camera_point(camera, copies[k]);
        covey_painter_disc(&context->painter,
                           &(covey_disc){p.x, p.y, (float)(radius * camera->scale), color});
    }
}

/// The two rims of the visible sector: the heading turned by the angle whose cosine is blind_cos.
static void draw_blind(covey_draw_context *context, const watcher *self, const covey_zone *zone)
{
    double across = sqrt(fmax(1.0 - zone->blind_cos * zone->blind_cos, 0.0));
    covey_vec h = self->heading;
    for (int side = -1; side <= 1; side += 2) {
        covey_vec rim = {zone->blind_cos * h.x - side * across * h.y,
                         zone->blind_cos * h.y + side * across * h.x, 0.0};
        covey_context_line(context, self->pos, covey_vec_scale(rim, zone->radius),
                           covey_context_fade(self->color, 0.45));
    }
}

// ---- Zones of three dimensions: balls, of which the outline and a level circle are drawn ----

/// A circle around `center` in the plane of two vectors, which are as long as its radius.
static void draw_circle(covey_draw_context *context, covey_vec center, covey_vec a, covey_vec b,
                        covey_color color)
{
    enum { PARTS = 48 };
    covey_vec before = covey_vec_add(center, a);
    for (int k = 1; k <= PARTS; k++) {
        double angle = COVEY_TURN * k / (double)PARTS;
        covey_vec at = covey_vec_add(center, covey_vec_scale(a, covey_cos(angle)));
        at = covey_vec_add(at, covey_vec_scale(b, covey_sin(angle)));
        covey_context_span(context, before, at, color);
        before = at;
    }
}

/// The rim of the visible sector is a circle: its lines to the agent are a cone.
static void draw_cone(covey_draw_context *context, const watcher *self, const covey_zone *zone)
{
    covey_vec h = self->heading, left = covey_vec_unit((covey_vec){-h.y, h.x, 0.0});
    if (covey_vec_is_zero(h))
        return;
    left = covey_vec_is_zero(left) ? (covey_vec){1, 0, 0} : left;
    covey_vec over = covey_sphere_cross(h, left);
    double across = sqrt(fmax(1.0 - zone->blind_cos * zone->blind_cos, 0.0)) * zone->radius;
    covey_vec middle = covey_vec_add(self->pos, covey_vec_scale(h, zone->blind_cos * zone->radius));
    covey_color color = covey_context_fade(self->color, 0.35);
    covey_vec a = covey_vec_scale(left, across), b = covey_vec_scale(over, across);
    draw_circle(context, middle, a, b, color);
    const covey_vec rims[] = {a, b, covey_vec_scale(a, -1.0), covey_vec_scale(b, -1.0)};
    for (int k = 0; k < 4; k++)
        covey_context_span(context, self->pos, covey_vec_add(middle, rims[k]), color);
}

/// The outline of a ball; false where it has none, as the eye is within it.
static bool draw_outline(covey_draw_context *context, const watcher *self, double radius,
                         covey_color color)
{
    covey_sight sight;
    const covey_camera *camera = &context->picture->camera;
    bool seen = covey_camera_look(camera, self->pos, &sight);
    double away = camera->eye + sight.depth, px = radius * sight.scale;
    if (!seen || (camera->eye > 0.0 && away <= radius))
        return false;
    if (camera->eye > 0.0)
        px *= away / sqrt(away * away - radius * radius);
    covey_painter_disc(&context->painter,
                       &(covey_disc){sight.point.x, sight.point.y, (float)px, color});
    return true;
}

static void draw_ball(covey_draw_context *context, const watcher *self, const covey_zone *zone)
{
    double unit = context->picture->unit;
    context->painter.width = 0.0;
    bool seen = draw_outline(context, self, zone->radius, covey_context_fade(self->color, 0.05));
    covey_painter_flush(&context->painter);
    if (!seen)
        return;
    context->painter.width = 1.5 * unit;
    (void)draw_outline(context, self, zone->radius, covey_context_fade(self->color, 0.6));
    covey_painter_flush(&context->painter);
    context->painter.width = unit;
    draw_circle(context, self->pos, (covey_vec){zone->radius, 0, 0},
                (covey_vec){0, zone->radius, 0}, covey_context_fade(self->color, 0.3));
    if (zone->blind_cos > -1.0)
        draw_cone(context, self, zone);
    covey_painter_flush(&context->painter);
}

static void draw_zones(covey_draw_context *context, const watcher *self)
{
    const covey_picture *picture = context->picture;
    double most = 4.0 * (context->box.width + context->box.height) / picture->camera.scale;
    for (int z = 0; z < self->focus->zones_count; z++) {
        const covey_zone *zone = &self->focus->zones[z];
        if (zone->nearest > 0 || !(zone->radius > 0.0 && zone->radius <= most))
            continue; // there is no circle, or it is nowhere in sight
        if (context->is_deep) {
            draw_ball(context, self, zone);
            continue;
        }
        context->painter.width = 0.0;
        draw_ring(context, self, zone->radius, covey_context_fade(self->color, 0.06));
        covey_painter_flush(&context->painter);
        context->painter.width = 1.5 * picture->unit;
        draw_ring(context, self, zone->radius, covey_context_fade(self->color, 0.7));
        if (zone->blind_cos > -1.0)
            draw_blind(context, self, zone);
        covey_painter_flush(&context->painter);
    }
}

// ---- Neighbors ----

typedef struct lines {
    covey_draw_context *context;
    covey_vec pos;
    covey_color color;
} lines;

static void draw_neighbor(void *context, const covey_picture_neighbor *neighbor)
{
    lines *self = context;
    covey_context_line(self->context, self->pos, neighbor->offset, self->color);
}

static void draw_neighbors(covey_draw_context *context, const watcher *self, double alpha)
{
    lines to = {context, self->pos, covey_context_fade(self->color, alpha)};
    context->painter.width = context->picture->unit;
    (void)covey_picture_neighbors(context->picture, self->focus, draw_neighbor, &to);
}

// ---- All agents of a flock ----

/// The first zone that has a circle of this radius: several often share one.
static bool is_first(const covey_zone *zones, int z)
{
    for (int before = 0; before < z; before++)
        if (zones[before].nearest == 0 && zones[before].radius == zones[z].radius)
            return false;
    return zones[z].nearest == 0 && zones[z].radius > 0.0;
}

static void draw_rings(covey_draw_context *context, const watcher *self)
{
    double most = 4.0 * (context->box.width + context->box.height) / context->picture->camera.scale;
    covey_color color = covey_context_fade(self->color, 0.2);
    for (int z = 0; z < self->focus->zones_count; z++) {
        double radius = self->focus->zones[z].radius;
        if (!is_first(self->focus->zones, z) || !(radius <= most))
            continue;
        if (context->is_deep)
            (void)draw_outline(context, self, radius, color);
        else
            draw_ring(context, self, radius, color);
    }
}

/// Does it for each agent of the flocks that ask for it.
static void draw_all(covey_draw_context *context, bool zones)
{
    const covey_picture *picture = context->picture;
    context->painter.width = picture->unit;
    for (int k = 0; k < picture->flocks_count; k++) {
        const covey_picture_flock *flock = &picture->flocks[k];
        covey_picture_focus focus = {k, 0, flock->zones, flock->zones_count, false, false};
        watcher self;
        for (size_t i = 0; i < flock->view.count; i++) {
            focus.id = flock->view.id[i];
            if (!(zones ? flock->shows_zones : flock->shows_neighbors) ||
                !find(context, &focus, &self))
                continue;
            if (zones)
                draw_rings(context, &self);
            else
                draw_neighbors(context, &self, 0.25);
        }
    }
    covey_painter_flush(&context->painter);
}

// ---- The mark ----

/// Four corners around the agent, unlike the circle of any zone.
static void draw_corners(covey_draw_context *context, const watcher *self)
{
    double unit = context->picture->unit;
    float half = (float)(0.75 * covey_context_dart(context, self->focus->flock) + 3.0 * unit);
    float leg = 0.6F * half;
    covey_vec copies[COVEY_DRAW_COPIES];
    int count = covey_context_copies(context, self->pos,
                                     (double)half / context->picture->camera.scale, copies);
    context->painter.width = 2.0 * unit;
    for (int k = 0; k < count; k++)
        for (int corner = 0; corner < 4; corner++) {
            float x = corner & 1 ? 1.0F : -1.0F, y = corner & 2 ? 1.0F : -1.0F;
            covey_point at = covey_camera_point(&context->picture->camera, copies[k]);
            at = (covey_point){at.x + x * half, at.y + y * half};
            covey_painter_segment(&context->painter,
                                  &(covey_segment){at, {at.x - x * leg, at.y}, self->color});
            covey_painter_segment(&context->painter,
                                  &(covey_segment){at, {at.x, at.y - y * leg}, self->color});
        }
    covey_painter_flush(&context->painter);
}

void covey_focus_draw_zones(covey_draw_context *context)
{
    watcher self;
    draw_all(context, true);
    if (find(context, &context->picture->focus, &self) && self.focus->shows_zones)
        draw_zones(context, &self);
}

void covey_focus_draw_neighbors(covey_draw_context *context)
{
    watcher self;
    draw_all(context, false);
    if (!find(context, &context->picture->focus, &self))
        return;
    if (self.focus->shows_neighbors)
        draw_neighbors(context, &self, 0.7);
    covey_painter_flush(&context->painter);
    draw_corners(context, &self);
}
