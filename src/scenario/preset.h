// SPDX-License-Identifier: MIT
#ifndef COVEY_SCENARIO_PRESET_H
#define COVEY_SCENARIO_PRESET_H

#include "covey/scenario.h"

/// The files of the folder scenarios, made by cmake/presets.cmake; ends with a row without name.
extern const covey_preset covey_preset_table[];

/// The titles of the groups of scenarios/groups.txt; ends with NULL.
extern const char *const covey_preset_groups[];

#endif
