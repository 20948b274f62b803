// SPDX-License-Identifier: MIT
// The distance of linked agents for tracks that have none.
#ifndef COVEY_CLI_FIRST_LINK_H
#define COVEY_CLI_FIRST_LINK_H

#include "command.h"

#include <covey/format.h>

/// Finds twice the mean distance to the nearest agent in the first frame where a set has two; that
/// of the sets is weighed by their agents. It is looked for in the first frame of an input, then in
/// the file, which is opened once more; 1 if no agent is ever near another, or if the file is a
/// stream. The statuses of reading.
covey_status first_link_find(const covey_input_def *from, const covey_frame_set *sets, int count,
                             double *link, covey_error *error);

#endif
