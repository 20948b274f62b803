// SPDX-License-Identifier: MIT
#include "dist/owned_cells.h"

#include "geometry/space.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PER_CELL = 8, SAMPLES = 1024, RIM = 64, MOST_CELLS = 1 << 20 };

typedef struct span {
    int64_t low, high; ///< cells, both included
} span;

typedef struct box {
    span on[COVEY_AXES];
} box;

void covey_owned_cells_free(covey_owned_cells *self)
{
    free(self->start);
    free(self->agent);
    *self = (covey_owned_cells){.count = 0};
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Sets the window of an axis: where all but a few in a hundred agents are and a little more, as
/// far as there are agents. A wider one has larger cells, and bounds that are further. Returns its
/// width.
static double choose_window(covey_owned_cells *self, int axis)
{
    const double *x = self->state->pos[axis];
    double sample[SAMPLES];
    size_t size = self->count < SAMPLES ? self->count : SAMPLES;
    for (size_t k = 0; k < size; k++)
        sample[k] = x[k * self->count / size];
    qsort(sample, size, sizeof *sample, compare);
    double first = sample[size / RIM], last = sample[size - 1 - size / RIM];
    double more = (last - first) / (RIM / 4);
    self->least[axis] = self->most[axis] = x[0];
    for (size_t i = 1; i < self->count; i++) {
        self->least[axis] = x[i] < self->least[axis] ? x[i] : self->least[axis];
        self->most[axis] = x[i] > self->most[axis] ? x[i] : self->most[axis];
    }
    double low = first - more, high = last + more;
    low = low > self->least[axis] ? low : self->least[axis];
    high = high < self->most[axis] ? high : self->most[axis];
    self->low[axis] = low;
    return high - low;
}

/// Chooses cells with a few agents each. Returns how many there are.
static size_t choose_cells(covey_owned_cells *self)
{
    double width[COVEY_AXES] = {0.0}, volume = 1.0;
    int axes = 0;
    for (int axis = 0; axis < self->dim; axis++) {
        width[axis] = choose_window(self, axis);
        if (width[axis] > 0.0 && width[axis] <= DBL_MAX) {
            volume *= width[axis];
            axes++;
        }
    }
    double share = volume * PER_CELL / (double)self->count;
    double side = axes == 1 ? share : axes == 2 ? sqrt(share) : cbrt(share);
    size_t all = 1;
    for (int axis = 0; axis < self->dim; axis++) {
        double cells = width[axis] / side;
        bool many = cells >= 2.0 && cells <= MOST_CELLS;
        self->cells[axis] = many ? (int64_t)cells : 1;
        if (all * (uint64_t)self->cells[axis] > 2 * self->count + 64)
            self->cells[axis] = 1;
        self->side[axis] = width[axis] / (double)self->cells[axis];
        all *= (size_t)self->cells[axis];
    }
    return all;
}

static int64_t cell_along(const covey_owned_cells *self, int axis, double x)
{
    double cell = floor((x - self->low[axis]) / self->side[axis]);
    if (self->cells[axis] == 1 || !(cell > 0.0))
        return 0;
    double last = (double)(self->cells[axis] - 1);
    return (int64_t)(cell < last ? cell : last);
}

static size_t number_of(const covey_owned_cells *self, const int64_t cell[COVEY_AXES])
{
    size_t number = 0;
    for (int axis = self->dim - 1; axis >= 0; axis--)
        number = number * (size_t)self->cells[axis] + (size_t)cell[axis];
    return number;
}

static size_t cell_of(const covey_owned_cells *self, size_t i)
{
    int64_t cell[COVEY_AXES] = {0};
    for (int axis = 0; axis < self->dim; axis++)
        cell[axis] = cell_along(self, axis, self->state->pos[axis][i]);
    return number_of(self, cell);
}

static bool take_room(uint32_t **array, size_t *room, size_t count)
{
    if (count <= *room)
        return true;
    uint32_t *grown = realloc(*array, (count + count / 8) * sizeof *grown);
    if (grown == NULL)
        return false;
    *array = grown;
    *room = count + count / 8;
    return true;
}

bool covey_owned_cells_fill(covey_owned_cells *self, const covey_space *space,
                            const covey_state *state, size_t count)
{
    self->space = space;
    self->state = state;
    self->count = count;
    self->dim = state->dim;
    size_t cells = count > 0 ? choose_cells(self) : 0;
    if (!take_room(&self->start, &self->start_room, cells + 2) ||
        !take_room(&self->agent, &self->agent_room, count + 1))
        return false;
    memset(self->start, 0, (cells + 2) * sizeof *self->start);
    for (size_t i = 0; i < count; i++)
        self->start[cell_of(self, i) + 2]++;
    for (size_t c = 2; c < cells + 2; c++)
        self->start[c] += self->start[c - 1];
    for (size_t i = 0; i < count; i++) // one place further, where beginnings become ends
        self->agent[self->start[cell_of(self, i) + 1]++] = (uint32_t)i;
    return true;
}

// ---- Boxes of cells ----

/// The next row of cells of a box, on the axes but the first. False behind the last.
static bool next_row(const covey_owned_cells *self, const box *of, int64_t cell[COVEY_AXES])
{
    for (int axis = 1; axis < self->dim; axis++) {
        if (++cell[axis] <= of->on[axis].high)
            return true;
        cell[axis] = of->on[axis].low;
    }
    return false;
}

/// The agents of a row of a box: from the result to *end - 1 in `agent`.
static size_t row_of(const covey_owned_cells *self, const box *of, int64_t cell[COVEY_AXES],
                     size_t *end)
{
    cell[0] = of->on[0].high;
    *end = self->start[number_of(self, cell) + 1];
    cell[0] = of->on[0].low;
    return self->start[number_of(self, cell)];
}

static void begin_rows(const covey_owned_cells *self, const box *of, int64_t cell[COVEY_AXES])
{
    for (int axis = 0; axis < self->dim; axis++)
        cell[axis] = of->on[axis].low;
}

/// The agents of a row that are seen.
static size_t count_seen(const covey_owned_cells *self, size_t begin, size_t end, covey_vec place,
                         const covey_sight *sight)
{
    size_t seen = 0;
    for (size_t k = begin; k < end; k++) {
        covey_vec to = covey_state_pos(self->state, self->agent[k]);
        covey_vec way = covey_space_between(self->space, place, to);
        seen += covey_sight_is(sight, way, covey_vec_dot(way, way), COVEY_SURELY);
    }
    return seen;
}

static size_t count_in(const covey_owned_cells *self, const box *of, covey_vec place,
                       const covey_sight *sight)
{
    int64_t cell[COVEY_AXES];
    size_t sum = 0, end;
    begin_rows(self, of, cell);
    do {
        size_t begin = row_of(self, of, cell, &end);
        sum += sight != NULL ? count_seen(self, begin, end, place, sight) : end - begin;
    } while (next_row(self, of, cell));
    return sum;
}

/// The distance to the corner of a box that is furthest from a place.
static double furthest(const covey_owned_cells *self, const box *of, const double at[COVEY_AXES])
{
    double sum = 0.0, largest = 0.0;
    for (int axis = 0; axis < self->dim; axis++) {
        const span *cells = &of->on[axis];
        double low = self->low[axis] + (double)cells->low * self->side[axis];
        double high = self->low[axis] + (double)(cells->high + 1) * self->side[axis];
        low = cells->low == 0 ? self->least[axis] : low;
        high = cells->high == self->cells[axis] - 1 ? self->most[axis] : high;
        double way = fmax(fabs(at[axis] - low), fabs(high - at[axis]));
        largest = fmax(largest, fmax(fabs(low), fabs(high)));
        sum += way * way;
    }
    return sqrt(sum) * (1.0 + 0x1p-20) + 0x1p-40 * largest; // cells are found with rounding
}

/// The cells up to so many further than that of a place, on each axis. Returns true if these are
/// all cells, or all that are within a radius.
static bool box_around(const covey_owned_cells *self, const double at[COVEY_AXES], int64_t more,
                       double radius, box *of)
{
    bool all = true;
    for (int axis = 0; axis < self->dim; axis++) {
        int64_t cell = cell_along(self, axis, at[axis]), last = self->cells[axis] - 1;
        of->on[axis].low = cell > more ? cell - more : 0;
        of->on[axis].high = cell + more < last ? cell + more : last;
        all = all && ((of->on[axis].low == 0 && of->on[axis].high == last) ||
                      (double)more * self->side[axis] > radius);
    }
    return all;
}

double covey_owned_cells_bound(const covey_owned_cells *self, covey_vec place, size_t k,
                               double radius, const covey_sight *sight)
{
    const double at[COVEY_AXES] = {place.x, place.y, place.z};
    bool all = self->count < k;
    for (int64_t more = 0; !all; more += 1 + more / 2) {
        box of;
        all = box_around(self, at, more, radius, &of);
        if (count_in(self, &of, place, sight) >= k) {
            double bound = furthest(self, &of, at);
            return bound < radius ? bound : radius;
        }
    }
    return radius;
}

// ---- Looks ----

static void visit_one(const covey_owned_cells *self, covey_vec place, size_t i,
                      covey_owned_cells_visit *visit, void *context)
{
    covey_vec way = covey_space_between(self->space, place, covey_state_pos(self->state, i));
    visit(context, i, covey_vec_dot(way, way));
}

static void visit_box(const covey_owned_cells *self, const box *of, covey_vec place,
                      covey_owned_cells_visit *visit, void *context)
{
    int64_t cell[COVEY_AXES];
    size_t end;
    begin_rows(self, of, cell);
    do {
        for (size_t k = row_of(self, of, cell, &end); k < end; k++)
            visit_one(self, place, self->agent[k], visit, context);
    } while (next_row(self, of, cell));
}

/// Cells of an axis within the radius of x, or of its image. False if there are none.
static bool find_span(const covey_owned_cells *self, int axis, double x, double radius, span *found)
{
    double low = x - radius, high = x + radius;
    if (!(high >= self->least[axis] && low <= self->most[axis]))
        return false;
    *found = (span){cell_along(self, axis, low), cell_along(self, axis, high)};
    return true;
}

/// True if a circle may meet its image beyond the seam.
static bool is_wide(const covey_owned_cells *self, double radius)
{
    bool wide = !(radius < DBL_MAX);
    for (int axis = 0; axis < self->dim && self->space->kind == COVEY_SPACE_TORUS; axis++)
        wide = wide || !(radius < 0.2 * self->space->size[axis]);
    return wide;
}

void covey_owned_cells_look(const covey_owned_cells *self, covey_vec place, double radius,
                            covey_owned_cells_visit *visit, void *context)
{
    const double at[COVEY_AXES] = {place.x, place.y, place.z};
    int images = self->space->kind == COVEY_SPACE_TORUS ? 3 : 1, all = 1;
    if (is_wide(self, radius)) {
        for (size_t i = 0; i < self->count; i++)
            visit_one(self, place, i, visit, context);
        return;
    }
    for (int axis = 0; axis < self->dim; axis++)
        all *= images;
    for (int image = 0; image < all && self->count > 0; image++) {
        box of;
        bool some = true;
        for (int axis = 0, rest = image; axis < self->dim; axis++, rest /= images) {
            double shift = images == 3 ? (double)(rest % 3 - 1) * self->space->size[axis] : 0.0;
            some = some && find_span(self, axis, at[axis] + shift, radius, &of.on[axis]);
        }
        if (some)
            visit_box(self, &of, place, visit, context);
    }
}
