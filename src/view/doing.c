// SPDX-License-Identifier: MIT
#include "view/doing.h"

#include <stdlib.h>
#include <string.h>

// ---- Births ----

/// True if agents of the world are born for caught ones.
static bool has_births(covey_session *session)
{
    const covey_scenario *scenario = covey_session_scenario(session);
    for (int k = 0; k < covey_world_flocks(covey_session_world(session)); k++)
        if (covey_scenario_flock(scenario, k).births)
            return true;
    return false;
}

static uint64_t caught_of(const covey_world *world)
{
    uint64_t caught = 0;
    for (int k = 0; k < covey_world_flocks(world); k++)
        caught += covey_world_caught(world, k);
    return caught;
}

static void begin_step(doing_births *self, const covey_world *world)
{
    self->caught = caught_of(world);
    for (int k = 0; k < covey_world_flocks(world); k++)
        self->ids[k] = covey_world_next_id(world, k);
}

/// Ids are given in a row: those of a step in which agents were caught are ids of the born.
static void end_step(doing_births *self, const covey_world *world)
{
    if (caught_of(world) == self->caught)
        return;
    for (int k = 0; k < covey_world_flocks(world); k++) {
        uint64_t end = covey_world_next_id(world, k);
        if (end == self->ids[k])
            continue;
        self->list[self->next] = (doing_birth){covey_world_steps(world), k, self->ids[k], end};
        self->next = (self->next + 1) % DOING_BIRTHS;
        self->count += self->count < DOING_BIRTHS;
    }
}

/// Time has come to this step: births behind it are none any more.
static void cut(doing_births *self, uint64_t step)
{
    for (int k = 0; k < self->count; k++)
        if (self->list[k].step > step)
            self->list[k].end = self->list[k].first;
}

covey_status doing_step(doing_births *self, covey_session *session, covey_history *history,
                        covey_error *error)
{
    begin_step(self, covey_session_world(session));
    covey_status status = covey_history_step(history, error);
    end_step(self, covey_session_world(session));
    return status;
}

covey_status doing_go(doing_births *self, covey_session *session, covey_history *history,
                      uint64_t step, covey_error *error)
{
    uint64_t begin = covey_history_begin(history), first = step;
    if (has_births(session))
        first = step > begin + DOING_LATELY ? step - DOING_LATELY : begin;
    covey_status status = covey_history_go(history, first, error);
    cut(self, first);
    while (status == COVEY_OK && covey_world_steps(covey_session_world(session)) < step)
        status = doing_step(self, session, history, error);
    return status;
}

/// Writes over what the born do, as long as they are new.
static void mark_born(const doing_births *births, const frame *now, int flock, uint8_t *doing)
{
    const frame_flock *of = &now->flocks[flock];
    for (int k = 0; k < births->count; k++) {
        const doing_birth *one = &births->list[k];
        bool is_new =
            one->flock == flock && one->step <= now->step && now->step - one->step < DOING_LATELY;
        size_t at;
        for (uint64_t id = one->first; id < one->end && is_new; id++)
            if (frame_find(of, (covey_id)id, &at))
                doing[at] = COVEY_DOING_BORN;
    }
}

// ---- All ----

static bool make_room(frame_flock *flock, size_t count)
{
    if (count <= flock->doing_room)
        return true;
    uint8_t *grown = realloc(flock->doing, 2 * count);
    if (grown == NULL)
        return false;
    flock->doing = grown;
    flock->doing_room = count;
    return true;
}

/// The library returns it in the order of its view, a frame has it in that of ids.
static bool find_flock(frame *self, covey_session *session, int number)
{
    frame_flock *flock = &self->flocks[number];
    if (!make_room(flock, flock->count))
        return false;
    uint8_t *told = flock->doing + flock->count;
    if (covey_session_doing(session, number, told) != COVEY_OK)
        return false;
    covey_view view = covey_world_view(covey_session_world(session), number);
    covey_view_order(&view, flock->order);
    for (size_t k = 0; k < flock->count; k++)
        flock->doing[k] = told[flock->order[k]];
    return true;
}

void doing_find(frame *self, covey_session *session, const doing_births *births)
{
    for (int k = 0; k < self->flocks_count; k++) {
        frame_flock *flock = &self->flocks[k];
        flock->is_doing = session != NULL && flock->count > 0 && find_flock(self, session, k);
        if (flock->is_doing)
            mark_born(births, self, k, flock->doing);
    }
}
