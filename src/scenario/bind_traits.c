// SPDX-License-Identifier: MIT
// Binds parameters of which each agent has its own value: a list of numbers, one an agent, or
// a distribution like {normal: [1, 0.1], low: 0.5}.
#include "base/minmax.h"
#include "core/flock_traits.h"
#include "scenario/bind.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

#define LARGEST_BODY 1e15 ///< L, as of a flock

/// True if the value of a parameter is not for all agents.
static bool is_trait(const covey_node *given, const covey_param *row)
{
    bool many = given->kind == COVEY_NODE_LIST || given->kind == COVEY_NODE_MAP;
    return many && row != NULL && row->choices == NULL && !row->whole;
}

/// Binds the numbers of a list, one an agent; their mean stands for them.
static covey_status bind_list(covey_bind *self, const covey_node *list, const covey_param *row,
                              covey_trait *trait)
{
    size_t count = covey_node_count(list), k = 0;
    double *values = covey_arena_take(self->arena, count, sizeof *values), sum = 0.0;
    if (values == NULL)
        return covey_report_memory(self->report);
    for (const covey_node *one = list->first; one != NULL; one = one->next, k++) {
        covey_status status = covey_bind_row(self, one, row, &values[k]);
        if (status != COVEY_OK)
            return status;
        sum += values[k] / (double)count;
    }
    if (count == 0)
        return covey_report_fail(self->report, list->at, "%s has no numbers", row->name);
    trait->values = values;
    trait->from = covey_distribution_number(sum);
    trait->from.first = covey_distribution_typical(&trait->from, row); // rounding aside, within
    return COVEY_OK;
}

/// The two numbers of a distribution.
static covey_status bind_pair(covey_bind *self, const covey_node *pair, covey_trait *trait)
{
    double *const to[] = {&trait->from.first, &trait->from.second};
    bool uniform = trait->from.kind == COVEY_DISTRIBUTION_UNIFORM;
    if (pair->kind != COVEY_NODE_LIST || covey_node_count(pair) != 2)
        return covey_report_fail(self->report, pair->at, "%s is a list of two numbers, %s",
                                 pair->key, uniform ? "[low, high]" : "[mean, deviation]");
    covey_status status = covey_bind_number(self, pair->first, pair->key, to[0]);
    return status == COVEY_OK ? covey_bind_number(self, pair->first->next, pair->key, to[1])
                              : status;
}

static covey_status bind_distribution(covey_bind *self, const covey_node *map,
                                      const covey_param *row, covey_trait *trait)
{
    covey_report_words words = {.count = 0};
    covey_report_add_all(&words, covey_distribution_names() + 1);
    covey_report_add(&words, "low");
    covey_report_add(&words, "high");
    covey_status status = covey_bind_keys(self, map, row->name, &words);
    const covey_node *pair = NULL, *low = covey_node_find(map, "low"),
                     *high = covey_node_find(map, "high");
    trait->from = covey_distribution_uniform(0.0, 0.0);
    for (int kind = 1; covey_distribution_names()[kind] != NULL && status == COVEY_OK; kind++) {
        const covey_node *found = covey_node_find(map, covey_distribution_names()[kind]);
        if (found != NULL && pair != NULL)
            return covey_report_fail(self->report, found->key_at, "%s has two distributions",
                                     row->name);
        if (found != NULL)
            trait->from.kind = (covey_distribution_kind)kind;
        pair = found != NULL ? found : pair;
    }
    if (status == COVEY_OK && pair == NULL)
        return covey_report_fail(self->report, map->at,
                                 "%s is a number, a list with one for each agent, or a "
                                 "distribution like {normal: [1, 0.1]}",
                                 row->name);
    if (status == COVEY_OK)
        status = bind_pair(self, pair, trait);
    if (status == COVEY_OK && low != NULL)
        status = covey_bind_number(self, low, "low", &trait->from.low);
    if (status == COVEY_OK && high != NULL)
        status = covey_bind_number(self, high, "high", &trait->from.high);
    covey_error error;
    if (status == COVEY_OK && covey_distribution_check(&trait->from, row, &error) != COVEY_OK)
        return covey_report_fail(self->report, map->at, "%s", error.message);
    return status;
}

