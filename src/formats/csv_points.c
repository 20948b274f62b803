// SPDX-License-Identifier: MIT
// Heads of tables in which trackers write points of animals. Most have a line of names. A head in
// several lines has a word in front of each: scorer, individuals (if several), bodyparts, coords; a
// line behind it has the number of a frame, and x, y, likelihood of each body part of each animal.
#include "formats/csv_points.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void covey_csv_points_init(covey_csv_points *points, const covey_opening *opening)
{
    points->memory = opening->memory;
    points->likelihood = opening->likelihood;
    covey_labels_init(&points->parts, opening->memory);
    covey_labels_init(&points->numbers, opening->memory);
}

void covey_csv_points_destroy(covey_csv_points *points)
{
    if (points->memory == NULL)
        return;
    covey_memory_give(points->memory, points->points, points->room, sizeof *points->points);
    covey_memory_give(points->memory, points->ends, points->ends_room, sizeof *points->ends);
    covey_labels_destroy(&points->parts);
    covey_labels_destroy(&points->numbers);
}

static covey_status no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "out of memory");
}

// ---- Points ----

/// Returns the point of an agent by the number of its name, added if it is new; NULL without
/// memory.
static covey_csv_point *point_of(covey_csv_points *self, uint32_t agent, uint32_t part)
{
    for (size_t k = self->count; k > 0; k--)
        if (self->points[k - 1].agent == agent && self->points[k - 1].part == part)
            return &self->points[k - 1];
    if (self->count == self->room) {
        size_t room = 2 * self->room + 8;
        covey_csv_point *grown =
            covey_memory_grow(self->memory, self->points, self->room, room, sizeof *grown);
        if (grown == NULL)
            return NULL;
        self->points = grown;
        self->room = room;
    }
    self->points[self->count] = (covey_csv_point){agent, part, {-1, -1, -1}, -1};
    return &self->points[self->count++];
}

/// Gives column k to an axis of a point, or, for axis -1, to its score.
static covey_status take(covey_csv_points *self, const covey_csv_fields *header, int k,
                         const covey_csv_point *of, int axis, covey_error *error)
{
    covey_csv_point *point = point_of(self, of->agent, of->part);
    if (point == NULL)
        return no_memory(error);
    int *place = axis < 0 ? &point->score : &point->place[axis];
    if (*place >= 0)
        return covey_csv_fields_refuse(header, header->field[k],
                                       "no second column of the same point", error);
    *place = k;
    return COVEY_OK;
}

static int by_agent(const void *a, const void *b)
{
    const covey_csv_point *p = a, *q = b;
    if (p->agent != q->agent)
        return p->agent < q->agent ? -1 : 1;
    return (p->part > q->part) - (p->part < q->part);
}

/// Drops scores without a place, and refuses points that have x or y alone.
static covey_status check_whole(covey_csv_points *self, const covey_csv_fields *header,
                                covey_error *error)
{
    size_t kept = 0;
    for (size_t k = 0; k < self->count; k++) {
        const covey_csv_point *point = &self->points[k];
        int x = point->place[0], y = point->place[1], z = point->place[2];
        int any = x >= 0 ? x : y >= 0 ? y : z;
        if (any < 0)
            continue;
        if (x < 0 || y < 0)
            return covey_csv_fields_refuse(header, header->field[any], "x and y of each point",
                                           error);
        self->points[kept++] = *point;
    }
    self->count = kept;
    if (kept > 0)
        qsort(self->points, kept, sizeof *self->points, by_agent);
    return COVEY_OK;
}

/// Finds the numbers of a point, or of the agent that it is the place of, by the name of a column.
static bool number(covey_csv_points *self, covey_csv_field name, covey_csv_point *point)
{
    const char *nameless = self->tracker->nameless;
    if (self->tracker->wide)
        return covey_labels_find(&self->numbers, name.text, name.size, &point->agent);
    if (name.size == 0)
        name = (covey_csv_field){.text = nameless, .size = strlen(nameless)};
    return covey_labels_find(&self->parts, name.text, name.size, &point->part);
}

/// Gives the columns to points. `numbers` has the number of an agent for each column, then that of
/// a point; NULL: names of columns give both, and other columns are passed over.
static covey_status take_all(covey_csv_points *self, const covey_csv_fields *header,
                             const uint32_t *numbers, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (int k = numbers != NULL; k < header->count && status == COVEY_OK; k++) {
        covey_csv_field name = header->field[k], of;
        covey_csv_point point = {0};
        int axis = self->tracker->column(name, &of);
        if (axis == COVEY_AXES && numbers == NULL)
            continue;
        if (axis == COVEY_AXES)
            return covey_csv_fields_refuse(header, name, "x, y, z or likelihood", error);
        if (numbers != NULL)
            point = (covey_csv_point){.agent = numbers[k], .part = numbers[k + header->count]};
        else if (!number(self, of, &point))
            return no_memory(error);
        status = take(self, header, k, &point, axis, error);
    }
    return status == COVEY_OK ? check_whole(self, header, error) : status;
}

