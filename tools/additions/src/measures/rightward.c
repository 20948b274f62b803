// SPDX-License-Identifier: MIT
// A sample of a measure: how many of the agents fly to the right. Undefined where all are at rest.
#include "measures/agents.h"

static covey_status compute(covey_measure_work *work, double *values)
{
    const covey_view *view = work->view;
    double moving = 0.0, right = 0.0;
    for (size_t i = 0; i < view->count; i++) {
        covey_vec vel = covey_agents_vel(view, i);
        moving += vel.x < 0.0 || vel.x > 0.0;
        right += vel.x > 0.0;
    }
    if (moving > 0.0)
        values[0] = right / moving;
    return COVEY_OK;
}

static const covey_measure columns[] = {
    {"rightward", "Share of the moving agents that fly to the right.", "", "covey", true,
     "where no agent flies to the right or left"},
    {0},
};

const covey_measure_group covey_measure_rightward = {
    .name = "rightward", .columns = columns, .compute = compute};
