// SPDX-License-Identifier: MIT
// Active Brownian particles (Fily and Marchetti 2012): disks that drive themselves along headings
// that diffuse, and repel one another where they overlap,
//
//     F_i = -stiffness Σ (diameter - d) unit(r_ij)    over the others with d < diameter
//
// with the motion brownian. Nothing aligns or attracts; dense and thin parts come of being slow
// where it is dense.
#include "covey/block.h"

typedef struct active_brownian {
    double diameter, stiffness;
} active_brownian;

static const covey_param params[] = {
    COVEY_PARAM(active_brownian, diameter, 1, 0, 1e9, "L", "Disks nearer than this overlap."),
    COVEY_PARAM_RULE(active_brownian, stiffness, 20, 0, 1e9, "1/T²", "Of their repulsion, k."),
    {0},
};

static const covey_setting motion_settings[] = {{"rotational_noise", 0.1}, {0}};

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const active_brownian *p = values;
    zone[0] = covey_zone_default(p->diameter);
    zone[0].weight = COVEY_WEIGHT_LINEAR;
    return 1;
}

COVEY_INLINE covey_vec decide(const void *values, const covey_agent *self,
                              const covey_percept *percepts)
{
    const active_brownian *p = values;
    (void)self;
    return covey_vec_scale(percepts[0].offset, -p->stiffness * p->diameter);
}

COVEY_BLOCK_DECIDE(decide_block, decide)

/// Two disks that overlap part by the factor 1 - 2 mobility stiffness dt a step: beyond -1 they
/// leap further apart than they overlapped.
static double stable_dt(const covey_pace *pace)
{
    const active_brownian *p = pace->params;
    return 1.0 / (covey_pace_motion(pace, "mobility", 1.0) * p->stiffness);
}

static unsigned idle_zones(const void *values)
{
    const active_brownian *p = values;
    return p->stiffness == 0.0 ? 1u : 0u;
}

extern const covey_model covey_model_active_brownian;
const covey_model covey_model_active_brownian = {
    .name = "active_brownian",
    .title = "Disks drive themselves along headings that diffuse, and repel one another.",
    .source = "Y. Fily, M. C. Marchetti, Athermal phase separation of self-propelled particles "
              "with no alignment, Phys. Rev. Lett. 108, 235702 (2012)",
    .params = params,
    .params_size = sizeof(active_brownian),
    .intent = COVEY_INTENT_CHANGE,
    .motion = "brownian",
    .motion_settings = motion_settings,
    .zones = zones,
    .decide = decide,
    .decide_block = decide_block,
    .stable_dt = stable_dt,
    .idle_zones = idle_zones,
    .parting_zones = 1u,
};
