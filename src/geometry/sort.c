// SPDX-License-Identifier: MIT
// The canonical order by a counting sort into buckets, each of them then sorted exactly. However
// agents lie, the result is the order (layer, row, cell, id); how they lie decides only the cost.
//
// Threads share the work twice: chunks of agents find their buckets and hand over to strips, which
// are some buckets in a row; strips bring their agents into order and fetch them.
#include "geometry/sort.h"

#include "base/id_key.h"
#include "base/minmax.h"
#include "geometry/quantized.h"
#include "geometry/single.h"
#include "geometry/space.h"

#include <string.h>

/// Agents of a cell that are sorted on the way.
enum { FEW = 24 };

typedef struct job {
    covey_grid *grid;
    covey_state *state, *spare;
    covey_id *list;  ///< agents of each strip, unsorted; the ids of `spare`, which come last
    uint32_t *order; ///< agents as they are to stand; then their quantized positions
    size_t strips;   ///< in use
    covey_extent extent[COVEY_GRID_CHUNKS][COVEY_AXES];
    bool tiny[COVEY_GRID_CHUNKS]; ///< some coordinate is not 0 and below the safe range
} job;

typedef struct range {
    size_t begin, end;
} range;

// ---- The window ----

static void measure_chunk(void *context, covey_share chunk)
{
    job *work = context;
    const covey_grid *grid = work->grid;
    const double size[COVEY_AXES] = {grid->col.size, grid->row.size, grid->layer.size};
    for (int axis = 0; axis < work->state->dim; axis++) {
        const double *x = work->state->pos[axis];
        work->extent[chunk.index][axis] =
            grid->turn[axis] > 0.0
                ? covey_cells_turned(x, chunk.begin, chunk.end, grid->turn[axis], size[axis])
                : covey_cells_extent(x, chunk.begin, chunk.end);
    }
}

/// Between which coordinates all agents are: the whole torus, if that need not be found out.
/// Coordinates below a turn have the size of the torus added.
static void measure(job *work, covey_workers *workers, covey_vec *low, covey_vec *high)
{
    const covey_grid *grid = work->grid;
    *low = (covey_vec){0.0, 0.0, 0.0};
    *high = (covey_vec){grid->col.size, grid->row.size, grid->deep ? grid->layer.size : 0.0};
    if (covey_grid_holds_torus(grid))
        return;
    covey_parallel(workers, work->state->count, grid->chunks, measure_chunk, work);
    *low = (covey_vec){work->extent[0][0].low, work->extent[0][1].low, 0.0};
    *high = (covey_vec){work->extent[0][0].high, work->extent[0][1].high, 0.0};
    if (grid->deep) {
        low->z = work->extent[0][2].low;
        high->z = work->extent[0][2].high;
    }
    for (size_t k = 1; k < grid->chunks; k++) {
        const covey_extent *x = &work->extent[k][0], *y = &work->extent[k][1];
        low->x = x->low < low->x ? x->low : low->x;
        low->y = y->low < low->y ? y->low : low->y;
        high->x = x->high > high->x ? x->high : high->x;
        high->y = y->high > high->y ? y->high : high->y;
        if (!grid->deep)
            continue;
        const covey_extent *z = &work->extent[k][2];
        low->z = z->low < low->z ? z->low : low->z;
        high->z = z->high > high->z ? z->high : high->z;
    }
}

static double size_of(covey_vec v)
{
    return covey_larger(covey_larger(fabs(v.x), fabs(v.y)), fabs(v.z));
}

static void choose_window(job *work, covey_workers *workers)
{
    covey_grid *grid = work->grid;
    covey_vec low, high;
    measure(work, workers, &low, &high);
    double largest = covey_larger(size_of(low), size_of(high));
    if (grid->turn[0] + grid->turn[1] + grid->turn[2] > 0.0) // a window may end beyond the torus
        largest = size_of((covey_vec){grid->col.size, grid->row.size, grid->layer.size});
    grid->safe = largest <= COVEY_SAFE_HIGH;
    grid->single = largest <= COVEY_SINGLE_HIGH;
    covey_grid_set_window(grid, work->state, low, high);
    double scale = COVEY_QUANTIZED_CELL * grid->col.inverse;
    grid->quantized_scale = largest * scale < COVEY_QUANTIZED_LIMIT ? scale : 0.0;
    work->strips = ((grid->buckets - 1) >> grid->strip_shift) + 1;
}

