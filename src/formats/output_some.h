// SPDX-License-Identifier: MIT
// Frames of an output of which the agents come some at a time, in the order of their ids, so that
// no frame need be whole in memory. The file gets the bytes that covey_output_put() gives it.
#ifndef COVEY_FORMATS_OUTPUT_SOME_H
#define COVEY_FORMATS_OUTPUT_SOME_H

#include "covey/format.h"

/// False if the format needs whole frames.
bool covey_output_takes_some(const covey_output *output);

/// Begins a frame: sets as for covey_output_put(), with counts and without arrays. Statuses as
/// there.
covey_status covey_output_begin(covey_output *output, const covey_frame_set *sets, int count,
                                covey_error *error);

/// Writes agents of set `number`: all of the first set, some at a time, ids ascending, with known
/// velocities, then the next one's. After a failure, which later calls repeat, the frame is taken
/// back.
covey_status covey_output_some(covey_output *output, int number, const covey_frame_set *some,
                               covey_error *error);

/// Ends the frame. COVEY_ARG if it has not all agents.
covey_status covey_output_end(covey_output *output, covey_error *error);

#endif
