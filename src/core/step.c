// SPDX-License-Identifier: MIT
// One step of a world: sort; on the state as it is, block by block, perceive, decide, be influenced
// and move to another state, which takes its place when all flocks have.
#include "core/columns.h"
#include "core/group.h"
#include "core/near.h"
#include "core/perceive.h"

#include <float.h>
#include <string.h>

/// A flock at work. Its blocks of agents are cut into at most as many tasks as there are outcomes
/// to write to.
typedef struct job {
    covey_world *world;
    covey_flock *flock;
    size_t blocks;
    size_t tasks;
    double dt;
} job;

typedef struct range {
    size_t begin, end;
} range;

static range range_of(const job *work, size_t index)
{
    size_t count = work->flock->state.count;
    size_t begin = work->blocks * index / work->tasks * COVEY_BLOCK;
    size_t end = work->blocks * (index + 1) / work->tasks * COVEY_BLOCK;
    return (range){begin, end < count ? end : count};
}

/// Pairs, column by column: whole numbers, whose sums are exact in any order.
typedef struct pairs {
    double all[COVEY_BLOCK];
    double summed[COVEY_BLOCK]; ///< of zones that only sum
} pairs;

/// Counts the pairs of each agent: those of the zone that holds most.
static void count_pairs(const covey_flock *flock, const covey_senses *senses, size_t agents,
                        pairs *counted)
{
    double most[COVEY_BLOCK];
    for (int k = 0; k < flock->counted_count; k++) {
        const double *count = senses->zone[flock->counted[k]].count;
        if (k == 0)
            memcpy(most, count, agents * sizeof *most);
        else
            covey_columns_raise(count, agents, most);
        if (k + 1 == flock->counted_sums)
            covey_columns_add(most, agents, counted->summed);
    }
    if (flock->counted_count > 0)
        covey_columns_add(most, agents, counted->all);
}

static uint64_t sum_of(const double *whole)
{
    double sum = 0.0;
    for (size_t k = 0; k < COVEY_BLOCK; k++)
        sum += whole[k];
    return (uint64_t)sum;
}

static size_t block_end(range agents, size_t begin)
{
    return agents.end - begin < COVEY_BLOCK ? agents.end : begin + COVEY_BLOCK;
}

/// Finds the agent of the lowest id that gets something that is not finite.
static void find_infinite(const covey_group *group, covey_outcome *outcome)
{
    const covey_flock *flock = group->flock;
    for (size_t i = group->begin; i < group->begin + group->agents.count; i++) {
        uint32_t id = flock->state.id[i];
        if (covey_state_is_finite(&flock->spare, i) ||
            (outcome->diverged && outcome->diverged_id < id))
            continue;
        outcome->diverged = true;
        outcome->diverged_id = id;
    }
}

static covey_course course_of(const job *work)
{
    const covey_world *world = work->world;
    const covey_flock *flock = work->flock;
    return (covey_course){
        .space = &world->def.space,
        .influences = &world->influences,
        .flock = flock->number,
        .grain = flock->precision == COVEY_PRECISION_SINGLE ? 0x1p-21 : 0x1p-40,
        .solid = covey_influence_is_solid(&world->influences, flock->number),
    };
}

/// What the agents do, given what they sense.
static void act(const job *work, const covey_group *group, const covey_course *course,
                const covey_percepts *percepts, covey_outcome *outcome)
{
    covey_intents intents;
    covey_group_decide(group, percepts, &intents);
    covey_group_influence(group, &work->world->influences, &intents);
    if (!covey_group_move(group, &intents, course, work->dt))
        find_infinite(group, outcome);
    if (course->solid) {
        covey_block moved = covey_group_moved(group);
        outcome->entries += covey_near_entries(course, &moved);
    }
}

static void step_some(void *argument, size_t index)
{
    job *work = argument;
    covey_flock *flock = work->flock;
    covey_outcome *outcome = &work->world->outcome[index];
    *outcome = (covey_outcome){.wrong_rounding = !covey_threads_rounds_right()};
    range agents = range_of(work, index);
    const covey_course course = course_of(work);
    const covey_agent any = covey_flock_any(flock, course.space, work->world->step);
    covey_group group = {.flock = flock, .agents = {.any = &any}};
    covey_senses senses;
    covey_perceive_begin(flock, &senses);
    pairs counted = {{0}, {0}};
    for (size_t begin = agents.begin; begin < agents.end; begin += COVEY_BLOCK) {
        covey_group_take(&group, begin, block_end(agents, begin));
        size_t count = group.agents.count;
        outcome->candidates += covey_perceive(work->world, flock, begin, begin + count, &senses);
        count_pairs(flock, &senses, count, &counted);
        covey_perceive_others(flock, count, &senses);
        act(work, &group, &course, senses.zone, outcome);
    }
    outcome->pairs = sum_of(counted.all);
    outcome->sum_pairs = sum_of(counted.summed);
}

