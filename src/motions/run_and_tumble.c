// SPDX-License-Identifier: MIT
// Run and tumble, as bacteria swim (Berg and Brown 1972; Tailleur and Cates 2008): straight runs at
// constant speed, ended at a rate by tumbles, each into any direction; forces move an agent, too.
//
//     with the probability 1 - exp(-tumble_rate dt): h' any direction, else h' = h
//     v' = speed h',  p' = p + (v' + mobility F) dt
//
// with F the intent. Alone an agent gets 2 v²/λ² (λt - 1 + exp(-λt)) in the mean square, with
// v = speed, λ = tumble_rate. An agent without heading takes any.
#include "base/angle.h"
#include "covey/block.h"

typedef struct run_and_tumble {
    double speed, tumble_rate, mobility;
} run_and_tumble;

static const covey_param params[] = {
    COVEY_PARAM(run_and_tumble, speed, 1, 0, 1e15, "L/T", "Speed of a run."),
    COVEY_PARAM(run_and_tumble, tumble_rate, 1, 0, 1e9, "1/T", "Tumbles per time, λ."),
    COVEY_PARAM(run_and_tumble, mobility, 1, 0, 1e9, "T", "Speed by a force of 1."),
    {0},
};

/// Uniform numbers of an agent; the plane has no height.
enum { TUMBLE, AROUND, HEIGHT, DRAWN };

static uint32_t drawn_in(bool deep)
{
    return deep ? DRAWN : HEIGHT;
}

/// Any direction, even on the circle or the sphere (by Archimedes).
static covey_vec any_direction(const double drawn[DRAWN], bool deep)
{
    covey_vec around = covey_direction_within(COVEY_TURN * drawn[AROUND]);
    if (!deep)
        return around;
    double height = 2.0 * drawn[HEIGHT] - 1.0;
    double beside = sqrt((1.0 - height) * (1.0 + height));
    return (covey_vec){beside * around.x, beside * around.y, height};
}

/// `straight`: the probability of no tumble.
static void step(const run_and_tumble *p, double straight, covey_agent *agent, covey_vec intent,
                 double dt, const double drawn[DRAWN])
{
    covey_vec heading = covey_vec_unit(agent->vel);
    if (drawn[TUMBLE] >= straight || covey_vec_is_zero(heading))
        heading = any_direction(drawn, covey_agent_is_deep(agent));
    agent->vel = covey_vec_scale(heading, p->speed);
    covey_vec flow = covey_vec_add(agent->vel, covey_vec_scale(intent, p->mobility));
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(flow, dt));
}

static double straight_of(const run_and_tumble *p, double dt)
{
    return covey_exp(-p->tumble_rate * fabs(dt));
}

static void move(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    double drawn[DRAWN] = {0};
    for (uint32_t k = 0; k < drawn_in(covey_agent_is_deep(agent)); k++)
        drawn[k] = covey_uniform(agent->seed, agent->step, agent->id, COVEY_STREAM_MOTION + k);
    step(values, straight_of(values, dt), agent, intent, dt, drawn);
}

static void move_block(const void *values, const covey_block *agents, const covey_intents *intents,
                       double dt, covey_moves *moves)
{
    const bool deep = covey_block_is_deep(agents);
    const double straight = straight_of(values, dt);
    double column[DRAWN][COVEY_BLOCK] = {{0}};
    for (uint32_t k = 0; k < drawn_in(deep); k++)
        covey_block_uniforms(agents, COVEY_STREAM_MOTION + k, column[k]);
    for (size_t i = 0; i < agents->count; i++) {
        covey_agent agent = covey_block_agent(agents, i, deep);
        const double drawn[DRAWN] = {column[TUMBLE][i], column[AROUND][i], column[HEIGHT][i]};
        step(values, straight, &agent, covey_block_intent(intents, i, deep), dt, drawn);
        covey_block_moved(moves, 0, i, deep, &agent);
    }
}

extern const covey_motion covey_motion_run_and_tumble;
const covey_motion covey_motion_run_and_tumble = {
    .name = "run_and_tumble",
    .title = "Every agent runs straight at the same speed and tumbles; forces move it, too.",
    .params = params,
    .params_size = sizeof(run_and_tumble),
    .intent = COVEY_INTENT_CHANGE,
    .move = move,
    .move_block = move_block,
};
