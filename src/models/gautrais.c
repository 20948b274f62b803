// SPDX-License-Identifier: MIT
// The fish school of Gautrais et al. (2012), measured on barred flagtails: each fish asks for a
// turning rate, the mean over its n Voronoi neighbors,
//
//     ω* = 1/n Σ w (attraction d_ij sin θ_ij + alignment v sin φ_ij)
//
// with d_ij the distance, θ_ij the angle from its heading to the place of j, φ_ij to the heading of
// j, v its speed. The motion persistent_turning follows ω* with the memory that fish have of turns.
// w = 1, or with `frontal` 1 + cos θ_ij, as Calovi et al. (2014) prefer those in front. The paper's
// k_P is `attraction`, k_V `alignment`.
#include "covey/block.h"

typedef struct gautrais {
    double radius, attraction, alignment, frontal;
} gautrais;

static const char *const no_yes[] = {"no", "yes", NULL};

static const covey_param params[] = {
    COVEY_PARAM(gautrais, radius, 1000, 0, 1e9, "L", "Agents beyond it do not matter."),
    COVEY_PARAM_RULE(gautrais, attraction, 0.41, 0, 1e9, "1/(L T)", "By place, k_P."),
    COVEY_PARAM_RULE(gautrais, alignment, 2.7, 0, 1e9, "1/L", "Of headings, k_V."),
    COVEY_PARAM_CHOICE(gautrais, frontal, 0, 2, no_yes, "Neighbors in front weigh more."),
    {0},
};

static const covey_setting motion_settings[] = {
    {"speed", 0.3}, {"curvature_length", 0.024}, {"curvature_noise", 28.9}, {0}};

static double cross(covey_vec a, covey_vec b)
{
    return a.x * b.y - a.y * b.x;
}

/// Adds d sin θ to the offset and sin φ to the carried value, along x.
static void add(const void *values, const covey_agent *self, const covey_other *other,
                covey_percept *sum)
{
    const gautrais *p = values;
    covey_vec heading = covey_vec_unit(self->vel);
    double ahead = covey_vec_dot(heading, covey_vec_unit(other->offset));
    double weight = p->frontal != 0.0 ? 1.0 + ahead : 1.0;
    sum->offset.x += weight * cross(heading, other->offset);
    sum->carried.x += weight * cross(heading, covey_vec_unit(other->vel));
}

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const gautrais *p = values;
    zone[0] = covey_zone_default(p->radius);
    zone[0].voronoi = true;
    zone[0].add = add;
    return 1;
}

/// The acceleration across the heading that turns by ω*.
static covey_vec decide(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    const gautrais *p = values;
    const covey_percept *mates = &percepts[0];
    const covey_vec straight = {0.0, 0.0, 0.0};
    double speed = covey_vec_length(self->vel);
    double pull = p->attraction * mates->offset.x + p->alignment * speed * mates->carried.x;
    if (mates->count == 0.0)
        return straight;
    double rate = pull / mates->count;
    covey_vec left = {-self->vel.y, self->vel.x, 0.0};
    return covey_vec_scale(left, rate);
}

static unsigned idle_zones(const void *values)
{
    const gautrais *p = values;
    return p->attraction == 0.0 && p->alignment == 0.0 ? 1u : 0u;
}

extern const covey_model covey_model_gautrais;
const covey_model covey_model_gautrais = {
    .name = "gautrais",
    .title = "Fish turn by the places and headings of their Voronoi neighbors, and keep turns.",
    .source = "J. Gautrais et al., Deciphering interactions in moving animal groups, PLoS Comput. "
              "Biol. 8, e1002678 (2012); frontal: D. S. Calovi et al., New J. Phys. 16, 015026 "
              "(2014)",
    .params = params,
    .params_size = sizeof(gautrais),
    .intent = COVEY_INTENT_CHANGE,
    .motion = "persistent_turning",
    .motion_settings = motion_settings,
    .zones = zones,
    .decide = decide,
    .plane_only = true,
    .idle_zones = idle_zones,
};
