// SPDX-License-Identifier: MIT
// Ways and tasks, which near.c and near_chart.c share.
#ifndef COVEY_CORE_NEAR_WAYS_H
#define COVEY_CORE_NEAR_WAYS_H

#include "core/near.h"

/// A way as all entries are compared with it.
typedef struct covey_near_line {
    double from[COVEY_AXES], way[COVEY_AXES], low[COVEY_AXES], high[COVEY_AXES];
    double inverse; ///< of the square of its length; 0: only where it begins is looked at
    double by;      ///< from a ball
} covey_near_line;

/// A way without a square of its length is looked at as boxes are, and meets all balls.
static inline covey_near_line covey_near_line_of(const covey_sweep *ways, size_t k)
{
    covey_near_line one = {{0}, {0}, {0}, {0}, 0.0, ways->by};
    double square = 0.0;
    for (int axis = 0; axis < ways->axes; axis++) {
        double from = ways->from[axis][k], way = ways->way[axis][k], to = from + way;
        one.from[axis] = from;
        one.way[axis] = way;
        one.low[axis] = (from < to ? from : to) - ways->by;
        one.high[axis] = (from < to ? to : from) + ways->by;
        square += way * way;
    }
    if (square > 1e-300 && square < 1e300)
        one.inverse = 1.0 / square;
    else if (square != 0.0)
        one.by = HUGE_VAL;
    return one;
}

/// The function that takes all meetings, and the ways.
typedef struct covey_near_task {
    const covey_sweep *ways;
    covey_near_visit *visit;
    void *context;
    bool brief; ///< most ways are short beside the room between influences
} covey_near_task;

/// Does the task by the chart of the world. Returns false, and nothing is done, if that does not
/// have all that the ways may meet.
bool covey_near_chart_find(const covey_path *path, const covey_near_task *task);

#endif
