// SPDX-License-Identifier: MIT
// Tables of points: a row for each, columns as wide as they have to be.
#include "plot_sweep.h"

#include "convert.h"
#include "streams.h"

#include "sweep/points.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEASURES_MAX = 8, WIDTH = 10 };

static covey_status say(const command *self, const covey_error *error)
{
    (void)fprintf(stderr, "covey %s: %s\n", self->name, error->message);
    return error->status;
}

bool sweep_show_is(const char *path)
{
    return covey_sweep_is(path);
}

// ---- Names ----

typedef struct names {
    char name[MEASURES_MAX][64];
    int count;
} names;

static void take_first(void *context, const char *name)
{
    names *to = context;
    bool wanted = to->count == 0 || strcmp(name, "polarization") == 0;
    if (!wanted)
        return;
    to->count = 1;
    (void)snprintf(to->name[0], sizeof to->name[0], "%s", name);
}

/// Splits a list; without one takes polarization, or else the first measure of the file.
static covey_status take_names(const command *self, const char *path, const char *list, names *to)
{
    covey_error error = {0};
    *to = (names){0};
    if (list == NULL) {
        if (covey_sweep_names(path, false, take_first, to, &error) != COVEY_OK)
            return say(self, &error);
        return COVEY_OK;
    }
    while (*list != '\0') {
        size_t size = strcspn(list, ",");
        if (to->count == MEASURES_MAX) {
            (void)fprintf(stderr, "covey %s: at most %d measures at a time\n", self->name,
                          MEASURES_MAX);
            return COVEY_ARG;
        }
        (void)snprintf(to->name[to->count++], sizeof to->name[0], "%.*s",
                       (int)(size < 60 ? size : 60), list);
        list += size + (list[size] == ',');
    }
    return COVEY_OK;
}

static covey_status say_state(const command *self, const char *path)
{
    covey_sweep_state state;
    covey_error error = {0};
    if (covey_sweep_state_read(path, &state, &error) != COVEY_OK)
        return say(self, &error);
    printf("%s: %llu of %llu runs are done", path, (unsigned long long)state.done,
           (unsigned long long)state.total);
    if (state.diverged > 0)
        printf(", %llu diverged", (unsigned long long)state.diverged);
    if (state.refused > 0)
        printf(", %llu refused", (unsigned long long)state.refused);
    if (state.parts > 1)
        printf(", part %llu of %llu", (unsigned long long)state.part,
               (unsigned long long)state.parts);
    printf("\n");
    return COVEY_OK;
}

// ---- Means ----

static int key_width(const covey_sweep_points *points, size_t key)
{
    size_t width = strlen(points->keys[key]);
    for (size_t k = 0; k < points->count; k++) {
        size_t size = strlen(points->points[k].values[key]);
        width = size > width ? size : width;
    }
    return (int)(width < 24 ? width : 24);
}

static void print_number(double value)
{
    if (isnan(value))
        printf("  %*s", WIDTH, "-");
    else
        printf("  %*.4g", WIDTH, value);
}

static void print_keys(const covey_sweep_points *points, const covey_sweep_point *point)
{
    for (size_t k = 0; k < points->keys_count; k++)
        printf("%*s  ", key_width(points, k), point != NULL ? point->values[k] : points->keys[k]);
}

static void print_means(const covey_sweep_points *points, const names *measures)
{
    print_keys(&points[0], NULL);
    printf("runs");
    for (int m = 0; m < measures->count; m++)
        printf("  %*s  %*s", WIDTH, measures->name[m], WIDTH, "error");
    printf("\n");
    for (size_t k = 0; k < points[0].count; k++) {
        print_keys(&points[0], &points[0].points[k]);
        printf("%4zu", points[0].points[k].runs);
        for (int m = 0; m < measures->count; m++) {
            int longer = (int)strlen(measures->name[m]) - WIDTH;
            printf("%*s", longer > 0 ? longer : 0, "");
            print_number(points[m].points[k].mean.value);
            print_number(points[m].points[k].error);
        }
        printf("\n");
    }
}

