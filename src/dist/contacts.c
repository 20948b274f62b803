// SPDX-License-Identifier: MIT
// What agents of all ranks do to each other once all have moved (core/part.h): hard bodies push
// each other apart, and agents are caught. Both need agents of near ranks alone: bodies that touch,
// hunters in reach of the prey.
#include "core/bodies.h"
#include "core/predation.h"
#include "dist/inside.h"

#include <stdlib.h>

static void count_own(covey_dist *self)
{
    for (int f = 0; f < covey_dist_flocks(self); f++)
        self->owned[f] = covey_dist_state(self, f)->count;
}

// ---- Hard bodies ----

/// How far a body of this rank is from its box, into which it goes after the last sweep.
static double find_drift(const covey_dist *self)
{
    double most = 0.0;
    for (int f = 0; f < covey_dist_flocks(self); f++)
        for (size_t i = 0; i < self->owned[f] && self->world->flock[f]->hard; i++) {
            double away =
                covey_borders_away(&self->near, covey_state_pos(covey_dist_state(self, f), i));
            most = away > most ? away : most;
        }
    return most;
}

/// Brings the bodies of others in reach of those of this rank, which drift at most so far. Returns
/// the largest overlap of all ranks.
static covey_status find_pushes(covey_dist *self, double drift, double *worst, covey_error *error)
{
    double reach[COVEY_MAX_FLOCKS] = {0.0};
    double far = covey_dist_contact_reach(self, covey_bodies_reach(self->world) + drift);
    covey_status status = covey_dist_widen(self, far, error);
    if (status != COVEY_OK)
        return status;
    for (int f = 0; f < covey_dist_flocks(self); f++)
        reach[f] = self->world->flock[f]->hard ? far : 0.0;
    covey_dist_leave_ghosts(self);
    covey_dist_take_near(self, reach);
    bool good = !self->failed && !self->messages.failed;
    double all[2] = {good ? 0.0 : 1.0, good ? covey_bodies_find(self->world, self->owned) : 0.0};
    MPI_Allreduce(MPI_IN_PLACE, all, 2, MPI_DOUBLE, MPI_MAX, self->comm);
    *worst = all[1];
    return all[0] == 0.0 ? COVEY_OK : covey_dist_no_memory(error);
}

/// Bodies drift out of boxes from sweep to sweep, and stay with their ranks until the end.
static covey_status push_bodies(covey_dist *self, bool *moved, covey_error *error)
{
    double drift = 0.0, worst = 0.0;
    int sweeps = 0;
    count_own(self);
    covey_bodies_begin(self->world, self->owned);
    covey_status status = find_pushes(self, drift, &worst, error);
    bool heap = false;
    for (; status == COVEY_OK && !heap && covey_bodies_go_on(self->world, sweeps, worst);
         sweeps++) {
        heap = covey_bodies_is_heap(worst);
        covey_bodies_move(self->world, self->owned);
        drift = find_drift(self);
        MPI_Allreduce(MPI_IN_PLACE, &drift, 1, MPI_DOUBLE, MPI_MAX, self->comm);
        status = find_pushes(self, drift, &worst, error);
    }
    if (status == COVEY_OK && sweeps > 0)
        covey_bodies_end(self->world, self->owned);
    covey_dist_leave_ghosts(self);
    *moved = *moved || sweeps > 0;
    return status == COVEY_OK && sweeps > 0 ? covey_dist_migrate(self, error) : status;
}

// ---- Catches ----

/// One that was caught, for the one that is born. Words of a message.
typedef struct caught {
    uint64_t id;
    double vel[COVEY_AXES];
} caught;

enum { CAUGHT = sizeof(caught) / sizeof(uint64_t) };

static int compare(const void *a, const void *b)
{
    uint64_t x = ((const caught *)a)->id, y = ((const caught *)b)->id;
    return (x > y) - (x < y);
}

/// Takes out what a flock has caught of this rank, and writes it down.
static void take_out(covey_dist *self, const covey_catch *catches, int prey, size_t count,
                     caught *list)
{
    for (size_t k = count; k-- > 0;) { // the last one takes the place
        size_t i = catches->prey[k].index;
        covey_vec vel = covey_state_vel(covey_dist_state(self, prey), i);
        list[k] = (caught){catches->prey[k].id, {vel.x, vel.y, vel.z}};
        covey_dist_drop(self, prey, i);
    }
}

