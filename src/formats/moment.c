// SPDX-License-Identifier: MIT
// Rows in any order become frames, agents ascending by id.
#include "formats/moment.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 2 * COVEY_AXES };

bool covey_moment_is_side(double size)
{
    return size >= COVEY_MIN_SIDE && size <= COVEY_MAX_SIDE;
}

void covey_moment_init(covey_moment *moment, covey_memory *memory, covey_names *names)
{
    *moment = (covey_moment){.memory = memory, .names = names};
}

void covey_moment_destroy(covey_moment *moment)
{
    if (moment->memory == NULL)
        return;
    covey_memory_give(moment->memory, moment->rows, moment->room, sizeof *moment->rows);
    covey_memory_give(moment->memory, moment->numbers, moment->made_room, NUMBERS * sizeof(double));
    covey_memory_give(moment->memory, moment->ids, moment->made_room, sizeof(uint32_t));
    *moment = (covey_moment){0};
}

void covey_moment_clear(covey_moment *moment)
{
    moment->count = 0;
    moment->frame_count = 0;
}

int covey_moment_set(covey_moment *moment, const char *name, size_t size)
{
    covey_names *names = moment->names;
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

covey_status covey_moment_check_plane(covey_moment *moment, double z, double vz, uint64_t line,
                                      covey_error *error)
{
    covey_names *names = moment->names;
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

covey_status covey_moment_add(covey_moment *moment, const covey_row *row, covey_error *error)
{
    if (moment->count == moment->room) {
        size_t room = moment->room + moment->room / 2 + 64;
        covey_row *grown = covey_memory_grow(moment->memory, moment->rows, moment->room, room,
                                             sizeof *moment->rows);
        if (grown == NULL)
            return covey_fail(error, COVEY_MEMORY, "out of memory");
        moment->rows = grown;
        moment->room = room;
    }
    moment->rows[moment->count++] = *row;
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

static covey_status sort(covey_moment *moment, covey_error *error)
{
    covey_row *rows = moment->rows;
    bool in_order = true;
    for (size_t i = 1; i < moment->count && in_order; i++)
        in_order = by_set_and_id(&rows[i - 1], &rows[i]) < 0;
    if (!in_order)
        qsort(rows, moment->count, sizeof *rows, by_set_and_id);
    for (size_t i = 1; i < moment->count; i++) {
        if (rows[i].set != rows[i - 1].set || rows[i].id != rows[i - 1].id)
            continue;
        covey_fail(error, COVEY_INPUT,
                   "line %llu, column 1: agent %lu of set %s is there twice at "
                   "this time, the first on line %llu",
                   (unsigned long long)rows[i].line, (unsigned long)rows[i].id,
                   moment->names->name[rows[i].set], (unsigned long long)rows[i - 1].line);
        if (error != NULL) {
            error->line = rows[i].line;
            error->column = 1;
        }
        return COVEY_INPUT;
    }
    return COVEY_OK;
}

static covey_status make_room(covey_moment *moment, covey_error *error)
{
    if (moment->made_room >= moment->count && moment->ids != NULL)
        return COVEY_OK;
    covey_memory_give(moment->memory, moment->numbers, moment->made_room, NUMBERS * sizeof(double));
    covey_memory_give(moment->memory, moment->ids, moment->made_room, sizeof(uint32_t));
    moment->made_room = moment->room;
    moment->numbers =
        covey_memory_take(moment->memory, moment->made_room, NUMBERS * sizeof(double));
    moment->ids = covey_memory_take(moment->memory, moment->made_room, sizeof(uint32_t));
    if (moment->numbers == NULL || moment->ids == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    return COVEY_OK;
}

void covey_moment_velocities(const covey_moment *moment, const covey_frame *frame,
                             double *vel[COVEY_AXES])
{
    for (size_t axis = 0; axis < COVEY_AXES; axis++)
        vel[axis] =
            moment->numbers + (COVEY_AXES + axis) * moment->made_room + (frame->id - moment->ids);
}

void covey_moment_show(const covey_moment *moment, covey_frame *frame)
{
    double *vel[COVEY_AXES];
    covey_moment_velocities(moment, frame, vel);
    bool moves = false;
    for (size_t i = 0; i < frame->count && !moves; i++)
        moves = !isnan(vel[0][i]);
    for (int axis = 0; axis < COVEY_AXES; axis++)
        frame->vel[axis] = moves ? vel[axis] : NULL;
}

/// The frame of the rows from `begin` to `end`, all of one set.
static covey_frame make_frame(covey_moment *moment, size_t begin, size_t end)
{
    covey_frame frame = {
        .set = moment->names->name[moment->rows[begin].set],
        .step = moment->step,
        .time = moment->time,
        .space = moment->space,
        .count = end - begin,
        .id = moment->ids + begin,
    };
    double *pos[COVEY_AXES], *vel[COVEY_AXES];
    covey_moment_velocities(moment, &frame, vel);
    for (size_t axis = 0; axis < COVEY_AXES; axis++)
        frame.pos[axis] = pos[axis] = moment->numbers + axis * moment->made_room + begin;
    for (size_t i = 0; i < frame.count; i++) {
        const covey_row *row = &moment->rows[begin + i];
        bool known = !isnan(row->vel[0]) && !isnan(row->vel[1]);
        moment->ids[begin + i] = row->id;
        for (int axis = 0; axis < COVEY_AXES; axis++) {
            pos[axis][i] = row->pos[axis];
            vel[axis][i] = known ? row->vel[axis] : (double)NAN;
        }
    }
    covey_moment_show(moment, &frame);
    return frame;
}

covey_status covey_moment_finish(covey_moment *moment, covey_error *error)
{
    moment->frame_count = 0;
    covey_status status = sort(moment, error);
    if (status == COVEY_OK && moment->count > 0)
        status = make_room(moment, error);
    if (status != COVEY_OK)
        return status;
    for (size_t begin = 0, end; begin < moment->count; begin = end) {
        end = begin + 1;
        while (end < moment->count && moment->rows[end].set == moment->rows[begin].set)
            end++;
        moment->frames[moment->frame_count++] = make_frame(moment, begin, end);
    }
    return COVEY_OK;
}
