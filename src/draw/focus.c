// SPDX-License-Identifier: MIT
// The senses of one agent: the circles of its zones, the blind angle behind it, and lines to the
// neighbors that it senses there.
#include "covey/model.h"
#include "draw/context.h"

#include <float.h>

typedef struct watcher {
    const covey_picture_focus *focus;
    const covey_view *view;
    size_t i;
    covey_vec pos, heading;
    covey_color color;
} watcher;

static bool find(const covey_draw_context *context, watcher *self)
{
    const covey_picture *picture = context->picture;
    self->focus = &picture->focus;
    if (self->focus->flock < 0 || self->focus->flock >= picture->flocks_count)
        return false;
    self->view = &picture->flocks[self->focus->flock].view;
    self->color = covey_context_role(context, COVEY_ROLE_MARK);
    for (size_t i = 0; i < self->view->count; i++)
        if (self->view->id[i] == self->focus->id) {
            self->i = i;
            self->pos = covey_vec_at(self->view->pos, i);
            self->heading = covey_vec_unit(covey_vec_at(self->view->vel, i));
            return true;
        }
    return false;
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
        double angle = 6.283185307179586 * k / PARTS;
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
    covey_vec over = {h.y * left.z - h.z * left.y, h.z * left.x - h.x * left.z,
                      h.x * left.y - h.y * left.x};
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

static bool holds(const watcher *self, const covey_zone *zone, covey_vec offset)
{
    double d = covey_vec_length(offset);
    bool inside = zone->strict ? d < zone->radius && d >= zone->inner
                               : d <= zone->radius && (d > zone->inner || zone->inner == 0.0);
    bool seen = zone->blind_cos <= -1.0 || d == 0.0 ||
                covey_vec_dot(self->heading, offset) >= zone->blind_cos * d;
    return inside && seen;
}

typedef struct neighbor {
    double distance;
    uint32_t id;
    covey_vec offset;
} neighbor;

/// Keeps the `most` nearest neighbors in order of distance; of two at one distance the lower id is
/// first.
static int keep(neighbor *kept, int count, int most, const neighbor *next)
{
    int k = count < most ? count : most;
    while (k > 0 && (next->distance < kept[k - 1].distance ||
                     (next->distance == kept[k - 1].distance && next->id < kept[k - 1].id)))
        k--;
    if (k == most)
        return count;
    count = count < most ? count + 1 : most;
    for (int j = count - 1; j > k; j--)
        kept[j] = kept[j - 1];
    kept[k] = *next;
    return count;
}

static void draw_sensed(covey_draw_context *context, const watcher *self, const covey_zone *zone,
                        const covey_view *view)
{
    neighbor kept[COVEY_MAX_NEAREST];
    covey_color color = covey_context_fade(self->color, 0.7);
    int count = 0;
    for (size_t j = 0; j < view->count; j++) {
        if (view == self->view && j == self->i)
            continue;
        covey_vec place = covey_vec_at(view->pos, j);
        neighbor next = {0, view->id[j],
                         covey_space_offset(&context->picture->space, self->pos, place)};
        next.distance = covey_vec_length(next.offset);
        if (!holds(self, zone, next.offset))
            continue;
        if (zone->nearest > 0)
            count = keep(kept, count, zone->nearest, &next);
        else
            covey_context_line(context, self->pos, next.offset, color);
    }
    for (int k = 0; k < count; k++)
        covey_context_line(context, self->pos, kept[k].offset, color);
}

/// True if a zone of the watched agent's flock senses flock number `other`.
static bool is_meant(const covey_picture *picture, const covey_zone *zone, int other)
{
    int own = picture->focus.flock;
    if (zone->of == COVEY_OF_OWN)
        return other == own;
    if (zone->of == COVEY_OF_PREY)
        return other == picture->flocks[own].prey;
    return picture->flocks[other].prey == own;
}

static void draw_neighbors(covey_draw_context *context, const watcher *self)
{
    const covey_picture *picture = context->picture;
    context->painter.width = picture->unit;
    for (int z = 0; z < self->focus->zones_count; z++)
        for (int k = 0; k < picture->flocks_count; k++)
            if (is_meant(picture, &self->focus->zones[z], k))
                draw_sensed(context, self, &self->focus->zones[z], &picture->flocks[k].view);
    covey_painter_flush(&context->painter);
}

void covey_focus_draw_zones(covey_draw_context *context)
{
    watcher self;
    if (find(context, &self) && self.focus->shows_zones)
        draw_zones(context, &self);
}

void covey_focus_draw_neighbors(covey_draw_context *context)
{
    watcher self;
    if (!find(context, &self))
        return;
    if (self.focus->shows_neighbors)
        draw_neighbors(context, &self);
    context->painter.width = 2.0 * context->picture->unit;
    double around = 0.8 * covey_context_dart(context, self.focus->flock);
    if (context->is_deep)
        (void)draw_outline(context, &self, around / context->picture->camera.scale, self.color);
    else
        draw_ring(context, &self, around / context->picture->camera.scale, self.color);
    covey_painter_flush(&context->painter);
}
