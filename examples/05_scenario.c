// SPDX-License-Identifier: MIT
// A preset, changed, run to its end, and watched: polarization every 20 steps. Needs covey_run.
#include <covey/measure.h>
#include <covey/run.h>
#include <stdio.h>

static bool watch(void *context, const covey_world *world)
{
    (void)context;
    if (covey_world_steps(world) % 20 == 0) {
        covey_view view = covey_world_view(world, 0);
        printf("step %3llu: polarization %.3f\n", (unsigned long long)view.step,
               covey_polarization(&view));
    }
    return false; // go on
}

int main(void)
{
    covey_error error = {0};
    const covey_preset *preset = covey_preset_find("vicsek-ordered");
    covey_scenario_def text = covey_scenario_def_default();
    covey_scenario *scenario;
    if (covey_scenario_read(&text, preset->text, preset->size, &scenario, &error) != COVEY_OK ||
        covey_scenario_set(scenario, "steps", "100", &error) != COVEY_OK)
        return fprintf(stderr, "%s\n", error.message), 1;

    covey_run_def def = covey_run_def_default();
    def.scenario = scenario;
    def.watch = watch;
    covey_run_result result;
    if (covey_run(&def, &result, &error) != COVEY_OK)
        return fprintf(stderr, "%s\n", error.message), 1;
    printf("%llu agents, state %016llx\n", (unsigned long long)result.agents,
           (unsigned long long)result.hash);
    covey_scenario_destroy(scenario);
}
