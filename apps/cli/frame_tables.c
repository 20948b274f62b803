// SPDX-License-Identifier: MIT
// covey measure --lags, --delays, --map and --motion: tables that need several frames of a file:
// profiles over the time between two frames, delays between agents, a map of neighbors over all
// frames, and how agents moved since the frame before.
#define _POSIX_C_SOURCE 200809L // open_memstream()
#include "frame_tables.h"
#include "base/writer.h"

#include "convert.h"
#include "formats/gzip.h"
#include "group_tables.h"
#include "streams.h"
#include "track_options.h"

#include <covey/delays.h>
#include <covey/lags.h>
#include <covey/map.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A frame of a set that is kept until the next: agents ascending by id, in one block.
typedef struct kept {
    covey_view view;
    double time;
    uint64_t frame; ///< its number in the file
    void *block;
} kept;

/// A set of a file: what its table needs is not NULL.
typedef struct table_set {
    char name[COVEY_NAME_SIZE];
    covey_lags *lags;
    covey_delays *delays;
    covey_map *map;
    covey_forces *forces;
    kept before;
} table_set;

/// The sets of a file by their names.
typedef struct table {
    const command *command;
    const frame_tables_job *job;
    FILE *to; ///< lines for `text`, which is written at the end, of --motion after each frame
    char *text;
    size_t size;
    stream out;
    uint64_t frame;       ///< the number of the one at hand; gaps are passed over
    const uint8_t *ahead; ///< of the set at hand, as in covey_frame_set
    int count;
    table_set sets[COVEY_MAX_SETS];
} table;

static const char *const heads[] = {
    [FRAME_TABLES_LAGS] = "set,profile,lag,value,count\n",
    [FRAME_TABLES_DELAYS] = "set,a,b,delay,correlation,count\n",
    [FRAME_TABLES_MAP] = "set,bearing,distance,density,count\n",
    [FRAME_TABLES_MOTION] = "set,t,id,speed,acceleration,turning_rate\n",
    [FRAME_TABLES_CENTER] = "set,t,agents,x,y,z,vx,vy,vz,speed,acceleration,turning_rate\n",
    [FRAME_TABLES_PLACES] = "set,t,id,front,left,distance\n",
    [FRAME_TABLES_FORCES] = "set,bearing,distance,speeding,turning,count\n",
};
static const char *const words[] = {
    [FRAME_TABLES_LAGS] = "lags",     [FRAME_TABLES_DELAYS] = "delays",
    [FRAME_TABLES_MAP] = "map",       [FRAME_TABLES_MOTION] = "motion",
    [FRAME_TABLES_CENTER] = "center", [FRAME_TABLES_PLACES] = "places",
    [FRAME_TABLES_FORCES] = "forces",
};

static void close_table(table *self)
{
    for (int k = 0; k < self->count; k++) {
        covey_lags_destroy(self->sets[k].lags);
        covey_delays_destroy(self->sets[k].delays);
        covey_map_destroy(self->sets[k].map);
        covey_forces_destroy(self->sets[k].forces);
        free(self->sets[k].before.block);
    }
    if (self->to != NULL)
        (void)fclose(self->to);
    free(self->text);
}

static void put_number(FILE *to, double value)
{
    char text[COVEY_PRINT_SIZE];
    text[covey_print_shortest(text, value)] = '\0';
    (void)fprintf(to, ",%s", isnan(value) ? "" : text);
}

// ---- Writing ----

static covey_status say_write(const table *self, covey_status status, covey_error *error)
{
    const char *path = self->job->path;
    if (status == COVEY_INTERRUPTED)
        return covey_fail(error, status, "stopped: the reader of %.160s takes nothing",
                          strcmp(path, "-") == 0 ? "standard output" : path);
    return covey_fail(error, status, "cannot write %.160s: %s", path, strerror(self->out.error));
}

/// Writes the lines that have come together.
static covey_status write_text(table *self, covey_error *error)
{
    if (fflush(self->to) != 0 || ferror(self->to))
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    covey_sink sink = stream_sink(&self->out);
    covey_status status = sink.write(sink.context, self->text, self->size);
    rewind(self->to);
    return status == COVEY_OK ? COVEY_OK : say_write(self, status, error);
}

// ---- Frames ----