// ---- A head in several lines ----

/// Reads the next line of the head, which has as many fields as the first.
static covey_status next_head(const covey_csv_points *self, covey_lines *lines,
                              covey_csv_fields *header, int width, covey_error *error)
{
    covey_status status = covey_lines_next(lines, &header->line, error);
    if (status == COVEY_OK && header->line.ended)
        return covey_fail(error, COVEY_INPUT,
                          "the file is cut: the head of a table of %s has lines %s, bodyparts and "
                          "coords",
                          self->tracker->name, self->tracker->head);
    if (status == COVEY_OK)
        status = covey_csv_fields_split(header, error);
    const covey_csv_columns same = {.width = width};
    return status == COVEY_OK ? covey_csv_columns_check_width(&same, header, error) : status;
}

/// Numbers the names of a line of the head.
static covey_status read_names(const covey_csv_fields *header, covey_labels *labels,
                               uint32_t *numbers, covey_error *error)
{
    for (int k = 1; k < header->count; k++) {
        covey_csv_field name = header->field[k];
        if (name.size == 0)
            return covey_csv_fields_refuse(header, name, "a name", error);
        if (!covey_labels_find(labels, name.text, name.size, &numbers[k]))
            return no_memory(error);
    }
    return COVEY_OK;
}

/// Reads the lines of the head behind the first; `numbers` is as in take_all.
static covey_status read_head(covey_csv_points *self, covey_lines *lines, covey_csv_fields *header,
                              covey_labels *labels, uint32_t *numbers, covey_error *error)
{
    int width = header->count;
    covey_status status = next_head(self, lines, header, width, error);
    if (status == COVEY_OK && covey_csv_fields_is(header->field[0], "individuals")) {
        status = read_names(header, labels, numbers, error);
        if (status == COVEY_OK)
            status = next_head(self, lines, header, width, error);
    }
    if (status == COVEY_OK && !covey_csv_fields_is(header->field[0], "bodyparts"))
        status = covey_csv_fields_refuse(header, header->field[0],
                                         "bodyparts, as the next line of the head", error);
    if (status == COVEY_OK)
        status = read_names(header, &self->parts, numbers + width, error);
    if (status == COVEY_OK)
        status = next_head(self, lines, header, width, error);
    if (status == COVEY_OK && !covey_csv_fields_is(header->field[0], "coords"))
        status = covey_csv_fields_refuse(header, header->field[0],
                                         "coords, as the last line of the head", error);
    return status == COVEY_OK ? take_all(self, header, numbers, error) : status;
}

static covey_status find_in_head(covey_csv_points *self, covey_lines *lines,
                                 covey_csv_fields *header, covey_labels *labels, covey_error *error)
{
    size_t width = (size_t)header->count;
    uint32_t *numbers = covey_memory_take(self->memory, 2 * width, sizeof *numbers);
    if (numbers == NULL)
        return no_memory(error);
    covey_status status = read_head(self, lines, header, labels, numbers, error);
    covey_memory_give(self->memory, numbers, 2 * width, sizeof *numbers);
    self->agents = labels->count > 0 ? labels->count : 1;
    if (status != COVEY_OK || self->count > 0)
        return status;
    covey_csv_field end = {NULL, 0, header->line.size + 1, false};
    return covey_csv_fields_refuse(header, end, "x and y of a body part", error);
}

// ---- All ----

covey_status covey_csv_points_find(covey_csv_points *points, covey_lines *lines,
                                   covey_csv_fields *header, covey_csv_columns *columns,
                                   covey_labels *labels, covey_error *error)
{
    const covey_tracker *tracker = points->tracker = columns->tracker;
    int *time = &columns->place[COVEY_CSV_TIME];
    header->infinite = tracker->infinite;
    if (tracker->column == NULL)
        return COVEY_OK;
    if (tracker->head != NULL)
        return find_in_head(points, lines, header, labels, error);
    for (int k = 0; k < header->count && *time < 0 && tracker->time != NULL; k++)
        if (covey_csv_fields_is(header->field[k], tracker->time))
            *time = k;
    covey_status status = take_all(points, header, NULL, error);
    points->agents = points->numbers.count;
    points->may_be_one = columns->place[COVEY_CSV_ID] >= 0;
    points->alone = !tracker->wide && !points->may_be_one;
    return status;
}

