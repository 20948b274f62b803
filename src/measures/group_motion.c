// SPDX-License-Identifier: MIT
// How a group moves as one, and where its agents are in it. Sums run in the order of the view: that
// of ids, in recorded tracks.
#include "base/math_trig.h"
#include "base/misuse.h"
#include "base/rounding.h"
#include "base/sphere.h"
#include "measures/agents.h"

static const covey_vec unknown = {(double)NAN, (double)NAN, (double)NAN};

static covey_vec velocity_of(const covey_view *view, size_t i)
{
    return view->vel[0] != NULL ? covey_agents_vel(view, i) : unknown;
}

/// The mean of the known velocities.
static covey_vec mean_velocity(const covey_view *view)
{
    covey_vec sum = {0, 0, 0};
    double count = 0.0;
    for (size_t i = 0; i < view->count; i++) {
        const covey_vec vel = velocity_of(view, i);
        sum = isnan(vel.x) ? sum : covey_vec_add(sum, vel);
        count += isnan(vel.x) ? 0.0 : 1.0;
    }
    return count > 0.0 ? covey_vec_divide(sum, count) : unknown;
}

/// A vector in the direction of a group: the mean of body axes, or of velocities.
static covey_vec mean_ahead(const covey_view *view)
{
    covey_view axes = *view;
    for (int axis = 0; axis < COVEY_AXES && view->heading[0] != NULL; axis++)
        axes.vel[axis] = view->heading[axis];
    return mean_velocity(&axes);
}

/// The mean velocities, before and now, of the agents whose velocity is known in both frames.
static void mean_both(const covey_view *a, const covey_view *b, covey_vec *before, covey_vec *now)
{
    covey_vec first = {0, 0, 0}, second = first;
    double count = 0.0;
    for (size_t i = 0, j = 0; a != NULL && i < b->count; i++) {
        while (j < a->count && a->id[j] < b->id[i])
            j++;
        if (j == a->count || a->id[j] != b->id[i])
            continue;
        const covey_vec old = velocity_of(a, j), new = velocity_of(b, i);
        if (isnan(old.x) || isnan(new.x))
            continue;
        first = covey_vec_add(first, old);
        second = covey_vec_add(second, new);
        count++;
    }
    *before = count > 0.0 ? covey_vec_divide(first, count) : unknown;
    *now = count > 0.0 ? covey_vec_divide(second, count) : unknown;
}

/// The angle from one direction to another: in the plane counterclockwise, else its size.
static double angle(covey_vec from, covey_vec to, int dim)
{
    const covey_vec cross = covey_sphere_cross(from, to);
    const double dot = covey_vec_dot(from, to);
    const double turned = dim == COVEY_AXES ? covey_vec_length(cross) : cross.z;
    return dot == 0.0 && turned == 0.0 ? (double)NAN : covey_atan2(turned, dot);
}

static bool do_ascend(const covey_view *view)
{
    for (size_t i = 1; i < view->count; i++)
        if (view->id[i] <= view->id[i - 1])
            return false;
    return true;
}

covey_status covey_measure_group_motion(const covey_view *before, const covey_view *now,
                                        double elapsed, covey_group_motion *found,
                                        covey_error *error)
{
    COVEY_ROUND();
    if (now == NULL || found == NULL)
        return covey_missing(error, __func__);
    if (before != NULL && !(elapsed > 0.0 && elapsed <= DBL_MAX))
        return covey_fail(error, COVEY_ARG, "elapsed = %g is no time between two frames", elapsed);
    if (!do_ascend(now) || (before != NULL && !do_ascend(before)))
        return covey_fail(error, COVEY_ARG, "the ids of the frames do not ascend");
    covey_vec old, new;
    mean_both(before, now, &old, &new);
    *found = (covey_group_motion){.center = covey_center(now), .vel = mean_velocity(now)};
    found->speed = covey_vec_length(found->vel);
    found->acceleration = covey_vec_length(covey_vec_sub(new, old)) / elapsed;
    found->turning_rate = angle(old, new, covey_agents_dim(now)) / elapsed;
    return COVEY_OK;
}

covey_status covey_measure_places(const covey_view *view, covey_agent_place *values,
                                  covey_error *error)
{
    COVEY_ROUND();
    if (view == NULL || (values == NULL && view->count > 0))
        return covey_missing(error, __func__);
    const covey_vec center = covey_center(view), ahead = covey_vec_unit(mean_ahead(view));
    const bool flies = covey_vec_dot(ahead, ahead) > 0.0;
    const bool deep = covey_agents_dim(view) == COVEY_AXES;
    for (size_t i = 0; i < view->count; i++) {
        const covey_vec way = covey_space_offset(&view->space, center, covey_agents_pos(view, i));
        const covey_vec cross = covey_sphere_cross(ahead, way);
        values[i] = (covey_agent_place){(double)NAN, (double)NAN, covey_vec_length(way)};
        if (flies)
            values[i].front = covey_vec_dot(way, ahead);
        if (flies)
            values[i].left = deep ? covey_vec_length(cross) : cross.z;
    }
    return COVEY_OK;
}
