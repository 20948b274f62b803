// SPDX-License-Identifier: MIT
// Reads a platform's table (RFC 4180), finds the row of each submission, and writes the table with
// the grades, all other cells as they were.
#include "check/grades.h"

#include "check/report.h"
#include "check/rubric.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = -1, COLUMNS = 512, NUMBER = 40 };

/// A table of texts.
typedef struct table {
    covey_arena *arena;
    covey_memory *memory; ///< of texts in the making
    const char **cells;   ///< of all rows, one behind the other
    size_t count, room;
    size_t *ends; ///< of each row, in cells
    size_t rows, rows_room;
    char comma; ///< between cells
    bool mark;  ///< of the order of bytes, before the text
    bool crlf;  ///< ends of lines
} table;

/// The columns of a platform's table; NONE where it lacks one.
typedef struct columns {
    bool canvas;
    size_t first; ///< row of a student
    int number, name, mail, login;
    int grade, most, comment;
    double points; ///< of Canvas: possible in the assignment
} columns;

// ---- Reading ----

static bool add(table *self, covey_text *cell)
{
    const char *text = covey_text_end(cell);
    const char **grown =
        covey_arena_grow(self->arena, self->cells, self->count, &self->room, sizeof *grown);
    if (grown == NULL)
        return false;
    self->cells = grown;
    self->cells[self->count] = text != NULL ? covey_arena_string(self->arena, text) : NULL;
    covey_text_clear(cell);
    return self->cells[self->count++] != NULL;
}

static bool end_row(table *self)
{
    size_t *grown =
        covey_arena_grow(self->arena, self->ends, self->rows, &self->rows_room, sizeof *grown);
    if (grown == NULL)
        return false;
    self->ends = grown;
    self->ends[self->rows++] = self->count;
    return true;
}

/// Takes a cell in quotes, behind the first; returns what follows the last.
static const char *take_quoted(const char *at, const char *end, covey_text *cell)
{
    for (; at < end; at++) {
        bool quote = *at == '"';
        if (quote && (at + 1 == end || at[1] != '"'))
            return at + 1;
        at += quote;
        covey_text_put(cell, at, 1);
    }
    return at;
}

static bool read_rows(table *self, const char *at, const char *end)
{
    covey_text cell = {.memory = self->memory};
    bool good = true;
    while (at < end && good) {
        if (*at == '"' && cell.size == 0)
            at = take_quoted(at + 1, end, &cell);
        const char *from = at;
        while (at < end && *at != self->comma && *at != '\n' && *at != '\r')
            at++;
        covey_text_put(&cell, from, (size_t)(at - from));
        good = add(self, &cell);
        bool line = at == end || *at != self->comma;
        self->crlf = self->crlf || (at + 1 < end && at[0] == '\r' && at[1] == '\n');
        at += at + 1 < end && at[0] == '\r' && at[1] == '\n';
        bool last = at + 1 >= end;
        if (!line && last)
            good = good && add(self, &cell); // an empty cell at the end of the text
        if (line || last)
            good = good && end_row(self);
        at++;
    }
    covey_text_destroy(&cell);
    return good;
}

static bool read_table(table *self, const check_case_def *text)
{
    const char *at = text->input, *end = at + text->input_size;
    self->mark = text->input_size >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0;
    at += self->mark ? 3 : 0;
    size_t found[3] = {0};
    static const char commas[] = ",;\t";
    for (const char *c = at; c < end && *c != '\n'; c++)
        for (int k = 0; k < 3; k++)
            found[k] += *c == commas[k];
    self->comma = found[0] >= found[1] && found[0] >= found[2] ? ','
                  : found[1] >= found[2]                       ? ';'
                                                               : '\t';
    return read_rows(self, at, end);
}

static size_t start_of(const table *self, size_t row)
{
    return row > 0 ? self->ends[row - 1] : 0;
}

