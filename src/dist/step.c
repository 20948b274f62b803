// SPDX-License-Identifier: MIT
// A step of all ranks: totals and ghosts, the step of each, one message about how it went.
#include "core/bodies.h"
#include "core/catch.h"
#include "core/schedule.h"
#include "dist/borders.h"
#include "dist/inside.h"

enum { BALANCE_EVERY = 32 }; // steps

/// Totals of whole flocks. The largest and least numbers travel as they are, so that all ranks have
/// the same bits.
static void merge_totals(covey_dist *self)
{
    int flocks = covey_dist_flocks(self);
    uint64_t count[COVEY_MAX_FLOCKS];
    double most[COVEY_MAX_FLOCKS][2 * COVEY_AXES + 1];
    for (int f = 0; f < flocks; f++) {
        covey_totals totals = covey_totals_none();
        for (size_t k = 0; k < self->own[f].count; k++) {
            const uint64_t *row = covey_rows_at(&self->own[f], k);
            covey_totals_add(&totals, covey_dist_place(self, row), covey_dist_velocity(self, row));
        }
        count[f] = totals.count;
        for (int axis = 0; axis < COVEY_AXES; axis++) {
            most[f][axis] = totals.high[axis];
            most[f][COVEY_AXES + axis] = -totals.low[axis];
        }
        most[f][2 * COVEY_AXES] = totals.fastest;
    }
    MPI_Allreduce(MPI_IN_PLACE, count, flocks, MPI_UINT64_T, MPI_SUM, self->comm);
    MPI_Allreduce(MPI_IN_PLACE, most, flocks * (2 * COVEY_AXES + 1), MPI_DOUBLE, MPI_MAX,
                  self->comm);
    for (int f = 0; f < flocks; f++) {
        covey_totals *totals = &self->part.total[f];
        totals->count = count[f];
        for (int axis = 0; axis < COVEY_AXES; axis++) {
            totals->high[axis] = most[f][axis];
            totals->low[axis] = -most[f][COVEY_AXES + axis];
        }
        totals->fastest = most[f][2 * COVEY_AXES];
    }
}

/// Gives the world of this rank its own agents and the ghosts near its box.
static covey_status take_ghosts(covey_dist *self, covey_error *error)
{
    covey_status status = COVEY_OK;
    const covey_space *space = &self->world->def.space;
    size_t owned[COVEY_MAX_FLOCKS];
    for (int f = 0; f < covey_dist_flocks(self); f++)
        owned[f] = self->own[f].count;
    self->stats.agents = self->stats.ghosts = 0;
    for (int f = 0; f < covey_dist_flocks(self) && status == COVEY_OK; f++) {
        covey_rows *own = &self->own[f];
        covey_parcels *leaving = &self->leaving[f];
        double reach = covey_borders_reach(space, covey_world_ghost_reach(self->world, f));
        covey_borders near;
        reach *= self->def.reach > 0.0 ? self->def.reach : 1.0;
        bool good = covey_borders_find(&near, space, self->box, self->ranks, self->rank, reach);
        leaving->rows.width = own->width;
        for (size_t k = 0; k < own->count && good; k++) {
            const uint64_t *row = covey_rows_at(own, k);
            covey_vec place = covey_dist_place(self, row);
            if (covey_borders_is_inner(&near, place))
                continue;
            for (int n = 0; n < near.count && good; n++)
                if (covey_borders_reaches(&near, n, place))
                    good = covey_parcels_add(leaving, row, near.rank[n]);
        }
        status = covey_dist_send(self, f, !good, error);
        self->stats.agents += owned[f];
        self->stats.ghosts += own->count - owned[f];
        self->present[f] = own->count;
        covey_borders_free(&near);
    }
    self->stats.ghosts_sum += self->stats.ghosts;
    if (status == COVEY_OK)
        status = covey_dist_fill(self, self->own, &self->part, error);
    for (int f = 0; f < covey_dist_flocks(self); f++) // the ghosts have only lain behind them
        self->own[f].count = owned[f] < self->own[f].count ? owned[f] : self->own[f].count;
    return status;
}

