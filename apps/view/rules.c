// SPDX-License-Identifier: MIT
#include "rules.h"

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

static void draw_arrow(const covey_picture *picture, const covey_canvas *canvas, const arrow *one)
{
    double x = (double)one->from.x + one->dx * one->length;
    double y = (double)one->from.y + one->dy * one->length;
    covey_segment line = {one->from, {(float)x, (float)y}, one->color};
    covey_dart head = {(float)x, (float)y, (float)one->dx, (float)one->dy, one->color};
    canvas->segments(canvas->context, &line, 1, 2.0 * picture->unit);
    canvas->darts(canvas->context, &head, 1, HEAD * picture->unit);
    covey_label label = {
        .x = x + one->dx * 10.0 * picture->unit,
        .y = y + (one->dy * 12.0 + 4.0) * picture->unit,
        .size = FONT * picture->unit,
        .anchor = one->dx < -0.3  ? COVEY_ANCHOR_END
                  : one->dx > 0.3 ? COVEY_ANCHOR_START
                                  : COVEY_ANCHOR_MIDDLE,
        .color = one->color,
        .text = one->name,
    };
    canvas->label(canvas->context, &label);
}

void rules_draw(const viewer *of, const covey_picture *picture, const covey_canvas *canvas)
{
    const frame *now = of->now;
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
        if (one.length >= picture->unit)
            draw_arrow(picture, canvas, &one);
    }
}
