// SPDX-License-Identifier: MIT
// One step of a world in two halves. Try: sort; then, on the state as it is, block by block, agents
// perceive, decide, are influenced and move to the next state; or one after another, each on the
// state that agents before it have made (core/queue.h). Finish: the next state becomes the
// state of all flocks. Then agents meet: hard bodies, prey, events.
#include "core/aim.h"
#include "core/bodies.h"
#include "core/columns.h"
#include "core/events.h"
#include "core/group.h"
#include "core/moved.h"
#include "core/part.h"
#include "core/perceive.h"
#include "core/predation.h"
#include "core/queue.h"
#include "core/schedule.h"

#include <float.h>
#include <inttypes.h>
#include <string.h>

/// A flock at work. Its blocks of agents are cut into at most as many tasks as there are places for
/// their results.
typedef struct job {
    covey_world *world;
    covey_flock *flock;
    const covey_region *own; ///< box of the owned agents; NULL: all agents are owned
    covey_part_block *block; ///< see covey_part; or NULL
    double dt;
} job;

/// Counts of pairs in columns: whole numbers, which add up exactly in any order.
typedef struct pairs {
    double all[COVEY_BLOCK];
    double summed[COVEY_BLOCK]; ///< of zones that only sum
} pairs;

/// A task at work.
typedef struct task {
    const job *work;
    covey_group group;
    covey_path path;
    covey_senses senses;
    pairs counted;
    double told; ///< pairs already credited to blocks of a part
    covey_step_result *result;
} task;

static const covey_diverged nothing_diverged = {.flock = COVEY_MAX_FLOCKS};

covey_diverged covey_step_first(covey_diverged one, covey_diverged other)
{
    bool is_one = one.flock < other.flock || (one.flock == other.flock && one.id <= other.id);
    return is_one ? one : other;
}

/// Counts the pairs of each agent: of the zone that holds most.
static void count_pairs(const covey_zone_plan *plan, const covey_senses *senses, size_t agents,
                        pairs *counted)
{
    double most[COVEY_BLOCK];
    for (int k = 0; k < plan->counted_count; k++) {
        const double *count = senses->zone[plan->counted[k]].count;
        if (k == 0)
            memcpy(most, count, agents * sizeof *most);
        else
            covey_columns_raise(count, agents, most);
        if (k + 1 == plan->counted_sums)
            covey_columns_add(most, agents, counted->summed);
    }
    if (plan->counted_count > 0)
        covey_columns_add(most, agents, counted->all);
}

/// Notes agents that get something that is not finite.
static void find_infinite(const covey_group *group, covey_diverged *first)
{
    const covey_flock *flock = group->flock;
    for (size_t i = group->begin; i < group->begin + group->agents.count; i++)
        if (!covey_state_is_finite(&flock->next, i)) {
            const covey_diverged here = {flock->number, flock->state.id[i]};
            *first = covey_step_first(*first, here);
        }
}

/// Lets agents decide and move by their percepts.
static void act(task *own)
{
    const covey_group *group = &own->group;
    covey_intents intents;
    covey_group_decide(group, own->senses.zone, &intents);
    covey_group_respond(group, own->senses.zone, own->work->dt, &intents);
    covey_group_influence(group, &own->path, &intents);
    if (group->flock->state.aim != NULL)
        covey_aim_group(group, own->work->dt, &intents);
    if (!covey_group_move(group, &intents, &own->path, own->work->dt, &own->result->entries))
        find_infinite(group, &own->result->first);
}

/// Takes agents begin … end - 1 of a block ahead.
static void step_agents(task *own, size_t begin, size_t end)
{
    covey_flock *flock = own->work->flock;
    size_t count = end - begin;
    covey_group_take(&own->group, begin, end);
    uint64_t candidates = covey_perceive(own->work->world, flock, begin, end, &own->senses);
    count_pairs(&flock->plan, &own->senses, count, &own->counted);
    covey_perceive_others(own->work->world, flock, count, &own->senses);
    act(own);
    own->result->agents += count;
    own->result->candidates += candidates;
}

/// First agent from `begin` to `end` that is owned, or that is not; or `end`.
static size_t find_owned(const job *work, size_t begin, size_t end, bool owned)
{
    const covey_state *state = &work->flock->state;
    while (begin < end && covey_region_holds(work->own, covey_state_pos(state, begin)) != owned)
        begin++;
    return begin;
}

