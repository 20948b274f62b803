// SPDX-License-Identifier: MIT
// Float copies of agents.
#include "core/single.h"

#include "base/threads.h"

#include <stdatomic.h>

const char *const covey_single_names[] = {"double", "single", NULL};

enum { MOST_TASKS = 64, LEAST_AGENTS = 1024, COLUMNS = 3 * COVEY_AXES };

/// Numbers from one column to the next.
static size_t stride(size_t count)
{
    return covey_state_stride(count, sizeof(float)) / sizeof(float);
}

static size_t numbers(size_t count)
{
    return COLUMNS * stride(count) + COVEY_AHEAD;
}

covey_status covey_single_create(covey_memory *memory, size_t count, covey_single *copy)
{
    float *place = covey_memory_take(memory, numbers(count), sizeof *place);
    if (place == NULL)
        return COVEY_MEMORY;
    for (int axis = 0; axis < COVEY_AXES; axis++, place += COLUMNS / COVEY_AXES * stride(count)) {
        copy->pos[axis] = place;
        copy->vel[axis] = place + stride(count);
        copy->heading[axis] = place + 2 * stride(count);
    }
    return COVEY_OK;
}

void covey_single_destroy(covey_memory *memory, size_t count, covey_single *copy)
{
    covey_memory_give(memory, copy->pos[0], numbers(count), sizeof(float));
    *copy = (covey_single){0};
}

typedef struct job {
    const covey_state *state;
    const covey_single *copy;
    bool looks;
    size_t tasks;
    atomic_bool rounds_wrong;
} job;

static COVEY_VECTORS void copy_axis(const double *from, float *to, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        to[i] = (float)from[i];
}

static void copy_some(void *argument, size_t index)
{
    job *work = argument;
    if (!covey_threads_rounds_right())
        atomic_store_explicit(&work->rounds_wrong, true, memory_order_relaxed);
    size_t count = work->state->count;
    size_t begin = count * index / work->tasks, end = count * (index + 1) / work->tasks;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        copy_axis(work->state->pos[axis], work->copy->pos[axis], begin, end);
        copy_axis(work->state->vel[axis], work->copy->vel[axis], begin, end);
    }
    for (size_t i = begin; i < end && work->looks; i++) {
        covey_vec heading = covey_vec_unit(covey_state_vel(work->state, i));
        work->copy->heading[0][i] = (float)heading.x;
        work->copy->heading[1][i] = (float)heading.y;
    }
}

bool covey_single_copy(const covey_executor *executor, const covey_state *state, bool looks,
                       const covey_single *copy)
{
    size_t tasks = state->count / LEAST_AGENTS + 1;
    job work = {.state = state,
                .copy = copy,
                .looks = looks,
                .tasks = tasks < MOST_TASKS ? tasks : MOST_TASKS};
    executor->run(executor->context, copy_some, &work, work.tasks);
    return !work.rounds_wrong;
}
