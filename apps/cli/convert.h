// SPDX-License-Identifier: MIT
// Trajectories from one file to another.
#ifndef COVEY_CLI_TRACKS_H
#define COVEY_CLI_TRACKS_H

#include "command.h"

#include <covey/format.h>

/// Finds the format of a file: `wanted` as the user calls it, by name or suffix, else (NULL) by the
/// suffix of the path; standard streams are CSV. On failure says so and which there are, to read or
/// to write, and returns false.
bool convert_format(const command *self, const char *path, const char *wanted, bool reads,
                    const char **format);

/// True if two paths, other than standard streams, lead to the same regular file.
bool convert_are_one(const char *a, const char *b);

/// Copies every frame from an input to an output. A negative `to->link` is that of the scenario
/// that the input tells, scaled as it is, or 1. On failure says why on standard error; what was
/// good before is in the output. Returns the exit code.
int convert_copy(const command *self, const covey_input_def *from, const covey_output_def *to);

#endif