static covey_status bind_trait(covey_bind *self, const covey_node *given, const covey_param *row,
                               covey_bind_flock *flock, covey_trait *trait)
{
    if (flock->def.traits_count == COVEY_MAX_TRAITS)
        return covey_report_fail(self->report, given->key_at,
                                 "a flock has at most %d parameters that differ between agents",
                                 COVEY_MAX_TRAITS);
    if (covey_param_find(flock->model->params, row->name) == row &&
        covey_flock_traits_shapes_zones(flock->model, row, flock->params))
        return covey_report_fail(self->report, given->at,
                                 "%s shapes what agents sense, which a flock has in common: it is "
                                 "one number",
                                 row->name);
    flock->def.traits_count++;
    trait->name = row->name;
    return given->kind == COVEY_NODE_LIST ? bind_list(self, given, row, trait)
                                          : bind_distribution(self, given, row, trait);
}

/// Sets the parameter of a trait to the number that stands for it.
static void set_typical(const covey_bind_flock *flock, const covey_param *row, bool of_motion)
{
    const covey_trait *trait = &flock->def.traits[flock->def.traits_count - 1];
    covey_setting setting = {row->name, covey_distribution_typical(&trait->from, row)};
    if (of_motion)
        (void)covey_param_set(flock->motion->params, flock->motion_params, &setting, NULL);
    else
        (void)covey_param_set(flock->model->params, flock->params, &setting, NULL);
}

/// The largest body that a trait may give. Fails if it has none.
static covey_status bind_largest(covey_bind *self, const covey_node *given,
                                 const covey_trait *trait, covey_flock_def *def)
{
    size_t count = given->kind == COVEY_NODE_LIST ? covey_node_count(given) : 0;
    const covey_distribution *from = &trait->from;
    def->body = from->kind == COVEY_DISTRIBUTION_UNIFORM ? from->second : from->high;
    def->body = count > 0 ? 0.0 : def->body;
    for (size_t k = 0; k < count; k++)
        def->body = covey_larger(def->body, trait->values[k]);
    if (def->body > 0.0 && def->body <= LARGEST_BODY)
        return COVEY_OK;
    return covey_report_fail(self->report, given->at,
                             count > 0 ? "body has no number above 0"
                                       : "body needs a largest number, as in {normal: [1, 0.1], "
                                         "high: 2}");
}

static const covey_param body_row = {
    .name = "body", .high = LARGEST_BODY, .unit = "L", .text = "Radius of an agent."};

covey_status covey_bind_traits(covey_bind *self, const covey_node *node, covey_bind_flock *flock,
                               const covey_node **plain)
{
    *plain = node;
    covey_trait *traits = covey_arena_take(self->arena, COVEY_MAX_TRAITS, sizeof *traits);
    if (traits == NULL)
        return covey_report_memory(self->report);
    flock->def.traits = traits;
    for (const covey_node *child = node->first; child != NULL; child = child->next) {
        const covey_param *row = covey_param_find(flock->motion->params, child->key);
        bool of_motion = row != NULL;
        if (row == NULL)
            row = covey_param_find(flock->model->params, child->key);
        bool of_body = row == NULL && strcmp(child->key, body_row.name) == 0;
        row = of_body ? &body_row : row;
        if (!is_trait(child, row))
            continue;
        covey_status status = bind_trait(self, child, row, flock, &traits[flock->def.traits_count]);
        if (status == COVEY_OK && of_body)
            status = bind_largest(self, child, &traits[flock->def.traits_count - 1], &flock->def);
        if (status != COVEY_OK)
            return status;
        if (!of_body)
            set_typical(flock, row, of_motion);
        size_t index = 0;
        for (const covey_node *one = (*plain)->first; strcmp(one->key, child->key) != 0;
             one = one->next)
            index++;
        *plain = covey_node_without(self->arena, *plain, index);
        if (*plain == NULL)
            return covey_report_memory(self->report);
    }
    return COVEY_OK;
}

covey_status covey_bind_traits_count(covey_bind *self, const covey_bind_flock *flock)
{
    for (size_t k = 0; k < flock->def.traits_count; k++) {
        const covey_trait *trait = &flock->def.traits[k];
        const covey_node *given = covey_node_find(flock->node, trait->name);
        size_t count = covey_node_count(given);
        if (trait->values != NULL && count != flock->def.count)
            return covey_report_fail(self->report, given->at,
                                     "%s has %zu numbers, and the flock %zu agents", trait->name,
                                     count, flock->def.count);
    }
    return COVEY_OK;
}
