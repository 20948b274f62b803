// SPDX-License-Identifier: MIT
// The correlation length (A. Cavagna et al., "Scale-free correlations in starling flocks", 2010):
// the distance at which the correlation of velocity fluctuations, that of the profile
// `correlation`, first crosses zero, on the straight line between the middles of the two bins
// around it, or from C(0) = 1. Of a flock of more than SAMPLE agents it is that of those of the
// lowest ids, with the mean velocity of all, so that the time does not grow with the square of
// the number of agents.
#include "measures/agents.h"

enum { SAMPLE = 400 };

typedef struct bin {
    double sum;
    size_t pairs;
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
            at->sum += covey_vec_dot(self->u[i], self->u[j]);
            at->pairs++;
        }
}

/// The first zero, NaN if there is none; `c0` is the mean square of u.
static double find_zero(const bin *bins, double width, double c0)
{
    double x = 0.0, value = 1.0;
    for (int k = 0; k < COVEY_MAX_POINTS; k++) {
        if (bins[k].pairs == 0)
            continue;
        double next = bins[k].sum / (double)bins[k].pairs / c0, at = ((double)k + 0.5) * width;
        if (next <= 0.0)
            return x + (at - x) * value / (value - next);
        x = at;
        value = next;
    }
    return (double)NAN;
}

static double length_of(const covey_view *view, covey_velocity_fluctuations *self, double width,
                        bin *bins)
{
    double squares = 0.0;
    self->count = self->count < SAMPLE ? self->count : SAMPLE;
    for (size_t i = 0; i < self->count; i++)
        squares += covey_vec_dot(self->u[i], self->u[i]);
    if (!(squares > 0.0))
        return (double)NAN;
    add_pairs(view, self, width, bins);
    return find_zero(bins, width, squares / (double)self->count);
}

static covey_status compute(covey_measure_work *work, double *values)
{
    const covey_view *view = work->view;
    const size_t count = view->count;
    covey_memory *memory = &work->shared->memory;
    const double bin_width = work->def->bin;
    const double width = bin_width > 0.0 ? bin_width : 0.25 * work->def->link;
    if (count < 2 || !(width > 0.0))
        return COVEY_OK;
    covey_vec *vectors = covey_memory_take(memory, count, 2 * sizeof *vectors);
    uint32_t *order = covey_memory_take(memory, count, 2 * sizeof *order);
    bin *bins = covey_memory_take(memory, COVEY_MAX_POINTS, sizeof *bins);
    covey_status status = COVEY_MEMORY;
    if (vectors != NULL && order != NULL && bins != NULL) {
        covey_velocity_fluctuations self = {.pos = vectors, .u = vectors + count};
        covey_view_order(view, order);
        status = COVEY_OK;
        if (covey_velocity_fluctuations_find(view, order, &self))
            values[0] = length_of(view, &self, width, bins);
    }
    covey_memory_give(memory, vectors, count, 2 * sizeof *vectors);
    covey_memory_give(memory, order, count, 2 * sizeof *order);
    covey_memory_give(memory, bins, COVEY_MAX_POINTS, sizeof *bins);
    return status;
}

static const covey_measure columns[] = {
    {"correlation_length", "Distance at which the correlation of velocities first crosses 0.", "L",
     "Cavagna et al. 2010, doi:10.1073/pnas.1005766107", true, "where all velocities are the same"},
    {0},
};

const covey_measure_group covey_measure_correlation_length = {
    .name = "correlation_length", .columns = columns, .compute = compute};