static covey_status make_set(const frame_tables_job *job, table_set *made, covey_error *error)
{
    const covey_allocator plain = {0};
    switch (job->kind) {
    case FRAME_TABLES_LAGS:
        return covey_lags_create(job->most, plain, &made->lags, error);
    case FRAME_TABLES_DELAYS:
        return covey_delays_create(job->most, plain, &made->delays, error);
    case FRAME_TABLES_MAP:
        return covey_map_create(job->reach, job->most, plain, &made->map, error);
    case FRAME_TABLES_FORCES:
        return covey_forces_create(job->reach, job->most, plain, &made->forces, error);
    case FRAME_TABLES_MOTION:
    case FRAME_TABLES_CENTER:
    case FRAME_TABLES_PLACES:
        break;
    }
    return COVEY_OK;
}

static covey_status set_of(table *self, const char *name, table_set **found, covey_error *error)
{
    int k = 0;
    while (k < self->count && strcmp(self->sets[k].name, name) != 0)
        k++;
    if (k == COVEY_MAX_SETS)
        return covey_fail(error, COVEY_INPUT, "there are more than %d sets", COVEY_MAX_SETS);
    *found = &self->sets[k];
    if (k < self->count)
        return COVEY_OK;
    (void)snprintf((*found)->name, sizeof(*found)->name, "%s", name);
    covey_status status = make_set(self->job, *found, error);
    self->count += status == COVEY_OK;
    return status;
}

