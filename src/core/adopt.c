// SPDX-License-Identifier: MIT
// A world goes on from the state of another one with similar flocks and influences. Ids and handles
// that the other world gave stay with their agents and influences, and new agents and influences
// get ones that it has not given.
#include "core/aim.h"
#include "core/schedule.h"

#include "base/heap_sort.h"
#include "base/misuse.h"

#include <limits.h>

// ---- Agents ----

/// Flocks of one name in the two worlds, and the order of the ids in each, with as much scratch
/// behind it.
typedef struct adoption {
    covey_flock *to;
    const covey_flock *from;
    uint32_t *order_to, *order_from;
} adoption;

static size_t shared(const adoption *both)
{
    size_t to = both->to->state.count, from = both->from->state.count;
    return to < from ? to : from;
}

/// Takes over user data and traits drawn from the same distributions. Other traits are drawn by the
/// new id, or stay as the definition gives them.
static void adopt_own(const adoption *both, size_t at, size_t i)
{
    const covey_state *to = &both->to->state, *from = &both->from->state;
    for (int k = 0; k < to->trait_count; k++) {
        const covey_trait_use *use = &both->to->traits.use[k];
        int other = covey_traits_find(&both->from->traits, use->row->name);
        if (use->draws.from.kind == COVEY_DISTRIBUTION_NUMBER)
            continue;
        bool same =
            other >= 0 && covey_traits_same(&use->draws, &both->from->traits.use[other].draws);
        to->trait[k][at] =
            same ? from->trait[other][i]
                 : covey_draws_agent(&use->draws, both->to->seed, use->row->name, to->id[at]);
    }
    if (to->user != NULL)
        to->user[at] = from->user != NULL ? from->user[i] : 0;
    if (to->aim != NULL)
        to->aim[at] = from->aim != NULL ? from->aim[i] : (covey_aim){.kind = COVEY_AIM_NONE};
}

static void adopt_agent(const adoption *both, size_t k)
{
    covey_state *to = &both->to->state;
    const covey_state *from = &both->from->state;
    size_t at = both->order_to[k], i = both->order_from[k];
    bool same_motion = both->to->motion == both->from->motion;
    to->id[at] = from->id[i];
    covey_state_put_pos(to, at, covey_state_pos(from, i));
    covey_state_put_vel(to, at, covey_state_vel(from, i));
    for (int number = 0; number < to->extra_count; number++)
        to->extra[number][at] = same_motion ? from->extra[number][i] : 0.0;
    adopt_own(both, at, i);
}

/// The k-th agent by id takes the place of the k-th of the other flock; agents beyond are new.
static void adopt_agents(const adoption *both)
{
    covey_flock *to = both->to;
    const covey_flock *from = both->from;
    covey_id_order(to->state.id, to->state.count, both->order_to, both->order_to + to->state.count);
    covey_id_order(from->state.id, from->state.count, both->order_from,
                   both->order_from + from->state.count);
    for (size_t k = 0; k < shared(both); k++)
        adopt_agent(both, k);
    to->index.next = from->index.next;
    for (size_t k = shared(both); k < to->state.count; k++)
        to->state.id[both->order_to[k]] = (covey_id)to->index.next++;
    covey_index_fill(&to->index, to->state.id, to->state.count);
    to->entries = from->entries;
    to->catches.caught = from->catches.caught;
}

static void adopt_flock(const covey_world *world, covey_flock *to, const covey_flock *from,
                        uint32_t *room)
{
    const adoption both = {to, from, room, room + 2 * to->state.count};
    adopt_agents(&both);
    if (to->motion != from->motion)
        covey_flock_init_motion(to, &world->def.space, world->step);
}

/// The flock of `from` with the name of that flock of `world`, or NULL.
static const covey_flock *namesake(const covey_world *world, int number, const covey_world *from)
{
    int other = covey_world_find(from, world->flock[number]->name);
    return other >= 0 ? from->flock[other] : NULL;
}

// ---- Influences ----

/// True if the two lists have influences of the same kinds in the same order.
static bool same_kinds(const covey_influence_list *a, const covey_influence_list *b)
{
    bool same = a->count == b->count;
    for (size_t k = 0; k < a->count && same; k++)
        same = a->item[k].kind == b->item[k].kind;
    return same;
}

