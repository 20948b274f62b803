// SPDX-License-Identifier: MIT
// Where agents are heading, found on all threads.
#include "core/heading.h"

#include "base/threads.h"

#include <stdatomic.h>

enum { MOST_TASKS = 64, LEAST_AGENTS = 1024 };

typedef struct job {
    const covey_state *state;
    double *const *heading;
    size_t tasks;
    atomic_bool rounds_wrong;
} job;

static void find(void *argument, size_t index)
{
    job *work = argument;
    if (!covey_threads_rounds_right())
        atomic_store_explicit(&work->rounds_wrong, true, memory_order_relaxed);
    size_t count = work->state->count, end = count * (index + 1) / work->tasks;
    for (size_t i = count * index / work->tasks; i < end; i++) {
        covey_vec heading = covey_vec_unit(covey_state_vel(work->state, i));
        work->heading[0][i] = heading.x;
        work->heading[1][i] = heading.y;
    }
}

bool covey_heading_find(const covey_executor *executor, const covey_state *state,
                        double *const heading[COVEY_AXES])
{
    size_t tasks = state->count / LEAST_AGENTS + 1;
    job work = {
        .state = state, .heading = heading, .tasks = tasks < MOST_TASKS ? tasks : MOST_TASKS};
    executor->run(executor->context, find, &work, work.tasks);
    return !work.rounds_wrong;
}
