// SPDX-License-Identifier: MIT
// covey/response.h has the formulas.
#include "core/response.h"

#include "base/math_trig.h"
#include "base/sphere.h"
#include "covey/block.h"
#include "influences/steering.h"

#include <string.h>

#define BEHIND 4.71238898038469 // all but a quarter ahead

static const covey_param params[] = {
    COVEY_PARAM(covey_response, weight, 1, -1e9, 1e9, "intent", "How strong it is."),
    COVEY_PARAM(covey_response, radius, 10, 1e-9, 1e9, "L", "Agents not further are sensed."),
    COVEY_PARAM(covey_response, blind_angle, 0, 0, COVEY_TURN, "rad", "Unseen angle behind."),
    COVEY_PARAM(covey_response, lead, 0, 0, 1e9, "T",
                "How far ahead the nearest is fled or chased; 0: all are, where they are. A leader "
                "is followed so far behind. Touches are avoided so far ahead; 0: as long as the "
                "agent takes for `radius` at its top speed."),
    {0},
};

static const char *const rules[] = {"flee",   "chase", "align",      "cohere", "separate",
                                    "follow", "queue", "anticipate", "avoid",  NULL};

const covey_param *covey_response_params(void)
{
    return params;
}

const char *const *covey_response_rules(void)
{
    return rules;
}

covey_response covey_response_default(const char *to, covey_response_rule rule)
{
    covey_response response = {.to = to, .rule = rule};
    covey_param_init(params, &response);
    return response;
}

// ---- Definitions ----

/// The part of `name` behind the response, "hawks.flee", which is "" or begins with a dot; NULL if
/// the name does not begin with it. The flock may have dots in its name as well.
static const char *behind(const covey_response *one, const char *name)
{
    const char *const parts[] = {one->to, ".", rules[one->rule]};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        size_t size = strlen(parts[k]);
        if (strncmp(name, parts[k], size) != 0)
            return NULL;
        name += size;
    }
    return *name == '\0' || *name == '.' ? name : NULL;
}

/// True if there is a response of that rule to the flock `to`.
static bool has(const covey_reactions *all, const char *to, covey_response_rule rule)
{
    for (int k = 0; k < all->count; k++)
        if (all->list[k].is.rule == rule && strcmp(all->list[k].to, to) == 0)
            return true;
    return false;
}

static covey_status check(const covey_flock_def *def, const covey_response *given,
                          covey_error *error)
{
    if (given->to == NULL || given->to[0] == '\0' || strlen(given->to) >= COVEY_NAME_SIZE)
        return covey_fail(error, COVEY_ARG,
                          "a response of flock %s needs the name of a flock, of 1 to %d bytes",
                          def->name, COVEY_NAME_SIZE - 1);
    if (given->rule > COVEY_RESPONSE_AVOID)
        return covey_fail(error, COVEY_ARG, "there is no rule %d for flock %s to respond by",
                          (int)given->rule, def->name);
    covey_response tried = *given;
    for (const covey_param *row = params; row->name != NULL; row++) {
        covey_setting setting = {row->name, covey_param_value(row, given)};
        covey_status status = covey_param_set(params, &tried, &setting, error);
        if (status != COVEY_OK)
            return status;
    }
    return COVEY_OK;
}

covey_status covey_reactions_take(covey_reactions *all, const covey_flock_def *def,
                                  covey_error *error)
{
    if (def->responses_count > COVEY_MAX_ZONES)
        return covey_fail(error, COVEY_ARG, "flock %s has %zu responses, at most %d are possible",
                          def->name, def->responses_count, COVEY_MAX_ZONES);
    for (size_t k = 0; k < def->responses_count; k++) {
        const covey_response *given = &def->responses[k];
        covey_status status = check(def, given, error);
        if (status != COVEY_OK)
            return status;
        if (has(all, given->to, given->rule))
            return covey_fail(error, COVEY_ARG, "flock %s has the response %s.%s twice", def->name,
                              given->to, rules[given->rule]);
        covey_reaction *one = &all->list[all->count];
        *one = (covey_reaction){.is = *given, .target = -1, .first = all->count};
        memcpy(one->to, given->to, strlen(given->to) + 1);
        one->is.to = one->to;
        for (int other = all->count - 1; other >= 0; other--)
            if (strcmp(all->list[other].to, one->to) == 0)
                one->first = other;
        all->count++;
    }
    return COVEY_OK;
}

const covey_param *covey_reaction_row(const covey_response *response, const char *name)
{
    const char *rest = behind(response, name);
    if (rest == NULL)
        return NULL;
    // No number is called as a rule is, so only one split of a name with dots is right.
    return covey_param_find(params, *rest == '.' ? rest + 1 : "weight");
}

