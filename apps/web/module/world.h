// SPDX-License-Identifier: MIT
// Worlds of scenarios and sessions, for JavaScript.
#ifndef WEB_WORLD_H
#define WEB_WORLD_H

#include "covey/session.h"
#include "web.h"

// ---- scenario.c ----

covey_world_def web_engine_of(int kernel);
web_world *web_world_make(covey_error *error);                  ///< NULL without memory
covey_status web_world_step(web_world *at, covey_error *error); ///< of a world without session

covey_scenario *web_scenario(const char *text, size_t size, const char *name, size_t spare);
void web_scenario_destroy(covey_scenario *scenario);
web_world *web_world_create(covey_scenario *scenario, int kernel);

// ---- world.c ----

int web_scenario_set(covey_scenario *scenario, const char *key, const char *value);
web_world *web_session_create(covey_scenario *scenario, int kernel);
web_world *web_session_open(const char *path, int kernel);
int web_do(web_world *at, const char *command);
int web_replay(web_world *at);
int web_session_write(const web_world *at);
int web_scenario_write(const web_world *at);
int web_session_end(const web_world *at);

#endif
