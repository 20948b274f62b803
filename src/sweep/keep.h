// SPDX-License-Identifier: MIT
// What a run keeps on request: profiles, the agents of its last state, and its trajectory.
#ifndef COVEY_SWEEP_KEEP_H
#define COVEY_SWEEP_KEEP_H

#include "covey/measure.h"

/// A point of a profile of a flock, a mean over samples.
typedef struct covey_sweep_profile {
    int flock, profile;
    double x, sum;    ///< of the values; value = sum / samples
    uint64_t samples; ///< in which it is defined
    uint64_t count;   ///< of pairs, or as the profile counts, in all samples
} covey_sweep_profile;

/// An agent at one step.
typedef struct covey_sweep_kept_agent {
    uint64_t step;
    int flock;
    covey_id id;
    double pos[COVEY_AXES], vel[COVEY_AXES];
} covey_sweep_kept_agent;

/// All of it; zero at first.
typedef struct covey_sweep_kept {
    covey_sweep_profile *profiles; ///< by flock, profile and x
    size_t profiles_count, profiles_room;
    covey_sweep_kept_agent *trajectory; ///< by step, flock and id
    size_t trajectory_count, trajectory_room;
    covey_sweep_kept_agent *agents; ///< of the last state, by flock and id, with
    covey_agent_values *values;
    size_t agents_count, agents_room;
} covey_sweep_kept;

void covey_sweep_kept_free(covey_sweep_kept *kept);

/// Adds the profiles of a flock in one sample. COVEY_MEMORY.
covey_status covey_sweep_keep_profiles(covey_sweep_kept *kept, int flock, const covey_view *view,
                                       const covey_measure_def *how, covey_error *error);

/// Adds the agents of a flock to the trajectory, or to the last state with their measures.
/// COVEY_ARG for more agents than a file should hold, COVEY_MEMORY.
covey_status covey_sweep_keep_frame(covey_sweep_kept *kept, int flock, const covey_view *view,
                                    covey_error *error);
covey_status covey_sweep_keep_agents(covey_sweep_kept *kept, int flock, const covey_view *view,
                                     const covey_measure_def *how, covey_error *error);

#endif
