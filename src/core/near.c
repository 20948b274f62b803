// SPDX-License-Identifier: MIT
// Influences are looked for around the box of a block of agents; of each that is found the box is
// compared with those of all agents at once.
#include "core/near.h"

#include "base/minmax.h"
#include "core/cells.h"
#include "core/columns.h"

// ---- Boxes ----

/// Boxes around the ways from x to y, wider by `by`: column `low`, then column `high`.
COVEY_BODY void sweep_body(const double *x, const double *y, double by, size_t count,
                           double ends[2][COVEY_BLOCK])
{
    double *restrict low = ends[0], *restrict high = ends[1];
    for (size_t k = 0; k < count; k++) {
        low[k] = (x[k] < y[k] ? x[k] : y[k]) - by;
        high[k] = (x[k] < y[k] ? y[k] : x[k]) + by;
    }
}
COVEY_WIDER(static void, sweep,
            (const double *x, const double *y, double by, size_t count,
             double ends[2][COVEY_BLOCK]),
            (x, y, by, count, ends))

/// Marks the agents whose boxes meet one, on two axes; `all` of the boxes are columns `low` and
/// `high` of one axis after the other.
COVEY_BODY void match_body(const double ends[COVEY_AXES][2][COVEY_BLOCK],
                           const covey_boxtree_box *box, size_t count, double *restrict marks)
{
    const double *lows = ends[0][0], *highs = ends[0][1], *below = ends[1][0], *above = ends[1][1];
    double left = box->low[0], right = box->high[0], bottom = box->low[1], top = box->high[1];
    for (size_t k = 0; k < count; k++) {
        bool meets =
            (lows[k] <= right) & (highs[k] >= left) & (below[k] <= top) & (above[k] >= bottom);
        marks[k] = meets ? 1.0 : marks[k];
    }
}
COVEY_WIDER(static void, match,
            (const double ends[COVEY_AXES][2][COVEY_BLOCK], const covey_boxtree_box *box,
             size_t count, double *marks),
            (ends, box, count, marks))

/// Takes marks back from agents whose boxes are beside it on the third axis.
COVEY_BODY void match_depth_body(const double ends[2][COVEY_BLOCK], double low, double high,
                                 size_t count, double *restrict marks)
{
    const double *restrict lows = ends[0], *restrict highs = ends[1];
    for (size_t k = 0; k < count; k++) {
        bool meets = (lows[k] <= high) & (highs[k] >= low);
        marks[k] = meets ? marks[k] : 0.0;
    }
}
COVEY_WIDER(static void, match_depth,
            (const double ends[2][COVEY_BLOCK], double low, double high, size_t count,
             double *marks),
            (ends, low, high, count, marks))

static int axes_of(const covey_block *agents)
{
    return covey_block_is_deep(agents) ? COVEY_AXES : COVEY_PLANE;
}

static covey_boxtree_box box_of(const double *const x[COVEY_AXES], int axes, size_t count)
{
    covey_boxtree_box box = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int axis = 0; axis < axes; axis++) {
        covey_extent extent = covey_cells_extent(x[axis], 0, count);
        box.low[axis] = extent.low;
        box.high[axis] = extent.high;
    }
    return box;
}

covey_boxtree_box covey_near_span(const covey_path *path, const covey_block *agents, double by)
{
    covey_boxtree_box box = box_of(agents->pos, axes_of(agents), agents->count);
    return covey_bounds_widen(path->space, &box, by);
}

/// Ways between two columns of places, past bodies of that radius.
static void set_ways(const covey_path *path, const covey_block *agents,
                     const double *const to[COVEY_AXES], covey_sweep *ways)
{
    ways->count = agents->count;
    ways->axes = axes_of(agents);
    covey_boxtree_box first = box_of(agents->pos, ways->axes, ways->count);
    covey_boxtree_box last = box_of(to, ways->axes, ways->count);
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        first.low[axis] = covey_smaller(last.low[axis], first.low[axis]);
        first.high[axis] = covey_larger(last.high[axis], first.high[axis]);
    }
    double by = covey_bounds_slack(path->space, &first, agents->any->body);
    ways->all = covey_bounds_widen(path->space, &first, by);
    for (int axis = 0; axis < ways->axes; axis++)
        sweep(agents->pos[axis], to[axis], by, ways->count, ways->ends[axis]);
}

