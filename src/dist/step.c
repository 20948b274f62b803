// SPDX-License-Identifier: MIT
// A step of all ranks: ghosts come, the agents of each step, one message says how that went, and
// agents that left their box go.
#include "base/rounding.h"
#include "core/schedule.h"
#include "dist/inside.h"

enum { MOST_CUTS = 3 }; // in steps in a row

/// What a cut costs, in steps, and what ranks may lose that wait for the one with most work.
#define COST_OF_CUT 0.25

/// So much more work than the mean is cut anew at once.
#define UNEVEN 0.05

/// Factor per step on the imbalance that the last cut left: agents move, so it says ever less.
#define FADE 0.99

// ---- Totals ----

/// The totals of the agents of each flock, after the step or as they are, by their blocks.
static void add_totals(const covey_dist *self, covey_step_totals *totals)
{
    for (int f = 0; f < covey_dist_flocks(self); f++)
        for (size_t b = 0; b * COVEY_BLOCK < covey_dist_state(self, f)->count; b++)
            covey_totals_merge(&totals->flock[f].total, &self->block[f][b].moved);
}

static void take_totals(covey_dist *self, const covey_step_totals *all)
{
    for (int f = 0; f < covey_dist_flocks(self); f++)
        self->part.total[f] = all->flock[f].total;
}

void covey_dist_tell_totals(covey_dist *self)
{
    covey_step_totals totals = covey_step_totals_none(covey_dist_flocks(self));
    add_totals(self, &totals);
    covey_step_totals_merge(&self->merger, self->comm, &totals);
    take_totals(self, &totals);
}

/// The totals of a step that this rank tried.
static covey_step_totals totals_of_step(const covey_dist *self, covey_diverged first)
{
    covey_step_totals totals = covey_step_totals_none(covey_dist_flocks(self));
    const covey_step_result *tried = &self->world->tried;
    totals.first = covey_step_totals_code(first);
    totals.agents = tried->agents;
    totals.pairs = tried->pairs;
    totals.sum_pairs = tried->sum_pairs;
    totals.candidates = tried->candidates;
    for (int f = 0; f < covey_dist_flocks(self); f++)
        totals.flock[f].entered = self->world->flock[f]->entered;
    covey_dist_mark_blocks(self, &totals);
    totals.far = covey_dist_goes_far(self);
    return totals;
}

/// Takes up the counts of all ranks: rank 0 reports them in the end.
static void take_step(covey_dist *self, const covey_step_totals *all)
{
    covey_step_result *tried = &self->world->tried;
    tried->agents = all->agents;
    tried->pairs = all->pairs;
    tried->sum_pairs = all->sum_pairs;
    tried->candidates = all->candidates;
    for (int f = 0; f < covey_dist_flocks(self); f++)
        self->world->flock[f]->entered = all->flock[f].entered;
    double mean = (double)all->work / (double)self->ranks;
    self->stats.imbalance = mean > 0.0 ? (double)all->most_work / mean : 1.0;
    take_totals(self, all);
}

// ---- A step ----

/// True if boxes are to be cut anew: if what was lost by uneven work since the last cut, and would
/// not be lost right after it, has come to the cost of one. All ranks find the same.
static bool is_uneven(covey_dist *self)
{
    double uneven = self->stats.imbalance - 1.0;
    if (self->ranks == 1)
        return false;
    if (self->def.balance_every > 0)
        return self->stats.steps % self->def.balance_every == 0;
    bool again = self->cuts > 0 && self->cuts < MOST_CUTS && uneven > UNEVEN;
    if (self->cuts > 0) { // the last one a step ago
        self->left_uneven = uneven;
        self->lost = 0.0;
    }
    self->left_uneven *= FADE;
    self->lost += uneven > self->left_uneven ? uneven - self->left_uneven : 0.0;
    bool cuts = again || self->lost > COST_OF_CUT;
    self->cuts = cuts ? self->cuts + 1 : 0;
    return cuts;
}

