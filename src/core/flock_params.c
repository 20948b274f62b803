// SPDX-License-Identifier: MIT
// Parameters of a flock: those of its model, its motion and its responses.
#include "core/flock.h"

#include <math.h>
#include <string.h>

// ---- Setting ----

const covey_param *covey_flock_param(covey_flock *flock, const char *name, void **values)
{
    const covey_param *row = covey_param_find(flock->params.table, name);
    *values = flock->params.values;
    if (row == NULL) {
        row = covey_param_find(flock->motion_params.table, name);
        *values = flock->motion_params.values;
    }
    int number;
    if (row == NULL) {
        row = covey_reactions_find(&flock->reactions, name, &number);
        *values = row != NULL ? &flock->reactions.list[number].is : NULL;
    }
    return row;
}

covey_status covey_flock_set(covey_flock *flock, const covey_setting *setting, covey_error *error)
{
    void *values;
    const covey_param *row = covey_flock_param(flock, setting->name, &values);
    if (row == NULL)
        return covey_fail(error, COVEY_ARG, "neither %s nor %s has a parameter called %s",
                          flock->model->name, flock->motion->name,
                          setting->name != NULL ? setting->name : "(NULL)");
    const covey_param table[] = {*row, {0}};
    covey_setting own = {row->name, setting->value};
    return covey_param_set(table, values, &own, error);
}

// ---- Zones and speeds ----

static double top_speed_of(const covey_params *motion)
{
    const covey_param *row = covey_param_find(motion->table, "max_speed");
    if (row == NULL)
        row = covey_param_find(motion->table, "speed");
    return row != NULL ? covey_param_value(row, motion->values) : HUGE_VAL;
}

/// Fails if the motion's lowest speed is above its highest.
static covey_status check_speeds(const covey_params *motion, covey_error *error)
{
    const covey_param *low = covey_param_find(motion->table, "min_speed");
    const covey_param *high = covey_param_find(motion->table, "max_speed");
    if (low == NULL || high == NULL)
        return COVEY_OK;
    double least = covey_param_value(low, motion->values);
    double most = covey_param_value(high, motion->values);
    if (least <= most)
        return COVEY_OK;
    return covey_fail(error, COVEY_ARG, "min_speed = %g is above max_speed = %g", least, most);
}

/// The zones that no agent asks for. A weight that is a trait is that of each agent.
static unsigned idle_zones_of(const covey_flock *flock)
{
    const covey_model *model = flock->model;
    if (model->idle_zones == NULL)
        return 0;
    if (!flock->traits.of_model)
        return model->idle_zones(flock->params.values);
    covey_own_params some;
    memcpy(some.value, flock->params.values, flock->params.size);
    for (int k = 0; k < flock->traits.count; k++)
        if (!flock->traits.use[k].of_motion && !flock->traits.use[k].of_body)
            some.value[flock->traits.use[k].row->offset / sizeof(double)] = 1.0;
    return model->idle_zones(some.value);
}

bool covey_flock_params_keep_zones(const covey_flock *flock)
{
    return covey_zone_plan_is_current(&flock->plan, flock->model, flock->params.values,
                                      idle_zones_of(flock));
}

covey_status covey_flock_update_motion(covey_flock *flock, covey_error *error)
{
    covey_status status = check_speeds(&flock->motion_params, error);
    if (status == COVEY_OK)
        flock->top_speed = top_speed_of(&flock->motion_params);
    return status;
}

covey_status covey_flock_update(covey_flock *flock, covey_error *error)
{
    if (check_speeds(&flock->motion_params, error) != COVEY_OK)
        return COVEY_ARG;
    covey_zone_more more = covey_reactions_zones(&flock->reactions, flock->name);
    more.idle = idle_zones_of(flock);
    more.deep = covey_state_is_deep(&flock->state);
    covey_status status =
        covey_zone_plan_update(&flock->plan, flock->model, flock->params.values, &more, error);
    return status == COVEY_OK ? covey_flock_update_motion(flock, error) : status;
}
