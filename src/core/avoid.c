// SPDX-License-Identifier: MIT
// Anticipation by the time to collision (I. Karamouzas, B. Skinner, S. J. Guy, "Universal power law
// governing pedestrian interactions", Physical Review Letters 113, 238701, 2014) and reciprocal
// avoidance (J. van den Berg, S. J. Guy, M. Lin, D. Manocha, "Reciprocal n-body collision
// avoidance", 2011). Both read positions and velocities of the state, which a step leaves as it was
// until all have moved, unless agents move one after another.
//
// With p the way to another agent, v the velocity relative to it, and r the sum of the radii, the
// two touch within the time T if v is in a disc of radius r/T around p/T, or in the cone from 0
// that touches it, behind. Its surface next to v is part of the disc, or of the cone, whose normal
// there is (-r p/d + l e)/d with d = |p|, l = sqrt(d² - r²) and e the unit vector of the part of v
// at a right angle to p. One formula holds in the plane and in space.
#include "core/avoid.h"

#include "base/math_trig.h"
#include "base/sphere.h"
#include "base/streams.h"
#include "core/halves.h"
#include "geometry/space.h"
#include "geometry/stray.h"
#include "influences/steering.h"

#include <float.h>

#define STRAIGHT 1e-9 ///< sine of an angle below which two agents are head-on
#define NEARER 0.99   ///< of the distance: the radii of agents that overlap, as the authors have it

enum {
    OTHERS = 10, // the nearest, of all flocks that an agent avoids
    SOLIDS = 16,
};

_Static_assert(OTHERS + SOLIDS <= COVEY_HALVES, "there is room for all");

/// Another agent.
typedef struct other {
    double distance;
    covey_id id;
    const covey_flock *flock;
    covey_vec way, vel;
    double apart; ///< the sum of the radii
    const covey_response *is;
} other;

/// An agent that looks at others.
typedef struct look {
    const covey_avoid *all;
    const covey_agent *self;
    size_t i;
    covey_vec heading;
} look;

typedef void visitor(void *context, const other *one);

static bool is_visible(const look *from, const covey_zone *zone, const other *one)
{
    return zone->blind_cos <= -1.0 || covey_vec_is_zero(from->heading) ||
           covey_vec_dot(from->heading, one->way) >= zone->blind_cos * one->distance;
}

/// Shows the agents that response number k senses, in the canonical order.
static void look_at(const look *from, int k, visitor *visit, void *context)
{
    const covey_flock *flock = from->all->flock;
    const covey_reaction *to = &flock->reactions.list[k];
    const covey_zone *zone = &flock->plan.zones[flock->plan.own_count + k];
    if (to->target < 0 || !covey_flock_masks(flock, from->all->world->flock[to->target]))
        return;
    const covey_space *space = &from->all->world->def.space;
    const covey_flock *others = from->all->world->flock[to->target];
    const double far = zone->radius * zone->radius * (1.0 + 0x1p-40);
    covey_grid_run runs[COVEY_GRID_RUNS];
    int count = covey_stray_find(&others->grid, space, &others->state, from->self->pos, runs);
    for (int run = 0; run < count; run++)
        for (size_t j = runs[run].begin; j < runs[run].end; j++) {
            covey_vec way =
                covey_space_between(space, from->self->pos, covey_state_pos(&others->state, j));
            if (covey_vec_dot(way, way) > far || (others == flock && j == from->i))
                continue;
            const other one = {covey_vec_length(way),
                               others->state.id[j],
                               others,
                               way,
                               covey_state_vel(&others->state, j),
                               from->self->body + covey_flock_body(others, j),
                               &to->is};
            if (one.distance <= zone->radius && is_visible(from, zone, &one))
                visit(context, &one);
        }
}

/// The time that an agent looks ahead by a response, T.
static double time_of(const covey_response *is, const covey_agent *self)
{
    double speed = covey_steering_top(self, covey_vec_length(self->vel));
    if (is->lead > 0.0)
        return is->lead;
    return speed > 0.0 ? is->radius / speed : is->radius;
}

/// A unit vector at a right angle to one, to the right of it; that of the opposite one is opposite.
static covey_vec right_of(covey_vec ahead)
{
    bool down = ahead.x == 0.0 && ahead.y == 0.0 && ahead.z < 0.0;
    return covey_vec_scale(covey_sphere_left(ahead), down ? 1.0 : -1.0);
}

// ---- Anticipation ----

typedef struct pushes {
    const covey_agent *self;
    double dt;
    covey_vec sum;
} pushes;

