// SPDX-License-Identifier: MIT
// Worlds of scenarios: the part that needs no sessions, for all modules.
#include "world.h"

#include <stdlib.h>

covey_scenario *WEB_EXPORT(web_scenario)(const char *text, size_t size, const char *name,
                                         size_t spare)
{
    covey_scenario_def def = covey_scenario_def_default();
    covey_scenario *scenario = NULL;
    covey_error *error = web_failed();
    def.name = name;
    def.spare = spare;
    def.report = web_report();
    def.report_size = WEB_REPORT;
    (void)covey_scenario_read(&def, text, size, &scenario, error);
    return scenario;
}

void WEB_EXPORT(web_scenario_destroy)(covey_scenario *scenario)
{
    covey_scenario_destroy(scenario);
}

_Static_assert(COVEY_KERNEL_FASTEST == 0 && COVEY_KERNEL_REF == 1 && COVEY_KERNEL_SIMD128 == 5,
               "package/src/covey.ts has other numbers");

covey_world_def web_engine_of(int kernel)
{
    covey_world_def engine = covey_world_def_default();
    engine.kernel = (covey_kernel_kind)kernel;
    return engine;
}

web_world *web_world_make(covey_error *error)
{
    web_world *made = calloc(1, sizeof *made);
    if (made == NULL)
        (void)covey_fail(error, COVEY_MEMORY, "no memory for a world");
    return made;
}

/// A world, to which the scenario belongs from then on, also where that fails: then it is NULL.
web_world *WEB_EXPORT(web_world_create)(covey_scenario *scenario, int kernel)
{
    covey_error *error = web_failed();
    covey_world_def engine = web_engine_of(kernel);
    web_world *made = web_world_make(error);
    if (made == NULL) {
        covey_scenario_destroy(scenario);
        return NULL;
    }
    made->scenario = scenario;
    made->dt = covey_scenario_plan(scenario).dt;
    if (covey_scenario_world(scenario, &engine, &made->own, error) == COVEY_OK)
        return made;
    web_world_destroy(made);
    return NULL;
}

covey_status web_world_step(web_world *at, covey_error *error)
{
    covey_status status = covey_world_step(at->own, at->dt);
    if (status != COVEY_OK)
        *error = *covey_world_error(at->own);
    return status;
}
