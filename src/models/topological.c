// SPDX-License-Identifier: MIT
// Agents that interact with their nearest neighbors, however far those are, as starlings were
// found to do with their nearest 6 or 7 (Ballerini et al. 2008). With N the `neighbors` nearest
// others within `radius` (of two at the same distance the one of lower id), n their number,
// r_ij = p_j - p_i:
//
//     d = alignment · (unit(v_i) + Σ_N unit(v_j)) / (n + 1) + cohesion · Σ_N unit(r_ij) / n
//         - separation · Σ (1 - d_ij/separation_radius) unit(r_ij) over all within that radius
//
// and the agent turns towards d at a limited rate (motion turn). With `metric` the neighbors are
// all others within `radius` instead, the paper's counterpart to compare with.
#include "covey/block.h"

#include <float.h>

typedef struct topological {
    double neighbors, metric, radius, alignment, cohesion, separation, separation_radius;
} topological;

enum { MATES, CROWD };

static const char *const no_yes[] = {"no", "yes", NULL};

static const covey_param params[] = {
    COVEY_PARAM_WHOLE(topological, neighbors, 7, 1, COVEY_MAX_NEAREST, "",
                      "So many nearest agents matter; a whole number."),
    COVEY_PARAM_CHOICE(topological, metric, 0, 2, no_yes, "All within the radius matter instead."),
    COVEY_PARAM(topological, radius, DBL_MAX, 0, DBL_MAX, "L", "Agents beyond it do not matter."),
    COVEY_PARAM_RULE(topological, alignment, 1, 0, 1e9, "", "Weight of alignment."),
    COVEY_PARAM_RULE(topological, cohesion, 0.5, 0, 1e9, "", "Weight of cohesion."),
    COVEY_PARAM_RULE(topological, separation, 2, 0, 1e9, "", "Weight of separation."),
    COVEY_PARAM(topological, separation_radius, 1, 1e-9, 1e9, "L", "Agents nearer are avoided."),
    {0},
};

static const covey_setting motion_settings[] = {{"speed", 1}, {"turn_rate", 2}, {0}};

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const topological *p = values;
    zone[MATES] = covey_zone_default(p->radius);
    zone[MATES].nearest = p->metric != 0.0 ? 0 : (int)p->neighbors;
    zone[MATES].weight = COVEY_WEIGHT_UNIT;
    zone[MATES].carry = COVEY_CARRY_HEADING;
    zone[CROWD] = covey_zone_default(p->separation_radius);
    zone[CROWD].weight = COVEY_WEIGHT_LINEAR;
    return 2;
}

COVEY_INLINE covey_vec decide(const void *values, const covey_agent *self,
                              const covey_percept *percepts)
{
    const topological *p = values;
    const covey_percept *mates = &percepts[MATES];
    covey_vec headings = covey_vec_add(covey_vec_unit(self->vel), mates->carried);
    covey_vec sum = covey_vec_scale(headings, p->alignment / (mates->count + 1.0));
    covey_vec near = covey_vec_scale(mates->offset, p->cohesion / mates->count);
    sum = mates->count > 0.0 ? covey_vec_add(sum, near) : sum;
    return covey_vec_sub(sum, covey_vec_scale(percepts[CROWD].offset, p->separation));
}

COVEY_BLOCK_DECIDE(decide_block, decide)

static unsigned idle_zones(const void *values)
{
    const topological *p = values;
    return (p->alignment == 0.0 && p->cohesion == 0.0 ? 1u << MATES : 0u) |
           (p->separation == 0.0 ? 1u << CROWD : 0u);
}

extern const covey_model covey_model_topological;
const covey_model covey_model_topological = {
    .name = "topological",
    .title = "Agents follow their nearest neighbors, however far those are.",
    .source = "M. Ballerini et al., Interaction ruling animal collective behavior depends on "
              "topological rather than metric distance, PNAS 105, 1232 (2008)",
    .params = params,
    .params_size = sizeof(topological),
    .intent = COVEY_INTENT_DIRECTION,
    .motion = "turn",
    .motion_settings = motion_settings,
    .zones = zones,
    .decide = decide,
    .decide_block = decide_block,
    .idle_zones = idle_zones,
    .parting_zones = 1u << CROWD,
};
