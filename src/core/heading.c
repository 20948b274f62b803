// SPDX-License-Identifier: MIT
// Where agents are heading, found on all threads.
#include "core/perceive.h"

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

/// The same in three dimensions, for some columns of velocities and of units.
COVEY_BODY void find_deep_units_body(size_t count, const double *const vel[COVEY_AXES],
                                     double *const unit[COVEY_AXES])
{
    const double *restrict vel_x = vel[0], *restrict vel_y = vel[1], *restrict vel_z = vel[2];
    double *restrict x = unit[0], *restrict y = unit[1], *restrict z = unit[2];
    for (size_t k = 0; k < count; k++) {
        covey_vec found = covey_vec_unit((covey_vec){vel_x[k], vel_y[k], vel_z[k]});
        x[k] = found.x;
        y[k] = found.y;
        z[k] = found.z;
    }
}

COVEY_WIDER(static void, find_deep_units,
            (size_t count, const double *const vel[COVEY_AXES], double *const unit[COVEY_AXES]),
            (count, vel, unit))

static void find(void *context, covey_share share)
{
    const job *work = context;
    const covey_state *state = work->state;
    const size_t begin = share.begin, count = share.end - share.begin;
    const double *vel[COVEY_AXES];
    double *unit[COVEY_AXES];
    for (int axis = 0; axis < state->dim; axis++) {
        vel[axis] = state->vel[axis] + begin;
        unit[axis] = work->heading[axis] + begin;
    }
    if (covey_state_is_deep(state))
        find_deep_units(count, vel, unit);
    else
        find_units(count, vel[0], vel[1], unit[0], unit[1]);
}

void covey_heading_find(covey_workers *workers, const covey_state *state,
                        double *const heading[COVEY_AXES])
{
    job work = {.state = state, .heading = heading};
    size_t shares = covey_parallel_shares(state->count, LEAST_AGENTS, MOST_TASKS);
    covey_parallel(workers, state->count, shares, find, &work);
}
