// SPDX-License-Identifier: MIT
// Reads extended XYZ of covey and of other programs: the columns pos, velo, id and species, in any
// order that Properties lists. A lattice that is along the axes and periodic on all of them, in the
// plane on x and y, is a torus.
#include "formats/extxyz.h"

#include "base/parse.h"
#include "formats/plugin.h"

#include <math.h>
#include <string.h>

enum { MAX_COLUMNS = 256 };

typedef struct word {
    const char *text;
    size_t size;
} word;

/// First column of a property, -1 if there is none.
typedef struct layout {
    int width, species, pos, velo, id;
    int axes, velo_axes; ///< columns of places and velocities that are read
} layout;

typedef struct xyz {
    covey_memory *memory;
    covey_lines *lines;
    covey_line line;
    bool own; ///< written by covey
    layout layout;
    uint64_t frames, last_step;
    double last_time;
    bool by_step; ///< the comment last read has a step
} xyz;

static covey_status refuse(const xyz *self, word found, const char *expected, covey_error *error)
{
    uint64_t column = (uint64_t)(found.text - self->line.text) + 1;
    return covey_lines_refuse((covey_place){self->line.number, column, found.text, found.size},
                              expected, error);
}

static bool is(word found, const char *name)
{
    return strlen(name) == found.size && memcmp(found.text, name, found.size) == 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/// Reads the word at *at, up to a blank or one of `stops`, and moves *at behind it.
static word next_word(const covey_line *line, size_t *at, const char *stops)
{
    size_t begin = *at;
    while (*at < line->size && !is_blank(line->text[*at]) &&
           (line->text[*at] == '\0' || strchr(stops, line->text[*at]) == NULL))
        ++*at;
    return (word){line->text + begin, *at - begin};
}

static void skip_blanks(const covey_line *line, size_t *at)
{
    while (*at < line->size && is_blank(line->text[*at]))
        ++*at;
}

// ---- The comment ----

/// Reads a value: a word, or a text in quotes, which is returned without them.
static word next_value(const covey_line *line, size_t *at)
{
    if (*at >= line->size || line->text[*at] != '"')
        return next_word(line, at, "");
    size_t begin = ++*at;
    while (*at < line->size && line->text[*at] != '"')
        *at += line->text[*at] == '\\' ? 2 : 1;
    size_t end = *at < line->size ? *at : line->size;
    *at = end + (end < line->size);
    return (word){line->text + begin, end - begin};
}

/// Appends a quoted value to the text without its escapes.
static void unescape(covey_text *text, word value)
{
    for (size_t k = 0; k < value.size; k++) {
        char c = value.text[k];
        if (c == '\\' && k + 1 < value.size) {
            c = value.text[++k];
            c = c == 'n' ? '\n' : c == 'r' ? '\r' : c;
        }
        covey_text_put(text, &c, 1);
    }
    (void)covey_text_end(text);
}

/// Reads the columns from a text such as species:S:1:pos:R:3.
static covey_status read_properties(xyz *self, word value, covey_error *error)
{
    layout *found = &self->layout;
    *found = (layout){0, -1, -1, -1, -1, 0, 0};
    covey_line rest = {.text = value.text, .size = value.size};
    for (size_t at = 0; at < rest.size; at++) {
        word name = next_word(&rest, &at, ":");
        at++;
        (void)next_word(&rest, &at, ":");
        at++;
        word count = next_word(&rest, &at, ":");
        if (count.size != 1 || count.text[0] < '1' || count.text[0] > '9' ||
            found->width > MAX_COLUMNS)
            return refuse(self, value, "properties as name:type:count", error);
        int *place = is(name, "species") ? &found->species
                     : is(name, "pos")   ? &found->pos
                     : is(name, "id")    ? &found->id
                     : is(name, "velo") || is(name, "vel") || is(name, "velocities") ? &found->velo
                                                                                     : NULL;
        if (place != NULL)
            *place = found->width;
        int number = count.text[0] - '0';
        if ((place == &found->pos || place == &found->velo) && number < COVEY_PLANE)
            return refuse(self, value, "places and velocities with two columns or three", error);
        int axes = number < COVEY_AXES ? number : COVEY_AXES;
        if (place == &found->pos)
            found->axes = axes;
        if (place == &found->velo)
            found->velo_axes = axes;
        found->width += number;
    }
    return found->pos >= 0 ? COVEY_OK : refuse(self, value, "a property pos:R:3", error);
}

static bool read_numbers(word value, double *numbers, int count)
{
    covey_line rest = {.text = value.text, .size = value.size};
    size_t at = 0;
    for (int k = 0; k < count; k++) {
        skip_blanks(&rest, &at);
        word found = next_word(&rest, &at, "");
        if (covey_parse_double(found.text, found.size, &numbers[k]) != COVEY_PARSE_OK)
            return false;
    }
    return true;
}

typedef struct comment {
    double lattice[9];
    bool has_lattice, periodic, has_time, has_step;
    bool deep_periodic; ///< on z, too
    bool deep;          ///< covey says that the file has three dimensions
    double time, step;
} comment;

static void take_origin(xyz *self, covey_names *names, word key, word value)
{
    double number = 0.0;
    if (is(key, "covey")) {
        self->own = value.size > 0 && value.text[0] != '\0';
        covey_text_clear(&names->version);
        unescape(&names->version, value);
    } else if (is(key, "scenario")) {
        covey_text_clear(&names->scenario);
        unescape(&names->scenario, value);
    } else if (is(key, "dt") && read_numbers(value, &number, 1))
        names->provenance.dt = number;
    else if (is(key, "seed"))
        for (size_t k = 0; k < value.size && value.text[k] >= '0' && value.text[k] <= '9'; k++)
            names->provenance.seed =
                (k == 0 ? 0 : names->provenance.seed * 10) + (uint64_t)(value.text[k] - '0');
}

static void take_periodic(comment *told, word value)
{
    told->periodic = value.size >= 3 && value.text[0] == 'T' && value.text[2] == 'T';
    told->deep_periodic = told->periodic && value.size >= 5 && value.text[4] == 'T';
}

static covey_status take_pair(xyz *self, comment *told, word key, word value, covey_error *error)
{
    if (is(key, "Properties"))
        return read_properties(self, value, error);
    if (is(key, "Lattice"))
        told->has_lattice = read_numbers(value, told->lattice, 9);
    else if (is(key, "pbc"))
        take_periodic(told, value);
    else if (is(key, COVEY_EXTXYZ_DEEP))
        told->deep = is(value, "3");
    else if (is(key, "Time") || is(key, "time"))
        told->has_time = read_numbers(value, &told->time, 1);
    else if (is(key, "step") || is(key, "Step"))
        told->has_step = read_numbers(value, &told->step, 1);
    return COVEY_OK;
}

/// Fills in the space, as one of the plane and as one of three dimensions.
static void take_space(const comment *told, covey_frame *frame)
{
    const double *lattice = told->lattice;
    bool torus = told->has_lattice && told->periodic && lattice[0] > 0.0 && lattice[4] > 0.0 &&
                 lattice[1] == 0.0 && lattice[3] == 0.0;
    bool deep = torus && told->deep_periodic && lattice[8] > 0.0 && lattice[2] == 0.0 &&
                lattice[5] == 0.0 && lattice[6] == 0.0 && lattice[7] == 0.0;
    frame->space = torus ? covey_space_torus(lattice[0], lattice[4]) : covey_space_open();
    frame->deep = covey_space_deep(deep ? frame->space : covey_space_open(), lattice[8]);
    if (frame->names->dim == 0 && told->deep)
        frame->names->dim = COVEY_AXES;
}

static covey_status read_comment(xyz *self, covey_frame *frame, covey_error *error)
{
    const covey_line *line = &self->line;
    comment told = {.periodic = true, .deep_periodic = true};
    self->layout = (layout){4, 0, 1, -1, -1, COVEY_AXES, 0};
    for (size_t at = 0;;) {
        skip_blanks(line, &at);
        if (at >= line->size)
            break;
        word key = next_word(line, &at, "="), value = {line->text + at, 0};
        if (at < line->size && line->text[at] == '=') {
            at++;
            value = next_value(line, &at);
        }
        covey_status status = take_pair(self, &told, key, value, error);
        if (status != COVEY_OK)
            return status;
        take_origin(self, frame->names, key, value);
    }
    if (frame->names->version.failed || frame->names->scenario.failed)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    take_space(&told, frame);
    bool whole = told.has_step && told.step >= 0.0 && told.step < 0x1p63;
    self->by_step = whole;
    frame->step = whole ? (uint64_t)told.step : self->frames;
    frame->time = told.has_time ? told.time : (double)frame->step;
    return COVEY_OK;
}

// ---- Agents ----

static covey_status split(const xyz *self, word *words, covey_error *error)
{
    size_t at = 0;
    for (int k = 0; k < self->layout.width; k++) {
        skip_blanks(&self->line, &at);
        words[k] = next_word(&self->line, &at, "");
        if (words[k].size == 0)
            return refuse(self, words[k], "as many columns as Properties tells", error);
    }
    skip_blanks(&self->line, &at);
    if (at < self->line.size)
        return refuse(self, next_word(&self->line, &at, ""), "the end of the line", error);
    if (self->own && !self->line.whole)
        return refuse(self, (word){self->line.text + at, 0}, "the rest of it: the file is cut",
                      error);
    return COVEY_OK;
}

static covey_status read_vector(const xyz *self, const word *words, int axes, double *vector,
                                covey_error *error)
{
    for (int axis = 0; axis < axes; axis++)
        if (covey_parse_double(words[axis].text, words[axis].size, &vector[axis]) != COVEY_PARSE_OK)
            return refuse(self, words[axis], "a decimal number", error);
    return COVEY_OK;
}

static covey_status read_agent(xyz *self, covey_frame *frame, covey_error *error)
{
    word words[MAX_COLUMNS + 10];
    const double none = (double)NAN;
    covey_row row = {
        .line = self->line.number, .pos = {none, none, none}, .vel = {none, none, none}};
    covey_status status = split(self, words, error);
    const layout *at = &self->layout;
    if (status == COVEY_OK)
        status = read_vector(self, words + at->pos, at->axes, row.pos, error);
    if (status == COVEY_OK && at->velo >= 0)
        status = read_vector(self, words + at->velo, at->velo_axes, row.vel, error);
    if (status != COVEY_OK)
        return status;
    word set = at->species >= 0 ? words[at->species] : (word){"flock", 5};
    row.set = covey_frame_set_number(frame, set.text, set.size);
    if (row.set < 0)
        return refuse(self, set, "at most 16 species with names of 1 to 63 bytes", error);
    double id = (double)frame->count;
    if (at->id >= 0)
        (void)covey_parse_double(words[at->id].text, words[at->id].size, &id);
    if (!(id >= 0.0 && id <= (double)COVEY_MAX_ID && id == floor(id)))
        return refuse(self, words[at->id],
                      id > (double)COVEY_MAX_ID ? COVEY_ID_BEYOND : COVEY_ID_RANGE, error);
    row.id = (covey_id)id;
    return covey_frame_add(frame, &row, error);
}

// ---- Frames ----

static covey_status next_line(xyz *self, covey_error *error)
{
    covey_status status = covey_lines_next(self->lines, &self->line, error);
    if (status == COVEY_OK && self->line.ended)
        status = covey_fail(error, COVEY_INPUT, "the file is cut in frame %llu",
                            (unsigned long long)self->frames + 1);
    return status;
}

/// Reads the number of agents from the first line of a frame; *ended is true at the end of the
/// file.
static covey_status read_count(xyz *self, double *count, bool *ended, covey_error *error)
{
    covey_status status = COVEY_OK;
    size_t at;
    do {
        status = covey_lines_next(self->lines, &self->line, error);
        at = 0;
        skip_blanks(&self->line, &at);
    } while (status == COVEY_OK && !self->line.ended && at == self->line.size);
    *ended = self->line.ended;
    if (status != COVEY_OK || *ended)
        return status;
    word number = next_word(&self->line, &at, "");
    skip_blanks(&self->line, &at);
    if (covey_parse_double(number.text, number.size, count) != COVEY_PARSE_OK ||
        at < self->line.size || !(*count >= 0.0 && *count < 0x1p53 && *count == floor(*count)))
        return refuse(self, number, "a number of agents", error);
    return COVEY_OK;
}

/// True if the frame has a later time or step than the one before. Steps count, too, as the times
/// of a run do not increase if its dt is not positive.
static bool is_later(const xyz *self, const covey_frame *frame)
{
    return frame->time > self->last_time || (self->by_step && frame->step > self->last_step);
}

covey_status covey_extxyz_read_next(void *own, covey_frame *frame, covey_error *error)
{
    xyz *self = own;
    while (frame->count == 0) { // frames without agents are skipped
        double count = 0.0;
        bool ended = false;
        covey_status status = read_count(self, &count, &ended, error);
        if (status != COVEY_OK || ended)
            return status;
        status = next_line(self, error);
        if (status == COVEY_OK)
            status = read_comment(self, frame, error);
        if (status == COVEY_OK && self->frames > 0 && !is_later(self, frame))
            return covey_lines_refuse(
                (covey_place){self->line.number, 1, self->line.text, self->line.size},
                "a later time or step than that of the frame before", error);
        while (status == COVEY_OK && count-- > 0.0) {
            status = next_line(self, error);
            if (status == COVEY_OK)
                status = read_agent(self, frame, error);
        }
        if (status != COVEY_OK)
            return status;
        self->frames++;
        self->last_time = frame->time;
        self->last_step = frame->step;
    }
    return COVEY_OK;
}

covey_status covey_extxyz_read_open(const covey_opening *opening, void **own, covey_error *error)
{
    xyz *self = covey_memory_take(opening->memory, 1, sizeof *self);
    *own = self;
    if (self == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    self->memory = opening->memory;
    self->lines = opening->lines;
    return COVEY_OK;
}

void covey_extxyz_read_close(void *own)
{
    xyz *self = own;
    covey_memory_give(self->memory, self, 1, sizeof *self);
}
