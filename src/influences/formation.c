// SPDX-License-Identifier: MIT
// A formation: each agent has a slot beside an anchor that moves, and arrives there as in arrival
// of Reynolds 1999 (see steering.h),
//
//     desired = V + speed min(1, |r|/slowing) unit(r)
//
// with V the velocity of the anchor and r the way to the slot. The anchor goes along a line through
// the points at `pace`, from their first at time 0; from one point it goes straight on in the
// direction `heading`. With h its direction, l at a right angle to the left of it, in three
// dimensions level, and n = 1, 1, 2, 2, 3, 3, ... for the ids 1, 2, 3, 4, 5, 6, ..., which are left
// and right of it in turn, slots are
//
//     v       n spacing (-cos(angle) h ± sin(angle) l)
//     line    ± n spacing l
//     circle  R (cos(a) h + sin(a) l), a = 2 pi id/N, R = spacing / (2 sin(pi/N)), N agents
//
// so that neighbors are `spacing` apart. In v and line the agent of id 0 is at the anchor.
#include "base/math_trig.h"
#include "geometry/route.h"
#include "influences/steering.h"

typedef struct formation {
    double form, spacing, angle, pace, heading, closed, smooth, slowing, weight, speed;
} formation;

enum { V, LINE, CIRCLE };
static const char *const forms[] = {"v", "line", "circle", NULL};
static const char *const no_yes[] = {"no", "yes", NULL};

static const covey_param params[] = {
    COVEY_PARAM_CHOICE(formation, form, V, 3, forms, "The form of the slots."),
    COVEY_PARAM(formation, spacing, 10, 0, 1e9, "L", "Distance of neighbors."),
    COVEY_PARAM(formation, angle, 0.8, 0, 0.25 * COVEY_TURN, "rad",
                "Between an arm of the v and the way that it came."),
    COVEY_PARAM(formation, pace, 10, 0, 1e9, "L/T", "Speed of the anchor."),
    COVEY_PARAM(formation, heading, 0, -COVEY_TURN, COVEY_TURN, "rad",
                "Where the anchor goes from a single point."),
    COVEY_PARAM_CHOICE(formation, closed, 0, 2, no_yes, "The last point leads to the first."),
    COVEY_PARAM_CHOICE(formation, smooth, 0, 2, no_yes, "A curve leads through the points."),
    COVEY_PARAM(formation, slowing, 20, 0, 1e9, "L", "Agents nearer to their slot slow down."),
    COVEY_STEERING_PARAMS(formation),
    {0},
};

/// The anchor at a time: where it is, its direction and its speed.
typedef struct anchor {
    covey_vec place, forward;
    double pace;
} anchor;

static anchor anchor_at(const formation *p, const covey_shape *shape, double time)
{
    const covey_route route = {shape, p->closed != 0.0, p->smooth != 0.0};
    double along = p->pace * time;
    anchor now = {.pace = p->pace};
    now.place = covey_route_at(&route, along, &now.forward);
    if (shape->count == 1) {
        now.forward = (covey_vec){covey_cos(p->heading), covey_sin(p->heading), 0.0};
        now.place = covey_vec_add(now.place, covey_vec_scale(now.forward, along));
    } else if (!route.closed && along >= covey_route_length(&route)) {
        now.pace = 0.0;
    }
    return now;
}

/// The unit vector to the left of a direction: level, and along y beside one that is upright.
static covey_vec left_of(covey_vec forward)
{
    covey_vec left = covey_vec_unit((covey_vec){-forward.y, forward.x, 0.0});
    return covey_vec_is_zero(left) ? (covey_vec){0, 1, 0} : left;
}

/// A slot seen from the anchor, as shares of its direction and of its left.
typedef struct slot {
    double forward, left;
} slot;

static slot slot_of(const formation *p, const covey_agent *agent)
{
    double number = (double)agent->id, side = agent->id % 2 == 1 ? 1.0 : -1.0;
    double rank = floor((number + 1.0) * 0.5) * p->spacing;
    if (p->form == (double)LINE)
        return (slot){0.0, side * rank};
    if (p->form == (double)V)
        return (slot){-rank * covey_cos(p->angle), side * rank * covey_sin(p->angle)};
    double count = agent->flock_count > 1 ? (double)agent->flock_count : 1.0;
    double half = COVEY_PI / count, angle = 2.0 * half * number;
    double radius = count > 1.0 ? 0.5 * p->spacing / covey_sin(half) : 0.0;
    return (slot){radius * covey_cos(angle), radius * covey_sin(angle)};
}

static covey_vec act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    const formation *p = values;
    anchor now = anchor_at(p, scene->shape, scene->time);
    slot own = slot_of(p, agent);
    covey_vec beside = covey_vec_add(covey_vec_scale(now.forward, own.forward),
                                     covey_vec_scale(left_of(now.forward), own.left));
    covey_vec place = covey_vec_add(now.place, beside);
    place = covey_steering_place(scene, place.x, place.y, place.z);
    covey_vec way = covey_steering_way(scene, agent, place);
    double full = covey_steering_speed(agent, p->speed), far = covey_vec_length(way);
    double speed = far < p->slowing ? full * (far / p->slowing) : full;
    covey_vec desired = covey_vec_add(covey_vec_scale(now.forward, now.pace),
                                      covey_vec_scale(covey_vec_unit(way), speed));
    return covey_steering(scene, agent, p->weight, full, desired);
}

extern const covey_influence covey_influence_formation;
const covey_influence covey_influence_formation = {
    .name = "formation",
    .title = "Agents keep their places in a V, a line or a circle that moves.",
    .source = COVEY_STEERING_SOURCE " (arrival); the slots are covey's",
    .params = params,
    .params_size = sizeof(formation),
    .points = 1,
    .form = COVEY_INFLUENCE_LINE,
    .act = act,
};
