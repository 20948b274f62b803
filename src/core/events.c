// SPDX-License-Identifier: MIT
// A step marks the agents that it turns or puts elsewhere. All other events follow from where
// agents were and are: after a step the next state of a flock holds the one before, in the same
// order.
#include "core/events.h"

#include "base/heap_sort.h"
#include "base/misuse.h"
#include "core/collide.h"
#include "core/sweep.h"
#include "core/world.h"

#include <string.h>

enum { MOST_EVENTS = 1 << 30 };

// ---- Memory ----

covey_status covey_events_take_marks(covey_world *world, covey_flock *flock)
{
    size_t bytes_before = world->memory.bytes;
    if (flock->marks != NULL)
        return COVEY_OK;
    flock->marks = covey_memory_take(&world->memory, flock->state.room, sizeof *flock->marks);
    if (flock->marks == NULL)
        return COVEY_MEMORY;
    world->stats.agent_bytes += world->memory.bytes - bytes_before;
    return COVEY_OK;
}

static void give_marks(covey_world *world)
{
    size_t bytes_before = world->memory.bytes;
    for (int number = 0; number < world->flock_count; number++) {
        covey_flock *flock = world->flock[number];
        covey_memory_give(&world->memory, flock->marks, flock->state.room, sizeof *flock->marks);
        flock->marks = NULL;
    }
    world->stats.agent_bytes -= bytes_before - world->memory.bytes;
}

void covey_events_destroy(covey_memory *memory, covey_event_log *log)
{
    if (log == NULL)
        return;
    covey_memory_give(memory, log->list, log->capacity, sizeof *log->list);
    covey_memory_give(memory, log, 1, sizeof *log);
}

static void give_all(covey_world *world)
{
    give_marks(world);
    covey_events_destroy(&world->memory, world->events);
    world->events = NULL;
}

static covey_event_log *make_log(covey_memory *memory)
{
    covey_event_log *log = covey_memory_take(memory, 1, sizeof *log);
    for (int k = 0; k < COVEY_MAX_WATCHES && log != NULL; k++)
        log->watch[k].number = -1;
    return log;
}

/// Takes marks for all flocks; those of none on failure, unless there were some.
static covey_status take_marks(covey_world *world)
{
    covey_status status = COVEY_OK;
    for (int number = 0; number < world->flock_count && status == COVEY_OK; number++)
        status = covey_events_take_marks(world, world->flock[number]);
    if (status != COVEY_OK && world->events == NULL)
        give_marks(world);
    return status;
}

static covey_status take_log(covey_world *world, size_t capacity)
{
    covey_memory *memory = &world->memory;
    covey_event *list = covey_memory_take(memory, capacity, sizeof *list);
    covey_event_log *log = world->events != NULL ? world->events : make_log(memory);
    if (list == NULL || log == NULL || take_marks(world) != COVEY_OK) {
        covey_memory_give(memory, list, capacity, sizeof *list);
        if (log != world->events)
            covey_events_destroy(memory, log);
        return COVEY_MEMORY;
    }
    covey_memory_give(memory, log->list, log->capacity, sizeof *list);
    log->list = list;
    log->capacity = capacity;
    log->count = 0;
    log->lost = 0;
    world->events = log;
    return COVEY_OK;
}

static covey_status take(covey_world *world, size_t capacity, covey_error *error)
{
    if (capacity > MOST_EVENTS)
        return covey_fail(error, COVEY_ARG, "%zu events are more than the %d of a step", capacity,
                          (int)MOST_EVENTS);
    if (capacity == 0) {
        give_all(world);
        return COVEY_OK;
    }
    return take_log(world, capacity) == COVEY_OK
               ? COVEY_OK
               : covey_fail(error, COVEY_MEMORY, "no memory for %zu events", capacity);
}

covey_status covey_world_events_take(covey_world *world, size_t capacity, covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK ? covey_world_leave_still(world, take(world, capacity, error))
                              : status;
}

covey_events covey_world_events(const covey_world *world)
{
    if (world == NULL || world->events == NULL)
        return (covey_events){.count = 0};
    const covey_event_log *log = world->events;
    return (covey_events){log->count, log->list, log->lost};
}

// ---- Watches ----

static covey_watched *find_watch(covey_event_log *log, int number)
{
    for (int k = 0; k < COVEY_MAX_WATCHES && log != NULL; k++)
        if (log->watch[k].number == number)
            return &log->watch[k];
    return NULL;
}

/// Puts a region in the place of a watch. With `number` -1 that is a free place.
static covey_status watch(covey_world *world, const covey_watch *region, int number,
                          covey_watched **result, covey_error *error)
{
    if (world->events == NULL)
        return covey_fail(error, COVEY_ARG,
                          "the world reports no events: covey_world_events_take() begins with it");
    covey_watch settled = *region;
    covey_status status = covey_watch_settle(world, &settled, error);
    *result = find_watch(world->events, number);
    if (status != COVEY_OK)
        return status;
    if (*result == NULL && number >= 0)
        return covey_fail(error, COVEY_ARG, "there is no watch number %d", number);
    if (*result == NULL)
        return covey_fail(error, COVEY_ARG, "a world watches at most %d regions",
                          COVEY_MAX_WATCHES);
    (*result)->region = settled;
    return COVEY_OK;
}

covey_status covey_world_watch(covey_world *world, const covey_watch *region, int *number,
                               covey_error *error)
{
    if (region == NULL || number == NULL)
        return covey_missing(error, __func__);
    covey_status status = covey_world_enter(world, error);
    if (status != COVEY_OK)
        return status;
    covey_watched *place;
    status = watch(world, region, -1, &place, error);
    if (status == COVEY_OK)
        *number = place->number = world->events->next++;
    return covey_world_leave_still(world, status);
}

