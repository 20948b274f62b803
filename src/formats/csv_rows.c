// SPDX-License-Identifier: MIT
// Reads the head of a table, which may name its origin, and turns its rows into numbers.
#include "formats/csv_rows.h"

#include "base/math_trig.h"
#include "base/parse.h"
#include "formats/csv.h"
#include "formats/plugin.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static covey_csv_field field_of(const covey_csv_rows *self, covey_csv_role role)
{
    return self->fields.field[self->columns.place[role]];
}

static bool has(const covey_csv_rows *self, covey_csv_role role)
{
    return self->columns.place[role] >= 0;
}

covey_status covey_csv_rows_refuse(const covey_csv_rows *rows, covey_csv_role role,
                                   const char *expected, covey_error *error)
{
    return covey_csv_fields_refuse(&rows->fields, field_of(rows, role), expected, error);
}

static covey_status refuse(const covey_csv_rows *self, covey_csv_role role, covey_error *error)
{
    covey_csv_field at = field_of(self, role);
    const char *expected = covey_csv_columns_expected(role);
    if (memchr(at.text, self->fields.comma ? '.' : ',', at.size) != NULL)
        expected = covey_csv_fields_expected(&self->fields, at);
    return covey_csv_rows_refuse(self, role, expected, error);
}

// ---- Head ----

/// Reads the origin from a comment that covey wrote.
static void take_origin(covey_csv_rows *self, covey_names *names)
{
    static const char seed[] = "# seed ", dt[] = "# dt ", scenario[] = "# | ";
    const char *text = self->fields.line.text;
    size_t size = self->fields.line.size, at = sizeof seed - 1;
    covey_provenance *origin = &names->provenance;
    if (size > at && memcmp(text, seed, at) == 0) {
        origin->seed = 0;
        for (; at < size && text[at] >= '0' && text[at] <= '9'; at++)
            origin->seed = origin->seed * 10 + (uint64_t)(text[at] - '0');
        return;
    }
    at = sizeof dt - 1;
    if (size > at && memcmp(text, dt, at) == 0) {
        self->has_dt = covey_parse_double(text + at, size - at, &origin->dt) == COVEY_PARSE_OK;
        self->dt = origin->dt = self->has_dt ? origin->dt : 0.0;
    }
    at = sizeof scenario - 1;
    if (size >= at && memcmp(text, scenario, at) == 0) {
        covey_text_put(&names->scenario, text + at, size - at);
        covey_text_string(&names->scenario, "\n");
    } else if (size == 5 && memcmp(text, "# end", 5) == 0 && names->scenario.size > 0)
        names->scenario.size--; // there was no newline at the end
}

static bool is_one_of(const char *letters, char letter)
{
    return letter != '\0' && strchr(letters, letter) != NULL;
}

/// True if a comment is "# torus" and the beginning of a number, even if it is not well-formed.
static bool is_torus(const char *text, size_t size)
{
    static const char word[] = "torus";
    size_t at = 1;
    while (at < size && text[at] == ' ')
        at++;
    if (size - at <= sizeof word || memcmp(text + at, word, sizeof word - 1) != 0)
        return false;
    at += sizeof word - 1;
    size_t gap = at;
    while (at < size && is_one_of(" \t,;:=(", text[at]))
        at++;
    return at > gap && at < size && is_one_of("0123456789+-.", text[at]);
}

/// Reads the space from a comment of any table, or the number of agents that follow from one that
/// covey wrote. A malformed torus is refused, as distances in the open plane would be wrong.
static covey_status take_comment(covey_csv_rows *self, covey_error *error)
{
    const covey_line *line = &self->fields.line;
    size_t *agents = self->own && line->whole ? &self->agents : NULL;
    if (covey_csv_comment(line->text, line->size, agents, &self->space) || !line->whole ||
        !is_torus(line->text, line->size))
        return COVEY_OK;
    return covey_lines_refuse((covey_place){line->number, 1, line->text, line->size},
                              "# torus WIDTH HEIGHT, such as # torus 100 50, or with a DEPTH",
                              error);
}

