// SPDX-License-Identifier: MIT
// The world on a thread of its own. The window gives it a goal and orders, and takes frames;
// neither waits for the other longer than it takes to hand over a frame that is there.
#ifndef COVEY_VIEW_SIM_H
#define COVEY_VIEW_SIM_H

#include "frame.h"

typedef struct sim sim;

/// Starts the thread, on a preset or a file. The caller owns *made. On failure the error tells why,
/// and `report` (may be NULL) where in the text.
typedef struct sim_def {
    const char *name;
    int threads; ///< of each step
    char *report;
    size_t report_size;
    bool anywhere; ///< files of agents may lie outside the folder of a scenario
} sim_def;
covey_status sim_create(const sim_def *def, sim **made, covey_error *error);
void sim_destroy(sim *self); ///< NULL is fine

/// An order, carried out between two steps, in the order of the calls:
///
///     an order of commands_do()
///     open NAME         another preset or file, from its first step
///     restart           the scenario as it is now, from its first step
///     seed N            the same with another seed
///     save-session PATH, save-scenario PATH
///
/// The result is in the message of a later frame. False without memory: it is not done.
bool sim_order(sim *self, const char *order);

/// Steps up to this one are to be taken, if the world is still that of a frame with this `opened`.
void sim_go(sim *self, uint64_t opened, uint64_t goal);

/// From now on frames tell the rules of this agent; flock -1: of none.
void sim_watch(sim *self, int flock, uint32_t id);

/// The newest frame, valid until the next call. Never waits.
const frame *sim_frame(sim *self);

/// Waits until all orders are done and the goal is reached, or no step is possible any more.
void sim_settle(sim *self);

#endif