covey_status covey_world_watch_set(covey_world *world, int number, const covey_watch *region,
                                   covey_error *error)
{
    if (region == NULL || number < 0)
        return region == NULL ? covey_missing(error, __func__)
                              : covey_fail(error, COVEY_ARG, "there is no watch number %d", number);
    covey_status status = covey_world_enter(world, error);
    covey_watched *place;
    return status == COVEY_OK
               ? covey_world_leave_still(world, watch(world, region, number, &place, error))
               : status;
}

covey_status covey_world_unwatch(covey_world *world, int number, covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    if (status != COVEY_OK)
        return status;
    covey_watched *place = number >= 0 ? find_watch(world->events, number) : NULL;
    if (place == NULL)
        status = covey_fail(error, COVEY_ARG, "there is no watch number %d", number);
    else
        place->number = -1;
    return covey_world_leave_still(world, status);
}

void covey_events_drop_flock(covey_world *world, int gone)
{
    for (int k = 0; k < COVEY_MAX_WATCHES && world->events != NULL; k++) {
        covey_watched *one = &world->events->watch[k];
        if (one->region.flock == gone)
            one->number = -1;
        if (one->region.flock > gone)
            one->region.flock--;
    }
}

void covey_events_follow_flocks(covey_world *world, const covey_world *to)
{
    for (int k = 0; k < COVEY_MAX_WATCHES && world->events != NULL; k++) {
        covey_watched *one = &world->events->watch[k];
        if (one->number < 0 || one->region.flock == COVEY_ALL_FLOCKS)
            continue;
        one->region.flock = covey_world_find(to, covey_world_name(world, one->region.flock));
        one->number = one->region.flock >= 0 ? one->number : -1;
    }
}

// ---- A step ----

void covey_events_begin(covey_world *world)
{
    if (world->events == NULL)
        return;
    world->events->count = 0;
    world->events->lost = 0;
    for (int number = 0; number < world->flock_count; number++) {
        covey_flock *flock = world->flock[number];
        memset(flock->marks, 0, flock->state.count * sizeof *flock->marks);
    }
}

void covey_events_add(covey_world *world, const covey_event *event)
{
    covey_event_log *log = world->events;
    if (log == NULL)
        return;
    if (log->count < log->capacity)
        log->list[log->count++] = *event;
    else
        log->lost++;
}

/// An event of an agent, of that kind alone.
static covey_event event_of(const covey_flock *flock, size_t i, covey_event_kind kind)
{
    return (covey_event){.kind = kind,
                         .flock = flock->number,
                         .id = flock->state.id[i],
                         .watch = -1,
                         .by_flock = -1,
                         .by = COVEY_NO_AGENT,
                         .influence = -1};
}

static void find_crossing(covey_world *world, const covey_flock *flock, size_t i,
                          const covey_watched *watched)
{
    double body = covey_flock_body(flock, i);
    bool before =
        covey_watch_holds(world, &watched->region, covey_state_pos(&flock->next, i), body);
    bool now = covey_watch_holds(world, &watched->region, covey_state_pos(&flock->state, i), body);
    covey_event event = event_of(flock, i, now ? COVEY_EVENT_ENTERED : COVEY_EVENT_LEFT);
    event.watch = watched->number;
    if (before != now)
        covey_events_add(world, &event);
}

/// The handle of the first solid that pushed an agent, which is found again.
static int pusher_of(const covey_world *world, const covey_flock *flock, size_t i)
{
    const covey_path path = covey_touch_path(world, flock);
    covey_agent agent = covey_flock_any(flock, path.space, world->step);
    agent.pos = covey_state_pos(&flock->next, i);
    agent.body = covey_flock_body(flock, i);
    covey_sweep_push push = covey_sweep_agent(&path, &agent);
    return push.pushed ? world->influences.item[push.item].handle : -1;
}

/// Adds an event for each mark of an agent.
static void find_marks(covey_world *world, const covey_flock *flock, size_t i)
{
    static const covey_event_kind kinds[] = {COVEY_EVENT_BOUNCED, COVEY_EVENT_REAPPEARED,
                                             COVEY_EVENT_PUSHED, COVEY_EVENT_SQUEEZED};
    for (unsigned bit = 0; bit < sizeof kinds / sizeof *kinds; bit++) {
        covey_event event = event_of(flock, i, kinds[bit]);
        if ((flock->marks[i] & 1U << bit) == 0)
            continue;
        if (1U << bit >= COVEY_MET_PUSH)
            event.influence = pusher_of(world, flock, i);
        covey_events_add(world, &event);
    }
}

static void find_of(covey_world *world, const covey_flock *flock, size_t i)
{
    if (flock->marks[i] != 0)
        find_marks(world, flock, i);
    for (int k = 0; k < COVEY_MAX_WATCHES; k++) {
        const covey_watched *watched = &world->events->watch[k];
        int only = watched->region.flock;
        if (watched->number >= 0 && (only == COVEY_ALL_FLOCKS || only == flock->number))
            find_crossing(world, flock, i, watched);
    }
}

static bool is_before(const void *context, const void *one, const void *other)
{
    (void)context;
    const covey_event *a = one, *b = other;
    if (a->flock != b->flock)
        return a->flock < b->flock;
    if (a->id != b->id)
        return a->id < b->id;
    return a->kind != b->kind ? a->kind < b->kind : a->watch < b->watch;
}

void covey_events_find(covey_world *world)
{
    if (world->events == NULL)
        return;
    for (int number = 0; number < world->flock_count; number++)
        for (size_t i = 0; i < world->flock[number]->state.count; i++)
            find_of(world, world->flock[number], i);
    covey_heap_sort(world->events->list, world->events->count, sizeof *world->events->list,
                    is_before, NULL);
}