// ---- Chunks: from agents to strips ----

/// The end of the agents from `begin` on that are in the strip of the first. Agents are nearly in
/// order from the last sort, so these are many as a rule.
static size_t end_of_strip(const covey_grid *grid, size_t begin, size_t end)
{
    const uint32_t *bucket = grid->bucket;
    int shift = grid->strip_shift;
    uint32_t strip = bucket[begin] >> shift;
    size_t i = begin + 1;
    while (i < end && bucket[i] >> shift == strip)
        i++;
    return i;
}

/// Finds the bucket of every agent and counts the agents of every strip.
static void count_chunk(void *context, covey_share chunk)
{
    job *work = context;
    const covey_grid *grid = work->grid;
    uint32_t *counts = grid->ends + chunk.index * grid->strips;
    work->tiny[chunk.index] = covey_cells_find(grid, work->state, chunk.begin, chunk.end);
    memset(counts, 0, work->strips * sizeof *counts);
    for (size_t i = chunk.begin, next; i < chunk.end; i = next) {
        next = end_of_strip(grid, i, chunk.end);
        counts[grid->bucket[i] >> grid->strip_shift] += (uint32_t)(next - i);
    }
}

/// Makes counts the beginnings of the agents of each chunk in each strip.
static void add_up(job *work)
{
    covey_grid *grid = work->grid;
    uint32_t place = 0;
    for (size_t strip = 0; strip < work->strips; strip++)
        for (size_t chunk = 0; chunk < grid->chunks; chunk++) {
            uint32_t *end = &grid->ends[chunk * grid->strips + strip], size = *end;
            *end = place;
            place += size;
        }
    grid->start[grid->buckets] = place;
    for (size_t chunk = 0; chunk < grid->chunks; chunk++)
        grid->safe = grid->safe && !work->tiny[chunk];
}

/// Hands the agents of a chunk over to their strips; the beginnings in `ends` become ends.
static void hand_over_chunk(void *context, covey_share chunk)
{
    job *work = context;
    const covey_grid *grid = work->grid;
    uint32_t *ends = grid->ends + chunk.index * grid->strips;
    for (size_t i = chunk.begin, next; i < chunk.end;) {
        next = end_of_strip(grid, i, chunk.end);
        uint32_t *end = &ends[grid->bucket[i] >> grid->strip_shift], place = *end;
        for (; i < next; i++)
            work->list[place++] = (covey_id)i;
        *end = place;
    }
}

// ---- Strips: from lists to the order ----

static range agents_of(const job *work, size_t strip)
{
    const uint32_t *ends = work->grid->ends + (work->grid->chunks - 1) * work->grid->strips;
    return (range){strip > 0 ? ends[strip - 1] : 0, ends[strip]};
}

static range buckets_of(const job *work, size_t strip)
{
    int shift = work->grid->strip_shift;
    size_t end = (strip + 1) << shift, most = work->grid->buckets;
    return (range){strip << shift, end < most ? end : most};
}

/// Fills each bucket from its end, which leaves `start` at its beginning. Returns the size of the
/// largest.
static uint32_t fill_buckets(const job *work, range buckets, range agents)
{
    uint32_t *start = work->grid->start, *order = work->order;
    const uint32_t *bucket = work->grid->bucket;
    const covey_id *list = work->list;
    memset(start + buckets.begin, 0, (buckets.end - buckets.begin) * sizeof *start);
    for (size_t k = agents.begin; k < agents.end; k++)
        start[bucket[list[k]]]++;
    uint32_t end = (uint32_t)agents.begin, most = 0;
    for (size_t b = buckets.begin; b < buckets.end; b++) {
        most = start[b] > most ? start[b] : most;
        end += start[b];
        start[b] = end;
    }
    for (size_t k = agents.end; k-- > agents.begin;) {
        uint32_t agent = (uint32_t)list[k];
        order[--start[bucket[agent]]] = agent;
    }
    return most;
}

