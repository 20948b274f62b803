// SPDX-License-Identifier: MIT
// Turns the points of sweeps into curves or the cells of a map.
#include "plot_sweep.h"

#include "command.h"
#include "graph.h"

#include "sweep/points.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CURVES = 64 };

/// The drawing under way.
typedef struct drawing {
    const plot_sweep_def *def;
    covey_sweep_points points[PLOT_SWEEPS];
    graph_curve curves[CURVES];
    size_t curves_count;
    double *numbers; ///< x, y, low and high of all curves, one after the other
    char y_title[160];
} drawing;

static covey_status refuse(const drawing *self, const char *text, const char *name)
{
    (void)fprintf(stderr, "covey %s: %s%s\n", self->def->self->name, text, name);
    return COVEY_ARG;
}

// ---- Values ----

typedef struct value {
    double at, low, high;
} value;

static value around(double at, double error)
{
    double half = isfinite(error) ? error : 0.0;
    return (value){at, at - half, at + half};
}

static value value_of(const drawing *self, const covey_sweep_point *point)
{
    const char *statistic = self->def->statistic;
    if (strcmp(statistic, "binder") == 0)
        return (value){point->binder.value, point->binder.low, point->binder.high};
    if (strcmp(statistic, "chi") == 0)
        return around(point->susceptibility, point->susceptibility_error);
    if (strcmp(statistic, "sd") == 0)
        return around(point->sd, 0.0);
    if (strcmp(statistic, "tau") == 0)
        return around(point->tau, 0.0);
    return around(point->mean.value, point->error);
}

// ---- Keys ----

static int find_key(const covey_sweep_points *points, const char *name)
{
    for (size_t k = 0; k < points->keys_count; k++)
        if (strcmp(points->keys[k], name) == 0)
            return (int)k;
    return -1;
}

static covey_status no_key(const drawing *self, const covey_sweep_points *points, const char *name)
{
    suggestion nearest = {.wrong = name};
    char text[SUGGESTION_SIZE];
    for (size_t k = 0; k < points->keys_count; k++)
        suggestion_offer(&nearest, points->keys[k]);
    (void)fprintf(stderr, "covey %s: no key \"%s\" varies%s\n", self->def->self->name, name,
                  suggestion_text(&nearest, text));
    return COVEY_ARG;
}

/// True if two points that are the same in the keys drawn are not in key `k`. A key whose values go
/// together with those of a key drawn is none that varies unseen.
static bool splits(const drawing *self, const covey_sweep_points *points, size_t k)
{
    int x = find_key(points, self->def->x);
    int by = self->def->by != NULL ? find_key(points, self->def->by) : x;
    for (size_t i = 1; i < points->count; i++)
        for (size_t j = 0; j < i; j++) {
            const covey_sweep_point *a = &points->points[i], *b = &points->points[j];
            if (strcmp(a->values[x], b->values[x]) == 0 &&
                strcmp(a->values[by], b->values[by]) == 0 &&
                strcmp(a->values[k], b->values[k]) != 0)
                return true;
        }
    return false;
}

/// True if a key other than the keys drawn has several values: then points would lie on each other.
static bool varies_unseen(const drawing *self, const covey_sweep_points *points, const char **key)
{
    for (size_t k = 0; k < points->keys_count; k++) {
        *key = points->keys[k];
        if (strcmp(*key, self->def->x) == 0 ||
            (self->def->by != NULL && strcmp(*key, self->def->by) == 0))
            continue;
        if (splits(self, points, k))
            return true;
    }
    return false;
}

static covey_status check_keys(const drawing *self, const covey_sweep_points *points)
{
    const plot_sweep_def *def = self->def;
    const char *key;
    int x = find_key(points, def->x);
    if (x < 0)
        return no_key(self, points, def->x);
    if (def->by != NULL && find_key(points, def->by) < 0)
        return no_key(self, points, def->by);
    if (varies_unseen(self, points, &key))
        return refuse(self, "another key varies, too; name it by --by: ", key);
    for (size_t k = 0; k < points->count && !def->is_map; k++)
        if (isnan(points->points[k].numbers[x]))
            return refuse(self, "--x needs numbers, not ", points->points[k].values[x]);
    return COVEY_OK;
}

// ---- Curves ----

