// SPDX-License-Identifier: MIT
// An outline that turns by the angle a about the pole c in the time from 0 to 1 sees an agent at x,
// at the time t, where it would be beside the outline in its last place:
//
//     q = c + R((1 - t) a) (x - c)      or, without a turn, q = x + (1 - t) w
//
// with w the way of its middle. So touches are looked for along q, straight or by short chords. A
// touch with normal n keeps the velocity of the agent along n at least as large as that of the
// surface; of all velocities that do so for the last touches it has the least.
#include "core/sweep.h"

#include "base/math_trig.h"
#include "core/moved.h"
#include "core/world.h"
#include "geometry/space.h"

#define CHORD 0x1p-4        ///< rad, longest turn along which q is straight
#define LEAD (1.0 + 0x1p-8) ///< of the speed of a surface that turns, up to the end of a chord
#define ENOUGH 0x1p-30      ///< share of a speed
#define FLAT 1e-9           ///< of surfaces that leave no room between them

enum {
    TOUCHES = 96, // of an agent in one sweep
    CONTACTS = 3, // that count at a time
};

static covey_vec turned(covey_vec v, double angle)
{
    double c = covey_cos(angle), s = covey_sin(angle);
    return (covey_vec){v.x * c - v.y * s, v.x * s + v.y * c, v.z};
}

// ---- Touches ----

/// An agent in a sweep, and its velocity per sweep.
typedef struct course {
    const covey_path *path;
    double body, time;
    covey_vec at, vel;
} course;

/// The first touch.
typedef struct hit {
    double time; ///< 2: there is none
    double margin, speed;
    covey_vec away;
    size_t item; ///< SIZE_MAX: an edge of the space
    bool pushes; ///< the solid has moved
} hit;

static covey_vec place_at(const course *self, double time)
{
    return covey_vec_add(self->at, covey_vec_scale(self->vel, time - self->time));
}

/// A place at a time as an outline sees it that has moved.
static covey_vec seen(const covey_swept *swept, covey_vec p, double time)
{
    if (swept->turn == 0.0)
        return covey_vec_add(p, covey_vec_scale(swept->way, 1.0 - time));
    covey_vec arm = turned(covey_vec_sub(p, swept->pole), (1.0 - time) * swept->turn);
    return covey_vec_add(swept->pole, arm);
}

/// A direction in front of the outline in its last place, as it is at a time.
static covey_vec shown(const covey_swept *swept, covey_vec away, double time)
{
    return swept->turn == 0.0 ? away : turned(away, (time - 1.0) * swept->turn);
}

/// The speed of the surface at p towards `away`.
static double speed_at(const covey_swept *swept, covey_vec p, covey_vec away)
{
    if (swept->turn == 0.0)
        return covey_vec_dot(swept->way, away);
    covey_vec arm = covey_vec_sub(p, swept->pole);
    double speed = swept->turn * (arm.x * away.y - arm.y * away.x);
    return speed > 0.0 ? speed * LEAD : speed;
}

static covey_vec inside(const covey_space *space, covey_vec p)
{
    return space->kind == COVEY_SPACE_TORUS ? covey_space_fold(space, p) : p;
}

/// A solid that has moved, and the offset by which it sees an agent. Images of a torus turn about
/// poles of their own, so one that has turned sees the agent at the place nearest to it, and has no
/// images.
typedef struct mover {
    const covey_swept *swept;
    covey_thing solid;
    covey_shape shape;
    covey_vec offset;
} mover;

static void look_at(const course *self, const covey_influence_item *item, mover *of)
{
    of->swept = &item->swept;
    of->shape = *item->shape;
    of->solid = covey_touch_thing(self->path, item, self->body);
    of->offset = (covey_vec){0.0, 0.0, 0.0};
    if (item->swept.turn == 0.0)
        return;
    covey_vec middle = covey_vec_sub(of->shape.center, covey_vec_scale(item->swept.way, 0.5));
    covey_vec way = covey_vec_sub(self->at, middle);
    of->offset = covey_vec_sub(covey_moved_shortest(self->path->space, way), way);
    for (int axis = 0; axis < COVEY_AXES; axis++)
        of->shape.size[axis] = 0.0;
    of->shape.images = 1;
    of->solid.shape = &of->shape;
}

/// The place that it sees an agent at, in the torus unless it has turned.
static covey_vec place_for(const course *self, const mover *of, covey_vec p)
{
    return of->swept->turn == 0.0 ? inside(self->path->space, p) : p;
}

