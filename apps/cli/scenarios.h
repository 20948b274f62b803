// SPDX-License-Identifier: MIT
// Scenarios from the command line: presets, files, checkpoints, and changes by --set.
#ifndef COVEY_CLI_SCENARIOS_H
#define COVEY_CLI_SCENARIOS_H

#include "command.h"

#include <covey/format.h>
#include <covey/scenario.h>

/// Opens a preset by its name, or a file: a name with a slash or a dot is that of a file. On
/// failure writes a message to standard error; *scenario is NULL then. Files of agents must be in
/// the folder of the file or below it, unless `anywhere`.
covey_status scenarios_open(const command *self, const char *name, bool anywhere,
                            covey_scenario **scenario);

/// Reads the scenario of a checkpoint called `name`. On failure writes a message to standard error;
/// *scenario is NULL then. Files of agents must be in the folder of the checkpoint or below it,
/// unless `anywhere`.
covey_status scenarios_restore(const command *self, const char *name, const char *text,
                               bool anywhere, covey_scenario **scenario);

/// Reads the scenario of a trajectory; NULL if there is none or it is not valid. Its files
/// of agents are not read. Destroyed with covey_scenario_destroy(). Only COVEY_MEMORY is a failure;
/// *error, which may be NULL, has the reason why a scenario is not valid.
covey_status scenarios_told(covey_provenance origin, covey_scenario **scenario, covey_error *error);

/// Changes a value, which the command line has as `given` ("--steps 7"). On failure writes a
/// message and returns COVEY_ARG if the value is wrong.
covey_status scenarios_set(const command *self, covey_scenario *scenario, const char *given,
                           const char *key, const char *value);

/// Does the same for "key=value", as in --set.
covey_status scenarios_assign(const command *self, covey_scenario *scenario, const char *text);

/// Changes a key to a list of strings or, with `count` -1, to one string, of any characters.
covey_status scenarios_set_strings(const command *self, covey_scenario *scenario, const char *key,
                                   const char *const *strings, int count);

#endif
