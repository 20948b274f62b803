// SPDX-License-Identifier: MIT
// Every agent at the same speed, turning towards the intent by at most turn_rate dt: v' = speed
// heading', p' = p + v' dt. Without intent the heading stays.
//
// In three dimensions it turns in the plane of the two vectors: with h the heading, w the intent's,
//
//     heading' = cos(m) h + sin(m) unit((h × w) × h),  m = turn_rate dt, where w is further off
//
// Where w is exactly opposite, the two have no plane: an agent then turns to its left as seen from
// +z, as it does in the plane, or to +y if it flies along z. So +z is the only direction that the
// rule names, and agents at z = 0 do as they do in the plane.
#include "base/math_trig.h"
#include "base/sphere.h"
#include "motions/retry.h"

typedef struct turn {
    double speed, turn_rate;
} turn;

static const covey_param params[] = {
    COVEY_PARAM(turn, speed, 1, 0, 1e15, "L/T", "Speed of every agent."),
    COVEY_PARAM(turn, turn_rate, 0.7, 0, 1e15, "rad/T", "Fastest turn."),
    {0},
};

/// The margin for comparing sines of angles below a quarter turn: more than all rounding.
#define SURELY 0x1p-40

/// A turn in a step of some length.
typedef struct turning {
    double speed, most; ///< rad
    covey_vec edge;     ///< direction of `most`
} turning;

static turning turning_of(const turn *p, double dt)
{
    double most = p->turn_rate * fabs(dt);
    return (turning){p->speed, most, covey_direction(most)};
}

/// The heading of an agent, the heading of its intent, and sine and cosine of the angle between.
/// The sine is that of a turn to the left in the plane; in space it is 0 or more.
typedef struct course {
    covey_vec heading, wanted;
    double cross, dot;
} course;

COVEY_INLINE course course_of(const covey_agent *agent, covey_vec intent)
{
    covey_vec heading = covey_vec_unit(agent->vel), wanted = covey_vec_unit(intent);
    double cross = heading.x * wanted.y - heading.y * wanted.x;
    return (course){heading, wanted, cross, covey_vec_dot(heading, wanted)};
}

/// True if the wanted heading is further off than a turn may take. *retry becomes 1 where the sine
/// of the difference does not show for sure, else 0.
COVEY_INLINE bool is_too_far(const turning *by, const course *to, double *retry)
{
    double beyond = fabs(to->cross) * by->edge.x - to->dot * by->edge.y;
    bool sure = (by->most < 1.5) & (fabs(beyond) > SURELY);
    bool none = fabs(to->cross) + fabs(to->dot) == 0.0; // no heading, or no intent
    *retry = (sure | none) ? 0.0 : 1.0;
    return beyond > 0.0;
}

/// Moves an agent that turns to this heading, or keeps its own without intent.
COVEY_INLINE void go(const turning *by, const course *to, covey_vec turned, covey_agent *agent,
                     double dt)
{
    turned = covey_vec_is_zero(to->wanted) ? to->heading : turned;
    turned = covey_vec_is_zero(to->heading) ? to->wanted : turned;
    agent->vel = covey_vec_scale(turned, by->speed);
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(agent->vel, dt));
}

/// The heading turned as far as it may in the plane, to the left if the wanted one is right behind.
COVEY_INLINE covey_vec swing(const turning *by, const course *to)
{
    covey_vec edge = {by->edge.x, to->cross < 0.0 ? -by->edge.y : by->edge.y, 0.0};
    return covey_vec_unit(covey_direction_turn(to->heading, edge));
}

COVEY_INLINE void try_turn(const void *values, covey_agent *agent, covey_vec intent, double dt,
                           double *retry)
{
    const turning *by = values;
    const course to = course_of(agent, intent);
    bool far = is_too_far(by, &to, retry);
    covey_vec edge = swing(by, &to);
    go(by, &to, far ? edge : to.wanted, agent, dt);
}

// ---- In three dimensions ----

COVEY_INLINE course course_in_space(const covey_agent *agent, covey_vec intent)
{
    covey_vec heading = covey_vec_unit(agent->vel), wanted = covey_vec_unit(intent);
    double cross = covey_vec_length(covey_sphere_cross(heading, wanted));
    return (course){heading, wanted, cross, covey_vec_dot(heading, wanted)};
}

/// The heading turned as far as it may, towards the wanted one.
COVEY_INLINE covey_vec bend(const turning *by, const course *to)
{
    covey_vec axis = covey_sphere_cross(to->heading, to->wanted);
    covey_vec side = covey_vec_unit(covey_sphere_cross(axis, to->heading));
    covey_vec left = covey_sphere_left(to->heading);
    side = covey_vec_is_zero(side) ? left : side;
    return covey_vec_unit(
        covey_vec_add(covey_vec_scale(to->heading, by->edge.x), covey_vec_scale(side, by->edge.y)));
}

COVEY_INLINE void try_bend(const void *values, covey_agent *agent, covey_vec intent, double dt,
                           double *retry)
{
    const turning *by = values;
    const course to = course_in_space(agent, intent);
    bool far = is_too_far(by, &to, retry);
    covey_vec edge = bend(by, &to);
    go(by, &to, far ? edge : to.wanted, agent, dt);
}

// ---- Agents ----

/// Moves an agent by comparing angles, where sines are not sure.
static void turn_one(const turning *by, covey_agent *agent, covey_vec intent, double dt)
{
    double retry;
    const bool deep = covey_agent_is_deep(agent);
    const course to = deep ? course_in_space(agent, intent) : course_of(agent, intent);
    bool far = is_too_far(by, &to, &retry);
    if (retry != 0.0)
        far = fabs(covey_atan2(to.cross, to.dot)) > by->most;
    covey_vec edge = deep ? bend(by, &to) : swing(by, &to);
    go(by, &to, far ? edge : to.wanted, agent, dt);
}

static void move(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    const turning by = turning_of(values, dt);
    turn_one(&by, agent, intent, dt);
}

COVEY_MOVE_OR_RETRY(turn_block, try_turn, try_bend, turn_one, 0)

static void move_block(const void *values, const covey_block *agents, const covey_intents *intents,
                       double dt, covey_moves *moves)
{
    const turning by = turning_of(values, dt);
    turn_block(&by, agents, intents, dt, moves);
}

extern const covey_motion covey_motion_turn;
const covey_motion covey_motion_turn = {
    .name = "turn",
    .title = "Every agent flies at the same speed and turns towards its intent at a limited rate.",
    .params = params,
    .params_size = sizeof(turn),
    .intent = COVEY_INTENT_DIRECTION,
    .move = move,
    .move_block = move_block,
};
