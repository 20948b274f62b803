// SPDX-License-Identifier: MIT
// Milling is the group angular momentum of I. D. Couzin et al., "Collective memory and spatial
// sorting in animal groups", 2002, without its units: the share of all flight that goes around the
// center of mass in one sense. On a torus offsets are the shortest, so that a mill wider than half
// of it does not count as one.
#include "measures/agents.h"
#include "measures/group.h"
#include "measures/sum.h"

double covey_milling(const covey_view *view)
{
    if (view == NULL)
        return (double)NAN;
    covey_vec center = covey_center(view);
    covey_sum sum = {0};
    size_t known = 0;
    for (size_t i = 0; i < view->count; i++) {
        if (!covey_agents_known(view, i))
            continue;
        known++;
        covey_vec out = covey_vec_unit(covey_agents_offset(view, center, i));
        covey_vec heading = covey_vec_unit(covey_agents_vel(view, i));
        covey_sum_add(&sum, out.x * heading.y - out.y * heading.x);
    }
    return known > 0 ? covey_agents_share(fabs(covey_sum_mean(&sum, known))) : (double)NAN;
}

static covey_status compute(covey_measure_work *work, double *values)
{
    values[0] = covey_milling(work->view);
    return COVEY_OK;
}

static const covey_measure columns[] = {
    {"milling", "Mean rotation around the center of mass: 1 for a perfect mill.", "",
     "Couzin et al. 2002, doi:10.1006/jtbi.2002.3065", true, NULL},
    {0},
};

const covey_measure_group covey_measure_milling = {
    .name = "milling", .columns = columns, .compute = compute};
