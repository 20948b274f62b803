// SPDX-License-Identifier: MIT
// Milling is the group angular momentum of I. D. Couzin et al., "Collective memory and spatial
// sorting in animal groups", 2002, without its units: the share of all flight that goes around the
// center of mass in one sense. On a torus offsets are the shortest, so that a mill wider than half
// of it does not count as one. In three dimensions it is the length of the mean of r/|r| x v/|v|, a
// vector along the axis of rotation: looking against it, agents go around counterclockwise.
#include "measures/agents.h"

#include "base/rounding.h"
#include "base/sphere.h"
#include "measures/sum.h"

covey_vec covey_milling_rotation(const covey_view *view, size_t *known)
{
    covey_vec center = covey_center(view);
    covey_sum_vectors sum = {0};
    const bool deep = covey_agents_dim(view) == COVEY_AXES;
    *known = 0;
    for (size_t i = 0; i < view->count; i++) {
        covey_vec ahead = covey_agents_ahead(view, i);
        if (isnan(ahead.x))
            continue;
        ++*known;
        covey_vec out = covey_vec_unit(covey_agents_offset(view, center, i));
        covey_vec turn = covey_sphere_cross(out, covey_vec_unit(ahead));
        if (deep)
            covey_sum_vectors_add(&sum, turn, COVEY_AXES);
        else
            covey_sum_add(&sum.axis[2], turn.z);
    }
    return *known > 0 ? covey_sum_vectors_mean(&sum, *known) : (covey_vec){0, 0, 0};
}

double covey_milling(const covey_view *view)
{
    COVEY_ROUND();
    if (view == NULL)
        return (double)NAN;
    size_t known;
    double length = covey_vec_length(covey_milling_rotation(view, &known));
    return known > 0 ? covey_agents_share(length) : (double)NAN;
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
