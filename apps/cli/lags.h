// SPDX-License-Identifier: MIT
#ifndef COVEY_CLI_LAGS_H
#define COVEY_CLI_LAGS_H

#include "command.h"

#include <covey/format.h>

/// Reads all frames of a file and writes its profiles over time, or the delays between its agents,
/// for lags up to `most` frames, as CSV to a file or "-". On failure writes a message to standard
/// error and no table. Returns the exit code.
int lags_run(const command *self, const covey_input_def *from, const char *path, size_t most,
             bool of_delays);

#endif
