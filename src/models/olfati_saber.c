// SPDX-License-Identifier: MIT
// The flocking of Olfati-Saber (2006), algorithm 2: agents come to one distance of one another and
// to one velocity, and follow a goal. With r_ij = p_j - p_i, d = |r_ij| < radius:
//
//     F_i = gradient Σ φ(σ(d)) r_ij / √(1 + epsilon d²) + alignment Σ ρ(σ(d)/σ(radius)) (v_j - v_i)
//           - goal_pull (p_i - goal) - goal_damping (v_i - goal velocity)
//
//     σ(d) = (√(1 + epsilon d²) - 1) / epsilon           the σ-norm
//     ρ(z) = 1 for z < plateau, (1 + cos π(z - plateau)/(1 - plateau))/2 up to z = 1, then 0
//     φ(z) = ρ(z/σ(radius)) ((a + b) σ₁(z - σ(distance) + c) + a - b)/2   the action function
//     σ₁(z) = z/√(1 + z²), c = (b - a)/√(4ab), a = attraction, b = repulsion
//
// so that two agents are at rest at `distance`. Without goal_pull and goal_damping it is the
// paper's algorithm 1.
#include "base/math_trig.h"
#include "covey/block.h"

typedef struct olfati_saber {
    double distance, radius, attraction, repulsion, epsilon, plateau, gradient, alignment;
    double goal_pull, goal_damping, goal_x, goal_y, goal_z, goal_vx, goal_vy, goal_vz;
} olfati_saber;

enum { LATTICE, CONSENSUS };

static const covey_param params[] = {
    COVEY_PARAM(olfati_saber, distance, 7, 1e-9, 1e9, "L", "Distance that neighbors come to, d."),
    COVEY_PARAM(olfati_saber, radius, 8.4, 0, 1e9, "L", "Agents beyond it do not matter, r."),
    COVEY_PARAM(olfati_saber, attraction, 5, 1e-6, 1e9, "", "Bound of the pull from afar, a."),
    COVEY_PARAM(olfati_saber, repulsion, 5, 1e-6, 1e9, "", "Bound of the push from near, b."),
    COVEY_PARAM(olfati_saber, epsilon, 0.1, 0, 1e9, "1/L²", "Of the σ-norm, ε."),
    COVEY_PARAM(olfati_saber, plateau, 0.2, 0, 1, "", "The bump is 1 up to it, h."),
    COVEY_PARAM_RULE(olfati_saber, gradient, 1, 0, 1e9, "1/T²", "Weight of the lattice."),
    COVEY_PARAM_RULE(olfati_saber, alignment, 1, 0, 1e9, "1/T", "Weight of the consensus."),
    COVEY_PARAM_RULE(olfati_saber, goal_pull, 0, 0, 1e9, "1/T²", "Pull to the goal, c_1."),
    COVEY_PARAM_RULE(olfati_saber, goal_damping, 0, 0, 1e9, "1/T", "To its velocity, c_2."),
    COVEY_PARAM(olfati_saber, goal_x, 0, -1e9, 1e9, "L", "Where it is."),
    COVEY_PARAM(olfati_saber, goal_y, 0, -1e9, 1e9, "L", "Where it is."),
    COVEY_PARAM(olfati_saber, goal_z, 0, -1e9, 1e9, "L", "The same, in three dimensions."),
    COVEY_PARAM(olfati_saber, goal_vx, 0, -1e9, 1e9, "L/T", "Velocity that it stands for."),
    COVEY_PARAM(olfati_saber, goal_vy, 0, -1e9, 1e9, "L/T", "Velocity that it stands for."),
    COVEY_PARAM(olfati_saber, goal_vz, 0, -1e9, 1e9, "L/T", "The same, in three dimensions."),
    {0},
};

/// √(1 + epsilon d²), by which an offset becomes the gradient of its σ-norm.
static double stretch(const olfati_saber *p, double d)
{
    return sqrt(1.0 + p->epsilon * d * d);
}

/// The σ-norm of a vector of length d, also for an epsilon of 0.
static double norm(const olfati_saber *p, double d)
{
    return d * d / (stretch(p, d) + 1.0);
}

/// The bump function at distance d.
static double bump(const void *values, double d)
{
    const olfati_saber *p = values;
    double share = d < p->radius ? norm(p, d) / norm(p, p->radius) : 1.0;
    if (share < p->plateau)
        return 1.0;
    return share < 1.0 ? 0.5 + 0.5 * covey_cos(COVEY_PI * (share - p->plateau) / (1.0 - p->plateau))
                       : 0.0;
}

