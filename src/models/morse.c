// SPDX-License-Identifier: MIT
// Self-propelled agents that attract and repel one another by a Morse potential (D'Orsogna et al.
// 2006), with mass 1:
//
//     dv_i/dt = (propulsion - friction |v_i|²) v_i - ∇_i Σ_j U(|r_ij|)
//     U(d) = repulsion e^(-d/repulsion_range) - attraction e^(-d/attraction_range)
//
// over the others within `radius`, beyond which the paper's sum goes on. With `drive` constant the
// propulsion is that of Levine, Rappel and Cohen (2000), one force along the velocity, and friction
// is linear:
//
//     dv_i/dt = propulsion unit(v_i) - friction v_i - ∇_i Σ_j U(|r_ij|)
#include "covey/block.h"

typedef struct morse {
    double propulsion, friction, attraction, attraction_range, repulsion, repulsion_range, radius;
    double drive;
} morse;

enum { RAYLEIGH, CONSTANT };

static const char *const drives[] = {"rayleigh", "constant", NULL};

static const covey_param params[] = {
    COVEY_PARAM(morse, propulsion, 1.6, 0, 1e9, "1/T", "Acceleration along the velocity, α."),
    COVEY_PARAM(morse, friction, 0.5, 0, 1e9, "T/L²", "Slows with the speed squared, β."),
    COVEY_PARAM_RULE(morse, attraction, 0.5, 0, 1e9, "L²/T²", "Strength of attraction, C_a."),
    COVEY_PARAM(morse, attraction_range, 2, 1e-3, 1e9, "L", "Its length, l_a."),
    COVEY_PARAM_RULE(morse, repulsion, 1, 0, 1e9, "L²/T²", "Strength of repulsion, C_r."),
    COVEY_PARAM(morse, repulsion_range, 0.5, 1e-3, 1e9, "L", "Its length, l_r."),
    COVEY_PARAM(morse, radius, 12, 0, 1e9, "L", "Agents beyond it exert no force."),
    COVEY_PARAM_CHOICE(morse, drive, RAYLEIGH, 2, drives,
                       "Drive and friction: of D'Orsogna, or of Levine, in L/T² and 1/T."),
    {0},
};

/// dU/dd: the force towards a neighbor at distance d.
static double force(const void *values, double d)
{
    const morse *p = values;
    double pull = p->attraction / p->attraction_range * covey_exp(-d / p->attraction_range);
    return pull - p->repulsion / p->repulsion_range * covey_exp(-d / p->repulsion_range);
}

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const morse *p = values;
    zone[0] = covey_zone_default(p->radius);
    zone[0].weight = COVEY_WEIGHT_UNIT;
    zone[0].falloff = force;
    return 1;
}

COVEY_INLINE covey_vec decide(const void *values, const covey_agent *self,
                              const covey_percept *percepts)
{
    const morse *p = values;
    double thrust = p->propulsion - p->friction * covey_vec_dot(self->vel, self->vel);
    covey_vec rayleigh = covey_vec_scale(self->vel, thrust);
    covey_vec constant = covey_vec_sub(covey_vec_scale(covey_vec_unit(self->vel), p->propulsion),
                                       covey_vec_scale(self->vel, p->friction));
    covey_vec drive = p->drive == (double)CONSTANT ? constant : rayleigh;
    return covey_vec_add(drive, percepts[0].offset);
}

COVEY_BLOCK_DECIDE(decide_block, decide)

/// The drive overshoots the speed at which it is 0 where friction |v|² dt >= 1, at the speed of the
/// agent or that to which it comes. Linear friction changes the sign of v, and lets it grow, where
/// friction dt >= 2.
static double stable_dt(const covey_pace *pace)
{
    const morse *p = pace->params;
    if (p->drive == (double)CONSTANT)
        return 2.0 / p->friction;
    double now = p->friction * covey_vec_dot(pace->self->vel, pace->self->vel);
    return 1.0 / (p->friction > 0.0 && p->propulsion > now ? p->propulsion : now);
}

static unsigned idle_zones(const void *values)
{
    const morse *p = values;
    return p->attraction == 0.0 && p->repulsion == 0.0 ? 1u : 0u;
}

extern const covey_model covey_model_morse;
const covey_model covey_model_morse = {
    .name = "morse",
    .title = "Self-propelled agents attract one another from afar and repel from near.",
    .source = "M. R. D'Orsogna, Y. L. Chuang, A. L. Bertozzi, L. S. Chayes, Self-propelled "
              "particles with soft-core interactions, Phys. Rev. Lett. 96, 104302 (2006)",
    .params = params,
    .params_size = sizeof(morse),
    .intent = COVEY_INTENT_CHANGE,
    .motion = "accelerate",
    .zones = zones,
    .decide = decide,
    .decide_block = decide_block,
    .stable_dt = stable_dt,
    .idle_zones = idle_zones,
    .parting_zones = 1u,
};
