// SPDX-License-Identifier: MIT
// Reads tables of agents. A table that covey wrote has the number of rows of a frame, and is read
// frame by frame. Any other table is read whole when its first frame is asked for, as its rows may
// come animal by animal; they are then sorted by frame or time.
#include "formats/csv.h"
#include "formats/csv_rows.h"
#include "formats/interval.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct csv {
    covey_memory *memory;
    covey_csv_rows rows;
    bool begun;
    bool streams;          ///< frame by frame
    covey_csv_row pending; ///< first row of the next frame, while it streams
    bool has_pending;
    uint64_t frames;
    double last_time;
    covey_csv_row *table; ///< all rows of a table that does not stream
    size_t count, room, next;
    double every;                   ///< between the keys of frames, 0: not known
    bool by_step;                   ///< frames are steps, not times
    covey_error failure;            ///< of reading, behind the rows of the table
    char projected[COVEY_CSV_NOTE]; ///< a sentence; "": places are lengths
} csv;

// ---- Tables ----

static covey_status keep_row(csv *self, const covey_csv_row *row, covey_error *error)
{
    if (self->count == self->room) {
        size_t room = self->room + self->room / 2 + 64;
        covey_csv_row *grown =
            covey_memory_grow(self->memory, self->table, self->room, room, sizeof *grown);
        if (grown == NULL)
            return covey_fail(error, COVEY_MEMORY,
                              "out of memory: a table that covey did not "
                              "write is read whole");
        self->table = grown;
        self->room = room;
    }
    self->table[self->count++] = *row;
    return COVEY_OK;
}

/// Rows with the same key are of one frame. The key is the step, or the time of a row without a
/// step.
static double key_of(const covey_csv_row *row)
{
    return isnan(row->step) ? row->time : row->step;
}

static int by_key(const void *a, const void *b)
{
    const covey_csv_row *p = a, *q = b;
    double first = key_of(p), second = key_of(q);
    if (first != second)
        return first < second ? -1 : 1;
    return (p->agent.line > q->agent.line) - (p->agent.line < q->agent.line);
}

static bool is_in_order(const csv *self)
{
    for (size_t i = 1; i < self->count; i++)
        if (key_of(&self->table[i]) < key_of(&self->table[i - 1]))
            return false;
    return true;
}

/// Returns the first row of the frame after that of row i.
static size_t behind(const csv *self, size_t i)
{
    double key = key_of(&self->table[i]);
    while (i < self->count && key_of(&self->table[i]) == key)
        i++;
    return i;
}

/// True if the place of a row is not known.
static bool is_absent(const covey_csv_row *row, int dim)
{
    return isnan(row->agent.pos[0]) || isnan(row->agent.pos[1]) ||
           (dim == COVEY_AXES && isnan(row->agent.pos[2]));
}

/// Dates count from the first row so far: makes them count from the first frame with an agent.
static void count_from_earliest(csv *self, int dim)
{
    double earliest = (double)NAN;
    for (size_t i = 0; i < self->count && self->rows.dated; i++)
        if (!is_absent(&self->table[i], dim))
            earliest = fmin(earliest, self->table[i].time);
    for (size_t i = 0; i < self->count && !isnan(earliest) && earliest != 0.0; i++)
        self->table[i].time -= earliest;
}

/// True if later steps have later times.
static bool times_increase(const csv *self)
{
    for (size_t i = 0, next; i < self->count; i = next) {
        next = behind(self, i);
        if (next < self->count && !(self->table[next].time > self->table[i].time))
            return false;
    }
    return true;
}

/// Drops the frames that may be incomplete after reading has failed: the last one, or all if the
/// rows are not in order. A line with a whole frame is complete unless it is the one that failed.
static void drop_unfinished(csv *self, bool in_order)
{
    const uint64_t line = self->rows.fields.line.number;
    while (self->rows.columns.tracker->wide && self->count > 0 &&
           self->table[self->count - 1].agent.line == line)
        self->count--;
    if (self->rows.columns.tracker->wide)
        return;
    double last = self->count > 0 ? key_of(&self->table[self->count - 1]) : 0.0;
    while (self->count > 0 && (!in_order || key_of(&self->table[self->count - 1]) == last))
        self->count--;
}

