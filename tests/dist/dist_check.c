// SPDX-License-Identifier: MIT
// Takes presets on the ranks of MPI from step to step, beside the whole world, and compares hashes:
//   mpirun -np 3 dist_check [--steps N] [--short-reach] [--balance] [--dense WAY] [PRESET]...
// Without names all presets. Prints the presets that differ, and how many are the same. With
// --short-reach, ghosts come from 3 % too near: then a difference is what is wanted.
#include "dist/dist.h"
#include "scenario/scenario.h"

#include <covey/scenario.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct check {
    covey_dist_def how;
    uint64_t steps;
    const char *dense;
    int threads;
    int rank;
} check;

/// The agents of each flock that a rank is given. Hard bodies and agents that are caught need all.
static covey_slice slice_of(const covey_scenario *scenario)
{
    covey_slice slice = {.of = 0};
    MPI_Comm_rank(MPI_COMM_WORLD, &slice.number);
    MPI_Comm_size(MPI_COMM_WORLD, &slice.of);
    for (int k = 0; k < covey_scenario_flocks(scenario); k++) {
        covey_flock_def flock = covey_scenario_flock(scenario, k);
        if (flock.hard || flock.catches > 0.0)
            slice.of = 0;
    }
    return slice;
}

static covey_world *make(const check *self, const covey_preset *preset, bool whole,
                         covey_plan *plan)
{
    covey_scenario_def def = covey_scenario_def_default();
    covey_world_def engine = covey_world_def_default();
    covey_scenario *scenario;
    covey_world *world = NULL;
    covey_error error = {0};
    engine.threads = self->threads;
    def.name = preset->name;
    covey_status status = covey_scenario_read(&def, preset->text, preset->size, &scenario, &error);
    if (status == COVEY_OK && self->dense != NULL)
        status = covey_scenario_set(scenario, "dense", self->dense, &error);
    if (status == COVEY_OK)
        status = covey_scenario_slice(
            scenario, &engine, whole ? (covey_slice){.of = 0} : slice_of(scenario), &world, &error);
    if (status == COVEY_OK)
        *plan = covey_scenario_plan(scenario);
    covey_scenario_destroy(scenario);
    return world; // NULL: the model takes no such way to sum
}

/// The first step at which the hashes differ; 0 if none does, -1 if it cannot be tried.
static int64_t compare(const check *self, const covey_preset *preset)
{
    covey_plan plan = {0};
    covey_error error = {0};
    covey_world *whole = make(self, preset, true, &plan);
    covey_world *part = make(self, preset, false, &plan);
    covey_dist *dist = covey_dist_create(MPI_COMM_WORLD, &self->how);
    int64_t different = whole != NULL && part != NULL && dist != NULL ? 0 : -1;
    const covey_run_engine *engine = dist != NULL ? covey_dist_engine(dist) : NULL;
    if (different == 0 && engine->begin(engine->context, part, &error) != COVEY_OK)
        different = -1;
    uint64_t steps = self->steps < plan.steps ? self->steps : plan.steps;
    for (uint64_t step = 1; step <= steps && different == 0; step++) {
        covey_status one = covey_world_step(whole, plan.dt);
        bool stops = false;
        covey_status other = engine->step(engine->context, plan.dt, COVEY_OK, &stops, &error);
        uint64_t hash = engine->hash(engine->context);
        if (one != other || hash != covey_world_hash(whole))
            different = (int64_t)step;
    }
    if (error.status != COVEY_OK && self->rank == 0)
        (void)fprintf(stderr, "%s: %s\n", preset->name, error.message);
    covey_dist_destroy(dist);
    covey_world_destroy(whole);
    covey_world_destroy(part);
    return different;
}

static bool is_named(const char *name, int count, char **names)
{
    for (int k = 0; k < count; k++)
        if (strcmp(names[k], name) == 0)
            return true;
    return count == 0;
}

int main(int count, char **arguments)
{
    check self = {.how = {.reach = 1.0}, .steps = 30, .threads = 1};
    int named = 0, same = 0, different = 0, level;
    MPI_Init_thread(&count, &arguments, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &self.rank);
    for (int k = 1; k < count; k++) {
        bool has_next = k + 1 < count;
        if (strcmp(arguments[k], "--short-reach") == 0)
            self.how.reach = 0.97;
        else if (strcmp(arguments[k], "--balance") == 0)
            self.how = (covey_dist_def){.balance_every = 3, .balance_always = true, .reach = 1.0};
        else if (strcmp(arguments[k], "--steps") == 0 && has_next)
            self.steps = strtoull(arguments[++k], NULL, 10);
        else if (strcmp(arguments[k], "--threads") == 0 && has_next)
            self.threads = (int)strtol(arguments[++k], NULL, 10);
        else if (strcmp(arguments[k], "--dense") == 0 && has_next)
            self.dense = arguments[++k];
        else
            arguments[named++] = arguments[k];
    }
    const covey_preset *preset;
    for (int k = 0; (preset = covey_preset_at(k)) != NULL; k++) {
        if (!is_named(preset->name, named, arguments))
            continue;
        int64_t step = compare(&self, preset);
        same += step == 0;
        different += step > 0;
        if (step > 0 && self.rank == 0)
            printf("%s: differs at step %" PRId64 "\n", preset->name, step);
    }
    if (self.rank == 0)
        printf("%d the same, %d different\n", same, different);
    MPI_Finalize();
    return different > 0;
}
