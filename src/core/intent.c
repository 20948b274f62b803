// SPDX-License-Identifier: MIT
// The intent of one agent as the world is now, for programs that show it.
#include "core/perceive.h"

#include "base/misuse.h"
#include "core/avoid.h"

/// True if `rule` names the weight of a response.
static bool is_response(const covey_flock *flock, const char *rule, int *number)
{
    const covey_param *row = covey_reactions_find(&flock->reactions, rule, number);
    return row != NULL && row == covey_response_params();
}

static covey_status find_push(covey_world *world, int number, covey_id id, const char *rule,
                              covey_vec *push)
{
    covey_flock *flock = covey_world_flock_at(world, number, NULL);
    int response;
    bool responds = flock != NULL && is_response(flock, rule, &response);
    const covey_param *row = flock != NULL ? covey_param_find(flock->params.table, rule) : NULL;
    *push = (covey_vec){0, 0, 0.0};
    if (!responds && (row == NULL || !row->rule))
        return COVEY_ARG;
    covey_status status = covey_perceive_ready(world);
    if (status != COVEY_OK)
        return status;
    size_t i = covey_state_find(&flock->state, id);
    if (i == flock->state.count)
        return COVEY_ARG;
    covey_percept percepts[COVEY_MAX_ZONES];
    covey_perceive_one(world, flock, i, percepts);
    covey_agent agent = covey_flock_any(flock, &world->def.space, world->step);
    covey_flock_look(flock, i, &agent);
    if (responds) {
        const covey_avoid near = {world, flock, &agent, i, 1, world->dt};
        if (flock->reactions.list[response].is.rule == COVEY_RESPONSE_ANTICIPATE) {
            *push = covey_avoid_push(&near, response, i);
            return COVEY_OK;
        }
        const covey_scene scene = {
            .space = &world->def.space, .dt = world->dt, .intent = flock->motion->intent};
        *push = covey_reaction_push(&flock->reactions.list[response].is, &scene, &agent,
                                    &percepts[flock->plan.own_count + response]);
        return COVEY_OK;
    }
    covey_own_params own;
    double *values = covey_flock_model_of(flock, i, &own),
           *weight = &values[row->offset / sizeof *values];
    double kept = *weight;
    covey_vec with = flock->model->decide(values, &agent, percepts);
    *weight = 0.0;
    covey_vec without = flock->model->decide(values, &agent, percepts);
    *weight = kept;
    *push = covey_vec_sub(with, without);
    return COVEY_OK;
}

covey_status covey_world_rule(covey_world *world, int number, covey_id id, const char *rule,
                              covey_vec *push)
{
    if (rule == NULL || push == NULL)
        return covey_missing(NULL, __func__);
    covey_status status = covey_world_enter(world, NULL);
    return status == COVEY_OK ? covey_world_leave(world, find_push(world, number, id, rule, push))
                              : status;
}
