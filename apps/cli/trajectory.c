// SPDX-License-Identifier: MIT
// Reads trajectories and runs scenarios as one series of frames.
#define _POSIX_C_SOURCE 200809L
#include "trajectory.h"

#include "convert.h"
#include "scenarios.h"
#include "streams.h"
#include "track_options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// The earlier frames of a flock, or of a set of a trajectory, by its name.
typedef struct memory {
    char name[64];
    covey_trail *trail;
    covey_vec *forces;
    size_t room; ///< of the forces
} memory;

/// The agents of a flock of the world in the order of their ids: their indices, positions and
/// velocities, axis after axis.
typedef struct order {
    uint32_t *indices; ///< followed by scratch of the same size
    covey_id *id;
    double *states;
    uint8_t *doing; ///< followed by scratch of the same size
} order;

struct trajectory {
    trajectory_def def;
    const char *format;       ///< of the trajectory; NULL: a scenario is run
    covey_scenario *scenario; ///< of the file; NULL if it has none
    covey_world *world;
    covey_input *input;
    bool started;
    trajectory_frame now;
    memory memories[COVEY_MAX_FLOCKS];
    order orders[COVEY_MAX_FLOCKS];
    double *unknown; ///< NaN, for agents whose velocities a file does not have
    size_t unknown_count;
    covey_error error;
};

// ---- Earlier frames ----

static memory *recall(trajectory *self, const char *name)
{
    for (int k = 0; k < COVEY_MAX_FLOCKS; k++) {
        memory *row = &self->memories[k];
        if (row->name[0] == '\0')
            (void)snprintf(row->name, sizeof row->name, "%s", name);
        if (strcmp(row->name, name) == 0)
            return row;
    }
    return NULL; // a file can have more names than a frame has sets
}

static void forget(trajectory *self)
{
    for (int k = 0; k < COVEY_MAX_FLOCKS; k++) {
        covey_trail_destroy(self->memories[k].trail);
        free(self->memories[k].forces);
        free(self->orders[k].indices);
        free(self->orders[k].id);
        free(self->orders[k].states);
        free(self->orders[k].doing);
        self->orders[k] = (order){0};
        self->memories[k] = (memory){0};
    }
}

/// Keeps the present frame for later ones.
static covey_status remember(trajectory *self)
{
    size_t length = self->def.trail > 0 ? self->def.trail : self->def.forces;
    for (int k = 0; k < self->now.count && length > 0; k++) {
        const covey_picture_flock *flock = &self->now.flocks[k];
        memory *row = recall(self, flock->name);
        covey_status status = COVEY_OK;
        if (row != NULL && row->trail == NULL)
            status = covey_trail_create(length, (covey_allocator){0}, &row->trail, &self->error);
        if (row != NULL && status == COVEY_OK)
            status = covey_trail_add(row->trail, &flock->view, &self->error);
        if (status != COVEY_OK)
            return status;
    }
    return COVEY_OK;
}

/// Computes the changes of velocity since the frame before, per T.
static covey_status find_forces(trajectory *self, covey_picture_flock *flock, memory *row,
                                double elapsed)
{
    if (row->room < flock->view.count) {
        covey_vec *grown = realloc(row->forces, flock->view.count * sizeof *grown);
        if (grown == NULL)
            return covey_fail(&self->error, COVEY_MEMORY, "no memory for forces");
        row->forces = grown;
        row->room = flock->view.count;
    }
    covey_trail_changes(row->trail, &flock->view, row->forces);
    for (size_t i = 0; i < flock->view.count; i++)
        row->forces[i] = covey_vec_divide(row->forces[i], elapsed);
    flock->forces = row->forces;
    return COVEY_OK;
}

static covey_status attach(trajectory *self, double elapsed)
{
    covey_status status = COVEY_OK;
    for (int k = 0; k < self->now.count && status == COVEY_OK; k++) {
        covey_picture_flock *flock = &self->now.flocks[k];
        memory *row = recall(self, flock->name);
        if (row == NULL || row->trail == NULL)
            continue;
        covey_trail_pace(row->trail, elapsed);
        flock->trail = self->def.trail > 0 ? row->trail : NULL;
        if (self->def.forces && elapsed > 0.0)
            status = find_forces(self, flock, row, elapsed);
    }
    return status;
}

