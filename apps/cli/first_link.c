// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "first_link.h"

#include <covey/measure.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// The mean distance to the nearest agent in a set, whose places may be beyond the seams of a
/// torus; NaN if it has fewer than two.
static covey_status nearest_in(const covey_frame_set *set, double *nearest, covey_error *error)
{
    double values[COVEY_MAX_MEASURES];
    const int which = covey_measure_find("nearest_mean"), dim = covey_space_dim(&set->space);
    covey_measure_def def = covey_measure_def_default();
    covey_view view = {.count = set->count, .space = set->space, .id = set->id};
    *nearest = (double)NAN;
    if (set->count < 2)
        return COVEY_OK;
    double *places = malloc(2 * COVEY_AXES * set->count * sizeof *places);
    if (places == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    for (int axis = 0; axis < dim; axis++) {
        view.pos[axis] = places + (size_t)axis * set->count;
        view.vel[axis] = places + (size_t)(COVEY_AXES + axis) * set->count;
    }
    for (size_t i = 0; i < set->count; i++) {
        const covey_vec pos = covey_space_fold(&set->space, covey_vec_at(set->pos, i));
        const double at[COVEY_AXES] = {pos.x, pos.y, pos.z};
        for (int axis = 0; axis < dim; axis++) {
            places[(size_t)axis * set->count + i] = at[axis];
            places[(size_t)(COVEY_AXES + axis) * set->count + i] = (double)NAN;
        }
    }
    def.wanted = UINT64_C(1) << which;
    covey_status status = covey_measure_all(&view, &def, values, error);
    *nearest = status == COVEY_OK ? values[which] : (double)NAN;
    free(places);
    return status;
}

/// The same in a frame, over all sets; 0 if none has two agents at two places.
static covey_status nearest_of(const covey_frame_set *sets, int count, double *nearest,
                               covey_error *error)
{
    double sum = 0.0, agents = 0.0;
    covey_status status = COVEY_OK;
    for (int k = 0; k < count && status == COVEY_OK; k++) {
        double mean;
        status = nearest_in(&sets[k], &mean, error);
        sum += isnan(mean) ? 0.0 : mean * (double)sets[k].count;
        agents += isnan(mean) ? 0.0 : (double)sets[k].count;
    }
    *nearest = agents > 0.0 ? sum / agents : 0.0;
    return status;
}

covey_status first_link_find(const covey_input_def *from, const covey_frame_set *sets, int count,
                             double *link, covey_error *error)
{
    struct stat about;
    double nearest = 0.0;
    covey_input *input = NULL;
    covey_status status = nearest_of(sets, count, &nearest, error);
    *link = nearest > 0.0 ? 2.0 * nearest : 1.0;
    if (status != COVEY_OK || nearest > 0.0 || count == 0)
        return status;
    if (strcmp(from->path, "-") == 0 || stat(from->path, &about) != 0 || !S_ISREG(about.st_mode))
        return COVEY_OK;
    covey_input_def again = *from;
    again.differences = false;
    status = covey_input_open(&again, &input, error);
    while (status == COVEY_OK && nearest == 0.0 &&
           covey_input_next(input, &sets, &count, NULL) == COVEY_OK && count > 0)
        status = nearest_of(sets, count, &nearest, error);
    covey_input_close(input);
    *link = nearest > 0.0 ? 2.0 * nearest : 1.0;
    return status;
}
