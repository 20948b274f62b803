// SPDX-License-Identifier: MIT
// A sample of a model: agents are drawn to the middle of those near them, and stopped by a strong
// drag, so that steps longer than 0.06 are unstable.
#include "covey/model.h"

typedef struct damped {
    double radius, pull, drag;
} damped;

static const covey_param params[] = {
    COVEY_PARAM(damped, radius, 1, 0, 1e9, "L", "Agents within it attract."),
    COVEY_PARAM_RULE(damped, pull, 0.5, 0, 1e9, "1/T²", "Strength of the attraction."),
    COVEY_PARAM(damped, drag, 30, 0, 1e9, "1/T", "Strength of the drag."),
    {0},
};

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const damped *p = values;
    zone[0] = covey_zone_default(p->radius);
    return 1;
}

static covey_vec decide(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    const damped *p = values;
    covey_vec pull = covey_vec_scale(percepts[0].offset, p->pull);
    return covey_vec_sub(pull, covey_vec_scale(self->vel, p->drag));
}

extern const covey_model covey_model_damped;
const covey_model covey_model_damped = {
    .name = "damped",
    .title = "Agents are drawn together and stopped by a strong drag.",
    .source = "covey",
    .params = params,
    .params_size = sizeof(damped),
    .motion = "accelerate",
    .zones = zones,
    .decide = decide,
};
