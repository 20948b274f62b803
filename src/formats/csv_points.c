// SPDX-License-Identifier: MIT
// Heads of tables in which trackers write points of animals:
//   DeepLabCut     lines scorer, individuals (if several), bodyparts, coords; then a line a frame:
//                  its number, and x, y, likelihood of each body part of each animal
//   SLEAP          columns track, frame_idx, and NODE.x, NODE.y, NODE.score of each node
//   TRex           columns X#wcentroid (cm), Y#wcentroid (cm), X (cm), ...: a file an animal, inf
//                  where it was not seen
//   idtracker.ai   columns x1, y1, x2, y2, ... beside one of times
#include "formats/csv_points.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char axes[] = "xyz";

void covey_csv_points_init(covey_csv_points *points, const covey_opening *opening)
{
    points->memory = opening->memory;
    points->likelihood = opening->likelihood;
    covey_labels_init(&points->parts, opening->memory);
}

void covey_csv_points_destroy(covey_csv_points *points)
{
    if (points->memory == NULL)
        return;
    covey_memory_give(points->memory, points->points, points->room, sizeof *points->points);
    covey_memory_give(points->memory, points->ids, points->ids_room, sizeof *points->ids);
    covey_labels_destroy(&points->parts);
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
        if (x < 0 && y < 0 && z < 0)
            continue;
        if (x < 0 || y < 0)
            return covey_csv_fields_refuse(header,
                                           header->field[x >= 0   ? x
                                                         : y >= 0 ? y
                                                                  : z],
                                           "x and y of each point", error);
        self->points[kept++] = *point;
    }
    self->count = kept;
    if (kept > 0)
        qsort(self->points, kept, sizeof *self->points, by_agent);
    return COVEY_OK;
}

// ---- DeepLabCut ----

static bool is_word(covey_csv_field field, const char *word)
{
    return field.size == strlen(word) && memcmp(field.text, word, field.size) == 0;
}

bool covey_csv_points_is_deeplabcut(const covey_csv_fields *header)
{
    return is_word(header->field[0], "scorer");
}

