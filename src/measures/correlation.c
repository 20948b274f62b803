// SPDX-License-Identifier: MIT
// The correlation of velocity fluctuations over distance (A. Cavagna et al., "Scale-free
// correlations in starling flocks", 2010, equations 3 and 5):
//   u_i = v_i - mean of all v,   C(r) = mean of u_i · u_j over the pairs at the distance r / c0,
// c0 = mean of u_i · u_i, so that C(0) = 1. Where it crosses 0 is the correlation length. Pairs are
// put into bins of one width, x is the middle of a bin, and bins without a pair have no point.
// Sums are exact, so the order of agents does not change them.
#include "measures/agents.h"
#include "measures/sum.h"

typedef struct bin {
    covey_sum sum;
    uint64_t pairs;
} bin;

static void add_pairs(const covey_view *view, const covey_velocity_fluctuations *self, double width,
                      bin *bins)
{
    for (size_t i = 0; i < self->count; i++)
        for (size_t j = 0; j < i; j++) {
            covey_vec offset = covey_space_offset(&view->space, self->pos[i], self->pos[j]);
            double place = covey_vec_length(offset) / width;
            if (!(place < COVEY_MAX_POINTS))
                continue;
            bin *at = &bins[(int)place];
            covey_sum_add(&at->sum, covey_vec_dot(self->u[i], self->u[j]));
            at->pairs++;
        }
}

static void make_points(const covey_velocity_fluctuations *self, double width, const bin *bins,
                        covey_profile *profile)
{
    covey_sum squares = {0};
    for (size_t i = 0; i < self->count; i++)
        covey_sum_add(&squares, covey_vec_dot(self->u[i], self->u[i]));
    double c0 = covey_sum_mean(&squares, self->count);
    for (int k = 0; k < COVEY_MAX_POINTS; k++) {
        if (bins[k].pairs == 0)
            continue;
        double mean = covey_sum_mean(&bins[k].sum, (size_t)bins[k].pairs);
        profile->points[profile->count++] =
            (covey_profile_point){((double)k + 0.5) * width, mean / c0, bins[k].pairs};
    }
}

static covey_status take(covey_measure_work *work, covey_profile *profile)
{
    const covey_view *view = work->view;
    covey_memory *memory = &work->shared->memory;
    double width = work->def->bin;
    if (view->count < 2 || !(width > 0.0))
        return COVEY_OK;
    covey_vec *vectors = covey_memory_take(memory, view->count, 2 * sizeof *vectors);
    bin *bins = covey_memory_take(memory, COVEY_MAX_POINTS, sizeof *bins);
    covey_status status = COVEY_MEMORY;
    if (vectors != NULL && bins != NULL) {
        covey_velocity_fluctuations self = {.pos = vectors, .u = vectors + view->count};
        status = COVEY_OK;
        if (covey_velocity_fluctuations_find(view, NULL, &self)) {
            add_pairs(view, &self, width, bins);
            make_points(&self, width, bins, profile);
        }
    }
    covey_memory_give(memory, vectors, view->count, 2 * sizeof *vectors);
    covey_memory_give(memory, bins, COVEY_MAX_POINTS, sizeof *bins);
    return status;
}

static const covey_measure columns[] = {
    {"correlation", "Correlation of velocity fluctuations over distance.", "",
     "Cavagna et al. 2010, doi:10.1073/pnas.1005766107", true, "where all velocities are the same"},
    {0},
};

const covey_measure_group covey_measure_correlation = {
    .name = "correlation", .columns = columns, .profile = take};
