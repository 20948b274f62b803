// SPDX-License-Identifier: MIT
// Accelerations by bearing and distance of a neighbor, see the header for the sources. Sums run in
// the order of frames, then of ids.
#include "covey/forces.h"

#include "base/math_trig.h"
#include "base/misuse.h"
#include "base/rounding.h"
#include "measures/agents.h"

enum { BEARINGS = COVEY_MAP_BEARINGS };

/// Sums over the pairs of a bin.
typedef struct bin {
    double along, left, count;
} bin;

struct covey_forces {
    covey_memory memory;
    double most;
    size_t rings;
    bin *bins; ///< of ring r and bearing b at b * rings + r
};

void covey_forces_destroy(covey_forces *forces)
{
    if (forces == NULL)
        return;
    covey_memory memory = forces->memory;
    covey_memory_give(&memory, forces->bins, forces->rings * BEARINGS, sizeof *forces->bins);
    covey_memory_give(&memory, forces, 1, sizeof *forces);
}

covey_status covey_forces_create(double most, size_t rings, covey_allocator allocator,
                                 covey_forces **made, covey_error *error)
{
    if (made == NULL)
        return covey_missing(error, __func__);
    *made = NULL;
    if (!(most > 0.0 && most <= DBL_MAX))
        return covey_fail(error, COVEY_ARG, "forces reach to a finite distance above 0, not %g",
                          most);
    if (rings < 1 || rings > COVEY_MAX_POINTS)
        return covey_fail(error, COVEY_ARG, "forces have 1 to %d bins of distances",
                          COVEY_MAX_POINTS);
    covey_memory memory = covey_memory_init(allocator);
    covey_forces *forces = covey_memory_take(&memory, 1, sizeof *forces);
    if (forces != NULL) {
        *forces = (covey_forces){.memory = memory, .most = most, .rings = rings};
        forces->bins = covey_memory_take(&forces->memory, rings * BEARINGS, sizeof *forces->bins);
    }
    if (forces == NULL || forces->bins == NULL) {
        covey_forces_destroy(forces);
        return covey_fail(error, COVEY_MEMORY, "no memory for forces");
    }
    *made = forces;
    return COVEY_OK;
}

// ---- Frames ----

/// The angle from one direction to another, counterclockwise.
static double angle(covey_vec from, covey_vec to)
{
    const double dot = covey_vec_dot(from, to), turned = from.x * to.y - from.y * to.x;
    return dot == 0.0 && turned == 0.0 ? (double)NAN : covey_atan2(turned, dot);
}

/// Adds an acceleration to the bins of the neighbors of agent j of a frame.
static void add_neighbors(covey_forces *self, const covey_view *view, size_t j, covey_vec change)
{
    const covey_vec ahead = covey_vec_unit(covey_agents_ahead(view, j));
    const covey_vec left = {0.0 - ahead.y, ahead.x, 0.0};
    const double along = covey_vec_dot(change, ahead), turn = covey_vec_dot(change, left);
    for (size_t k = 0; k < view->count; k++) {
        const covey_vec way =
            covey_space_offset(&view->space, covey_agents_pos(view, j), covey_agents_pos(view, k));
        const double distance = covey_vec_length(way), bearing = angle(ahead, way);
        if (k == j || isnan(bearing) || !(distance < self->most))
            continue;
        size_t sector = (size_t)((bearing + COVEY_PI) / (2.0 * COVEY_PI) * BEARINGS);
        sector = sector < BEARINGS ? sector : BEARINGS - 1;
        const size_t ring = (size_t)(distance / self->most * (double)self->rings);
        bin *to = &self->bins[sector * self->rings + (ring < self->rings ? ring : ring - 1)];
        to->along += along;
        to->left += turn;
        to->count++;
    }
}

covey_status covey_forces_add(covey_forces *forces, const covey_view *before, const covey_view *now,
                              double elapsed, covey_error *error)
{
    COVEY_ROUND();
    if (forces == NULL || before == NULL || now == NULL)
        return covey_missing(error, __func__);
    if (covey_agents_dim(now) != COVEY_PLANE || covey_agents_dim(before) != COVEY_PLANE)
        return covey_fail(error, COVEY_INPUT, "forces are those of tracks in a plane");
    if (!(elapsed > 0.0 && elapsed <= DBL_MAX))
        return covey_fail(error, COVEY_ARG, "elapsed = %g is no time between two frames", elapsed);
    for (size_t i = 0, j = 0; before->vel[0] != NULL && now->vel[0] != NULL && i < now->count;
         i++) {
        while (j < before->count && before->id[j] < now->id[i])
            j++;
        if (j == before->count || before->id[j] != now->id[i])
            continue;
        const covey_vec old = covey_agents_vel(before, j), new = covey_agents_vel(now, i);
        const covey_vec change = covey_vec_divide(covey_vec_sub(new, old), elapsed);
        const double flies = covey_vec_length(covey_agents_ahead(before, j));
        if (isfinite(change.x) && isfinite(change.y) && flies > 0.0)
            add_neighbors(forces, before, j, change);
    }
    return COVEY_OK;
}

// ---- Results ----

size_t covey_forces_size(const covey_forces *forces)
{
    return forces != NULL ? forces->rings * BEARINGS : 0;
}

covey_force covey_forces_at(const covey_forces *forces, size_t index)
{
    COVEY_ROUND();
    if (index >= covey_forces_size(forces))
        return (covey_force){0};
    const size_t sector = index / forces->rings, ring = index % forces->rings;
    const bin *of = &forces->bins[index];
    const double none = (double)NAN;
    return (covey_force){.bearing = ((double)sector + 0.5) * 2.0 * COVEY_PI / BEARINGS - COVEY_PI,
                         .distance = ((double)ring + 0.5) * forces->most / (double)forces->rings,
                         .speeding = of->count > 0.0 ? of->along / of->count : none,
                         .turning = of->count > 0.0 ? of->left / of->count : none,
                         .count = (uint64_t)of->count};
}
