// SPDX-License-Identifier: MIT
#include "view/rules.h"

#include <math.h>
#include <stdio.h>

enum { LONGEST = 64, HEAD = 9, FONT = 12 }; // units

static double longest(const frame *now)
{
    double most = 0.0;
    for (int k = 0; k < now->rules_count; k++)
        most = fmax(most, covey_vec_length(now->rules[k].push));
    return most;
}

typedef struct arrow {
    covey_point from;
    double dx, dy, length; ///< on the page
    covey_color color;
    const char *name;
} arrow;

/// The canvas, and the places already taken by names of arrows.
typedef struct sheet {
    const covey_picture *picture;
    const covey_canvas *canvas;
    covey_box names[FRAME_RULES];
    int count;
} sheet;

static bool is_taken(const sheet *self, const covey_box *box)
{
    for (int k = 0; k < self->count; k++) {
        const covey_box *other = &self->names[k];
        if (box->x < other->x + other->width && other->x < box->x + box->width &&
            box->y < other->y + other->height && other->y < box->y + box->height)
            return true;
    }
    return false;
}

/// Puts a name beside the tip of its arrow, or further out where another name stands.
static void write_name(sheet *self, const arrow *one, double x, double y)
{
    double unit = self->picture->unit, size = FONT * unit;
    covey_label label = {.size = size, .color = one->color, .text = one->name};
    double width = self->canvas->label_width(self->canvas->context, &label);
    double left = one->dx < -0.1 ? width : one->dx > 0.1 ? 0.0 : 0.5 * width;
    covey_box box = {x + one->dx * 10.0 * unit - left, y + (one->dy * 12.0 + 4.0) * unit - size,
                     width, 1.2 * size};
    box.x = fmax(0.0, fmin(box.x, self->picture->width - width)); // all of it on the page
    while (is_taken(self, &box))
        box.y += one->dy < 0.0 ? -box.height : box.height;
    self->names[self->count++] = box;
    label.x = box.x;
    label.y = box.y + size;
    self->canvas->label(self->canvas->context, &label);
}

static void draw_arrow(sheet *self, const arrow *one)
{
    const covey_canvas *canvas = self->canvas;
    double unit = self->picture->unit;
    double x = (double)one->from.x + one->dx * one->length;
    double y = (double)one->from.y + one->dy * one->length;
    covey_segment line = {one->from, {(float)x, (float)y}, one->color};
    covey_dart head = {(float)x, (float)y, (float)one->dx, (float)one->dy, one->color};
    canvas->segments(canvas->context, &line, 1, 2.0 * unit);
    canvas->darts(canvas->context, &head, 1, HEAD * unit);
    write_name(self, one, x, y);
}

/// In three dimensions an arrow is as long as it is seen.
static void tilt(arrow *one, covey_vec along, const covey_camera *camera)
{
    covey_vec seen = {covey_vec_dot(along, camera->right), -covey_vec_dot(along, camera->up), 0.0};
    covey_vec unit = covey_vec_unit(seen);
    one->length *= covey_vec_length(seen);
    one->dx = unit.x;
    one->dy = unit.y;
}

void rules_draw(const viewer *of, const covey_picture *picture, const covey_canvas *canvas)
{
    const frame *now = of->now;
    sheet on = {.picture = picture, .canvas = canvas};
    covey_vec place;
    double most = longest(now);
    if (!viewer_selected(of, &place) || now->watched_flock != of->selected_flock ||
        now->watched != of->selected || !(most > 0.0 && isfinite(most)))
        return;
    if (now->space.kind == COVEY_SPACE_TORUS)
        place = covey_space_fold(&now->space, place);
    for (int k = 0; k < now->rules_count; k++) {
        covey_vec along = covey_vec_unit(now->rules[k].push);
        arrow one = {.from = covey_camera_point(&picture->camera, place),
                     .dx = along.x,
                     .dy = -along.y,
                     .length =
                         LONGEST * picture->unit * covey_vec_length(now->rules[k].push) / most,
                     .color = covey_palette_kind(picture->theme, (size_t)k),
                     .name = now->rules[k].name};
        if (covey_camera_is_deep(&picture->camera))
            tilt(&one, along, &picture->camera);
        if (one.length >= picture->unit)
            draw_arrow(&on, &one);
    }
}
