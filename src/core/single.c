// SPDX-License-Identifier: MIT
// Float copies of agents.
#include "core/single.h"

#include "base/threads.h"

#include <stdatomic.h>

const char *const covey_single_names[] = {"double", "single", NULL};

enum { MOST_TASKS = 64, LEAST_AGENTS = 1024 };

typedef struct job {
    const covey_state *state;
    const covey_single *copy;
    bool looks;
    size_t tasks;
    atomic_bool rounds_wrong;
} job;

static void copy_axis(const double *from, float *to, size_t begin, size_t end)
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

/// Cuts an array of doubles into two of floats.
static void cut(double *array, size_t count, float *half[2])
{
    half[0] = (float *)(void *)array;
    half[1] = half[0] + count;
}

bool covey_single_copy(const covey_executor *executor, const covey_state *state,
                       const covey_state *spare, bool looks, covey_single *copy)
{
    cut(spare->pos[0], state->count, copy->pos);
    cut(spare->pos[1], state->count, copy->vel);
    cut(spare->vel[0], state->count, copy->heading);
    size_t tasks = state->count / LEAST_AGENTS + 1;
    job work = {.state = state,
                .copy = copy,
                .looks = looks,
                .tasks = tasks < MOST_TASKS ? tasks : MOST_TASKS};
    executor->run(executor->context, copy_some, &work, work.tasks);
    return !work.rounds_wrong;
}
