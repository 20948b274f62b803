// SPDX-License-Identifier: MIT
// What a picture of three dimensions shows of its directions and lengths: the axes in a corner,
// and a square of its ground.
#include "draw/context.h"

#include <stdio.h>

static const double ARM = 22, AWAY = 34, FONT = 11, LEAST = 200; // units

void covey_tripod_draw(covey_draw_context *context)
{
    const covey_picture *picture = context->picture;
    const covey_camera *camera = &picture->camera;
    const covey_canvas *canvas = context->canvas;
    static const char *const names[] = {"x", "y", "z"};
    static const covey_vec axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double unit = picture->unit, bottom = camera->area.y + camera->area.height;
    if (camera->area.height < LEAST * unit || camera->area.width < LEAST * unit)
        return;
    covey_point from = {(float)(camera->area.x + AWAY * unit), (float)(bottom - AWAY * unit)};
    covey_color color = covey_context_role(context, COVEY_ROLE_MUTED);
    context->painter.width = 1.5 * unit;
    for (int k = 0; k < 3; k++) {
        double x = covey_vec_dot(axes[k], camera->right), y = -covey_vec_dot(axes[k], camera->up);
        covey_point to = {from.x + (float)(ARM * unit * x), from.y + (float)(ARM * unit * y)};
        covey_painter_segment(&context->painter, &(covey_segment){from, to, color});
        if (x * x + y * y < 0.02)
            continue; // it points at the eye
        double reach = (ARM + 7) * unit;
        covey_label label = {.x = (double)from.x + reach * x,
                             .y = (double)from.y + reach * y + 0.35 * FONT * unit,
                             .size = FONT * unit,
                             .anchor = COVEY_ANCHOR_MIDDLE,
                             .color = color,
                             .text = names[k]};
        canvas->label(canvas->context, &label);
    }
    covey_painter_flush(&context->painter);
}

void covey_tripod_square(covey_draw_context *context, covey_point left,
                         char text[COVEY_TRIPOD_TEXT])
{
    double unit = context->picture->unit;
    const float dx = (float)(20 * unit), dy = (float)(9 * unit), lean = (float)(6 * unit);
    const covey_point corners[] = {{left.x, left.y},
                                   {left.x + dx, left.y},
                                   {left.x + dx + lean, left.y - dy},
                                   {left.x + lean, left.y - dy}};
    covey_color ink = covey_context_role(context, COVEY_ROLE_INK);
    context->painter.width = unit;
    for (int k = 0; k < 4; k++)
        covey_painter_segment(&context->painter,
                              &(covey_segment){corners[k], corners[(k + 1) % 4], ink});
    covey_painter_flush(&context->painter);
    (void)snprintf(text, COVEY_TRIPOD_TEXT, "%g L a square", covey_ground_step(context));
}
