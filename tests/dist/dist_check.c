// SPDX-License-Identifier: MIT
// Takes presets on the ranks of MPI from step to step, beside the whole world, and compares hashes:
//   mpirun -np 3 dist_check [--steps N] [--reach TIMES] [--balance] [--dense WAY] [PRESET]...
// Without names all presets. Prints the presets that differ, and how many are the same. With
// --models in place of presets: a small crowd of every model, in a torus and an open space of two
// and of three dimensions. Crowds that cannot be tried count as different. With
// --reach 0.97, ghosts come from 3 % too near: then a difference is what is wanted. --files: the
// names are those of files; one that is no scenario counts as refused. --free BYTES: the machine
// has so much memory.
#include "core/params.h"
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
    bool files;
    int same, different, refused;
} check;

/// The agents of each flock that a rank is given.
static covey_slice slice_of(void)
{
    covey_slice slice = {.of = 0};
    MPI_Comm_rank(MPI_COMM_WORLD, &slice.number);
    MPI_Comm_size(MPI_COMM_WORLD, &slice.of);
    return slice;
}

static covey_world *make(const check *self, const covey_preset *preset, bool whole,
                         covey_plan *plan)
{
    covey_scenario_def def = covey_scenario_def_default();
    covey_world_def engine = covey_world_def_default();
    covey_scenario *scenario = NULL;
    covey_world *world = NULL;
    covey_error error = {0};
    engine.threads = self->threads;
    def.name = preset->name;
    covey_status status = covey_scenario_read(&def, preset->text, preset->size, &scenario, &error);
    if (status == COVEY_OK) // ranks refuse each other order
        status = covey_scenario_set(scenario, "order", "together", &error);
    if (status == COVEY_OK && self->dense != NULL)
        status = covey_scenario_set(scenario, "dense", self->dense, &error);
    if (status == COVEY_OK)
        status = covey_scenario_slice(scenario, &engine,
                                      whole ? (covey_slice){.of = 0} : slice_of(), &world, &error);
    if (status == COVEY_OK)
        *plan = covey_scenario_plan(scenario);
    covey_scenario_destroy(scenario);
    if (status != COVEY_OK && self->dense == NULL && !self->files && self->rank == 0)
        (void)fprintf(stderr, "%s: %s\n", preset->name, error.message);
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
    covey_status one = COVEY_OK;
    for (uint64_t step = 1; step <= steps && different == 0 && one == COVEY_OK; step++) {
        one = covey_world_step(whole, plan.dt);
        bool stops = false;
        covey_status other = engine->step(engine->context, plan.dt, COVEY_OK, &stops, &error);
        uint64_t hash = engine->hash(engine->context);
        bool same = one == COVEY_OK // a failure ends both, with one message
                        ? hash == covey_world_hash(whole)
                        : strcmp(error.message, covey_world_error(whole)->message) == 0;
        if (one != other || !same)
            different = (int64_t)step;
    }
    if (error.status != COVEY_OK && different != 0 && self->rank == 0)
        (void)fprintf(stderr, "%s: %s\n", preset->name, error.message);
    covey_dist_destroy(dist);
    covey_world_destroy(whole);
    covey_world_destroy(part);
    return different;
}

/// Compares, and counts and tells what came of it.
static void try(check *self, const covey_preset *preset)
{
    int64_t step = compare(self, preset);
    bool different = step > 0 || (step < 0 && self->dense == NULL && !self->files);
    self->refused += step < 0 && self->files;
    self->same += step == 0;
    self->different += different;
    if (different && self->rank == 0)
        printf("%s: differs at step %" PRId64 "\n", preset->name, step);
}

// ---- Crowds of every model ----

enum { AGENTS = 240, HUNTERS = 5 };

/// The longest radius of the model's zones that is no limit of numbers, and whether it hunts.
static double radius_of(const covey_model *model, bool *hunts)
{
    double values[32], longest = 0.0;
    covey_zone zone[COVEY_MAX_ZONES];
    *hunts = false;
    if (model->params_size > sizeof values)
        return 0.0; // no crowd can be made: it counts as different
    covey_param_init(model->params, values);
    int count = model->zones(values, zone);
    for (int k = 0; k < count; k++) {
        *hunts = *hunts || zone[k].of == COVEY_OF_PREY;
        if (zone[k].radius < 1e9 && zone[k].radius > longest)
            longest = zone[k].radius;
    }
    return longest > 0.0 ? longest : 1.0;
}

static bool is_of(const covey_model *model, int dim)
{
    int k = 0;
    while (covey_motion_at(k) != NULL && strcmp(covey_motion_at(k)->name, model->motion) != 0)
        k++;
    const covey_motion *motion = covey_motion_at(k);
    return dim == 2 || !(model->plane_only || (motion != NULL && motion->plane_only));
}

