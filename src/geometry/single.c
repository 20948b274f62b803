// SPDX-License-Identifier: MIT
// Float copies of agents.
#include "geometry/single.h"

enum { MOST_TASKS = 64, LEAST_AGENTS = 1024, COLUMNS = 3 }; // columns of an axis

/// Numbers from one column to the next.
static size_t stride(size_t count)
{
    return covey_state_stride(count, sizeof(float)) / sizeof(float);
}

static size_t numbers(size_t count, int dim)
{
    return (size_t)dim * COLUMNS * stride(count) + COVEY_AHEAD;
}

covey_status covey_single_create(covey_memory *memory, size_t count, int dim, covey_single *copy)
{
    float *place = covey_memory_take(memory, numbers(count, dim), sizeof *place);
    if (place == NULL)
        return COVEY_MEMORY;
    for (int axis = 0; axis < dim; axis++, place += COLUMNS * stride(count)) {
        copy->pos[axis] = place;
        copy->vel[axis] = place + stride(count);
        copy->heading[axis] = place + 2 * stride(count);
    }
    return COVEY_OK;
}

void covey_single_destroy(covey_memory *memory, size_t count, covey_single *copy)
{
    int dim = copy->pos[2] != NULL ? COVEY_AXES : COVEY_PLANE;
    covey_memory_give(memory, copy->pos[0], numbers(count, dim), sizeof(float));
    *copy = (covey_single){0};
}

typedef struct job {
    const covey_state *state;
    const covey_single *copy;
    bool looks;
} job;

static COVEY_VECTORS void copy_axis(const double *from, float *to, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        to[i] = (float)from[i];
}

static void copy_some(void *context, covey_share share)
{
    const job *work = context;
    for (int axis = 0; axis < work->state->dim; axis++) {
        copy_axis(work->state->pos[axis], work->copy->pos[axis], share.begin, share.end);
        copy_axis(work->state->vel[axis], work->copy->vel[axis], share.begin, share.end);
    }
    for (size_t i = share.begin; i < share.end && work->looks; i++) {
        covey_vec heading = covey_vec_unit(covey_state_vel(work->state, i));
        work->copy->heading[0][i] = (float)heading.x;
        work->copy->heading[1][i] = (float)heading.y;
        if (covey_state_is_deep(work->state))
            work->copy->heading[2][i] = (float)heading.z;
    }
}

void covey_single_copy(covey_workers *workers, const covey_state *state, bool looks,
                       const covey_single *copy)
{
    job work = {.state = state, .copy = copy, .looks = looks};
    size_t shares = covey_parallel_shares(state->count, LEAST_AGENTS, MOST_TASKS);
    covey_parallel(workers, state->count, shares, copy_some, &work);
}
