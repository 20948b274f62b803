// SPDX-License-Identifier: MIT
// Collective motion by vision alone (Bastien, Romanczuk 2020): an agent sees the others as discs
// and knows but its field of view, V(φ) = 1 in the directions in which some disc is. With φ from
// its heading, speed and heading follow
//
//     dv/dt = relaxation (cruise - v) + speed_response ∫ (-V + speed_edges (∂φ V)²) cos φ dφ
//     dψ/dt = turn_response ∫ (-V + turn_edges (∂φ V)²) sin φ dφ
//
// in which (∂φ V)² counts each edge of V once. The paper's γ is `relaxation`, v₀ `cruise`, α₀ and
// α₁ `speed_response` and `speed_edges`, β₀ and β₁ `turn_response` and `turn_edges`, BL `diameter`.
#include "covey/block.h"

typedef struct vision {
    double radius, diameter, cruise, relaxation;
    double speed_response, speed_edges, turn_response, turn_edges;
} vision;

static const covey_param params[] = {
    COVEY_PARAM(vision, radius, 1000, 0, 1e9, "L", "Agents beyond it are not seen."),
    COVEY_PARAM(vision, diameter, 2, 1e-9, 1e9, "L", "Of the discs that agents are seen as, BL."),
    COVEY_PARAM(vision, cruise, 1, 0, 1e9, "L/T", "Speed of a lone agent, v₀."),
    COVEY_PARAM(vision, relaxation, 0.1, 0, 1e9, "1/T", "Rate at which it comes to that, γ."),
    COVEY_PARAM_RULE(vision, speed_response, 1, 0, 1e9, "L/T²", "Of the speed to V, α₀."),
    COVEY_PARAM(vision, speed_edges, 0.1, 0, 1e9, "rad", "Weight of edges for the speed, α₁."),
    COVEY_PARAM_RULE(vision, turn_response, 0.1, 0, 1e9, "1/T", "Of the heading to V, β₀."),
    COVEY_PARAM(vision, turn_edges, 0.1, 0, 1e9, "rad", "Weight of edges for the heading, β₁."),
    {0},
};

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const vision *p = values;
    zone[0] = covey_zone_default(p->radius);
    zone[0].disc = 0.5 * p->diameter;
    return 1;
}

/// The change of speed along the heading, and the turning rate across it.
static covey_vec decide(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    const vision *p = values;
    const covey_percept *field = &percepts[0];
    covey_vec heading = covey_vec_unit(self->vel), left = {-heading.y, heading.x, 0.0};
    double speed = covey_vec_length(self->vel);
    double ahead = p->speed_edges * covey_vec_dot(heading, field->carried) -
                   covey_vec_dot(heading, field->offset);
    double across =
        p->turn_edges * covey_vec_dot(left, field->carried) - covey_vec_dot(left, field->offset);
    double faster = p->relaxation * (p->cruise - speed) + p->speed_response * ahead;
    return covey_vec_add(covey_vec_scale(heading, faster),
                         covey_vec_scale(left, p->turn_response * across));
}

static unsigned idle_zones(const void *values)
{
    const vision *p = values;
    return p->speed_response == 0.0 && p->turn_response == 0.0 ? 1u : 0u;
}

extern const covey_model covey_model_vision;
const covey_model covey_model_vision = {
    .name = "vision",
    .title = "Agents see where others are, and edges of that, and know nothing else.",
    .source = "R. Bastien, P. Romanczuk, A model of collective behavior based purely on vision, "
              "Sci. Adv. 6, eaay0792 (2020)",
    .params = params,
    .params_size = sizeof(vision),
    .intent = COVEY_INTENT_CHANGE,
    .motion = "drive",
    .zones = zones,
    .decide = decide,
    .plane_only = true,
    .idle_zones = idle_zones,
};
