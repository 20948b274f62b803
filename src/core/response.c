// SPDX-License-Identifier: MIT
// covey/response.h has the formulas.
#include "core/response.h"

#include "covey/block.h"

#include <string.h>

#define TURN 6.283185307179586

static const covey_param params[] = {
    COVEY_PARAM(covey_response, weight, 1, -1e9, 1e9, "intent", "How strong it is."),
    COVEY_PARAM(covey_response, radius, 10, 1e-9, 1e9, "L", "Agents not further are sensed."),
    COVEY_PARAM(covey_response, blind_angle, 0, 0, TURN, "rad", "Unseen angle behind."),
    COVEY_PARAM(covey_response, lead, 0, 0, 1e9, "T",
                "How far ahead the nearest is fled or chased; 0: all are, where they are."),
    {0},
};

static const char *const rules[] = {"flee", "chase", "align", "cohere", "separate", NULL};

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
static const char *behind(const covey_reaction *one, const char *name)
{
    const char *const parts[] = {one->to, ".", rules[one->is.rule]};
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
    if (given->rule > COVEY_RESPONSE_SEPARATE)
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

const covey_param *covey_reactions_find(const covey_reactions *all, const char *name, int *number)
{
    for (int k = 0; k < all->count && name != NULL; k++) {
        const char *rest = behind(&all->list[k], name);
        if (rest == NULL)
            continue;
        // No number is called as a rule is, so only one split of a name with dots is right.
        const covey_param *row = covey_param_find(params, *rest == '.' ? rest + 1 : "weight");
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

static covey_zone zone_of(const covey_response *response)
{
    static const covey_weight weights[] = {COVEY_WEIGHT_LINEAR, COVEY_WEIGHT_LINEAR,
                                           COVEY_WEIGHT_NOTHING, COVEY_WEIGHT_ONE,
                                           COVEY_WEIGHT_INVERSE};
    covey_zone zone = covey_zone_default(response->radius);
    double blind = response->blind_angle;
    zone.blind_cos = blind > 0.0 ? covey_cos(0.5 * (TURN - blind)) : -1.0;
    zone.weight = weights[response->rule];
    if (response->rule == COVEY_RESPONSE_ALIGN)
        zone.carry = COVEY_CARRY_VELOCITY;
    if (looks_ahead(response)) {
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

typedef covey_vec rule(const covey_response *is, const covey_agent *self,
                       const covey_percept *percept);

static rule *rule_of(const covey_response *is)
{
    static rule *const all[] = {flee, approach, align, approach, flee};
    if (!looks_ahead(is))
        return all[is->rule];
    return is->rule == COVEY_RESPONSE_FLEE ? evade : pursue;
}

covey_vec covey_reaction_push(const covey_response *response, const covey_agent *self,
                              const covey_percept *percept)
{
    return rule_of(response)(response, self, percept);
}

void covey_reaction_add(const covey_response *response, const covey_block *agents,
                        const covey_percepts *percepts, double share, covey_intents *intents)
{
    rule *push_of = rule_of(response);
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