/// The cell of a row; "" where the row is too short, or the column is NONE.
static const char *cell(const table *self, size_t row, int column)
{
    size_t at = start_of(self, row) + (size_t)(column > 0 ? column : 0);
    return column != NONE && at < self->ends[row] ? self->cells[at] : "";
}

static int find_column(const table *self, const char *name)
{
    for (int k = 0; start_of(self, 0) + (size_t)k < self->ends[0]; k++)
        if (strcmp(cell(self, 0, k), name) == 0)
            return k;
    return NONE;
}

// ---- The columns of Canvas and Moodle ----

/// True for "Flocking (1234)", a column of an assignment.
static size_t name_size(const char *heading)
{
    size_t size = strlen(heading), at = size;
    if (size == 0 || heading[size - 1] != ')')
        return 0;
    for (at = size - 1; at > 0 && isdigit((unsigned char)heading[at - 1]);)
        at--;
    bool number = at < size - 1 && at > 2 && heading[at - 1] == '(' && heading[at - 2] == ' ';
    return number ? at - 2 : 0;
}

static covey_status find_assignment(const table *self, const check_grades_def *def, columns *to,
                                    covey_error *error)
{
    int found = 0;
    for (int k = 0; (size_t)k < self->ends[0]; k++) {
        const char *heading = cell(self, 0, k);
        size_t size = name_size(heading);
        const char *name = def->assignment;
        bool same = name != NULL && (strcmp(name, heading) == 0 ||
                                     (size == strlen(name) && strncmp(name, heading, size) == 0));
        if (size == 0 || (name != NULL && !same))
            continue;
        to->grade = k;
        found++;
    }
    if (found == 1)
        return COVEY_OK;
    return covey_fail(error, COVEY_INPUT, "%s: line 1: it has %s column of an assignment%s%s; %s",
                      def->table.path, found == 0 ? "no" : "more than one",
                      def->assignment != NULL ? " " : "",
                      def->assignment != NULL ? def->assignment : "",
                      "--assignment names the one to fill, such as \"Flocking (1234)\"");
}

static covey_status find_canvas(const table *self, const check_grades_def *def, columns *to,
                                covey_error *error)
{
    to->canvas = true;
    to->number = find_column(self, "ID");
    to->name = find_column(self, "Student");
    to->login = find_column(self, "SIS Login ID");
    covey_status status = find_assignment(self, def, to, error);
    to->points = 0;
    for (to->first = 1; status == COVEY_OK && to->first < self->rows; to->first++) {
        const char *name = cell(self, to->first, to->name);
        while (*name == ' ')
            name++;
        bool possible = strcmp(name, "Points Possible") == 0;
        if (possible)
            to->points = strtod(cell(self, to->first, to->grade), NULL);
        if (!possible && cell(self, to->first, to->number)[0] != '\0')
            break;
    }
    if (status == COVEY_OK && !(to->points > 0))
        status =
            covey_fail(error, COVEY_INPUT, "%s: the row \"Points Possible\" has no points for %s",
                       def->table.path, cell(self, 0, to->grade));
    return status;
}

static covey_status find_columns(const table *self, const check_grades_def *def, columns *to,
                                 covey_error *error)
{
    *to = (columns){.first = 1, .number = NONE, .name = NONE, .mail = NONE, .login = NONE};
    to->grade = to->most = to->comment = NONE;
    if (self->rows > 0 && self->ends[0] <= COLUMNS) {
        to->number = find_column(self, "Identifier");
        to->grade = find_column(self, "Grade");
    }
    if (self->rows > 0 && to->number == NONE && find_column(self, "Student") != NONE &&
        find_column(self, "ID") != NONE)
        return find_canvas(self, def, to, error);
    if (to->number == NONE || to->grade == NONE)
        return covey_fail(error, COVEY_INPUT,
                          "%s: line 1 is neither of Moodle's worksheet (Identifier, Grade) nor of "
                          "Canvas's gradebook (Student, ID)",
                          def->table.path);
    to->name = find_column(self, "Full name");
    to->mail = find_column(self, "Email address");
    to->login = find_column(self, "Username");
    to->most = find_column(self, "Maximum Grade");
    to->comment = find_column(self, "Feedback comments");
    return COVEY_OK;
}