/// Cuts the space anew, by points that were taken.
static covey_status balance(covey_dist *self, bool taken, covey_points *points, covey_error *error)
{
    double started = MPI_Wtime();
    covey_status status = covey_dist_cut(self, taken, points, error);
    if (status == COVEY_OK)
        status = covey_dist_migrate(self, error);
    self->stats.cutting += MPI_Wtime() - started;
    return status;
}

/// Lets the agents of this rank step into the next state. Other ranks do not know of a failure.
static covey_status try_step(covey_dist *self, double dt, covey_diverged *first, covey_error *error)
{
    *first = (covey_diverged){.flock = COVEY_MAX_FLOCKS};
    self->failed = self->failed || self->messages.failed;
    if (self->failed)
        return covey_dist_no_memory(error);
    covey_part_take(self->world, &self->part);
    covey_status status = covey_step_try(self->world, dt, first);
    if (status != COVEY_OK && error->status == COVEY_OK)
        *error = *covey_world_error(self->world);
    return status;
}

/// Ends a step that all ranks have tried.
static covey_status finish(covey_dist *self, const covey_step_totals *all, covey_error *error)
{
    take_step(self, all);
    covey_status status = covey_step_finish(self->world, covey_step_totals_first(all));
    if (status != COVEY_OK)
        *error = *covey_world_error(self->world);
    self->stats.steps += status == COVEY_OK;
    covey_points points = {.count = 0};
    bool cuts = status == COVEY_OK && is_uneven(self);
    bool taken = cuts && covey_dist_take_points(self, true, &points);
    covey_dist_hand_over(self);
    if (status == COVEY_OK && all->far > 0)
        status = covey_dist_migrate(self, error);
    if (status == COVEY_OK)
        status = covey_dist_contacts(self, error);
    if (status == COVEY_OK && cuts)
        return balance(self, taken, &points, error);
    covey_dist_free_points(&points);
    return status;
}

/// A step of the only rank, which has all agents and needs no others.
static covey_status step_alone(covey_dist *self, double dt, covey_status before, covey_error *error)
{
    covey_status status = before == COVEY_OK ? covey_world_step(self->world, dt) : before;
    if (before == COVEY_OK && status != COVEY_OK)
        *error = *covey_world_error(self->world);
    if (before == COVEY_OK && status == COVEY_ARG) // schedules that do not go together
        status = error->status = COVEY_INPUT;
    self->stats.steps += status == COVEY_OK;
    self->stats.imbalance = 1.0;
    self->stats.agents = self->world->tried.agents;
    return status;
}

covey_status covey_dist_step(void *dist, double dt, covey_status before, bool *stops,
                             covey_error *error)
{
    COVEY_ROUND();
    covey_dist *self = dist;
    covey_diverged first;
    if (self->ranks == 1)
        return step_alone(self, dt, before, error);
    covey_dist_part(self);
    // The parameters of this step, the same on all ranks, say how far its agents sense.
    covey_status status = covey_schedule_apply(self->world, error);
    if (status == COVEY_ARG) // schedules of the scenario that do not go together
        status = error->status = COVEY_INPUT;
    if (status == COVEY_OK)
        status = covey_dist_find_near(self, error);
    if (status != COVEY_OK)
        return status;
    covey_dist_take_ghosts(self);
    if (before == COVEY_OK)
        before = try_step(self, dt, &first, error);
    covey_step_totals all = before == COVEY_OK ? totals_of_step(self, first)
                                               : covey_step_totals_none(covey_dist_flocks(self));
    all.status = (uint64_t)before;
    all.stops = *stops;
    double started = MPI_Wtime();
    covey_step_totals_merge(&self->merger, self->comm, &all);
    self->stats.waiting += MPI_Wtime() - started;
    *stops = all.stops > 0;
    if (all.status == COVEY_OK)
        return finish(self, &all, error);
    self->stats.heard = self->stats.heard || before == COVEY_OK;
    return (covey_status)all.status;
}
