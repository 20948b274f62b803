// SPDX-License-Identifier: MIT
// Opens all that covey writes and reads, by a name: a world with its past, or a recording.
#ifndef COVEY_VIEW_OPEN_H
#define COVEY_VIEW_OPEN_H

#include "view/recording.h"

#include <covey/history.h>
#include <covey/scenario.h>
#include <covey/session.h>

/// How things are opened. Strings must outlive the call.
typedef struct open_def {
    int threads;               ///< of each step
    bool anywhere;             ///< files of agents may lie outside the folder of a scenario
    const char *const *assign; ///< KEY=VALUE for a world at its first step, ended by NULL; or NULL
    const covey_input_def *tracks; ///< how recordings are read, but for the path; or NULL
    char *report;                  ///< as in covey_scenario_def; or NULL
    size_t report_size;
} open_def;

/// A session with its history, or a recording: the caller owns what is not NULL. A recording of
/// covey has a session, too, of the scenario in its file, for zones, obstacles and bodies.
typedef struct opened {
    covey_session *session;
    covey_history *history;
    recording *tracks;
    bool rests; ///< it is to be looked at step by step, and does not run at once
} opened;

/// Opens the name of a preset, or a file: a session (NAME.session), a case of the formal assignment
/// (NAME.in), a trajectory or table of tracks (the suffix of a format), a checkpoint (its first
/// bytes), else a scenario. COVEY_ARG for an unknown preset; COVEY_INPUT also for `assign` where
/// there is no scenario to change; the statuses of reading. On failure *made is empty.
covey_status open_name(const open_def *def, const char *name, opened *made, covey_error *error);

/// The same for a scenario at hand, which becomes the opened session's, also where this fails.
covey_status open_scenario(const open_def *def, covey_scenario *scenario, opened *made,
                           covey_error *error);

void open_close(opened *self);

// ---- Cases ----

/// The lengths of the steps of a case.
typedef struct open_case_steps {
    double *dt; ///< the caller's, by free()
    size_t count, room;
} open_case_steps;

/// Reads a case of the formal assignment as a scenario of dialect "text", whose steps are as long
/// as the first of the case. COVEY_INPUT with line and column, also for a case that no scenario can
/// show: without agents or steps, or with a step that goes back; COVEY_IO, COVEY_MEMORY. The caller
/// owns *scenario, which is NULL on failure, and the steps in any case.
covey_status open_case(const char *path, covey_scenario **scenario, open_case_steps *steps,
                       covey_error *error);

#endif