covey_id covey_csv_points_id(const covey_csv_points *points, uint32_t agent)
{
    const char *number = covey_labels_at(&points->numbers, agent);
    return number != NULL ? (covey_id)strtoul(number, NULL, 10) : agent;
}

/// Writes the names of all points, as far as there is room.
static const char *names_of(const covey_csv_points *self, char names[200])
{
    size_t used = 0;
    names[0] = '\0';
    for (uint32_t part = 0; part < self->parts.count; part++) {
        size_t k = 0;
        while (k < self->count && self->points[k].part != part)
            k++;
        const char *name = covey_labels_at(&self->parts, part);
        size_t size = strlen(name);
        if (k == self->count)
            continue;
        if (used + size + 8 > 200) {
            (void)snprintf(names + used, 200 - used, ", ...");
            break;
        }
        used += (size_t)snprintf(names + used, 200 - used, "%s%s", used > 0 ? ", " : "", name);
    }
    return names;
}

/// Returns the number of the only point that counts; UINT32_MAX if all do, or if there is none
/// that is wanted.
static uint32_t find_part(const covey_csv_points *self, const char *wanted)
{
    const char *const asked[COVEY_TRACKER_WORDS] = {wanted};
    const char *const *names = wanted != NULL ? asked : self->tracker->centers;
    for (; *names != NULL; names++) {
        for (size_t k = 0; k < self->count; k++)
            if (self->parts.count > 0 &&
                strcmp(covey_labels_at(&self->parts, self->points[k].part), *names) == 0)
                return self->points[k].part;
    }
    return UINT32_MAX;
}

covey_status covey_csv_points_settle(covey_csv_points *points, const char *wanted,
                                     covey_error *error)
{
    char names[200];
    uint32_t part = find_part(points, wanted);
    if (wanted != NULL && part == UINT32_MAX)
        return points->parts.count > 0
                   ? covey_fail(error, COVEY_ARG, "the file has no point %.60s: it has %s", wanted,
                                names_of(points, names))
                   : covey_fail(error, COVEY_ARG, "the file has no points with names, as %.60s",
                                wanted);
    size_t kept = 0;
    bool scored = false;
    for (size_t k = 0; k < points->count; k++) {
        if (part != UINT32_MAX && points->points[k].part != part)
            continue;
        points->points[kept++] = points->points[k];
        scored = scored || points->points[k].score >= 0;
    }
    points->count = kept;
    if (points->likelihood > 0.0 && !scored)
        return covey_fail(error, COVEY_ARG, "the file does not tell how likely its points are");
    return COVEY_OK;
}

static covey_status read_number(const covey_csv_fields *line, int column, double *value,
                                covey_error *error)
{
    covey_csv_field at = line->field[column];
    return covey_csv_fields_number(line, at, value)
               ? COVEY_OK
               : covey_csv_fields_refuse(line, at, covey_csv_fields_expected(line, at), error);
}

/// Reads the places of a point; true in *known if it has all.
static covey_status read_point(const covey_csv_points *self, const covey_csv_fields *line,
                               const covey_csv_point *point, double pos[COVEY_AXES], bool *known,
                               covey_error *error)
{
    covey_status status = COVEY_OK;
    double score = 1.0;
    *known = true;
    for (int axis = 0; axis < COVEY_AXES && status == COVEY_OK; axis++) {
        pos[axis] = (double)NAN;
        if (point->place[axis] < 0)
            continue;
        status = read_number(line, point->place[axis], &pos[axis], error);
        *known = *known && !isnan(pos[axis]);
    }
    if (status == COVEY_OK && point->score >= 0)
        status = read_number(line, point->score, &score, error);
    *known = *known && (self->likelihood <= 0.0 || score >= self->likelihood);
    return status;
}

// ---- Body axes ----

/// True if a column is that of an axis of a point: NAME_x, NAME.x or x_NAME, in any case of
/// letters.
static bool is_of(covey_csv_field column, const char *name, const char *axis)
{
    static const char *const between[] = {"_", ".", "_"};
    char wanted[COVEY_SET_NAME + 16];
    for (int k = 0; k < 3; k++) {
        (void)snprintf(wanted, sizeof wanted, "%s%s%s", k < 2 ? name : axis, between[k],
                       k < 2 ? axis : name);
        if (covey_csv_fields_match(column, wanted, strlen(wanted), true))
            return true;
    }
    return false;
}