/// True if all of these agents are owned.
static bool are_owned(const job *work, size_t begin, size_t end)
{
    const covey_state *state = &work->flock->state;
    bool within = true;
    for (int axis = 0; axis < state->dim && within; axis++)
        covey_columns_within(state->pos[axis] + begin, work->own->low[axis], work->own->high[axis],
                             end - begin, &within);
    return within;
}

/// The pairs of a block, those that are only summed apart. Its agents cost so much wherever a part
/// ends; the number of their candidates depends on its window, too.
static double tell_pairs(task *own)
{
    double all, summed = 0.0, before = own->told;
    covey_columns_total(own->counted.all, &all);
    if (own->work->world->def.dense == COVEY_DENSE_AGGREGATE)
        covey_columns_total(own->counted.summed, &summed);
    own->told = all - summed;
    return own->told - before;
}

/// Steps the owned agents of a block, which may have ghosts between them: run by run.
static void step_owned(task *own, size_t begin, size_t end)
{
    const job *work = own->work;
    size_t block = begin / COVEY_BLOCK;
    covey_totals moved = covey_totals_none();
    own->group.moved = &moved;
    if (are_owned(work, begin, end)) {
        step_agents(own, begin, end);
        begin = end;
    }
    for (size_t next; begin < end; begin = next) {
        begin = find_owned(work, begin, end, true);
        next = find_owned(work, begin, end, false);
        if (begin < next)
            step_agents(own, begin, next);
    }
    if (work->block != NULL)
        work->block[block] = (covey_part_block){
            moved, moved.count > 0 ? (float)(tell_pairs(own) / (double)moved.count) : 0.0F};
}

static uint64_t sum_of(const double *whole)
{
    double sum = 0.0;
    for (size_t k = 0; k < COVEY_BLOCK; k++)
        sum += whole[k];
    return (uint64_t)sum;
}

/// True if the step is to end before its next block. Without def.stop that costs one load.
static bool is_stopped(covey_world *world)
{
    if (world->def.stop == NULL)
        return false;
    if (atomic_load_explicit(&world->stopped, memory_order_relaxed))
        return true;
    if (!world->def.stop(world->def.stop_context))
        return false;
    atomic_store_explicit(&world->stopped, true, memory_order_relaxed);
    return true;
}

/// Makes a task one of agents of a flock, which have `any` in common.
static void begin_task(const job *work, const covey_agent *any, covey_step_result *result,
                       task *own)
{
    own->work = work;
    own->group = (covey_group){.world = work->world, .flock = work->flock, .agents = {.any = any}};
    own->group.speeds = work->world->def.dense == COVEY_DENSE_AGGREGATE; // sums need the fastest
    own->path = covey_touch_path(work->world, work->flock);
    own->counted = (pairs){{0}, {0}};
    own->told = 0.0;
    own->result = result;
    covey_perceive_begin(work->flock, &own->senses);
}

static void end_task(const task *own)
{
    own->result->pairs += sum_of(own->counted.all);
    own->result->sum_pairs += sum_of(own->counted.summed);
}

static void step_blocks(void *context, covey_share blocks)
{
    const job *work = context;
    covey_flock *flock = work->flock;
    const covey_agent any = covey_flock_any(flock, &work->world->def.space, work->world->step);
    task own; // not cleared as a whole, which takes long
    work->world->result[blocks.index] = (covey_step_result){.first = nothing_diverged};
    begin_task(work, &any, &work->world->result[blocks.index], &own);
    for (size_t block = blocks.begin; block < blocks.end && !is_stopped(work->world); block++) {
        size_t begin = block * COVEY_BLOCK, left = flock->state.count - begin;
        size_t end = begin + (left < COVEY_BLOCK ? left : COVEY_BLOCK);
        if (work->own == NULL)
            step_agents(&own, begin, end);
        else
            step_owned(&own, begin, end);
    }
    end_task(&own);
}

/// Adds a result of a flock to those of all.
static void add_result(covey_world *world, covey_flock *flock, const covey_step_result *one)
{
    covey_step_result *total = &world->tried;
    total->agents += one->agents;
    total->pairs += one->pairs;
    total->sum_pairs += one->sum_pairs;
    total->candidates += one->candidates;
    flock->entered += one->entries;
}

static void gather(const job *work, size_t tasks, covey_diverged *first)
{
    for (size_t index = 0; index < tasks; index++) {
        add_result(work->world, work->flock, &work->world->result[index]);
        *first = covey_step_first(*first, work->world->result[index].first);
    }
}

/// Blocks of a task, where that leaves every thread some tasks: to begin one takes time.
enum { TASK_BLOCKS = 4, LEAST_TASKS = 64, TASKS_PER_THREAD = 4 };

