// SPDX-License-Identifier: MIT
// Headings with inertia (Cavagna et al. 2015), in the plane: an intent is a torque on the heading,
// which changes the agent's spin s, and the spin turns the heading,
//
//     s' = ((1 - g/2) s + (h × F) dt + √(2 turn_friction temperature dt) N) / (1 + g/2)
//     θ' = θ + (s'/inertia) dt,  g = turn_friction dt/inertia
//     v' = speed h',  p' = p + v' dt
//
// with h the heading, θ its angle and N a standard normal number, new for each agent and step. Half
// of the friction acts before the push and half after it: so noise keeps spins at the temperature
// for any dt, the mean of s² being inertia · temperature. Walls and obstacles, which turn
// velocities from outside, take the spin.
#include "base/math_trig.h"
#include "base/normal.h"
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

/// `normal`: a standard normal number.
static void step(const spin *p, covey_agent *agent, covey_vec intent, double dt, double normal)
{
    covey_vec heading = covey_vec_unit(agent->vel), wanted = covey_vec_unit(intent);
    double torque = heading.x * intent.y - heading.y * intent.x;
    double half = 0.5 * p->turn_friction * dt / p->inertia;
    double shake = sqrt(2.0 * p->turn_friction * p->temperature * fabs(dt)) * normal;
    double pushed = (1.0 - half) * agent->extra[0] + torque * dt + shake;
    bool none = covey_vec_is_zero(heading);
    agent->extra[0] = none ? 0.0 : pushed / (1.0 + half);
    covey_vec turn = covey_direction(agent->extra[0] / p->inertia * dt);
    covey_vec turned = none ? wanted : covey_vec_unit(covey_direction_turn(heading, turn));
    agent->vel = covey_vec_scale(turned, p->speed);
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(agent->vel, dt));
}

static bool is_noisy(const spin *p)
{
    return p->turn_friction != 0.0 && p->temperature != 0.0;
}

static void move(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    double normal = 0.0;
    if (is_noisy(values))
        normal = covey_normal_quantile(
            covey_uniform(agent->seed, agent->step, agent->id, COVEY_STREAM_MOTION));
    step(values, agent, intent, dt, normal);
}

static void move_block(const void *values, const covey_block *agents, const covey_intents *intents,
                       double dt, covey_moves *moves)
{
    double uniform[COVEY_BLOCK], normal[COVEY_BLOCK] = {0};
    if (is_noisy(values)) {
        covey_block_uniforms(agents, COVEY_STREAM_MOTION, uniform);
        covey_normal_quantiles(uniform, agents->count, normal);
    }
    for (size_t k = 0; k < agents->count; k++) {
        covey_agent agent = covey_block_keeper(agents, 1, k, false);
        step(values, &agent, covey_block_intent(intents, k, false), dt, normal[k]);
        covey_block_moved(moves, 1, k, false, &agent);
    }
}

static void init_from_velocity(const void *values, covey_agent *agent)
{
    (void)values;
    agent->extra[0] = 0.0;
}

extern const covey_motion covey_motion_spin;
const covey_motion covey_motion_spin = {
    .name = "spin",
    .title = "Every agent flies at the same speed; intents turn its heading, which has inertia.",
    .params = params,
    .params_size = sizeof(spin),
    .intent = COVEY_INTENT_CHANGE,
    .extra_count = 1,
    .move = move,
    .init_from_velocity = init_from_velocity,
    .move_block = move_block,
    .plane_only = true,
};
