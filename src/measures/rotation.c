// SPDX-License-Identifier: MIT
// The sense in which a flock goes round: the mean of r/|r| x v/|v| with its sign, as in A.
// Strandburg-Peshkin et al., "Visual sensory networks and effective information transfer in animal
// groups", 2013; `milling` is its size. In three dimensions the axis of rotation has the sign.
#include "measures/agents.h"

static covey_status compute(covey_measure_work *work, double *values)
{
    size_t known;
    covey_vec mean = covey_milling_rotation(work->view, &known);
    if (known > 0)
        values[0] = mean.z < 0.0 ? -covey_agents_share(-mean.z) : covey_agents_share(mean.z);
    return COVEY_OK;
}

static const covey_measure columns[] = {
    {"rotation", "Mean rotation with its sign: above 0 counterclockwise.", "",
     "Strandburg-Peshkin et al. 2013, doi:10.1016/j.cub.2013.07.059", true, NULL},
    {0},
};

const covey_measure_group covey_measure_rotation = {
    .name = "rotation", .columns = columns, .compute = compute, .dim = COVEY_PLANE};
