// SPDX-License-Identifier: MIT
// Steps of a scene, alone or in turns with another one.
#include "bound.h"
#include "case.h"
#include "stepper.h"

#include <stdio.h>

static void take_costs(const stepper *own, const bench_case *self, const request *asked,
                       result *found)
{
    found->pairs = own->pairs / own->agent_steps;
    found->candidates = own->candidates / own->agent_steps;
    found->bytes = (double)covey_world_stats(own->world).agent_bytes / self->own.count;
    double held = bound_is_known(&self->own) ? scene_held(&self->own, own->world) : 0.0;
    if (held > 0.0)
        found->bound =
            bound_time(asked->machine, &self->own, found->candidates, held, found->bytes);
}

static covey_status take_turns(stepper *own, stepper *rival, const request *asked, result *found,
                               covey_error *error)
{
    for (int k = 0; k < asked->repetitions; k++) {
        double time = 0, rival_time = 0;
        covey_status status = COVEY_OK;
        if (rival != NULL)
            status = stepper_sample(rival, &rival_time, error);
        if (status == COVEY_OK)
            status = stepper_sample(own, &time, error);
        if (status != COVEY_OK)
            return status;
        series_add(&found->time, time);
        if (rival != NULL) {
            series_add(&found->rival_time, rival_time);
            series_add(&found->ratio, rival_time / time);
        }
    }
    return COVEY_OK;
}

static covey_status with_rival(const bench_case *self, stepper *own, const request *asked,
                               result *found, covey_error *error)
{
    if (self->rival.model == NULL)
        return take_turns(own, NULL, asked, found, error);
    stepper rival;
    double seconds = asked->seconds / asked->repetitions;
    covey_status status = stepper_create(&self->rival, seconds, &rival, error);
    if (status != COVEY_OK)
        return status;
    rival.wall = own->wall; // times of one kind
    status = take_turns(own, &rival, asked, found, error);
    stepper_destroy(&rival);
    return status;
}

bool case_scene(const bench_case *self, const request *asked, result *found)
{
    covey_error error;
    stepper own;
    double seconds = asked->seconds / asked->repetitions;
    covey_status status = stepper_create(&self->own, seconds, &own, &error);
    if (status == COVEY_OK) {
        status = with_rival(self, &own, asked, found, &error);
        take_costs(&own, self, asked, found);
        stepper_destroy(&own);
    }
    if (status != COVEY_OK)
        (void)snprintf(found->note, sizeof found->note, "%s", error.message);
    return status == COVEY_OK;
}
