// SPDX-License-Identifier: MIT
// Reynolds' rules with steering forces, in five forms. In the first, each rule says which way an
// agent should fly at full speed, and steers by the difference to how it flies:
//
//     steer = max_speed unit(desired) - v
//     desired: separation -Σ unit(r_ij)/d,  alignment Σ v_j,  cohesion mean r_ij
//     F = Σ weight · steer
//
// "The Nature of Code" (D. Shiffman) steers so, too, but limits the force of each rule, to
// rule_force, before its weight: the form nature_of_code. The paper of 1999 steers so for cohesion
// alone (it seeks the mean position):
//
//     separation -Σ unit(r_ij)/d,  alignment mean v_j - v,  cohesion max_speed unit(mean r_ij) - v
//
// It sums these forces, or, "for better control", their directions: the forms paper and normalized.
// Reynolds' library OpenSteer sums directions alone, the form opensteer:
//
//     separation -unit(Σ r_ij/d²),  alignment unit(mean unit(v_j) - unit(v)),
//     cohesion unit(Σ r_ij)
//
// where agents nearer than near_radius count in all three rules, seen or not.
// Each rule is over the agents within its own radius and field of view. The motion
// accelerate clamps |F| to max_force and |v| to max_speed and min_speed.
#include "base/math_trig.h"
#include "covey/block.h"

#include <float.h>

typedef struct reynolds {
    double separation, separation_radius, separation_view;
    double alignment, alignment_radius, alignment_view;
    double cohesion, cohesion_radius, cohesion_view;
    double form, rule_force, near_radius;
} reynolds;

/// The rules; behind their zones are those of agents nearer than near_radius, if there are some.
enum { SEPARATION, ALIGNMENT, COHESION, RULES };
enum { FORM_STEERING, FORM_PAPER, FORM_NORMALIZED, FORM_NATURE_OF_CODE, FORM_OPENSTEER };

static const char *const forms[] = {"steering",       "paper",     "normalized",
                                    "nature_of_code", "opensteer", NULL};

static const covey_param params[] = {
    COVEY_PARAM_RULE(reynolds, separation, 1.5, 0, 1e9, "1/T", "Weight of separation."),
    COVEY_PARAM(reynolds, separation_radius, 25, 0, 1e9, "L", "Agents not further repel."),
    COVEY_PARAM(reynolds, separation_view, COVEY_TURN, 0, COVEY_TURN, "rad", "Its field of view."),
    COVEY_PARAM_RULE(reynolds, alignment, 1, 0, 1e9, "1/T", "Weight of alignment."),
    COVEY_PARAM(reynolds, alignment_radius, 50, 0, 1e9, "L", "Agents not further are followed."),
    COVEY_PARAM(reynolds, alignment_view, 4.71238898038469, 0, COVEY_TURN, "rad",
                "Its field of view."),
    COVEY_PARAM_RULE(reynolds, cohesion, 1, 0, 1e9, "1/T", "Weight of cohesion."),
    COVEY_PARAM(reynolds, cohesion_radius, 50, 0, 1e9, "L", "Agents not further attract."),
    COVEY_PARAM(reynolds, cohesion_view, 4.71238898038469, 0, COVEY_TURN, "rad",
                "Its field of view."),
    COVEY_PARAM_CHOICE(
        reynolds, form, 0, 5, forms,
        "Steering at full speed, the paper's own forces, their directions alone, or as in two "
        "programs."),
    COVEY_PARAM(reynolds, rule_force, DBL_MAX, 0, DBL_MAX, "L/T²",
                "Longest force of a rule, before its weight, in nature_of_code."),
    COVEY_PARAM(reynolds, near_radius, 0, 0, 1e9, "L",
                "Nearer agents count in every rule, seen or not, in opensteer."),
    {0},
};

static const covey_setting motion_settings[] = {
    {"max_force", 10}, {"max_speed", 50}, {"min_speed", 20}, {0}};

static covey_zone zone_of(double radius, double view)
{
    covey_zone zone = covey_zone_default(radius);
    zone.blind_cos = view < COVEY_TURN ? covey_cos(0.5 * view) : -1.0;
    return zone;
}

static bool has_near(const reynolds *p)
{
    return p->form == (double)FORM_OPENSTEER && p->near_radius > 0.0;
}

/// Adds the zones of near agents, which those of the rules leave out.
static int near_zones(double radius, covey_zone zone[COVEY_MAX_ZONES])
{
    for (int k = 0; k < RULES; k++) {
        covey_zone *near = &zone[RULES + k];
        *near = zone[k];
        near->radius = radius;
        near->blind_cos = -1.0;
        near->strict = true;
        zone[k].inner = radius < zone[k].radius ? radius : zone[k].radius;
    }
    return 2 * RULES;
}

