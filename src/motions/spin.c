// SPDX-License-Identifier: MIT
// Headings with inertia (Cavagna et al. 2015): an intent is a torque on the heading, which changes
// the agent's spin s, and the spin turns the heading,
//
//     s' = ((1 - g/2) s + (h × F) dt + √(2 turn_friction temperature dt) N) / (1 + g/2)
//     h' = h turned about s' by (|s'|/inertia) dt,  g = turn_friction dt/inertia
//     v' = speed h',  p' = p + v' dt
//
// with h the heading. In the plane s is a number, and N a standard normal one, new for each agent
// and step; in three dimensions s is a vector at a right angle to h, and N is one of three such
// numbers less its part along h. Half of the friction acts before the push and half after it: so
// noise keeps spins at the temperature for any dt, the mean of s² being inertia · temperature for
// each of the one or two axes. Walls and obstacles, which turn velocities from outside, take the
// spin.
#include "base/math_trig.h"
#include "base/sphere.h"
#include "covey/block.h"

typedef struct spin {
    double speed, inertia, turn_friction, temperature;
} spin;

static const covey_param params[] = {
    COVEY_PARAM(spin, speed, 1, 0, 1e15, "L/T", "Speed of every agent."),
    COVEY_PARAM(spin, inertia, 1, 1e-9, 1e9, "E T²", "Of headings against turns, χ."),
    COVEY_PARAM(spin, turn_friction, 0.3, 0, 1e9, "E T", "Friction of turns, η."),
    COVEY_PARAM(spin, temperature, 0, 0, 1e9, "E", "Of the noise on spins, T."),
    {0},
};

static void go(const spin *p, covey_agent *agent, covey_vec heading, double dt)
{
    agent->vel = covey_vec_scale(heading, p->speed);
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(agent->vel, dt));
}

/// Half of the friction of a step.
static double half_of(const spin *p, double dt)
{
    return 0.5 * p->turn_friction * dt / p->inertia;
}

static double noise_of(const spin *p, double dt)
{
    return sqrt(2.0 * p->turn_friction * p->temperature * fabs(dt));
}

/// `normal`: a standard normal number.
static void step(const spin *p, covey_agent *agent, covey_vec intent, double dt, double normal)
{
    covey_vec heading = covey_vec_unit(agent->vel), wanted = covey_vec_unit(intent);
    double torque = heading.x * intent.y - heading.y * intent.x;
    double half = half_of(p, dt), shake = noise_of(p, dt) * normal;
    double pushed = (1.0 - half) * agent->extra[0] + torque * dt + shake;
    bool none = covey_vec_is_zero(heading);
    agent->extra[0] = none ? 0.0 : pushed / (1.0 + half);
    covey_vec turn = covey_direction(agent->extra[0] / p->inertia * dt);
    go(p, agent, none ? wanted : covey_vec_unit(covey_direction_turn(heading, turn)), dt);
}

/// v less its part along the unit vector n.
static covey_vec across(covey_vec v, covey_vec n)
{
    return covey_vec_sub(v, covey_vec_scale(n, covey_vec_dot(v, n)));
}

/// `normal`: three standard normal numbers.
static void step_in_space(const spin *p, covey_agent *agent, covey_vec intent, double dt,
                          covey_vec normal)
{
    covey_vec heading = covey_vec_unit(agent->vel), wanted = covey_vec_unit(intent);
    covey_vec spun = {agent->extra[0], agent->extra[1], agent->extra[2]};
    covey_vec torque = covey_sphere_cross(heading, intent);
    double half = half_of(p, dt), shake = noise_of(p, dt);
    covey_vec pushed =
        covey_vec_add(covey_vec_scale(spun, 1.0 - half), covey_vec_scale(torque, dt));
    pushed = covey_vec_add(pushed, covey_vec_scale(normal, shake));
    pushed = covey_vec_scale(across(pushed, heading), 1.0 / (1.0 + half)); // 0 without a heading
    bool none = covey_vec_is_zero(heading);
    spun = none ? heading : pushed;
    covey_vec turn = covey_direction(covey_vec_length(spun) / p->inertia * dt);
    covey_vec side = covey_sphere_cross(covey_vec_unit(spun), heading);
    covey_vec turned = covey_vec_unit(
        covey_vec_add(covey_vec_scale(heading, turn.x), covey_vec_scale(side, turn.y)));
    agent->extra[0] = spun.x;
    agent->extra[1] = spun.y;
    agent->extra[2] = spun.z;
    go(p, agent, none ? wanted : turned, dt);
}

static bool is_noisy(const spin *p)
{
    return p->turn_friction != 0.0 && p->temperature != 0.0;
}

static double normal_of(const covey_agent *agent, uint32_t axis)
{
    return covey_normal_quantile(
        covey_uniform(agent->seed, agent->step, agent->id, COVEY_STREAM_MOTION + axis));
}

static void move(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    covey_vec normal = {0};
    bool noisy = is_noisy(values), deep = covey_agent_is_deep(agent);
    if (noisy)
        normal.x = normal_of(agent, 0);
    if (noisy && deep) {
        normal.y = normal_of(agent, 1);
        normal.z = normal_of(agent, 2);
    }
    if (deep)
        step_in_space(values, agent, intent, dt, normal);
    else
        step(values, agent, intent, dt, normal.x);
}

static void move_block(const void *values, const covey_block *agents, const covey_intents *intents,
                       double dt, covey_moves *moves)
{
    const bool deep = covey_block_is_deep(agents);
    const int numbers = deep ? 3 : 1;
    double uniform[COVEY_BLOCK], normal[COVEY_AXES][COVEY_BLOCK] = {0};
    for (int axis = 0; axis < numbers && is_noisy(values); axis++) {
        covey_block_uniforms(agents, COVEY_STREAM_MOTION + (uint32_t)axis, uniform);
        covey_normal_quantiles(uniform, agents->count, normal[axis]);
    }
    for (size_t k = 0; k < agents->count; k++) {
        covey_agent agent = covey_block_keeper(agents, numbers, k, deep);
        covey_vec intent = covey_block_intent(intents, k, deep);
        if (deep)
            step_in_space(values, &agent, intent, dt,
                          (covey_vec){normal[0][k], normal[1][k], normal[2][k]});
        else
            step(values, &agent, intent, dt, normal[0][k]);
        covey_block_moved(moves, numbers, k, deep, &agent);
    }
}

static void init_from_velocity(const void *values, covey_agent *agent)
{
    (void)values;
    agent->extra[0] = agent->extra[1] = agent->extra[2] = 0.0;
}

extern const covey_motion covey_motion_spin;
const covey_motion covey_motion_spin = {
    .name = "spin",
    .title = "Every agent flies at the same speed; intents turn its heading, which has inertia.",
    .params = params,
    .params_size = sizeof(spin),
    .intent = COVEY_INTENT_CHANGE,
    .extra_count = 1,
    .extra_deep = 2,
    .move = move,
    .init_from_velocity = init_from_velocity,
    .move_block = move_block,
};
