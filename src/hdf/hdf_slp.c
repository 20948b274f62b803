// SPDX-License-Identifier: MIT
// Reads projects of SLEAP, .slp: tables of frames, instances and points, and the skeleton as JSON
// (SLEAP, sleap/io/format/hdf5.py; sleap-io). An instance that a person placed counts in the place
// of a prediction on the same track. All is read at once.
#include "hdf/hdf.h"

#include "formats/body_axis.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 256 };

typedef struct frame_row {
    uint64_t frame, first, end; ///< instances
    uint32_t video;
} frame_row;

typedef struct instance_row {
    uint64_t first, end; ///< points
    int32_t track;       ///< below 0: none
    uint8_t predicted;
} instance_row;

typedef struct point_row {
    double x, y, score;
    uint8_t visible;
} point_row;

/// Rows of a table of the file.
typedef struct rows {
    void *rows;
    size_t count, each;
} rows;

struct covey_hdf_slp {
    covey_memory *memory;
    int set;
    rows frames, instances, placed, predicted; ///< points of the two kinds of instances
    bool tracked;                              ///< instances have tracks; else there is one animal
    double shift;                              ///< of places in old files
    double likelihood;                         ///< as in covey_input_def
    long only, tail, nose; ///< nodes: the place, and ends of the body axis; -1: all, none
    size_t next;           ///< frame
};

#define HOLDS_NONE "the file holds no tracks that covey can read: "

bool covey_hdf_slp_is_in(covey_hdf_file *file)
{
    return covey_hdf_file_exists(file, "frames") && covey_hdf_file_exists(file, "instances") &&
           covey_hdf_file_exists(file, "metadata");
}

void covey_hdf_slp_close(covey_hdf_slp *slp)
{
    if (slp == NULL)
        return;
    rows *all[] = {&slp->frames, &slp->instances, &slp->placed, &slp->predicted};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        covey_memory_give(slp->memory, all[k]->rows, all[k]->count, all[k]->each);
    covey_memory_give(slp->memory, slp, 1, sizeof *slp);
}

// ---- Tables ----

/// A column of a table and its place in a row in memory.
typedef struct member {
    const char *name;
    size_t offset;
    hid_t type;
} member;

static covey_status refuse(const char *table, const char *why, covey_error *error)
{
    return covey_fail(error, COVEY_INPUT, HOLDS_NONE "%s: %s", table, why);
}

/// Makes the type of rows in memory; false if the file lacks a column.
static bool describe(hid_t data, const member *members, size_t each, hid_t *type)
{
    hid_t filed = H5Dget_type(data);
    bool whole = true;
    *type = H5Tcreate(H5T_COMPOUND, each);
    for (; members->name != NULL && whole; members++)
        whole = H5Tget_member_index(filed, members->name) >= 0 &&
                H5Tinsert(*type, members->name, members->offset, members->type) >= 0;
    (void)H5Tclose(filed);
    return whole;
}

/// Reads all rows of a table; none if the file has no such table.
static covey_status read_rows(covey_hdf_slp *self, covey_hdf_file *file, const char *path,
                              const member *members, rows *to, covey_error *error)
{
    if (!covey_hdf_file_exists(file, path))
        return file->refused != NULL ? refuse(path, file->refused, error) : COVEY_OK;
    hid_t data = covey_hdf_file_table(file, path), type;
    if (data < 0)
        return refuse(path, file->refused != NULL ? file->refused : "it is no table", error);
    const hsize_t count = covey_hdf_file_extent(data);
    covey_status status = COVEY_OK;
    if (!describe(data, members, to->each, &type))
        status = refuse(path, "it lacks a column that SLEAP writes", error);
    if (status == COVEY_OK) {
        to->rows = covey_memory_take(self->memory, (size_t)count, to->each);
        to->count = to->rows != NULL ? (size_t)count : 0;
        if (to->rows == NULL && count > 0)
            status = covey_fail(error, COVEY_MEMORY, "out of memory");
    }
    if (status == COVEY_OK && count > 0 &&
        H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, to->rows) < 0)
        status = refuse(path, "HDF5 cannot read it", error);
    (void)H5Tclose(type);
    (void)H5Dclose(data);
    return status;
}

