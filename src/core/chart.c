// SPDX-License-Identifier: MIT
#include "core/chart.h"

#include "base/minmax.h"
#include "core/world.h"

enum {
    LEAST = 32,   // influences that have a chart
    LISTS = 8,    // for each of them, at most
    ENTRIES = 24, // for each of them, at most
    TRIES = 12,   // sizes of cells
    LONG = 256,   // lists with more entries on the average are left to the trees
    PAYS = 2,     // agents that move for an influence until a chart is worth it
    MOVES = 8,    // of an influence, in the mean, that stay within the margin
};

#define WIDEST 0.125 ///< margin, by the longest that any influence is seen ahead

// ---- Memory ----

bool covey_chart_reserve(covey_memory *memory, size_t influences, int axes, covey_chart *chart)
{
    covey_chart grown = {.axes = axes, .credit = chart->credit, .laid_room = influences};
    if (influences < LEAST || ENTRIES * influences + COVEY_CHART_PAD <= chart->room)
        return true;
    grown.lists_room = LISTS * influences + 1;
    grown.room = ENTRIES * influences + COVEY_CHART_PAD;
    grown.begin = covey_memory_take(memory, grown.lists_room, sizeof *grown.begin);
    grown.item = covey_memory_take(memory, grown.room, sizeof *grown.item);
    grown.radius = covey_memory_take(memory, grown.room, sizeof *grown.radius);
    grown.laid = covey_memory_take(memory, grown.laid_room, sizeof *grown.laid);
    bool taken = grown.begin != NULL && grown.item != NULL && grown.radius != NULL;
    taken = taken && grown.laid != NULL;
    for (int axis = 0; axis < axes; axis++) {
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
    covey_memory_give(memory, chart->begin, chart->lists_room, sizeof *chart->begin);
    covey_memory_give(memory, chart->item, chart->room, sizeof *chart->item);
    covey_memory_give(memory, chart->radius, chart->room, sizeof *chart->radius);
    covey_memory_give(memory, chart->laid, chart->laid_room, sizeof *chart->laid);
    for (int axis = 0; axis < chart->axes; axis++)
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

/// True if a chart can hold all of these influences: the ones that do not look ahead are not solid.
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

static uint32_t quadrants(const covey_chart *chart)
{
    return 1U << chart->axes;
}

/// Cells of at least that side. False if there is no room for as many.
static bool divide(double side, covey_chart *chart)
{
    double all = quadrants(chart);
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        double size = chart->high[axis] - chart->low[axis];
        double cells = axis < chart->axes ? covey_larger(floor(size / side), 1.0) : 1.0;
        all *= cells;
        if (!(all < (double)chart->lists_room))
            return false;
        chart->cells[axis] = (uint32_t)cells;
        chart->inverse[axis] = axis < chart->axes ? cells / size : 0.0;
    }
    return true;
}

// ---- Entries ----

/// Range of cells of an axis whose ways up, or down, can reach a box. `none`: no cell does.
typedef struct span {
    bool none;
    uint32_t first, last;
} span;

static uint32_t cell_on(const covey_chart *chart, int axis, double place)
{
    double from = (place - chart->low[axis]) * chart->inverse[axis];
    double last = (double)chart->cells[axis] - 1.0;
    return (uint32_t)covey_smaller(covey_larger(from, 0.0), last);
}

static span span_of(const covey_chart *chart, const covey_boxtree_box *box, int axis, bool down)
{
    double side = chart->by, ahead = chart->reach + chart->by;
    double low = box->low[axis] - (down ? side : ahead);
    double high = box->high[axis] + (down ? ahead : side);
    return (span){.none = !(low <= chart->high[axis] && high >= chart->low[axis]),
                  .first = cell_on(chart, axis, low),
                  .last = cell_on(chart, axis, high)};
}

/// An image of an influence, to be put into cells, or without `fill` to be counted there.
typedef struct image {
    uint32_t k;
    covey_boxtree_box box;
    covey_bounds_ball ball;
    bool fill;
} image;

/// Some lists of cells side by side.
static void enter_row(covey_chart *chart, size_t list, size_t count, const image *one)
{
    uint32_t *begin = chart->begin + list;
    for (size_t cell = 0; cell < count; cell++, begin += quadrants(chart)) {
        uint32_t e = (*begin)++;
        if (!one->fill)
            continue;
        chart->item[e] = one->k;
        chart->radius[e] = one->ball.radius;
        for (int axis = 0; axis < chart->axes; axis++)
            chart->center[axis][e] = one->ball.center[axis];
    }
}

/// The spans on each axis, of ways up and of ways down.
typedef struct spans {
    span on[COVEY_AXES][2];
} spans;

static void enter(covey_chart *chart, const spans *all, uint32_t quadrant, const image *one)
{
    const span x = all->on[0][quadrant & 1], y = all->on[1][quadrant >> 1 & 1];
    const span z = all->on[2][quadrant >> 2 & 1];
    for (uint32_t layer = z.first; layer <= z.last; layer++)
        for (uint32_t row = y.first; row <= y.last; row++) {
            uint32_t cell = (layer * chart->cells[1] + row) * chart->cells[0] + x.first;
            enter_row(chart, (size_t)cell * quadrants(chart) + quadrant, x.last - x.first + 1, one);
        }
}

/// Returns the number of entries, or a number that is too large for any chart.
static uint64_t enter_image(covey_chart *chart, const image *one)
{
    spans all = {{{{.none = false}}}};
    for (int axis = 0; axis < chart->axes; axis++)
        for (int down = 0; down < 2; down++)
            all.on[axis][down] = span_of(chart, &one->box, axis, down != 0);
    uint64_t entries = 0;
    for (uint32_t quadrant = 0; quadrant < quadrants(chart); quadrant++) {
        uint64_t cells = 1;
        for (int axis = 0; axis < chart->axes; axis++) {
            const span *on = &all.on[axis][quadrant >> axis & 1];
            cells *= on->none ? 0 : (uint64_t)on->last - on->first + 1;
        }
        entries += cells;
        if (entries > chart->room)
            return entries;
        if (cells > 0)
            enter(chart, &all, quadrant, one);
    }
    return entries;
}

static void widen(double by, covey_bounds_part *part)
{
    part->ball.radius += by;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        part->box.low[axis] -= by;
        part->box.high[axis] += by;
    }
}