static covey_status gather(const job *work, covey_error *error)
{
    covey_world *world = work->world;
    covey_outcome total = {0};
    for (size_t index = 0; index < work->tasks; index++) {
        const covey_outcome *one = &world->outcome[index];
        total.pairs += one->pairs;
        total.sum_pairs += one->sum_pairs;
        total.candidates += one->candidates;
        total.entries += one->entries;
        total.wrong_rounding = total.wrong_rounding || one->wrong_rounding;
        if (one->diverged && (!total.diverged || one->diverged_id < total.diverged_id))
            total.diverged_id = one->diverged_id;
        total.diverged = total.diverged || one->diverged;
    }
    if (total.wrong_rounding)
        return covey_fail(error, COVEY_SYSTEM, COVEY_WRONG_ROUNDING);
    world->stats.pairs += total.pairs;
    world->stats.sum_pairs += total.sum_pairs;
    world->stats.candidates += total.candidates;
    work->flock->entered = total.entries;
    if (!total.diverged)
        return COVEY_OK;
    covey_fail(error, COVEY_DIVERGED,
               "step %llu: the position or velocity of agent %lu of flock %s left the finite range",
               (unsigned long long)world->step + 1, (unsigned long)total.diverged_id,
               work->flock->name);
    error->step = world->step + 1;
    error->id = total.diverged_id;
    error->flock = work->flock->number;
    return COVEY_DIVERGED;
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

static covey_status step_flock(covey_world *world, int number, double dt)
{
    covey_flock *flock = world->flock[number];
    size_t blocks = (flock->state.count + COVEY_BLOCK - 1) / COVEY_BLOCK;
    job work = {
        .world = world,
        .flock = flock,
        .blocks = blocks,
        .tasks = tasks_for(blocks, world->def.threads),
        .dt = dt,
    };
    if (work.tasks == 0)
        return COVEY_OK;
    world->executor.run(world->executor.context, step_some, &work, work.tasks);
    return gather(&work, &world->error);
}

/// Steps every flock, so that all get there even if one diverges; the first that does is reported.
/// With other rounding nobody gets anywhere.
static covey_status step_flocks(covey_world *world, double dt)
{
    covey_error first = {.status = COVEY_OK};
    for (int number = 0; number < world->flock_count; number++) {
        covey_status status = step_flock(world, number, dt);
        if (status == COVEY_SYSTEM)
            return status;
        if (status != COVEY_OK && first.status == COVEY_OK)
            first = world->error;
    }
    for (int number = 0; number < world->flock_count; number++)
        covey_flock_arrive(world->flock[number]);
    if (first.status != COVEY_OK)
        world->error = first;
    return first.status;
}

static covey_status take_step(covey_world *world, double dt)
{
    if (world->error.status == COVEY_DIVERGED)
        return world->error.status;
    if (!covey_threads_rounds_right())
        return covey_fail(&world->error, COVEY_SYSTEM, COVEY_WRONG_ROUNDING);
    if (!(fabs(dt) <= DBL_MAX))
        return covey_fail(&world->error, COVEY_ARG, "a step of length %g is not finite", dt);
    if (!covey_world_sort(world))
        return covey_fail(&world->error, COVEY_SYSTEM, COVEY_WRONG_ROUNDING);
    covey_status status = step_flocks(world, dt);
    if (status == COVEY_SYSTEM)
        return status;
    world->step++;
    world->stats.steps++;
    for (int number = 0; number < world->flock_count; number++)
        world->stats.agent_steps += world->flock[number]->state.count;
    return status;
}

covey_status covey_world_step(covey_world *world, double dt)
{
    covey_status status = covey_world_enter(world, NULL);
    return status == COVEY_OK ? covey_world_leave(world, take_step(world, dt)) : status;
}
