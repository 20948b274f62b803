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

COVEY_BODY void find_units_body(size_t count, const double *restrict vel_x,
                                const double *restrict vel_y, double *restrict x,
                                double *restrict y)
{
    for (size_t k = 0; k < count; k++) {
        covey_vec unit = covey_vec_unit((covey_vec){vel_x[k], vel_y[k]});
        x[k] = unit.x;
        y[k] = unit.y;
    }
}

COVEY_WIDER(static void, find_units,
            (size_t count, const double *vel_x, const double *vel_y, double *x, double *y),
            (count, vel_x, vel_y, x, y))

static void find(void *argument, size_t index)
{
    job *work = argument;
    if (!covey_threads_rounds_right())
        atomic_store_explicit(&work->rounds_wrong, true, memory_order_relaxed);
    const covey_state *state = work->state;
    size_t begin = state->count * index / work->tasks;
    size_t end = state->count * (index + 1) / work->tasks;
    find_units(end - begin, state->vel[0] + begin, state->vel[1] + begin, work->heading[0] + begin,
               work->heading[1] + begin);
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