/// Reads the next line of the head, which has as many fields as the first.
static covey_status next_head(covey_lines *lines, covey_csv_fields *header, int width,
                              covey_error *error)
{
    covey_status status = covey_lines_next(lines, &header->line, error);
    if (status == COVEY_OK && header->line.ended)
        return covey_fail(error, COVEY_INPUT,
                          "the file is cut: the head of a table of DeepLabCut has lines scorer, "
                          "bodyparts and coords");
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

static covey_status read_coords(covey_csv_points *self, const covey_csv_fields *header,
                                const uint32_t *agents, const uint32_t *parts, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (int k = 1; k < header->count && status == COVEY_OK; k++) {
        covey_csv_field word = header->field[k];
        const covey_csv_point of = {.agent = agents[k], .part = parts[k]};
        int axis = is_word(word, "likelihood") ? -1 : COVEY_AXES;
        for (int other = 0; other < COVEY_AXES && word.size == 1; other++)
            axis = word.text[0] == axes[other] ? other : axis;
        status = axis == COVEY_AXES
                     ? covey_csv_fields_refuse(header, word, "x, y, z or likelihood", error)
                     : take(self, header, k, &of, axis, error);
    }
    return status;
}

/// Reads the lines of the head behind the first; `numbers` has one of an agent for each column,
/// then one of a point.
static covey_status read_head(covey_csv_points *self, covey_lines *lines, covey_csv_fields *header,
                              covey_labels *labels, uint32_t *numbers, covey_error *error)
{
    int width = header->count;
    uint32_t *agents = numbers, *parts = numbers + width;
    covey_status status = next_head(lines, header, width, error);
    if (status == COVEY_OK && is_word(header->field[0], "individuals")) {
        status = read_names(header, labels, agents, error);
        if (status == COVEY_OK)
            status = next_head(lines, header, width, error);
    }
    if (status == COVEY_OK && !is_word(header->field[0], "bodyparts"))
        status = covey_csv_fields_refuse(header, header->field[0],
                                         "bodyparts, as the next line of the head", error);
    if (status == COVEY_OK)
        status = read_names(header, &self->parts, parts, error);
    if (status == COVEY_OK)
        status = next_head(lines, header, width, error);
    if (status == COVEY_OK && !is_word(header->field[0], "coords"))
        status = covey_csv_fields_refuse(header, header->field[0],
                                         "coords, as the last line of the head", error);
    if (status == COVEY_OK)
        status = read_coords(self, header, agents, parts, error);
    return status == COVEY_OK ? check_whole(self, header, error) : status;
}

covey_status covey_csv_points_deeplabcut(covey_csv_points *points, covey_lines *lines,
                                         covey_csv_fields *header, covey_csv_columns *columns,
                                         covey_labels *labels, covey_error *error)
{
    size_t width = (size_t)header->count;
    uint32_t *numbers = covey_memory_take(points->memory, 2 * width, sizeof *numbers);
    if (numbers == NULL)
        return no_memory(error);
    covey_status status = read_head(points, lines, header, labels, numbers, error);
    covey_memory_give(points->memory, numbers, 2 * width, sizeof *numbers);
    if (status == COVEY_OK && points->count == 0) {
        covey_csv_field end = {NULL, 0, header->line.size + 1, false};
        status = covey_csv_fields_refuse(header, end, "x and y of a body part", error);
    }
    points->wide = true;
    points->agents = labels->count > 0 ? labels->count : 1;
    for (int role = 0; role < COVEY_CSV_ROLES; role++)
        columns->place[role] = columns->twin[role] = -1;
    columns->width = header->count;
    columns->place[COVEY_CSV_STEP] = 0;
    return status;
}

// ---- SLEAP ----

/// Reads NODE.x, NODE.y, NODE.z or NODE.score: the axis, -1 for a score, COVEY_AXES for another
/// name, and the size of NODE.
static int sleap_axis(covey_csv_field name, size_t *node)
{
    static const char score[] = ".score";
    size_t size = name.size, end = sizeof score - 1;
    const char *dot = size > 2 ? name.text + size - 2 : NULL;
    *node = size - 2;
    for (int axis = 0; axis < COVEY_AXES && dot != NULL; axis++)
        if (dot[0] == '.' && dot[1] == axes[axis])
            return axis;
    *node = size - end;
    return size > end && memcmp(name.text + size - end, score, end) == 0 ? -1 : COVEY_AXES;
}

static covey_status find_sleap(covey_csv_points *self, const covey_csv_fields *header,
                               const covey_csv_columns *columns, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (int k = 0; k < header->count && status == COVEY_OK; k++) {
        covey_csv_point of = {0};
        size_t node;
        int axis = sleap_axis(header->field[k], &node);
        if (axis == COVEY_AXES)
            continue;
        if (!covey_labels_find(&self->parts, header->field[k].text, node, &of.part))
            return no_memory(error);
        status = take(self, header, k, &of, axis, error);
    }
    self->may_be_one = columns->place[COVEY_CSV_ID] >= 0;
    self->alone = !self->may_be_one;
    return status;
}

// ---- TRex ----

/// Reads X#SOURCE (UNIT): the axis, COVEY_AXES for another name, and SOURCE, "head" if there is
/// none.
static int trex_axis(covey_csv_field name, covey_csv_field *source)
{
    static const char upper[] = "XYZ", head[] = "head";
    const char *unit = memchr(name.text, '(', name.size);
    size_t size = unit != NULL ? (size_t)(unit - name.text) : name.size;
    while (size > 0 && name.text[size - 1] == ' ')
        size--;
    const char *axis = size > 0 ? memchr(upper, name.text[0], COVEY_AXES) : NULL;
    if (axis == NULL || (size > 1 && name.text[1] != '#') || size == 2 ||
        (size == 1 && unit == NULL))
        return COVEY_AXES;
    *source = (covey_csv_field){.text = size > 1 ? name.text + 2 : head,
                                .size = size > 1 ? size - 2 : sizeof head - 1};
    return (int)(axis - upper);
}

static covey_status find_trex(covey_csv_points *self, covey_csv_fields *header,
                              covey_csv_columns *columns, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (int k = 0; k < header->count && status == COVEY_OK; k++) {
        covey_csv_point of = {0};
        covey_csv_field name = header->field[k], source;
        int axis = trex_axis(name, &source);
        if (columns->place[COVEY_CSV_TIME] < 0 && is_word(name, "time (s)"))
            columns->place[COVEY_CSV_TIME] = k;
        if (axis == COVEY_AXES)
            continue;
        if (!covey_labels_find(&self->parts, source.text, source.size, &of.part))
            return no_memory(error);
        status = take(self, header, k, &of, axis, error);
    }
    header->infinite = true;
    self->alone = self->centers = true;
    return status;
}

// ---- idtracker.ai ----

/// Reads x12: the axis, COVEY_AXES for another name, and the number.
static int idtracker_axis(covey_csv_field name, covey_id *id)
{
    const char *axis = name.size > 1 && name.size < 11 ? memchr(axes, name.text[0], 3) : NULL;
    uint64_t number = 0;
    for (size_t k = 1; k < name.size && axis != NULL; k++) {
        if (name.text[k] < '0' || name.text[k] > '9')
            axis = NULL;
        number = number * 10 + (uint64_t)(name.text[k] - '0');
    }
    *id = (covey_id)number;
    return axis != NULL && number <= UINT32_MAX ? (int)(axis - axes) : COVEY_AXES;
}

/// Returns the number of an agent in a line by its id, in the order of appearance; false without
/// memory.
static bool agent_of(covey_csv_points *self, covey_id id, uint32_t *agent)
{
    for (*agent = self->agents; *agent > 0; --*agent)
        if (self->ids[*agent - 1] == id) {
            --*agent;
            return true;
        }
    if (self->agents == self->ids_room) {
        size_t room = 2 * self->ids_room + 8;
        covey_id *grown =
            covey_memory_grow(self->memory, self->ids, self->ids_room, room, sizeof *grown);
        if (grown == NULL)
            return false;
        self->ids = grown;
        self->ids_room = room;
    }
    self->ids[self->agents] = id;
    *agent = self->agents++;
    return true;
}

static covey_status find_idtracker(covey_csv_points *self, const covey_csv_fields *header,
                                   covey_error *error)
{
    covey_status status = COVEY_OK;
    for (int k = 0; k < header->count && status == COVEY_OK; k++) {
        covey_csv_point of = {0};
        covey_id id;
        int axis = idtracker_axis(header->field[k], &id);
        if (axis == COVEY_AXES)
            continue;
        if (!agent_of(self, id, &of.agent))
            return no_memory(error);
        status = take(self, header, k, &of, axis, error);
    }
    self->wide = true;
    return status;
}

// ---- All ----

covey_status covey_csv_points_find(covey_csv_points *points, covey_csv_fields *header,
                                   covey_csv_columns *columns, covey_error *error)
{
    bool sleap = false, trex = false, idtracker = false;
    for (int k = 0; k < header->count; k++) {
        covey_csv_field source;
        size_t node;
        covey_id id;
        sleap = sleap || sleap_axis(header->field[k], &node) == 0;
        trex = trex || trex_axis(header->field[k], &source) == 0;
        idtracker = idtracker || idtracker_axis(header->field[k], &id) == 0;
    }
    covey_status status = COVEY_OK;
    if (sleap)
        status = find_sleap(points, header, columns, error);
    else if (trex && columns->place[COVEY_CSV_ID] < 0)
        status = find_trex(points, header, columns, error);
    else if (idtracker && columns->place[COVEY_CSV_ID] < 0)
        status = find_idtracker(points, header, error);
    return status == COVEY_OK ? check_whole(points, header, error) : status;
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
    static const char *const centers[] = {"wcentroid", "pcentroid", "head"};
    size_t trials = wanted != NULL ? 1 : self->centers ? sizeof centers / sizeof *centers : 0;
    for (size_t trial = 0; trial < trials; trial++) {
        const char *name = wanted != NULL ? wanted : centers[trial];
        for (size_t k = 0; k < self->count; k++)
            if (self->parts.count > 0 &&
                strcmp(covey_labels_at(&self->parts, self->points[k].part), name) == 0)
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

/// Reads the places of a point; true in *known if it has all.
static covey_status read_point(const covey_csv_points *self, const covey_csv_fields *line,
                               const covey_csv_point *point, double pos[COVEY_AXES], bool *known,
                               covey_error *error)
{
    *known = true;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        pos[axis] = (double)NAN;
        if (point->place[axis] < 0)
            continue;
        covey_csv_field at = line->field[point->place[axis]];
        if (!covey_csv_fields_number(line, at, &pos[axis]))
            return covey_csv_fields_refuse(line, at, covey_csv_fields_expected(line, at), error);
        *known = *known && !isnan(pos[axis]);
    }
    double score = 1.0;
    if (point->score >= 0 && !covey_csv_fields_number(line, line->field[point->score], &score)) {
        covey_csv_field at = line->field[point->score];
        return covey_csv_fields_refuse(line, at, covey_csv_fields_expected(line, at), error);
    }
    *known = *known && (self->likelihood <= 0.0 || score >= self->likelihood);
    return COVEY_OK;
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
