// SPDX-License-Identifier: MIT
// Makes sets, with agents ascending by id, from rows in any order.
#include "formats/frame.h"

#include "base/parse.h"
#include "covey/vec.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 3 * COVEY_AXES };

bool covey_frame_is_side(double size)
{
    return size >= COVEY_MIN_SIDE && size <= COVEY_MAX_SIDE;
}

void covey_frame_init(covey_frame *frame, covey_memory *memory, covey_names *names)
{
    *frame = (covey_frame){.memory = memory, .names = names};
}

void covey_frame_destroy(covey_frame *frame)
{
    if (frame->memory == NULL)
        return;
    covey_memory_give(frame->memory, frame->rows, frame->room, sizeof *frame->rows);
    covey_memory_give(frame->memory, frame->numbers, frame->made_room, NUMBERS * sizeof(double));
    covey_memory_give(frame->memory, frame->ids, frame->made_room, sizeof(covey_id));
    covey_memory_give(frame->memory, frame->ahead, frame->made_room, 1);
    *frame = (covey_frame){0};
}

void covey_frame_clear(covey_frame *frame)
{
    frame->count = 0;
    frame->set_count = 0;
    frame->every = 0.0;
    frame->numbered = frame->gap = false;
    frame->deep = (covey_space){0};
}

