// SPDX-License-Identifier: MIT
// The memory in which a flock catches prey.
#include "core/predation.h"

#include "core/world.h"

static void give(covey_memory *memory, covey_catch *self)
{
    covey_memory_give(memory, self->hunters, self->room, sizeof *self->hunters);
    covey_memory_give(memory, self->prey, self->prey_room, sizeof *self->prey);
    covey_memory_give(memory, self->caught_ids, self->prey_room, sizeof *self->caught_ids);
    covey_memory_give(memory, self->order, 2 * self->prey_room, sizeof *self->order);
    self->hunters = NULL;
    self->prey = NULL;
    self->caught_ids = NULL;
    self->order = NULL;
}

/// False without memory; nothing is taken then.
static bool take(covey_memory *memory, covey_catch *self, size_t room, size_t prey_room)
{
    self->room = room;
    self->prey_room = prey_room;
    self->hunters = covey_memory_take(memory, room, sizeof *self->hunters);
    self->prey = covey_memory_take(memory, prey_room, sizeof *self->prey);
    self->caught_ids = covey_memory_take(memory, prey_room, sizeof *self->caught_ids);
    self->order = covey_memory_take(memory, 2 * prey_room, sizeof *self->order);
    if (self->hunters != NULL && self->prey != NULL && self->caught_ids != NULL &&
        self->order != NULL)
        return true;
    give(memory, self);
    return false;
}

bool covey_catch_hunts(const covey_flock *flock)
{
    return flock->catches.radius > 0.0 && flock->hunts >= 0;
}

covey_status covey_catch_take(covey_world *world, covey_flock *flock, const covey_flock_def *def,
                              covey_error *error)
{
    covey_catch *self = &flock->catches;
    if (def->catches == 0.0)
        return COVEY_OK;
    if (!(def->catches > 0.0 && def->catches <= 1e15))
        return covey_fail(error, COVEY_ARG, "flock %s catches within a distance above 0, not %g",
                          flock->name, def->catches);
    if (flock->hunts < 0)
        return covey_fail(error, COVEY_ARG, "flock %s hunts none that it could catch", flock->name);
    if (def->births && world->def.space.kind == COVEY_SPACE_OPEN)
        return covey_fail(error, COVEY_ARG,
                          "flock %s: an open space has no places where agents are born",
                          flock->name);
    if (take(&world->memory, self, flock->state.room, world->flock[flock->hunts]->state.room)) {
        self->radius = def->catches;
        self->births = def->births;
        return COVEY_OK;
    }
    return covey_fail(error, COVEY_MEMORY, "no memory for the prey of flock %s", flock->name);
}

covey_status covey_catch_make_room(covey_world *world)
{
    for (int number = 0; number < world->flock_count; number++) {
        covey_flock *flock = world->flock[number];
        covey_catch *self = &flock->catches;
        if (!covey_catch_hunts(flock))
            continue;
        size_t room = flock->state.room, prey_room = world->flock[flock->hunts]->state.room;
        bool fits = room == self->room && prey_room == self->prey_room;
        if (fits)
            continue;
        give(&world->memory, self);
        if (!take(&world->memory, self, room, prey_room))
            return COVEY_MEMORY;
    }
    return COVEY_OK;
}

void covey_catch_destroy(covey_memory *memory, covey_catch *self)
{
    give(memory, self);
    *self = (covey_catch){.radius = 0.0};
}
