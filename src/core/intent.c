// SPDX-License-Identifier: MIT
// What one agent wants as the world is now, for those who look at it.
#include "core/perceive.h"

#include <string.h>

/// The intent with the parameters of the model as they are in `values`.
static covey_vec decide(const covey_world *world, const covey_flock *flock, size_t i,
                        const void *values)
{
    covey_percept percepts[COVEY_MAX_ZONES];
    covey_perceive_one(world, flock, i, percepts);
    covey_agent agent = covey_flock_any(flock, &world->def.space, world->step);
    covey_flock_look(flock, i, &agent);
    return flock->model->decide(values, &agent, percepts);
}

covey_status covey_world_rule(covey_world *world, int number, uint32_t id, const char *rule,
                              covey_vec *push)
{
    double values[64];
    covey_flock *flock = number >= 0 && number < world->flock_count ? world->flock[number] : NULL;
    const covey_param *row = flock != NULL ? covey_param_find(flock->params.table, rule) : NULL;
    *push = (covey_vec){0, 0};
    if (row == NULL || !row->rule || flock->params.size > sizeof values)
        return COVEY_ARG;
    if (world->error.status == COVEY_DIVERGED)
        return COVEY_DIVERGED;
    if (!covey_world_sort(world))
        return COVEY_SYSTEM;
    size_t i = covey_state_find(&flock->state, id);
    if (i == flock->state.count)
        return COVEY_ARG;
    memcpy(values, flock->params.values, flock->params.size);
    values[row->offset / sizeof *values] = 0.0;
    *push = covey_vec_sub(decide(world, flock, i, flock->params.values),
                          decide(world, flock, i, values));
    return COVEY_OK;
}
