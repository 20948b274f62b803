// SPDX-License-Identifier: MIT
#ifndef COVEY_GEOMETRY_AXIS_H
#define COVEY_GEOMETRY_AXIS_H

#include "base/bits.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

/// How one coordinate is cut into cells. The cell number grows with the coordinate and never
/// overflows, so every agent between two coordinates is in a cell between their cells; nothing else
/// is asked of it. Cells are `width` wide as far as doubles can say so.
typedef struct covey_axis {
    double inverse; ///< cells per L
    double size;    ///< length of the torus; 0 in the open plane
    int64_t cells;  ///< number of cells around the torus; 0 in the open plane
    bool all;       ///< a torus of so few cells that they are visited in plain order
    bool sided;     ///< though all, a reach of up to a cell's width leads to each other cell on
                    ///< one side of the seam alone: it is the cell next to it or out of reach
} covey_axis;

/// True if the agents of a cell can be seen around both ways, so that nothing is known of the side.
static inline bool covey_axis_is_blurred(const covey_axis *axis)
{
    return axis->all && !axis->sided;
}

/// The cells from `low` on to `high`; around the torus when high < low. Then `below` says that the
/// seam lies below the reach (the cells low … are beyond it), otherwise above (0 … high
/// are).
typedef struct covey_reach {
    int64_t low, high;
    bool below;
} covey_reach;

/// An axis with cells of `width`, of which a reach touches at most `span`.
covey_axis covey_axis_init(double size, double width, int span);

/// Cell numbers for coordinates whose quotient by the width passes 2^62: there doubles lie further
/// apart than any reach that matters, and their bits, as integers, count them.
static inline int64_t covey_axis_far_cell(double x)
{
    int64_t rank = (INT64_C(1) << 62) + (int64_t)(covey_bits_of(fabs(x)) >> 2);
    return x < 0 ? -rank : rank;
}

static inline int64_t covey_axis_cell(const covey_axis *axis, double x)
{
    double quotient = x * axis->inverse;
    if (axis->cells > 0) {
        int64_t cell = (int64_t)quotient;
        return cell < axis->cells ? cell : axis->cells - 1;
    }
    if (!(fabs(quotient) < 0x1p62))
        return covey_axis_far_cell(x);
    int64_t truncated = (int64_t)quotient;
    return truncated - ((double)truncated > quotient);
}

/// Cells in which agents within `reach` of low … high can be, both inside the space. On an axis
/// that is sided both are in one cell, and the reach is at most its width. On a torus that is not
/// visited whole, the way from low to high must leave it room: see covey_grid.group_width.
static inline covey_reach covey_axis_reach(const covey_axis *axis, double low, double high,
                                           double reach)
{
    if (covey_axis_is_blurred(axis))
        return (covey_reach){0, axis->cells - 1, false};
    if (axis->all) {
        int64_t cell = covey_axis_cell(axis, low), last = axis->cells - 1;
        return (covey_reach){cell > 0 ? cell - 1 : last, cell < last ? cell + 1 : 0, cell == 0};
    }
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

#endif
