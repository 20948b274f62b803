// SPDX-License-Identifier: MIT
// Tables of agents: those of covey, and those that people bring. Columns are found by their names;
// a row is an agent at a time, and rows of one time stand together. A file of covey tells how many
// rows a moment has; in any other a moment ends where the next begins.
#include "formats/csv.h"

#include "base/parse.h"
#include "formats/labels.h"

#include <math.h>
#include <string.h>

typedef enum role { SET, TIME, STEP, ID, X, Y, VX, VY, HEADING, SPEED, ROLES } role;

/// The names of a column, in small letters, and what to call it when it is missing or wrong.
typedef struct column {
    const char *names;
    const char *expected;
} column;

static const column columns[ROLES] = {
    [SET] = {" set flock group ", "set, the name of a group of agents"},
    [TIME] = {" t time ", "t, a decimal number"},
    [STEP] = {" frame step ", "frame, a whole number from 0"},
    [ID] = {" id track particle agent ", "id, a whole number from 0 to 4294967295"},
    [X] = {" x pos_x position_x ", "x, a decimal number"},
    [Y] = {" y pos_y position_y ", "y, a decimal number"},
    [VX] = {" vx vel_x velocity_x ", "vx, a decimal number"},
    [VY] = {" vy vel_y velocity_y ", "vy, a decimal number"},
    [HEADING] = {" heading ", "heading, a decimal number"},
    [SPEED] = {" speed ", "speed, a decimal number"},
};

enum { MAX_COLUMNS = 256, LONGEST_FIELD = 65536 };

typedef struct field {
    const char *text;
    size_t size;
    uint64_t column; ///< from 1, of its first byte
} field;

typedef struct csv {
    covey_memory *memory;
    covey_lines *lines;
    covey_line line; ///< the one last read
    field fields[MAX_COLUMNS];
    int field_count; ///< of the line
    char separator;
    int width;        ///< columns
    int place[ROLES]; ///< column of a role, -1
    bool own;         ///< written by covey
    size_t agents;    ///< rows of a moment, 0 if not told
    covey_space space;
    double dt;
    uint64_t moments;
    covey_row pending; ///< first row of the next moment
    double pending_time;
    double pending_step;
    bool has_pending;
    double last_time;
    double last_step;
    bool labelled, numbered; ///< how agents are called, once that is known
    covey_labels labels;
} csv;

// ---- Fields ----

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static field trimmed(const csv *self, const char *begin, const char *end)
{
    while (begin < end && is_blank(*begin))
        begin++;
    while (end > begin && is_blank(end[-1]))
        end--;
    return (field){begin, (size_t)(end - begin), (uint64_t)(begin - self->line.text) + 1};
}

static covey_place place_of(const csv *self, field at)
{
    return (covey_place){self->line.number, at.column, at.text, at.size};
}

static covey_status refuse(const csv *self, role which, covey_error *error)
{
    field at = self->fields[self->place[which]];
    const char *expected = columns[which].expected;
    if (memchr(at.text, ',', at.size) != NULL)
        expected = "a decimal number with a point, not a comma";
    return covey_lines_refuse(place_of(self, at), expected, error);
}

/// The end of the field that begins at `text`: the separator, or the line's end. Sets *open if
/// quotes are not closed.
static const char *field_end(const char *text, const char *end, char separator, bool *open)
{
    const char *p = text;
    while (p < end && is_blank(*p) && *p != separator)
        p++;
    *open = false;
    if (p < end && *p == '"')
        do
            *open ^= *p++ == '"';
        while (p < end && (*open || *p == '"'));
    while (p < end && *p != separator)
        p++;
    return p;
}

/// Takes the quotes off; doubled ones inside stay doubled, as only labels and names may hold them.
static void unquote(field *at)
{
    if (at->size >= 2 && at->text[0] == '"' && at->text[at->size - 1] == '"') {
        at->text++;
        at->column++;
        at->size -= 2;
    }
}

static covey_status split(csv *self, covey_error *error)
{
    const char *text = self->line.text, *end = text + self->line.size;
    self->field_count = 0;
    for (const char *begin = text;; begin++) {
        bool open;
        const char *stop = field_end(begin, end, self->separator, &open);
        field found = trimmed(self, begin, stop);
        if (open)
            return covey_lines_refuse(place_of(self, found), "quotes that end on the same line",
                                      error);
        if (self->field_count == MAX_COLUMNS)
            return covey_lines_refuse(place_of(self, found), "at most 256 columns", error);
        unquote(&found);
        self->fields[self->field_count++] = found;
        begin = stop;
        if (stop == end)
            return COVEY_OK;
    }
}

// ---- Header ----

/// Nothing but blanks.
static bool is_empty(const covey_line *line)
{
    for (size_t k = 0; k < line->size; k++)
        if (!is_blank(line->text[k]))
            return false;
    return true;
}

