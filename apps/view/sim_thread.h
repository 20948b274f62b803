// SPDX-License-Identifier: MIT
// A world on a separate thread.
#ifndef COVEY_VIEW_SIM_THREAD_H
#define COVEY_VIEW_SIM_THREAD_H

#include "view/sim.h"

typedef struct sim_thread sim_thread;

/// As sim_create(), and starts the thread. COVEY_SYSTEM.
covey_status sim_thread_start(const sim_def *def, sim_thread **made, covey_error *error);

/// Ends the thread after the step or order at hand, and frees the world. NULL is fine.
void sim_thread_stop(sim_thread *self);

/// Its world, for the other functions of sim.h; owned by the thread.
sim *sim_thread_of(sim_thread *self);

#endif
