// SPDX-License-Identifier: MIT
#include "support/physics.h"

#include "support/golden.h"
#include "support/scenario.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

double physics_value(const double values[COVEY_MAX_MEASURES], const char *name)
{
    int index = covey_measure_find(name);
    assert_true(index >= 0);
    return values[index];
}

static covey_scenario *scenario_of(const physics *of)
{
    const covey_preset *preset = covey_preset_find(of->preset);
    assert_non_null(preset);
    covey_scenario *scenario = scenario_read(preset->text);
    for (int k = 0; k < 8 && of->set[k][0] != NULL; k++)
        scenario_set(scenario, of->set[k][0], of->set[k][1]);
    char seed[32];
    (void)snprintf(seed, sizeof seed, "%llu", (unsigned long long)of->seed);
    scenario_set(scenario, "seed", seed);
    return scenario;
}

covey_world *physics_world(const physics *of)
{
    covey_scenario *scenario = scenario_of(of);
    covey_world *world = scenario_world(scenario);
    covey_scenario_destroy(scenario);
    return world;
}

void physics_measure(const covey_world *world, double link, double values[COVEY_MAX_MEASURES])
{
    covey_measure_def def = covey_measure_def_default();
    def.link = link;
    covey_view view = covey_world_view(world, 0);
    assert_int_equal(covey_measure_all(&view, &def, values, NULL), COVEY_OK);
}

void physics_run(const physics *of, double means[COVEY_MAX_MEASURES])
{
    covey_scenario *scenario = scenario_of(of);
    covey_world *world = scenario_world(scenario);
    double dt = covey_scenario_plan(scenario).dt, values[COVEY_MAX_MEASURES] = {0};
    int frames = 0;
    for (int k = 0; k < COVEY_MAX_MEASURES; k++)
        means[k] = 0.0;
    for (uint64_t step = 1; step <= of->steps; step++) {
        assert_int_equal(covey_world_step(world, dt), COVEY_OK);
        if (step < of->from || step % of->every != 0)
            continue;
        physics_measure(world, of->link, values);
        frames++;
        for (int k = 0; k < COVEY_MAX_MEASURES; k++)
            means[k] += values[k];
    }
    for (int k = 0; k < COVEY_MAX_MEASURES; k++)
        means[k] /= frames;
    covey_world_destroy(world);
    covey_scenario_destroy(scenario);
}

void physics_expect_line(const char *page, const char *line)
{
    char path[512], whole[256];
    (void)snprintf(path, sizeof path, COVEY_SOURCE_DIR "/docs/models/%s", page);
    (void)snprintf(whole, sizeof whole, "\n%s\n", line);
    char *text = golden_read(path);
    assert_non_null(text);
    bool is_there = strstr(text, whole) != NULL;
    free(text);
    if (!is_there)
        fail_msg("docs/models/%s has no line\n%s", page, line);
}