static size_t tasks_for(size_t blocks, int threads)
{
    size_t tasks = blocks / TASK_BLOCKS, least = TASKS_PER_THREAD * (size_t)threads;
    least = least > LEAST_TASKS ? least : LEAST_TASKS;
    tasks = tasks > least ? tasks : least;
    tasks = tasks < COVEY_MAX_TASKS ? tasks : COVEY_MAX_TASKS;
    return tasks < blocks ? tasks : blocks;
}

static void step_flock(covey_world *world, int number, double dt, covey_diverged *first)
{
    covey_flock *flock = world->flock[number];
    size_t blocks = (flock->state.count + COVEY_BLOCK - 1) / COVEY_BLOCK;
    size_t tasks = tasks_for(blocks, world->def.threads);
    const covey_part *part = world->has_part ? &world->part : NULL;
    job work = {
        .world = world,
        .flock = flock,
        .own = part != NULL ? &part->own : NULL,
        .block = part != NULL ? part->block[number] : NULL,
        .dt = dt,
    };
    flock->entered = 0;
    if (tasks == 0)
        return;
    covey_parallel(&world->workers, blocks, tasks, step_blocks, &work);
    gather(&work, tasks, first);
}

// ---- One after another ----

_Static_assert(COVEY_MAX_FLOCKS <= (int)COVEY_MAX_TASKS, "each flock has a result");

/// Agents of all flocks at work.
typedef struct turns {
    covey_queue queue;
    double dt;
    covey_diverged first; ///< in the order of the turns
} turns;

/// Takes the agent at index i of a flock ahead, and lets those behind it see that.
static void step_one(turns *all, task *own, size_t i)
{
    covey_world *world = all->queue.world;
    const covey_flock *flock = own->work->flock;
    if (flock->model->herds)
        covey_herd_find(world); // prey may have moved
    own->senses.next = 0;       // the percepts of the agent before are none of this one
    step_agents(own, i, i + 1);
    covey_queue_show(&all->queue, flock->number, i);
    if (all->first.flock == COVEY_MAX_FLOCKS)
        all->first = own->result->first;
}

static void step_turns(void *context, covey_share share)
{
    turns *all = context;
    covey_world *world = all->queue.world;
    job work = {.world = world, .dt = all->dt};
    covey_agent any;
    task own; // not cleared as a whole, which takes long
    int number;
    size_t i, taken = 0;
    (void)share;
    while ((taken++ % COVEY_BLOCK != 0 || !is_stopped(world)) &&
           covey_queue_next(&all->queue, &number, &i)) {
        if (work.flock != world->flock[number]) {
            if (work.flock != NULL)
                end_task(&own);
            work.flock = world->flock[number];
            any = covey_flock_any(work.flock, &world->def.space, world->step);
            begin_task(&work, &any, &world->result[number], &own);
        }
        step_one(all, &own, i);
    }
    if (work.flock != NULL)
        end_task(&own);
}

/// Takes the agents of all flocks ahead, one after another.
static void step_in_turn(covey_world *world, double dt, covey_diverged *first)
{
    turns all = {.dt = dt, .first = nothing_diverged};
    for (int number = 0; number < world->flock_count; number++) {
        world->flock[number]->entered = 0;
        world->result[number] = (covey_step_result){.first = nothing_diverged};
    }
    covey_queue_begin(world, &all.queue);
    covey_parallel(&world->workers, 1, 1, step_turns, &all);
    covey_queue_end(&all.queue);
    for (int number = 0; number < world->flock_count; number++)
        add_result(world, world->flock[number], &world->result[number]);
    *first = all.first;
}

// ---- Steps ----

/// Values that a step changes before agents move, besides the schedules; a stopped step puts
/// them back.
typedef struct past {
    double dt;
    size_t events, lost;
} past;

static void keep_past(covey_world *world, past *kept)
{
    *kept = (past){.dt = world->dt};
    covey_schedule_note(world);
    if (world->events != NULL) {
        kept->events = world->events->count;
        kept->lost = world->events->lost;
    }
}

/// Puts the kept values back. The step has written the next state besides, which the next try
/// overwrites.
static covey_status put_back(covey_world *world, const past *kept)
{
    world->dt = kept->dt;
    covey_schedule_put_back(world);
    if (world->events != NULL) {
        world->events->count = kept->events;
        world->events->lost = kept->lost;
    }
    return covey_fail(&world->error, COVEY_INTERRUPTED, "stopped after step %llu",
                      (unsigned long long)world->step);
}