static char find_separator(const covey_line *line)
{
    static const char candidates[] = "\t;,";
    size_t most = 0;
    char found = ',';
    for (int k = 0; k < 3; k++) {
        size_t count = 0;
        for (size_t at = 0; at < line->size; at++)
            count += line->text[at] == candidates[k];
        if (count > most) {
            most = count;
            found = candidates[k];
        }
    }
    return found;
}

static bool means(const column *which, field name)
{
    char word[20] = " ";
    if (name.size == 0 || name.size > sizeof word - 3)
        return false;
    for (size_t k = 0; k < name.size; k++) {
        char c = name.text[k];
        if (c == ' ')
            return false;
        word[k + 1] = c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
    }
    word[name.size + 1] = ' ';
    word[name.size + 2] = '\0';
    return strstr(which->names, word) != NULL;
}

static covey_status find_columns(csv *self, covey_error *error)
{
    for (int which = 0; which < ROLES; which++)
        self->place[which] = -1;
    for (int k = 0; k < self->field_count; k++)
        for (int which = 0; which < ROLES; which++) {
            if (!means(&columns[which], self->fields[k]))
                continue;
            if (self->place[which] >= 0)
                return covey_lines_refuse(place_of(self, self->fields[k]),
                                          "no second column of the same meaning", error);
            self->place[which] = k;
        }
    field all = {self->line.text, self->line.size, 1};
    covey_place header = place_of(self, all);
    if (self->place[ID] < 0)
        return covey_lines_refuse(header, "a column id, track, particle or agent", error);
    if (self->place[TIME] < 0 && self->place[STEP] < 0)
        return covey_lines_refuse(header, "a column t, time, frame or step", error);
    if (self->place[X] < 0)
        return covey_lines_refuse(header, "a column x, pos_x or position_x", error);
    if (self->place[Y] < 0)
        return covey_lines_refuse(header, "a column y, pos_y or position_y", error);
    self->width = self->field_count;
    return COVEY_OK;
}

/// What a comment of covey's head tells.
static void take_origin(csv *self, covey_names *names)
{
    static const char seed[] = "# seed ", dt[] = "# dt ", scenario[] = "# | ";
    const char *text = self->line.text;
    size_t size = self->line.size, at = sizeof seed - 1;
    covey_provenance *origin = &names->provenance;
    if (size > at && memcmp(text, seed, at) == 0) {
        origin->seed = 0;
        for (; at < size && text[at] >= '0' && text[at] <= '9'; at++)
            origin->seed = origin->seed * 10 + (uint64_t)(text[at] - '0');
        return;
    }
    at = sizeof dt - 1;
    if (size > at && memcmp(text, dt, at) == 0) {
        if (covey_parse_double(text + at, size - at, &origin->dt) != COVEY_PARSE_OK)
            origin->dt = 0.0;
        self->dt = origin->dt;
    }
    at = sizeof scenario - 1;
    if (size >= at && memcmp(text, scenario, at) == 0) {
        covey_text_put(&names->scenario, text + at, size - at);
        covey_text_string(&names->scenario, "\n");
    } else if (size == 5 && memcmp(text, "# end", 5) == 0 && names->scenario.size > 0)
        names->scenario.size--; // there was no newline at the end
}

static covey_status read_head(csv *self, covey_names *names, covey_error *error)
{
    static const char mark[] = COVEY_CSV_MARK;
    size_t at = sizeof mark - 1;
    covey_line *line = &self->line;
    for (;;) {
        covey_status status = covey_lines_next(self->lines, line, error);
        if (status != COVEY_OK)
            return status;
        if (line->ended)
            return covey_fail(error, COVEY_INPUT,
                              "the file has no header: expected a line such as " COVEY_CSV_HEADER);
        bool comment = line->size > 0 && line->text[0] == '#';
        if (!comment && !is_empty(line))
            break;
        if (line->number == 1 && line->size > at && memcmp(line->text, mark, at) == 0) {
            self->own = true;
            covey_text_put(&names->version, line->text + at, line->size - at);
        } else if (self->own)
            take_origin(self, names);
    }
    (void)covey_text_end(&names->scenario);
    (void)covey_text_end(&names->version);
    if (names->scenario.failed || names->version.failed)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    self->separator = find_separator(line);
    covey_status status = split(self, error);
    return status == COVEY_OK ? find_columns(self, error) : status;
}

// ---- Rows ----

static bool is_missing(field at)
{
    return at.size == 0 || (at.size == 2 && memcmp(at.text, "NA", 2) == 0) ||
           (at.size == 3 && (at.text[0] | 0x20) == 'n' && (at.text[1] | 0x20) == 'a' &&
            (at.text[2] | 0x20) == 'n');
}

