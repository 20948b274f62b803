// SPDX-License-Identifier: MIT
// Cells along one axis, in the open plane and around the torus.
#include "core/axis.h"

#include <float.h>

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

covey_reach covey_axis_reach(const covey_axis *axis, double low, double high, double reach)
{
    if (axis->all)
        return (covey_reach){0, axis->cells - 1, false};
    low -= reach;
    high += reach;
    bool below = low < 0.0;
    if (axis->cells > 0) {
        low = low < 0.0 ? low + axis->size : low;
        high = high >= axis->size ? high - axis->size : high;
    } else {
        low = low > -DBL_MAX ? low : -DBL_MAX;
        high = high < DBL_MAX ? high : DBL_MAX;
    }
    return (covey_reach){covey_axis_cell(axis, low), covey_axis_cell(axis, high), below};
}
