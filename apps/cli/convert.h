// SPDX-License-Identifier: MIT
// Copies trajectories from one file to another.
#ifndef COVEY_CLI_TRACKS_H
#define COVEY_CLI_TRACKS_H

#include "command.h"

#include <covey/format.h>

/// Finds the format of a file by `wanted`, its name or suffix, or, if that is NULL, by the suffix
/// of the path; standard streams are CSV. On failure writes a message with the known formats, to
/// read or to write, and returns false.
bool convert_format(const command *self, const char *path, const char *wanted, bool reads,
                    const char **format);

/// True if two paths, other than standard streams, lead to the same regular file.
bool convert_are_one(const char *a, const char *b);

/// Copies every frame from an input to an output. A negative `to->link` becomes that of the
/// scenario in the input, scaled in the same way, or else that of first_link_find(). On failure
/// writes a message to standard error; the output has the frames before the failure. Returns the
/// exit code.
int convert_copy(const command *self, const covey_input_def *from, const covey_output_def *to);

#endif