/// Adds the push away from a collision: minus the gradient of weight exp(-t/T)/t², where t is the
/// time to it. Agents that are head-on see each other a little to the left, so that they pass.
static void anticipate(void *context, const other *one)
{
    pushes *all = context;
    const double lead = time_of(one->is, all->self);
    covey_vec v = covey_vec_sub(all->self->vel, one->vel), p = one->way;
    double square = covey_vec_dot(v, v), speed = sqrt(square), nearing = covey_vec_dot(v, p);
    if (!(nearing > 0.0 && square > 0.0 && square <= DBL_MAX))
        return;
    covey_vec ahead = covey_vec_unit(v);
    covey_vec across = covey_vec_sub(p, covey_vec_scale(ahead, covey_vec_dot(ahead, p)));
    if (covey_vec_length(across) <= STRAIGHT * one->distance) {
        p = covey_vec_sub(p, covey_vec_scale(right_of(ahead), 0x1p-10 * one->distance));
        nearing = covey_vec_dot(v, p);
    }
    double apart = one->apart < one->distance ? one->apart : NEARER * one->distance;
    double rest = nearing * nearing - square * (covey_vec_dot(p, p) - apart * apart);
    if (!(rest > 0.0))
        return;
    double root = sqrt(rest), time = (nearing - root) / square;
    covey_vec turned = covey_vec_sub(covey_vec_scale(v, nearing), covey_vec_scale(p, square));
    covey_vec slope = covey_vec_divide(covey_vec_sub(v, covey_vec_divide(turned, root)), square);
    double least = 0x1p-10 * lead; // or a touch pushes without end
    time = time > least ? time : least;
    double push =
        one->is->weight * covey_exp(-time / lead) * (2.0 / time + 1.0 / lead) / (time * time);
    covey_vec more = covey_vec_scale(slope, -push);
    if (all->dt > 0.0)
        more = covey_vec_limit(more, speed / all->dt);
    all->sum = covey_vec_add(all->sum, more);
}

covey_vec covey_avoid_push(const covey_avoid *self, int k, size_t i)
{
    covey_agent agent = *self->any;
    covey_flock_look(self->flock, i, &agent);
    const look from = {self, &agent, i, covey_vec_unit(agent.vel)};
    pushes all = {&agent, fabs(self->dt), {0.0, 0.0, 0.0}};
    look_at(&from, k, anticipate, &all);
    return all.sum;
}

// ---- Reciprocal avoidance ----

/// The nearest others, in the order of distance, number of the flock and id.
typedef struct nearest {
    other list[OTHERS];
    size_t count;
} nearest;

static bool is_before(const other *one, const other *two)
{
    if (one->distance < two->distance || one->distance > two->distance)
        return one->distance < two->distance;
    return one->flock != two->flock ? one->flock->number < two->flock->number : one->id < two->id;
}

static void keep_nearest(void *context, const other *one)
{
    nearest *all = context;
    size_t at = all->count;
    if (at == OTHERS && !is_before(one, &all->list[at - 1]))
        return;
    at = at < OTHERS ? all->count++ : at - 1;
    for (; at > 0 && is_before(one, &all->list[at - 1]); at--)
        all->list[at] = all->list[at - 1];
    all->list[at] = *one;
}

/// A way apart for two agents at the same place with the same velocity, which both draw.
static covey_vec draw_apart(const look *from, const other *one)
{
    const covey_flock *flock = from->all->flock;
    bool first =
        flock != one->flock ? flock->number < one->flock->number : from->self->id < one->id;
    covey_vec way = covey_direction(
        COVEY_TURN * covey_uniform(first ? flock->seed : one->flock->seed, from->self->step,
                                   first ? from->self->id : one->id, COVEY_STREAM_APART));
    return first ? way : covey_vec_scale(way, -1.0);
}

/// The way out of a disc of velocities, *out, and its normal there.
static covey_vec leave_disc(const look *from, const other *one, covey_vec away, double radius,
                            covey_vec *out)
{
    double length = covey_vec_length(away);
    covey_vec normal = length > 0.0 ? covey_vec_unit(away) : draw_apart(from, one);
    *out = covey_vec_scale(normal, radius - length);
    return normal;
}

/// The normal of the cone where it is next to a relative velocity.
static covey_vec normal_of_cone(const other *one, covey_vec v)
{
    double d = one->distance;
    covey_vec to = covey_vec_unit(one->way);
    covey_vec side = covey_vec_sub(v, covey_vec_scale(to, covey_vec_dot(v, to)));
    bool straight = covey_vec_length(side) <= STRAIGHT * covey_vec_length(v);
    side = straight ? right_of(to) : covey_vec_unit(side);
    double sine = one->apart / d, cosine = sqrt(1.0 - sine * sine);
    return covey_vec_sub(covey_vec_scale(side, cosine), covey_vec_scale(to, sine));
}

