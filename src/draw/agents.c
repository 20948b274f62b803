// SPDX-License-Identifier: MIT
// Agents as darts, with their trails and the forces on them.
#include "draw/context.h"
#include "draw/trail.h"

#include <float.h>

// ---- Trails: a line from frame to frame, the older the fainter ----

/// A line to an agent from where it was in a frame, a time `elapsed` before.
static void join(covey_draw_context *context, const covey_trail_frame *from,
                 const covey_trail_agent *to, double elapsed, covey_color color)
{
    const covey_trail_agent *before = covey_trail_find(from, to->id);
    if (before == NULL || covey_trail_jumped(&context->picture->space, before, to, elapsed))
        return;
    covey_vec way = covey_space_offset(&context->picture->space, before->pos, to->pos);
    covey_context_line(context, before->pos, way, color);
}

static void draw_trail(covey_draw_context *context, int flock)
{
    const covey_picture_flock *self = &context->picture->flocks[flock];
    const covey_trail *trail = self->trail;
    if (trail == NULL || trail->count == 0)
        return;
    bool hunts = self->prey >= 0;
    covey_color ink = covey_context_role(context, hunts ? COVEY_ROLE_HUNTER : COVEY_ROLE_MUTED);
    for (size_t k = 0; k + 1 < trail->count; k++) {
        const covey_trail_frame *to = covey_trail_frame_at(trail, k + 1);
        covey_color color = covey_context_fade(ink, 0.55 * (double)(k + 1) / (double)trail->count);
        for (size_t i = 0; i < to->count; i++)
            join(context, covey_trail_frame_at(trail, k), &to->agents[i], to->elapsed, color);
    }
    const covey_trail_frame *last = covey_trail_frame_at(trail, trail->count - 1);
    const covey_view *view = &self->view;
    for (size_t i = 0; i < view->count; i++)
        join(context, last,
             &(covey_trail_agent){view->id[i], covey_vec_at(view->pos, i),
                                  covey_vec_at(view->vel, i)},
             trail->elapsed, covey_context_fade(ink, 0.55));
}

// ---- Agents ----

/// A dart, or a disc for an agent without heading, wherever it is seen. `halo` draws the rim that
/// sets it apart.
static void draw_agent(covey_draw_context *context, int flock, size_t i, bool halo)
{
    const covey_view *view = &context->picture->flocks[flock].view;
    const covey_camera *camera = &context->picture->camera;
    covey_vec ahead = covey_context_ahead(view, i), copies[COVEY_DRAW_COPIES];
    ahead.z = 0.0;
    covey_vec heading = covey_vec_unit(ahead);
    bool heads = covey_vec_length(ahead) <= DBL_MAX && (heading.x != 0.0 || heading.y != 0.0);
    covey_color color = halo ? covey_context_role(context, COVEY_ROLE_PAPER)
                             : covey_context_color(context, flock, i);
    double length = context->painter.length;
    int count = covey_context_copies(context, (covey_vec){view->pos[0][i], view->pos[1][i], 0.0},
                                     length / camera->scale, copies);
    for (int k = 0; k < count; k++) {
        covey_point p = covey_camera_point(camera, copies[k]);
        if (heads)
            covey_painter_dart(&context->painter,
                               &(covey_dart){p.x, p.y, (float)heading.x, (float)-heading.y, color});
        else
            covey_painter_disc(&context->painter,
                               &(covey_disc){p.x, p.y, (float)(0.25 * length), color});
    }
}

static void draw_flock(covey_draw_context *context, int flock)
{
    const covey_picture_flock *self = &context->picture->flocks[flock];
    double length = covey_context_dart(context, flock);
    for (int pass = self->prey >= 0 ? 0 : 1; pass < 2; pass++) {
        covey_painter_flush(&context->painter);
        context->painter.length = pass == 0 ? 1.5 * length : length;
        context->painter.width = 0.0;
        for (size_t i = 0; i < self->view.count; i++)
            draw_agent(context, flock, i, pass == 0);
    }
    covey_painter_flush(&context->painter);
}

// ---- Forces: lines with a dart as their head ----

enum { LONGEST = 72 }; ///< units; a longer force is cut there

/// In three dimensions the head lies on the page, along the line as it is seen.
static void draw_deep_force(covey_draw_context *context, covey_vec place, covey_vec along,
                            double px, covey_color color)
{
    const covey_camera *camera = &context->picture->camera;
    covey_sight sight;
    covey_point ends[2];
    if (!covey_camera_look(camera, place, &sight))
        return;
    covey_vec tip = covey_vec_add(place, covey_vec_scale(along, px / sight.scale));
    if (!covey_deep_line(camera, place, tip, ends))
        return;
    covey_vec way = {(double)(ends[1].x - ends[0].x), (double)(ends[1].y - ends[0].y), 0.0};
    covey_vec head = covey_vec_unit(way);
    covey_painter_segment(&context->painter, &(covey_segment){ends[0], ends[1], color});
    if (covey_vec_length(way) >= 4.0 * context->picture->unit)
        covey_painter_dart(&context->painter, &(covey_dart){ends[1].x, ends[1].y, (float)head.x,
                                                            (float)head.y, color});
}

static void draw_force(covey_draw_context *context, const covey_view *view, size_t i,
                       covey_vec force)
{
    const covey_picture *picture = context->picture;
    const covey_camera *camera = &picture->camera;
    double length = covey_vec_length(force) / picture->force * 24.0; // units
    covey_vec along = covey_vec_unit(force), place = covey_vec_at(view->pos, i);
    if (!(length >= 4.0)) // less than its head
        return;
    covey_color color = covey_context_fade(covey_context_role(context, COVEY_ROLE_MARK), 0.8);
    double px = fmin(length, LONGEST) * picture->unit;
    if (context->is_deep) {
        draw_deep_force(context, place, along, px, color);
        return;
    }
    covey_vec way = covey_vec_scale(along, px / camera->scale), copies[COVEY_DRAW_COPIES];
    covey_context_line(context, place, way, color);
    int count = covey_context_copies(context, place, px / camera->scale, copies);
    for (int k = 0; k < count; k++) {
        covey_point p = covey_camera_point(camera, covey_vec_add(copies[k], way));
        covey_painter_dart(&context->painter,
                           &(covey_dart){p.x, p.y, (float)along.x, (float)-along.y, color});
    }
}

static void draw_forces(covey_draw_context *context, int flock)
{
    const covey_picture_flock *self = &context->picture->flocks[flock];
    if (self->forces == NULL || !(context->picture->force > 0.0))
        return;
    context->painter.width = 1.2 * context->picture->unit;
    context->painter.length = 6.0 * context->picture->unit;
    for (size_t i = 0; i < self->view.count; i++)
        draw_force(context, &self->view, i, self->forces[i]);
    covey_painter_flush(&context->painter);
}

void covey_agents_draw(covey_draw_context *context)
{
    const covey_picture *picture = context->picture;
    context->painter.width = picture->unit;
    for (int k = 0; k < picture->flocks_count; k++)
        draw_trail(context, k);
    covey_painter_flush(&context->painter);
    if (context->is_deep)
        covey_solids_draw(context);
    for (int hunters = 0; hunters < 2 && !context->is_deep; hunters++) // above all others
        for (int k = 0; k < picture->flocks_count; k++)
            if ((picture->flocks[k].prey >= 0) == (hunters == 1))
                draw_flock(context, k);
    for (int k = 0; k < picture->flocks_count; k++)
        draw_forces(context, k);
}
