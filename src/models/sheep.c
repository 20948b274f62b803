// SPDX-License-Identifier: MIT
// Sheep that a dog herds (Strömbom et al. 2014, equation 3.1). Sheep with a dog within `fright` go
//
//     persistence v̂ + attraction Ĉ + repulsion R̂a + fear R̂s + noise ê
//
// at their top speed: v̂ is the way they came, Ĉ that to the mean of the nearest others, R̂a that
// away from others nearer than `radius`, R̂s that away from the dogs, ê any. The others graze: they
// stand, but for a step in any direction with the probability `graze`, and keep apart as before.
#include "base/math_trig.h"
#include "covey/block.h"

#include <float.h>

typedef struct sheep {
    double neighbors, radius, fright, persistence, attraction, repulsion, fear, noise, graze;
} sheep;

enum { OTHERS, APART, DOGS, ZONES };
enum { DRAW_NOISE, DRAW_GRAZE, DRAW_WAY };

static const covey_param params[] = {
    COVEY_PARAM_WHOLE(sheep, neighbors, 20, 0, COVEY_MAX_NEAREST, "agents",
                      "Nearest others that attract, n; 0: all others."),
    COVEY_PARAM(sheep, radius, 2, 0, 1e9, "L", "Others nearer than this repel, r_a."),
    COVEY_PARAM(sheep, fright, 65, 0, 1e9, "L", "Dogs nearer than this frighten, r_s."),
    COVEY_PARAM(sheep, persistence, 0.5, 0, 1e9, "", "Weight of the way they came, h."),
    COVEY_PARAM_RULE(sheep, attraction, 1.05, 0, 1e9, "", "Weight of the mean of the nearest, c."),
    COVEY_PARAM_RULE(sheep, repulsion, 2, 0, 1e9, "", "Weight of the way from others, rho_a."),
    COVEY_PARAM_RULE(sheep, fear, 1, 0, 1e9, "", "Weight of the way from dogs, rho_s."),
    COVEY_PARAM(sheep, noise, 0.3, 0, 1e9, "", "Weight of a random way, e."),
    COVEY_PARAM(sheep, graze, 0.05, 0, 1, "", "Probability of a step while grazing, p."),
    {0},
};

static const covey_setting motion_settings[] = {{"max_speed", 1}, {0}};

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const sheep *p = values;
    zone[OTHERS] = covey_zone_default(DBL_MAX);
    zone[OTHERS].nearest = (int)p->neighbors;
    zone[APART] = covey_zone_default(p->radius);
    zone[APART].weight = COVEY_WEIGHT_UNIT;
    zone[DOGS] = covey_zone_default(p->fright);
    zone[DOGS].weight = COVEY_WEIGHT_UNIT;
    zone[DOGS].of = COVEY_OF_PREDATORS;
    return ZONES;
}

static double draw(const covey_agent *self, uint32_t stream)
{
    return covey_uniform(self->seed, self->step, self->id, COVEY_STREAM_MODEL + stream);
}

static covey_vec any_way(const covey_agent *self, uint32_t stream)
{
    return covey_direction(COVEY_TURN * draw(self, stream));
}

static covey_vec run(const sheep *p, const covey_agent *self, const covey_percept *percepts)
{
    covey_vec way = covey_vec_scale(covey_vec_unit(self->vel), p->persistence);
    const struct {
        covey_vec of;
        double weight;
    } parts[] = {
        {covey_vec_unit(percepts[OTHERS].offset), p->attraction},
        {covey_vec_unit(percepts[APART].offset), -p->repulsion},
        {covey_vec_unit(percepts[DOGS].offset), -p->fear},
    };
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        way = covey_vec_add(way, covey_vec_scale(parts[k].of, parts[k].weight));
    if (p->noise > 0.0)
        way = covey_vec_add(way, covey_vec_scale(any_way(self, DRAW_NOISE), p->noise));
    return covey_vec_unit(way);
}

static covey_vec graze(const sheep *p, const covey_agent *self, const covey_percept *percepts)
{
    const covey_vec rest = {0.0, 0.0, 0.0};
    if (percepts[APART].count > 0.0 && p->repulsion > 0.0)
        return covey_vec_scale(covey_vec_unit(percepts[APART].offset), -1.0);
    bool steps = p->graze > 0.0 && draw(self, DRAW_GRAZE) < p->graze;
    return steps ? any_way(self, DRAW_WAY) : rest;
}

static covey_vec decide(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    const sheep *p = values;
    covey_vec way = percepts[DOGS].count > 0.0 ? run(p, self, percepts) : graze(p, self, percepts);
    double speed = self->top_speed <= DBL_MAX ? self->top_speed : 1.0;
    return covey_vec_sub(covey_vec_scale(way, speed), self->vel);
}

extern const covey_model covey_model_sheep;
const covey_model covey_model_sheep = {
    .name = "sheep",
    .title = "Sheep that graze, and run from dogs to the nearest others.",
    .source = "D. Strömbom, R. P. Mann, A. M. Wilson, S. Hailes, A. J. Morton, D. J. T. Sumpter, "
              "A. J. King, Solving the shepherding problem: heuristics for herding autonomous, "
              "interacting agents, J. R. Soc. Interface 11, 20140719 (2014)",
    .params = params,
    .params_size = sizeof(sheep),
    .intent = COVEY_INTENT_CHANGE,
    .motion = "impulse",
    .motion_settings = motion_settings,
    .zones = zones,
    .decide = decide,
    .plane_only = true,
    .parting_zones = 1u << APART,
};