static covey_status read_tables(covey_hdf_slp *self, covey_hdf_file *file, covey_error *error)
{
    const member frames[] = {{"frame_idx", offsetof(frame_row, frame), H5T_NATIVE_UINT64},
                             {"instance_id_start", offsetof(frame_row, first), H5T_NATIVE_UINT64},
                             {"instance_id_end", offsetof(frame_row, end), H5T_NATIVE_UINT64},
                             {"video", offsetof(frame_row, video), H5T_NATIVE_UINT32},
                             {0}};
    const member instances[] = {
        {"point_id_start", offsetof(instance_row, first), H5T_NATIVE_UINT64},
        {"point_id_end", offsetof(instance_row, end), H5T_NATIVE_UINT64},
        {"track", offsetof(instance_row, track), H5T_NATIVE_INT32},
        {"instance_type", offsetof(instance_row, predicted), H5T_NATIVE_UINT8},
        {0}};
    const member points[] = {{"x", offsetof(point_row, x), H5T_NATIVE_DOUBLE},
                             {"y", offsetof(point_row, y), H5T_NATIVE_DOUBLE},
                             {"visible", offsetof(point_row, visible), H5T_NATIVE_UINT8},
                             {"score", offsetof(point_row, score), H5T_NATIVE_DOUBLE},
                             {0}};
    member placed[4] = {points[0], points[1], points[2], {0}}; // by hand, and without a score
    covey_status status = read_rows(self, file, "frames", frames, &self->frames, error);
    if (status == COVEY_OK)
        status = read_rows(self, file, "instances", instances, &self->instances, error);
    if (status == COVEY_OK)
        status = read_rows(self, file, "points", placed, &self->placed, error);
    if (status == COVEY_OK)
        status = read_rows(self, file, "pred_points", points, &self->predicted, error);
    return status;
}

// ---- What is in a frame ----

static const frame_row *frame_at(const covey_hdf_slp *self, size_t k)
{
    return (const frame_row *)self->frames.rows + k;
}

static const instance_row *instance_at(const covey_hdf_slp *self, uint64_t k)
{
    return (const instance_row *)self->instances.rows + k;
}

static const rows *points_of(const covey_hdf_slp *self, const instance_row *of)
{
    return of->predicted != 0 ? &self->predicted : &self->placed;
}

static int by_frame(const void *a, const void *b)
{
    const frame_row *p = a, *q = b;
    return (p->frame > q->frame) - (p->frame < q->frame);
}

/// Checks that all numbers of rows are those of rows, and that frames are of one video.
static covey_status check_rows(covey_hdf_slp *self, covey_error *error)
{
    for (size_t k = 0; k < self->frames.count; k++) {
        const frame_row *row = frame_at(self, k);
        if (row->first > row->end || row->end > self->instances.count || row->frame >= 1ULL << 53)
            return refuse("frames", "a row is of instances that are not there", error);
        if (row->video != frame_at(self, 0)->video)
            return covey_fail(error, COVEY_INPUT,
                              HOLDS_NONE "frames are of several videos: export those of one, as an "
                                         "analysis file (.h5)");
    }
    for (size_t k = 0; k < self->instances.count; k++) {
        const instance_row *row = instance_at(self, k);
        if (row->first > row->end || row->end > points_of(self, row)->count)
            return refuse("instances", "a row is of points that are not there", error);
        self->tracked = self->tracked || row->track >= 0;
    }
    if (self->frames.count > 0)
        qsort(self->frames.rows, self->frames.count, sizeof(frame_row), by_frame);
    for (size_t k = 1; k < self->frames.count; k++)
        if (frame_at(self, k)->frame == frame_at(self, k - 1)->frame)
            return refuse("frames", "a frame is there twice", error);
    return COVEY_OK;
}

// ---- The skeleton ----

/// A piece of a text.
typedef struct word {
    const char *text;
    size_t size;
} word;

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/// Behind a string, which begins with a quote.
static const char *skip_string(const char *at)
{
    for (at++; *at != '\0' && *at != '"'; at++)
        at += at[0] == '\\' && at[1] != '\0';
    return *at == '"' ? at + 1 : at;
}

