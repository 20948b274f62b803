// SPDX-License-Identifier: MIT
// A chart of the influences that agents look ahead for: a grid whose cells list all that may be met
// from there, in the order in which they act, for each quadrant (or octant) that a way may lead to.
// An agent looks at one list. Influences that move a little stay in their lists. Trees (bounds.h)
// do without a chart where there are few influences, where they change faster than a chart pays
// off, and outside of it.
#ifndef COVEY_CORE_CHART_H
#define COVEY_CORE_CHART_H

#include "base/boxtree.h"
#include "covey/space.h"
#include "covey/world.h"

#include <stdint.h>

enum { COVEY_CHART_PAD = 8 }; ///< entries that may be read behind the last one

typedef struct covey_chart {
    bool ready;
    int axes;
    double reach; ///< ways up to so long on an axis meet the entries of their cells alone
    double by;    ///< if they are up to so wide; see covey_sweep
    double low[COVEY_AXES], high[COVEY_AXES], inverse[COVEY_AXES]; ///< inverse: of a cell's side
    uint32_t cells[COVEY_AXES];
    uint32_t *begin; ///< of the entries of each quadrant of each cell, and behind the last one
    uint32_t *item;  ///< of each entry: index of the influence; images of one stand side by side
    /// A ball around all that agents cannot enter of that image; an infinite radius: it acts in
    /// another way, or everywhere.
    double *center[COVEY_AXES], *radius;
    double side; ///< of the cells last tried; 0: none
    /// Influences are entered as if they were so much larger, L, and so are where they may have
    /// moved; 0: they rest.
    double margin;
    struct covey_bounds_part *laid; ///< the part of each influence when it was entered
    size_t laid_room;
    double moved; ///< L, by all moves since the chart was made
    size_t moves;
    size_t lists_room, room;
    uint64_t credit; ///< agents that have moved since the last chart was begun
} covey_chart;

/// Takes memory for the chart of so many influences in so many dimensions. False without memory.
bool covey_chart_reserve(covey_memory *memory, size_t influences, int axes, covey_chart *chart);
void covey_chart_destroy(covey_memory *memory, covey_chart *chart);

/// Makes the chart of a world, whose bounds are ready, unless it is there, or would not pay off
/// yet. Takes no memory.
void covey_chart_settle(covey_world *world, covey_chart *chart);

/// Notes that the part of an influence has moved so far, L. The chart is made again when it has
/// left the margin.
void covey_chart_change(const covey_world *world, covey_chart *chart, size_t index, double way);

/// True if the place is on the chart; then *list is that of a way from there.
static inline bool covey_chart_find(const covey_chart *chart, const double place[COVEY_AXES],
                                    const double way[COVEY_AXES], uint32_t *list)
{
    uint32_t cell = 0, quadrant = 0;
    for (int axis = chart->axes - 1; axis >= 0; axis--) {
        double from = place[axis] - chart->low[axis];
        if (!(from >= 0.0 && place[axis] <= chart->high[axis]))
            return false;
        uint32_t k = (uint32_t)(from * chart->inverse[axis]), last = chart->cells[axis] - 1;
        cell = cell * chart->cells[axis] + (k < last ? k : last);
        quadrant = 2 * quadrant + (way[axis] < 0.0);
    }
    *list = (cell << chart->axes) + quadrant;
    return true;
}

#endif