// ---- Scenarios ----

static covey_status open_scenario(trajectory *self)
{
    covey_status status =
        scenarios_open(self->def.self, self->def.name, self->def.anywhere, &self->scenario);
    for (const char *const *next = self->def.assign; *next != NULL && status == COVEY_OK; next++)
        status = scenarios_assign(self->def.self, self->scenario, *next);
    return status;
}

static covey_status make_world(trajectory *self)
{
    covey_world_def engine = covey_world_def_default();
    engine.threads = self->format == NULL ? (int)options_processors() : 1;
    engine.stop = streams_interrupted;
    return covey_scenario_world(self->scenario, &engine, &self->world, &self->error);
}

/// Sorts the agents of a view by id: the order of drawing must not change from frame to frame, and
/// must be that of a trajectory.
static void sort(covey_view *view, order *to)
{
    size_t count = view->count, axes = view->pos[2] != NULL ? 3 : 2;
    covey_view_order(view, to->indices);
    for (size_t k = 0; k < count; k++) {
        size_t i = to->indices[k];
        to->id[k] = view->id[i];
        for (size_t axis = 0; axis < axes; axis++) {
            to->states[axis * count + k] = view->pos[axis][i];
            to->states[(axis + axes) * count + k] = view->vel[axis][i];
        }
    }
    view->id = to->id;
    for (size_t axis = 0; axis < axes; axis++) {
        view->pos[axis] = to->states + axis * count;
        view->vel[axis] = to->states + (axis + axes) * count;
    }
}

/// Finds what the agents of a flock do, in the order that its view has now.
static void tell_doing(trajectory *self, int flock)
{
    order *to = &self->orders[flock];
    size_t count = covey_world_view(self->world, flock).count;
    double dt = covey_scenario_plan(self->scenario).dt;
    if (!self->def.doing)
        return;
    if (covey_world_doing(self->world, flock, dt, to->doing + count) != COVEY_OK)
        memset(to->doing + count, COVEY_DOING_UNKNOWN, count);
    covey_view view = covey_world_view(self->world, flock);
    covey_view_order(&view, to->indices);
    for (size_t k = 0; k < count; k++)
        to->doing[k] = to->doing[count + to->indices[k]];
}

/// Makes room for the agents of a world, whose number is the same in all frames.
static covey_status make_room(trajectory *self)
{
    for (int k = 0; k < covey_world_flocks(self->world); k++) {
        size_t count = covey_world_view(self->world, k).count;
        order *to = &self->orders[k];
        to->indices = calloc(2 * count + 1, sizeof *to->indices);
        to->id = calloc(count + 1, sizeof *to->id);
        to->states = calloc(2 * COVEY_AXES * count + 1, sizeof *to->states);
        to->doing = calloc(2 * count + 1, 1);
        if (to->indices == NULL || to->id == NULL || to->states == NULL || to->doing == NULL)
            return covey_fail(&self->error, COVEY_MEMORY, "no memory for %zu agents", count);
    }
    return COVEY_OK;
}

static void show_world(trajectory *self)
{
    covey_plan plan = covey_scenario_plan(self->scenario);
    trajectory_frame *now = &self->now;
    now->step = covey_world_steps(self->world);
    now->time = (double)now->step * plan.dt;
    now->space = plan.space;
    now->count = covey_world_flocks(self->world);
    for (int k = 0; k < now->count; k++) {
        tell_doing(self, k);
        now->flocks[k] = covey_picture_flock_of(self->world, k);
        now->flocks[k].doing = self->def.doing ? self->orders[k].doing : NULL;
        sort(&now->flocks[k].view, &self->orders[k]);
    }
}

/// Steps the world to the next frame that a run would write; false after the last.
static bool advance(trajectory *self, covey_status *status)
{
    covey_plan plan = covey_scenario_plan(self->scenario);
    uint64_t step = covey_world_steps(self->world);
    if (step >= plan.steps)
        return false;
    uint64_t target = step + plan.every - step % plan.every;
    target = target < plan.steps ? target : plan.steps;
    for (; step < target && *status == COVEY_OK && !streams_interrupted(NULL); step++)
        *status = covey_world_step(self->world, plan.dt);
    if (*status == COVEY_INTERRUPTED) // within a step: the world is as before it
        *status = COVEY_OK;
    if (*status != COVEY_OK)
        self->error = *covey_world_error(self->world);
    return true;
}

