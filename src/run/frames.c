// SPDX-License-Identifier: MIT
// A run on one rank puts views of its world to its outputs. One on several ranks hands agents over
// some at a time, but to formats that need a whole frame.
#include "run/frames.h"

#include "base/bits.h"
#include "formats/output_some.h"

unsigned covey_run_put_kinds(covey_output *const *outputs, size_t count)
{
    unsigned kinds = 0;
    for (size_t k = 0; k < count; k++)
        kinds |= covey_output_takes_some(outputs[k]) ? COVEY_RUN_PUT_SOME : COVEY_RUN_PUT_WHOLE;
    return kinds;
}

/// The numbers beside the agents of a frame.
typedef struct extras {
    uint64_t entries[COVEY_MAX_FLOCKS], caught[COVEY_MAX_FLOCKS];
} extras;

/// The sets of the world as it is, without arrays.
static int describe(const covey_run_frames *self, covey_frame_set *sets, extras *beside)
{
    int count = covey_world_flocks(self->world);
    for (int flock = 0; flock < count; flock++) {
        covey_view view = covey_world_view(self->world, flock);
        beside->entries[flock] = covey_world_entries(self->world, flock);
        beside->caught[flock] = covey_world_caught(self->world, flock);
        bool catches = covey_scenario_flock(self->scenario, flock).catches > 0.0;
        sets[flock] = (covey_frame_set){
            .set = covey_world_name(self->world, flock),
            .step = view.step,
            .time = (double)view.step * self->dt,
            .space = view.space,
            .count = view.count,
            .entries = &beside->entries[flock],
            .caught = catches ? &beside->caught[flock] : NULL,
        };
    }
    return count;
}

static covey_status put_whole(const covey_run_frames *self, bool all, covey_error *error)
{
    covey_frame_set sets[COVEY_MAX_FLOCKS];
    extras beside;
    int count = describe(self, sets, &beside);
    for (int flock = 0; flock < count; flock++) {
        covey_view view = covey_world_view(self->world, flock);
        sets[flock].id = view.id;
        for (int axis = 0; axis < covey_space_dim(&view.space); axis++) {
            sets[flock].pos[axis] = view.pos[axis];
            sets[flock].vel[axis] = view.vel[axis];
        }
    }
    covey_status status = COVEY_OK;
    for (size_t k = 0; k < self->count && status == COVEY_OK; k++)
        if (all || !covey_output_takes_some(self->outputs[k]))
            status = covey_output_put(self->outputs[k], sets, count, error);
    return status;
}

// ---- Some agents at a time ----

/// Agents on their way to the outputs.
typedef struct passage {
    const covey_run_frames *frames;
    covey_frame_set sets[COVEY_MAX_FLOCKS];
    covey_id *id;
    double *number; ///< a column after the other
    size_t room;    ///< of a column
} passage;

static void give_room(passage *self)
{
    covey_memory *memory = self->frames->memory;
    covey_memory_give(memory, self->id, self->room, sizeof *self->id);
    covey_memory_give(memory, self->number, self->room, 2 * COVEY_AXES * sizeof *self->number);
}

static covey_status make_room(passage *self, size_t count, covey_error *error)
{
    covey_memory *memory = self->frames->memory;
    if (count <= self->room)
        return COVEY_OK;
    give_room(self);
    self->room = count;
    self->id = covey_memory_take(memory, count, sizeof *self->id);
    self->number = covey_memory_take(memory, count, 2 * COVEY_AXES * sizeof *self->number);
    return self->id != NULL && self->number != NULL
               ? COVEY_OK
               : covey_fail(error, COVEY_MEMORY, "no memory for a frame");
}

/// Passes on agents of a flock as the next ones of the frame.
static covey_status take(void *context, int flock, const uint64_t *rows, size_t count,
                         covey_error *error)
{
    passage *self = context;
    const covey_run_frames *frames = self->frames;
    covey_frame_set some = self->sets[flock];
    const size_t dim = (size_t)covey_space_dim(&some.space), width = 1 + 2 * dim;
    covey_status status = make_room(self, count, error);
    if (status != COVEY_OK)
        return status;
    some.count = count;
    some.id = self->id;
    for (size_t i = 0; i < count; i++)
        self->id[i] = (covey_id)rows[i * width];
    for (size_t k = 0; k < 2 * dim; k++) {
        double *column = self->number + k * self->room;
        for (size_t i = 0; i < count; i++)
            column[i] = covey_bits_double(rows[i * width + 1 + k]);
        *(k < dim ? &some.pos[k] : &some.vel[k - dim]) = column;
    }
    for (size_t k = 0; k < frames->count && status == COVEY_OK; k++)
        if (covey_output_takes_some(frames->outputs[k]))
            status = covey_output_some(frames->outputs[k], flock, &some, error);
    return status;
}

static covey_status begin_all(passage *self, covey_error *error)
{
    const covey_run_frames *frames = self->frames;
    const covey_run_engine *ranks = frames->ranks;
    extras beside;
    covey_status status = COVEY_OK;
    int count = describe(frames, self->sets, &beside);
    for (int flock = 0; flock < count; flock++) {
        self->sets[flock].count = (size_t)ranks->count(ranks->context, flock);
        self->sets[flock].entries = self->sets[flock].caught = NULL;
    }
    for (size_t k = 0; k < frames->count && status == COVEY_OK; k++)
        if (covey_output_takes_some(frames->outputs[k]))
            status = covey_output_begin(frames->outputs[k], self->sets, count, error);
    return status;
}

static covey_status end_all(const covey_run_frames *self, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (size_t k = 0; k < self->count && status == COVEY_OK; k++)
        if (covey_output_takes_some(self->outputs[k]))
            status = covey_output_end(self->outputs[k], error);
    return status;
}

static covey_status put_some(const covey_run_frames *self, covey_error *error)
{
    passage way = {.frames = self};
    const covey_run_engine *ranks = self->ranks;
    const covey_run_taker taker = {&way, take};
    covey_status status = ranks->agree(ranks->context, begin_all(&way, error));
    if (status == COVEY_OK)
        status = ranks->stream(ranks->context, &taker, error);
    if (status == COVEY_OK)
        status = end_all(self, error);
    give_room(&way);
    return status;
}

covey_status covey_run_put(const covey_run_frames *self, covey_error *error)
{
    const covey_run_engine *ranks = self->ranks;
    covey_status status = COVEY_OK;
    if (ranks == NULL)
        return put_whole(self, true, error);
    if ((self->kinds & COVEY_RUN_PUT_SOME) != 0)
        status = put_some(self, error);
    if (status == COVEY_OK && (self->kinds & COVEY_RUN_PUT_WHOLE) != 0) {
        status = ranks->look(ranks->context, error);
        if (status == COVEY_OK)
            status = put_whole(self, false, error);
    }
    return status;
}
