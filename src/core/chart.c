// SPDX-License-Identifier: MIT
#include "core/chart.h"

#include "base/minmax.h"
#include "core/world.h"

enum {
    LEAST = 32,   // influences that have a chart
    CELLS = 4,    // for each of them, at most
    ENTRIES = 16, // for each of them, at most
    PAD = 8,      // entries behind the last one, as whole vectors are read
    TRIES = 12,   // sizes of cells
    LONG = 256,   // lists with more entries on the average are left to the trees
    PAYS = 2,     // agents that move for an influence until a chart is worth it
};

// ---- Memory ----

bool covey_chart_reserve(covey_memory *memory, size_t influences, covey_chart *chart)
{
    covey_chart grown = {.credit = chart->credit};
    if (influences < LEAST || ENTRIES * influences + PAD <= chart->room)
        return true;
    grown.cells_room = CELLS * influences + 1;
    grown.room = ENTRIES * influences + PAD;
    grown.begin = covey_memory_take(memory, grown.cells_room, sizeof *grown.begin);
    grown.item = covey_memory_take(memory, grown.room, sizeof *grown.item);
    grown.radius = covey_memory_take(memory, grown.room, sizeof *grown.radius);
    bool taken = grown.begin != NULL && grown.item != NULL && grown.radius != NULL;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        grown.center[axis] = covey_memory_take(memory, grown.room, sizeof(double));
        taken = taken && grown.center[axis] != NULL;
    }
    covey_chart_destroy(memory, taken ? chart : &grown);
    if (taken)
        *chart = grown;
    return taken;
}

void covey_chart_destroy(covey_memory *memory, covey_chart *chart)
{
    covey_memory_give(memory, chart->begin, chart->cells_room, sizeof *chart->begin);
    covey_memory_give(memory, chart->item, chart->room, sizeof *chart->item);
    covey_memory_give(memory, chart->radius, chart->room, sizeof *chart->radius);
    for (int axis = 0; axis < COVEY_AXES; axis++)
        covey_memory_give(memory, chart->center[axis], chart->room, sizeof(double));
    *chart = (covey_chart){0};
}

// ---- Parts of influences ----

/// The part of an influence in which it is met, as near.c looks for it.
static covey_bounds_part part_of(const covey_influence_list *list, size_t k)
{
    return covey_bounds_part_of(list, k, !covey_bounds_looks_ahead(list->item[k].kind));
}

static bool is_everywhere(const covey_bounds_part *part)
{
    return !(part->box.high[0] < HUGE_VAL);
}

/// True if a chart can tell all of these influences: those that do not look ahead are not solid.
static bool is_fit(const covey_influence_list *list)
{
    bool fit = list->count >= LEAST && list->bounds.sight > 0.0;
    for (size_t k = 0; k < list->count && fit; k++)
        fit = covey_bounds_looks_ahead(list->item[k].kind) || list->item[k].kind->solid == NULL;
    return fit;
}

// ---- Where the chart lies ----

/// In an open space it lies around all influences, elsewhere it is the space.
static bool place(const covey_world *world, covey_chart *chart)
{
    const covey_space *space = &world->def.space;
    const covey_influence_list *list = &world->influences;
    covey_boxtree_box all = covey_box_empty();
    chart->axes = covey_space_dim(space);
    chart->reach = list->bounds.sight * (1.0 + 0x1p-20);
    for (size_t k = 0; k < list->count && space->kind == COVEY_SPACE_OPEN; k++) {
        covey_bounds_part part = part_of(list, k);
        for (int axis = 0; axis < chart->axes && !is_everywhere(&part); axis++) {
            all.low[axis] = covey_smaller(part.box.low[axis] - chart->reach, all.low[axis]);
            all.high[axis] = covey_larger(part.box.high[axis] + chart->reach, all.high[axis]);
        }
    }
    bool fits = true;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        bool there = axis < chart->axes, open = space->kind == COVEY_SPACE_OPEN;
        chart->low[axis] = there && open ? all.low[axis] : 0.0;
        chart->high[axis] = !there ? 0.0 : open ? all.high[axis] : space->size[axis];
        double size = chart->high[axis] - chart->low[axis];
        all.low[axis] = chart->low[axis] - chart->reach;
        all.high[axis] = chart->high[axis] + chart->reach;
        // A way that goes round a torus meets more images than are looked for.
        fits = fits && (!there || (size > 2.0 * chart->reach && size < 1e300));
    }
    double body = 0.0;
    for (int number = 0; number < world->flock_count; number++)
        body = covey_larger(body, world->flock[number]->body);
    chart->by = covey_bounds_slack(space, &all, body);
    return fits && chart->by < 1e300;
}

/// Cells of at least that side. False if there is no room for as many.
static bool divide(double side, covey_chart *chart)
{
    double all = 1.0;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        double size = chart->high[axis] - chart->low[axis];
        double cells = axis < chart->axes ? covey_larger(floor(size / side), 1.0) : 1.0;
        all *= cells;
        if (!(all < (double)chart->cells_room))
            return false;
        chart->cells[axis] = (uint32_t)cells;
        chart->inverse[axis] = axis < chart->axes ? cells / size : 0.0;
    }
    return true;
}

// ---- Entries ----