/// Brings the part of an influence that was entered to where the influence is on a torus: across a
/// seam it goes on as an image of itself.
static void follow(const covey_space *space, const covey_bounds_part *now, covey_bounds_part *laid)
{
    int axes = space->kind == COVEY_SPACE_TORUS ? covey_space_dim(space) : 0;
    for (int axis = 0; axis < axes; axis++) {
        double way = now->ball.center[axis] - laid->ball.center[axis], size = space->size[axis];
        double shift = fabs(way) > 0.5 * size ? size * floor(way / size + 0.5) : 0.0;
        laid->ball.center[axis] += shift;
        laid->box.low[axis] += shift;
        laid->box.high[axis] += shift;
    }
}

/// True if an influence is within its margin, in which its lists have it.
static bool is_entered(const covey_world *world, const covey_chart *chart, size_t k)
{
    const covey_bounds_part now = part_of(&world->influences, k);
    covey_bounds_part *laid = &chart->laid[k];
    const double margin = chart->margin * (1.0 - 0x1p-20);
    double square = 0.0;
    bool within = true;
    follow(&world->def.space, &now, laid);
    for (int axis = 0; axis < chart->axes; axis++) {
        double way = now.ball.center[axis] - laid->ball.center[axis];
        square += way * way;
        within = within && now.box.low[axis] >= laid->box.low[axis] - margin &&
                 now.box.high[axis] <= laid->box.high[axis] + margin;
    }
    return within && (!(now.ball.radius < HUGE_VAL) ||
                      sqrt(square) + now.ball.radius <= laid->ball.radius + margin);
}

void covey_chart_change(const covey_world *world, covey_chart *chart, size_t index, double way)
{
    chart->moved += way;
    chart->moves++;
    chart->ready = chart->ready && is_entered(world, chart, index);
}

/// All images of an influence that reach the chart. Returns the number of entries.
static uint64_t enter_all(const covey_world *world, covey_chart *chart, size_t k, bool fill)
{
    const covey_space *space = &world->def.space;
    if (covey_bounds_names_agent(world->influences.item[k].kind))
        return 0;
    covey_bounds_part part = part_of(&world->influences, k);
    covey_turns_range range = {{0}, {0}};
    covey_boxtree_box around;
    chart->laid[k] = part;
    widen(chart->margin, &part);
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
                const image one = {(uint32_t)k, covey_bounds_turned(space, &part.box, turn),
                                   covey_bounds_turned_ball(space, &part.ball, turn), fill};
                entries += enter_image(chart, &one);
                if (entries > chart->room)
                    return entries;
            }
    return entries;
}

/// False if they do not fit in. The first time all are counted: begin[] holds numbers, then where
/// the next entry of each list is put, which ends as where the next list begins.
static bool fill_cells(const covey_world *world, covey_chart *chart)
{
    size_t lists = (size_t)chart->cells[0] * chart->cells[1] * chart->cells[2] * quadrants(chart);
    uint64_t entries = 0;
    for (size_t list = 0; list <= lists; list++)
        chart->begin[list] = 0;
    for (size_t k = 0; k < world->influences.count; k++) {
        entries += enter_all(world, chart, k, false);
        if (entries + COVEY_CHART_PAD > chart->room || entries > LONG * (uint64_t)lists)
            return false;
    }
    uint32_t sum = 0;
    for (size_t list = 0; list < lists; list++) {
        uint32_t count = chart->begin[list];
        chart->begin[list] = sum;
        sum += count;
    }
    for (size_t k = 0; k < world->influences.count; k++)
        (void)enter_all(world, chart, k, true);
    for (size_t list = lists; list > 0; list--)
        chart->begin[list] = chart->begin[list - 1];
    chart->begin[0] = 0;
    return true;
}

static bool draw(const covey_world *world, covey_chart *chart)
{
    if (!is_fit(&world->influences) || chart->room == 0 || !place(world, chart))
        return false;
    double far = chart->moves > 0 ? MOVES * chart->moved / (double)chart->moves : 0.0;
    double widest = WIDEST * chart->reach;
    chart->margin = far <= MOVES * widest / 2.0 ? covey_smaller(far, widest) : 0.0;
    chart->moved = 0.0;
    chart->moves = 0;
    // The side that was right the last time is right again where obstacles move.
    chart->side = covey_larger(0.5 * chart->reach, chart->side);
    for (int k = 0; k < TRIES; k++, chart->side *= 1.25)
        if (divide(chart->side, chart) && fill_cells(world, chart))
            return true;
    chart->side = 0.0;
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
