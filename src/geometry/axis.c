// SPDX-License-Identifier: MIT
// Cells along one axis, in the open plane and around the torus.
#include "geometry/axis.h"

covey_axis covey_axis_init(double size, double width, int span)
{
    double inverse = 1.0 / width; // infinite for width 0
    if (size <= 0.0)
        return (covey_axis){.inverse = inverse < 0x1p1000 ? inverse : 0x1p1000};
    double cells = floor(size / width);
    cells = cells < 1.0 ? 1.0 : cells;
    cells = cells < 0x1p60 ? cells : 0x1p60;
    return (covey_axis){
        .inverse = cells / size,
        .size = size,
        .cells = (int64_t)cells,
        .all = cells < span,
    };
}
