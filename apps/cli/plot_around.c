// SPDX-License-Identifier: MIT
// Draws tables of bins around an agent, those of covey measure --forces and --map, as discs.
#include "graph_polar.h"
#include "plot_sweep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECTORS = 36, MOST_RINGS = 1000, PANELS = 3 };

static const double pi = 3.14159265358979323846;

/// A column that may be drawn.
typedef struct kind {
    const char *name, *title;
    bool diverges, is_log;
} kind;

static const kind kinds[] = {
    {"speeding", "acceleration ahead, L/T²", true, false},
    {"turning", "acceleration to the left, L/T²", true, false},
    {"density", "neighbors, 1/L²", false, false},
    {"count", "pairs", false, true},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

typedef struct drawing {
    const plot_sweep_def *def;
    const table *from;
    size_t set;
    long least;
    size_t rings, shown, thin; ///< bins with as many pairs, and those with fewer
    double width;              ///< of a ring, L
    int bearing, distance, count;
    double *values; ///< of all panels, one after another
    graph_polar_panel panels[PANELS];
    size_t panels_count;
} drawing;

bool plot_around_is(const table *from)
{
    return table_column(from, "bearing") >= 0 && table_column(from, "distance") >= 0 &&
           table_column(from, "count") >= 0 &&
           (table_column(from, "speeding") >= 0 || table_column(from, "density") >= 0);
}

static double at(const drawing *self, size_t row, int column)
{
    return self->from->values[row * self->from->columns + (size_t)column];
}

static int by_size(const void *a, const void *b)
{
    const double *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

static bool is_whole(double value)
{
    return fabs(value - floor(value + 0.5)) < 1e-6 * fmax(value, 1.0);
}

/// Finds the width of the rings by the middles of those in the table, which are odd multiples of
/// half of it: the smallest distance between two, if all are. A table of few bins may leave it
/// open.
static covey_status find_rings(drawing *self)
{
    const table *from = self->from;
    double *distances = calloc(from->rows + 1, sizeof *distances), last = 0.0;
    if (distances == NULL)
        return command_no_memory(self->def->self, "the bins");
    size_t count = 0;
    for (size_t k = 0; k < from->rows; k++)
        if (from->set[k] == self->set && at(self, k, self->distance) > 0.0)
            distances[count++] = at(self, k, self->distance);
    qsort(distances, count, sizeof *distances, by_size);
    self->width = count > 0 ? 2.0 * distances[0] : 0.0;
    for (size_t k = 0; k < count; k++) {
        const double step = distances[k] - last;
        if (k > 0 && step > 1e-9 * distances[k])
            self->width = fmin(self->width, step);
        last = distances[k];
    }
    bool even = count > 0;
    for (size_t k = 0; k < count && even; k++)
        even = is_whole(distances[k] / self->width - 0.5);
    self->rings = even ? (size_t)(last / self->width + 0.5) : 0;
    free(distances);
    if (self->rings > 0 && self->rings <= MOST_RINGS)
        return COVEY_OK;
    (void)fprintf(stderr,
                  "covey %s: %s: its distances are not the middles of up to %d bins of one width\n",
                  self->def->self->name, self->def->files[0], MOST_RINGS);
    return COVEY_INPUT;
}

/// Finds the set that is asked for, the first by default.
static bool find_set(drawing *self)
{
    const char *wanted = self->def->flock;
    const table *from = self->from;
    suggestion nearest = {.wrong = wanted};
    char text[SUGGESTION_SIZE];
    while (wanted != NULL && self->set < from->sets &&
           strcmp(from->set_names[self->set], wanted) != 0)
        suggestion_offer(&nearest, from->set_names[self->set++]);
    if (self->set < from->sets)
        return true;
    (void)fprintf(stderr, "covey %s: there is no set \"%s\"%s in %s\n", self->def->self->name,
                  wanted != NULL ? wanted : "", suggestion_text(&nearest, text),
                  self->def->files[0]);
    return false;
}

/// The values of a column in all bins that have pairs enough.
static void fill_panel(drawing *self, int column, double *to)
{
    const table *from = self->from;
    const double turn = 2.0 * pi / SECTORS;
    for (size_t k = 0; k < SECTORS * self->rings; k++)
        to[k] = (double)NAN;
    self->shown = self->thin = 0;
    for (size_t k = 0; k < from->rows; k++) {
        const double sector = floor((at(self, k, self->bearing) + pi) / turn);
        const double ring = floor(at(self, k, self->distance) / self->width);
        const double count = at(self, k, self->count);
        if (from->set[k] != self->set || !(sector >= 0.0 && sector < SECTORS) ||
            !(ring >= 0.0 && ring < (double)self->rings) || !(count > 0.0))
            continue;
        const bool enough = count >= (double)self->least;
        self->shown += enough;
        self->thin += !enough;
        if (enough || column == self->count)
            to[(size_t)sector * self->rings + (size_t)ring] = at(self, k, column);
    }
}

static covey_status fill(drawing *self)
{
    const size_t size = SECTORS * self->rings;
    self->values = calloc(PANELS * size, sizeof *self->values);
    if (self->values == NULL)
        return command_no_memory(self->def->self, "the bins");
    for (int k = 0; k < KINDS && self->panels_count < PANELS; k++) {
        const int column = table_column(self->from, kinds[k].name);
        double *to = self->values + self->panels_count * size;
        if (column < 0)
            continue;
        fill_panel(self, column, to);
        self->panels[self->panels_count++] =
            (graph_polar_panel){kinds[k].title, to, kinds[k].diverges, kinds[k].is_log};
    }
    if (self->shown > 0)
        return COVEY_OK;
    (void)fprintf(stderr, "covey %s: %s: no bin has %ld pairs: --least is lower\n",
                  self->def->self->name, self->def->files[0], self->least);
    return COVEY_INPUT;
}

static covey_status draw(drawing *self)
{
    const plot_sweep_def *def = self->def;
    char note[160];
    covey_status status;
    const covey_canvas *canvas = image_output_begin(def->pages, &status);
    if (canvas == NULL)
        return status;
    (void)snprintf(note, sizeof note,
                   "distances in L; gray: fewer than %ld pair%s of an agent and a neighbor (%zu of "
                   "%zu bins)",
                   self->least, self->least == 1 ? "" : "s", SECTORS * self->rings - self->shown,
                   SECTORS * self->rings);
    graph_polar sheet = {.page = plot_table_page(def, ""),
                         .note = note,
                         .sectors = SECTORS,
                         .rings = self->rings,
                         .low = -pi,
                         .high = pi,
                         .reach = self->width * (double)self->rings,
                         .panels = self->panels,
                         .panels_count = self->panels_count};
    graph_polar_draw(&sheet, canvas);
    return image_output_close(def->pages, image_output_end(def->pages));
}

covey_status plot_around(const plot_sweep_def *def, const table *from, long least)
{
    drawing self = {.def = def,
                    .from = from,
                    .least = least,
                    .bearing = table_column(from, "bearing"),
                    .distance = table_column(from, "distance"),
                    .count = table_column(from, "count")};
    if (from->rows == 0) {
        (void)fprintf(stderr, "covey %s: %s: the table has no rows\n", def->self->name,
                      def->files[0]);
        return COVEY_INPUT;
    }
    if (!find_set(&self))
        return COVEY_ARG;
    covey_status status = find_rings(&self);
    if (status == COVEY_OK)
        status = fill(&self);
    if (status == COVEY_OK)
        status = draw(&self);
    free(self.values);
    return status;
}
