// SPDX-License-Identifier: MIT
// Wander of Reynolds 1999 (see steering.h): agents steer to a point on a circle, or sphere, around
// a place straight ahead, and the point moves about on it at random,
//
//     desired = speed unit(ahead h + radius u(t))
//
// with h the heading and u a unit vector. Reynolds moves the point a little in every step. Here u
// is a function of the time, so that nothing has to be kept and steps of any length see the same:
// at the times 0, time, 2 time, ... it is any unit vector, each independent of all others (Philox
// of the agent's seed and id and the number of the interval), and between two of them it turns from
// the one to the other at a constant rate, the shorter way round. So u(t) and u(t + s) are
// independent for s >= 2 time. An agent at rest, whose heading is 0, sets out along u.
#include "base/math_trig.h"
#include "influences/steering.h"

typedef struct wander {
    double time, radius, ahead, weight, speed;
} wander;

static const covey_param params[] = {
    COVEY_PARAM(wander, time, 1, 1e-9, 1e9, "T", "After twice this, nothing is left of a turn."),
    COVEY_PARAM(wander, radius, 1, 0, 1e9, "L", "Radius of the circle."),
    COVEY_PARAM(wander, ahead, 1.5, 0, 1e9, "L", "Its center is so far ahead."),
    COVEY_STEERING_PARAMS(wander),
    {0},
};

/// Any unit vector, evenly, for the agent and the interval.
static covey_vec draw(const covey_agent *agent, double interval, bool deep)
{
    uint64_t number = fabs(interval) < 0x1p62 ? (uint64_t)(int64_t)interval : 0;
    double angle =
        COVEY_TURN * covey_uniform(agent->seed, number, agent->id, COVEY_STREAM_INFLUENCE);
    covey_vec u = {covey_cos(angle), covey_sin(angle), 0.0};
    if (!deep)
        return u;
    u.z = 2.0 * covey_uniform(agent->seed, number, agent->id, COVEY_STREAM_INFLUENCE + 1) - 1.0;
    double beside = sqrt((1.0 - u.z) * (1.0 + u.z)); // Archimedes: z is even on a sphere
    return (covey_vec){beside * u.x, beside * u.y, u.z};
}

/// The unit vector on the way from u to v, the shorter way round, `share` of it from u.
static covey_vec turn(covey_vec u, covey_vec v, double share)
{
    double along = covey_vec_dot(u, v);
    covey_vec across = covey_vec_sub(v, covey_vec_scale(u, along));
    double angle = share * covey_atan2(covey_vec_length(across), along);
    return covey_vec_add(covey_vec_scale(u, covey_cos(angle)),
                         covey_vec_scale(covey_vec_unit(across), covey_sin(angle)));
}

static covey_vec act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    const wander *p = values;
    bool deep = covey_space_dim(scene->space) == 3;
    double now = scene->time / p->time, interval = floor(now);
    covey_vec u =
        turn(draw(agent, interval, deep), draw(agent, interval + 1.0, deep), now - interval);
    covey_vec target = covey_vec_add(covey_vec_scale(covey_vec_unit(agent->vel), p->ahead),
                                     covey_vec_scale(u, p->radius));
    double full = covey_steering_speed(agent, p->speed);
    covey_vec desired = covey_vec_scale(covey_vec_unit(target), full);
    return covey_steering(scene, agent, p->weight, full, desired);
}

extern const covey_influence covey_influence_wander;
const covey_influence covey_influence_wander = {
    .name = "wander",
    .title = "Agents roam about, each on a way of its own.",
    .source = COVEY_STEERING_SOURCE,
    .params = params,
    .params_size = sizeof(wander),
    .act = act,
};
