// SPDX-License-Identifier: MIT
// Speeds, accelerations and turning rates of single agents between two frames. The acceleration is
// the change of the velocity, the turning rate that of the heading, over the time between.
#include "base/misuse.h"
#include "base/rounding.h"
#include "covey/measure.h"
#include "measures/agents.h"

static bool do_ascend(const covey_view *view)
{
    for (size_t i = 1; i < view->count; i++)
        if (view->id[i] <= view->id[i - 1])
            return false;
    return true;
}

static covey_vec velocity_of(const covey_view *view, size_t i)
{
    if (view->vel[0] != NULL)
        return covey_agents_vel(view, i);
    return (covey_vec){(double)NAN, (double)NAN, (double)NAN};
}

/// The velocity of an agent and a vector in its direction.
typedef struct flight {
    covey_vec vel, ahead;
} flight;

static flight flight_of(const covey_view *view, size_t i)
{
    return (flight){velocity_of(view, i), covey_agents_ahead(view, i)};
}

static covey_agent_motion motion_of(flight before, flight now, double elapsed, int dim)
{
    double change = covey_vec_length(covey_vec_sub(now.vel, before.vel));
    double turn = covey_agents_angle(before.ahead, now.ahead, dim);
    return (covey_agent_motion){.speed = covey_agents_finite(covey_vec_length(now.vel)),
                                .acceleration = covey_agents_finite(change / elapsed),
                                .turning_rate = covey_agents_finite(turn / elapsed)};
}

covey_status covey_measure_motion(const covey_view *before, const covey_view *now, double elapsed,
                                  covey_agent_motion *values, covey_error *error)
{
    COVEY_ROUND();
    if (now == NULL || (values == NULL && now->count > 0))
        return covey_missing(error, __func__);
    if (before != NULL && !(elapsed > 0.0 && elapsed <= DBL_MAX))
        return covey_fail(error, COVEY_ARG, "elapsed = %g is no time between two frames", elapsed);
    if (!do_ascend(now) || (before != NULL && !do_ascend(before)))
        return covey_fail(error, COVEY_ARG, "the ids of the frames do not ascend");
    const covey_vec none = {(double)NAN, (double)NAN, (double)NAN};
    const flight unknown = {none, none};
    for (size_t i = 0, j = 0; i < now->count; i++) {
        while (before != NULL && j < before->count && before->id[j] < now->id[i])
            j++;
        bool was = before != NULL && j < before->count && before->id[j] == now->id[i];
        values[i] = motion_of(was ? flight_of(before, j) : unknown, flight_of(now, i), elapsed,
                              covey_agents_dim(now));
    }
    return COVEY_OK;
}