bool covey_frame_is_name(const char *name)
{
    size_t size = name == NULL ? 0 : strlen(name);
    if (size == 0 || size >= COVEY_SET_NAME || name[0] == '.')
        return false;
    for (size_t k = 0, letter; k < size; k += letter) {
        unsigned char c = (unsigned char)name[k], low = c | 0x20;
        bool good = (low >= 'a' && low <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
                    c == '.' || c >= 0x80;
        letter = covey_utf8_size(name + k, size - k);
        if (!good || letter == 0)
            return false;
    }
    return true;
}

int covey_frame_set_number(covey_frame *frame, const char *name, size_t size)
{
    covey_names *names = frame->names;
    for (int k = 0; k < names->count; k++)
        if (strlen(names->name[k]) == size && memcmp(names->name[k], name, size) == 0)
            return k;
    if (names->count == COVEY_MAX_SETS || size >= sizeof names->name[0] ||
        memchr(name, '\0', size) != NULL)
        return -1;
    memcpy(names->name[names->count], name, size);
    names->name[names->count][size] = '\0';
    return names->count++;
}

// ---- The dimension ----

bool covey_frame_is_flat(const covey_row *row, double *height)
{
    double z = row->pos[2], vz = row->vel[2];
    if (isnan(*height))
        *height = z;
    return (isnan(vz) || vz == 0.0) && (isnan(z) || z == *height);
}

/// Fails with COVEY_INPUT at the line of an agent.
static covey_status refuse(const covey_row *row, const char *name, double value, const char *why,
                           covey_error *error)
{
    char place[40] = "";
    if (row->line > 0)
        (void)snprintf(place, sizeof place, "line %llu, column 1: ", (unsigned long long)row->line);
    if (isnan(value))
        covey_fail(error, COVEY_INPUT, "%sagent %" COVEY_PRI_ID " has no %s %s", place, row->id,
                   name, why);
    else
        covey_fail(error, COVEY_INPUT, "%s%s = %g %s", place, name, value, why);
    if (error != NULL) {
        error->line = row->line;
        error->column = row->line > 0;
    }
    return COVEY_INPUT;
}

static covey_status settle_plane(covey_frame *frame, covey_error *error)
{
    covey_names *names = frame->names;
    if (covey_space_dim(&frame->space) == COVEY_AXES)
        return covey_fail(error, COVEY_INPUT,
                          "the file tells a torus of three sides, but its agents are in a plane");
    for (size_t i = 0; i < frame->count; i++) {
        const covey_row *row = &frame->rows[i];
        double height = names->has_height ? names->height : (double)NAN;
        bool moves = !isnan(row->vel[2]) && row->vel[2] != 0.0;
        if (!covey_frame_is_flat(row, &height))
            return refuse(row, moves ? "vz" : "z", moves ? row->vel[2] : row->pos[2],
                          "is not in the plane of what came before", error);
        names->has_height = !isnan(height);
        names->height = height;
    }
    return COVEY_OK;
}

static covey_status settle_space(covey_frame *frame, covey_error *error)
{
    if (covey_space_dim(&frame->space) != COVEY_AXES) {
        if (covey_space_dim(&frame->deep) == COVEY_AXES)
            frame->space = frame->deep;
        else if (frame->space.kind == COVEY_SPACE_OPEN)
            frame->space = covey_space_deep(frame->space, 0.0);
        else
            return covey_fail(error, COVEY_INPUT,
                              "the agents have three coordinates, but the torus has two sides");
    }
    for (size_t i = 0; i < frame->count; i++)
        if (isnan(frame->rows[i].pos[2]))
            return refuse(&frame->rows[i], "z", (double)NAN, "in a file of three dimensions",
                          error);
    return COVEY_OK;
}

covey_status covey_frame_settle(covey_frame *frame, covey_error *error)
{
    covey_names *names = frame->names;
    if (frame->count == 0)
        return COVEY_OK;
    double height = (double)NAN;
    bool flat = true;
    for (size_t i = 0; i < frame->count && names->dim == 0 && flat; i++)
        flat = covey_frame_is_flat(&frame->rows[i], &height);
    if (names->dim == 0)
        names->dim = flat ? COVEY_PLANE : COVEY_AXES;
    return names->dim == COVEY_AXES ? settle_space(frame, error) : settle_plane(frame, error);
}

// ---- Rows ----

covey_status covey_frame_add(covey_frame *frame, const covey_row *row, covey_error *error)
{
    if (frame->count == frame->room) {
        size_t room = frame->room + frame->room / 2 + 64;
        covey_row *grown =
            covey_memory_grow(frame->memory, frame->rows, frame->room, room, sizeof *frame->rows);
        if (grown == NULL)
            return covey_fail(error, COVEY_MEMORY, "out of memory");
        frame->rows = grown;
        frame->room = room;
    }
    frame->rows[frame->count++] = *row;
    return COVEY_OK;
}

static int by_set_and_id(const void *a, const void *b)
{
    const covey_row *p = a, *q = b;
    if (p->set != q->set)
        return p->set < q->set ? -1 : 1;
    if (p->id != q->id)
        return p->id < q->id ? -1 : 1;
    return (p->line > q->line) - (p->line < q->line);
}

static covey_status sort(covey_frame *frame, covey_error *error)
{
    covey_row *rows = frame->rows;
    bool in_order = true;
    for (size_t i = 1; i < frame->count && in_order; i++)
        in_order = by_set_and_id(&rows[i - 1], &rows[i]) < 0;
    if (!in_order)
        qsort(rows, frame->count, sizeof *rows, by_set_and_id);
    for (size_t i = 1; i < frame->count; i++) {
        if (rows[i].set != rows[i - 1].set || rows[i].id != rows[i - 1].id)
            continue;
        covey_fail(error, COVEY_INPUT,
                   "line %llu, column 1: agent %" COVEY_PRI_ID " of set %s is there twice at "
                   "this time, the first on line %llu",
                   (unsigned long long)rows[i].line, rows[i].id, frame->names->name[rows[i].set],
                   (unsigned long long)rows[i - 1].line);
        if (error != NULL) {
            error->line = rows[i].line;
            error->column = 1;
        }
        return COVEY_INPUT;
    }
    return COVEY_OK;
}

static covey_status make_room(covey_frame *frame, covey_error *error)
{
    if (frame->made_room >= frame->count && frame->ahead != NULL)
        return COVEY_OK;
    covey_memory_give(frame->memory, frame->numbers, frame->made_room, NUMBERS * sizeof(double));
    covey_memory_give(frame->memory, frame->ids, frame->made_room, sizeof(covey_id));
    covey_memory_give(frame->memory, frame->ahead, frame->made_room, 1);
    frame->made_room = frame->room;
    frame->numbers = covey_memory_take(frame->memory, frame->made_room, NUMBERS * sizeof(double));
    frame->ids = covey_memory_take(frame->memory, frame->made_room, sizeof(covey_id));
    frame->ahead = covey_memory_take(frame->memory, frame->made_room, 1);
    if (frame->numbers == NULL || frame->ids == NULL || frame->ahead == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    return COVEY_OK;
}

void covey_frame_velocities(const covey_frame *frame, const covey_frame_set *set,
                            double *vel[COVEY_AXES])
{
    const size_t dim = (size_t)covey_space_dim(&set->space);
    for (size_t axis = 0; axis < COVEY_AXES; axis++)
        vel[axis] = axis < dim ? frame->numbers + (COVEY_AXES + axis) * frame->made_room +
                                     (set->id - frame->ids)
                               : NULL;
}

void covey_frame_show(const covey_frame *frame, covey_frame_set *set)
{
    double *vel[COVEY_AXES];
    covey_frame_velocities(frame, set, vel);
    bool moves = false;
    for (size_t i = 0; i < set->count && !moves; i++)
        moves = !isnan(vel[0][i]);
    for (int axis = 0; axis < COVEY_AXES; axis++)
        set->vel[axis] = moves ? vel[axis] : NULL;
}

/// Makes unit vectors of the body axes of a set; NaN where an axis is unknown.
static void make_headings(covey_frame *frame, covey_frame_set *set, const covey_row *rows)
{
    const size_t dim = (size_t)covey_space_dim(&set->space), begin = (size_t)(set->id - frame->ids);
    double *to[COVEY_AXES] = {NULL};
    for (size_t axis = 0; axis < dim; axis++)
        set->heading[axis] = to[axis] =
            frame->numbers + (2 * COVEY_AXES + axis) * frame->made_room + begin;
    for (size_t i = 0; i < set->count; i++) {
        const double *from = rows[i].axis;
        const covey_vec unit =
            covey_vec_unit((covey_vec){from[0], from[1], dim == COVEY_AXES ? from[2] : 0.0});
        const double at[COVEY_AXES] = {unit.x, unit.y, unit.z};
        const bool known = covey_vec_dot(unit, unit) > 0.0;
        for (size_t axis = 0; axis < dim; axis++)
            to[axis][i] = known ? at[axis] : (double)NAN;
    }
}

/// Makes a set from the rows from `begin` to `end`, which are all of that set.
static covey_frame_set make_set(covey_frame *frame, size_t begin, size_t end)
{
    covey_frame_set set = {
        .set = frame->names->name[frame->rows[begin].set],
        .step = frame->step,
        .time = frame->time,
        .space = frame->space,
        .count = end - begin,
        .id = frame->ids + begin,
    };
    double *pos[COVEY_AXES], *vel[COVEY_AXES];
    const int dim = covey_space_dim(&set.space);
    covey_frame_velocities(frame, &set, vel);
    for (size_t axis = 0; axis < (size_t)dim; axis++)
        set.pos[axis] = pos[axis] = frame->numbers + axis * frame->made_room + begin;
    for (size_t i = 0; i < set.count; i++) {
        const covey_row *row = &frame->rows[begin + i];
        bool known = !isnan(row->vel[0]) && !isnan(row->vel[1]) &&
                     (dim == COVEY_PLANE || !isnan(row->vel[2]));
        frame->ids[begin + i] = row->id;
        for (int axis = 0; axis < dim; axis++) {
            pos[axis][i] = row->pos[axis];
            vel[axis][i] = known ? row->vel[axis] : (double)NAN;
        }
    }
    covey_frame_show(frame, &set);
    if (frame->names->axes)
        make_headings(frame, &set, &frame->rows[begin]);
    return set;
}

covey_status covey_frame_finish(covey_frame *frame, covey_error *error)
{
    frame->set_count = 0;
    covey_status status = sort(frame, error);
    if (status == COVEY_OK && frame->count > 0)
        status = make_room(frame, error);
    if (status != COVEY_OK)
        return status;
    for (size_t begin = 0, end; begin < frame->count; begin = end) {
        end = begin + 1;
        while (end < frame->count && frame->rows[end].set == frame->rows[begin].set)
            end++;
        frame->sets[frame->set_count++] = make_set(frame, begin, end);
    }
    return COVEY_OK;
}
