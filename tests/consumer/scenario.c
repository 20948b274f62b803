// SPDX-License-Identifier: MIT
// The smallest use of an installed covey_run: the text of a scenario, run to its last step with a
// file of its frames, and by steps of the world alone. Fails unless both end in the same state.
// usage: scenario FILE, whose suffix names the format
#include <covey/run.h>

#include <stdio.h>

static const char text[] = "space: {kind: torus, width: 20, height: 20}\n"
                           "steps: 10\n"
                           "flocks: {model: vicsek, count: 50}\n";

/// The hash after the steps of a scenario, 0 after a failure.
static uint64_t step_alone(const covey_scenario *scenario, covey_error *error)
{
    covey_world_def engine = covey_world_def_default();
    covey_world *world;
    if (covey_scenario_world(scenario, &engine, &world, error) != COVEY_OK)
        return 0;
    covey_plan plan = covey_scenario_plan(scenario);
    covey_status status = COVEY_OK;
    while (covey_world_steps(world) < plan.steps && status == COVEY_OK)
        status = covey_world_step(world, plan.dt);
    uint64_t hash = status == COVEY_OK ? covey_world_hash(world) : 0;
    covey_world_destroy(world);
    return hash;
}

int main(int argc, char **argv)
{
    covey_error error;
    covey_scenario_def def = covey_scenario_def_default();
    covey_scenario *scenario;
    if (argc != 2 ||
        covey_scenario_read(&def, text, sizeof text - 1, &scenario, &error) != COVEY_OK ||
        covey_scenario_set(scenario, "outputs", argv[1], &error) != COVEY_OK)
        return fprintf(stderr, "%s\n", argc == 2 ? error.message : "which file?"), 1;

    covey_run_def run = covey_run_def_default();
    covey_run_result result;
    run.scenario = scenario;
    if (covey_run(&run, &result, &error) != COVEY_OK)
        return fprintf(stderr, "%s\n", error.message), 1;
    uint64_t hash = step_alone(scenario, &error);
    covey_scenario_destroy(scenario);
    printf("%d frames, %016llx\n", (int)result.frames, (unsigned long long)result.hash);
    return hash != result.hash;
}
