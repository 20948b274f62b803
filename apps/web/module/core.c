// SPDX-License-Identifier: MIT
// covey-core.wasm: worlds of scenarios in JSON (json_tree.c reads it), without files, sessions,
// presets and a viewer.
#include "world.h"

#include <stdlib.h>

// ---- Worlds ----

const covey_world *web_world_of(const web_world *at)
{
    return at->own;
}

double web_link_of(const web_world *at)
{
    return covey_scenario_plan(at->scenario).link;
}

void WEB_EXPORT(web_world_destroy)(web_world *at)
{
    if (at == NULL)
        return;
    covey_world_destroy(at->own);
    covey_scenario_destroy(at->scenario);
    free(at);
}

int WEB_EXPORT(web_step)(web_world *at, int steps)
{
    covey_error *error = web_failed();
    covey_status status = COVEY_OK;
    for (int k = 0; k < steps && status == COVEY_OK; k++)
        status = web_world_step(at, error);
    return (int)status;
}

// ---- What the module lacks ----

void web_put_presets(covey_json *json)
{
    covey_json_list(json, "presets");
    covey_json_close(json);
}

void web_put_meaning(covey_json *json, const covey_param *row)
{
    (void)json;
    (void)row;
}