static void meet_moved(const course *self, size_t k, hit *first)
{
    mover of;
    look_at(self, &self->path->influences->item[k], &of);
    double left = 1.0 - self->time, chords = floor(fabs(of.swept->turn) * left / CHORD) + 1.0;
    covey_vec from = seen(of.swept, covey_vec_add(self->at, of.offset), self->time);
    double begin = self->time;
    for (double c = 1.0; c <= chords; c += 1.0) {
        double end = c < chords ? self->time + left * (c / chords) : 1.0;
        covey_vec to = seen(of.swept, covey_vec_add(place_at(self, end), of.offset), end);
        covey_touch met = {.share = 2.0};
        covey_touch_find(&of.solid, place_for(self, &of, from), covey_vec_sub(to, from), &met);
        double time = begin + met.share * (end - begin);
        if (met.share <= 1.0 && time < first->time) {
            covey_vec away = shown(of.swept, met.away, time);
            covey_vec there = covey_vec_add(place_at(self, time), of.offset);
            *first = (hit){time, met.margin, speed_at(of.swept, there, away), away, k, true};
        }
        if (met.share <= 1.0)
            return;
        from = to;
        begin = end;
    }
}

static void meet_resting(const course *self, size_t k, hit *first)
{
    const covey_influence_item *item = &self->path->influences->item[k];
    const covey_thing solid = covey_touch_thing(self->path, item, self->body);
    covey_vec way = covey_vec_scale(self->vel, 1.0 - self->time);
    covey_touch met = {.share = 2.0};
    if (covey_vec_is_zero(way))
        return;
    covey_touch_find(&solid, inside(self->path->space, self->at), way, &met);
    double time = self->time + met.share * (1.0 - self->time);
    if (met.share <= 1.0 && time < first->time)
        *first = (hit){time, met.margin, 0.0, met.away, k, false};
}

/// Edges that mirror hold agents as solids do.
static void meet_edges(const course *self, hit *first)
{
    const covey_space *space = self->path->space;
    const double at[COVEY_AXES] = {self->at.x, self->at.y, self->at.z};
    const double vel[COVEY_AXES] = {self->vel.x, self->vel.y, self->vel.z};
    int axes = space->kind == COVEY_SPACE_REFLECTING ? covey_space_dim(space) : 0;
    for (int axis = 0; axis < axes; axis++) {
        double way = vel[axis] > 0.0 ? space->size[axis] - at[axis] : at[axis];
        double time = self->time + way / fabs(vel[axis]), side = vel[axis] > 0.0 ? -1.0 : 1.0;
        if (vel[axis] != 0.0 && time <= 1.0 && time < first->time)
            *first = (hit){time,
                           space->size[axis] * self->path->grain,
                           0.0,
                           {axis == 0 ? side : 0.0, axis == 1 ? side : 0.0, axis == 2 ? side : 0.0},
                           SIZE_MAX - (size_t)axis,
                           false};
    }
}

static hit find_first(const course *self)
{
    hit first = {.time = 2.0};
    const covey_influence_list *list = self->path->influences;
    covey_vec way = covey_vec_scale(self->vel, 1.0 - self->time);
    covey_boxtree_box box = covey_touch_box(inside(self->path->space, self->at), way);
    covey_among near;
    covey_among_solids(list, &box, self->body, 0, &near);
    for (ptrdiff_t k = covey_among_next(&near); k >= 0; k = covey_among_next(&near)) {
        if (!covey_influence_stops(&list->item[k], self->path->flock))
            continue;
        if (list->item[k].swept.is)
            meet_moved(self, (size_t)k, &first);
        else
            meet_resting(self, (size_t)k, &first);
    }
    meet_edges(self, &first);
    return first;
}

// ---- Pushes ----

/// Touches that bound the velocity of an agent, the newest first.
typedef struct contacts {
    hit list[CONTACTS];
    int count;
} contacts;

/// Adds a touch in place of one of the same solid, or of the oldest.
static void note(contacts *all, const hit *one)
{
    int at = 0;
    while (at < all->count && all->list[at].item != one->item)
        at++;
    if (at == all->count && all->count < CONTACTS)
        all->count++;
    at = at < CONTACTS ? at : CONTACTS - 1;
    for (; at > 0; at--)
        all->list[at] = all->list[at - 1];
    all->list[0] = *one;
}

