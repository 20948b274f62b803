// SPDX-License-Identifier: MIT
// Informed agents lead: the model of Couzin et al. (2005), in the plane and in space. With r_ij =
// p_j - p_i:
//
//     d = -Σ unit(r_ij)                            within `repulsion`, if there are any (eq. 1);
//     d = Σ unit(r_ij) + Σ unit(v_j)               within `attraction`, the agent's own heading
//                                                  among the second (eq. 2),
//     d' = unit(d) + weight unit(x, y, z)          of the second d, for informed agents (eq. 3).
//
// A share of the agents is informed. A random number of seed and id decides which, and they stay
// so; the others do not know which. The direction is turned by a Gaussian angle of standard
// deviation `noise`, and agents turn towards it by at most turn_rate dt (motion turn).
#include "base/math_trig.h"
#include "models/swerve.h"

#include "base/streams.h"

typedef struct couzin_leaders {
    double repulsion, attraction, noise, informed, weight, x, y, z;
} couzin_leaders;

enum { REPULSION, ATTRACTION };

/// Columns of given numbers: two of the noise, and that of the informed.
enum { INFORMED = 2 };

static const covey_param params[] = {
    COVEY_PARAM(couzin_leaders, repulsion, 1, 0, 1e9, "L", "Outer radius of repulsion."),
    COVEY_PARAM(couzin_leaders, attraction, 6, 0, 1e9, "L",
                "Outer radius of attraction and alignment."),
    COVEY_PARAM(couzin_leaders, noise, 0.01, 0, COVEY_TURN, "rad",
                "Standard deviation of the heading."),
    COVEY_PARAM(couzin_leaders, informed, 0.1, 0, 1, "", "Share of the agents that is informed."),
    COVEY_PARAM(couzin_leaders, weight, 0.5, 0, 1e9, "",
                "Weight of the preferred direction beside that of the neighbors."),
    COVEY_PARAM(couzin_leaders, x, 1, -1e9, 1e9, "", "The direction that they prefer."),
    COVEY_PARAM(couzin_leaders, y, 0, -1e9, 1e9, "", "The direction that they prefer."),
    COVEY_PARAM(couzin_leaders, z, 0, -1e9, 1e9, "", "The same, in three dimensions."),
    {0},
};

static const covey_setting motion_settings[] = {{"speed", 1}, {"turn_rate", 2}, {0}};

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const couzin_leaders *p = values;
    zone[REPULSION] = covey_zone_default(p->repulsion);
    zone[REPULSION].weight = COVEY_WEIGHT_UNIT;
    zone[ATTRACTION] = covey_zone_default(p->attraction);
    zone[ATTRACTION].weight = COVEY_WEIGHT_UNIT;
    zone[ATTRACTION].carry = COVEY_CARRY_HEADING;
    return 2;
}

/// `given`: the numbers of the columns. The preferred direction is `preferred`, of length 1.
COVEY_INLINE covey_vec straight(const couzin_leaders *p, const covey_agent *self,
                                const covey_percept *percepts, covey_vec preferred,
                                const double *given)
{
    bool apart = percepts[REPULSION].count != 0.0, informed = given[INFORMED] < p->informed;
    covey_vec away = covey_vec_scale(percepts[REPULSION].offset, -1.0);
    covey_vec near = covey_vec_add(percepts[ATTRACTION].offset, percepts[ATTRACTION].carried);
    covey_vec sum = covey_vec_add(near, covey_vec_unit(self->vel));
    sum = covey_vec_unit(apart ? away : sum);
    double weight = ((!apart) & informed) ? p->weight : 0.0;
    sum = covey_vec_add(sum, covey_vec_scale(preferred, weight));
    return covey_vec_unit(covey_vec_is_zero(sum) ? self->vel : sum);
}

COVEY_INLINE covey_vec direction(const void *values, const covey_agent *self,
                                 const covey_percept *percepts, const double *given)
{
    const couzin_leaders *p = values;
    covey_vec preferred = {p->x, p->y, 0.0};
    preferred = covey_vec_unit(preferred);
    return covey_swerve(straight(p, self, percepts, preferred, given), p->noise, given);
}

COVEY_INLINE covey_vec direction_in_space(const void *values, const covey_agent *self,
                                          const covey_percept *percepts, const double *given)
{
    const couzin_leaders *p = values;
    covey_vec preferred = {p->x, p->y, p->z};
    preferred = covey_vec_unit(preferred);
    return covey_swerve_in_space(straight(p, self, percepts, preferred, given), p->noise, given);
}

static covey_vec decide(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    bool is_deep = covey_agent_is_deep(self);
    double given[] = {covey_swerve_number(self, COVEY_STREAM_MODEL),
                      is_deep ? covey_swerve_number(self, COVEY_STREAM_MODEL + 1) : 0.0,
                      covey_uniform(self->seed, UINT64_MAX, self->id, COVEY_STREAM_LEADERS)};
    return (is_deep ? direction_in_space : direction)(values, self, percepts, given);
}

COVEY_BLOCK_DECIDE_GIVEN_IN(decide_in_plane, direction, false)
COVEY_BLOCK_DECIDE_GIVEN_IN(decide_in_space, direction_in_space, true)

static void decide_block(const void *values, const covey_block *agents,
                         const covey_percepts *percepts, covey_intents *intents)
{
    bool is_deep = covey_block_is_deep(agents);
    covey_given given;
    covey_swerve_numbers(agents, COVEY_STREAM_MODEL, given.column[0]);
    if (is_deep)
        covey_swerve_numbers(agents, COVEY_STREAM_MODEL + 1, given.column[1]);
    covey_agent before = *agents->any;
    before.step = UINT64_MAX;
    covey_block drawn = *agents;
    drawn.any = &before;
    covey_block_uniforms(&drawn, COVEY_STREAM_LEADERS, given.column[INFORMED]);
    (is_deep ? decide_in_space : decide_in_plane)(values, agents, percepts, &given, intents);
}

extern const covey_model covey_model_couzin_leaders;
const covey_model covey_model_couzin_leaders = {
    .name = "couzin_leaders",
    .title = "A share of the agents knows a direction, and leads the others there.",
    .source = "I. D. Couzin, J. Krause, N. R. Franks, S. A. Levin, Effective leadership and "
              "decision-making in animal groups on the move, Nature 433, 513 (2005)",
    .params = params,
    .params_size = sizeof(couzin_leaders),
    .intent = COVEY_INTENT_DIRECTION,
    .motion = "turn",
    .motion_settings = motion_settings,
    .zones = zones,
    .decide = decide,
    .decide_block = decide_block,
    .parting_zones = 1u << REPULSION,
};