static covey_status read_all(const command *self, const char *path, const char *flock,
                             const names *measures, covey_sweep_points *points)
{
    covey_error error = {0};
    for (int m = 0; m < measures->count; m++)
        if (covey_sweep_points_read(path, flock, measures->name[m], &points[m], &error) != COVEY_OK)
            return say(self, &error);
    return COVEY_OK;
}

covey_status sweep_show(const command *self, const char *path, const char *list)
{
    names measures;
    covey_sweep_points points[MEASURES_MAX] = {0};
    covey_status status = say_state(self, path);
    if (status == COVEY_OK)
        status = take_names(self, path, list, &measures);
    if (status != COVEY_OK || measures.count == 0)
        return status;
    status = read_all(self, path, NULL, &measures, points);
    if (status == COVEY_OK)
        print_means(points, &measures);
    for (int m = 0; m < measures.count; m++)
        covey_sweep_points_free(&points[m]);
    return status;
}

// ---- Statistics ----

static void print_statistics(const covey_sweep_points *points)
{
    static const char *const titles[COVEY_SWEEP_POINT_NUMBERS] = {
        "mean",      "low", "high",  "error",  "within", "sd",  "tau",
        "effective", "chi", "error", "binder", "low",    "high"};
    size_t drifting = 0, short_ones = 0, runs = 0;
    print_keys(points, NULL);
    printf("runs");
    for (size_t k = 0; k < sizeof titles / sizeof *titles; k++)
        printf("  %*s", WIDTH, titles[k]);
    printf("\n");
    for (size_t k = 0; k < points->count; k++) {
        const covey_sweep_point *is = &points->points[k];
        double numbers[COVEY_SWEEP_POINT_NUMBERS];
        covey_sweep_point_numbers(is, numbers);
        print_keys(points, is);
        printf("%4zu", is->runs);
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
            print_number(numbers[i]);
        printf("%s%s\n", is->drifting > 0 ? "  drifts" : "", is->short_ones > 0 ? "  short" : "");
        drifting += is->drifting;
        short_ones += is->short_ones;
        runs += is->runs;
    }
    if (drifting > 0)
        printf("%zu of %zu runs are NOT STATIONARY: their beginnings and ends have other means. "
               "Discard more, or run longer.\n",
               drifting, runs);
    if (short_ones > 0)
        printf(
            "%zu of %zu runs are TOO SHORT for their errors: fewer than %g independent samples.\n",
            short_ones, runs, COVEY_SERIES_FEW);
}

covey_status sweep_show_statistics(const command *self, const char *path, const char *flock,
                                   const char *list)
{
    names measures;
    covey_error error = {0};
    covey_status status = take_names(self, path, list, &measures);
    for (int m = 0; status == COVEY_OK && m < measures.count; m++) {
        covey_sweep_points points;
        status = covey_sweep_points_read(path, flock, measures.name[m], &points, &error);
        if (status == COVEY_OK) {
            printf("%s%s\n", m > 0 ? "\n" : "", measures.name[m]);
            print_statistics(&points);
        } else {
            (void)say(self, &error);
        }
        covey_sweep_points_free(&points);
    }
    return status;
}

// ---- CSV ----

covey_status sweep_show_csv(const command *self, const char *path, const char *rows, const char *to)
{
    covey_error error = {0};
    covey_sweep_state state;
    if (covey_sweep_state_read(path, &state, &error) != COVEY_OK) // before a file is made
        return say(self, &error);
    if (convert_are_one(path, to)) {
        (void)fprintf(stderr, "covey %s: %s cannot be both read and written\n", self->name, path);
        return COVEY_ARG;
    }
    stream out = stream_create(to);
    covey_status status = COVEY_IO;
    if (out.file >= 0)
        status = covey_sweep_export(path, rows, stream_sink(&out), &error);
    bool of_stream = out.file < 0 || out.error != 0;
    status = stream_close(&out, status);
    if (status == COVEY_CLOSED || status == COVEY_OK)
        return status;
    if (of_stream || error.message[0] == '\0')
        (void)fprintf(stderr, "covey %s: writing %s failed: %s\n", self->name, to,
                      strerror(out.error));
    else
        (void)say(self, &error);
    return status;
}