static covey_status next_of_scenario(trajectory *self, bool *is_there)
{
    covey_status status = COVEY_OK;
    *is_there = true;
    if (self->world != NULL)
        *is_there = advance(self, &status);
    else if ((status = make_world(self)) == COVEY_OK)
        status = make_room(self);
    if (status == COVEY_OK && *is_there)
        show_world(self);
    return status;
}

// ---- Trajectories ----

/// Reads the scenario of a file, for obstacles and bodies.
static covey_status read_origin(trajectory *self)
{
    if (self->scenario != NULL)
        return COVEY_OK;
    covey_status status =
        scenarios_told(covey_input_provenance(self->input), &self->scenario, &self->error);
    if (self->scenario == NULL)
        return status;
    status = make_world(self);
    if (status == COVEY_MEMORY)
        return status;
    self->error = (covey_error){0};
    return COVEY_OK;
}

static int number_of_set(const covey_frame_set *sets, int count, const char *name)
{
    for (int k = 0; k < count && name != NULL; k++)
        if (strcmp(sets[k].set, name) == 0)
            return k;
    return -1;
}

/// Makes room for NaN velocities of all agents of a set.
static covey_status fill_unknown(trajectory *self, size_t count)
{
    if (self->unknown_count >= count)
        return COVEY_OK;
    double *grown = realloc(self->unknown, count * sizeof *grown);
    if (grown == NULL)
        return covey_fail(&self->error, COVEY_MEMORY, "no memory for %zu agents", count);
    self->unknown = grown;
    while (self->unknown_count < count)
        grown[self->unknown_count++] = (double)NAN;
    return COVEY_OK;
}

/// The space of a set. Files have a torus alone; the walls of others are the scenario's.
static covey_space space_of(const trajectory *self, const covey_frame_set *set)
{
    if (self->world == NULL || set->space.kind != COVEY_SPACE_OPEN)
        return set->space;
    covey_space told = covey_world_view(self->world, 0).space;
    bool fits = covey_space_dim(&told) == covey_space_dim(&set->space);
    return fits && told.kind != COVEY_SPACE_TORUS ? told : set->space;
}

static void show_sets(trajectory *self, const covey_frame_set *sets, int count)
{
    trajectory_frame *now = &self->now;
    now->step = sets[0].step;
    now->time = sets[0].time;
    now->space = space_of(self, &sets[0]);
    now->count = count;
    for (int k = 0; k < count; k++) {
        const covey_frame_set *set = &sets[k];
        covey_picture_flock *flock = &now->flocks[k];
        int in_world = self->world != NULL ? covey_world_find(self->world, set->set) : -1;
        *flock = (covey_picture_flock){.name = set->set, .prey = -1};
        flock->view = (covey_view){.count = set->count,
                                   .step = set->step,
                                   .space = now->space,
                                   .id = set->id,
                                   .pos = {set->pos[0], set->pos[1], set->pos[2]},
                                   .vel = {set->vel[0], set->vel[1], set->vel[2]},
                                   .heading = {set->heading[0], set->heading[1], set->heading[2]}};
        if (set->vel[0] == NULL)
            flock->view.vel[0] = flock->view.vel[1] = self->unknown;
        if (set->vel[0] == NULL && set->pos[2] != NULL)
            flock->view.vel[2] = self->unknown;
        if (in_world < 0)
            continue;
        int prey = covey_world_prey(self->world, in_world);
        flock->body = covey_world_body(self->world, in_world);
        flock->prey =
            number_of_set(sets, count, prey >= 0 ? covey_world_name(self->world, prey) : NULL);
    }
}

static covey_status open_input(trajectory *self)
{
    covey_input_def def = *self->def.tracks;
    def.path = self->def.name;
    def.format = self->format;
    def.differences = true;
    covey_input_close(self->input);
    return covey_input_open(&def, &self->input, &self->error);
}

static covey_status next_of_file(trajectory *self, bool *is_there)
{
    const covey_frame_set *sets;
    int count = 0;
    covey_status status = COVEY_OK;
    if (self->input == NULL)
        status = open_input(self);
    if (status == COVEY_OK)
        status = covey_input_next(self->input, &sets, &count, &self->error);
    *is_there = status == COVEY_OK && count > 0;
    if (!*is_there)
        return status;
    if (!self->started)
        status = read_origin(self);
    for (int k = 0; k < count && status == COVEY_OK; k++)
        status = fill_unknown(self, sets[k].count);
    if (status == COVEY_OK)
        show_sets(self, sets, count);
    return status;
}

