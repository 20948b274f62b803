// SPDX-License-Identifier: MIT
#include "core/queue.h"

#include "base/heap_sort.h"
#include "base/streams.h"
#include "geometry/stray.h"

// ---- The order of a flock ----

// Indices in their order are in the scratch of its grid, and so are the random numbers of agents,
// in the room of positions that only faster kernels read.

static uint32_t *order_of(const covey_flock *flock)
{
    return flock->grid.bucket;
}

static uint32_t *draw_of(const covey_flock *flock)
{
    return flock->grid.quantized;
}

/// Orders indices of agents by their random numbers, and by ids where these are equal.
static bool is_before(const void *context, const void *one, const void *other)
{
    const covey_flock *flock = context;
    const uint32_t *draw = draw_of(flock), *a = one, *b = other;
    return draw[*a] != draw[*b] ? draw[*a] < draw[*b] : flock->state.id[*a] < flock->state.id[*b];
}

static void draw_order(const covey_world *world, const covey_flock *flock)
{
    uint32_t *order = order_of(flock), *draw = draw_of(flock);
    size_t count = flock->state.count;
    for (size_t i = 0; i < count; i++) {
        order[i] = (uint32_t)i;
        draw[i] = covey_random_bits(flock->seed, world->step, flock->state.id[i], COVEY_STREAM_TURN)
                      .word[0];
    }
    covey_heap_sort(order, count, sizeof *order, is_before, flock);
}

// ---- Turns ----

void covey_queue_begin(covey_world *world, covey_queue *queue)
{
    *queue = (covey_queue){.world = world};
    for (int number = 0; number < world->flock_count; number++) {
        const covey_flock *flock = world->flock[number];
        if (world->def.order == COVEY_ORDER_IN_TURN)
            covey_id_order(flock->state.id, flock->state.count, order_of(flock), draw_of(flock));
        else
            draw_order(world, flock);
    }
}

/// True if the next agent of the first flock comes before that of the other one, which has a higher
/// number.
static bool comes_first(const covey_queue *queue, int first, int other)
{
    const covey_flock *a = queue->world->flock[first], *b = queue->world->flock[other];
    return queue->world->def.order == COVEY_ORDER_IN_TURN ||
           draw_of(a)[order_of(a)[queue->taken[first]]] <=
               draw_of(b)[order_of(b)[queue->taken[other]]];
}

bool covey_queue_next(covey_queue *queue, int *flock, size_t *i)
{
    const covey_world *world = queue->world;
    int next = -1;
    for (int number = 0; number < world->flock_count; number++)
        if (queue->taken[number] < world->flock[number]->state.count &&
            (next < 0 || !comes_first(queue, next, number)))
            next = number;
    if (next < 0)
        return false;
    *flock = next;
    *i = order_of(world->flock[next])[queue->taken[next]++];
    return true;
}

static void swap(double *one, double *other, size_t i)
{
    double kept = one[i];
    one[i] = other[i];
    other[i] = kept;
}

/// Exchanges the numbers that the two states of a flock have of an agent.
static void exchange(const covey_queue *queue, covey_flock *flock, size_t i)
{
    covey_state *state = &flock->state, *next = &flock->next;
    bool moves = queue->world->def.order != COVEY_ORDER_TURN_IN_TURN;
    for (int axis = 0; axis < state->dim; axis++) {
        swap(state->vel[axis], next->vel[axis], i);
        if (moves)
            swap(state->pos[axis], next->pos[axis], i);
    }
    for (int k = 0; k < state->extra_count; k++)
        swap(state->extra[k], next->extra[k], i);
}

void covey_queue_show(const covey_queue *queue, int number, size_t i)
{
    const covey_world *world = queue->world;
    covey_flock *flock = world->flock[number];
    exchange(queue, flock, i);
    covey_vec now = covey_state_pos(&flock->state, i);
    if (world->def.order == COVEY_ORDER_TURN_IN_TURN)
        return;
    covey_stray_note(&flock->grid, &world->def.space, covey_state_pos(&flock->next, i), now);
    covey_totals far = covey_totals_none();
    covey_totals_add(&far, now, covey_state_vel(&flock->state, i));
    flock->grid.single = flock->grid.single && covey_totals_fit_floats(&far);
}

void covey_queue_end(const covey_queue *queue)
{
    for (int number = 0; number < queue->world->flock_count; number++) {
        covey_flock *flock = queue->world->flock[number];
        for (size_t k = 0; k < queue->taken[number]; k++)
            exchange(queue, flock, order_of(flock)[k]);
    }
}