static void name_curve(const drawing *self, graph_curve *curve, int file, const char *by)
{
    const plot_sweep_def *def = self->def;
    const char *path = def->files[file], *slash = strrchr(path, '/');
    const char *base = slash != NULL ? slash + 1 : path;
    bool several = def->files_count > 1;
    if (by != NULL)
        (void)snprintf(curve->name, sizeof curve->name, "%s%.40s %.30s", several ? base : "",
                       def->by, by);
    else
        (void)snprintf(curve->name, sizeof curve->name, "%.90s", base);
    if (several && by != NULL)
        (void)snprintf(curve->name, sizeof curve->name, "%.40s: %.24s %.24s", base, def->by, by);
}

static int by_x(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/// Adds the points of a file with one value of `by`, by ascending x. Returns the number of numbers.
static size_t add_curve(drawing *self, int file, const char *value_by, double *to)
{
    const covey_sweep_points *from = &self->points[file];
    size_t x = (size_t)find_key(from, self->def->x), count = 0;
    int by = value_by != NULL ? find_key(from, self->def->by) : -1;
    double(*rows)[4] = calloc(from->count + 1, sizeof *rows);
    if (rows == NULL)
        return 0;
    for (size_t k = 0; k < from->count; k++) {
        if (by >= 0 && strcmp(from->points[k].values[by], value_by) != 0)
            continue;
        value is = value_of(self, &from->points[k]);
        const double row[4] = {from->points[k].numbers[x], is.at, is.low, is.high};
        memcpy(rows[count++], row, sizeof row);
    }
    qsort(rows, count, sizeof *rows, by_x);
    for (size_t k = 0; k < count; k++)
        for (size_t i = 0; i < 4; i++)
            to[i * count + k] = rows[k][i];
    free(rows);
    graph_curve *curve = &self->curves[self->curves_count];
    *curve = (graph_curve){
        .x = to, .y = to + count, .low = to + 2 * count, .high = to + 3 * count, .count = count};
    name_curve(self, curve, file, value_by);
    self->curves_count++;
    return 4 * count;
}

/// True if an earlier point of the file has the same value of `by`.
static bool is_known(const covey_sweep_points *from, size_t point, int by)
{
    for (size_t k = 0; k < point; k++)
        if (strcmp(from->points[k].values[by], from->points[point].values[by]) == 0)
            return true;
    return false;
}

static covey_status add_curves(drawing *self)
{
    size_t all = 0;
    for (int f = 0; f < self->def->files_count; f++)
        all += self->points[f].count;
    self->numbers = calloc(4 * all + 1, sizeof *self->numbers);
    if (self->numbers == NULL)
        return command_no_memory(self->def->self, "the curves");
    double *to = self->numbers;
    for (int f = 0; f < self->def->files_count; f++) {
        const covey_sweep_points *from = &self->points[f];
        int by = self->def->by != NULL ? find_key(from, self->def->by) : -1;
        for (size_t k = 0; k < (by < 0 ? 1 : from->count); k++) {
            if (by >= 0 && is_known(from, k, by))
                continue;
            if (self->curves_count == CURVES)
                return refuse(self, "more than 64 curves; --map draws two keys as a map", "");
            to += add_curve(self, f, by >= 0 ? from->points[k].values[by] : NULL, to);
        }
    }
    return COVEY_OK;
}

static covey_status draw_curves(drawing *self, const covey_canvas *canvas)
{
    graph sheet = {.page = plot_table_page(self->def, self->y_title),
                   .log_x = self->def->log_x,
                   .log_y = self->def->log_y,
                   .curves = self->curves,
                   .curves_count = self->curves_count};
    graph_draw(&sheet, canvas);
    return COVEY_OK;
}

// ---- Maps ----

/// The values of a key in order: numbers by size, words as they come. Returns their number.
static size_t distinct(const covey_sweep_points *from, int key, const covey_sweep_point **found)
{
    size_t count = 0;
    for (size_t k = 0; k < from->count; k++) {
        if (is_known(from, k, key))
            continue;
        size_t at = count++;
        for (; at > 0 && found[at - 1]->numbers[key] > from->points[k].numbers[key]; at--)
            found[at] = found[at - 1];
        found[at] = &from->points[k];
    }
    return count;
}

static size_t index_of(const covey_sweep_point *const *found, size_t count, int key,
                       const covey_sweep_point *point)
{
    size_t at = 0;
    while (at < count && strcmp(found[at]->values[key], point->values[key]) != 0)
        at++;
    return at;
}

/// The values of both keys of a map, and the names of all.
typedef struct map_axes {
    int key[2];
    size_t count[2];
    const covey_sweep_point **found[2];
    const char **names[2];
} map_axes;

/// Finds them in room for twice as many as there are points.
static void take_axes(const drawing *self, const covey_sweep_point **found, const char **names,
                      map_axes *axes)
{
    const covey_sweep_points *from = &self->points[0];
    const char *const keys[] = {self->def->x, self->def->by};
    for (int k = 0; k < 2; k++) {
        size_t first = k == 0 ? 0 : axes->count[0];
        axes->key[k] = find_key(from, keys[k]);
        axes->found[k] = found + first;
        axes->names[k] = names + first;
        axes->count[k] = distinct(from, axes->key[k], axes->found[k]);
        for (size_t i = 0; i < axes->count[k]; i++)
            axes->names[k][i] = axes->found[k][i]->values[axes->key[k]];
    }
}

/// Returns the values of the cells, row by row, NaN where there is no point; NULL without memory.
static double *take_cells(const drawing *self, const map_axes *axes)
{
    const covey_sweep_points *from = &self->points[0];
    size_t count = axes->count[0] * axes->count[1];
    double *values = calloc(count + 1, sizeof *values);
    for (size_t k = 0; k < count && values != NULL; k++)
        values[k] = (double)NAN;
    for (size_t k = 0; k < from->count && values != NULL; k++) {
        const covey_sweep_point *point = &from->points[k];
        size_t column = index_of(axes->found[0], axes->count[0], axes->key[0], point);
        size_t row = index_of(axes->found[1], axes->count[1], axes->key[1], point);
        values[row * axes->count[0] + column] = value_of(self, point).at;
    }
    return values;
}

static covey_status draw_map(drawing *self, const covey_canvas *canvas)
{
    size_t room = 2 * self->points[0].count + 1;
    const covey_sweep_point **found = calloc(room, sizeof *found);
    const char **names = calloc(room, sizeof *names);
    double *values = NULL;
    map_axes axes;
    if (found != NULL && names != NULL) {
        take_axes(self, found, names, &axes);
        values = take_cells(self, &axes);
    }
    if (values != NULL) {
        graph_map map = {.page = plot_table_page(self->def, self->def->by),
                         .value_title = self->y_title,
                         .x_names = axes.names[0],
                         .y_names = axes.names[1],
                         .x_count = axes.count[0],
                         .y_count = axes.count[1],
                         .values = values};
        graph_map_draw(&map, canvas);
    }
    covey_status status = values != NULL ? COVEY_OK : command_no_memory(self->def->self, "the map");
    free(found);
    free(names);
    free(values);
    return status;
}

// ---- The page ----

static covey_status read_points(drawing *self)
{
    const plot_sweep_def *def = self->def;
    covey_error error = {0};
    for (int f = 0; f < def->files_count; f++) {
        if (covey_sweep_points_read(def->files[f], def->flock, def->y, &self->points[f], &error) !=
            COVEY_OK) {
            (void)fprintf(stderr, "covey %s: %s\n", def->self->name, error.message);
            return error.status;
        }
        covey_status status = check_keys(self, &self->points[f]);
        if (status != COVEY_OK)
            return status;
    }
    return COVEY_OK;
}

static covey_status draw(drawing *self)
{
    covey_status status;
    const covey_canvas *canvas = image_output_begin(self->def->pages, &status);
    if (canvas == NULL)
        return status;
    status = self->def->is_map ? draw_map(self, canvas) : draw_curves(self, canvas);
    if (status == COVEY_OK)
        status = image_output_end(self->def->pages);
    return image_output_close(self->def->pages, status);
}

covey_status plot_sweep(const plot_sweep_def *def)
{
    drawing *self = calloc(1, sizeof *self);
    if (self == NULL)
        return command_no_memory(def->self, "the plot");
    self->def = def;
    bool is_mean = strcmp(def->statistic, "mean") == 0;
    (void)snprintf(self->y_title, sizeof self->y_title, "%.80s%s%.20s", def->y, is_mean ? "" : ", ",
                   is_mean ? "" : def->statistic);
    covey_status status = read_points(self);
    if (status == COVEY_OK && !def->is_map)
        status = add_curves(self);
    if (status == COVEY_OK)
        status = draw(self);
    for (int f = 0; f < def->files_count; f++)
        covey_sweep_points_free(&self->points[f]);
    free(self->numbers);
    free(self);
    return status;
}