/// Reads comments until `line` is the header.
static covey_status read_comments(covey_csv_rows *self, covey_names *names, covey_error *error)
{
    static const char mark[] = COVEY_CSV_MARK;
    size_t at = sizeof mark - 1;
    covey_line *line = &self->fields.line;
    for (;;) {
        covey_status status = covey_lines_next(self->lines, line, error);
        if (status != COVEY_OK)
            return status;
        if (line->ended)
            return covey_fail(error, COVEY_INPUT,
                              "the file has no header: expected a line such as " COVEY_CSV_HEADER);
        bool comment = line->size > 0 && line->text[0] == '#';
        if (!comment && !covey_csv_fields_blank(line))
            return COVEY_OK;
        bool marks = line->size > at && memcmp(line->text, mark, at) == 0 && line->text[at] != '\0';
        if (line->number == 1 && marks) {
            self->marked = true;
            covey_text_put(&names->version, line->text + at, line->size - at);
        } else if (self->marked)
            take_origin(self, names);
        status = comment ? take_comment(self, error) : COVEY_OK;
        if (status != COVEY_OK)
            return status;
    }
}

static bool is_line(const covey_line *line, const char *text)
{
    return line->size == strlen(text) && memcmp(line->text, text, line->size) == 0;
}

/// Finds the files of the other animals, if a table is of one.
static covey_status find_files(covey_csv_rows *self, const covey_opening *opening,
                               covey_error *error)
{
    const covey_line *line = &self->fields.line;
    if (self->columns.tracker->files[0] == NULL || line->number > 1)
        return COVEY_OK;
    covey_text_put(&self->files.header, line->text, line->size);
    if (self->files.header.failed)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    return covey_csv_files_find(&self->files, opening->path, &self->points.id, error);
}

/// Finds the columns of a header that is split.
static covey_status read_header(covey_csv_rows *self, const covey_opening *opening,
                                covey_error *error)
{
    covey_csv_points *points = &self->points;
    covey_csv_columns *columns = &self->columns;
    covey_status status = covey_csv_columns_find(columns, &self->fields, self->still, error);
    if (status == COVEY_OK)
        status = covey_csv_points_find(points, self->lines, &self->fields, columns, &self->labels,
                                       error);
    if (status == COVEY_OK && points->count == 0)
        status = covey_csv_columns_check_needed(columns, &self->fields, self->still, error);
    else if (status == COVEY_OK && !columns->tracker->wide)
        status = covey_csv_columns_check_time(columns, &self->fields, error);
    if (status == COVEY_OK &&
        (points->count > 0 || opening->point != NULL || opening->likelihood > 0.0))
        status = covey_csv_points_settle(points, opening->point, error);
    return status == COVEY_OK ? find_files(self, opening, error) : status;
}

covey_status covey_csv_rows_init(covey_csv_rows *rows, const covey_opening *opening,
                                 covey_error *error)
{
    covey_names *names = opening->frame->names;
    rows->lines = opening->lines;
    rows->still = opening->still;
    rows->fields.comma = opening->decimal_comma;
    rows->key = (double)NAN;
    rows->word.memory = opening->memory;
    covey_labels_init(&rows->labels, opening->memory);
    covey_csv_points_init(&rows->points, opening);
    covey_csv_files_init(&rows->files, opening->memory);
    covey_status status = read_comments(rows, names, error);
    if (status != COVEY_OK)
        return status;
    (void)covey_text_end(&names->scenario);
    (void)covey_text_end(&names->version);
    if (names->scenario.failed || names->version.failed)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    const covey_line *line = &rows->fields.line;
    bool deep_labelled = is_line(line, COVEY_CSV_HEADER COVEY_CSV_DEEP COVEY_CSV_LABEL);
    bool deep = deep_labelled || is_line(line, COVEY_CSV_HEADER COVEY_CSV_DEEP);
    rows->labelled = deep_labelled || is_line(line, COVEY_CSV_HEADER COVEY_CSV_LABEL);
    rows->own = rows->labelled || deep || is_line(line, COVEY_CSV_HEADER);
    status = covey_csv_fields_separate(&rows->fields, error);
    if (status == COVEY_OK)
        status = covey_csv_fields_split(&rows->fields, error);
    if (status == COVEY_OK)
        status = read_header(rows, opening, error);
    if (names->dim == 0 && rows->own)
        names->dim = deep ? COVEY_AXES : COVEY_PLANE;
    if (status == COVEY_OK && names->dim == COVEY_AXES && rows->points.count == 0)
        status = covey_csv_columns_check_deep(&rows->columns, &rows->fields, rows->still, error);
    rows->deep = names->dim == COVEY_AXES;
    if (status == COVEY_OK && rows->labelled) // labels are numbered in order of appearance
        rows->columns.place[COVEY_CSV_ID] = rows->columns.width - 1;
    return status;
}

