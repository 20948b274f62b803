// SPDX-License-Identifier: MIT
// covey measure --lags: numbers of the frames of a file over the time between them.
#include "lags.h"

#include "base/print.h"
#include "convert.h"
#include "formats/gzip.h"
#include "measures/lags.h"
#include "streams.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The sets of a file by their names.
typedef struct table {
    size_t most;
    int count;
    struct {
        char name[COVEY_NAME_SIZE];
        covey_lags *lags;
    } sets[COVEY_MAX_SETS];
} table;

static void close_table(table *self)
{
    for (int k = 0; k < self->count; k++)
        covey_lags_destroy(self->sets[k].lags);
}

static covey_status lags_of(table *self, const char *name, covey_lags **found, covey_error *error)
{
    int k = 0;
    while (k < self->count && strcmp(self->sets[k].name, name) != 0)
        k++;
    if (k == COVEY_MAX_SETS)
        return covey_fail(error, COVEY_INPUT, "there are more than %d sets", COVEY_MAX_SETS);
    if (k == self->count) {
        (void)snprintf(self->sets[k].name, sizeof self->sets[k].name, "%s", name);
        covey_status status =
            covey_lags_create(self->most, (covey_allocator){0}, &self->sets[k].lags, error);
        if (status != COVEY_OK)
            return status;
        self->count++;
    }
    *found = self->sets[k].lags;
    return COVEY_OK;
}

static covey_status add_set(table *self, const covey_frame_set *set, covey_error *error)
{
    covey_lags *lags = NULL;
    covey_status status = lags_of(self, set->set, &lags, error);
    covey_view view = {.count = set->count, .step = set->step, .space = set->space, .id = set->id};
    for (int axis = 0; axis < covey_space_dim(&set->space); axis++) {
        view.pos[axis] = set->pos[axis];
        view.vel[axis] = set->vel[axis];
    }
    return status == COVEY_OK ? covey_lags_add(lags, &view, set->time, error) : status;
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

static covey_status write_all(const table *self, const char *path, covey_error *error)
{
    static covey_profile profile;
    bool is_standard = strcmp(path, "-") == 0;
    FILE *to = is_standard ? stdout : fopen(path, "w");
    if (to == NULL)
        return covey_fail(error, COVEY_IO, "cannot write %.160s: %s", path, strerror(errno));
    (void)fprintf(to, "set,profile,lag,value,count\n");
    for (int k = 0; k < self->count; k++)
        for (int which = 0; which < COVEY_LAGS; which++) {
            covey_lags_take(self->sets[k].lags, (covey_lag)which, &profile);
            put_profile(to, self->sets[k].name, (covey_lag)which, &profile);
        }
    bool good = !ferror(to);
    good = (is_standard ? fflush(to) : fclose(to)) == 0 && good;
    if (good)
        return COVEY_OK;
    return covey_fail(error, errno == EPIPE ? COVEY_CLOSED : COVEY_IO, "cannot write %.160s: %s",
                      path, strerror(errno));
}

int lags_run(const command *self, const covey_input_def *from, const char *path, size_t most)
{
    covey_input_def source = *from;
    covey_error error = {0};
    table found = {.most = most};
    if (!convert_format(self, from->path, from->format, true, &source.format))
        return EXIT_USAGE;
    if (convert_are_one(from->path, path)) {
        (void)fprintf(stderr, "covey %s: %s cannot be both read and written\n", self->name, path);
        return EXIT_USAGE;
    }
    if (covey_gzip_is_named(path)) {
        (void)fprintf(stderr, "covey %s: --lags writes plain text: %s cannot end in .gz\n",
                      self->name, path);
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
