// SPDX-License-Identifier: MIT
// Overdamped self-propulsion with noise (Euler and Maruyama): the heading diffuses and the place
// follows heading, force and noise,
//
//     h' = h turned by √(2 rotational_noise dt) N
//     v' = speed h'
//     p' = p + (v' + mobility F) dt + √(2 translational_noise dt) N
//
// with F the intent and N standard normal numbers, new for each agent, step and axis. The velocity
// is that of the propulsion alone, so that it has the heading, also where forces hold an agent.
// In three dimensions the heading leans by the length of two such numbers, to the side of their
// direction: rotational diffusion on the sphere, cos of the angle decaying as
// exp(-2 rotational_noise t) for short steps. An agent without heading is given any.
#include "base/math_trig.h"
#include "base/sphere.h"
#include "covey/block.h"

typedef struct brownian {
    double speed, mobility, rotational_noise, translational_noise;
} brownian;

static const covey_param params[] = {
    COVEY_PARAM(brownian, speed, 1, 0, 1e15, "L/T", "Speed of the propulsion."),
    COVEY_PARAM(brownian, mobility, 1, 0, 1e9, "T", "Speed by a force of 1."),
    COVEY_PARAM(brownian, rotational_noise, 1, 0, 1e9, "1/T", "Diffusion of the heading."),
    COVEY_PARAM(brownian, translational_noise, 0, 0, 1e9, "L²/T", "Diffusion of the place."),
    {0},
};

/// Streams of the motion.
enum { ROTATION, LEAN, PLACE, ANY = PLACE + COVEY_AXES, ANY_HEIGHT, STREAMS };

/// Uniform numbers of an agent where they are used as such, else normal ones.
typedef struct drawn {
    double of[STREAMS];
} drawn;

static bool is_normal(int stream)
{
    return stream < ANY;
}

/// True if the motion reads the stream.
static bool is_used(const brownian *p, int stream, bool deep)
{
    if (stream == LEAN || stream == PLACE + 2 || stream == ANY_HEIGHT)
        return deep && is_used(p, stream - 1, deep);
    if (stream == ROTATION)
        return p->rotational_noise != 0.0;
    return stream == ANY || p->translational_noise != 0.0;
}

/// Any direction.
static covey_vec any_heading(const drawn *numbers, bool deep)
{
    covey_vec around = covey_direction(COVEY_TURN * numbers->of[ANY]);
    if (!deep)
        return around;
    double height = 2.0 * numbers->of[ANY_HEIGHT] - 1.0; // Archimedes: even on a sphere
    double beside = sqrt((1.0 - height) * (1.0 + height));
    return (covey_vec){beside * around.x, beside * around.y, height};
}

/// The heading after rotational noise of this standard deviation.
static covey_vec diffuse(covey_vec heading, double noise, const drawn *numbers, bool deep)
{
    double first = noise * numbers->of[ROTATION];
    if (!deep)
        return covey_vec_unit(covey_direction_turn(heading, covey_direction(first)));
    covey_vec way = {first, noise * numbers->of[LEAN], 0.0};
    covey_vec lean = covey_direction(covey_vec_length(way));
    return covey_vec_unit(covey_sphere_lean(heading, lean, covey_vec_unit(way)));
}

static void step(const brownian *p, covey_agent *agent, covey_vec intent, double dt,
                 const drawn *numbers)
{
    const bool deep = covey_agent_is_deep(agent);
    covey_vec heading = covey_vec_unit(agent->vel);
    if (covey_vec_is_zero(heading))
        heading = any_heading(numbers, deep);
    if (p->rotational_noise != 0.0)
        heading = diffuse(heading, sqrt(2.0 * p->rotational_noise * fabs(dt)), numbers, deep);
    agent->vel = covey_vec_scale(heading, p->speed);
    covey_vec flow = covey_vec_add(agent->vel, covey_vec_scale(intent, p->mobility));
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(flow, dt));
    if (p->translational_noise == 0.0)
        return;
    const double *n = &numbers->of[PLACE];
    covey_vec shake = {n[0], n[1], deep ? n[2] : 0.0};
    double by = sqrt(2.0 * p->translational_noise * fabs(dt));
    agent->pos = covey_vec_add(agent->pos, covey_vec_scale(shake, by));
}

static void move(const void *values, covey_agent *agent, covey_vec intent, double dt)
{
    drawn numbers = {{0}};
    for (int k = 0; k < STREAMS; k++)
        if (is_used(values, k, covey_agent_is_deep(agent))) {
            double x = covey_uniform(agent->seed, agent->step, agent->id,
                                     COVEY_STREAM_MOTION + (uint32_t)k);
            numbers.of[k] = is_normal(k) ? covey_normal_quantile(x) : x;
        }
    step(values, agent, intent, dt, &numbers);
}

/// Draws as move() does, for all agents at once.
static void draw_block(const brownian *p, const covey_block *agents,
                       double column[STREAMS][COVEY_BLOCK])
{
    for (int k = 0; k < STREAMS; k++)
        if (is_used(p, k, covey_block_is_deep(agents))) {
            double x[COVEY_BLOCK];
            double *to = is_normal(k) ? x : column[k];
            covey_block_uniforms(agents, COVEY_STREAM_MOTION + (uint32_t)k, to);
            if (is_normal(k))
                covey_normal_quantiles(x, agents->count, column[k]);
        }
}

static void move_block(const void *values, const covey_block *agents, const covey_intents *intents,
                       double dt, covey_moves *moves)
{
    const bool deep = covey_block_is_deep(agents);
    double column[STREAMS][COVEY_BLOCK] = {{0}};
    draw_block(values, agents, column);
    for (size_t i = 0; i < agents->count; i++) {
        covey_agent agent = covey_block_agent(agents, i, deep);
        drawn numbers;
        for (int k = 0; k < STREAMS; k++)
            numbers.of[k] = column[k][i];
        step(values, &agent, covey_block_intent(intents, i, deep), dt, &numbers);
        covey_block_moved(moves, 0, i, deep, &agent);
    }
}

extern const covey_motion covey_motion_brownian;
const covey_motion covey_motion_brownian = {
    .name = "brownian",
    .title = "Every agent drives itself along a heading that diffuses; forces move it, too.",
    .params = params,
    .params_size = sizeof(brownian),
    .intent = COVEY_INTENT_CHANGE,
    .move = move,
    .move_block = move_block,
};
