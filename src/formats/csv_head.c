// SPDX-License-Identifier: MIT
// Reads the head of a table, which may name its origin: comments, and the names of its columns.
#include "formats/csv.h"
#include "formats/csv_rows.h"

#include "base/parse.h"
#include "formats/csv_choice.h"
#include "formats/plugin.h"

#include <math.h>
#include <string.h>

// ---- Comments ----

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

covey_status covey_csv_head_comment(covey_csv_rows *rows, covey_error *error)
{
    const covey_line *line = &rows->fields.line;
    size_t *agents = rows->own && line->whole ? &rows->agents : NULL;
    if (covey_csv_comment(line->text, line->size, agents, &rows->space) || !line->whole ||
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
        status = comment ? covey_csv_head_comment(self, error) : COVEY_OK;
        if (status != COVEY_OK)
            return status;
    }
}

static bool is_line(const covey_line *line, const char *text)
{
    return line->size == strlen(text) && memcmp(line->text, text, line->size) == 0;
}

// ---- Files of other animals ----

covey_status covey_csv_head_name(covey_csv_rows *rows, const char *path, covey_error *error)
{
    size_t size;
    uint32_t number, before = rows->labels.count;
    const char *name = covey_csv_files_stem(path, &size);
    if (!covey_labels_find(&rows->labels, name, size, &number))
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    rows->points.id = number;
    return number == before
               ? COVEY_OK
               : covey_fail(error, COVEY_ARG, "two files name their animal %.60s", name);
}

/// Each file has one animal: takes the name of the first, and the list of the others.
static covey_status take_files(covey_csv_rows *self, const covey_opening *opening,
                               covey_error *error)
{
    self->one_each = true;
    self->points.alone = true;
    self->columns.place[COVEY_CSV_ID] = self->columns.twin[COVEY_CSV_ID] = -1;
    if (opening->path == NULL)
        return covey_fail(error, COVEY_ARG, "animals have the names of files, and there is none");
    if (self->own || self->columns.tracker->wide)
        return covey_fail(error, COVEY_ARG, "the file has ids of its agents, not one alone");
    covey_status status = covey_csv_head_name(self, opening->path, error);
    return status == COVEY_OK ? covey_csv_files_list(&self->files, opening->files, error) : status;
}

/// Finds the files of the other animals, if a table is of one; `line` is its header.
static covey_status find_files(covey_csv_rows *self, const covey_opening *opening,
                               const covey_line *line, covey_error *error)
{
    const bool beside = self->columns.tracker->files[0] != NULL && line->number <= 1;
    if (!beside && !opening->id_from_file)
        return COVEY_OK;
    if (!self->again)
        covey_text_put(&self->files.header, line->text, line->size);
    if (self->files.header.failed)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    return opening->id_from_file
               ? take_files(self, opening, error)
               : covey_csv_files_find(&self->files, opening->path, &self->points.id, error);
}

// ---- Header ----

/// Finds the columns in the header, or, where all are numbers, in the first row.
static covey_status find_columns(covey_csv_rows *self, const covey_opening *opening,
                                 covey_error *error)
{
    covey_csv_columns *columns = &self->columns;
    covey_csv_choice choice;
    double number;
    covey_status status = covey_csv_choice_read(opening->columns, &choice, error);
    if (status == COVEY_OK && !choice.any)
        status = covey_csv_columns_find(columns, &self->fields, self->still, error);
    else if (status == COVEY_OK)
        status = covey_csv_choice_find(&choice, columns, &self->fields, error);
    if (status == COVEY_OK && opening->project && choice.name[COVEY_CSV_X] == NULL)
        status = covey_csv_columns_project(columns, &self->fields, error);
    const int x = columns->place[COVEY_CSV_X];
    self->again = status == COVEY_OK && choice.numbers && x >= 0 &&
                  covey_csv_fields_number(&self->fields, self->fields.field[x], &number);
    return status;
}

/// Checks that the columns are there that are needed.
static covey_status check_columns(const covey_csv_rows *self, const covey_opening *opening,
                                  covey_error *error)
{
    covey_csv_columns columns = self->columns;
    if (opening->id_from_file)
        columns.place[COVEY_CSV_ID] = 0;
    if (self->points.count == 0)
        return self->again && columns.place[COVEY_CSV_ID] >= 0
                   ? covey_csv_columns_check_time(&columns, &self->fields, error)
                   : covey_csv_columns_check_needed(&columns, &self->fields, self->still, error);
    return columns.tracker->wide ? COVEY_OK
                                 : covey_csv_columns_check_time(&columns, &self->fields, error);
}

/// Fails with COVEY_ARG for options that do nothing in this table.
static covey_status check_options(const covey_csv_rows *self, const covey_opening *opening,
                                  covey_error *error)
{
    const bool turns = self->columns.place[COVEY_CSV_HEADING] >= 0;
    if (opening->heading != COVEY_INPUT_HEADING_OF_FILE && !turns)
        return covey_fail(error, COVEY_ARG, "the table has no column of headings");
    if (opening->project && (self->own || self->points.count > 0))
        return covey_fail(error, COVEY_ARG, "places of this table are no degrees");
    return COVEY_OK;
}

/// Finds the body axis that is wanted.
static covey_status find_axis(covey_csv_rows *self, const covey_opening *opening,
                              covey_error *error)
{
    covey_body_axis axis;
    if (opening->axis == NULL)
        return COVEY_OK;
    covey_status status = covey_body_axis_read(opening->axis, &axis, error);
    if (status != COVEY_OK)
        return status;
    self->axis = axis.heading;
    if (axis.heading)
        return self->columns.place[COVEY_CSV_HEADING] >= 0 && self->points.count == 0
                   ? COVEY_OK
                   : covey_fail(error, COVEY_ARG, "the table has no column of headings");
    if (opening->project)
        return covey_fail(error, COVEY_ARG, "the ends of a body axis are no degrees");
    return covey_csv_points_find_axis(&self->points, &self->fields, &axis, error);
}

/// Reads a header that is split.
static covey_status read_header(covey_csv_rows *self, const covey_opening *opening,
                                covey_error *error)
{
    covey_csv_points *points = &self->points;
    const covey_line line = self->fields.line;
    covey_status status = find_columns(self, opening, error);
    points->tracker = self->columns.tracker;
    if (status == COVEY_OK && !self->again)
        status = covey_csv_points_find(points, self->lines, &self->fields, &self->columns,
                                       &self->labels, error);
    if (status == COVEY_OK)
        status = check_columns(self, opening, error);
    if (status == COVEY_OK)
        status = find_axis(self, opening, error);
    const bool likely = opening->likelihood > 0.0 && self->columns.place[COVEY_CSV_LIKELIHOOD] < 0;
    if (status == COVEY_OK && (points->count > 0 || opening->point != NULL || likely))
        status = covey_csv_points_settle(points, opening->point, error);
    if (status == COVEY_OK)
        status = check_options(self, opening, error);
    return status == COVEY_OK ? find_files(self, opening, &line, error) : status;
}

covey_status covey_csv_head_read(covey_csv_rows *rows, const covey_opening *opening,
                                 covey_error *error)
{
    covey_names *names = opening->frame->names;
    rows->lines = opening->lines;
    rows->still = opening->still;
    rows->fields.comma = opening->decimal_comma;
    rows->project = opening->project;
    rows->clock = opening->clock;
    rows->heading = opening->heading;
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