void covey_csv_rows_destroy(covey_csv_rows *rows)
{
    covey_csv_points_destroy(&rows->points);
    covey_csv_files_destroy(&rows->files);
    covey_labels_destroy(&rows->labels);
    covey_text_destroy(&rows->word);
}

// ---- Values ----

/// Reads the number in a column; NaN if the column or the value is missing.
static covey_status read_number(const covey_csv_rows *self, covey_csv_role role, double *value,
                                covey_error *error)
{
    *value = (double)NAN;
    bool good =
        !has(self, role) || covey_csv_fields_number(&self->fields, field_of(self, role), value);
    return good ? COVEY_OK : refuse(self, role, error);
}

static bool read_whole(covey_csv_field at, covey_id *value)
{
    uint64_t number = 0;
    for (size_t k = 0; k < at.size; k++) {
        if (at.text[k] < '0' || at.text[k] > '9' || number > COVEY_MAX_ID)
            return false;
        number = number * 10 + (uint64_t)(at.text[k] - '0');
    }
    *value = (covey_id)number;
    return at.size > 0 && number <= COVEY_MAX_ID;
}

/// Finds the number of a label; in quotes, a doubled quote stands for one. False if there is no
/// memory.
static bool find_label(covey_csv_rows *self, covey_csv_field at, covey_id *id)
{
    covey_text *word = &self->word;
    uint32_t number = 0;
    if (!at.quoted || memchr(at.text, '"', at.size) == NULL) {
        bool found = covey_labels_find(&self->labels, at.text, at.size, &number);
        *id = number;
        return found;
    }
    covey_text_clear(word);
    for (size_t k = 0; k < at.size; k++) {
        covey_text_put(word, at.text + k, 1);
        if (at.text[k] == '"' && k + 1 < at.size && at.text[k + 1] == '"')
            k++;
    }
    bool found =
        !word->failed && covey_labels_find(&self->labels, word->bytes, word->size, &number);
    *id = number;
    return found;
}

/// Reads the id of an agent: a whole number, also written as 3.0, as in tables with gaps. The first
/// row decides if agents have numbers or labels.
static covey_status read_id(covey_csv_rows *self, covey_id *id, covey_error *error)
{
    if (!has(self, COVEY_CSV_ID) || self->points.alone) {
        *id = self->points.alone ? self->points.id : self->count++;
        return has(self, COVEY_CSV_ID) && !covey_csv_fields_missing(field_of(self, COVEY_CSV_ID))
                   ? covey_csv_rows_refuse(self, COVEY_CSV_ID, "no agent, as in the first row",
                                           error)
                   : COVEY_OK;
    }
    covey_csv_field at = field_of(self, COVEY_CSV_ID);
    double number;
    bool whole = read_whole(at, id);
    if (!whole && !covey_csv_fields_missing(at) &&
        covey_csv_fields_number(&self->fields, at, &number)) {
        whole = number >= 0.0 && number <= (double)COVEY_MAX_ID && number == floor(number);
        if (whole)
            *id = (covey_id)number;
        else if (!self->labelled && number > (double)COVEY_MAX_ID)
            return covey_csv_rows_refuse(self, COVEY_CSV_ID, COVEY_ID_BEYOND, error);
        else if (!self->labelled)
            return refuse(self, COVEY_CSV_ID, error);
    }
    if (at.size == 0 || (self->numbered && !whole))
        return refuse(self, COVEY_CSV_ID, error);
    self->labelled = self->labelled || !whole;
    self->numbered = !self->labelled;
    if (self->numbered)
        return COVEY_OK;
    return find_label(self, at, id) ? COVEY_OK : covey_fail(error, COVEY_MEMORY, "out of memory");
}

