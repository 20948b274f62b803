// SPDX-License-Identifier: MIT
// Frames of a run: the state of its world, put to its outputs.
#ifndef COVEY_RUN_FRAMES_H
#define COVEY_RUN_FRAMES_H

#include "covey/run.h"
#include "run/engine.h"

/// What a frame is made of. Only the rank that writes has outputs.
typedef struct covey_run_frames {
    const covey_world *world;
    const covey_scenario *scenario;
    const covey_run_engine *ranks; ///< or NULL
    covey_memory *memory;
    double dt;
    covey_output **outputs;
    size_t count;
    unsigned kinds; ///< of outputs, see covey_run_put_kinds()
} covey_run_frames;

/// Kinds of outputs that a run has: some take some agents at a time, others need
/// whole frames.
enum { COVEY_RUN_PUT_SOME = 1, COVEY_RUN_PUT_WHOLE = 2 };
unsigned covey_run_put_kinds(covey_output *const *outputs, size_t count);

/// Puts a frame to all outputs. With ranks, all of them call it, with the kinds that the rank that
/// writes has.
covey_status covey_run_put(const covey_run_frames *self, covey_error *error);

// ---- Files ----

/// Fails with COVEY_ARG if a file that the run writes is one that it reads, or another that it
/// writes. COVEY_MEMORY.
covey_status covey_paths_check(const covey_run_def *def, covey_error *error);

#endif