/// A model's agents in a square or cube that is some of their radii wide, with a few hunters. Of a
/// model that hunts, the hunters are its agents.
static void try_crowd(check *self, const covey_model *model, int dim, bool torus)
{
    char name[128], walls[64] = "", deep[64] = "", place[256], other[64], text[1024];
    bool hunts;
    double radius = radius_of(model, &hunts), side = radius * (dim == 2 ? 8.0 : 5.0);
    (void)snprintf(name, sizeof name, "%s, %s of %d dimensions", model->name,
                   torus ? "torus" : "open space", dim);
    if (torus)
        (void)snprintf(walls, sizeof walls, ", width: %g, height: %g", side, side);
    if (dim == 3)
        (void)snprintf(deep, sizeof deep, ", depth: %g", side);
    (void)snprintf(place, sizeof place,
                   "{kind: uniform, x: %g, y: %g, %s%g, width: %g, height: %g%s, speed: %g}",
                   0.5 * side, 0.5 * side,
                   dim == 3 ? "z: " : "inner: ", dim == 3 ? 0.5 * side : 0.5, side, side, deep,
                   radius < 4.0 ? radius : 4.0);
    (void)snprintf(other, sizeof other, "%s, radius: %g", hunts ? "torus" : "predator", radius);
    int size =
        snprintf(text, sizeof text,
                 "space: {kind: %s, dim: %d%s%s}\n"
                 "seed: 4\ndt: 0.0625\nsteps: 100\nflocks:\n"
                 "- {name: prey, model: %s, count: %d, place: &box %s}\n"
                 "- {name: hunters, model: %s, hunts: prey, count: %d, place: *box}\n",
                 torus ? "torus" : "open", dim, walls, torus ? deep : "",
                 hunts ? other : model->name, AGENTS, place, hunts ? model->name : other, HUNTERS);
    try(self, &(covey_preset){.name = name, .text = text, .size = (size_t)size});
}

static void try_models(check *self)
{
    const covey_model *model;
    for (int k = 0; (model = covey_model_at(k)) != NULL; k++)
        for (int dim = 2; dim <= 3; dim++)
            for (int torus = 0; torus < 2 && is_of(model, dim); torus++)
                try_crowd(self, model, dim, torus > 0);
}

// ---- Files ----

enum { MOST_BYTES = 1 << 20 };

static void try_file(check *self, const char *name)
{
    static char text[MOST_BYTES];
    FILE *file = fopen(name, "r");
    size_t size = file != NULL ? fread(text, 1, sizeof text, file) : 0;
    if (file != NULL)
        (void)fclose(file);
    try(self, &(covey_preset){.name = name, .text = text, .size = size});
}

// ---- Presets ----

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
    bool models = false;
    int named = 0, level;
    MPI_Init_thread(&count, &arguments, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &self.rank);
    for (int k = 1; k < count; k++) {
        bool has_next = k + 1 < count;
        if (strcmp(arguments[k], "--reach") == 0 && has_next)
            self.how.reach = strtod(arguments[++k], NULL);
        else if (strcmp(arguments[k], "--free") == 0 && has_next)
            self.how.free_bytes = strtoull(arguments[++k], NULL, 10);
        else if (strcmp(arguments[k], "--models") == 0)
            models = true;
        else if (strcmp(arguments[k], "--files") == 0)
            self.files = true;
        else if (strcmp(arguments[k], "--balance") == 0)
            self.how.balance_every = 3;
        else if (strcmp(arguments[k], "--steps") == 0 && has_next)
            self.steps = strtoull(arguments[++k], NULL, 10);
        else if (strcmp(arguments[k], "--threads") == 0 && has_next)
            self.threads = (int)strtol(arguments[++k], NULL, 10);
        else if (strcmp(arguments[k], "--dense") == 0 && has_next)
            self.dense = arguments[++k];
        else
            arguments[named++] = arguments[k];
    }
    if (models)
        try_models(&self);
    const covey_preset *preset;
    for (int k = 0; self.files && k < named; k++)
        try_file(&self, arguments[k]);
    for (int k = 0; !models && !self.files && (preset = covey_preset_at(k)) != NULL; k++)
        if (is_named(preset->name, named, arguments))
            try(&self, preset);
    if (self.rank == 0)
        printf("%d the same, %d different\n", self.same, self.different);
    if (self.rank == 0 && self.files)
        printf("%d refused\n", self.refused);
    MPI_Finalize();
    return self.different > 0;
}
