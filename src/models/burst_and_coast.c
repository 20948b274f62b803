// SPDX-License-Identifier: MIT
// The fish of Calovi et al. (2018), measured on rummy-nose tetras: at each kick a fish turns by
//
//     δφ = Σ attraction F_att(d) O_att(ψ) E_att(Δφ) + alignment F_ali(d) O_ali(Δφ) E_ali(ψ)
//
// with d the distance to another one, ψ the angle from its heading to that one's place, Δφ to that
// one's heading, and
//
//     F_att = (d/d₀ - 1)/(1 + (d/l_att)²)       F_ali = exp(-(d/l_ali)²)
//     O_att = sin ψ (1 - 0.33 cos ψ)            O_ali = sin Δφ (1 + 0.3 cos 2Δφ)
//     E_att = 1 - 0.48 cos Δφ - 0.31 cos 2Δφ    E_ali = 1 + 0.6 cos ψ - 0.32 cos 2ψ
//
// over all others, or over the one or two whose share of δφ is the largest (Lei et al. 2020). The
// motion `kicks` turns by it when a fish kicks, and coasts in between.

#include "covey/block.h"

typedef struct burst_and_coast {
    double radius, influential;
    double attraction, attraction_distance, attraction_range;
    double alignment, alignment_range;
} burst_and_coast;

static const char *const influential[] = {"all", "one", "two", NULL};

static const covey_param params[] = {
    COVEY_PARAM(burst_and_coast, radius, 1000, 0, 1e9, "L", "Agents beyond it do not matter."),
    COVEY_PARAM_CHOICE(burst_and_coast, influential, 2, 3, influential,
                       "The others that count: those that turn it most."),
    COVEY_PARAM_RULE(burst_and_coast, attraction, 0.1, 0, 1e9, "rad", "By place, γ_att."),
    COVEY_PARAM(burst_and_coast, attraction_distance, 1, 1e-9, 1e9, "L", "Nearer ones repel, d₀."),
    COVEY_PARAM(burst_and_coast, attraction_range, 5, 1e-9, 1e9, "L", "Of the attraction, l_att."),
    COVEY_PARAM_RULE(burst_and_coast, alignment, 0.4, 0, 1e9, "rad", "Of headings, γ_ali."),
    COVEY_PARAM(burst_and_coast, alignment_range, 5, 1e-9, 1e9, "L", "Of the alignment, l_ali."),
    {0},
};

static double cross(covey_vec a, covey_vec b)
{
    return a.x * b.y - a.y * b.x;
}

static double cos_twice(double cosine)
{
    return 2.0 * cosine * cosine - 1.0;
}

/// The turn by which an agent answers another one, rad.
static double turn_by(const burst_and_coast *p, const covey_agent *self, const covey_other *other)
{
    covey_vec heading = covey_vec_unit(self->vel), theirs = covey_vec_unit(other->vel);
    covey_vec to = covey_vec_unit(other->offset);
    double cos_place = covey_vec_dot(heading, to), cos_heading = covey_vec_dot(heading, theirs);
    double d = other->distance, pulled = d / p->attraction_range, led = d / p->alignment_range;
    double pull = (d / p->attraction_distance - 1.0) / (1.0 + pulled * pulled);
    double attraction = pull * cross(heading, to) * (1.0 - 0.33 * cos_place) *
                        (1.0 - 0.48 * cos_heading - 0.31 * cos_twice(cos_heading));
    double alignment = covey_exp(-led * led) * cross(heading, theirs) *
                       (1.0 + 0.3 * cos_twice(cos_heading)) *
                       (1.0 + 0.6 * cos_place - 0.32 * cos_twice(cos_place));
    return p->attraction * attraction + p->alignment * alignment;
}

/// Adds to the turn by all, along x; keeps the largest and the second largest along x and y.
static void add(const void *values, const covey_agent *self, const covey_other *other,
                covey_percept *sum)
{
    double turn = turn_by(values, self, other);
    sum->offset.x += turn;
    if (fabs(turn) > fabs(sum->carried.x)) {
        sum->carried.y = sum->carried.x;
        sum->carried.x = turn;
    } else if (fabs(turn) > fabs(sum->carried.y)) {
        sum->carried.y = turn;
    }
}

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const burst_and_coast *p = values;
    zone[0] = covey_zone_default(p->radius);
    zone[0].add = add;
    return 1;
}

/// The turn at a kick, as the part of the intent across the heading.
static covey_vec decide(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    const burst_and_coast *p = values;
    covey_vec heading = covey_vec_unit(self->vel), left = {-heading.y, heading.x, 0.0};
    covey_vec most = percepts[0].carried;
    double turn = p->influential == 0.0   ? percepts[0].offset.x
                  : p->influential == 1.0 ? most.x
                                          : most.x + most.y;
    return covey_vec_scale(left, turn);
}

static unsigned idle_zones(const void *values)
{
    const burst_and_coast *p = values;
    return p->attraction == 0.0 && p->alignment == 0.0 ? 1u : 0u;
}

extern const covey_model covey_model_burst_and_coast;
const covey_model covey_model_burst_and_coast = {
    .name = "burst_and_coast",
    .title = "Fish kick and coast, and turn at kicks by places and headings of others.",
    .source = "D. S. Calovi et al., Disentangling and modeling interactions in fish with "
              "burst-and-coast swimming, PLoS Comput. Biol. 14, e1005933 (2018); influential: "
              "L. Lei et al., PLoS Comput. Biol. 16, e1007194 (2020)",
    .params = params,
    .params_size = sizeof(burst_and_coast),
    .intent = COVEY_INTENT_CHANGE,
    .motion = "kicks",
    .zones = zones,
    .decide = decide,
    .plane_only = true,
    .idle_zones = idle_zones,
};
