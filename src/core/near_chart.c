// SPDX-License-Identifier: MIT
// Influences near the ways of agents, by the chart: an agent's way is compared with the balls that
// its list has, and with the boxes of the few that it meets.
#include "core/columns.h"
#include "core/near_ways.h"
#include "covey/block.h"
#include "geometry/sort.h"

enum { FEW = 4 }; // entries that are compared together
_Static_assert((int)FEW <= (int)COVEY_CHART_PAD, "whole vectors are read behind the last entry");

/// True if the chart of the world has all that these ways may meet; then finds the list of each.
static bool is_charted(const covey_path *path, const covey_sweep *ways, uint32_t list[COVEY_BLOCK])
{
    const covey_bounds *bounds = &path->influences->bounds;
    const covey_chart *chart = &bounds->chart;
    bool all = bounds->ready && chart->ready && ways->by <= chart->by;
    for (int axis = 0; axis < ways->axes && all; axis++) {
        covey_extent way = covey_cells_extent(ways->way[axis], 0, ways->count);
        all = way.low >= -chart->reach && way.high <= chart->reach;
    }
    for (size_t k = 0; k < ways->count && all; k++) {
        const double place[COVEY_AXES] = {ways->from[0][k], ways->from[1][k],
                                          ways->axes > COVEY_PLANE ? ways->from[2][k] : 0.0};
        const double way[COVEY_AXES] = {ways->way[0][k], ways->way[1][k],
                                        ways->axes > COVEY_PLANE ? ways->way[2][k] : 0.0};
        all = covey_chart_find(chart, place, way, &list[k]);
    }
    return all;
}

/// Entries of a chart from one on.
typedef struct balls {
    const double *x, *y, *z, *radius;
} balls;

/// As meet_in_plane(), without boxes. NaN meets a ball.
COVEY_BODY void meet_discs_body(const balls *near, const covey_near_line *way, size_t count,
                                double *restrict marks)
{
    const double px = way->from[0], py = way->from[1], wx = way->way[0], wy = way->way[1];
    const double inverse = way->inverse, by = way->by;
    const double *x = near->x, *y = near->y, *radius = near->radius;
    for (size_t e = 0; e < count; e++) {
        double dx = x[e] - px, dy = y[e] - py, share = (dx * wx + dy * wy) * inverse;
        share = share > 0.0 ? share : 0.0;
        share = share < 1.0 ? share : 1.0;
        dx -= share * wx;
        dy -= share * wy;
        double reach = radius[e] + by, least = reach * reach + 1e-300;
        marks[e] = dx * dx + dy * dy > least ? 0.0 : 1.0;
    }
}
COVEY_WIDER(static void, meet_discs,
            (const balls *near, const covey_near_line *way, size_t count, double *marks),
            (near, way, count, marks))

COVEY_BODY void meet_balls_body(const balls *near, const covey_near_line *way, size_t count,
                                double *restrict marks)
{
    const double px = way->from[0], py = way->from[1], pz = way->from[2];
    const double wx = way->way[0], wy = way->way[1], wz = way->way[2];
    const double inverse = way->inverse, by = way->by;
    for (size_t e = 0; e < count; e++) {
        double dx = near->x[e] - px, dy = near->y[e] - py, dz = near->z[e] - pz;
        double share = (dx * wx + dy * wy + dz * wz) * inverse;
        share = share > 0.0 ? share : 0.0;
        share = share < 1.0 ? share : 1.0;
        dx -= share * wx;
        dy -= share * wy;
        dz -= share * wz;
        double reach = near->radius[e] + by, least = reach * reach + 1e-300;
        marks[e] = dx * dx + dy * dy + dz * dz > least ? 0.0 : 1.0;
    }
}
COVEY_WIDER(static void, meet_balls,
            (const balls *near, const covey_near_line *way, size_t count, double *marks),
            (near, way, count, marks))