/// Reads the column of times: dates, which count from the first one, or numbers.
static covey_status read_clock(covey_csv_rows *self, double *time, covey_error *error)
{
    covey_csv_field at = field_of(self, COVEY_CSV_TIME);
    covey_date date;
    bool is_date = covey_date_read(at.text, at.size, &date);
    if (is_date && !self->dated)
        self->first = date;
    covey_status status = is_date ? COVEY_OK : read_number(self, COVEY_CSV_TIME, time, error);
    if (status == COVEY_OK && !is_date && isnan(*time))
        return refuse(self, COVEY_CSV_TIME, error);
    if (status == COVEY_OK && (is_date ? self->counted : self->dated))
        return covey_csv_rows_refuse(self, COVEY_CSV_TIME,
                                     is_date ? "t, a number as in the rows before"
                                             : "t, a date and time as in the rows before",
                                     error);
    self->dated = self->dated || is_date;
    self->counted = self->counted || !is_date;
    if (is_date)
        *time = covey_date_between(self->first, date);
    return status;
}

static covey_status read_time(covey_csv_rows *self, covey_csv_row *row, covey_error *error)
{
    covey_status status = read_number(self, COVEY_CSV_STEP, &row->step, error);
    if (status != COVEY_OK)
        return status;
    double step = row->step;
    if (has(self, COVEY_CSV_STEP) && !(step >= 0.0 && step < 0x1p53 && step == floor(step)))
        return refuse(self, COVEY_CSV_STEP, error);
    row->time = has(self, COVEY_CSV_STEP) ? step : 0.0;
    if (!has(self, COVEY_CSV_TIME) && !has(self, COVEY_CSV_STEP) && self->columns.tracker->wide)
        row->time = row->step = (double)self->count; // lines are frames
    return has(self, COVEY_CSV_TIME) ? read_clock(self, &row->time, error) : COVEY_OK;
}

static covey_vec unit_of_radians(double heading)
{
    return (covey_vec){covey_cos(heading), covey_sin(heading), 0.0};
}

/// Returns the unit vector of a heading in degrees clockwise from north; quarters are exact.
static covey_vec unit_of_compass(double heading)
{
    const double quarter = floor(heading / 90.0), radian = COVEY_PI / 180.0;
    const covey_vec rest = unit_of_radians((heading - 90.0 * quarter) * radian);
    const double north[] = {rest.x, 0.0 - rest.y, -rest.x, rest.y};
    const int k = ((int)quarter % 4 + 4) % 4;
    return (covey_vec){0.0 - north[(k + 1) % 4], north[k], 0.0};
}

/// Reads the velocity from a heading and the speed beside it. Without a speed of known unit it is
/// unknown. Angles that cannot be of the unit are refused: the numbers would be wrong.
static covey_status read_polar(const covey_csv_rows *self, double vel[COVEY_AXES],
                               covey_error *error)
{
    static const char radians[] = "heading in rad counterclockwise from the x axis, from -2 pi to "
                                  "2 pi: degrees times pi / 180";
    const bool compass = self->columns.tracker->compass && has(self, COVEY_CSV_GROUND_SPEED);
    const covey_csv_role beside = compass ? COVEY_CSV_GROUND_SPEED : COVEY_CSV_SPEED;
    const double most = compass ? 360.0 : 6.284; // 2 pi, perhaps rounded up
    double heading, speed;
    if (!has(self, COVEY_CSV_HEADING) || !has(self, beside))
        return COVEY_OK;
    covey_status status = read_number(self, COVEY_CSV_HEADING, &heading, error);
    if (status == COVEY_OK)
        status = read_number(self, beside, &speed, error);
    if (status != COVEY_OK)
        return status;
    if (fabs(heading) > most)
        return covey_csv_rows_refuse(
            self, COVEY_CSV_HEADING,
            compass ? "heading in degrees from north, from -360 to 360" : radians, error);
    if (isnan(heading) || isnan(speed))
        return COVEY_OK;
    if (compass && speed < 0.0)
        return refuse(self, beside, error);
    covey_vec unit = compass ? unit_of_compass(heading) : unit_of_radians(heading);
    vel[0] = speed * unit.x;
    vel[1] = speed * unit.y;
    return COVEY_OK;
}