// ---- Both ----

covey_status trajectory_next(trajectory *self, const trajectory_frame **found)
{
    bool is_there = false, had = self->started;
    double before = self->now.time;
    uint64_t number = had ? self->now.number + 1 : 0;
    *found = NULL;
    covey_status status = had ? remember(self) : COVEY_OK;
    if (status == COVEY_OK)
        status = self->format != NULL ? next_of_file(self, &is_there)
                                      : next_of_scenario(self, &is_there);
    if (status != COVEY_OK || !is_there)
        return status;
    self->started = true;
    self->now.number = number;
    status = attach(self, had ? self->now.time - before : 0.0);
    if (status == COVEY_OK)
        *found = &self->now;
    return status;
}

void trajectory_rewind(trajectory *self)
{
    forget(self);
    self->started = false;
    self->now = (trajectory_frame){0};
    if (self->format != NULL) {
        covey_input_close(self->input);
        self->input = NULL;
    } else {
        covey_world_destroy(self->world);
        self->world = NULL;
    }
}

/// True for pipes and other streams, which can be read only once. Folders fail later with their own
/// message.
static bool is_stream(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 && !S_ISREG(file.st_mode) && !S_ISDIR(file.st_mode);
}

covey_status trajectory_open(const trajectory_def *def, trajectory **found)
{
    *found = NULL;
    const covey_format *by_suffix = covey_format_of(def->name);
    bool is_file = def->format != NULL || (by_suffix != NULL && by_suffix->reads);
    const char *format = NULL;
    if (strcmp(def->name, "-") == 0 || (is_file && is_stream(def->name))) {
        (void)fprintf(stderr, "covey %s: %s cannot be read twice, as it has to be: use a file\n",
                      def->self->name, def->name);
        return COVEY_ARG;
    }
    if (is_file && !convert_format(def->self, def->name, def->format, true, &format))
        return COVEY_ARG;
    if (is_file && def->assign[0] != NULL) {
        (void)fprintf(stderr, "covey %s: --set changes scenarios, and %s is a trajectory\n",
                      def->self->name, def->name);
        return COVEY_ARG;
    }
    trajectory *made = calloc(1, sizeof *made);
    if (made == NULL)
        return command_no_memory(def->self, "the frames");
    made->def = *def;
    made->format = format;
    covey_status status = is_file ? COVEY_OK : open_scenario(made);
    if (status != COVEY_OK) {
        trajectory_close(made);
        return status;
    }
    *found = made;
    return COVEY_OK;
}

void trajectory_close(trajectory *self)
{
    if (self == NULL)
        return;
    forget(self);
    covey_input_close(self->input);
    covey_world_destroy(self->world);
    covey_scenario_destroy(self->scenario);
    free(self->unknown);
    free(self);
}

const char *trajectory_error(const trajectory *self)
{
    return self->error.message;
}

bool trajectory_is_file(const trajectory *self)
{
    return self->format != NULL;
}

void trajectory_say(const trajectory *self)
{
    covey_input_def def = *self->def.tracks;
    def.path = self->def.name;
    if (self->input != NULL)
        track_options_say(self->def.self, &def, self->input);
}

bool trajectory_reads(const trajectory *self, const char *path)
{
    const char *file;
    if (self->format != NULL)
        return convert_are_one(self->def.name, path);
    for (int k = 0; (file = covey_scenario_file(self->scenario, k)) != NULL; k++)
        if (convert_are_one(file, path))
            return true;
    return false;
}

const covey_world *trajectory_world(const trajectory *self)
{
    return self->world;
}

const char *trajectory_title(const trajectory *self)
{
    const char *title = self->scenario != NULL ? covey_scenario_plan(self->scenario).title : "";
    const char *slash = strrchr(self->def.name, '/');
    return title[0] != '\0' ? title : slash != NULL ? slash + 1 : self->def.name;
}

double trajectory_link(const trajectory *self)
{
    return self->scenario != NULL ? covey_scenario_plan(self->scenario).link : 0.0;
}