static covey_vec cross(covey_vec a, covey_vec b)
{
    return (covey_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// The velocity that keeps an agent at the surfaces of some touches, the shortest one; not finite
/// if there is none.
static covey_vec keep_at(const hit *const on[CONTACTS], int count)
{
    const hit *a = on[0], *b = on[1], *c = on[2];
    if (count == 1)
        return covey_vec_scale(a->away, a->speed);
    if (count == 2) {
        double both = covey_vec_dot(a->away, b->away), rest = 1.0 - both * both;
        return covey_vec_divide(covey_vec_add(covey_vec_scale(a->away, a->speed - both * b->speed),
                                              covey_vec_scale(b->away, b->speed - both * a->speed)),
                                rest > FLAT ? rest : 0.0);
    }
    covey_vec ab = cross(a->away, b->away), bc = cross(b->away, c->away),
              ca = cross(c->away, a->away);
    double volume = covey_vec_dot(a->away, bc);
    covey_vec sum =
        covey_vec_add(covey_vec_add(covey_vec_scale(bc, a->speed), covey_vec_scale(ca, b->speed)),
                      covey_vec_scale(ab, c->speed));
    return covey_vec_divide(sum, fabs(volume) > FLAT ? volume : 0.0);
}

/// Finds the least velocity that all touches allow: it keeps the agent at some of the surfaces.
/// False if there is none.
static bool find_velocity(const contacts *all, covey_vec *vel)
{
    double least = HUGE_VAL;
    for (unsigned some = 1; some < 1U << all->count; some++) {
        const hit *on[CONTACTS] = {NULL};
        int count = 0;
        for (int k = 0; k < all->count; k++)
            if ((some & 1U << k) != 0)
                on[count++] = &all->list[k];
        covey_vec tried = keep_at(on, count);
        double length = covey_vec_length(tried);
        bool allowed = length < least;
        for (int k = 0; k < all->count && allowed; k++)
            allowed = covey_vec_dot(tried, all->list[k].away) >=
                      all->list[k].speed - ENOUGH * (length + fabs(all->list[k].speed));
        least = allowed ? length : least;
        *vel = allowed ? tried : *vel;
    }
    return least < HUGE_VAL;
}

/// Puts an agent out of a solid in which it was before that moved.
static void leave_one(course *self, const covey_influence_item *item)
{
    mover of;
    covey_vec images[COVEY_SHAPE_IMAGES], away;
    look_at(self, item, &of);
    covey_vec p = seen(of.swept, covey_vec_add(self->at, of.offset), 0.0);
    p = place_for(self, &of, p);
    int count = covey_shape_near(of.solid.shape, p, of.solid.reach, images);
    for (int n = 0; n < count; n++) {
        double distance = covey_shape_distance(of.solid.shape, images[n], p, &away);
        if (!(distance < of.solid.reach))
            continue;
        double margin = covey_touch_margin(&of.solid, images[n], covey_touch_size(p));
        covey_vec out =
            covey_vec_scale(shown(of.swept, away, 0.0), of.solid.reach - distance + 2.0 * margin);
        self->at = covey_vec_add(self->at, out);
        return;
    }
}

/// Puts an agent out of solids in which it was before they moved.
static void leave(course *self)
{
    const covey_influence_list *list = self->path->influences;
    covey_boxtree_box box =
        covey_touch_box(inside(self->path->space, self->at), (covey_vec){0.0, 0.0, 0.0});
    covey_among near;
    covey_among_solids(list, &box, self->body, 0, &near);
    for (ptrdiff_t k = covey_among_next(&near); k >= 0; k = covey_among_next(&near)) {
        const covey_influence_item *item = &list->item[k];
        if (!item->swept.is || !covey_influence_stops(item, self->path->flock))
            continue;
        leave_one(self, item);
    }
}

covey_sweep_push covey_sweep_agent(const covey_path *path, covey_agent *agent)
{
    covey_sweep_push result = {.pushed = false};
    course self = {.path = path, .body = agent->body, .at = agent->pos};
    contacts all = {.count = 0};
    leave(&self);
    hit first = find_first(&self);
    for (int touches = 0; first.time <= 1.0; touches++) {
        if (!result.pushed)
            result.item = first.item; // as it is at rest, this one has moved
        result.pushed = true;
        self.at =
            covey_vec_add(place_at(&self, first.time), covey_vec_scale(first.away, first.margin));
        self.time = first.time;
        note(&all, &first);
        result.squeezed = touches >= TOUCHES || !find_velocity(&all, &self.vel);
        if (result.squeezed)
            break;
        first = find_first(&self);
    }
    if (!result.pushed)
        return result;
    self.at = result.squeezed ? self.at : place_at(&self, 1.0);
    agent->pos = covey_space_fold(path->space, self.at);
    return result;
}
