// SPDX-License-Identifier: MIT
// Runs: a scenario taken from step to step, with files, measures and checkpoints.
//
// Part of covey_run.
#ifndef COVEY_RUN_H
#define COVEY_RUN_H

#include "covey/checkpoint.h"
#include "covey/format.h"
#include "covey/history.h"
#include "covey/measure.h"
#include "covey/session.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How a run is done. Start from covey_run_def_default().
typedef struct covey_run_def {
    const covey_scenario *scenario; ///< must outlive the run
    covey_world_def engine; ///< threads, kernel, executor, allocator, stop; the rest is not used
    const char *checkpoint; ///< file to write checkpoints to; NULL: none. The scenario's canonical
                            ///< text must be within the limits of one that is read
    uint64_t checkpoint_every; ///< steps between them; 0: none between start and end
    /// Go on from there. `scenario` is that of the checkpoint, best read with `restores` of
    /// covey_scenario_def so that no other file is needed, except that it may have more steps;
    /// the checkpoint's values "steps" and "checkpoint_every" are those of the run before.
    const covey_checkpoint *resume;
    const char *resume_path; ///< file that `resume` is from; NULL: unknown
    /// A session of a file at its beginning: its world is taken to its end and stays its own, with
    /// its scenario as `scenario`, without checkpoints. NULL: none.
    covey_session *replay;

    /// Formats and measures of yours, as in covey_output_def: files of the scenario whose suffix is
    /// that of such a format are written by it, and tables of measures have such columns behind
    /// the library's. They must outlive the run. NULL: none.
    const covey_format *const *custom_formats;
    const covey_measure_group *const *custom_measures;

    /// Called with the world as it is at the start and after each step. Returning true ends the
    /// run after all output of that step is written. NULL: no call.
    bool (*watch)(void *context, const covey_world *world);
    /// As in covey_output_def, for all outputs: true ends a run whose output waits for the reader
    /// of a pipe. The checkpoint stays as it was before then. NULL: waits.
    bool (*stop)(void *context);
    void *context; ///< of both

    const struct covey_run_engine *ranks; ///< the library's own; NULL
} covey_run_def;

/// No scenario, covey_world_def_default(), no checkpoints.
COVEY_API covey_run_def covey_run_def_default(void);

/// A flock at the end of a run.
typedef struct covey_run_flock {
    char name[COVEY_NAME_SIZE];
    double measures[COVEY_MAX_MEASURES]; ///< as covey_measure_of() numbers them, with
                                         ///< custom_measures included; NaN: undefined
} covey_run_flock;

/// The result of a run.
typedef struct covey_run_result {
    uint64_t steps;   ///< of the world, steps before a resume included
    uint64_t agents;  ///< of all flocks
    uint64_t entries; ///< agents left inside something solid, summed over flocks and steps
    uint64_t caught;  ///< agents, summed over the flocks that catch some
    uint64_t hash;    ///< covey_world_hash() at the end
    uint64_t frames;  ///< given to the outputs
    double stable_dt; ///< covey_world_stable_dt() at the start, which `watch` finds here already; 0
                      ///< with `replay` or `ranks`
    covey_stats stats;
    covey_run_flock flocks[COVEY_MAX_FLOCKS];
    int flocks_count; ///< 0 if they cannot be measured: the state is not finite, no memory
} covey_run_result;

/// Runs a scenario to its last step. Outputs and measures get a frame at step 0, whenever the step
/// is a multiple of `every`, and at the last step, not at the one where a run is stopped; a frame
/// is with the operating system before the next step begins. With `resume`, files are first cut
/// back to the last multiple up to the checkpoint's step, so that they end as the files of a run
/// without a break. Checkpoints are written at the start, so that a path that cannot be written is
/// found at once, and at the end, also of a run that was stopped.
///
/// No file is written that the scenario (covey_scenario_file()) or the checkpoint was read from,
/// and none for two purposes, also by different paths and links: COVEY_ARG before any file is
/// opened. But a checkpoint may take the place of the one that the run goes on from.
///
/// With `replay` the steps are the session's. COVEY_INPUT if the hash at its end is not the
/// one in the file.
///
/// COVEY_INTERRUPTED if `watch` or `stop` ended it, or `stop` of `engine` within a step: outputs
/// and the checkpoint then end at the whole step before; COVEY_ARG or COVEY_INPUT for a scenario or
/// checkpoint that does not go together; COVEY_DIVERGED, COVEY_MEMORY, COVEY_SYSTEM, COVEY_IO,
/// COVEY_CLOSED, COVEY_LOCKED. All files are closed in any case, with all frames before the failure
/// in them. `result` is filled as far as the run went; it may be NULL.
COVEY_API covey_status covey_run(const covey_run_def *def, covey_run_result *result,
                                 covey_error *error);

#ifdef __cplusplus
}
#endif
#endif
