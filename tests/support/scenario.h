// SPDX-License-Identifier: MIT
// Short ways to read, print and change scenarios. Whatever fails inside fails the test.
#ifndef COVEY_TESTS_SUPPORT_SCENARIO_H
#define COVEY_TESTS_SUPPORT_SCENARIO_H

#include "covey/scenario.h"

covey_scenario *scenario_read(const char *text);

/// The canonical text; the caller frees it.
char *scenario_print(const covey_scenario *scenario);

void scenario_set(covey_scenario *scenario, const char *key, const char *value);

/// The world with one thread.
covey_world *scenario_world(const covey_scenario *scenario);

/// Prints the scenario of a text; that reads back, prints the same and makes the same world, or
/// none.
void scenario_check_round_trip(const char *text);

/// The JSON Schema; the caller frees it.
char *scenario_schema(void);

#endif