// ---- Rows of submissions ----

/// The number of a student: the digits of "Participant 1234", of "1234".
static const char *number_of(const char *text)
{
    const char *digits = text + strcspn(text, "0123456789");
    return digits[strspn(digits, "0123456789")] == '\0' ? digits : "";
}

/// True if a name begins with a word, up to an underscore, an at sign or its end.
static bool begins_with(const char *name, const char *word)
{
    size_t size = strcspn(word, "@");
    return size > 0 && strncmp(name, word, size) == 0 &&
           (name[size] == '\0' || name[size] == '_' || name[size] == '@');
}

/// The place of a number that stands between underscores in a name; SIZE_MAX if it does not.
static size_t find_number(const char *name, const char *number)
{
    size_t size = strlen(number);
    for (const char *at = name; size > 0 && at != NULL; at = strchr(at, '_')) {
        at += *at == '_';
        if (strncmp(at, number, size) == 0 && (at[size] == '_' || at[size] == '\0'))
            return (size_t)(at - name);
    }
    return SIZE_MAX;
}

/// Finds the row of a folder's name: by number, where Canvas writes the student's before the
/// submission's, otherwise by another word. 0: none.
static size_t find_row(const table *self, const columns *at, const char *name)
{
    size_t found = 0, place = SIZE_MAX;
    for (size_t row = at->first; row < self->rows; row++) {
        size_t here = find_number(name, number_of(cell(self, row, at->number)));
        found = here < place ? row : found;
        place = here < place ? here : place;
    }
    for (size_t row = at->first; row < self->rows && found == 0; row++)
        if (begins_with(name, cell(self, row, at->login)) ||
            begins_with(name, cell(self, row, at->mail)) ||
            begins_with(name, cell(self, row, at->name)))
            found = row;
    return found;
}

// ---- Writing ----

static void put_cell(covey_text *text, const table *self, const char *value)
{
    bool quotes = strpbrk(value, "\"\r\n") != NULL || strchr(value, self->comma) != NULL;
    covey_text_string(text, quotes ? "\"" : "");
    for (; *value != '\0'; value++) {
        covey_text_string(text, quotes && *value == '"' ? "\"" : "");
        covey_text_put(text, value, 1);
    }
    covey_text_string(text, quotes ? "\"" : "");
}

/// Puts the grade of a submission, a share of the points, with two decimals at most.
static void put_grade(covey_text *text, const table *self, const columns *at, size_t row,
                      double share)
{
    char number[NUMBER];
    double most = at->canvas ? at->points : strtod(cell(self, row, at->most), NULL);
    (void)snprintf(number, sizeof number, "%.2f", share * (most > 0 ? most : 100));
    size_t size = strlen(number);
    while (number[size - 1] == '0')
        size--;
    number[number[size - 1] == '.' ? size - 1 : size] = '\0';
    put_cell(text, self, number);
}

/// The points of each item of the rubric, as "; Edges: 2 of 3 points".
static void put_points(covey_text *text, const check_batch_row *row)
{
    const check_rubric *rubric = row->trouble == NULL ? row->report.cases->rubric : NULL;
    for (size_t k = 0; rubric != NULL && k < rubric->count; k++) {
        covey_text_string(text, "; ");
        covey_text_string(text, rubric->items[k].name);
        covey_text_string(text, ": ");
        check_points_number(text, row->report.points[k].earned);
        covey_text_string(text, " of ");
        check_points_number(text, rubric->items[k].points);
        covey_text_string(text, " points");
    }
}