/// True if all rows of the table may be in one plane.
static bool is_flat(const csv *self)
{
    double height = (double)NAN;
    bool flat = covey_space_dim(&self->rows.space) == COVEY_PLANE;
    for (size_t i = 0; i < self->count && flat; i++)
        flat = covey_frame_is_flat(&self->table[i].agent, &height);
    return flat;
}

/// Finds the interval between frames.
static covey_status find_interval(csv *self, covey_error *error)
{
    size_t frames = 0;
    for (size_t i = 0; i < self->count; i = behind(self, i))
        frames++;
    double *keys = covey_memory_take(self->memory, 2 * frames, sizeof *keys);
    if (keys == NULL && frames > 0)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    frames = 0;
    for (size_t i = 0; i < self->count; i = behind(self, i))
        keys[frames++] = key_of(&self->table[i]);
    if (frames > 0)
        self->every = covey_interval_of(keys, frames, !isnan(self->table[0].step), keys + frames);
    covey_memory_give(self->memory, keys, 2 * frames, sizeof *keys);
    return COVEY_OK;
}

/// Reads all rows. A failure is kept, and reported after the frames before it.
static covey_status load(csv *self, covey_frame *frame, covey_error *error)
{
    covey_csv_row row = self->pending;
    covey_status status = COVEY_OK;
    covey_error failure = {0};
    for (bool ended = !self->has_pending; status == COVEY_OK && !ended;) {
        status = keep_row(self, &row, &failure);
        if (status == COVEY_OK)
            status = covey_csv_rows_next(&self->rows, frame, &row, &ended, &failure);
    }
    self->has_pending = false;
    if (status == COVEY_MEMORY)
        return covey_fail(error, status, "%s", failure.message);
    bool in_order = is_in_order(self);
    if (status != COVEY_OK)
        drop_unfinished(self, in_order);
    self->failure = failure;
    if (!in_order && self->count > 0)
        qsort(self->table, self->count, sizeof *self->table, by_key);
    self->by_step = self->by_step || !times_increase(self);
    status = find_interval(self, error);
    if (status != COVEY_OK)
        return status;
    if (frame->names->dim == 0)
        frame->names->dim = is_flat(self) ? COVEY_PLANE : COVEY_AXES;
    count_from_earliest(self, frame->names->dim);
    if (self->rows.project && self->count > 0) {
        status = covey_csv_project(self->table, self->count, self->projected, error);
        if (status != COVEY_OK)
            return status;
    }
    if (frame->names->dim == COVEY_AXES && self->rows.columns.place[COVEY_CSV_Z] < 0 &&
        self->rows.points.count == 0)
        return covey_fail(error, COVEY_INPUT,
                          "the table is of three dimensions, but has no column z, pos_z or "
                          "position_z");
    return COVEY_OK;
}

// ---- Frames ----

static uint64_t step_of(const csv *self, const covey_csv_row *row)
{
    double dt = self->rows.dt;
    double step = isnan(row->step) && dt != 0.0 ? floor(row->time / dt + 0.5) : row->step;
    return step >= 0.0 && step < 0x1p63 ? (uint64_t)step : self->frames;
}

static void begin_frame(csv *self, covey_frame *frame, const covey_csv_row *row)
{
    self->last_time = row->time;
    frame->time = self->by_step ? row->step : row->time;
    frame->step = step_of(self, row);
    frame->space = self->rows.space;
    frame->pixels = self->rows.columns.tracker->pixels;
    frame->every = self->every;
    frame->numbered = !isnan(row->step);
    self->frames++;
}

static covey_status add(covey_frame *frame, const covey_csv_row *row, covey_error *error)
{
    return is_absent(row, frame->names->dim) ? COVEY_OK
                                             : covey_frame_add(frame, &row->agent, error);
}

static covey_status next_of_table(csv *self, covey_frame *frame, covey_error *error)
{
    if (self->next == self->count) {
        if (self->failure.status != COVEY_OK)
            *error = self->failure;
        return self->failure.status;
    }
    size_t end = behind(self, self->next);
    begin_frame(self, frame, &self->table[self->next]);
    covey_status status = COVEY_OK;
    for (; self->next < end && status == COVEY_OK; self->next++)
        status = add(frame, &self->table[self->next], error);
    return status;
}

