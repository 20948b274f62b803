// SPDX-License-Identifier: MIT
// Oscillators that sync and swarm (O'Keeffe, Hong, Strogatz 2017): each has a place in the plane
// and a phase θ, which is its third coordinate, on a torus of the depth 2π. With r the offset in
// the plane to another one, d its length, and Δθ the other phase less its own,
//
//     dx/dt = 1/N Σ r/d (1 + coupling cos Δθ) - r/d²
//     dθ/dt = frequency + synchrony/N Σ sin Δθ / d
//
// or, with `attraction: linear`, r instead of r/d. The paper's J is `coupling`, K `synchrony`, ω
// `frequency`.
#include "base/math_trig.h"
#include "covey/block.h"

typedef struct swarmalators {
    double radius, coupling, synchrony, frequency, attraction;
} swarmalators;

static const char *const attractions[] = {"unit", "linear", NULL};

static const covey_param params[] = {
    COVEY_PARAM(swarmalators, radius, 1000, 0, 1e9, "L", "Agents beyond it do not matter."),
    COVEY_PARAM(swarmalators, coupling, 1, -1e9, 1e9, "",
                "How like phases attract, J; below 0: unlike ones."),
    COVEY_PARAM(swarmalators, synchrony, -0.1, -1e9, 1e9, "L/T",
                "How near ones come to one phase, K; below 0: apart."),
    COVEY_PARAM(swarmalators, frequency, 0, -1e9, 1e9, "rad/T", "Of a lone one, ω."),
    COVEY_PARAM_CHOICE(swarmalators, attraction, 0, 2, attractions,
                       "Of the same strength at any distance, or growing with it."),
    {0},
};

/// Adds the share in dx/dt to the offset, with that in dθ/dt, without K, as its third component.
static void add(const void *values, const covey_agent *self, const covey_other *other,
                covey_percept *sum)
{
    const swarmalators *p = values;
    (void)self;
    covey_vec way = {other->offset.x, other->offset.y, 0.0}, to = covey_vec_unit(way);
    double d = covey_vec_length(way), phase = other->offset.z;
    if (d == 0.0)
        return;
    double pull = (p->attraction != 0.0 ? d : 1.0) * (1.0 + p->coupling * covey_cos(phase));
    sum->offset = covey_vec_add(sum->offset, covey_vec_scale(to, pull - 1.0 / d));
    sum->offset.z += covey_sin(phase) / d;
}

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const swarmalators *p = values;
    zone[0] = covey_zone_default(p->radius);
    zone[0].add = add;
    return 1;
}

static covey_vec decide(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    const swarmalators *p = values;
    const covey_percept *all = &percepts[0];
    double share = 1.0 / (double)self->flock_count;
    double rate = p->frequency + p->synchrony * share * all->offset.z;
    return (covey_vec){share * all->offset.x, share * all->offset.y,
                       covey_agent_is_deep(self) ? rate : 0.0};
}

extern const covey_model covey_model_swarmalators;
const covey_model covey_model_swarmalators = {
    .name = "swarmalators",
    .title = "Oscillators attract one another by their phases, and sync by their places.",
    .source = "K. P. O'Keeffe, H. Hong, S. H. Strogatz, Oscillators that sync and swarm, Nat. "
              "Commun. 8, 1504 (2017)",
    .params = params,
    .params_size = sizeof(swarmalators),
    .intent = COVEY_INTENT_DIRECTION,
    .motion = "kinematic",
    .zones = zones,
    .decide = decide,
    .also_change = true,
};
