// SPDX-License-Identifier: MIT
// How far agents are from their center of mass, by the shortest way where the space is a torus.
#include "measures/agents.h"
#include "measures/sum.h"

typedef struct around {
    const covey_view *view;
    covey_vec center;
} around;

static double distance_at(const void *context, size_t i)
{
    const around *self = context;
    return covey_agents_finite(covey_vec_length(covey_agents_offset(self->view, self->center, i)));
}

static covey_status compute(covey_measure_work *work, double *values)
{
    around self = {work->view, covey_center(work->view)};
    covey_summary found = covey_summary_of(distance_at, &self, work->view->count);
    values[0] = found.rms;
    values[1] = found.max;
    return COVEY_OK;
}

static const covey_measure columns[] = {
    {"extent_rms", "Root of the mean squared distance to the center of mass.", "L",
     "radius of gyration", false, NULL},
    {"extent_max", "Largest distance to the center of mass.", "L", "definition", false, NULL},
    {0},
};

const covey_measure_group covey_measure_extent = {
    .name = "extent", .columns = columns, .compute = compute};