/// Takes all flocks into their next states.
static covey_status step_flocks(covey_world *world, double dt, covey_diverged *first)
{
    world->dt = dt;
    covey_events_begin(world);
    covey_world_sort(world);
    covey_bounds_settle(world);
    bool right = covey_parallel_rounds_right(&world->workers);
    bool together = world->def.order == COVEY_ORDER_TOGETHER;
    world->tried = (covey_step_result){0};
    for (int number = 0; number < world->flock_count && right && together; number++) {
        step_flock(world, number, dt, first);
        right = covey_parallel_rounds_right(&world->workers);
    }
    if (right && !together) {
        step_in_turn(world, dt, first);
        right = covey_parallel_rounds_right(&world->workers);
    }
    return right ? COVEY_OK : covey_fail(&world->error, COVEY_SYSTEM, COVEY_WRONG_ROUNDING);
}

static covey_status try_step(covey_world *world, double dt, covey_diverged *first)
{
    *first = nothing_diverged;
    if (world->error.status == COVEY_DIVERGED)
        return world->error.status;
    if (!covey_parallel_begin(&world->workers))
        return covey_fail(&world->error, COVEY_SYSTEM, COVEY_WRONG_ROUNDING);
    if (!(fabs(dt) <= DBL_MAX))
        return covey_fail(&world->error, COVEY_ARG, "a step of length %g is not finite", dt);
    if (world->has_part && world->def.order != COVEY_ORDER_TOGETHER)
        return covey_fail(&world->error, COVEY_ARG,
                          "a world that owns a part moves its agents together");
    past before = {.dt = dt};
    if (world->def.stop != NULL)
        keep_past(world, &before);
    covey_status status = covey_schedule_apply(world, &world->error);
    if (status != COVEY_OK)
        return status;
    atomic_store_explicit(&world->stopped, false, memory_order_relaxed);
    status = step_flocks(world, dt, first);
    bool stopped = atomic_load_explicit(&world->stopped, memory_order_relaxed);
    return status == COVEY_OK && stopped ? put_back(world, &before) : status;
}

covey_status covey_step_try(covey_world *world, double dt, covey_diverged *first)
{
    covey_status status = covey_world_enter(world, NULL);
    return status == COVEY_OK ? covey_world_leave(world, try_step(world, dt, first)) : status;
}

covey_status covey_step_finish(covey_world *world, covey_diverged first)
{
    covey_error *error = &world->error;
    for (int number = 0; number < world->flock_count; number++)
        covey_flock_swap(world->flock[number]);
    world->step++;
    world->changes++;
    world->stats.steps++;
    world->stats.agent_steps += world->tried.agents;
    world->stats.pairs += world->tried.pairs;
    world->stats.sum_pairs += world->tried.sum_pairs;
    world->stats.candidates += world->tried.candidates;
    if (first.flock == COVEY_MAX_FLOCKS)
        return COVEY_OK;
    covey_fail(error, COVEY_DIVERGED,
               "step %llu: the position or velocity of agent %" COVEY_PRI_ID
               " of flock %s left the finite range",
               (unsigned long long)world->step, first.id, world->flock[first.flock]->name);
    error->step = world->step;
    error->id = first.id;
    error->flock = first.flock;
    return COVEY_DIVERGED;
}

covey_status covey_step_meet(covey_world *world, const covey_step_contacts *contacts)
{
    covey_status status = COVEY_OK;
    if (covey_bodies_reach(world) > 0.0)
        status = contacts->push_apart(contacts->context, world);
    for (int number = 0; number < world->flock_count && status == COVEY_OK; number++)
        if (covey_catch_hunts(world->flock[number]))
            status = contacts->catch_prey(contacts->context, world, number);
    if (status == COVEY_OK)
        covey_events_find(world);
    covey_moved_end(world);
    return status;
}

static covey_status push_apart(void *context, covey_world *world)
{
    (void)context;
    covey_bodies_step(world);
    return COVEY_OK;
}

static covey_status catch_prey(void *context, covey_world *world, int hunters)
{
    (void)context;
    covey_catch_step(world, hunters);
    return COVEY_OK;
}

covey_status covey_world_step(covey_world *world, double dt)
{
    COVEY_ROUND();
    static const covey_step_contacts alone = {NULL, push_apart, catch_prey};
    covey_diverged first;
    covey_status status = covey_step_try(world, dt, &first);
    if (status == COVEY_OK)
        status = covey_step_finish(world, first);
    return status == COVEY_OK ? covey_step_meet(world, &alone) : status;
}