/// The number in a column; NaN if the column or the value is missing.
static covey_status read_number(const csv *self, role which, double *value, covey_error *error)
{
    *value = (double)NAN;
    if (self->place[which] < 0 || is_missing(self->fields[self->place[which]]))
        return COVEY_OK;
    field at = self->fields[self->place[which]];
    if (at.size > LONGEST_FIELD || covey_parse_double(at.text, at.size, value) != COVEY_PARSE_OK)
        return refuse(self, which, error);
    return COVEY_OK;
}

static bool read_whole(field at, uint32_t *value)
{
    uint64_t number = 0;
    for (size_t k = 0; k < at.size; k++) {
        if (at.text[k] < '0' || at.text[k] > '9' || number > UINT32_MAX)
            return false;
        number = number * 10 + (uint64_t)(at.text[k] - '0');
    }
    *value = (uint32_t)number;
    return at.size > 0 && number <= UINT32_MAX;
}

/// A whole number as such, also written 3.0 as tables with gaps have it. The first row decides if
/// agents have numbers or words.
static covey_status read_id(csv *self, uint32_t *id, covey_error *error)
{
    field at = self->fields[self->place[ID]];
    double number;
    bool whole = read_whole(at, id);
    if (!whole && at.size <= LONGEST_FIELD &&
        covey_parse_double(at.text, at.size, &number) == COVEY_PARSE_OK) {
        whole = number >= 0.0 && number <= UINT32_MAX && number == floor(number);
        if (whole)
            *id = (uint32_t)number;
        else if (!self->labelled)
            return refuse(self, ID, error);
    }
    if (at.size == 0 || (self->numbered && !whole))
        return refuse(self, ID, error);
    self->labelled = self->labelled || !whole;
    self->numbered = !self->labelled;
    if (self->numbered)
        return COVEY_OK;
    if (!covey_labels_find(&self->labels, at.text, at.size, id))
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    return COVEY_OK;
}

/// Time and step of a row; a step alone is its time too.
static covey_status read_time(csv *self, covey_error *error)
{
    covey_status status = read_number(self, TIME, &self->pending_time, error);
    if (status == COVEY_OK)
        status = read_number(self, STEP, &self->pending_step, error);
    if (status != COVEY_OK)
        return status;
    double step = self->pending_step;
    if (self->place[STEP] >= 0 && !(step >= 0.0 && step < 0x1p53 && step == floor(step)))
        return refuse(self, STEP, error);
    if (self->place[TIME] < 0)
        self->pending_time = step;
    return isnan(self->pending_time) ? refuse(self, TIME, error) : COVEY_OK;
}

/// From vx and vy, or from the heading with the speed or 1.
static covey_status read_velocity(csv *self, covey_row *row, covey_error *error)
{
    double heading, speed;
    covey_status status = read_number(self, VX, &row->vel[0], error);
    if (status == COVEY_OK)
        status = read_number(self, VY, &row->vel[1], error);
    bool have = self->place[VX] >= 0 && self->place[VY] >= 0;
    if (status != COVEY_OK || have)
        return status;
    status = read_number(self, HEADING, &heading, error);
    if (status == COVEY_OK)
        status = read_number(self, SPEED, &speed, error);
    if (status != COVEY_OK)
        return status;
    speed = self->place[SPEED] < 0 ? 1.0 : speed;
    row->vel[0] = isnan(heading) ? (double)NAN : speed * covey_cos(heading);
    row->vel[1] = isnan(heading) ? (double)NAN : speed * covey_sin(heading);
    return COVEY_OK;
}

static covey_status read_set(csv *self, covey_moment *moment, covey_error *error)
{
    static const char nameless[] = "flock";
    if (self->place[SET] < 0)
        self->pending.set = covey_moment_set(moment, nameless, sizeof nameless - 1);
    else {
        field at = self->fields[self->place[SET]];
        self->pending.set = at.size > 0 ? covey_moment_set(moment, at.text, at.size) : -1;
    }
    if (self->pending.set < 0)
        return covey_lines_refuse(place_of(self, self->fields[self->place[SET]]),
                                  "at most 16 sets with names of 1 to 63 bytes", error);
    return COVEY_OK;
}

static covey_status check_width(const csv *self, covey_error *error)
{
    covey_place end = {self->line.number, self->line.size + 1, NULL, 0};
    if (self->field_count < self->width)
        return covey_lines_refuse(end, "as many fields as the header has", error);
    if (self->field_count > self->width)
        return covey_lines_refuse(place_of(self, self->fields[self->width]),
                                  "the end of the line after as many fields as the header has",
                                  error);
    if (self->own && !self->line.whole)
        return covey_lines_refuse(end, "the rest of it: the file is cut", error);
    return COVEY_OK;
}