/// Brings the agents of each bucket with at least `least` of them into order.
static void sort_buckets(const job *work, range buckets, range agents, size_t least)
{
    const covey_grid *grid = work->grid;
    for (size_t b = buckets.begin; b < buckets.end; b++) {
        size_t begin = grid->start[b];
        size_t end = b + 1 < buckets.end ? grid->start[b + 1] : agents.end;
        if (end - begin >= least)
            covey_order_sort(grid, work->state, work->order + begin, end - begin,
                             (uint32_t *)(void *)(work->list + agents.begin));
    }
}

/// Where every bucket is one cell, an agent's key is its bucket and its id.
static covey_id_key key_of(const job *work, uint32_t agent)
{
    return covey_id_key_of(work->grid->bucket[agent], work->state->id[agent]);
}

/// Puts the agent at k into its place among the sorted ones from `begin` on.
static void insert(const job *work, size_t begin, size_t k)
{
    uint32_t *order = work->order, agent = order[k];
    covey_id_key key = key_of(work, agent);
    size_t place = k;
    do
        order[place] = order[place - 1];
    while (--place > begin && covey_id_key_before(key, key_of(work, order[place - 1])));
    order[place] = agent;
}

/// Sorts agents that are in order except for a few within their buckets.
static void settle(const job *work, range agents)
{
    covey_id_key last = covey_id_key_of(0, 0);
    for (size_t k = agents.begin; k < agents.end; k++) {
        covey_id_key key = key_of(work, work->order[k]);
        if (covey_id_key_before(key, last))
            insert(work, agents.begin, k);
        else
            last = key;
    }
}

/// Writes the quantized positions of sorted agents over their order, which is done with.
static void quantize(const job *work, range agents)
{
    const covey_grid *grid = work->grid;
    const double *x = work->spare->pos[0] + agents.begin, *y = work->spare->pos[1] + agents.begin;
    if (grid->quantized_scale > 0.0)
        covey_quantized_find(grid->quantized_scale, agents.end - agents.begin, x, y,
                             grid->quantized + agents.begin);
    if (grid->quantized_scale > 0.0 && grid->deep)
        covey_quantized_find_depth(grid->quantized_scale, agents.end - agents.begin,
                                   work->spare->pos[2] + agents.begin, grid->depth + agents.begin);
}

static void sort_strip(void *context, covey_share strip)
{
    job *work = context;
    const covey_grid *grid = work->grid;
    range agents = agents_of(work, strip.index), buckets = buckets_of(work, strip.index);
    uint32_t most = fill_buckets(work, buckets, agents);
    size_t least = grid->in_cells ? FEW + 1 : 2;
    if (most >= least)
        sort_buckets(work, buckets, agents, least);
    if (grid->in_cells)
        settle(work, agents);
    covey_state_gather(work->spare, work->state, work->order, agents.begin, agents.end);
    quantize(work, agents);
}

void covey_sort(covey_grid *grid, covey_workers *workers, covey_state *state, covey_state *spare)
{
    size_t count = state->count;
    covey_grid_begin(grid, count);
    if (count == 0)
        return;
    job work = {
        .grid = grid, .state = state, .spare = spare, .list = spare->id, .order = grid->quantized};
    choose_window(&work, workers);
    covey_parallel(workers, count, grid->chunks, count_chunk, &work);
    add_up(&work);
    covey_parallel(workers, count, grid->chunks, hand_over_chunk, &work);
    covey_parallel(workers, work.strips, work.strips, sort_strip, &work);
    covey_state sorted = *spare;
    *spare = *state;
    *state = sorted;
}