static int zones(const void *values, covey_zone zone[COVEY_MAX_ZONES])
{
    const reynolds *p = values;
    zone[SEPARATION] = zone_of(p->separation_radius, p->separation_view);
    zone[SEPARATION].weight = COVEY_WEIGHT_INVERSE;
    zone[ALIGNMENT] = zone_of(p->alignment_radius, p->alignment_view);
    zone[ALIGNMENT].weight = COVEY_WEIGHT_NOTHING;
    zone[ALIGNMENT].carry =
        p->form == (double)FORM_OPENSTEER ? COVEY_CARRY_HEADING : COVEY_CARRY_VELOCITY;
    zone[COHESION] = zone_of(p->cohesion_radius, p->cohesion_view);
    return has_near(p) ? near_zones(p->near_radius, zone) : RULES;
}

/// 0 where nothing is desired.
COVEY_INLINE covey_vec steer(covey_vec desired, double weight, const covey_agent *self)
{
    covey_vec heading = covey_vec_unit(desired);
    bool none = covey_vec_is_zero(heading);
    covey_vec wanted = covey_vec_scale(heading, self->top_speed);
    covey_vec force = covey_vec_scale(covey_vec_sub(wanted, self->vel), weight);
    return none ? heading : force;
}

COVEY_INLINE covey_vec steering(const void *values, const covey_agent *self,
                                const covey_percept *percepts)
{
    const reynolds *p = values;
    covey_vec away = covey_vec_scale(percepts[SEPARATION].offset, -1.0);
    covey_vec force = steer(away, p->separation, self);
    force = covey_vec_add(force, steer(percepts[ALIGNMENT].carried, p->alignment, self));
    return covey_vec_add(force, steer(percepts[COHESION].offset, p->cohesion, self));
}

/// The mean velocity of the others less the agent's; 0 without others.
COVEY_INLINE covey_vec align(const covey_percept *others, const covey_agent *self)
{
    bool none = others->count == 0.0;
    covey_vec mean = covey_vec_divide(others->carried, none ? 1.0 : others->count);
    covey_vec change = covey_vec_sub(mean, self->vel);
    return none ? others->carried : change;
}

COVEY_INLINE covey_vec paper(const void *values, const covey_agent *self,
                             const covey_percept *percepts)
{
    const reynolds *p = values;
    covey_vec force = covey_vec_scale(percepts[SEPARATION].offset, -p->separation);
    covey_vec alignment = align(&percepts[ALIGNMENT], self);
    force = covey_vec_add(force, covey_vec_scale(alignment, p->alignment));
    return covey_vec_add(force, steer(percepts[COHESION].offset, p->cohesion, self));
}

COVEY_INLINE covey_vec normalized(const void *values, const covey_agent *self,
                                  const covey_percept *percepts)
{
    const reynolds *p = values;
    covey_vec away = covey_vec_unit(percepts[SEPARATION].offset);
    covey_vec force = covey_vec_scale(away, -p->separation);
    covey_vec alignment = covey_vec_unit(align(&percepts[ALIGNMENT], self));
    force = covey_vec_add(force, covey_vec_scale(alignment, p->alignment));
    covey_vec seek = steer(percepts[COHESION].offset, 1.0, self);
    return covey_vec_add(force, covey_vec_scale(covey_vec_unit(seek), p->cohesion));
}

/// The force of a rule: 0 if there is none, else to the desired direction at full speed, limited.
COVEY_INLINE covey_vec limited(covey_vec desired, bool none, double most, const covey_agent *self)
{
    const covey_vec zero = {0.0, 0.0, 0.0};
    covey_vec wanted = covey_vec_scale(covey_vec_unit(desired), self->top_speed);
    covey_vec force = covey_vec_limit(covey_vec_sub(wanted, self->vel), most);
    return none ? zero : force;
}

COVEY_INLINE covey_vec nature_of_code(const void *values, const covey_agent *self,
                                      const covey_percept *percepts)
{
    const reynolds *p = values;
    const covey_percept *others = &percepts[ALIGNMENT], *mates = &percepts[COHESION];
    covey_vec away = covey_vec_scale(percepts[SEPARATION].offset, -1.0);
    away = limited(away, covey_vec_is_zero(away), p->rule_force, self);
    covey_vec along = limited(others->carried, others->count == 0.0, p->rule_force, self);
    covey_vec to = limited(mates->offset, mates->count == 0.0, p->rule_force, self);
    covey_vec force = covey_vec_scale(away, p->separation);
    force = covey_vec_add(force, covey_vec_scale(along, p->alignment));
    return covey_vec_add(force, covey_vec_scale(to, p->cohesion));
}

