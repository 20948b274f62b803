// SPDX-License-Identifier: MIT
// Where agents are heading, found on all threads.
#include "core/heading.h"

enum { MOST_TASKS = 64, LEAST_AGENTS = 1024 };

typedef struct job {
    const covey_state *state;
    double *const *heading;
} job;

COVEY_BODY void find_units_body(size_t count, const double *restrict vel_x,
                                const double *restrict vel_y, double *restrict x,
                                double *restrict y)
{
    for (size_t k = 0; k < count; k++) {
        covey_vec unit = covey_vec_unit((covey_vec){vel_x[k], vel_y[k], 0.0});
        x[k] = unit.x;
        y[k] = unit.y;
    }
}

COVEY_WIDER(static void, find_units,
            (size_t count, const double *vel_x, const double *vel_y, double *x, double *y),
            (count, vel_x, vel_y, x, y))

static void find(void *context, covey_share share)
{
    const job *work = context;
    const covey_state *state = work->state;
    find_units(share.end - share.begin, state->vel[0] + share.begin, state->vel[1] + share.begin,
               work->heading[0] + share.begin, work->heading[1] + share.begin);
}

void covey_heading_find(covey_workers *workers, const covey_state *state,
                        double *const heading[COVEY_AXES])
{
    job work = {.state = state, .heading = heading};
    size_t shares = covey_parallel_shares(state->count, LEAST_AGENTS, MOST_TASKS);
    covey_parallel(workers, state->count, shares, find, &work);
}
