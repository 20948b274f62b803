// SPDX-License-Identifier: MIT
// Timing the steps of a scene.
#include "stepper.h"

#include "clocks.h"

#include <stdlib.h>

enum { MOST_STEPS = 100 }; // an agent at speed 1 is a radius further then

static covey_status take_steps(stepper *self, int count, covey_error *error)
{
    for (int k = 0; k < count; k++) {
        covey_status status = covey_world_step(self->world, SCENE_DT);
        if (status != COVEY_OK) {
            *error = *covey_world_error(self->world);
            return status;
        }
    }
    return COVEY_OK;
}

static covey_status calibrate(stepper *self, double seconds, covey_error *error)
{
    self->start_size = covey_world_snapshot_size(self->world);
    self->start = malloc(self->start_size);
    if (self->start == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    covey_status status = covey_world_save(self->world, self->start, self->start_size);
    if (status != COVEY_OK)
        return covey_fail(error, status, "the scene could not be saved");
    status = take_steps(self, 1, error);
    if (status != COVEY_OK)
        return status;
    double begin = clocks_wall();
    status = take_steps(self, 1, error);
    double count = seconds / (clocks_wall() - begin);
    self->steps = count < 1 ? 1 : count > (double)MOST_STEPS ? MOST_STEPS : (int)count;
    return status;
}

covey_status stepper_create(const scene *of, double seconds, stepper *self, covey_error *error)
{
    *self = (stepper){.wall = of->threads > 1};
    covey_status status = scene_create(of, &self->world, error);
    if (status == COVEY_OK)
        status = calibrate(self, seconds, error);
    if (status != COVEY_OK)
        stepper_destroy(self);
    return status;
}

void stepper_destroy(stepper *self)
{
    covey_world_destroy(self->world);
    free(self->start);
    *self = (stepper){0};
}

covey_status stepper_sample(stepper *self, double *time, covey_error *error)
{
    covey_status status = covey_world_restore(self->world, self->start, self->start_size, error);
    if (status == COVEY_OK)
        status = take_steps(self, 1, error); // puts the agents in order
    if (status != COVEY_OK)
        return status;
    covey_stats before = covey_world_stats(self->world);
    double begin = self->wall ? clocks_wall() : clocks_cpu();
    status = take_steps(self, self->steps, error);
    double end = self->wall ? clocks_wall() : clocks_cpu();
    covey_stats after = covey_world_stats(self->world);
    self->agent_steps = (double)(after.agent_steps - before.agent_steps);
    self->pairs = (double)(after.pairs - before.pairs);
    self->candidates = (double)(after.candidates - before.candidates);
    *time = 1e9 * (end - begin) / self->agent_steps;
    return status;
}
