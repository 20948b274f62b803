// SPDX-License-Identifier: MIT
// How a run is cited.
#ifndef COVEY_CLI_CITE_H
#define COVEY_CLI_CITE_H

#include "command.h"

#include <covey/scenario.h>

/// Prints how covey, the models and influences of a scenario, and the run of it that the options of
/// `covey run` ask for are cited. Writes to standard output.
void cite_print(const command *self, const options *given, const covey_scenario *scenario);

#endif