/// Takes the values of `key` in the objects of a JSON list, which begins behind its bracket; each
/// is a string without its quotes, or a number. Returns how many.
static size_t take_list(const char *at, const char *key, word values[MOST_NODES])
{
    const size_t length = strlen(key);
    size_t count = 0;
    for (int depth = 0; *at != '\0' && depth >= 0;) {
        depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
        if (*at != '"') {
            at++;
            continue;
        }
        const char *end = skip_string(at), *colon = skip_blanks(end);
        const bool is = depth == 1 && *colon == ':' && (size_t)(end - at) == length + 2 &&
                        memcmp(at + 1, key, length) == 0;
        at = end;
        if (!is || count == MOST_NODES)
            continue;
        const char *value = skip_blanks(colon + 1);
        const bool text = *value == '"';
        const char *last = text ? skip_string(value) : value + strspn(value, "0123456789");
        const size_t size = (size_t)(last - value);
        if (text && size >= 2)
            values[count++] = (word){value + 1, size - 2};
        else if (!text && size > 0)
            values[count++] = (word){value, size};
        at = last;
    }
    return count;
}

/// Finds the first list "nodes" in JSON whose objects have `key`. Returns how many values it has.
static size_t find_list(const char *json, const char *key, word values[MOST_NODES])
{
    static const char name[] = "\"nodes\"";
    size_t count = 0;
    for (const char *at = json; count == 0 && (at = strstr(at, name)) != NULL;) {
        at = skip_blanks(at + sizeof name - 1);
        if (*at == ':' && *(at = skip_blanks(at + 1)) == '[')
            count = take_list(at + 1, key, values);
    }
    return count;
}

/// Finds the node of a name: its place among the points of an instance. The skeleton lists numbers
/// of names, in the order of points.
static covey_status find_node(const char *json, const char *name, long *node, covey_error *error)
{
    word names[MOST_NODES], ids[MOST_NODES];
    const size_t count = find_list(json, "name", names), nodes = find_list(json, "id", ids);
    for (size_t k = 0; k < (nodes > 0 ? nodes : count); k++) {
        const unsigned long of = nodes > 0 ? strtoul(ids[k].text, NULL, 10) : (unsigned long)k;
        *node = (long)k;
        if (of < count && names[of].size == strlen(name) &&
            memcmp(names[of].text, name, names[of].size) == 0)
            return COVEY_OK;
    }
    return covey_fail(error, COVEY_ARG, "the file has no point %.60s", name);
}

static covey_status find_nodes(covey_hdf_slp *self, covey_hdf_file *file,
                               const covey_opening *opening, covey_error *error)
{
    covey_text json = {.memory = self->memory};
    covey_body_axis axis;
    covey_status status = COVEY_OK;
    double version = 0.0;
    if (covey_hdf_file_attribute_of(file, "metadata", "format_id", &version) && version < 1.1)
        self->shift = -0.5; // the middle of the first pixel was at 0.5
    self->only = self->tail = self->nose = -1;
    if (opening->point == NULL && opening->axis == NULL)
        return COVEY_OK;
    if (!covey_hdf_file_text_of(file, "metadata", "json", &json))
        status = refuse("metadata", "there is no skeleton in it that can be read", error);
    if (status == COVEY_OK && opening->point != NULL)
        status = find_node(json.bytes, opening->point, &self->only, error);
    if (status == COVEY_OK && opening->axis != NULL) {
        status = covey_body_axis_read_points(opening->axis, &axis, error);
        if (status == COVEY_OK)
            status = find_node(json.bytes, axis.tail, &self->tail, error);
        if (status == COVEY_OK)
            status = find_node(json.bytes, axis.nose, &self->nose, error);
    }
    covey_text_destroy(&json);
    return status;
}

