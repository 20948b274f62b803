// SPDX-License-Identifier: MIT
#ifndef COVEY_RUN_PATHS_H
#define COVEY_RUN_PATHS_H

#include "covey/run.h"

/// Fails with COVEY_ARG if a file that the run writes is one that it reads, or another that it
/// writes. COVEY_MEMORY.
covey_status covey_paths_check(const covey_run_def *def, covey_error *error);

#endif