/// Schedules stay with their influences.
static void adopt_handles(covey_world *world, const covey_influence_list *from)
{
    covey_influence_list *to = &world->influences;
    covey_schedules *schedules = &world->schedules;
    bool same = same_kinds(to, from);
    int of_schedule[COVEY_MAX_SCHEDULES];
    for (int k = 0; k < schedules->count; k++) {
        of_schedule[k] = -1;
        for (size_t i = 0; i < to->count; i++)
            if (to->item[i].handle == schedules->list[k].is.influence)
                of_schedule[k] = (int)i;
    }
    to->next = from->next;
    for (size_t k = 0; k < to->count; k++)
        to->item[k].handle = same ? from->item[k].handle : to->next++;
    for (int k = 0; k < schedules->count; k++)
        if (of_schedule[k] >= 0)
            schedules->list[k].is.influence = to->item[of_schedule[k]].handle;
}

// ---- Worlds ----

static bool same_space(const covey_space *a, const covey_space *b)
{
    bool same = a->kind == b->kind && covey_space_dim(a) == covey_space_dim(b);
    for (int axis = 0; axis < covey_space_dim(a) && a->kind != COVEY_SPACE_OPEN; axis++)
        same = same && a->size[axis] == b->size[axis];
    return same;
}

/// COVEY_ARG if ids or handles for all that is new are not left.
static covey_status check_left(const covey_world *world, const covey_world *from,
                               covey_error *error)
{
    if (world->influences.count > (size_t)(INT_MAX - from->influences.next))
        return covey_fail(error, COVEY_ARG, "the world has no handles left for its influences");
    for (int number = 0; number < world->flock_count; number++) {
        const covey_flock *to = world->flock[number], *other = namesake(world, number, from);
        if (other != NULL && to->state.count > other->state.count &&
            to->state.count - other->state.count > COVEY_INDEX_IDS - other->index.next)
            return covey_fail(error, COVEY_ARG, "flock %s has no ids left for its new agents",
                              to->name);
    }
    return COVEY_OK;
}

static covey_status check(const covey_world *world, const covey_world *from, covey_error *error)
{
    if (world->step != 0 || world->stats.steps != 0)
        return covey_fail(error, COVEY_ARG, "a world that has taken steps adopts no agents");
    if (!same_space(&world->def.space, &from->def.space))
        return covey_fail(error, COVEY_ARG, "a world adopts no agents of another space");
    if (world->def.precision != from->def.precision)
        return covey_fail(error, COVEY_ARG, "a world adopts no agents of another precision");
    return check_left(world, from, error);
}

/// Numbers that the orders of the two largest flocks and the room for finding them take.
static size_t room_for(const covey_world *world, const covey_world *from)
{
    size_t most = 0;
    for (int number = 0; number < world->flock_count; number++) {
        const covey_flock *other = namesake(world, number, from);
        size_t count = other != NULL ? world->flock[number]->state.count + other->state.count : 0;
        most = count > most ? count : most;
    }
    return 2 * most;
}

static covey_status adopt(covey_world *world, const covey_world *from, covey_error *error)
{
    covey_status status = check(world, from, error);
    if (status != COVEY_OK)
        return status;
    size_t count = room_for(world, from);
    uint32_t *room = covey_memory_take(&world->memory, count, sizeof *room);
    if (room == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory to adopt agents");
    for (int number = 0; number < world->flock_count && status == COVEY_OK; number++) {
        const covey_flock *other = namesake(world, number, from);
        if (other != NULL && other->state.aim != NULL)
            status = covey_aim_take(world, world->flock[number], error);
    }
    if (status != COVEY_OK) {
        covey_memory_give(&world->memory, room, count, sizeof *room);
        return status;
    }
    covey_stats own = world->stats;
    world->step = from->step;
    world->stats = from->stats;
    world->stats.bytes = own.bytes;
    world->stats.agent_bytes = own.agent_bytes;
    world->error = from->error;
    for (int number = 0; number < world->flock_count; number++)
        if (namesake(world, number, from) != NULL)
            adopt_flock(world, world->flock[number], namesake(world, number, from), room);
    adopt_handles(world, &from->influences);
    covey_memory_give(&world->memory, room, count, sizeof *room);
    return COVEY_OK;
}

covey_status covey_world_adopt(covey_world *world, const covey_world *from, covey_error *error)
{
    if (from == NULL)
        return covey_missing(error, __func__);
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK ? covey_world_leave(world, adopt(world, from, error)) : status;
}
