// SPDX-License-Identifier: MIT
#ifndef CHECK_BUILD_H
#define CHECK_BUILD_H

#include "check/runner.h"

/// The program that a build without a command leaves.
#define CHECK_BUILD_PROGRAM "./flock"

typedef struct check_build {
    const char *trouble; ///< why there is no program; NULL: there is one
    const char *output;  ///< of the build, of either stream
} check_build;

/// True for the word that stands for no command: covey finds out how to build.
bool check_build_is_auto(const char *command);

/// Copies a submission from its folder to `work` and builds it there by a command of /bin/sh, with
/// the fences of a runner. COVEY_MEMORY, COVEY_IO, COVEY_INTERRUPTED.
covey_status check_build_run(const char *command, const check_runner_def *runner,
                             const char *folder, const char *work, covey_arena *arena,
                             check_build *result);

#endif
