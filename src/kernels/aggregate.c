// SPDX-License-Identifier: MIT
// Units, strips, trees and prefix sums of the mode `dense: aggregate`.
#include "kernels/aggregate.h"

#include "base/bits.h"

enum {
    SQUARE = 16, // agents, about, of a piece of a strip that is as long as the strip is high, where
                 // they are spread evenly: strips and agents at a rim then cost about the same
    DIGIT = 8,   // bits
    DIGITS = 1 << DIGIT,
};

/// An agent with the key by which it is sorted.
typedef struct covey_aggregate_item {
    uint64_t key;
    uint32_t index;
    uint32_t strip;
} item;

// ---- Memory ----

static size_t strips_for(size_t count)
{
    size_t strips = 1;
    while (strips * strips * SQUARE < count)
        strips++;
    return strips;
}

/// In three dimensions.
static covey_status create_tree(covey_memory *memory, covey_aggregate *made)
{
    covey_status status = covey_kdtree_init(&made->tree, memory, made->room);
    if (status != COVEY_OK)
        return status;
    made->runs = covey_memory_take(memory, made->room + 1, sizeof *made->runs);
    if (made->runs != NULL)
        return COVEY_OK;
    covey_kdtree_free(&made->tree, memory);
    return COVEY_MEMORY;
}

covey_status covey_aggregate_create(covey_memory *memory, size_t room, int dim,
                                    covey_aggregate *made)
{
    *made = (covey_aggregate){.room = room};
    if (dim == COVEY_AXES)
        return create_tree(memory, made);
    made->strip = covey_memory_take(memory, strips_for(room), sizeof *made->strip);
    for (int axis = 0; axis < COVEY_PLANE; axis++)
        made->place[axis] = covey_memory_take(memory, room, sizeof(double));
    made->rows = covey_memory_take(memory, room + 1, sizeof *made->rows);
    made->item = covey_memory_take(memory, room, sizeof *made->item);
    made->spare = covey_memory_take(memory, room, sizeof *made->spare);
    if (made->strip != NULL && made->place[0] != NULL && made->place[1] != NULL &&
        made->rows != NULL && made->item != NULL && made->spare != NULL)
        return COVEY_OK;
    covey_aggregate_destroy(memory, made);
    return COVEY_MEMORY;
}

void covey_aggregate_destroy(covey_memory *memory, covey_aggregate *made)
{
    covey_memory_give(memory, made->strip, strips_for(made->room), sizeof *made->strip);
    for (int axis = 0; axis < COVEY_PLANE; axis++)
        covey_memory_give(memory, made->place[axis], made->room, sizeof(double));
    covey_memory_give(memory, made->rows, made->room + 1, sizeof *made->rows);
    covey_memory_give(memory, made->item, made->room, sizeof *made->item);
    covey_memory_give(memory, made->spare, made->room, sizeof *made->spare);
    covey_memory_give(memory, made->runs, made->room + 1, sizeof *made->runs);
    covey_kdtree_free(&made->tree, memory);
    *made = (covey_aggregate){0};
}

// ---- Units ----

/// The unit for numbers up to `most` in size: the smallest power of two above most · count · 2^-62,
/// but at least 2^-960. With it the sum of `count` of them, each three halves of a unit off at
/// worst, stays below 2^63 units.
static covey_aggregate_unit unit_for(double most, uint64_t count)
{
    const uint64_t exponent = UINT64_C(0x7ff) << 52;
    double bar = most * 0x1p-62 * (double)count, size = 0x1p-960;
    if (bar >= 0x1p-961)
        size = 2.0 * covey_bits_double(covey_bits_of(bar) & exponent);
    return (covey_aggregate_unit){size, 1.0 / size};
}

void covey_aggregate_measure(covey_aggregate *made, const covey_totals *totals,
                             const covey_space *space, double reach)
{
    made->pos = unit_for(reach, totals->count);
    made->vel = unit_for(totals->fastest, totals->count);
    made->heading = unit_for(1.0, totals->count);
    for (int axis = 0; axis < covey_space_dim(space); axis++) {
        bool torus = space->kind == COVEY_SPACE_TORUS;
        made->around[axis] = torus ? covey_aggregate_whole(space->size[axis], made->pos) : 0;
    }
}

