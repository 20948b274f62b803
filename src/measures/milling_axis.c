// SPDX-License-Identifier: MIT
// The axis around which a flock in three dimensions rotates, a vector of length 1: the direction of
// the group angular momentum whose length is milling. Looking against it, agents go around
// counterclockwise.
#include "measures/agents.h"

/// The mean of vectors of length 1 has an error of some 2^-52; a shorter mean has no direction.
#define NO_AXIS 0x1p-46

static covey_status compute(covey_measure_work *work, double *values)
{
    size_t known;
    covey_vec turn = covey_milling_rotation(work->view, &known);
    if (covey_vec_length(turn) < NO_AXIS)
        return COVEY_OK;
    covey_vec axis = covey_vec_unit(turn);
    values[0] = axis.x;
    values[1] = axis.y;
    values[2] = axis.z;
    return COVEY_OK;
}

#define NOWHERE "where the agents do not rotate around their center"

static const covey_measure columns[] = {
    {"milling_axis_x", "Axis of the rotation around the center of mass, of length 1: x.", "",
     "Couzin et al. 2002, doi:10.1006/jtbi.2002.3065", true, NOWHERE},
    {"milling_axis_y", "Axis of the rotation around the center of mass, of length 1: y.", "",
     "Couzin et al. 2002, doi:10.1006/jtbi.2002.3065", true, NOWHERE},
    {"milling_axis_z", "Axis of the rotation around the center of mass, of length 1: z.", "",
     "Couzin et al. 2002, doi:10.1006/jtbi.2002.3065", true, NOWHERE},
    {0},
};

const covey_measure_group covey_measure_milling_axis = {
    .name = "milling_axis", .columns = columns, .compute = compute, .dim = COVEY_AXES};