/// The counts of a step that was tried, over all ranks, and the first agent that diverges.
static covey_diverged merge_tried(covey_dist *self, covey_diverged first)
{
    covey_world *world = self->world;
    covey_step_result *tried = &world->tried;
    uint64_t sums[4 + COVEY_MAX_FLOCKS] = {tried->agents, tried->pairs, tried->sum_pairs,
                                           tried->candidates};
    uint64_t code = (uint64_t)first.flock << 32 | first.id;
    double started = MPI_Wtime();
    for (int f = 0; f < covey_dist_flocks(self); f++)
        sums[4 + f] = world->flock[f]->entered;
    MPI_Allreduce(MPI_IN_PLACE, &code, 1, MPI_UINT64_T, MPI_MIN, self->comm);
    self->stats.waiting += MPI_Wtime() - started;
    MPI_Allreduce(MPI_IN_PLACE, sums, 4 + covey_dist_flocks(self), MPI_UINT64_T, MPI_SUM,
                  self->comm);
    tried->agents = sums[0];
    tried->pairs = sums[1];
    tried->sum_pairs = sums[2];
    tried->candidates = sums[3];
    for (int f = 0; f < covey_dist_flocks(self); f++)
        world->flock[f]->entered = sums[4 + f];
    return (covey_diverged){.flock = (int)(code >> 32), .id = (uint32_t)code};
}

/// Bodies push each other, and agents are caught, in the whole world, which every rank has then.
static covey_status end_together(covey_dist *self, covey_error *error)
{
    covey_status status = covey_dist_bring(self, true, error);
    if (status != COVEY_OK)
        return status;
    covey_bodies_step(self->world);
    covey_catch_step(self->world);
    return covey_dist_merge(self,
                            covey_dist_keep(self, false) ? COVEY_OK : covey_dist_no_memory(error));
}

static covey_status try_step(covey_dist *self, double dt, bool looks, covey_error *error)
{
    covey_diverged first = {.flock = COVEY_MAX_FLOCKS};
    covey_status status =
        !looks || covey_dist_take_cost(self) ? COVEY_OK : covey_dist_no_memory(error);
    if (status == COVEY_OK && looks)
        covey_part_take(self->world, &self->part);
    if (status == COVEY_OK)
        status = covey_step_try(self->world, dt, &first);
    if (status != COVEY_OK && error->status == COVEY_OK)
        *error = *covey_world_error(self->world);
    status = covey_dist_merge(self, status);
    if (status != COVEY_OK)
        return status;
    status = covey_step_finish(self->world, merge_tried(self, first));
    if (status != COVEY_OK)
        *error = *covey_world_error(self->world);
    bool good = covey_dist_keep(self, true);
    covey_status kept = covey_dist_merge(self, good ? COVEY_OK : covey_dist_no_memory(error));
    return status != COVEY_OK ? status : kept;
}

covey_status covey_dist_step(void *dist, double dt, covey_error *error)
{
    covey_dist *self = dist;
    bool looks = self->ranks > 1 && !self->together && self->stats.steps >= self->looks_at;
    // The parameters of this step, the same on all ranks, tell how far its agents sense.
    covey_status status = covey_schedule_apply(self->world, error);
    if (status != COVEY_OK)
        return status;
    merge_totals(self);
    status = covey_dist_merge(self, take_ghosts(self, error));
    if (status == COVEY_OK)
        status = try_step(self, dt, looks, error);
    self->stats.steps += status == COVEY_OK;
    if (status == COVEY_OK && self->together)
        status = end_together(self, error);
    if (status == COVEY_OK && looks) {
        uint64_t every = self->def.balance_every > 0 ? self->def.balance_every : BALANCE_EVERY;
        self->looks_at = self->stats.steps + every - 1;
        status = covey_dist_balance(self, error);
    }
    covey_dist_drop_cost(self);
    return status == COVEY_OK ? covey_dist_migrate(self, error) : status;
}
