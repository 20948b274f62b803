// SPDX-License-Identifier: MIT
#ifndef BENCH_STEPPER_H
#define BENCH_STEPPER_H

#include "scene.h"

/// A scene that is stepped again and again from the same state, so that all samples do the same.
typedef struct stepper {
    covey_world *world;
    void *start; ///< snapshot
    size_t start_size;
    int steps; ///< of a sample
    bool wall; ///< measure the time of the wall, as several threads need
    double agent_steps, pairs, candidates; ///< of the last sample
} stepper;

/// Makes the scene's world; samples will last about so many seconds. As scene_create().
covey_status stepper_create(const scene *of, double seconds, stepper *self, covey_error *error);
void stepper_destroy(stepper *self);

/// Takes one sample; *time is in nanoseconds per agent and step. As covey_world_step(),
/// covey_world_restore().
covey_status stepper_sample(stepper *self, double *time, covey_error *error);

#endif
