// SPDX-License-Identifier: MIT
// The inertial spin model (Attanasi et al. 2014, Cavagna et al. 2015): neighbors pull headings as
// they do in a magnet,
//
//     F_i = alignment Σ unit(v_j)
//
// over the others within `radius`, or the `neighbors` nearest of them; the motion spin makes a
// torque of it, h × F, in the plane alignment Σ sin(θ_j - θ_i), that changes the agent's spin and
// not its heading. So turns travel as waves, with the speed d √(alignment/inertia) along a row of
// distance d.
#include "covey/block.h"

typedef struct inertial_spin {
    double radius, neighbors, alignment;
} inertial_spin;

static const covey_param params[] = {
    COVEY_PARAM(inertial_spin, radius, 1, 0, 1e9, "L", "Agents beyond it do not matter."),
    COVEY_PARAM_WHOLE(inertial_spin, neighbors, 0, 0, COVEY_MAX_NEAREST, "",
                      "So many nearest matter; 0: all within the radius."),
    COVEY_PARAM_RULE(inertial_spin, alignment, 1, 0, 1e9, "E", "Of headings, J."),
    {0},
};

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const inertial_spin *p = values;
    zone[0] = covey_zone_default(p->radius);
    zone[0].nearest = (int)p->neighbors;
    zone[0].weight = COVEY_WEIGHT_NOTHING;
    zone[0].carry = COVEY_CARRY_HEADING;
    return 1;
}

COVEY_INLINE covey_vec decide(const void *values, const covey_agent *self,
                              const covey_percept *percepts)
{
    const inertial_spin *p = values;
    (void)self;
    return covey_vec_scale(percepts[0].carried, p->alignment);
}

COVEY_BLOCK_DECIDE(decide_block, decide)

/// Neighbors are springs of a heading with the frequency √(n alignment/inertia), and beyond
/// turn_friction dt/inertia = 2 a spin changes its sign with every step.
static double stable_dt(const covey_pace *pace)
{
    const inertial_spin *p = pace->params;
    double inertia = covey_pace_motion(pace, "inertia", HUGE_VAL);
    double springs = 2.0 / sqrt(pace->percepts[0].count * p->alignment / inertia);
    double friction = 2.0 * inertia / covey_pace_motion(pace, "turn_friction", 0.0);
    return springs < friction ? springs : friction;
}

static unsigned idle_zones(const void *values)
{
    const inertial_spin *p = values;
    return p->alignment == 0.0 ? 1u : 0u;
}

extern const covey_model covey_model_inertial_spin;
const covey_model covey_model_inertial_spin = {
    .name = "inertial_spin",
    .title = "Agents align by turns that have inertia, so that turns travel as waves.",
    .source = "A. Cavagna et al., Flocking and turning: a new model for self-organized collective "
              "motion, J. Stat. Phys. 158, 601 (2015)",
    .params = params,
    .params_size = sizeof(inertial_spin),
    .intent = COVEY_INTENT_CHANGE,
    .motion = "spin",
    .zones = zones,
    .decide = decide,
    .decide_block = decide_block,
    .stable_dt = stable_dt,
    .idle_zones = idle_zones,
};