/// Finds the columns of a point that the table names; false without x or y.
static bool find_columns(const covey_csv_fields *header, const char *name, covey_csv_point *point)
{
    static const char *const words[] = {"x", "y", "z", "likelihood"};
    *point = (covey_csv_point){.place = {-1, -1, -1}, .score = -1};
    for (int k = 0; k < header->count; k++)
        for (int word = 0; word < 4; word++)
            if (is_of(header->field[k], name, words[word]))
                *(word < 3 ? &point->place[word] : &point->score) = k;
    return point->place[0] >= 0 && point->place[1] >= 0;
}

static covey_status lacks_end(const covey_csv_points *self, const char *name, covey_error *error)
{
    char names[200];
    if (self->parts.count > 0)
        return covey_fail(error, COVEY_ARG, "the file has no point %.60s: it has %s", name,
                          names_of(self, names));
    return covey_fail(error, COVEY_ARG, "the file has no columns %.60s_x and %.60s_y", name, name);
}

static bool is_point(const covey_csv_points *self, size_t k, const char *name)
{
    return strcmp(covey_labels_at(&self->parts, self->points[k].part), name) == 0;
}

/// Finds both ends among the points of agents, which have names.
static covey_status find_ends(covey_csv_points *self, const covey_body_axis *axis,
                              covey_error *error)
{
    bool tails = false, noses = false;
    for (size_t k = 0; k < self->count; k++) {
        noses = noses || is_point(self, k, axis->nose);
        if (!is_point(self, k, axis->tail))
            continue;
        tails = true;
        for (size_t j = 0; j < self->count; j++)
            if (self->points[j].agent == self->points[k].agent && is_point(self, j, axis->nose))
                self->ends[self->ends_count++] = (covey_csv_ends){self->points[k], self->points[j]};
    }
    if (!tails || !noses)
        return lacks_end(self, tails ? axis->nose : axis->tail, error);
    return self->ends_count > 0 ? COVEY_OK
                                : covey_fail(error, COVEY_ARG, "no animal has both %.60s and %.60s",
                                             axis->tail, axis->nose);
}

covey_status covey_csv_points_find_axis(covey_csv_points *points, const covey_csv_fields *header,
                                        const covey_body_axis *axis, covey_error *error)
{
    points->ends_room = points->count + 1;
    points->ends = covey_memory_take(points->memory, points->ends_room, sizeof *points->ends);
    if (points->ends == NULL)
        return no_memory(error);
    if (points->parts.count > 0)
        return find_ends(points, axis, error);
    covey_csv_ends *ends = &points->ends[0];
    if (points->count > 0)
        return covey_fail(error, COVEY_ARG, "the file has one point of each animal, and no axis");
    if (!find_columns(header, axis->tail, &ends->tail))
        return lacks_end(points, axis->tail, error);
    if (!find_columns(header, axis->nose, &ends->nose))
        return lacks_end(points, axis->nose, error);
    points->ends_count = 1;
    return COVEY_OK;
}

covey_status covey_csv_points_axis(const covey_csv_points *points, const covey_csv_fields *line,
                                   uint32_t agent, double axis[COVEY_AXES], covey_error *error)
{
    double tail[COVEY_AXES], nose[COVEY_AXES];
    bool known[2];
    size_t k = 0;
    for (int i = 0; i < COVEY_AXES; i++)
        axis[i] = 0.0;
    while (k < points->ends_count && points->ends[k].tail.agent != agent)
        k++;
    if (k == points->ends_count)
        return COVEY_OK;
    covey_status status = read_point(points, line, &points->ends[k].tail, tail, &known[0], error);
    if (status == COVEY_OK)
        status = read_point(points, line, &points->ends[k].nose, nose, &known[1], error);
    if (status == COVEY_OK && known[0] && known[1])
        covey_body_axis_between(tail, nose, axis);
    return status;
}

covey_status covey_csv_points_place(const covey_csv_points *points, const covey_csv_fields *line,
                                    uint32_t agent, size_t *next, double pos[COVEY_AXES],
                                    covey_error *error)
{
    double sum[COVEY_AXES] = {0.0, 0.0, 0.0}, one[COVEY_AXES], count = 0.0;
    for (; *next < points->count && points->points[*next].agent == agent; ++*next) {
        bool known;
        covey_status status = read_point(points, line, &points->points[*next], one, &known, error);
        if (status != COVEY_OK)
            return status;
        for (int axis = 0; axis < COVEY_AXES && known; axis++)
            sum[axis] += one[axis];
        count += known;
    }
    for (int axis = 0; axis < COVEY_AXES; axis++)
        pos[axis] = count > 0.0 ? sum[axis] / count : (double)NAN;
    return COVEY_OK;
}
