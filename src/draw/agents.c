// SPDX-License-Identifier: MIT
// Agents as darts, with their trails and the forces on them.
#include "draw/easel.h"
#include "draw/trail.h"

#include <float.h>

// ---- Trails: a line from moment to moment, the older the fainter ----

static void join(covey_easel *easel, const covey_trail_moment *from, const covey_trail_agent *to,
                 covey_color color)
{
    const covey_trail_agent *before = covey_trail_find(from, to->id);
    if (before == NULL)
        return;
    covey_vec way = covey_space_offset(&easel->picture->space, before->pos, to->pos);
    covey_easel_line(easel, before->pos, way, color);
}

static void draw_trail(covey_easel *easel, int flock)
{
    const covey_picture_flock *self = &easel->picture->flocks[flock];
    const covey_trail *trail = self->trail;
    if (trail == NULL || trail->count == 0)
        return;
    bool hunts = self->prey >= 0;
    covey_color ink = covey_easel_role(easel, hunts ? COVEY_ROLE_HUNTER : COVEY_ROLE_MUTED);
    for (size_t k = 0; k + 1 < trail->count; k++) {
        const covey_trail_moment *to = covey_trail_moment_at(trail, k + 1);
        covey_color color = covey_easel_fade(ink, 0.55 * (double)(k + 1) / (double)trail->count);
        for (size_t i = 0; i < to->count; i++)
            join(easel, covey_trail_moment_at(trail, k), &to->agents[i], color);
    }
    const covey_trail_moment *last = covey_trail_moment_at(trail, trail->count - 1);
    const covey_view *view = &self->view;
    for (size_t i = 0; i < view->count; i++)
        join(easel, last,
             &(covey_trail_agent){.id = view->id[i], .pos = {view->pos[0][i], view->pos[1][i]}},
             covey_easel_fade(ink, 0.55));
}

// ---- Agents ----

/// A dart, or a disc for an agent without heading, wherever it is seen. `halo` draws the rim that
/// sets it apart.
static void draw_agent(covey_easel *easel, int flock, size_t i, bool halo)
{
    const covey_view *view = &easel->picture->flocks[flock].view;
    const covey_camera *camera = &easel->picture->camera;
    covey_vec velocity = {view->vel[0][i], view->vel[1][i]}, copies[COVEY_EASEL_COPIES];
    covey_vec heading = covey_vec_unit(velocity);
    bool heads = covey_vec_length(velocity) <= DBL_MAX && (heading.x != 0.0 || heading.y != 0.0);
    covey_color color =
        halo ? covey_easel_role(easel, COVEY_ROLE_PAPER) : covey_easel_color(easel, flock, i);
    double length = easel->painter.length;
    int count = covey_easel_copies(easel, (covey_vec){view->pos[0][i], view->pos[1][i]},
                                   length / camera->scale, copies);
    for (int k = 0; k < count; k++) {
        covey_point p = covey_camera_point(camera, copies[k]);
        if (heads)
            covey_painter_dart(&easel->painter,
                               &(covey_dart){p.x, p.y, (float)heading.x, (float)-heading.y, color});
        else
            covey_painter_disc(&easel->painter,
                               &(covey_disc){p.x, p.y, (float)(0.25 * length), color});
    }
}

static void draw_flock(covey_easel *easel, int flock)
{
    const covey_picture_flock *self = &easel->picture->flocks[flock];
    double length = covey_easel_dart(easel, flock);
    for (int pass = self->prey >= 0 ? 0 : 1; pass < 2; pass++) {
        covey_painter_flush(&easel->painter);
        easel->painter.length = pass == 0 ? 1.5 * length : length;
        easel->painter.width = 0.0;
        for (size_t i = 0; i < self->view.count; i++)
            draw_agent(easel, flock, i, pass == 0);
    }
    covey_painter_flush(&easel->painter);
}

// ---- Forces: lines with a dart as their head ----

enum { LONGEST = 72 }; ///< units; a longer force is cut there

static void draw_force(covey_easel *easel, const covey_view *view, size_t i, covey_vec force)
{
    const covey_picture *picture = easel->picture;
    const covey_camera *camera = &picture->camera;
    double length = covey_vec_length(force) / picture->force * 24.0; // units
    covey_vec along = covey_vec_unit(force), place = {view->pos[0][i], view->pos[1][i]};
    if (!(length >= 4.0)) // less than its head
        return;
    covey_color color = covey_easel_fade(covey_easel_role(easel, COVEY_ROLE_MARK), 0.8);
    double px = fmin(length, LONGEST) * picture->unit;
    covey_vec way = covey_vec_scale(along, px / camera->scale), copies[COVEY_EASEL_COPIES];
    covey_easel_line(easel, place, way, color);
    int count = covey_easel_copies(easel, place, px / camera->scale, copies);
    for (int k = 0; k < count; k++) {
        covey_point p = covey_camera_point(camera, covey_vec_add(copies[k], way));
        covey_painter_dart(&easel->painter,
                           &(covey_dart){p.x, p.y, (float)along.x, (float)-along.y, color});
    }
}

static void draw_forces(covey_easel *easel, int flock)
{
    const covey_picture_flock *self = &easel->picture->flocks[flock];
    if (self->forces == NULL || !(easel->picture->force > 0.0))
        return;
    easel->painter.width = 1.2 * easel->picture->unit;
    easel->painter.length = 6.0 * easel->picture->unit;
    for (size_t i = 0; i < self->view.count; i++)
        draw_force(easel, &self->view, i, self->forces[i]);
    covey_painter_flush(&easel->painter);
}

void covey_agents_draw(covey_easel *easel)
{
    const covey_picture *picture = easel->picture;
    easel->painter.width = picture->unit;
    for (int k = 0; k < picture->flocks_count; k++)
        draw_trail(easel, k);
    covey_painter_flush(&easel->painter);
    for (int hunters = 0; hunters < 2; hunters++) // above all others
        for (int k = 0; k < picture->flocks_count; k++)
            if ((picture->flocks[k].prey >= 0) == (hunters == 1))
                draw_flock(easel, k);
    for (int k = 0; k < picture->flocks_count; k++)
        draw_forces(easel, k);
}
