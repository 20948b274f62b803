// SPDX-License-Identifier: MIT
// Making and freeing a flock.
#include "core/flock.h"

#include "core/place.h"
#include "core/registry.h"

#include <float.h>
#include <string.h>

static covey_status check_zone(const covey_flock *flock, const covey_zone *zone, covey_error *error)
{
    bool sane = zone->radius >= 0.0 && zone->radius <= DBL_MAX && zone->inner >= 0.0 &&
                zone->blind_cos <= 1.0 && zone->weight <= COVEY_WEIGHT_AXIS &&
                zone->carry <= COVEY_CARRY_HEADING && zone->of <= COVEY_OF_PREY;
    if (sane)
        return COVEY_OK;
    return covey_fail(error, COVEY_ARG, "model %s has a zone with radius %g that makes no sense",
                      flock->model->name, zone->radius);
}

covey_status covey_flock_update_zones(covey_flock *flock, covey_error *error)
{
    memset(flock->zones, 0, sizeof flock->zones);
    int count = flock->model->zones(flock->params, flock->zones);
    flock->zone_count = 0;
    if (count < 0 || count > COVEY_MAX_ZONES)
        return covey_fail(error, COVEY_ARG, "model %s has %d zones, at most %d are possible",
                          flock->model->name, count, COVEY_MAX_ZONES);
    for (int z = 0; z < count; z++) {
        covey_status status = check_zone(flock, &flock->zones[z], error);
        if (status != COVEY_OK)
            return status;
    }
    flock->zone_count = count;
    return COVEY_OK;
}

double covey_flock_radius(const covey_flock *flock, covey_of of)
{
    double longest = -1.0;
    for (int z = 0; z < flock->zone_count; z++)
        if (flock->zones[z].of == of && flock->zones[z].radius > longest)
            longest = flock->zones[z].radius;
    return longest;
}

static bool is_complete(const covey_model *model)
{
    return model->name != NULL && model->params != NULL && model->motion != NULL &&
           model->zones != NULL && model->decide != NULL;
}

/// The parameters are copied and saved as an array of doubles.
static bool has_sound_table(const covey_model *model)
{
    bool sound = model->params_size % sizeof(double) == 0;
    for (const covey_param *row = model->params; row->name != NULL; row++)
        sound = sound && row->offset % sizeof(double) == 0 && row->offset < model->params_size;
    return sound;
}

static covey_status find_parts(covey_flock *flock, const covey_flock_def *def, covey_error *error)
{
    flock->model = def->own_model != NULL ? def->own_model
                   : def->model != NULL   ? covey_registry_model(def->model)
                                          : NULL;
    if (flock->model == NULL)
        return covey_fail(error, COVEY_ARG, "there is no model called %s",
                          def->model != NULL ? def->model : "(NULL)"),
               COVEY_ARG;
    if (!is_complete(flock->model))
        return covey_fail(error, COVEY_ARG,
                          "the model of flock %s lacks a name, parameters, a motion or a function",
                          def->name),
               COVEY_ARG;
    if (!has_sound_table(flock->model))
        return covey_fail(
                   error, COVEY_ARG,
                   "the parameters of model %s reach beyond its params_size or are no doubles",
                   flock->model->name),
               COVEY_ARG;
    const char *motion = def->motion != NULL ? def->motion : flock->model->motion;
    flock->motion = def->own_motion != NULL ? def->own_motion : covey_registry_motion(motion);
    if (flock->motion == NULL || flock->motion->name == NULL || flock->motion->move == NULL)
        return covey_fail(error, COVEY_ARG, "there is no motion called %s", motion), COVEY_ARG;
    return COVEY_OK;
}

static covey_status take_memory(covey_memory *memory, const covey_flock_def *def,
                                covey_flock *flock)
{
    flock->params = covey_memory_take(memory, 1, flock->model->params_size);
    covey_status status = flock->params == NULL ? COVEY_MEMORY : COVEY_OK;
    if (status == COVEY_OK)
        status = covey_state_create(memory, def->count, &flock->state);
    if (status == COVEY_OK)
        status = covey_state_create(memory, def->count, &flock->spare);
    if (status == COVEY_OK)
        status = covey_grid_create(memory, def->count, &flock->grid);
    for (int axis = 0; axis < COVEY_AXES && status == COVEY_OK; axis++) {
        flock->intent[axis] = covey_memory_take(memory, def->count, sizeof(double));
        status = flock->intent[axis] == NULL ? COVEY_MEMORY : COVEY_OK;
    }
    return status;
}

static covey_status set_params(covey_flock *flock, const covey_flock_def *def, covey_error *error)
{
    covey_param_init(flock->model->params, flock->params);
    covey_status status = COVEY_OK;
    for (size_t k = 0; k < def->settings_count && status == COVEY_OK; k++)
        status = covey_param_set(flock->model->params, flock->params, &def->settings[k], error);
    return status == COVEY_OK ? covey_flock_update_zones(flock, error) : status;
}

covey_status covey_flock_create(covey_memory *memory, const covey_world_def *world,
                                const covey_flock_def *def, covey_flock **result,
                                covey_error *error)
{
    *result = NULL;
    covey_flock *flock = covey_memory_take(memory, 1, sizeof *flock);
    if (flock == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for flock %s", def->name);
    flock->hunts = -1;
    flock->seed = world->seed;
    memcpy(flock->name, def->name, strlen(def->name) + 1);
    covey_status status = find_parts(flock, def, error);
    if (status == COVEY_OK && take_memory(memory, def, flock) != COVEY_OK)
        status = covey_fail(error, COVEY_MEMORY, "no memory for the %zu agents of flock %s",
                            def->count, def->name);
    if (status == COVEY_OK)
        status = set_params(flock, def, error);
    if (status == COVEY_OK)
        status = covey_place(world, def, &flock->state, error);
    if (status == COVEY_OK)
        *result = flock;
    else
        covey_flock_destroy(memory, flock);
    return status;
}

void covey_flock_destroy(covey_memory *memory, covey_flock *flock)
{
    if (flock == NULL)
        return;
    for (int axis = 0; axis < COVEY_AXES; axis++)
        covey_memory_give(memory, flock->intent[axis], flock->state.count, sizeof(double));
    covey_grid_destroy(memory, &flock->grid);
    covey_state_destroy(memory, &flock->spare);
    covey_state_destroy(memory, &flock->state);
    if (flock->model != NULL)
        covey_memory_give(memory, flock->params, 1, flock->model->params_size);
    covey_memory_give(memory, flock, 1, sizeof *flock);
}
