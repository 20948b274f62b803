// SPDX-License-Identifier: MIT
// covey measure --lags and --delays: tables that need all frames of a file, those of profiles over
// the time between two frames, and of the delays between agents.
#include "lags.h"

#include "base/print.h"
#include "convert.h"
#include "formats/gzip.h"
#include "streams.h"

#include <covey/delays.h>
#include <covey/lags.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A set of a file: one of the two is not NULL.
typedef struct table_set {
    char name[COVEY_NAME_SIZE];
    covey_lags *lags;
    covey_delays *delays;
} table_set;

/// The sets of a file by their names.
typedef struct table {
    size_t most;
    bool of_delays;
    int count;
    table_set sets[COVEY_MAX_SETS];
} table;

static void close_table(table *self)
{
    for (int k = 0; k < self->count; k++) {
        covey_lags_destroy(self->sets[k].lags);
        covey_delays_destroy(self->sets[k].delays);
    }
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
    const covey_allocator plain = {0};
    covey_status status = self->of_delays
                              ? covey_delays_create(self->most, plain, &(*found)->delays, error)
                              : covey_lags_create(self->most, plain, &(*found)->lags, error);
    self->count += status == COVEY_OK;
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
    }
    return self->of_delays ? covey_delays_add(to->delays, &view, from->time, error)
                           : covey_lags_add(to->lags, &view, from->time, error);
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
        for (int k = 0; k < count && status == COVEY_OK; k++)
            status = add_set(self, &sets[k], error);
        if (status == COVEY_OK && streams_interrupted(NULL))
            status = covey_fail(error, COVEY_INTERRUPTED, "stopped");
        if (status != COVEY_OK)
            break;
    }
    covey_input_close(input);
    return status;
}

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
            (void)fprintf(to, "%s,%" PRIu32 ",%" PRIu32 ",%.12g,%s,%" PRIu64 "\n", of->name,
                          found[k].a, found[k].b, found[k].delay, value, found[k].count);
    }
    covey_delays_free(of->delays, found, count);
    return status;
}

static covey_status write_all(const table *self, const char *path, covey_error *error)
{
    covey_status status = COVEY_OK;
    bool is_standard = strcmp(path, "-") == 0;
    FILE *to = is_standard ? stdout : fopen(path, "w");
    if (to == NULL)
        return covey_fail(error, COVEY_IO, "cannot write %.160s: %s", path, strerror(errno));
    (void)fputs(self->of_delays ? "set,a,b,delay,correlation,count\n"
                                : "set,profile,lag,value,count\n",
                to);
    for (int k = 0; k < self->count && status == COVEY_OK; k++)
        if (self->of_delays)
            status = put_delays(to, &self->sets[k], error);
        else
            put_lags(to, &self->sets[k]);
    bool good = !ferror(to);
    good = (is_standard ? fflush(to) : fclose(to)) == 0 && good;
    if (good || status != COVEY_OK)
        return status;
    return covey_fail(error, errno == EPIPE ? COVEY_CLOSED : COVEY_IO, "cannot write %.160s: %s",
                      path, strerror(errno));
}

int lags_run(const command *self, const covey_input_def *from, const char *path, size_t most,
             bool of_delays)
{
    covey_input_def source = *from;
    covey_error error = {0};
    table found = {.most = most, .of_delays = of_delays};
    if (!convert_format(self, from->path, from->format, true, &source.format))
        return EXIT_USAGE;
    if (convert_are_one(from->path, path)) {
        (void)fprintf(stderr, "covey %s: %s cannot be both read and written\n", self->name, path);
        return EXIT_USAGE;
    }
    if (covey_gzip_is_named(path)) {
        (void)fprintf(stderr, "covey %s: --%s writes plain text: %s cannot end in .gz\n",
                      self->name, of_delays ? "delays" : "lags", path);
        return EXIT_USAGE;
    }
    streams_catch_interrupts();
    covey_status status = read_all(&found, &source, &error);
    bool of_input = status == COVEY_INPUT;
    if (status == COVEY_OK)
        status = write_all(&found, path, &error);
    close_table(&found);
    if (status != COVEY_OK && status != COVEY_CLOSED)
        (void)fprintf(stderr, "covey %s: %s%s%s\n", self->name, of_input ? from->path : "",
                      of_input ? ": " : "", error.message);
    return covey_status_exit(status);
}
