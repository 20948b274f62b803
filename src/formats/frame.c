// SPDX-License-Identifier: MIT
// Makes sets, with agents ascending by id, from rows in any order.
#include "formats/frame.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 2 * COVEY_PLANE };

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
    covey_memory_give(frame->memory, frame->ids, frame->made_room, sizeof(uint32_t));
    *frame = (covey_frame){0};
}

void covey_frame_clear(covey_frame *frame)
{
    frame->count = 0;
    frame->set_count = 0;
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

covey_status covey_frame_check_plane(covey_frame *frame, double z, double vz, uint64_t line,
                                     covey_error *error)
{
    covey_names *names = frame->names;
    if (!names->has_height && !isnan(z)) {
        names->has_height = true;
        names->height = z;
    }
    bool moves = !isnan(vz) && vz != 0.0;
    if (!moves && (isnan(z) || z == names->height))
        return COVEY_OK;
    char place[40] = "";
    if (line > 0)
        (void)snprintf(place, sizeof place, "line %llu, column 1: ", (unsigned long long)line);
    covey_fail(
        error, COVEY_INPUT,
        "%s%s = %g is not in the plane of what came before: covey reads tracks with x and y, "
        "and would lose the third axis",
        place, moves ? "vz" : "z", moves ? vz : z);
    if (error != NULL) {
        error->line = line;
        error->column = line > 0;
    }
    return COVEY_INPUT;
}

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
                   "line %llu, column 1: agent %lu of set %s is there twice at "
                   "this time, the first on line %llu",
                   (unsigned long long)rows[i].line, (unsigned long)rows[i].id,
                   frame->names->name[rows[i].set], (unsigned long long)rows[i - 1].line);
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
    if (frame->made_room >= frame->count && frame->ids != NULL)
        return COVEY_OK;
    covey_memory_give(frame->memory, frame->numbers, frame->made_room, NUMBERS * sizeof(double));
    covey_memory_give(frame->memory, frame->ids, frame->made_room, sizeof(uint32_t));
    frame->made_room = frame->room;
    frame->numbers = covey_memory_take(frame->memory, frame->made_room, NUMBERS * sizeof(double));
    frame->ids = covey_memory_take(frame->memory, frame->made_room, sizeof(uint32_t));
    if (frame->numbers == NULL || frame->ids == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    return COVEY_OK;
}

void covey_frame_velocities(const covey_frame *frame, const covey_frame_set *set,
                            double *vel[COVEY_AXES])
{
    for (size_t axis = 0; axis < COVEY_PLANE; axis++)
        vel[axis] =
            frame->numbers + (COVEY_PLANE + axis) * frame->made_room + (set->id - frame->ids);
}

void covey_frame_show(const covey_frame *frame, covey_frame_set *set)
{
    double *vel[COVEY_AXES];
    covey_frame_velocities(frame, set, vel);
    bool moves = false;
    for (size_t i = 0; i < set->count && !moves; i++)
        moves = !isnan(vel[0][i]);
    for (int axis = 0; axis < COVEY_PLANE; axis++)
        set->vel[axis] = moves ? vel[axis] : NULL;
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
    covey_frame_velocities(frame, &set, vel);
    for (size_t axis = 0; axis < COVEY_PLANE; axis++)
        set.pos[axis] = pos[axis] = frame->numbers + axis * frame->made_room + begin;
    for (size_t i = 0; i < set.count; i++) {
        const covey_row *row = &frame->rows[begin + i];
        bool known = !isnan(row->vel[0]) && !isnan(row->vel[1]);
        frame->ids[begin + i] = row->id;
        for (int axis = 0; axis < COVEY_PLANE; axis++) {
            pos[axis][i] = row->pos[axis];
            vel[axis][i] = known ? row->vel[axis] : (double)NAN;
        }
    }
    covey_frame_show(frame, &set);
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