/// Reads the velocity from vx and vy, or from the heading and the speed.
static covey_status read_velocity(const covey_csv_rows *self, covey_row *row, covey_error *error)
{
    covey_status status = read_number(self, COVEY_CSV_VX, &row->vel[0], error);
    if (status == COVEY_OK)
        status = read_number(self, COVEY_CSV_VY, &row->vel[1], error);
    bool have = has(self, COVEY_CSV_VX) && has(self, COVEY_CSV_VY);
    if (status != COVEY_OK || have)
        return status;
    row->vel[0] = row->vel[1] = (double)NAN;
    return read_polar(self, row->vel, error);
}

/// Reads the place, or finds it by the points of the agent.
static covey_status read_place(covey_csv_rows *self, covey_row *row, covey_error *error)
{
    if (self->points.count > 0)
        return covey_csv_points_place(&self->points, &self->fields, self->agent, &self->point,
                                      row->pos, error);
    covey_status status = read_number(self, COVEY_CSV_X, &row->pos[0], error);
    if (status == COVEY_OK)
        status = read_number(self, COVEY_CSV_Y, &row->pos[1], error);
    return status == COVEY_OK ? read_number(self, COVEY_CSV_Z, &row->pos[2], error) : status;
}

static covey_status read_set(const covey_csv_rows *self, covey_frame *frame, covey_row *row,
                             covey_error *error)
{
    static const char nameless[] = "flock";
    covey_csv_field at = {.text = nameless, .size = sizeof nameless - 1};
    if (has(self, COVEY_CSV_SET))
        at = field_of(self, COVEY_CSV_SET);
    row->set = at.size > 0 ? covey_frame_set_number(frame, at.text, at.size) : -1;
    return row->set >= 0
               ? COVEY_OK
               : covey_csv_fields_refuse(&self->fields, at,
                                         "at most 16 sets with names of 1 to 63 bytes", error);
}

// ---- Rows ----

/// In a table of one frame no value may be missing.
static covey_status check_still(const covey_csv_rows *self, covey_error *error)
{
    int last = self->deep ? COVEY_CSV_VZ : COVEY_CSV_SPEED;
    for (int role = COVEY_CSV_X; role <= last; role++)
        if (has(self, (covey_csv_role)role) &&
            covey_csv_fields_missing(field_of(self, (covey_csv_role)role)))
            return refuse(self, (covey_csv_role)role, error);
    return COVEY_OK;
}

static covey_status parse_row(covey_csv_rows *self, covey_frame *frame, covey_csv_row *row,
                              covey_error *error)
{
    covey_row *agent = &row->agent;
    *agent = (covey_row){.line = self->fields.line.number};
    self->agent = 0;
    self->point = 0;
    covey_status status = read_time(self, row, error);
    if (status == COVEY_OK)
        status = read_id(self, &agent->id, error);
    if (status == COVEY_OK)
        status = read_set(self, frame, agent, error);
    if (status == COVEY_OK)
        status = read_place(self, agent, error);
    if (status == COVEY_OK)
        status = read_velocity(self, agent, error);
    if (status == COVEY_OK)
        status = read_number(self, COVEY_CSV_VZ, &agent->vel[2], error);
    return status == COVEY_OK && self->still ? check_still(self, error) : status;
}

/// Reads the frame of a line that has all agents, which is later than that of the line before.
static covey_status read_key(covey_csv_rows *self, covey_error *error)
{
    double before = self->key;
    covey_status status = read_time(self, &self->now, error);
    if (status != COVEY_OK)
        return status;
    self->key = isnan(self->now.step) ? self->now.time : self->now.step;
    self->point = 0;
    self->count++;
    return isnan(before) || self->key > before
               ? COVEY_OK
               : covey_csv_rows_refuse(self,
                                       has(self, COVEY_CSV_STEP) ? COVEY_CSV_STEP : COVEY_CSV_TIME,
                                       "a later frame than that of the line before", error);
}

/// Reads the next agent of such a line.
static covey_status parse_wide(covey_csv_rows *self, covey_frame *frame, covey_csv_row *row,
                               covey_error *error)
{
    const covey_csv_points *points = &self->points;
    const double none = (double)NAN;
    covey_status status = self->agent == 0 ? read_key(self, error) : COVEY_OK;
    *row = self->now;
    row->agent = (covey_row){.id = covey_csv_points_id(points, self->agent),
                             .line = self->fields.line.number,
                             .vel = {none, none, none}};
    if (status == COVEY_OK)
        status = read_set(self, frame, &row->agent, error);
    if (status == COVEY_OK)
        status = read_place(self, &row->agent, error);
    self->agent = (self->agent + 1) % points->agents;
    return status;
}

