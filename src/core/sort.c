// SPDX-License-Identifier: MIT
// The canonical order by a counting sort into buckets, each of them then sorted exactly. However
// agents lie, the result is the order (row, cell, id); how they lie decides only the cost.
//
// Threads share the work twice: chunks of agents find their buckets and hand over to strips, which
// are some buckets in a row; strips bring their agents into order and fetch them.
#include "core/sort.h"

#include "base/threads.h"
#include "core/order.h"
#include "core/single.h"
#include "core/space.h"

#include <stdatomic.h>
#include <string.h>

/// What a chunk extends over.
typedef struct extent {
    covey_vec low, high;
    bool wild; ///< a coordinate is not tame
} extent;

typedef struct job {
    covey_grid *grid;
    covey_state *state, *spare;
    uint32_t *list; ///< agents of each strip, unsorted; the ids of `spare`, which come last
    size_t strips;  ///< in use
    atomic_bool rounds_wrong;
    extent extent[COVEY_GRID_CHUNKS];
} job;

typedef struct range {
    size_t begin, end;
} range;

static range range_of(const job *work, size_t chunk)
{
    size_t count = work->state->count, chunks = work->grid->chunks;
    return (range){count * chunk / chunks, count * (chunk + 1) / chunks};
}

static void check_rounding(job *work)
{
    if (!covey_threads_rounds_right())
        atomic_store_explicit(&work->rounds_wrong, true, memory_order_relaxed);
}

// ---- The extent ----

/// Widens low … high; true if a coordinate is not tame.
static bool widen(const double *x, range agents, double *low, double *high)
{
    double least = x[agents.begin], most = least;
    size_t wild = 0;
    for (size_t i = agents.begin; i < agents.end; i++) {
        double size = fabs(x[i]);
        wild += (size > COVEY_TAME_HIGH) | ((size < COVEY_TAME_LOW) & (size != 0.0));
        least = x[i] < least ? x[i] : least;
        most = x[i] > most ? x[i] : most;
    }
    *low = least < *low ? least : *low;
    *high = most > *high ? most : *high;
    return wild > 0;
}

static void measure_chunk(void *argument, size_t index)
{
    job *work = argument;
    check_rounding(work);
    range agents = range_of(work, index);
    extent *here = &work->extent[index];
    here->low = here->high = covey_state_pos(work->state, agents.begin);
    here->wild = widen(work->state->pos[0], agents, &here->low.x, &here->high.x);
    here->wild = widen(work->state->pos[1], agents, &here->low.y, &here->high.y) || here->wild;
}

static double size_of(covey_vec v)
{
    return fabs(v.x) > fabs(v.y) ? fabs(v.x) : fabs(v.y);
}

static void choose_window(job *work)
{
    extent all = work->extent[0];
    for (size_t k = 1; k < work->grid->chunks; k++) {
        const extent *one = &work->extent[k];
        all.low.x = one->low.x < all.low.x ? one->low.x : all.low.x;
        all.low.y = one->low.y < all.low.y ? one->low.y : all.low.y;
        all.high.x = one->high.x > all.high.x ? one->high.x : all.high.x;
        all.high.y = one->high.y > all.high.y ? one->high.y : all.high.y;
        all.wild = all.wild || one->wild;
    }
    work->grid->tame = !all.wild;
    work->grid->single =
        size_of(all.low) <= COVEY_SINGLE_HIGH && size_of(all.high) <= COVEY_SINGLE_HIGH;
    covey_grid_set_window(work->grid, work->state, all.low, all.high);
    work->strips = ((work->grid->buckets - 1) >> work->grid->strip_shift) + 1;
}

// ---- Chunks: from agents to strips ----

/// Finds the bucket of every agent and counts those of every strip.
static void count_chunk(void *argument, size_t index)
{
    job *work = argument;
    check_rounding(work);
    covey_grid *grid = work->grid;
    uint32_t *ends = grid->ends + index * grid->strips;
    const double *x = work->state->pos[0], *y = work->state->pos[1];
    range agents = range_of(work, index);
    memset(ends, 0, work->strips * sizeof *ends);
    for (size_t i = agents.begin; i < agents.end; i++) {
        size_t bucket = covey_grid_bucket(grid, covey_axis_cell(&grid->row, y[i]),
                                          covey_axis_cell(&grid->col, x[i]));
        grid->bucket[i] = (uint32_t)bucket;
        ends[bucket >> grid->strip_shift]++;
    }
}

/// From counts to where the agents of a chunk begin in a strip.
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
}

/// Hands over; what told the beginnings then tells the ends.
static void hand_over_chunk(void *argument, size_t index)
{
    job *work = argument;
    check_rounding(work);
    const covey_grid *grid = work->grid;
    uint32_t *ends = grid->ends + index * grid->strips;
    range agents = range_of(work, index);
    for (size_t i = agents.begin; i < agents.end; i++)
        work->list[ends[grid->bucket[i] >> grid->strip_shift]++] = (uint32_t)i;
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

/// Fills each bucket from its end, which leaves `start` at its beginning.
static void fill_buckets(const job *work, range buckets, range agents)
{
    uint32_t *start = work->grid->start;
    const uint32_t *bucket = work->grid->bucket;
    memset(start + buckets.begin, 0, (buckets.end - buckets.begin) * sizeof *start);
    for (size_t k = agents.begin; k < agents.end; k++)
        start[bucket[work->list[k]]]++;
    uint32_t end = (uint32_t)agents.begin;
    for (size_t b = buckets.begin; b < buckets.end; b++) {
        end += start[b];
        start[b] = end;
    }
    for (size_t k = agents.end; k-- > agents.begin;)
        work->grid->order[--start[bucket[work->list[k]]]] = work->list[k];
}

static void sort_strip(void *argument, size_t index)
{
    job *work = argument;
    check_rounding(work);
    covey_grid *grid = work->grid;
    range agents = agents_of(work, index), buckets = buckets_of(work, index);
    fill_buckets(work, buckets, agents);
    uint32_t *scratch = work->list + agents.begin;
    for (size_t b = buckets.begin; b < buckets.end; b++) {
        size_t begin = grid->start[b];
        size_t end = b + 1 < buckets.end ? grid->start[b + 1] : agents.end;
        if (end - begin > 1)
            covey_order_sort(grid, work->state, grid->order + begin, end - begin, scratch);
    }
    covey_state_gather(work->spare, work->state, grid->order, agents.begin, agents.end);
}

bool covey_sort(covey_grid *grid, const covey_executor *executor, covey_state *state,
                covey_state *spare)
{
    if (state->count == 0)
        return true;
    job work = {.grid = grid, .state = state, .spare = spare, .list = spare->id};
    executor->run(executor->context, measure_chunk, &work, grid->chunks);
    choose_window(&work);
    executor->run(executor->context, count_chunk, &work, grid->chunks);
    add_up(&work);
    executor->run(executor->context, hand_over_chunk, &work, grid->chunks);
    executor->run(executor->context, sort_strip, &work, work.strips);
    covey_state sorted = *spare;
    *spare = *state;
    *state = sorted;
    return !work.rounds_wrong;
}