static covey_status parse_row(csv *self, covey_moment *moment, covey_error *error)
{
    covey_row *row = &self->pending;
    *row = (covey_row){.line = self->line.number};
    covey_status status = split(self, error);
    if (status == COVEY_OK)
        status = check_width(self, error);
    if (status == COVEY_OK)
        status = read_time(self, error);
    if (status == COVEY_OK)
        status = read_id(self, &row->id, error);
    if (status == COVEY_OK)
        status = read_set(self, moment, error);
    if (status == COVEY_OK)
        status = read_number(self, X, &row->pos[0], error);
    if (status == COVEY_OK)
        status = read_number(self, Y, &row->pos[1], error);
    return status == COVEY_OK ? read_velocity(self, row, error) : status;
}

/// Reads the next row; `has_pending` is false at the end.
static covey_status read_row(csv *self, covey_moment *moment, covey_error *error)
{
    self->has_pending = false;
    for (;;) {
        covey_status status = covey_lines_next(self->lines, &self->line, error);
        if (status != COVEY_OK || self->line.ended)
            return status;
        const covey_line *line = &self->line;
        if (line->size > 0 && line->text[0] == '#') {
            if (self->own && line->whole)
                (void)covey_csv_comment(line->text, line->size, &self->agents, &self->space);
            continue;
        }
        if (is_empty(line))
            continue;
        status = parse_row(self, moment, error);
        self->has_pending = status == COVEY_OK;
        return status;
    }
}

// ---- Moments ----

static covey_status check_order(const csv *self, covey_error *error)
{
    bool by_step = self->place[TIME] < 0;
    if (self->moments == 0 || self->pending_time > self->last_time)
        return COVEY_OK;
    role which = by_step ? STEP : TIME;
    return covey_lines_refuse(place_of(self, self->fields[self->place[which]]),
                              "a later time than that of the rows before: sort the rows by time",
                              error);
}

static bool same_moment(const csv *self)
{
    return self->pending_time == self->last_time;
}

static uint64_t step_of(const csv *self)
{
    double step = self->dt > 0.0 ? floor(self->last_time / self->dt + 0.5) : -1.0;
    if (self->place[STEP] >= 0)
        step = self->last_step;
    return step >= 0.0 && step < 0x1p63 ? (uint64_t)step : self->moments;
}

static covey_status add_pending(csv *self, covey_moment *moment, covey_error *error)
{
    self->has_pending = false;
    bool absent = isnan(self->pending.pos[0]) || isnan(self->pending.pos[1]);
    return absent ? COVEY_OK : covey_moment_add(moment, &self->pending, error);
}

/// Rows up to the number that the file tells, or up to the first of another time.
static covey_status read_rows(csv *self, covey_moment *moment, covey_error *error)
{
    for (size_t rows = 1;; rows++) {
        covey_status status = add_pending(self, moment, error);
        if (status != COVEY_OK || (self->agents > 0 && rows == self->agents))
            return status;
        status = read_row(self, moment, error);
        if (status != COVEY_OK)
            return status;
        bool ends = !self->has_pending || !same_moment(self);
        if (!ends)
            continue;
        if (self->has_pending)
            status = check_order(self, error);
        else if (self->agents > rows)
            status = covey_fail(error, COVEY_INPUT,
                                "the file is cut: its last moment has %zu of "
                                "%zu agents",
                                rows, self->agents);
        return status;
    }
}

covey_status covey_csv_read_next(void *own, covey_moment *moment, covey_error *error)
{
    csv *self = own;
    // A moment without anybody in it is no moment: all its values were missing.
    while (moment->count == 0) {
        covey_status status = COVEY_OK;
        if (!self->has_pending) {
            status = read_row(self, moment, error);
            if (status == COVEY_OK && self->has_pending)
                status = check_order(self, error);
        }
        if (status != COVEY_OK || !self->has_pending)
            return status;
        self->last_time = self->pending_time;
        self->last_step = self->pending_step;
        moment->time = self->last_time;
        moment->step = step_of(self);
        moment->space = self->space;
        self->moments++;
        status = read_rows(self, moment, error);
        if (status != COVEY_OK)
            return status;
    }
    return COVEY_OK;
}

// ---- Opening ----

void covey_csv_read_close(void *own)
{
    csv *self = own;
    covey_labels_destroy(&self->labels);
    covey_memory_give(self->memory, self, 1, sizeof *self);
}

covey_status covey_csv_read_open(const covey_opening *opening, void **own, covey_error *error)
{
    csv *self = covey_memory_take(opening->memory, 1, sizeof *self);
    *own = self;
    if (self == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    self->memory = opening->memory;
    self->lines = opening->lines;
    covey_labels_init(&self->labels, opening->memory);
    return read_head(self, opening->moment->names, error);
}

const char *covey_csv_read_label(const void *own, uint32_t id)
{
    const csv *self = own;
    return covey_labels_at(&self->labels, id);
}
