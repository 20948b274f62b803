// SPDX-License-Identifier: MIT
// Turns the rows of a table into curves: rows with the same x are one point, at their mean, in a
// band of its standard error.
#include "plot_sweep.h"

#include "command.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CURVES = 64 };

/// A row of the table.
typedef struct row {
    size_t curve;
    double x, y;
} row;

typedef struct drawing {
    const plot_sweep_def *def;
    const table *from;
    int x, y, by; ///< columns; no column for `by`: sets
    row *rows;
    size_t rows_count;
    double values[CURVES]; ///< of `by`
    graph_curve curves[CURVES];
    size_t curves_count;
    double *numbers; ///< x, y, low and high of all curves, one after the other
} drawing;

graph_page plot_table_page(const plot_sweep_def *def, const char *y_title)
{
    return (graph_page){.width = def->pages->width,
                        .height = def->pages->height,
                        .unit = fmax(def->pages->width / 800.0, 0.75),
                        .theme = def->theme,
                        .title = def->title != NULL ? def->title : "",
                        .x_title = def->x_title != NULL ? def->x_title : def->x,
                        .y_title = def->y_title != NULL ? def->y_title : y_title};
}

// ---- Columns ----

/// Finds a column of numbers; on failure writes a message.
static bool find(const drawing *self, const char *name, int *column)
{
    const plot_sweep_def *def = self->def;
    suggestion nearest = {.wrong = name};
    char text[SUGGESTION_SIZE];
    *column = strcmp(name, "set") != 0 ? table_column(self->from, name) : -1;
    if (*column >= 0)
        return true;
    for (size_t k = 0; k < self->from->columns; k++)
        if (strcmp(self->from->names[k], "set") != 0)
            suggestion_offer(&nearest, self->from->names[k]);
    (void)fprintf(stderr, "covey %s: there is no column \"%s\"%s in %s\n", def->self->name, name,
                  suggestion_text(&nearest, text), def->files[0]);
    return false;
}

static bool find_columns(drawing *self)
{
    const plot_sweep_def *def = self->def;
    self->by = -1;
    if (!find(self, def->x, &self->x) || !find(self, def->y, &self->y))
        return false;
    if (def->by == NULL || strcmp(def->by, "set") == 0)
        return true;
    if (!find(self, def->by, &self->by))
        return false;
    if (self->from->sets < 2)
        return true;
    (void)fprintf(stderr, "covey %s: %s has several sets, which are curves without --by %s\n",
                  def->self->name, def->files[0], def->by);
    return false;
}

// ---- Rows ----

/// Returns the number of the curve of a row; CURVES if there are too many.
static size_t curve_of(drawing *self, size_t at)
{
    if (self->by < 0)
        return self->from->set[at];
    double value = self->from->values[at * self->from->columns + (size_t)self->by];
    size_t k = 0;
    while (k < self->curves_count && self->values[k] != value)
        k++;
    if (k < CURVES)
        self->values[k] = value;
    return k;
}

static int by_curve_and_x(const void *left, const void *right)
{
    const row *a = left, *b = right;
    if (a->curve != b->curve)
        return (a->curve > b->curve) - (a->curve < b->curve);
    return (a->x > b->x) - (a->x < b->x);
}

/// Takes the rows that have all of their numbers. Returns false if there are too many curves.
static bool take_rows(drawing *self)
{
    const table *from = self->from;
    for (size_t k = 0; k < from->rows; k++) {
        const double *values = from->values + k * from->columns;
        if (!isfinite(values[self->x]) || !isfinite(values[self->y]) ||
            (self->by >= 0 && !isfinite(values[self->by])))
            continue;
        size_t curve = curve_of(self, k);
        if (curve == CURVES)
            return false;
        self->curves_count = curve >= self->curves_count ? curve + 1 : self->curves_count;
        self->rows[self->rows_count++] = (row){curve, values[self->x], values[self->y]};
    }
    qsort(self->rows, self->rows_count, sizeof *self->rows, by_curve_and_x);
    return true;
}

// ---- Curves ----

/// The mean of y over rows, and its standard error, 0 of a single row.
static void average(const row *rows, size_t count, double *mean, double *error)
{
    double sum = 0.0, squares = 0.0;
    for (size_t k = 0; k < count; k++)
        sum += rows[k].y;
    *mean = sum / (double)count;
    for (size_t k = 0; k < count; k++)
        squares += (rows[k].y - *mean) * (rows[k].y - *mean);
    *error = count > 1 ? sqrt(squares / ((double)count * (double)(count - 1))) : 0.0;
}

/// Adds a point, the mean of some rows, behind the others of its curve.
static void add_point(drawing *self, const row *rows, size_t count)
{
    graph_curve *curve = &self->curves[rows->curve];
    double *to = self->numbers + (rows - self->rows), mean, error;
    const size_t all = self->rows_count;
    if (curve->count == 0)
        *curve = (graph_curve){.x = to, .y = to + all, .low = to + 2 * all, .high = to + 3 * all};
    to = self->numbers + (curve->x - self->numbers) + curve->count++;
    average(rows, count, &mean, &error);
    to[0] = rows->x;
    to[all] = mean;
    to[2 * all] = mean - error;
    to[3 * all] = mean + error;
}

static void add_points(drawing *self)
{
    for (size_t first = 0, end; first < self->rows_count; first = end) {
        const row *rows = self->rows + first;
        for (end = first; end < self->rows_count; end++)
            if (by_curve_and_x(rows, self->rows + end) != 0)
                break;
        add_point(self, rows, end - first);
    }
    for (size_t k = 0; k < self->curves_count; k++)
        if (self->by >= 0)
            (void)snprintf(self->curves[k].name, GRAPH_NAME, "%.60s %g", self->def->by,
                           self->values[k]);
        else
            (void)snprintf(self->curves[k].name, GRAPH_NAME, "%s", self->from->set_names[k]);
}

static covey_status draw(drawing *self)
{
    const plot_sweep_def *def = self->def;
    covey_status status;
    const covey_canvas *canvas = image_output_begin(def->pages, &status);
    if (canvas == NULL)
        return status;
    graph sheet = {.page = plot_table_page(def, def->y),
                   .log_x = def->log_x,
                   .log_y = def->log_y,
                   .curves = self->curves,
                   .curves_count = self->curves_count};
    graph_draw(&sheet, canvas);
    return image_output_close(def->pages, image_output_end(def->pages));
}

static covey_status fill(drawing *self)
{
    const plot_sweep_def *def = self->def;
    self->rows = calloc(self->from->rows + 1, sizeof *self->rows);
    self->numbers = calloc(4 * self->from->rows + 1, sizeof *self->numbers);
    if (self->rows == NULL || self->numbers == NULL)
        return command_no_memory(def->self, "the curves");
    if (!take_rows(self)) {
        (void)fprintf(stderr, "covey %s: more than 64 curves\n", def->self->name);
        return COVEY_ARG;
    }
    add_points(self);
    if (self->rows_count > 0)
        return COVEY_OK;
    (void)fprintf(stderr, "covey %s: %s: no row has both %s and %s\n", def->self->name,
                  def->files[0], def->x, def->y);
    return COVEY_INPUT;
}

covey_status plot_table(const plot_sweep_def *def, const table *from)
{
    drawing *self = calloc(1, sizeof *self);
    if (self == NULL)
        return command_no_memory(def->self, "the plot");
    self->def = def;
    self->from = from;
    covey_status status = find_columns(self) ? fill(self) : COVEY_ARG;
    if (status == COVEY_OK)
        status = draw(self);
    free(self->rows);
    free(self->numbers);
    free(self);
    return status;
}
