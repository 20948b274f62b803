// SPDX-License-Identifier: MIT
// Self-propelled rods (Ginelli, Peruani, Bär, Chaté 2010): polar agents that align along their
// axes, whichever end is ahead. With all agents nearer than the radius, itself included,
//
//     θ' = angle(Σ sign(cos(θ_j - θ_i)) unit(v_j)) + U(-noise/2, noise/2)
//
// at constant speed. The paper's noise strength η is noise/π. As in the model vicsek, positions
// follow the new velocity.
#include "base/angle.h"
#include "covey/block.h"

typedef struct rods {
    double radius, noise;
} rods;

static const covey_param params[] = {
    COVEY_PARAM(rods, radius, 1, 0, 1e9, "L", "Agents nearer than this are averaged."),
    COVEY_PARAM(rods, noise, 0.3, 0, COVEY_TURN, "rad", "Full width of the angular noise, πη."),
    {0},
};

static const covey_setting motion_settings[] = {{"speed", 0.5}, {0}};

/// Adds the heading of the agent, turned round where it points against the one that senses.
static void add(const void *values, const covey_agent *self, const covey_other *other,
                covey_percept *sum)
{
    (void)values;
    double ahead = covey_vec_dot(self->vel, other->vel);
    double sign = (ahead > 0.0) - (ahead < 0.0);
    sum->carried = covey_vec_add(sum->carried, covey_vec_scale(covey_vec_unit(other->vel), sign));
}

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const rods *p = values;
    zone[0] = covey_zone_default(p->radius);
    zone[0].strict = true;
    zone[0].self = true;
    zone[0].add = add;
    return 1;
}

static covey_vec decide(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    const rods *p = values;
    covey_vec mean = percepts[0].carried;
    double given = covey_uniform(self->seed, self->step, self->id, COVEY_STREAM_MODEL);
    double heading = covey_angle(covey_vec_is_zero(mean) ? self->vel : mean);
    return covey_direction_within(heading + p->noise * (given - 0.5));
}

extern const covey_model covey_model_rods;
const covey_model covey_model_rods = {
    .name = "rods",
    .title = "Agents align along their axes, whichever end is ahead, with noise.",
    .source = "F. Ginelli, F. Peruani, M. Bär, H. Chaté, Large-scale collective properties of "
              "self-propelled rods, Phys. Rev. Lett. 104, 184502 (2010)",
    .params = params,
    .params_size = sizeof(rods),
    .intent = COVEY_INTENT_DIRECTION,
    .motion = "constant_speed",
    .motion_settings = motion_settings,
    .zones = zones,
    .decide = decide,
    .plane_only = true,
};