/// Keeps the ids, places, velocities and headings of a frame. A velocity that was made of the way
/// to the next frame is not kept: that of the next is the same, and no acceleration would be seen.
static covey_status keep(kept *to, const covey_view *view, const table *of, double time,
                         covey_error *error)
{
    const int dim = covey_space_dim(&view->space);
    const size_t each = 3 * COVEY_AXES * sizeof(double) + sizeof(covey_id);
    free(to->block);
    to->block = malloc(view->count * each + 1);
    if (to->block == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    to->view = *view;
    to->time = time;
    to->frame = of->frame;
    double *numbers = to->block;
    for (int k = 0; k < 3 * dim && view->count > 0; k++) {
        const double **column = k < dim       ? &to->view.pos[k]
                                : k < 2 * dim ? &to->view.vel[k - dim]
                                              : &to->view.heading[k - 2 * dim];
        if (*column == NULL)
            continue;
        memcpy(numbers, *column, view->count * sizeof *numbers);
        for (size_t i = 0; k / dim == 1 && of->ahead != NULL && i < view->count; i++)
            numbers[i] = of->ahead[i] != 0 ? (double)NAN : numbers[i];
        *column = numbers;
        numbers += view->count;
    }
    covey_id *ids = (covey_id *)((double *)to->block + 3 * COVEY_AXES * view->count);
    to->view.id = ids;
    if (view->count > 0)
        memcpy(ids, view->id, view->count * sizeof *ids);
    return COVEY_OK;
}

/// Writes how the agents of a frame moved since the one before.
static covey_status put_motion(table *self, table_set *of, const covey_view *now, double time,
                               covey_error *error)
{
    const bool goes_on = of->before.block != NULL && of->before.frame + 1 == self->frame;
    const covey_view *before = goes_on ? &of->before.view : NULL;
    covey_agent_motion *found = malloc(now->count * sizeof *found + 1);
    if (found == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    covey_status status = covey_measure_motion(before, now, time - of->before.time, found, error);
    for (size_t i = 0; i < now->count && status == COVEY_OK; i++) {
        (void)fprintf(self->to, "%s", of->name);
        put_number(self->to, time);
        (void)fprintf(self->to, ",%" COVEY_PRI_ID, now->id[i]);
        put_number(self->to, found[i].speed);
        put_number(self->to, found[i].acceleration);
        put_number(self->to, found[i].turning_rate);
        (void)fputs("\n", self->to);
    }
    free(found);
    if (status == COVEY_OK)
        status = write_text(self, error);
    return status == COVEY_OK ? keep(&of->before, now, self, time, error) : status;
}

/// Makes a view whose places are inside the space; the caller frees them. NULL without memory.
static double *fold(const covey_view *view, covey_view *inside)
{
    const int dim = covey_space_dim(&view->space);
    double *places = malloc(COVEY_AXES * view->count * sizeof *places + 1);
    *inside = *view;
    for (size_t i = 0; places != NULL && i < view->count; i++) {
        covey_vec pos = covey_space_fold(&view->space, covey_vec_at(view->pos, i));
        const double at[] = {pos.x, pos.y, pos.z};
        for (int axis = 0; axis < dim; axis++)
            places[(size_t)axis * view->count + i] = at[axis];
    }
    for (int axis = 0; axis < dim && places != NULL; axis++)
        inside->pos[axis] = places + (size_t)axis * view->count;
    return places;
}

/// Adds or writes a frame of a group, whose places are inside the space.
static covey_status put_group(table *self, table_set *of, const covey_view *inside, double time,
                              covey_error *error)
{
    const bool goes_on = of->before.block != NULL && of->before.frame + 1 == self->frame;
    const group_frames frames = {.set = of->name,
                                 .before = goes_on ? &of->before.view : NULL,
                                 .now = inside,
                                 .time = time,
                                 .elapsed = time - of->before.time};
    covey_status status = COVEY_OK;
    if (self->job->kind == FRAME_TABLES_CENTER)
        status = group_tables_put_center(self->to, &frames, error);
    else if (self->job->kind == FRAME_TABLES_PLACES)
        status = group_tables_put_places(self->to, &frames, error);
    else if (goes_on)
        status = covey_forces_add(of->forces, frames.before, inside, frames.elapsed, error);
    if (status == COVEY_OK && self->job->kind != FRAME_TABLES_FORCES)
        status = write_text(self, error);
    return status == COVEY_OK ? keep(&of->before, inside, self, time, error) : status;
}

/// Adds a frame to a map, or to what is asked for of groups.
static covey_status add_inside(table *self, table_set *to, const covey_view *view, double time,
                               covey_error *error)
{
    covey_view inside;
    const bool maps = self->job->kind == FRAME_TABLES_MAP;
    double *places = fold(view, &inside);
    if (places == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    covey_status status =
        maps ? covey_map_add(to->map, &inside, error) : put_group(self, to, &inside, time, error);
    free(places);
    return status;
}

/// Adds a frame to lags, without the velocities that were made of the way to the next frame: a turn
/// from one to the next would be 0.
static covey_status add_lags(covey_lags *to, const covey_view *view, const covey_frame_set *from,
                             covey_error *error)
{
    if (from->ahead == NULL)
        return covey_lags_add(to, view, from->time, error);
    covey_view made = *view;
    const int dim = covey_space_dim(&view->space);
    double *numbers = malloc((size_t)dim * view->count * sizeof *numbers + 1);
    if (numbers == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    for (int axis = 0; axis < dim; axis++) {
        double *column = numbers + (size_t)axis * view->count;
        made.vel[axis] = column;
        for (size_t i = 0; i < view->count; i++)
            column[i] = from->ahead[i] != 0 ? (double)NAN : view->vel[axis][i];
    }
    covey_status status = covey_lags_add(to, &made, from->time, error);
    free(numbers);
    return status;
}

static covey_status add_set(table *self, const covey_frame_set *from, covey_error *error)
{
    table_set *to = NULL;
    covey_status status = set_of(self, from->set, &to, error);
    if (status != COVEY_OK)
        return status;
    covey_view view = {
        .count = from->count, .step = from->step, .space = from->space, .id = from->id};
    for (int axis = 0; axis < covey_space_dim(&from->space); axis++) {
        view.pos[axis] = from->pos[axis];
        view.vel[axis] = from->vel[axis];
        view.heading[axis] = from->heading[axis];
    }
    self->ahead = from->ahead;
    switch (self->job->kind) {
    case FRAME_TABLES_LAGS:
        return add_lags(to->lags, &view, from, error);
    case FRAME_TABLES_DELAYS:
        return covey_delays_add(to->delays, &view, from->time, error);
    case FRAME_TABLES_MOTION:
        return put_motion(self, to, &view, from->time, error);
    case FRAME_TABLES_MAP:
    case FRAME_TABLES_CENTER:
    case FRAME_TABLES_PLACES:
    case FRAME_TABLES_FORCES:
        break;
    }
    return add_inside(self, to, &view, from->time, error);
}

static covey_status read_all(table *self, const covey_input_def *from, covey_error *error)
{
    covey_input *input;
    const covey_frame_set *sets;
    int count;
    covey_status status = covey_input_open(from, &input, error);
    if (status != COVEY_OK)
        return status;
    while ((status = covey_input_next(input, &sets, &count, error)) == COVEY_OK && count > 0) {
        self->frame += covey_input_gap(input) ? 2 : 1;
        for (int k = 0; k < count && status == COVEY_OK; k++)
            status = add_set(self, &sets[k], error);
        if (status == COVEY_OK && streams_interrupted(NULL))
            status = covey_fail(error, COVEY_INTERRUPTED, "stopped");
        if (status != COVEY_OK)
            break;
    }
    track_options_say(self->command, from, input);
    covey_input_close(input);
    return status;
}

// ---- Tables ----

static void put_profile(FILE *to, const char *set, covey_lag which, const covey_profile *profile)
{
    for (size_t k = 0; k < profile->count; k++) {
        const covey_profile_point *at = &profile->points[k];
        char value[COVEY_PRINT_SIZE];
        value[covey_print_shortest(value, at->value)] = '\0';
        (void)fprintf(to, "%s,%s,%.12g,%s,%" PRIu64 "\n", set, covey_lags_about(which)->name, at->x,
                      value, at->count);
    }
}

static void put_lags(FILE *to, const table_set *of)
{
    static covey_profile profile;
    for (int which = 0; which < COVEY_LAGS; which++) {
        covey_lags_take(of->lags, (covey_lag)which, &profile);
        put_profile(to, of->name, (covey_lag)which, &profile);
    }
}

static covey_status put_delays(FILE *to, const table_set *of, covey_error *error)
{
    covey_delay *found;
    size_t count;
    covey_status status = covey_delays_find(of->delays, &found, &count, error);
    for (size_t k = 0; k < count; k++) {
        char value[COVEY_PRINT_SIZE];
        value[covey_print_shortest(value, found[k].correlation)] = '\0';
        if (found[k].count > 0)
            (void)fprintf(to, "%s,%" COVEY_PRI_ID ",%" COVEY_PRI_ID ",%.12g,%s,%" PRIu64 "\n",
                          of->name, found[k].a, found[k].b, found[k].delay, value, found[k].count);
    }
    covey_delays_free(of->delays, found, count);
    return status;
}

static void put_map(FILE *to, const table_set *of)
{
    for (size_t k = 0; k < covey_map_size(of->map); k++) {
        covey_map_point at = covey_map_at(of->map, k);
        (void)fprintf(to, "%s,%.12g,%.12g", of->name, at.bearing, at.distance);
        put_number(to, at.density);
        (void)fprintf(to, ",%" PRIu64 "\n", at.count);
    }
}

static covey_status put_set(FILE *to, const table_set *of, covey_error *error)
{
    if (of->delays != NULL)
        return put_delays(to, of, error);
    if (of->forces != NULL)
        group_tables_put_forces(to, of->forces, of->name);
    else if (of->map != NULL)
        put_map(to, of);
    else if (of->lags != NULL)
        put_lags(to, of);
    return COVEY_OK;
}

/// Opens the file, reads all frames, or, where they are written one by one, reads and writes them.
static covey_status make_table(table *self, const covey_input_def *from, covey_error *error)
{
    const frame_tables_kind kind = self->job->kind;
    const bool by_frames =
        kind == FRAME_TABLES_MOTION || kind == FRAME_TABLES_CENTER || kind == FRAME_TABLES_PLACES;
    covey_status status = by_frames ? COVEY_OK : read_all(self, from, error);
    if (status != COVEY_OK)
        return status;
    self->to = open_memstream(&self->text, &self->size);
    if (self->to == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    self->out = stream_create(self->job->path);
    if (self->out.file < 0)
        return say_write(self, COVEY_IO, error);
    (void)fputs(heads[self->job->kind], self->to);
    if (by_frames)
        status = read_all(self, from, error);
    for (int k = 0; k < self->count && status == COVEY_OK; k++)
        status = put_set(self->to, &self->sets[k], error);
    covey_status written = write_text(self, status == COVEY_OK ? error : NULL);
    if (status == COVEY_OK)
        status = written;
    if (stream_close(&self->out, status) != status)
        status = say_write(self, COVEY_IO, error);
    return status;
}

int frame_tables_run(const command *self, const covey_input_def *from, const frame_tables_job *job)
{
    covey_input_def source = *from;
    covey_error error = {0};
    table found = {.command = self, .job = job, .out = {.file = -1}};
    if (!convert_format(self, from->path, from->format, true, &source.format))
        return EXIT_USAGE;
    if (convert_are_one(from->path, job->path)) {
        (void)fprintf(stderr, "covey %s: %s cannot be both read and written\n", self->name,
                      job->path);
        return EXIT_USAGE;
    }
    if (covey_gzip_is_named(job->path)) {
        (void)fprintf(stderr, "covey %s: --%s writes plain text: %s cannot end in .gz\n",
                      self->name, words[job->kind], job->path);
        return EXIT_USAGE;
    }
    streams_catch_interrupts();
    covey_status status = make_table(&found, &source, &error);
    bool of_input = status == COVEY_INPUT;
    close_table(&found);
    if (status != COVEY_OK && status != COVEY_CLOSED)
        (void)fprintf(stderr, "covey %s: %s%s%s\n", self->name, of_input ? from->path : "",
                      of_input ? ": " : "", error.message);
    return covey_status_exit(status);
}
