// SPDX-License-Identifier: MIT
// Worlds: making them, adding and removing flocks, setting their parameters.
#include "core/world.h"

#include "base/bits.h"
#include "base/misuse.h"
#include "core/bodies.h"
#include "core/def.h"
#include "core/events.h"
#include "core/names.h"
#include "core/predation.h"
#include "core/schedule.h"
#include "geometry/space.h"

#include <limits.h>
#include <string.h>

static covey_status check_precision(const covey_world_def *def, covey_error *error)
{
    if (def->precision != COVEY_PRECISION_DOUBLE && def->precision != COVEY_PRECISION_SINGLE)
        return covey_fail(error, COVEY_ARG, "there is no precision %d", (int)def->precision);
    if (def->precision == COVEY_PRECISION_DOUBLE || def->space.kind == COVEY_SPACE_OPEN)
        return COVEY_OK;
    for (int axis = 0; axis < covey_space_dim(&def->space); axis++)
        if (!(def->space.size[axis] >= COVEY_SINGLE_LOW &&
              def->space.size[axis] <= COVEY_SINGLE_HIGH))
            return covey_fail(error, COVEY_ARG,
                              "%s size %g is outside [%g, %g], as single precision needs it",
                              covey_space_names()[def->space.kind], def->space.size[axis],
                              COVEY_SINGLE_LOW, COVEY_SINGLE_HIGH);
    return COVEY_OK;
}

/// Checks how the world is to sense and to sum.
static covey_status check_ways(const covey_world_def *def, covey_error *error)
{
    if (def->kernel > COVEY_KERNEL_AVX512)
        return covey_fail(error, COVEY_ARG, "there is no kernel %d", (int)def->kernel);
    if (covey_kernels_choose(def->kernel, def->precision) == NULL)
        return covey_fail(error, COVEY_ARG, "this machine does not run the kernel %s",
                          covey_names_kernel[def->kernel]);
    if (def->dense > COVEY_DENSE_AGGREGATE)
        return covey_fail(error, COVEY_ARG, "there is no way %d to sum a dense crowd",
                          (int)def->dense);
    if (def->order > COVEY_ORDER_TURN_IN_TURN)
        return covey_fail(error, COVEY_ARG, "there is no order %d of agents", (int)def->order);
    if (def->order != COVEY_ORDER_TOGETHER && def->dense != COVEY_DENSE_PAIRS)
        return covey_fail(error, COVEY_ARG,
                          "order: %s does not go together with dense: %s, which sums before any "
                          "agent moves",
                          covey_names_order[def->order], covey_names_dense[def->dense]);
    return COVEY_OK;
}

/// Chooses the kernels of a world. Those of agents that move one after another are the plainest,
/// which look at an agent anew each time.
static void choose_kernels(covey_world *world, const covey_world_def *def)
{
    covey_kernel_kind kind = def->order == COVEY_ORDER_TOGETHER ? def->kernel : COVEY_KERNEL_REF;
    world->kernel[COVEY_WAY_PAIRS] = covey_kernels_choose(kind, def->precision);
    world->kernel[COVEY_WAY_NEAREST] = covey_kernels_choose_nearest(kind);
    world->kernel[COVEY_WAY_EACH] = covey_kernels_perceive_each;
    world->kernel[COVEY_WAY_SUMS] = covey_kernels_choose_aggregate(kind);
}

