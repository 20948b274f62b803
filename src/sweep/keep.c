// SPDX-License-Identifier: MIT
#include "sweep/keep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Rows of a trajectory: 1 GB of memory.
enum { TRAJECTORY_MOST = 1 << 24 };

void covey_sweep_kept_free(covey_sweep_kept *kept)
{
    free(kept->profiles);
    free(kept->trajectory);
    free(kept->agents);
    free(kept->values);
    *kept = (covey_sweep_kept){0};
}

/// Makes room for `more` items behind `count`. False without memory.
static bool grow(void **items, size_t *room, size_t count, size_t more, size_t size)
{
    if (count + more <= *room)
        return true;
    size_t wanted = 2 * *room + more + 64;
    void *block = realloc(*items, wanted * size);
    if (block == NULL)
        return false;
    *items = block;
    *room = wanted;
    return true;
}

// ---- Profiles ----

/// Place of a point among the kept points, or of the kept point before which it belongs.
static size_t find_point(const covey_sweep_kept *kept, int flock, int profile, double x)
{
    size_t low = 0, high = kept->profiles_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const covey_sweep_profile *at = &kept->profiles[middle];
        bool before = at->flock != flock       ? at->flock < flock
                      : at->profile != profile ? at->profile < profile
                                               : at->x < x;
        if (before)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static covey_status add_point(covey_sweep_kept *kept, int flock, int profile,
                              const covey_profile_point *point, covey_error *error)
{
    size_t at = find_point(kept, flock, profile, point->x);
    covey_sweep_profile *points = kept->profiles;
    bool known = at < kept->profiles_count && points[at].flock == flock &&
                 points[at].profile == profile && points[at].x == point->x;
    if (!known) {
        void *items = points;
        if (!grow(&items, &kept->profiles_room, kept->profiles_count, 1, sizeof *points))
            return covey_fail(error, COVEY_MEMORY, "no memory for the profiles");
        kept->profiles = points = items;
        memmove(points + at + 1, points + at, (kept->profiles_count - at) * sizeof *points);
        points[at] = (covey_sweep_profile){.flock = flock, .profile = profile, .x = point->x};
        kept->profiles_count++;
    }
    points[at].count += point->count;
    if (isfinite(point->value)) {
        points[at].sum += point->value;
        points[at].samples++;
    }
    return COVEY_OK;
}

covey_status covey_sweep_keep_profiles(covey_sweep_kept *kept, int flock, const covey_view *view,
                                       const covey_measure_def *how, covey_error *error)
{
    const covey_measure_group *group;
    covey_profile *taken = calloc(1, sizeof *taken);
    covey_status status = COVEY_OK;
    if (taken == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for a profile");
    for (int k = 0; status == COVEY_OK && (group = covey_profile_of(how, k)) != NULL; k++) {
        if (group->dim != 0 && group->dim != covey_space_dim(&view->space))
            continue;
        status = covey_profile_take(group, view, how, taken, error);
        for (size_t i = 0; status == COVEY_OK && i < taken->count; i++)
            status = add_point(kept, flock, k, &taken->points[i], error);
    }
    free(taken);
    return status;
}

// ---- Agents ----

static int by_id(const void *left, const void *right)
{
    const covey_sweep_kept_agent *a = left, *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

static void take_agent(covey_sweep_kept_agent *to, int flock, const covey_view *view, size_t i)
{
    *to = (covey_sweep_kept_agent){.step = view->step, .flock = flock, .id = view->id[i]};
    for (int axis = 0; axis < covey_space_dim(&view->space); axis++) {
        to->pos[axis] = view->pos[axis][i];
        to->vel[axis] = view->vel[axis][i];
    }
}

covey_status covey_sweep_keep_frame(covey_sweep_kept *kept, int flock, const covey_view *view,
                                    covey_error *error)
{
    void *items = kept->trajectory;
    if (kept->trajectory_count + view->count > TRAJECTORY_MOST)
        return covey_fail(error, COVEY_ARG,
                          "the trajectory of a run has more than %d rows: choose a larger --every",
                          TRAJECTORY_MOST);
    if (!grow(&items, &kept->trajectory_room, kept->trajectory_count, view->count,
              sizeof *kept->trajectory))
        return covey_fail(error, COVEY_MEMORY, "no memory for the trajectory");
    kept->trajectory = items;
    covey_sweep_kept_agent *first = kept->trajectory + kept->trajectory_count;
    for (size_t i = 0; i < view->count; i++)
        take_agent(&first[i], flock, view, i);
    qsort(first, view->count, sizeof *first, by_id);
    kept->trajectory_count += view->count;
    return COVEY_OK;
}

covey_status covey_sweep_keep_agents(covey_sweep_kept *kept, int flock, const covey_view *view,
                                     const covey_measure_def *how, covey_error *error)
{
    size_t room = kept->agents_room;
    void *items = kept->agents, *values = kept->values;
    bool both = grow(&items, &room, kept->agents_count, view->count, sizeof *kept->agents);
    kept->agents = items;
    both = both &&
           grow(&values, &kept->agents_room, kept->agents_count, view->count, sizeof *kept->values);
    kept->values = values;
    if (!both)
        return covey_fail(error, COVEY_MEMORY, "no memory for the agents");
    for (size_t i = 0; i < view->count; i++)
        take_agent(&kept->agents[kept->agents_count + i], flock, view, i);
    covey_status status = covey_measure_agents(view, how, kept->values + kept->agents_count, error);
    kept->agents_count += view->count;
    return status;
}
