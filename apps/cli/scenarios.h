// SPDX-License-Identifier: MIT
// Scenarios from the command line: presets, files, checkpoints, and changes by --set.
#ifndef COVEY_CLI_SCENARIOS_H
#define COVEY_CLI_SCENARIOS_H

#include "command.h"

#include <covey/format.h>
#include <covey/scenario.h>

/// Opens a preset by its name, or a file: a name with a slash or a dot in it is a file. On failure
/// says why on standard error; *scenario is NULL then. Files of agents lie in the folder of the
/// file or below it, or `anywhere`.
covey_status scenarios_open(const command *self, const char *name, bool anywhere,
                            covey_scenario **scenario);

/// Reads the scenario of a checkpoint called `name`, likewise.
covey_status scenarios_restore(const command *self, const char *name, const char *text,
                               bool anywhere, covey_scenario **scenario);

/// The scenario that a trajectory tells, NULL if it tells none that is understood. Its files of
/// agents are not read. Ends with covey_scenario_destroy(). COVEY_MEMORY alone is a failure;
/// *error, which may be NULL, tells why a scenario is not understood, too.
covey_status scenarios_told(covey_provenance origin, covey_scenario **scenario, covey_error *error);

/// Changes a value, which the command line has as `given` ("--steps 7"). On failure says so and
/// returns COVEY_ARG where the value is to blame.
covey_status scenarios_set(const command *self, covey_scenario *scenario, const char *given,
                           const char *key, const char *value);

/// The same for "key=value" as given to --set.
covey_status scenarios_assign(const command *self, covey_scenario *scenario, const char *text);

/// Changes a key to a list of strings or, with `count` -1, to one string, of any characters.
covey_status scenarios_set_strings(const command *self, covey_scenario *scenario, const char *key,
                                   const char *const *strings, int count);

#endif
