// SPDX-License-Identifier: MIT
// The mean of the speeds, and how much they differ; the latter is undefined if all agents are at
// rest.
#include "measures/agents.h"
#include "measures/sum.h"

static double speed_at(const void *context, size_t i)
{
    if (!covey_agents_known(context, i))
        return (double)NAN;
    return covey_agents_finite(covey_vec_length(covey_agents_vel(context, i)));
}

static covey_status compute(covey_measure_work *work, double *values)
{
    covey_summary found = covey_summary_of(speed_at, work->view, work->view->count);
    values[0] = found.mean;
    values[1] = found.mean > 0.0 ? found.sd / found.mean : (double)NAN;
    return COVEY_OK;
}

static const covey_measure columns[] = {
    {"speed_mean", "Mean speed.", "L/T", "definition", true, NULL},
    {"speed_cv", "Standard deviation of the speeds over their mean.", "", "definition", true,
     "where all agents are at rest"},
    {0},
};

const covey_measure_group covey_measure_speed = {
    .name = "speed", .columns = columns, .compute = compute};