/// Cells from which a box may be met. `none`: it is beyond all of them.
typedef struct span {
    bool none;
    uint32_t first[COVEY_AXES], last[COVEY_AXES];
} span;

static uint32_t cell_on(const covey_chart *chart, int axis, double place)
{
    double from = (place - chart->low[axis]) * chart->inverse[axis];
    double last = (double)chart->cells[axis] - 1.0;
    return (uint32_t)covey_smaller(covey_larger(from, 0.0), last);
}

static span span_of(const covey_chart *chart, const covey_boxtree_box *box)
{
    span of = {.none = false};
    double more = chart->reach + chart->by;
    for (int axis = 0; axis < chart->axes; axis++) {
        double low = box->low[axis] - more, high = box->high[axis] + more;
        of.none = of.none || !(low <= chart->high[axis] && high >= chart->low[axis]);
        of.first[axis] = cell_on(chart, axis, low);
        of.last[axis] = cell_on(chart, axis, high);
    }
    return of;
}

/// Counts an entry in its cells, or with `fill` puts it there.
static void enter(covey_chart *chart, const span *of, uint32_t k, const covey_bounds_ball *ball,
                  bool fill)
{
    for (uint32_t z = of->first[2]; z <= of->last[2]; z++)
        for (uint32_t y = of->first[1]; y <= of->last[1]; y++)
            for (uint32_t x = of->first[0]; x <= of->last[0]; x++) {
                uint32_t cell = (z * chart->cells[1] + y) * chart->cells[0] + x;
                uint32_t e = chart->begin[cell]++;
                if (!fill)
                    continue;
                chart->item[e] = k;
                chart->radius[e] = ball->radius;
                for (int axis = 0; axis < chart->axes; axis++)
                    chart->center[axis][e] = ball->center[axis];
            }
}

/// All images of an influence that reach the chart. Returns the number of entries.
static uint64_t enter_all(const covey_world *world, covey_chart *chart, size_t k, bool fill)
{
    const covey_space *space = &world->def.space;
    covey_bounds_part part = part_of(&world->influences, k);
    covey_turns_range range = {{0}, {0}};
    covey_boxtree_box around;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        around.low[axis] = chart->low[axis] - (chart->reach + chart->by);
        around.high[axis] = chart->high[axis] + (chart->reach + chart->by);
    }
    if (!is_everywhere(&part))
        range = covey_bounds_turns(space, &part.box, &around);
    uint64_t entries = 0;
    int turn[COVEY_AXES];
    for (turn[0] = range.low[0]; turn[0] <= range.high[0]; turn[0]++)
        for (turn[1] = range.low[1]; turn[1] <= range.high[1]; turn[1]++)
            for (turn[2] = range.low[2]; turn[2] <= range.high[2]; turn[2]++) {
                covey_boxtree_box box = covey_bounds_turned(space, &part.box, turn);
                covey_bounds_ball ball = part.ball;
                for (int axis = 0; axis < COVEY_AXES; axis++)
                    ball.center[axis] += turn[axis] != 0 ? turn[axis] * space->size[axis] : 0.0;
                span of = span_of(chart, &box);
                if (of.none)
                    continue;
                uint64_t cells = 1;
                for (int axis = 0; axis < COVEY_AXES; axis++)
                    cells *= (uint64_t)of.last[axis] - of.first[axis] + 1;
                entries += cells;
                if (entries > chart->room) // too many, of the others there may be none
                    return entries;
                enter(chart, &of, (uint32_t)k, &ball, fill);
            }
    return entries;
}

/// False if they do not fit in. The first time all are counted: begin[] holds numbers, then where
/// the next entry of each cell is put, which ends as where the next cell begins.
static bool fill_cells(const covey_world *world, covey_chart *chart)
{
    size_t cells = (size_t)chart->cells[0] * chart->cells[1] * chart->cells[2];
    uint64_t entries = 0;
    for (size_t cell = 0; cell <= cells; cell++)
        chart->begin[cell] = 0;
    for (size_t k = 0; k < world->influences.count; k++) {
        entries += enter_all(world, chart, k, false);
        if (entries + PAD > chart->room || entries > LONG * (uint64_t)cells)
            return false;
    }
    uint32_t sum = 0;
    for (size_t cell = 0; cell < cells; cell++) {
        uint32_t count = chart->begin[cell];
        chart->begin[cell] = sum;
        sum += count;
    }
    for (size_t k = 0; k < world->influences.count; k++)
        (void)enter_all(world, chart, k, true);
    for (size_t cell = cells; cell > 0; cell--)
        chart->begin[cell] = chart->begin[cell - 1];
    chart->begin[0] = 0;
    return true;
}

static bool draw(const covey_world *world, covey_chart *chart)
{
    if (!is_fit(&world->influences) || chart->room == 0 || !place(world, chart))
        return false;
    double side = 0.5 * chart->reach;
    for (int k = 0; k < TRIES; k++, side *= 1.25)
        if (divide(side, chart) && fill_cells(world, chart))
            return true;
    return false;
}

void covey_chart_settle(covey_world *world, covey_chart *chart)
{
    if (chart->ready || world->influences.count < LEAST)
        return;
    for (int number = 0; number < world->flock_count; number++)
        chart->credit += world->flock[number]->state.count;
    if (chart->credit * PAYS < world->influences.count)
        return;
    chart->credit = 0;
    chart->ready = draw(world, chart);
}
