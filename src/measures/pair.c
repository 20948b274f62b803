// SPDX-License-Identifier: MIT
// The radial distribution function (D. Chandler, "Introduction to Modern Statistical Mechanics",
// 1987, 7.2): how many pairs there are at the distance r, over how many there would be if agents
// stood anywhere,
//   g(r) = 2 pairs in the shell / (N (N - 1)) * volume of the space / volume of the shell.
// It needs a volume, which a torus has, and shells that do not meet themselves: it ends at half of
// the shortest side. Bins without a pair are 0.
#include "base/math_trig.h"
#include "measures/agents.h"

/// Half of the shortest side, and the volume of the space.
static double reach_of(const covey_space *space, int dim, double *volume)
{
    double least = space->size[0];
    *volume = 1.0;
    for (int axis = 0; axis < dim; axis++) {
        least = space->size[axis] < least ? space->size[axis] : least;
        *volume *= space->size[axis];
    }
    return 0.5 * least;
}

/// Number of bins that lie wholly within reach.
static size_t bins_of(double reach, double width)
{
    double bins = floor(reach / width * (1.0 + 1e-12));
    return bins < COVEY_MAX_POINTS ? (size_t)bins : COVEY_MAX_POINTS;
}

/// Share of the space that is between the radii k and k + 1, times the width of a bin.
static double share_of(double k, double width, double volume, int dim)
{
    if (dim == COVEY_AXES)
        return 4.0 / 3.0 * COVEY_PI * (3.0 * k * k + 3.0 * k + 1.0) * width * width * width /
               volume;
    return COVEY_PI * (2.0 * k + 1.0) * width * width / volume;
}

static void count_pairs(const covey_view *view, double width, covey_profile *profile)
{
    for (size_t i = 0; i < view->count; i++)
        for (size_t j = 0; j < i; j++) {
            covey_vec offset = covey_space_offset(&view->space, covey_agents_pos(view, i),
                                                  covey_agents_pos(view, j));
            double place = covey_vec_length(offset) / width;
            if (place < (double)profile->count)
                profile->points[(size_t)place].count++;
        }
}

static covey_status take(covey_measure_work *work, covey_profile *profile)
{
    const covey_view *view = work->view;
    double width = work->def->bin, volume, n = (double)view->count;
    int dim = covey_agents_dim(view);
    if (view->count < 2 || !(width > 0.0) || view->space.kind != COVEY_SPACE_TORUS)
        return COVEY_OK;
    profile->count = bins_of(reach_of(&view->space, dim, &volume), width);
    for (size_t k = 0; k < profile->count; k++)
        profile->points[k] = (covey_profile_point){((double)k + 0.5) * width, 0.0, 0};
    count_pairs(view, width, profile);
    for (size_t k = 0; k < profile->count; k++) {
        double expected = 0.5 * n * (n - 1.0) * share_of((double)k, width, volume, dim);
        double found = (double)profile->points[k].count / expected;
        profile->points[k].value = covey_agents_finite(found);
    }
    return COVEY_OK;
}

static const covey_measure columns[] = {
    {"pair_distribution", "Radial distribution function g(r): pairs, over those of random places.",
     "", "Chandler 1987", false, "on an open plane or in an open space, which have no density"},
    {0},
};

const covey_measure_group covey_measure_pair = {
    .name = "pair", .columns = columns, .profile = take};