/// The factor of an offset of length d.
static double action(const void *values, double d)
{
    const olfati_saber *p = values;
    double a = p->attraction, b = p->repulsion;
    double z = norm(p, d) - norm(p, p->distance) + 0.5 * (b - a) / sqrt(a) / sqrt(b);
    double slope = (a + b) * (z / sqrt(1.0 + z * z));
    return bump(values, d) * 0.5 * (slope + a - b) / stretch(p, d);
}

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const olfati_saber *p = values;
    zone[LATTICE] = covey_zone_default(p->radius);
    zone[LATTICE].strict = true;
    zone[LATTICE].weight = COVEY_WEIGHT_ONE;
    zone[LATTICE].falloff = action;
    zone[CONSENSUS] = covey_zone_default(p->radius);
    zone[CONSENSUS].strict = true;
    zone[CONSENSUS].weight = COVEY_WEIGHT_NOTHING;
    zone[CONSENSUS].carry = COVEY_CARRY_VELOCITY;
    zone[CONSENSUS].falloff = bump;
    return 2;
}

COVEY_INLINE covey_vec flocking(const void *values, const covey_agent *self,
                                const covey_percept *percepts)
{
    const olfati_saber *p = values;
    covey_vec own = covey_vec_scale(self->vel, percepts[CONSENSUS].weight_sum);
    covey_vec agree = covey_vec_sub(percepts[CONSENSUS].carried, own);
    return covey_vec_add(covey_vec_scale(percepts[LATTICE].offset, p->gradient),
                         covey_vec_scale(agree, p->alignment));
}

COVEY_BLOCK_DECIDE(decide_flocking, flocking)

// ---- The goal ----

static bool has_goal(const olfati_saber *p)
{
    return p->goal_pull != 0.0 || p->goal_damping != 0.0;
}

/// The offset to the goal, the shortest one on a torus.
static covey_vec to_goal(const olfati_saber *p, const covey_agent *self)
{
    covey_vec goal = {p->goal_x, p->goal_y, covey_agent_is_deep(self) ? p->goal_z : 0.0};
    if (self->space == NULL || self->space->kind != COVEY_SPACE_TORUS)
        return covey_vec_sub(goal, self->pos);
    return covey_space_offset(self->space, self->pos, covey_space_fold(self->space, goal));
}

/// The navigational feedback.
static covey_vec navigate(const olfati_saber *p, const covey_agent *self)
{
    covey_vec velocity = {p->goal_vx, p->goal_vy, covey_agent_is_deep(self) ? p->goal_vz : 0.0};
    covey_vec damped = covey_vec_scale(covey_vec_sub(velocity, self->vel), p->goal_damping);
    return covey_vec_add(covey_vec_scale(to_goal(p, self), p->goal_pull), damped);
}

static covey_vec decide(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    covey_vec force = flocking(values, self, percepts);
    return has_goal(values) ? covey_vec_add(force, navigate(values, self)) : force;
}

static void decide_block(const void *values, const covey_block *agents,
                         const covey_percepts *percepts, covey_intents *intents)
{
    const bool deep = covey_block_is_deep(agents);
    decide_flocking(values, agents, percepts, intents);
    for (size_t k = 0; has_goal(values) && k < agents->count; k++) {
        covey_agent self = covey_block_agent(agents, k, deep);
        covey_vec force = covey_block_intent(intents, k, deep);
        covey_block_intend(intents, k, deep, covey_vec_add(force, navigate(values, &self)));
    }
}

/// Consensus with neighbors of the weights ρ and damping together change a velocity by that part of
/// it in a step; twice as much as there is makes it grow.
static double stable_dt(const covey_pace *pace)
{
    const olfati_saber *p = pace->params;
    double rate = p->alignment * pace->percepts[CONSENSUS].weight_sum + p->goal_damping;
    return 2.0 / rate;
}

static unsigned idle_zones(const void *values)
{
    const olfati_saber *p = values;
    return (p->gradient == 0.0 ? 1u << LATTICE : 0u) | (p->alignment == 0.0 ? 1u << CONSENSUS : 0u);
}

extern const covey_model covey_model_olfati_saber;
const covey_model covey_model_olfati_saber = {
    .name = "olfati_saber",
    .title = "Agents form a lattice, agree on a velocity and follow a goal.",
    .source = "R. Olfati-Saber, Flocking for multi-agent dynamic systems: algorithms and theory, "
              "IEEE Trans. Autom. Control 51, 401 (2006)",
    .params = params,
    .params_size = sizeof(olfati_saber),
    .intent = COVEY_INTENT_CHANGE,
    .motion = "accelerate",
    .zones = zones,
    .decide = decide,
    .decide_block = decide_block,
    .stable_dt = stable_dt,
    .idle_zones = idle_zones,
    .parting_zones = 1u << LATTICE,
};