const covey_param *covey_reactions_find(const covey_reactions *all, const char *name, int *number)
{
    for (int k = 0; k < all->count && name != NULL; k++) {
        const covey_param *row = covey_reaction_row(&all->list[k].is, name);
        *number = k;
        if (row != NULL)
            return row;
    }
    return NULL;
}

// ---- Zones ----

static bool looks_ahead(const covey_response *response)
{
    return response->rule <= COVEY_RESPONSE_CHASE && response->lead > 0.0;
}

/// True if it asks for a velocity, by that of the nearest agent.
static bool steers(const covey_response *response)
{
    return response->rule == COVEY_RESPONSE_FOLLOW || response->rule == COVEY_RESPONSE_QUEUE;
}

/// True if it needs more than a percept, and is for avoid.h.
static bool avoids(const covey_response *response)
{
    return response->rule >= COVEY_RESPONSE_ANTICIPATE;
}

static covey_zone zone_of(const covey_response *response)
{
    static const covey_weight weights[] = {
        COVEY_WEIGHT_LINEAR,  COVEY_WEIGHT_LINEAR, COVEY_WEIGHT_NOTHING, COVEY_WEIGHT_ONE,
        COVEY_WEIGHT_INVERSE, COVEY_WEIGHT_ONE,    COVEY_WEIGHT_ONE,     COVEY_WEIGHT_LINEAR,
        COVEY_WEIGHT_LINEAR}; // which make the grid reach as far
    covey_zone zone = covey_zone_default(response->radius);
    double blind = response->blind_angle;
    if (response->rule == COVEY_RESPONSE_QUEUE && blind < BEHIND)
        blind = BEHIND;
    zone.blind_cos = blind > 0.0 ? covey_cos(0.5 * (COVEY_TURN - blind)) : -1.0;
    zone.weight = weights[response->rule];
    if (response->rule == COVEY_RESPONSE_ALIGN)
        zone.carry = COVEY_CARRY_VELOCITY;
    if (looks_ahead(response) || steers(response)) {
        zone.weight = COVEY_WEIGHT_ONE;
        zone.carry = COVEY_CARRY_VELOCITY;
        zone.nearest = 1;
    }
    return zone;
}

covey_zone_more covey_reactions_zones(const covey_reactions *all, const char *own)
{
    covey_zone_more more = {.count = all->count};
    for (int k = 0; k < all->count; k++) {
        const covey_reaction *one = &all->list[k];
        bool is_own = strcmp(one->to, own) == 0;
        more.zone[k] = zone_of(&one->is);
        more.zone[k].of = is_own ? COVEY_OF_OWN : COVEY_OF_NAMED;
        more.to[k] = is_own ? 0 : one->first;
    }
    return more;
}

// ---- Pushes ----

/// Where the nearest agent will be after `lead`, or sooner, when the one that chases has come as
/// far as they are apart.
COVEY_INLINE covey_vec ahead_of(const covey_percept *percept, double lead, double speed)
{
    double apart = covey_vec_length(percept->offset);
    bool soon = lead * speed > apart; // so the speed is not 0
    double time = soon ? apart / (soon ? speed : 1.0) : lead;
    return covey_vec_add(percept->offset, covey_vec_scale(percept->carried, time));
}

COVEY_INLINE covey_vec flee(const covey_response *is, const covey_agent *self,
                            const covey_percept *percept)
{
    (void)self;
    return covey_vec_scale(percept->offset, -is->weight);
}

COVEY_INLINE covey_vec evade(const covey_response *is, const covey_agent *self,
                             const covey_percept *percept)
{
    (void)self;
    double share = 1.0 - covey_vec_length(percept->offset) / is->radius;
    double weight = share > 0.0 ? -is->weight * share : 0.0; // 0 if rounding made it less
    covey_vec place = ahead_of(percept, is->lead, covey_vec_length(percept->carried));
    return covey_vec_scale(covey_vec_unit(place), weight);
}

COVEY_INLINE covey_vec pursue(const covey_response *is, const covey_agent *self,
                              const covey_percept *percept)
{
    covey_vec place = ahead_of(percept, is->lead, covey_vec_length(self->vel));
    return covey_vec_scale(covey_vec_unit(place), is->weight);
}

COVEY_INLINE covey_vec approach(const covey_response *is, const covey_agent *self,
                                const covey_percept *percept)
{
    (void)self;
    return covey_vec_scale(covey_vec_unit(percept->offset), is->weight);
}

COVEY_INLINE covey_vec align(const covey_response *is, const covey_agent *self,
                             const covey_percept *percept)
{
    (void)self;
    return covey_vec_scale(covey_vec_unit(percept->carried), is->weight);
}

