// SPDX-License-Identifier: MIT
// Where agents are heading, found on all threads.
#include "core/heading.h"

#include "base/doubt.h"
#include "base/threads.h"

#include <stdatomic.h>
#include <string.h>

enum { MOST_TASKS = 64, LEAST_AGENTS = 1024, PART = 64 };

typedef struct job {
    const covey_state *state;
    double *const *heading;
    size_t tasks;
    atomic_bool rounds_wrong;
} job;

/// Makes velocities unit vectors, as far as that is not in doubt.
COVEY_INLINE void units_body(size_t count, double *restrict x, double *restrict y,
                             double *restrict doubt)
{
    for (size_t k = 0; k < count; k++) {
        double unsure = 0.0;
        covey_vec unit = covey_doubt_unit((covey_vec){x[k], y[k]}, &unsure);
        x[k] = unit.x;
        y[k] = unit.y;
        doubt[k] = unsure;
    }
}

COVEY_WIDER(static void, units, (size_t count, double *x, double *y, double *doubt),
            (count, x, y, doubt))

/// Of the agents from `begin` on, at most PART.
static void find_part(const job *work, size_t begin, size_t count)
{
    double doubt[PART];
    double *x = work->heading[0] + begin, *y = work->heading[1] + begin;
    memcpy(x, work->state->vel[0] + begin, count * sizeof *x);
    memcpy(y, work->state->vel[1] + begin, count * sizeof *y);
    units(count, x, y, doubt);
    for (size_t k = 0; k < count; k++)
        if (doubt[k] != 0.0) {
            covey_vec unit = covey_vec_unit(covey_state_vel(work->state, begin + k));
            x[k] = unit.x;
            y[k] = unit.y;
        }
}

static void find(void *argument, size_t index)
{
    job *work = argument;
    if (!covey_threads_rounds_right())
        atomic_store_explicit(&work->rounds_wrong, true, memory_order_relaxed);
    size_t count = work->state->count, end = count * (index + 1) / work->tasks;
    for (size_t begin = count * index / work->tasks; begin < end; begin += PART)
        find_part(work, begin, end - begin < PART ? end - begin : PART);
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