/// A sentence for the comments, which a platform shows as HTML.
static bool put_comment(covey_text *text, const table *self, const check_batch_row *row)
{
    covey_text sentence = {.memory = text->memory}, safe = {.memory = text->memory};
    check_batch_put_result(&sentence, row);
    put_points(&sentence, row);
    const char *end = covey_text_end(&sentence);
    check_escape_xml(&safe, end != NULL ? end : "");
    end = covey_text_end(&safe);
    put_cell(text, self, end != NULL ? end : "");
    covey_text_destroy(&sentence);
    covey_text_destroy(&safe);
    return end != NULL;
}

static void put_row(covey_text *text, const table *self, const columns *at, size_t row,
                    const check_batch_row *submission, const check_cases *cases)
{
    for (int k = 0; start_of(self, row) + (size_t)k < self->ends[row]; k++) {
        if (k > 0)
            covey_text_put(text, &self->comma, 1);
        if (submission != NULL && k == at->grade)
            put_grade(text, self, at, row, check_batch_share(submission, cases));
        else if (submission != NULL && k == at->comment)
            text->failed |= !put_comment(text, self, submission);
        else
            put_cell(text, self, cell(self, row, k));
    }
    covey_text_string(text, self->crlf ? "\r\n" : "\n");
}

/// Notes submissions without a row, and rows without a submission.
static void put_notes(covey_text *notes, const table *self, const columns *at,
                      const check_batch *batch, const size_t *of)
{
    size_t rows = 0, taken = 0;
    for (size_t row = at->first; row < self->rows; row++)
        rows += cell(self, row, at->number)[0] != '\0';
    for (size_t k = 0; k < batch->count; k++) {
        taken += of[k] != 0;
        if (of[k] != 0)
            continue;
        covey_text_string(notes, "covey check: no row of the table is of the submission ");
        covey_text_string(notes, batch->rows[k].name);
        covey_text_string(notes, "\n");
    }
    if (rows <= taken)
        return;
    covey_text_string(notes, "covey check: ");
    covey_text_integer(notes, rows - taken);
    covey_text_string(notes, rows - taken == 1 ? " row of the table has no submission\n"
                                               : " rows of the table have no submission\n");
}

/// Finds the row of each submission; of two for one row, the better one keeps it, and the notes
/// name the other.
static void find_rows(const table *self, const columns *at, const check_batch *batch,
                      const check_cases *cases, size_t *of)
{
    for (size_t k = 0; k < batch->count; k++) {
        of[k] = find_row(self, at, batch->rows[k].name);
        for (size_t other = 0; other < k; other++) {
            if (of[k] == 0 || of[other] != of[k])
                continue;
            bool better = check_batch_share(&batch->rows[k], cases) >
                          check_batch_share(&batch->rows[other], cases);
            of[better ? other : k] = 0;
        }
    }
}

covey_status check_grades_put(covey_text *text, const check_grades_def *def,
                              const check_batch *batch, const check_cases *cases, covey_text *notes,
                              covey_error *error)
{
    table self = {.arena = cases->arena, .memory = text->memory};
    columns at;
    size_t *of = covey_arena_take(cases->arena, batch->count + 1, sizeof *of);
    if (of == NULL || !read_table(&self, &def->table))
        return covey_fail(error, COVEY_MEMORY, "no memory for the table of grades");
    covey_status status = find_columns(&self, def, &at, error);
    if (status != COVEY_OK)
        return status;
    find_rows(&self, &at, batch, cases, of);
    covey_text_string(text, self.mark ? "\xef\xbb\xbf" : "");
    for (size_t row = 0; row < self.rows; row++) {
        const check_batch_row *submission = NULL;
        for (size_t k = 0; k < batch->count && row >= at.first; k++)
            if (of[k] == row)
                submission = &batch->rows[k];
        put_row(text, &self, &at, row, submission, cases);
    }
    put_notes(notes, &self, &at, batch, of);
    return COVEY_OK;
}
