// SPDX-License-Identifier: MIT
// The direction of the nearest neighbor (M. Ballerini et al., "Empirical investigation of starling
// flocks", 2008): how often it stands at an angle from the agent's own flight, over how often it
// would if all directions were alike. Above 1 at the sides and below 1 ahead and behind, flocks
// leave their way free. Angles are as in covey_agent_values: from -pi to pi in the plane, from 0
// to pi in three dimensions, in bins of 10 degrees.
#include "base/math_trig.h"
#include "measures/agents.h"

enum { BINS_PLANE = 36, BINS_SPACE = 18 };

/// Share of all directions that a bin has.
static double share_of(int bin, int bins, double width)
{
    if (bins == BINS_PLANE)
        return 1.0 / (double)BINS_PLANE;
    return 0.5 * (covey_cos(bin * width) - covey_cos((bin + 1) * width));
}

static covey_status take(covey_measure_work *work, covey_profile *profile)
{
    const covey_view *view = work->view;
    covey_memory *memory = &work->shared->memory;
    covey_agent_values *values = covey_memory_take(memory, view->count, sizeof *values);
    const int bins = covey_agents_dim(view) == COVEY_AXES ? BINS_SPACE : BINS_PLANE;
    const double low = bins == BINS_PLANE ? -COVEY_PI : 0.0, width = COVEY_PI / (double)BINS_SPACE;
    uint64_t found[BINS_PLANE] = {0}, all = 0;
    covey_status status = values != NULL ? COVEY_OK : COVEY_MEMORY;
    if (status == COVEY_OK)
        status = covey_measure_agents(view, work->def, values, NULL);
    for (size_t i = 0; i < view->count && status == COVEY_OK; i++) {
        if (isnan(values[i].bearing))
            continue;
        int bin = (int)((values[i].bearing - low) / width);
        found[bin < bins ? bin : bins - 1]++;
        all++;
    }
    for (int k = 0; k < bins && all > 0; k++)
        profile->points[profile->count++] = (covey_profile_point){
            low + (k + 0.5) * width, (double)found[k] / ((double)all * share_of(k, bins, width)),
            found[k]};
    covey_memory_give(memory, values, view->count, sizeof *values);
    return status;
}

static const covey_measure columns[] = {
    {"nearest_bearing", "Directions of the nearest neighbors from flight, over random ones.", "",
     "Ballerini et al. 2008, doi:10.1016/j.anbehav.2008.02.004", true,
     "where no agent both flies and has another elsewhere"},
    {0},
};

const covey_measure_group covey_measure_bearing = {
    .name = "bearing", .columns = columns, .profile = take};