covey_status covey_world_create(const covey_world_def *def, covey_world **result,
                                covey_error *error)
{
    COVEY_ROUND();
    if (def == NULL || result == NULL)
        return covey_missing(error, __func__);
    *result = NULL;
    covey_world_def full = covey_world_def_default();
    covey_status status = covey_def_take(&full, sizeof full, def, error);
    def = &full;
    if (status == COVEY_OK)
        status = covey_space_check(&def->space, error);
    if (status == COVEY_OK)
        status = check_precision(def, error);
    if (status != COVEY_OK)
        return status;
    if (def->executor.run == NULL && (def->threads < 1 || def->threads > COVEY_MAX_THREADS))
        return covey_fail(error, COVEY_ARG, "%d threads are outside [1, %d]", def->threads,
                          COVEY_MAX_THREADS);
    status = check_ways(def, error);
    if (status != COVEY_OK)
        return status;
    covey_memory memory = covey_memory_init(def->allocator);
    covey_world *world = covey_memory_take(&memory, 1, sizeof *world);
    if (world == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for a world");
    world->def = *def;
    world->def.space.dim = covey_space_dim(&def->space);
    for (int axis = 0;
         axis < covey_space_dim(&def->space) && def->precision == COVEY_PRECISION_SINGLE; axis++)
        world->def.space.size[axis] = covey_single_round(def->space.size[axis]);
    world->memory = memory;
    choose_kernels(world, def);
    world->workers.executor = def->executor;
    if (def->executor.run == NULL) {
        if (def->threads > 1)
            status = covey_threads_create(&world->memory, def->threads, &world->pool);
        world->workers.executor = covey_threads_executor(world->pool);
    }
    if (status != COVEY_OK) {
        covey_world_destroy(world);
        return covey_fail(error, status, "the system did not give %d threads", def->threads);
    }
    *result = world;
    return COVEY_OK;
}

void covey_world_destroy(covey_world *world)
{
    COVEY_ROUND(); // the world that keeps the rules from before is given back
    if (world == NULL || covey_world_enter(world, NULL) != COVEY_OK)
        return;
    while (world->flock_count > 0) { // an allocator that looks at the world sees no flock half gone
        world->flock_count--;
        covey_flock_destroy(&world->memory, world->flock[world->flock_count]);
    }
    covey_bodies_destroy(world);
    covey_influence_clear(&world->memory, &world->influences);
    covey_schedule_destroy(&world->memory, &world->schedules);
    covey_events_destroy(&world->memory, world->events);
    covey_threads_destroy(&world->memory, world->pool);
    covey_memory memory = world->memory;
    covey_memory_give(&memory, world, 1, sizeof *world);
}

static covey_status check_count(const covey_world *world, const covey_flock_def *def,
                                covey_error *error)
{
    size_t most = COVEY_MAX_AGENTS, end;
    if (world->slice.of > 0)
        most = (size_t)COVEY_MAX_SLICED;
    if (def->count > most)
        return covey_fail(error, COVEY_ARG,
                          "%zu agents are more than the %zu that a flock can have", def->count,
                          most);
    if (def->capacity > most)
        return covey_fail(error, COVEY_ARG, "a capacity of %zu is above the %zu agents of a flock",
                          def->capacity, most);
    size_t first = covey_slice_begin(world->slice, def->count, &end);
    if (end - first > COVEY_MAX_AGENTS)
        return covey_fail(
            error, COVEY_ARG,
            "%zu of the agents of flock %s would be in one process, which has at most "
            "%d: more of them are needed",
            end - first, def->name, COVEY_MAX_AGENTS);
    if (def->capacity > 0 && def->capacity < def->count)
        return covey_fail(error, COVEY_ARG, "%zu agents are more than the capacity of %zu",
                          def->count, def->capacity);
    return COVEY_OK;
}

static covey_status check_flock_def(const covey_world *world, const covey_flock_def *def,
                                    covey_error *error)
{
    if (!covey_rounds_right())
        return covey_fail(error, COVEY_SYSTEM, COVEY_WRONG_ROUNDING);
    if (def->settings == NULL && def->settings_count > 0)
        return covey_fail(error, COVEY_ARG, "the settings of a flock are NULL");
    if (def->traits == NULL && def->traits_count > 0)
        return covey_fail(error, COVEY_ARG, "the traits of a flock are NULL");
    if (def->name == NULL || def->name[0] == '\0' || strlen(def->name) >= COVEY_NAME_SIZE)
        return covey_fail(error, COVEY_ARG, "a flock needs a name of 1 to %d bytes",
                          COVEY_NAME_SIZE - 1);
    if (def->responses == NULL && def->responses_count > 0)
        return covey_fail(error, COVEY_ARG, "the responses of flock %s are NULL", def->name);
    if (world->flocks_given == INT_MAX)
        return covey_fail(error, COVEY_ARG, "a world can be given no more than %d flocks", INT_MAX);
    if (covey_world_find(world, def->name) >= 0)
        return covey_fail(error, COVEY_ARG, "there is a flock called %s already", def->name);
    if (world->flock_count == COVEY_MAX_FLOCKS)
        return covey_fail(error, COVEY_ARG, "a world holds at most %d flocks", COVEY_MAX_FLOCKS);
    if (def->hunts != NULL && covey_world_find(world, def->hunts) < 0)
        return covey_fail(error, COVEY_ARG, "there is no flock called %s for %s to hunt",
                          def->hunts, def->name);
    return check_count(world, def, error);
}

static covey_status add(covey_world *world, const covey_flock_def *def, int *number,
                        covey_error *error)
{
    covey_status status = check_flock_def(world, def, error);
    covey_flock *flock = NULL;
    covey_world_def own = world->def;
    if (world->flocks_given > 0)
        own.seed = covey_hash_word(own.seed, (uint64_t)world->flocks_given);
    covey_flock_setup plan = {&own, def, &world->influences, world->flock_count, world->slice};
    size_t bytes_before = world->memory.bytes;
    covey_influence_relate(world, def->mask);
    covey_bounds_settle(world); // agents are placed clear of solids
    if (status == COVEY_OK)
        status = covey_flock_create(&world->memory, &plan, &flock, error);
    if (status != COVEY_OK)
        return status;
    world->influences.bounds.ready = false; // which have boxes for the bodies that there are
    flock->hunts = def->hunts != NULL ? covey_world_find(world, def->hunts) : -1;
    status = covey_catch_take(world, flock, def, error);
    if (status == COVEY_OK)
        status = covey_bodies_take(world, flock, def, error);
    if (status != COVEY_OK) {
        covey_flock_destroy(&world->memory, flock);
        return status;
    }
    world->flock[world->flock_count++] = flock;
    world->stats.agent_bytes += world->memory.bytes - bytes_before;
    covey_world_relate(world);
    status = covey_world_take_trees(world, error);
    if (status == COVEY_OK && world->events != NULL &&
        covey_events_take_marks(world, flock) != COVEY_OK)
        status = covey_fail(error, COVEY_MEMORY, "no memory for events of flock %s", flock->name);
    if (status != COVEY_OK) {
        size_t bytes_with = world->memory.bytes;
        world->flock_count--;
        covey_flock_destroy(&world->memory, flock);
        world->stats.agent_bytes -= bytes_with - world->memory.bytes;
        covey_world_relate(world);
        return status;
    }
    flock->given = world->flocks_given++;
    *number = plan.number;
    covey_world_set_radii(world);
    return COVEY_OK;
}

covey_status covey_world_add(covey_world *world, const covey_flock_def *def, int *number,
                             covey_error *error)
{
    if (def == NULL || number == NULL)
        return covey_missing(error, __func__);
    covey_flock_def full = covey_flock_def_default();
    covey_status status = covey_def_take(&full, sizeof full, def, error);
    if (status == COVEY_OK)
        status = covey_world_enter(world, error);
    return status == COVEY_OK ? covey_world_leave(world, add(world, &full, number, error)) : status;
}

// ---- Removal ----

/// Takes a number out of those of the flocks that another number means; -1: it meant that one.
static int without(int number, int gone)
{
    if (number == gone)
        return -1;
    return number > gone ? number - 1 : number;
}

/// Removes the influences that act on the flock alone.
static void drop_influences(covey_world *world, int number)
{
    covey_influence_list *list = &world->influences;
    list->bounds.ready = false; // they know the numbers of flocks
    for (size_t k = 0; k < list->count; k++) {
        bool gone = list->item[k].flock == number;
        list->item[k].flock = without(list->item[k].flock, number);
        if (gone)
            covey_influence_drop(&world->memory, list, k--);
    }
}

static covey_status drop(covey_world *world, int number, covey_error *error)
{
    covey_flock *gone = covey_world_flock_at(world, number, error);
    if (gone == NULL)
        return COVEY_ARG;
    if (world->has_part)
        return covey_fail(error, COVEY_ARG, "a world that owns a part keeps its flocks");
    drop_influences(world, number);
    covey_events_drop_flock(world, number);
    covey_schedule_drop_flock(world, number);
    world->flock_count--;
    memmove(&world->flock[number], &world->flock[number + 1],
            (size_t)(world->flock_count - number) * sizeof(covey_flock *));
    for (int k = 0; k < world->flock_count; k++) {
        covey_flock *flock = world->flock[k];
        flock->number = k;
        flock->hunts = without(flock->hunts, number);
    }
    covey_influence_relate(world, COVEY_ALL_LAYERS);
    if (world->error.status == COVEY_DIVERGED)
        world->error.flock = without(world->error.flock, number);
    covey_world_relate(world);
    covey_world_set_radii(world);
    size_t bytes_before = world->memory.bytes;
    covey_flock_destroy(&world->memory, gone);
    world->stats.agent_bytes -= bytes_before - world->memory.bytes;
    return COVEY_OK;
}

covey_status covey_world_drop(covey_world *world, int number, covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK ? covey_world_leave(world, drop(world, number, error)) : status;
}

// ---- Parameters ----

/// Does all that follows from a parameter; `plans`: zones may read it.
static covey_status update(covey_world *world, covey_flock *flock, bool plans, covey_error *error)
{
    if (!plans)
        return covey_flock_update_motion(flock, error);
    covey_status status = covey_flock_update(flock, error);
    covey_world_relate(world);
    if (status == COVEY_OK)
        status = covey_world_take_trees(world, error);
    covey_world_set_radii(world);
    return status;
}

/// True if the zones stay as they are after a change of that parameter, which no zone reads.
static bool keeps_zones(const covey_flock *flock, const covey_world_row *at)
{
    if (at->values == flock->motion_params.values)
        return true;
    return at->values == flock->params.values && covey_flock_params_keep_zones(flock);
}

covey_status covey_world_set_row(covey_world *world, covey_flock *flock, const covey_world_row *at,
                                 double value, covey_error *error)
{
    const covey_param table[] = {*at->row, {0}};
    covey_setting setting = {at->row->name, value};
    double before = covey_param_value(at->row, at->values);
    covey_status status = covey_param_set(table, at->values, &setting, error);
    if (status != COVEY_OK)
        return status;
    bool plans = !keeps_zones(flock, at);
    status = update(world, flock, plans, error);
    if (status != COVEY_OK) {
        setting.value = before;
        (void)covey_param_set(table, at->values, &setting, NULL);
        (void)update(world, flock, plans, NULL);
    }
    for (int k = 0; k < flock->traits.count && status == COVEY_OK; k++)
        if (flock->traits.use[k].row == at->row)
            covey_traits_level(&flock->traits, &flock->state, k, value);
    return status;
}

covey_status covey_world_set_now(covey_world *world, int number, const char *name, double value,
                                 covey_error *error)
{
    covey_flock *flock = covey_world_flock_at(world, number, error);
    if (flock == NULL)
        return COVEY_ARG;
    covey_world_row at;
    at.row = covey_flock_param(flock, name, &at.values);
    if (at.row == NULL)
        return covey_flock_set(flock, &(covey_setting){name, value}, error); // which says why
    return covey_world_set_row(world, flock, &at, value, error);
}

covey_status covey_world_set(covey_world *world, int number, const char *name, double value,
                             covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    if (status != COVEY_OK)
        return status;
    if (covey_schedule_has(world, number, -1, name, error))
        return covey_world_leave_still(world, COVEY_ARG);
    return covey_world_leave_still(world, covey_world_set_now(world, number, name, value, error));
}

double covey_world_param(const covey_world *world, int number, const char *name)
{
    covey_flock *flock = covey_world_flock_at(world, number, NULL);
    void *values;
    const covey_param *row = flock != NULL ? covey_flock_param(flock, name, &values) : NULL;
    return row != NULL ? covey_param_value(row, values) : (double)NAN;
}