/// The half-space of velocities by which an agent does its share to avoid another one.
static covey_half half_of(const look *from, const other *one)
{
    covey_vec v = covey_vec_sub(from->self->vel, one->vel), out;
    covey_half half;
    bool overlap = !(one->distance > one->apart);
    double time = overlap ? from->all->dt : time_of(one->is, from->self);
    covey_vec away = covey_vec_sub(v, covey_vec_divide(one->way, time));
    double back = covey_vec_dot(away, one->way), apart = one->apart;
    if (overlap || (back < 0.0 && back * back > apart * apart * covey_vec_dot(away, away))) {
        half.normal = leave_disc(from, one, away, apart / time, &out);
    } else {
        half.normal = normal_of_cone(one, v);
        out = covey_vec_scale(half.normal, -covey_vec_dot(v, half.normal));
    }
    half.point = covey_vec_add(from->self->vel, covey_vec_scale(out, 0.5 * one->is->weight));
    return half;
}

/// Adds half-spaces of velocities by which an agent enters a solid in this step.
static void add_solid(const look *from, const covey_influence_item *item, covey_halves *all)
{
    const covey_agent *self = from->self;
    double reach = item->kind->solid(item->params.values) + self->body;
    double far = all->longest * from->all->dt;
    covey_vec images[COVEY_SHAPE_IMAGES], away;
    int count = covey_shape_near(item->shape, self->pos, reach + far, images);
    for (int k = 0; k < count && all->count < SOLIDS; k++) {
        double gap = covey_shape_distance(item->shape, images[k], self->pos, &away) - reach;
        if (!(gap < far))
            continue;
        double speed = gap > 0.0 ? gap / from->all->dt : 0.0;
        all->half[all->count++] = (covey_half){covey_vec_scale(away, -speed), away};
    }
}

static void add_solids(const look *from, covey_halves *all)
{
    const covey_influence_list *list = &from->all->world->influences;
    const int flock = from->all->flock->number;
    if (!covey_influence_is_solid(list, flock))
        return;
    const covey_vec p = from->self->pos;
    double far = all->longest * from->all->dt;
    const covey_boxtree_box box = {{p.x - far, p.y - far, p.z - far},
                                   {p.x + far, p.y + far, p.z + far}};
    covey_among near;
    covey_among_solids(list, &box, from->self->body, 0, &near);
    for (ptrdiff_t k = covey_among_next(&near); k >= 0; k = covey_among_next(&near))
        if (covey_influence_stops(&list->item[k], flock))
            add_solid(from, &list->item[k], all);
}

/// The velocity that an agent takes for a preferred one.
static covey_vec turn(const look *from, covey_vec preferred)
{
    nearest others = {.count = 0};
    const covey_reactions *responses = &from->all->flock->reactions;
    for (int k = 0; k < responses->count; k++)
        if (responses->list[k].is.rule == COVEY_RESPONSE_AVOID)
            look_at(from, k, keep_nearest, &others);
    if (others.count == 0)
        return preferred;
    covey_halves all = {.deep = covey_agent_is_deep(from->self)};
    double speed = covey_vec_length(preferred), now = covey_vec_length(from->self->vel);
    all.longest = covey_steering_top(from->self, speed > now ? speed : now);
    add_solids(from, &all);
    all.firm = all.count;
    for (size_t k = 0; k < others.count; k++)
        all.half[all.count++] = half_of(from, &others.list[k]);
    return covey_halves_nearest(&all, preferred);
}

static bool is_finite(covey_vec v)
{
    return fabs(v.x) + fabs(v.y) + fabs(v.z) <= DBL_MAX;
}

void covey_avoid_turn(const covey_avoid *self, covey_moves *moves, double changed[COVEY_BLOCK])
{
    covey_agent agent = *self->any;
    const int axes = self->flock->state.dim;
    for (size_t k = 0; k < self->count && self->dt > 0.0; k++) {
        covey_flock_look(self->flock, self->begin + k, &agent);
        const look from = {self, &agent, self->begin + k, covey_vec_unit(agent.vel)};
        const covey_vec preferred = {moves->vel[0][k], moves->vel[1][k],
                                     axes == COVEY_AXES ? moves->vel[2][k] : 0.0};
        covey_vec taken = is_finite(preferred) ? turn(&from, preferred) : preferred;
        const double now[COVEY_AXES] = {taken.x, taken.y, taken.z};
        for (int axis = 0; axis < axes && is_finite(taken); axis++)
            if (now[axis] != moves->vel[axis][k]) {
                moves->pos[axis][k] += (now[axis] - moves->vel[axis][k]) * self->dt;
                moves->vel[axis][k] = now[axis];
                changed[k] = 1.0;
            }
    }
}