// ---- Streams ----

static covey_status read_pending(csv *self, covey_frame *frame, covey_error *error)
{
    bool ended;
    covey_status status = covey_csv_rows_next(&self->rows, frame, &self->pending, &ended, error);
    self->has_pending = status == COVEY_OK && !ended;
    return status;
}

/// Checks the order of times: they decrease if the dt of the run is negative, are equal if it is 0,
/// and increase otherwise.
static covey_status check_order(const csv *self, covey_error *error)
{
    double dt = self->rows.has_dt ? self->rows.dt : 1.0, time = self->pending.time;
    bool good = dt > 0.0   ? time > self->last_time
                : dt < 0.0 ? time < self->last_time
                           : time == self->last_time;
    if (self->frames == 0 || good)
        return COVEY_OK;
    return covey_csv_rows_refuse(&self->rows, COVEY_CSV_TIME,
                                 dt > 0.0 ? "a later time than that of the rows before"
                                          : "a time that goes on as dt tells",
                                 error);
}

/// Reads a frame of as many rows as the file says.
static covey_status next_of_stream(csv *self, covey_frame *frame, covey_error *error)
{
    covey_status status = COVEY_OK;
    if (!self->has_pending)
        status = read_pending(self, frame, error);
    if (status == COVEY_OK && self->has_pending)
        status = check_order(self, error);
    if (status != COVEY_OK || !self->has_pending)
        return status;
    size_t agents = self->rows.agents, rows = 0;
    begin_frame(self, frame, &self->pending);
    while (status == COVEY_OK && self->has_pending && self->pending.time == self->last_time) {
        status = add(frame, &self->pending, error);
        self->has_pending = false;
        if (status != COVEY_OK || ++rows == agents)
            return status;
        status = read_pending(self, frame, error);
    }
    return status != COVEY_OK
               ? status
               : covey_fail(error, COVEY_INPUT,
                            self->has_pending ? "a frame has %zu of %zu agents"
                                              : "the file is cut: its last frame has %zu of "
                                                "%zu agents",
                            rows, agents);
}

static covey_status begin(csv *self, covey_frame *frame, covey_error *error)
{
    self->begun = true;
    covey_status status = read_pending(self, frame, error);
    self->streams = self->rows.agents > 0;
    return status == COVEY_OK && !self->streams ? load(self, frame, error) : status;
}

covey_status covey_csv_read_next(void *own, covey_frame *frame, covey_error *error)
{
    csv *self = own;
    covey_status status = COVEY_OK;
    if (!self->begun)
        status = begin(self, frame, error);
    // A frame without agents, whose values are all missing, is skipped.
    for (bool more = true; status == COVEY_OK && frame->count == 0 && more;) {
        uint64_t before = self->frames;
        status =
            self->streams ? next_of_stream(self, frame, error) : next_of_table(self, frame, error);
        more = self->frames > before;
    }
    return status;
}

// ---- Opening ----

void covey_csv_read_close(void *own)
{
    csv *self = own;
    covey_csv_rows_destroy(&self->rows);
    covey_memory_give(self->memory, self->table, self->room, sizeof *self->table);
    covey_memory_give(self->memory, self, 1, sizeof *self);
}

covey_status covey_csv_read_open(const covey_opening *opening, void **own, covey_error *error)
{
    csv *self = covey_memory_take(opening->memory, 1, sizeof *self);
    *own = self;
    if (self == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    self->memory = opening->memory;
    covey_status status = covey_csv_head_read(&self->rows, opening, error);
    self->by_step = opening->by_frames && self->rows.columns.place[COVEY_CSV_STEP] >= 0;
    return status;
}

const char *covey_csv_read_label(const void *own, covey_id id)
{
    const csv *self = own;
    return id <= UINT32_MAX ? covey_labels_at(&self->rows.labels, (uint32_t)id) : NULL;
}

const char *covey_csv_read_note(const void *own, int index)
{
    const csv *self = own;
    const bool passed = !self->rows.own && covey_csv_rows_pass_headings(&self->rows);
    if (passed && index == 0)
        return "the headings are not used, as no speed stands beside them";
    return index == passed && self->projected[0] != '\0' ? self->projected : NULL;
}
