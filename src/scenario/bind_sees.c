// SPDX-License-Identifier: MIT
// Binds the responses of flocks: `sees`, a mapping from the name of a flock to a rule, a response,
// or a list of them.
#include "scenario/bind.h"

#include <string.h>

static covey_status bind_response(covey_bind *self, const covey_node *given, const char *to,
                                  covey_bind_flock *flock, covey_response *list)
{
    covey_report_words keys = {.count = 0}, rules = {.count = 0};
    covey_report_add(&keys, "rule");
    covey_report_add_table(&keys, covey_response_params());
    covey_report_add_all(&rules, covey_response_rules());
    const covey_node *node = covey_bind_short(self, given, "rule");
    if (node == NULL)
        return covey_report_memory(self->report);
    covey_status status = covey_bind_keys(self, node, "a response", &keys);
    const covey_node *rule = status == COVEY_OK ? covey_node_find(node, "rule") : NULL;
    if (status == COVEY_OK && rule == NULL)
        return covey_report_fail(self->report, given->at, "a response needs a rule like flee");
    if (status == COVEY_OK)
        status = covey_bind_word(self, rule, "rule", &rules);
    if (status != COVEY_OK)
        return status;
    int number = 0;
    while (strcmp(covey_response_rules()[number], rule->text) != 0)
        number++;
    for (size_t k = 0; k < flock->def.responses_count; k++)
        if (list[k].rule == (covey_response_rule)number && strcmp(list[k].to, to) == 0)
            return covey_report_fail(self->report, rule->at, "%s has the rule %s for %s already",
                                     flock->def.name, rule->text, to);
    covey_response *response = &list[flock->def.responses_count++];
    *response = covey_response_default(to, (covey_response_rule)number);
    return covey_bind_table(self, node, covey_response_params(), response);
}

/// Binds the responses to one flock.
static covey_status bind_flock(covey_bind *self, const covey_node *given,
                               const covey_report_words *names, covey_bind_flock *flock,
                               covey_response *list)
{
    const char *to = NULL;
    if (!covey_report_knows(names, given->key))
        return covey_report_unknown(self->report, given->key_at, "flock", given->key, names);
    for (size_t k = 0; k < self->plan->flocks_count; k++)
        if (strcmp(self->plan->flocks[k].def.name, given->key) == 0)
            to = self->plan->flocks[k].def.name;
    if (given->kind != COVEY_NODE_LIST)
        return bind_response(self, given, to, flock, list);
    covey_status status = COVEY_OK;
    for (const covey_node *one = given->first; one != NULL && status == COVEY_OK; one = one->next)
        status = bind_response(self, one, to, flock, list);
    return status;
}

static covey_status bind_sees(covey_bind *self, covey_bind_flock *flock)
{
    const covey_node *node = covey_node_find(flock->node, "sees");
    if (node == NULL)
        return COVEY_OK;
    covey_report_words names = {.where = "in this scenario"};
    for (size_t k = 0; k < self->plan->flocks_count; k++)
        covey_report_add(&names, self->plan->flocks[k].def.name);
    covey_status status = covey_bind_keys(self, node, "sees", &names);
    size_t count = 0;
    for (const covey_node *one = node->first; one != NULL && status == COVEY_OK; one = one->next)
        count += one->kind == COVEY_NODE_LIST ? covey_node_count(one) : 1;
    if (status != COVEY_OK)
        return status;
    covey_response *list = covey_arena_take(self->arena, count, sizeof *list);
    if (list == NULL)
        return covey_report_memory(self->report);
    flock->def.responses = list;
    for (const covey_node *one = node->first; one != NULL && status == COVEY_OK; one = one->next)
        status = bind_flock(self, one, &names, flock, list);
    return status;
}

covey_status covey_bind_sees(covey_bind *self, const covey_node *list, covey_bind_plan *plan)
{
    covey_status status = COVEY_OK;
    (void)list;
    for (size_t k = 0; k < plan->flocks_count && status == COVEY_OK; k++)
        status = bind_sees(self, &plan->flocks[k]);
    return status;
}