/// True for another line of column names: its x is neither a number nor missing.
static bool is_head(covey_csv_rows *self)
{
    double number;
    if (self->columns.heads == 0)
        return false;
    covey_csv_field x = field_of(self, COVEY_CSV_X);
    bool head = self->fields.comma
                    ? !covey_csv_fields_number(&self->fields, x, &number)
                    : !covey_csv_fields_missing(x) &&
                          covey_parse_double(x.text, x.size, &number) == COVEY_PARSE_NOT_A_NUMBER;
    self->columns.heads = head ? self->columns.heads - 1 : 0;
    return head;
}

/// True if a row belongs to no agent, such as a spot that a tracker put into no track. Where a
/// tracker of points names no agent in its first row, it followed one, whose rows are these.
static bool is_no_agent(covey_csv_rows *self)
{
    if (self->own || !has(self, COVEY_CSV_ID) ||
        !covey_csv_fields_missing(field_of(self, COVEY_CSV_ID))) {
        self->points.may_be_one = false;
        return false;
    }
    self->points.alone = self->points.alone || self->points.may_be_one;
    self->points.may_be_one = false;
    return !self->points.alone;
}

/// Splits a line that is not empty; *passed is true if it is no row.
static covey_status take_line(covey_csv_rows *self, bool *passed, covey_error *error)
{
    const covey_line *line = &self->fields.line;
    covey_status status = covey_csv_fields_split(&self->fields, error);
    if (status == COVEY_OK)
        status = covey_csv_columns_check(&self->columns, &self->fields, error);
    if (status == COVEY_OK && self->agents > 0 && !line->whole)
        return covey_csv_fields_refuse(&self->fields, (covey_csv_field){.column = line->size + 1},
                                       "the rest of it: the file is cut", error);
    *passed = status == COVEY_OK && (is_head(self) || is_no_agent(self));
    return status;
}

/// Reads the next line of the file, or of the files of the other animals.
static covey_status next_line(covey_csv_rows *self, covey_error *error)
{
    covey_line *line = &self->fields.line;
    covey_status status = covey_lines_next(self->lines, line, error);
    while (status == COVEY_OK && line->ended && self->columns.tracker->files[0] != NULL) {
        covey_lines *lines;
        status = covey_csv_files_next(&self->files, &self->points.id, &lines, error);
        if (lines == NULL)
            return status;
        self->lines = lines;
        if (status == COVEY_OK)
            status = covey_lines_next(lines, line, error);
    }
    return status;
}

static covey_status next_row(covey_csv_rows *self, covey_frame *frame, covey_csv_row *row,
                             bool *ended, covey_error *error)
{
    const covey_line *line = &self->fields.line;
    *ended = false;
    if (self->agent > 0)
        return parse_wide(self, frame, row, error);
    for (bool passed = true; passed;) {
        covey_status status = next_line(self, error);
        *ended = line->ended;
        if (status != COVEY_OK || *ended)
            return status;
        if (line->size > 0 && line->text[0] == '#')
            status = take_comment(self, error);
        else if (!covey_csv_fields_blank(line))
            status = take_line(self, &passed, error);
        if (status != COVEY_OK)
            return status;
    }
    return self->columns.tracker->wide ? parse_wide(self, frame, row, error)
                                       : parse_row(self, frame, row, error);
}

covey_status covey_csv_rows_next(covey_csv_rows *rows, covey_frame *frame, covey_csv_row *row,
                                 bool *ended, covey_error *error)
{
    covey_error found = {0};
    covey_status status = next_row(rows, frame, row, ended, &found);
    if (status == COVEY_OK || error == NULL)
        return status;
    const char *path = covey_csv_files_path(&rows->files);
    *error = found;
    if (path != NULL && status == COVEY_INPUT)
        (void)snprintf(error->message, sizeof error->message, "in %.90s, %.140s", path,
                       found.message);
    return status;
}
