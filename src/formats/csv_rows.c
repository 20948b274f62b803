// SPDX-License-Identifier: MIT
// Turns the rows of a table into numbers.
#include "formats/csv_rows.h"

#include "base/math_trig.h"
#include "base/parse.h"
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
    const covey_input_time unit = self->clock;
    if (is_date && unit != COVEY_INPUT_TIME_OF_FILE && unit != COVEY_INPUT_TIME_S)
        return covey_csv_rows_refuse(
            self, COVEY_CSV_TIME, "t, a number, as it has a unit: dates count in seconds", error);
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

// ---- Headings ----

static covey_vec unit_of_radians(double heading)
{
    return (covey_vec){covey_cos(heading), covey_sin(heading), 0.0};
}

/// Returns the unit vector of degrees counterclockwise from the x axis; quarters are exact.
static covey_vec unit_of_degrees(double heading)
{
    const double quarter = floor(heading / 90.0), radian = COVEY_PI / 180.0;
    const covey_vec rest = unit_of_radians((heading - 90.0 * quarter) * radian);
    const double turned[] = {rest.x, 0.0 - rest.y, 0.0 - rest.x, rest.y};
    const int k = ((int)quarter % 4 + 4) % 4;
    return (covey_vec){turned[k], turned[(k + 3) % 4], 0.0};
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

/// A unit of headings.
typedef struct compass {
    double most; ///< larger angles cannot be of it
    const char *expected;
} compass;

static covey_input_heading heading_of(const covey_csv_rows *self)
{
    if (self->heading != COVEY_INPUT_HEADING_OF_FILE)
        return self->heading;
    return (self->columns.tracker->compass || self->project) && has(self, COVEY_CSV_GROUND_SPEED)
               ? COVEY_INPUT_HEADING_COMPASS
               : COVEY_INPUT_HEADING_RADIANS;
}

/// The column of speeds that headings count with; COVEY_CSV_ROLES if there is none. A ground speed
/// is in m/s, and its headings in degrees.
static covey_csv_role speed_of(const covey_csv_rows *self)
{
    const bool degrees = heading_of(self) != COVEY_INPUT_HEADING_RADIANS;
    if (has(self, COVEY_CSV_GROUND_SPEED) && degrees)
        return COVEY_CSV_GROUND_SPEED;
    return has(self, COVEY_CSV_SPEED) ? COVEY_CSV_SPEED : COVEY_CSV_ROLES;
}

bool covey_csv_rows_pass_headings(const covey_csv_rows *rows)
{
    const bool vectors = has(rows, COVEY_CSV_VX) && has(rows, COVEY_CSV_VY);
    return has(rows, COVEY_CSV_HEADING) && !rows->axis && !vectors &&
           speed_of(rows) == COVEY_CSV_ROLES;
}

/// Reads a heading as a unit vector, 0 where it is missing. Angles that cannot be of the unit are
/// refused: the numbers would be wrong.
static covey_status read_heading(const covey_csv_rows *self, covey_vec *to, covey_error *error)
{
    static const compass units[] = {
        [COVEY_INPUT_HEADING_RADIANS] = {6.284, // 2 pi, perhaps rounded up
                                         "heading in rad counterclockwise from the x axis, from "
                                         "-2 pi to 2 pi: degrees times pi / 180"},
        [COVEY_INPUT_HEADING_DEGREES] = {360.0, "heading in degrees from the x axis, from -360 to "
                                                "360"},
        [COVEY_INPUT_HEADING_COMPASS] = {360.0, "heading in degrees from north, from -360 to 360"},
    };
    const covey_input_heading unit = heading_of(self);
    double heading;
    *to = (covey_vec){0.0, 0.0, 0.0};
    covey_status status = read_number(self, COVEY_CSV_HEADING, &heading, error);
    if (status != COVEY_OK || isnan(heading))
        return status;
    if (fabs(heading) > units[unit].most)
        return covey_csv_rows_refuse(self, COVEY_CSV_HEADING, units[unit].expected, error);
    *to = unit == COVEY_INPUT_HEADING_RADIANS   ? unit_of_radians(heading)
          : unit == COVEY_INPUT_HEADING_DEGREES ? unit_of_degrees(heading)
                                                : unit_of_compass(heading);
    return COVEY_OK;
}

/// Reads the velocity from a heading and the speed beside it. Without one of them it is unknown.
static covey_status read_polar(const covey_csv_rows *self, double vel[COVEY_AXES],
                               covey_error *error)
{
    const covey_csv_role beside = speed_of(self);
    covey_vec to;
    double speed;
    if (!has(self, COVEY_CSV_HEADING) || beside == COVEY_CSV_ROLES)
        return COVEY_OK;
    covey_status status = read_heading(self, &to, error);
    if (status == COVEY_OK)
        status = read_number(self, beside, &speed, error);
    if (status != COVEY_OK || isnan(speed) || covey_vec_is_zero(to))
        return status;
    if (beside == COVEY_CSV_GROUND_SPEED && speed < 0.0)
        return refuse(self, beside, error);
    vel[0] = speed * to.x;
    vel[1] = speed * to.y;
    return COVEY_OK;
}

/// Reads the body axis, by the points of the agent or by its heading.
static covey_status read_axis(const covey_csv_rows *self, covey_row *row, covey_error *error)
{
    covey_vec to;
    if (!self->axis)
        return covey_csv_points_axis(&self->points, &self->fields, self->agent, row->axis, error);
    covey_status status = read_heading(self, &to, error);
    row->axis[0] = to.x;
    row->axis[1] = to.y;
    return status;
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

/// Fails for a place that is none on the Earth.
static covey_status check_degrees(const covey_csv_rows *self, const double pos[COVEY_AXES],
                                  covey_error *error)
{
    if (fabs(pos[0]) > 360.0)
        return covey_csv_rows_refuse(self, COVEY_CSV_X, "degrees of longitude, from -180 to 360",
                                     error);
    if (fabs(pos[1]) > 90.0)
        return covey_csv_rows_refuse(self, COVEY_CSV_Y, "degrees of latitude, from -90 to 90",
                                     error);
    return COVEY_OK;
}

/// Reads the place, or finds it by the points of the agent.
static covey_status read_place(covey_csv_rows *self, covey_row *row, covey_error *error)
{
    if (self->points.count > 0)
        return covey_csv_points_place(&self->points, &self->fields, self->agent, &self->point,
                                      row->pos, error);
    double likely;
    covey_status status = read_number(self, COVEY_CSV_X, &row->pos[0], error);
    if (status == COVEY_OK)
        status = read_number(self, COVEY_CSV_Y, &row->pos[1], error);
    if (status == COVEY_OK)
        status = read_number(self, COVEY_CSV_Z, &row->pos[2], error);
    if (status == COVEY_OK)
        status = read_number(self, COVEY_CSV_LIKELIHOOD, &likely, error);
    const double least = has(self, COVEY_CSV_LIKELIHOOD) ? self->points.likelihood : 0.0;
    if (status == COVEY_OK && least > 0.0 && !(likely >= least))
        row->pos[0] = (double)NAN;
    return status == COVEY_OK && self->project ? check_degrees(self, row->pos, error) : status;
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
    if (status == COVEY_OK)
        status = read_axis(self, agent, error);
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
    if (status == COVEY_OK)
        status = read_axis(self, &row->agent, error);
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
    if (self->again) {
        self->again = false;
        return COVEY_OK;
    }
    const bool more = self->one_each || self->columns.tracker->files[0] != NULL;
    covey_status status = covey_lines_next(self->lines, line, error);
    while (status == COVEY_OK && line->ended && more) {
        covey_lines *lines;
        status = covey_csv_files_next(&self->files, &self->points.id, &lines, error);
        if (lines == NULL)
            return status;
        self->lines = lines;
        if (status == COVEY_OK && self->one_each)
            status = covey_csv_head_name(self, covey_csv_files_path(&self->files), error);
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
            status = covey_csv_head_comment(self, error);
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