covey_status covey_hdf_slp_open(covey_hdf_file *file, const covey_opening *opening,
                                covey_hdf_slp **slp, covey_error *error)
{
    static const char name[] = "flock";
    covey_hdf_slp *self = covey_memory_take(opening->memory, 1, sizeof *self);
    *slp = self;
    if (self == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    *self = (covey_hdf_slp){.memory = opening->memory,
                            .set = covey_frame_set_number(opening->frame, name, strlen(name)),
                            .frames.each = sizeof(frame_row),
                            .instances.each = sizeof(instance_row),
                            .placed.each = sizeof(point_row),
                            .predicted.each = sizeof(point_row),
                            .likelihood = opening->likelihood};
    covey_status status = read_tables(self, file, error);
    if (status == COVEY_OK)
        status = check_rows(self, error);
    return status == COVEY_OK ? find_nodes(self, file, opening, error) : status;
}

// ---- Frames ----

/// True if an instance counts: it has a track, if any has, and no other that a person placed has
/// the same. Sets *twice if another one of its kind has.
static bool is_shown(const covey_hdf_slp *self, const frame_row *frame, uint64_t k, bool *twice)
{
    const instance_row *row = instance_at(self, k);
    if (self->tracked && row->track < 0)
        return false;
    for (uint64_t j = frame->first; j < frame->end; j++) {
        const instance_row *other = instance_at(self, j);
        if (j == k || (self->tracked && other->track != row->track))
            continue;
        if (row->predicted != 0 && other->predicted == 0)
            return false;
        *twice = *twice || (row->predicted != 0) == (other->predicted != 0);
    }
    return true;
}

/// Reads a point of an instance; false if it is not known.
static bool read_point(const covey_hdf_slp *self, const instance_row *of, uint64_t node,
                       double pos[COVEY_AXES])
{
    if (node >= of->end - of->first)
        return false;
    const point_row *point = (const point_row *)points_of(self, of)->rows + of->first + node;
    const double score = of->predicted != 0 ? point->score : 1.0;
    pos[0] = point->x + self->shift;
    pos[1] = point->y + self->shift;
    pos[2] = (double)NAN;
    return point->visible != 0 && isfinite(pos[0]) && isfinite(pos[1]) &&
           (self->likelihood <= 0.0 || score >= self->likelihood);
}

/// The mean of the points of an instance that are known, or the only one that counts; NaN if none.
static void find_place(const covey_hdf_slp *self, const instance_row *of, double pos[COVEY_AXES])
{
    double sum[2] = {0.0, 0.0}, count = 0.0, at[COVEY_AXES];
    for (uint64_t node = 0; node < of->end - of->first; node++) {
        if ((self->only >= 0 && node != (uint64_t)self->only) || !read_point(self, of, node, at))
            continue;
        sum[0] += at[0];
        sum[1] += at[1];
        count++;
    }
    pos[0] = count > 0.0 ? sum[0] / count : (double)NAN;
    pos[1] = count > 0.0 ? sum[1] / count : (double)NAN;
    pos[2] = (double)NAN;
}

static void find_axis(const covey_hdf_slp *self, const instance_row *of, double axis[COVEY_AXES])
{
    double tail[COVEY_AXES], nose[COVEY_AXES];
    if (self->tail >= 0 && read_point(self, of, (uint64_t)self->tail, tail) &&
        read_point(self, of, (uint64_t)self->nose, nose))
        covey_body_axis_between(tail, nose, axis);
}

static covey_status add_instance(const covey_hdf_slp *self, const frame_row *from, uint64_t k,
                                 covey_frame *frame, covey_error *error)
{
    const double none = (double)NAN;
    const instance_row *of = instance_at(self, k);
    bool twice = false;
    if (!is_shown(self, from, k, &twice))
        return COVEY_OK;
    if (twice && self->tracked)
        return covey_fail(error, COVEY_INPUT, "frame %llu has two instances of track %ld",
                          (unsigned long long)from->frame, (long)of->track);
    if (twice)
        return covey_fail(error, COVEY_INPUT,
                          "frame %llu has two instances, and none in the file is of a track: track "
                          "them in SLEAP first",
                          (unsigned long long)from->frame);
    covey_row row = {.set = self->set,
                     .id = (covey_id)(self->tracked ? of->track : 0),
                     .vel = {none, none, none}};
    find_place(self, of, row.pos);
    find_axis(self, of, row.axis);
    return isnan(row.pos[0]) ? COVEY_OK : covey_frame_add(frame, &row, error);
}

covey_status covey_hdf_slp_next(covey_hdf_slp *slp, covey_frame *frame, covey_error *error)
{
    covey_status status = COVEY_OK;
    // A frame without animals is skipped.
    while (status == COVEY_OK && frame->count == 0 && slp->next < slp->frames.count) {
        const frame_row *from = frame_at(slp, slp->next++);
        frame->step = from->frame;
        frame->time = (double)from->frame;
        frame->space = covey_space_open();
        frame->deep = covey_space_deep(frame->space, 0.0);
        frame->pixels = true;
        frame->numbered = true;
        frame->every = 1.0;
        for (uint64_t k = from->first; k < from->end && status == COVEY_OK; k++)
            status = add_instance(slp, from, k, frame, error);
    }
    return status;
}