/// Collects the lists of all ranks, in the order of ids. False without memory.
static bool collect(covey_dist *self, const caught *mine, size_t count, caught *all)
{
    int *size = calloc(2 * (size_t)self->ranks, sizeof *size), *begin = size + self->ranks;
    int words = (int)count * CAUGHT;
    bool good = covey_dist_merge(self, size != NULL ? COVEY_OK : COVEY_MEMORY) == COVEY_OK;
    if (good) {
        MPI_Allgather(&words, 1, MPI_INT, size, 1, MPI_INT, self->comm);
        for (int k = 1; k < self->ranks; k++)
            begin[k] = begin[k - 1] + size[k - 1];
        MPI_Allgatherv(mine, words, MPI_UINT64_T, all, size, begin, MPI_UINT64_T, self->comm);
        qsort(all, (size_t)(begin[self->ranks - 1] + size[self->ranks - 1]) / CAUGHT, sizeof *all,
              compare);
    }
    free(size);
    return good;
}

/// Every rank finds out where all are born, and keeps the newborn in its box.
static void give_births(covey_dist *self, int prey, const caught *all, size_t count)
{
    for (size_t k = 0; k < count && covey_dist_reserve(self, prey, 1); k++) {
        covey_vec vel = {all[k].vel[0], all[k].vel[1], all[k].vel[2]};
        covey_id id;
        covey_pose pose;
        size_t i = covey_dist_state(self, prey)->count;
        if (!covey_catch_birth(self->world, self->world->flock[prey], vel, &id, &pose))
            return;
        covey_part_spawn(self->world, prey, id, pose);
        if (covey_region_holds(&self->box[self->rank],
                               covey_state_pos(covey_dist_state(self, prey), i)))
            covey_dist_note_new(self, prey, i);
        else
            covey_part_drop(self->world, prey, i);
    }
}

/// Takes out what was caught on all ranks, `count` on this one, and lets as many be born.
static covey_status exchange_lives(covey_dist *self, int hunters, size_t count, size_t total,
                                   covey_error *error)
{
    covey_catch *catches = &self->world->flock[hunters]->catches;
    int prey = self->world->flock[hunters]->hunts;
    caught *mine = malloc((count + 1) * sizeof *mine);
    caught *all = malloc((catches->births ? total : 1) * sizeof *all);
    covey_status status = mine != NULL && all != NULL ? COVEY_OK : covey_dist_no_memory(error);
    status = covey_dist_merge(self, status);
    if (status == COVEY_OK)
        take_out(self, catches, prey, count, mine);
    if (status == COVEY_OK && catches->births && !collect(self, mine, count, all))
        status = covey_dist_no_memory(error);
    if (status == COVEY_OK && catches->births)
        give_births(self, prey, all, total);
    catches->caught += total;
    free(mine);
    free(all);
    return covey_dist_merge(self, self->failed ? covey_dist_no_memory(error) : status);
}

/// Lets one flock catch its prey.
static covey_status catch_all(covey_dist *self, int hunters, bool *moved, covey_error *error)
{
    double reach[COVEY_MAX_FLOCKS] = {0.0};
    count_own(self);
    reach[hunters] = covey_dist_contact_reach(self, self->world->flock[hunters]->catches.radius);
    covey_status status = covey_dist_widen(self, reach[hunters], error);
    if (status != COVEY_OK)
        return status;
    covey_dist_take_near(self, reach);
    bool good = !self->failed && !self->messages.failed;
    size_t count = good ? covey_catch_find(self->world, hunters) : 0;
    covey_dist_leave_ghosts(self);
    uint64_t all[2] = {!good, count};
    MPI_Allreduce(MPI_IN_PLACE, all, 2, MPI_UINT64_T, MPI_SUM, self->comm);
    if (all[0] > 0)
        return covey_dist_no_memory(error);
    *moved = *moved || all[1] > 0;
    return all[1] > 0 ? exchange_lives(self, hunters, count, all[1], error) : COVEY_OK;
}

// ---- All of it, in the order of a step ----

/// A step's contacts at work.
typedef struct work {
    covey_dist *self;
    covey_error *error;
    bool moved; ///< some agent is elsewhere than after the step, or gone
} work;

static covey_status push_apart(void *context, covey_world *world)
{
    work *one = context;
    (void)world;
    return push_bodies(one->self, &one->moved, one->error);
}

static covey_status catch_prey(void *context, covey_world *world, int hunters)
{
    work *one = context;
    (void)world;
    return catch_all(one->self, hunters, &one->moved, one->error);
}

covey_status covey_dist_contacts(covey_dist *self, covey_error *error)
{
    work all = {.self = self, .error = error};
    covey_status status =
        covey_step_meet(self->world, &(covey_step_contacts){&all, push_apart, catch_prey});
    if (status == COVEY_OK && all.moved) {
        covey_dist_bound(self);
        covey_dist_tell_totals(self);
    }
    return status;
}