void covey_near_look(const covey_path *path, const covey_block *agents, covey_sweep *rays)
{
    double sight = path->influences->bounds.sight;
    double to[COVEY_AXES][COVEY_BLOCK];
    for (size_t k = 0; k < agents->count; k++) {
        covey_vec way = covey_vec_scale(covey_vec_unit(covey_vec_at(agents->vel, k)), sight);
        covey_vec end = covey_vec_add(covey_vec_at(agents->pos, k), way);
        to[0][k] = end.x;
        to[1][k] = end.y;
        to[2][k] = end.z;
    }
    const double *const columns[COVEY_AXES] = {to[0], to[1], to[2]};
    set_ways(path, agents, columns, rays);
}

/// Marks agents whose way meets a box.
static void mark(const covey_sweep *ways, const covey_boxtree_box *box, double marks[COVEY_BLOCK])
{
    if (ways->axes == 2) {
        match(ways->ends, box, ways->count, marks);
        return;
    }
    double met[COVEY_BLOCK] = {0};
    match(ways->ends, box, ways->count, met);
    match_depth(ways->ends[2], box->low[2], box->high[2], ways->count, met);
    covey_columns_raise(met, ways->count, marks);
}

bool covey_near_mark(const covey_path *path, const covey_sweep *ways, size_t index,
                     double marks[COVEY_BLOCK])
{
    const covey_bounds *bounds = &path->influences->bounds;
    for (size_t k = 0; k < ways->count && !bounds->ready; k++)
        marks[k] = 1.0;
    if (!bounds->ready)
        return true;
    const covey_boxtree_box *box = &bounds->solids.box[index];
    covey_turns_range range = covey_bounds_turns(path->space, box, &ways->all);
    int turn[COVEY_AXES];
    for (turn[0] = range.low[0]; turn[0] <= range.high[0]; turn[0]++)
        for (turn[1] = range.low[1]; turn[1] <= range.high[1]; turn[1]++)
            for (turn[2] = range.low[2]; turn[2] <= range.high[2]; turn[2]++) {
                covey_boxtree_box image = covey_bounds_turned(path->space, box, turn);
                mark(ways, &image, marks);
            }
    bool any;
    covey_columns_any(marks, ways->count, &any);
    return any;
}

// ---- Solids ----

void covey_near_hold(const covey_path *path, const covey_block *from, const covey_moves *to,
                     double held[COVEY_BLOCK])
{
    const double *const ends[COVEY_AXES] = {to->pos[0], to->pos[1], to->pos[2]};
    covey_sweep ways;
    set_ways(path, from, ends, &ways);
    covey_among near;
    covey_among_solids(path->influences, &ways.all, 0.0, 0, &near);
    for (ptrdiff_t k = covey_among_next(&near); k >= 0; k = covey_among_next(&near))
        if (covey_influence_stops(&path->influences->item[k], path->flock))
            (void)covey_near_mark(path, &ways, (size_t)k, held);
}

uint64_t covey_near_entries(const covey_path *path, const covey_block *agents)
{
    covey_sweep here;
    set_ways(path, agents, agents->pos, &here);
    double inside[COVEY_BLOCK] = {0};
    covey_among near;
    covey_among_solids(path->influences, &here.all, 0.0, 0, &near);
    for (ptrdiff_t k = covey_among_next(&near); k >= 0; k = covey_among_next(&near)) {
        const covey_influence_item *item = &path->influences->item[k];
        double marks[COVEY_BLOCK] = {0};
        if (!covey_influence_stops(item, path->flock) ||
            !covey_near_mark(path, &here, (size_t)k, marks))
            continue;
        for (size_t i = 0; i < agents->count; i++) {
            covey_vec p = covey_vec_at(agents->pos, i);
            if (marks[i] != 0.0 && inside[i] == 0.0 &&
                covey_influence_has(item, path->flock, p, agents->any->body))
                inside[i] = 1.0;
        }
    }
    uint64_t entries = 0;
    for (size_t i = 0; i < agents->count; i++)
        entries += inside[i] != 0.0;
    return entries;
}