/// The percept of a rule, with that of near agents.
COVEY_INLINE covey_percept with_near(const reynolds *p, const covey_percept *percepts, int rule)
{
    covey_percept all = percepts[rule];
    if (p->near_radius > 0.0) {
        const covey_percept *near = &percepts[RULES + rule];
        all.count += near->count;
        all.offset = covey_vec_add(all.offset, near->offset);
        all.carried = covey_vec_add(all.carried, near->carried);
    }
    return all;
}

COVEY_INLINE covey_vec opensteer(const void *values, const covey_agent *self,
                                 const covey_percept *percepts)
{
    const reynolds *p = values;
    covey_percept near = with_near(p, percepts, SEPARATION);
    covey_percept others = with_near(p, percepts, ALIGNMENT);
    covey_percept mates = with_near(p, percepts, COHESION);
    bool none = others.count == 0.0;
    covey_vec mean = covey_vec_divide(others.carried, none ? 1.0 : others.count);
    covey_vec turn = covey_vec_unit(covey_vec_sub(mean, covey_vec_unit(self->vel)));
    covey_vec force = covey_vec_scale(covey_vec_unit(near.offset), -p->separation);
    force = covey_vec_add(force, covey_vec_scale(turn, none ? 0.0 : p->alignment));
    return covey_vec_add(force, covey_vec_scale(covey_vec_unit(mates.offset), p->cohesion));
}

static covey_vec decide(const void *values, const covey_agent *self, const covey_percept *percepts)
{
    const reynolds *p = values;
    if (p->form == (double)FORM_NATURE_OF_CODE)
        return nature_of_code(values, self, percepts);
    if (p->form == (double)FORM_OPENSTEER)
        return opensteer(values, self, percepts);
    if (p->form == (double)FORM_PAPER)
        return paper(values, self, percepts);
    if (p->form == (double)FORM_NORMALIZED)
        return normalized(values, self, percepts);
    return steering(values, self, percepts);
}

COVEY_BLOCK_DECIDE(decide_steering, steering)
COVEY_BLOCK_DECIDE(decide_paper, paper)
COVEY_BLOCK_DECIDE(decide_normalized, normalized)
COVEY_BLOCK_DECIDE(decide_nature_of_code, nature_of_code)
COVEY_BLOCK_DECIDE(decide_opensteer, opensteer)

static void decide_block(const void *values, const covey_block *agents,
                         const covey_percepts *percepts, covey_intents *intents)
{
    const reynolds *p = values;
    if (p->form == (double)FORM_PAPER)
        decide_paper(values, agents, percepts, intents);
    else if (p->form == (double)FORM_NORMALIZED)
        decide_normalized(values, agents, percepts, intents);
    else if (p->form == (double)FORM_NATURE_OF_CODE)
        decide_nature_of_code(values, agents, percepts, intents);
    else if (p->form == (double)FORM_OPENSTEER)
        decide_opensteer(values, agents, percepts, intents);
    else
        decide_steering(values, agents, percepts, intents);
}

static unsigned idle_zones(const void *values)
{
    const reynolds *p = values;
    unsigned idle = (p->separation == 0.0 ? 1u << SEPARATION : 0u) |
                    (p->alignment == 0.0 ? 1u << ALIGNMENT : 0u) |
                    (p->cohesion == 0.0 ? 1u << COHESION : 0u);
    return has_near(p) ? idle | idle << RULES : idle;
}

extern const covey_model covey_model_reynolds;
const covey_model covey_model_reynolds = {
    .name = "reynolds",
    .title = "Steering behaviors: separation, alignment and cohesion, each with its own view.",
    .source = "C. W. Reynolds, Steering behaviors for autonomous characters, Game Developers "
              "Conference, 1999; Flocks, herds, and schools, SIGGRAPH, 1987",
    .params = params,
    .params_size = sizeof(reynolds),
    .intent = COVEY_INTENT_CHANGE,
    .motion = "accelerate",
    .motion_settings = motion_settings,
    .zones = zones,
    .decide = decide,
    .decide_block = decide_block,
    .idle_zones = idle_zones,
    .parting_zones = 1u << SEPARATION | 1u << (RULES + SEPARATION),
};