// ---- Strips ----

/// Rises with x.
static uint64_t key_of(double x)
{
    const uint64_t sign = UINT64_C(1) << 63;
    uint64_t bits = covey_bits_of(x);
    return bits & sign ? ~bits : bits | sign;
}

static inline size_t digit_of(const item *at, int shift)
{
    return (size_t)(at->key >> shift & (DIGITS - 1));
}

/// Sorts the items by key, digit by digit from the lowest on; equals stay in their order.
static void sort_items(covey_aggregate *made)
{
    for (int shift = 0; shift < 64; shift += DIGIT) {
        size_t end[DIGITS] = {0}, begin = 0;
        for (size_t k = 0; k < made->count; k++)
            end[digit_of(&made->item[k], shift)]++;
        if (end[digit_of(&made->item[0], shift)] == made->count)
            continue;
        for (size_t digit = 0; digit < DIGITS; digit++) {
            size_t size = end[digit];
            end[digit] = begin;
            begin += size;
        }
        for (size_t k = 0; k < made->count; k++)
            made->spare[end[digit_of(&made->item[k], shift)]++] = made->item[k];
        item *sorted = made->spare;
        made->spare = made->item;
        made->item = sorted;
    }
}

/// Finds the strip of each item; they are in the order of y then.
static void cut(covey_aggregate *made, const double *y)
{
    for (size_t k = 0; k < made->count; k++)
        made->item[k] = (item){.key = key_of(y[k]), .index = (uint32_t)k};
    sort_items(made);
    for (size_t k = 0; k < made->count; k++) {
        covey_aggregate_strip *strip = &made->strip[k / made->length];
        made->item[k].strip = (uint32_t)(k / made->length);
        strip->high = y[made->item[k].index];
        if (k % made->length == 0)
            strip->low = strip->high;
    }
}

static void fill_tree(covey_aggregate *made, const covey_state *state)
{
    const double *pos[COVEY_AXES] = {state->pos[0], state->pos[1], state->pos[2]};
    covey_kdtree_build(&made->tree,
                       &(covey_kdtree_source){.count = state->count, .pos = pos, .id = state->id});
    for (size_t k = 0; k < state->count; k++) {
        const covey_aggregate_row here =
            covey_aggregate_of(made, state, made->tree.points[k].index);
        made->runs[k + 1] = made->runs[k];
        covey_aggregate_add(&made->runs[k + 1], &here);
    }
}

void covey_aggregate_fill(covey_aggregate *made, const covey_state *state)
{
    size_t count = state->count, most = strips_for(count);
    made->count = count;
    made->strips = 0;
    if (made->runs != NULL)
        fill_tree(made, state);
    if (count == 0 || made->rows == NULL)
        return;
    made->length = (count + most - 1) / most;
    made->strips = (count + made->length - 1) / made->length;
    cut(made, state->pos[1]);
    for (size_t k = 0; k < made->count; k++)
        made->item[k].key = key_of(state->pos[0][made->item[k].index]);
    sort_items(made);
    for (size_t k = 0; k < made->count; k++)
        made->item[k].key = made->item[k].strip;
    sort_items(made);
    for (size_t k = 0; k < made->count; k++) {
        size_t i = made->item[k].index;
        const covey_aggregate_row here = covey_aggregate_of(made, state, i);
        const covey_aggregate_prefix *before = &made->rows[k];
        for (int axis = 0; axis < COVEY_PLANE; axis++) {
            made->place[axis][k] = state->pos[axis][i];
            made->rows[k + 1].pos[axis] = before->pos[axis] + here.pos[axis];
            made->rows[k + 1].vel[axis] = before->vel[axis] + here.vel[axis];
            made->rows[k + 1].heading[axis] = before->heading[axis] + here.heading[axis];
        }
    }
}