/// The velocity to follow the leader of a percept at.
static covey_vec following(const covey_response *is, const covey_percept *leader, double full)
{
    covey_vec ahead = covey_vec_unit(leader->carried);
    double length = covey_vec_length(leader->carried) * is->lead;
    double before = -covey_vec_dot(leader->offset, ahead);
    if (before > 0.0 && covey_vec_length(leader->offset) < length) {
        covey_vec beside = covey_vec_add(leader->offset, covey_vec_scale(ahead, before));
        if (covey_vec_is_zero(beside)) // right on its way: to its left
            beside = covey_vec_scale(covey_sphere_left(ahead), -1.0);
        return covey_vec_scale(covey_vec_unit(beside), -full);
    }
    covey_vec way = covey_vec_sub(leader->offset, covey_vec_scale(leader->carried, is->lead));
    double speed = covey_vec_length(way) * (0.25 * is->weight); // critically damped
    covey_vec arriving = covey_vec_scale(covey_vec_unit(way), speed < full ? speed : full);
    return covey_vec_limit(covey_vec_add(leader->carried, arriving), full);
}

/// The share of the rules that steer.
static covey_vec steer(const covey_response *is, const covey_scene *scene, const covey_agent *self,
                       const covey_percept *percept)
{
    if (!(percept->count > 0.0))
        return (covey_vec){0, 0, 0};
    double full = covey_steering_speed(self, 0.0);
    if (is->rule == COVEY_RESPONSE_FOLLOW)
        return covey_steering(scene, self, is->weight, full, following(is, percept, full));
    covey_vec way = covey_vec_unit(percept->offset);
    double near = 1.0 - covey_vec_length(percept->offset) / is->radius;
    double faster = covey_vec_dot(covey_vec_sub(self->vel, percept->carried), way);
    if (!(near > 0.0 && faster > 0.0))
        return (covey_vec){0, 0, 0};
    if (scene->intent == COVEY_INTENT_DIRECTION)
        return covey_vec_scale(way, -is->weight * near * (faster < full ? faster / full : 1.0));
    covey_vec slower = covey_vec_sub(self->vel, covey_vec_scale(way, faster));
    return covey_steering(scene, self, is->weight * near, full, slower);
}

typedef covey_vec rule(const covey_response *is, const covey_agent *self,
                       const covey_percept *percept);

static rule *rule_of(const covey_response *is)
{
    static rule *const all[] = {flee, approach, align, approach, flee};
    if (!looks_ahead(is))
        return all[is->rule];
    return is->rule == COVEY_RESPONSE_FLEE ? evade : pursue;
}

covey_vec covey_reaction_push(const covey_response *response, const covey_scene *scene,
                              const covey_agent *self, const covey_percept *percept)
{
    if (avoids(response))
        return (covey_vec){0, 0, 0};
    if (steers(response))
        return steer(response, scene, self, percept);
    return rule_of(response)(response, self, percept);
}

/// Adds pushes that may differ with the agents' top speeds.
static void add_steering(const covey_response *response, const covey_reaction_block *block,
                         const covey_percepts *percepts, covey_intents *intents)
{
    const covey_block *agents = block->agents;
    const bool deep = covey_block_is_deep(agents);
    covey_agent self = *agents->any;
    for (size_t k = 0; k < agents->count; k++) {
        self.vel = covey_vec_at(agents->vel, k);
        if (block->top_speed != NULL)
            self.top_speed = block->top_speed[k];
        covey_percept percept = covey_percepts_at(percepts, k, deep);
        covey_vec push = steer(response, block->scene, &self, &percept);
        covey_vec intent = covey_block_intent(intents, k, deep);
        push = covey_vec_scale(push, block->share);
        covey_block_intend(intents, k, deep, covey_vec_add(intent, push));
    }
}

void covey_reaction_add(const covey_response *response, const covey_reaction_block *block,
                        const covey_percepts *percepts, covey_intents *intents)
{
    if (steers(response)) {
        add_steering(response, block, percepts, intents);
        return;
    }
    rule *push_of = rule_of(response);
    const covey_block *agents = block->agents;
    const double share = block->share;
    const bool deep = covey_block_is_deep(agents);
    covey_agent self = *agents->any;
    for (size_t k = 0; k < agents->count; k++) {
        self.vel = covey_vec_at(agents->vel, k);
        covey_percept percept = covey_percepts_at(percepts, k, deep);
        covey_vec push = covey_vec_scale(push_of(response, &self, &percept), share);
        covey_vec intent = covey_block_intent(intents, k, deep);
        covey_block_intend(intents, k, deep, covey_vec_add(intent, push));
    }
}