/// Marks the balls nearer than so much to a place. A third axis makes none nearer.
COVEY_BODY void lie_near_body(const balls *near, const double place[COVEY_PLANE], double by,
                              size_t count, double *restrict marks)
{
    const double px = place[0], py = place[1];
    const double *x = near->x, *y = near->y, *radius = near->radius;
    for (size_t e = 0; e < count; e++) {
        double dx = x[e] - px, dy = y[e] - py, reach = radius[e] + by;
        marks[e] = dx * dx + dy * dy > reach * reach + 1e-300 ? 0.0 : 1.0;
    }
}
COVEY_WIDER(static void, lie_near,
            (const balls *near, const double place[COVEY_PLANE], double by, size_t count,
             double *marks),
            (near, place, by, count, marks))

/// False if no ball is nearer to where a way begins than the way is long.
static bool any_lies_near(const covey_sweep *ways, size_t k, const balls *near, size_t count)
{
    double square = 0.0, marks[COVEY_NEARBY];
    for (int axis = 0; axis < ways->axes; axis++)
        square += ways->way[axis][k] * ways->way[axis][k];
    double length = sqrt(square) * (1.0 + 0x1p-20) + 1e-150;
    const double place[COVEY_PLANE] = {ways->from[0][k], ways->from[1][k]};
    bool any;
    lie_near(near, place, ways->by + length, count, marks);
    covey_columns_any(marks, count, &any);
    return any;
}

/// True if the influence of an entry whose ball is met acts on the flock, and its box is met too.
static bool meets_box(const covey_path *path, const covey_near_line *way, size_t e)
{
    const covey_bounds *bounds = &path->influences->bounds;
    uint32_t k = bounds->chart.item[e];
    if (!covey_influence_reaches(&path->influences->item[k], path->flock))
        return false;
    if (!(bounds->chart.radius[e] < HUGE_VAL)) // the ball of something else than a solid
        return true;
    const covey_boxtree_box *box = &bounds->solids.box[k];
    bool meets = true;
    for (int axis = 0; axis < bounds->chart.axes; axis++) {
        double turned = bounds->chart.center[axis][e] - bounds->chart.laid[k].ball.center[axis];
        meets = meets && box->low[axis] + turned <= way->high[axis] &&
                box->high[axis] + turned >= way->low[axis];
    }
    return meets;
}

/// Some entries of an agent's list, at most COVEY_NEARBY.
static void visit_entries(const covey_near_task *self, const covey_path *path, size_t k,
                          size_t begin, size_t count)
{
    const covey_chart *chart = &path->influences->bounds.chart;
    const balls near = {chart->center[0] + begin, chart->center[1] + begin,
                        chart->axes > COVEY_PLANE ? chart->center[2] + begin : NULL,
                        chart->radius + begin};
    double marks[COVEY_NEARBY];
    uint32_t met[COVEY_NEARBY];
    size_t whole = (count + FEW - 1) / FEW * FEW, found = 0, kept = 0;
    if (self->brief && !any_lies_near(self->ways, k, &near, whole))
        return;
    const covey_near_line way = covey_near_line_of(self->ways, k);
    if (chart->axes == COVEY_PLANE)
        meet_discs(&near, &way, whole, marks);
    else
        meet_balls(&near, &way, whole, marks);
    for (size_t e = 0; e < count; e++) {
        met[found] = (uint32_t)e;
        found += (size_t)(int)marks[e]; // without a branch, which would be predicted wrong
    }
    for (size_t e = 0; e < found; e++) {
        size_t entry = begin + met[e];
        if (meets_box(path, &way, entry))
            met[kept++] = chart->item[entry];
    }
    if (kept > 0)
        self->visit(self->context, k, met, kept);
}

bool covey_near_chart_find(const covey_path *path, const covey_near_task *task)
{
    const covey_chart *chart = &path->influences->bounds.chart;
    uint32_t list[COVEY_BLOCK];
    if (!is_charted(path, task->ways, list))
        return false;
    for (size_t k = 0; k < task->ways->count; k++) {
        size_t begin = chart->begin[list[k]], end = chart->begin[list[k] + 1];
        for (; begin < end; begin += COVEY_NEARBY) {
            size_t rest = end - begin;
            visit_entries(task, path, k, begin, rest < COVEY_NEARBY ? rest : COVEY_NEARBY);
        }
    }
    return true;
}
