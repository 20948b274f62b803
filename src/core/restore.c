// SPDX-License-Identifier: MIT
// Bringing a world back, and making one of a snapshot. Where flocks or schedules differ, the
// snapshot is made a separate world, whose contents the world takes; where influences alone do,
// they are made anew; where these differ in their places alone, they are moved, without memory.
#include "core/bodies.h"
#include "core/def.h"
#include "core/events.h"
#include "core/recipe.h"
#include "core/schedule.h"
#include "core/snapshot.h"

#include "base/misuse.h"

static const unsigned char *recipe_of(const covey_snapshot_bytes *from)
{
    return from->bytes + COVEY_SNAPSHOT_HEAD * COVEY_SNAPSHOT_WORD;
}

// ---- Plugins ----

/// The plugins of a world, in its order.
typedef struct plugins_in_use {
    const covey_model *models[COVEY_MAX_FLOCKS + 1];
    const covey_motion *motions[COVEY_MAX_FLOCKS + 1];
    const covey_influence **influences; ///< in memory of the world
    covey_plugins all;
} plugins_in_use;

static covey_status find_plugins(covey_world *world, plugins_in_use *used, covey_error *error)
{
    size_t count = world->influences.count;
    *used = (plugins_in_use){.models = {NULL}};
    used->influences = covey_memory_take(&world->memory, count + 1, sizeof *used->influences);
    if (used->influences == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory to restore influences");
    for (int number = 0; number < world->flock_count; number++) {
        used->models[number] = world->flock[number]->model;
        used->motions[number] = world->flock[number]->motion;
    }
    for (size_t k = 0; k < count; k++)
        used->influences[k] = world->influences.item[k].kind;
    used->all = (covey_plugins){used->models, used->motions, used->influences};
    return COVEY_OK;
}

static void give_plugins(covey_world *world, size_t count, plugins_in_use *used)
{
    covey_memory_give(&world->memory, used->influences, count + 1, sizeof *used->influences);
}

// ---- A world of a snapshot ----

/// Definitions that no world takes are from a wrong snapshot.
static covey_status as_input(covey_status status, covey_error *error)
{
    if (status != COVEY_ARG)
        return status;
    if (error != NULL)
        error->status = COVEY_INPUT;
    return COVEY_INPUT;
}

static covey_status take_state(covey_world *world, const covey_snapshot_bytes *from,
                               covey_error *error)
{
    covey_status status = covey_snapshot_check(world, from, error);
    return status == COVEY_OK ? covey_snapshot_take_state(world, from, error) : status;
}

/// Schedules set their parameters, so the state is taken once more.
static covey_status fill(covey_world *world, const covey_snapshot_bytes *from,
                         const covey_recipe *recipe, covey_error *error)
{
    covey_status status = take_state(world, from, error);
    if (status == COVEY_OK)
        status = covey_recipe_make_schedules(recipe, world, error);
    if (status == COVEY_OK && recipe->schedules_count > 0)
        status = covey_snapshot_take_state(world, from, error);
    return status;
}

/// How a world of a recipe runs, and where its plugins are found.
typedef struct surroundings {
    const covey_world_def *engine;
    const covey_plugins *plugins;
    const covey_world *like; ///< see covey_recipe_make()
} surroundings;

/// A world of a recipe and a state.
static covey_status make(const covey_snapshot_bytes *from, const covey_recipe *recipe,
                         const surroundings *around, covey_world **world, covey_error *error)
{
    covey_world_def def = *around->engine;
    def.space = recipe->world.space;
    def.seed = recipe->world.seed;
    def.precision = recipe->world.precision;
    def.dense = recipe->world.dense;
    def.order = recipe->world.order;
    covey_status status = covey_world_create(&def, world, error);
    if (status != COVEY_OK)
        return status;
    status = covey_recipe_make(recipe, around->like, around->plugins, *world, error);
    if (status == COVEY_OK)
        status = fill(*world, from, recipe, error);
    if (status == COVEY_OK)
        return COVEY_OK;
    covey_world_destroy(*world);
    *world = NULL;
    return as_input(status, error);
}

covey_status covey_world_create_from(const void *bytes, size_t size, const covey_world_def *engine,
                                     const covey_plugins *plugins, covey_world **world,
                                     covey_error *error)
{
    if (bytes == NULL || world == NULL)
        return covey_missing(error, __func__);
    COVEY_ROUND();
    *world = NULL;
    covey_world_def full = covey_world_def_default();
    if (engine != NULL && covey_def_take(&full, sizeof full, engine, error) != COVEY_OK)
        return COVEY_ARG;
    engine = &full;
    covey_snapshot_bytes from;
    covey_recipe recipe;
    covey_memory memory = covey_memory_init(engine->allocator);
    covey_status status = covey_snapshot_open(bytes, size, &from, error);
    if (status == COVEY_OK && from.recipe == 0)
        return covey_fail(error, COVEY_INPUT,
                          "the snapshot has format %d, which has no definitions to make a world of",
                          COVEY_SNAPSHOT_STATE);
    if (status != COVEY_OK)
        return status;
    status = covey_recipe_read(&memory, recipe_of(&from), from.recipe, &recipe, error);
    if (status == COVEY_OK)
        status = make(&from, &recipe, &(surroundings){engine, plugins, NULL}, world, error);
    covey_recipe_destroy(&memory, &recipe);
    return status;
}

// ---- Restoring where something differs ----

/// Gives the contents of a world back, and moves the contents of another one into it, whose flocks
/// have marks if this one reports events.
static void take_contents(covey_world *world, covey_world *from)
{
    size_t shell = sizeof *world, bytes_before = world->memory.bytes;
    covey_events_follow_flocks(world, from);
    for (int number = 0; number < world->flock_count; number++)
        covey_flock_destroy(&world->memory, world->flock[number]);
    world->stats.agent_bytes -= bytes_before - world->memory.bytes;
    covey_bodies_destroy(world);
    covey_influence_clear(&world->memory, &world->influences);
    covey_schedule_destroy(&world->memory, &world->schedules);
    memcpy(world->flock, from->flock, sizeof world->flock);
    world->flock_count = from->flock_count;
    world->flocks_given = from->flocks_given;
    world->influences = from->influences;
    world->schedules = from->schedules;
    world->bodies = from->bodies;
    world->step = from->step;
    world->error = from->error;
    world->memory.bytes += from->memory.bytes - shell;
    world->stats.agent_bytes += from->stats.agent_bytes;
    from->memory.bytes = shell;
    from->flock_count = 0;
    from->influences = (covey_influence_list){0};
    from->schedules = (covey_schedules){0};
    from->bodies = (covey_bodies){0};
    covey_world_destroy(from);
}

static covey_status take_marks(const covey_world *world, covey_world *made, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (int number = 0; number < made->flock_count && world->events != NULL; number++)
        if (status == COVEY_OK)
            status = covey_events_take_marks(made, made->flock[number]);
    return status == COVEY_OK ? status : covey_fail(error, status, "no memory for events");
}

static covey_status replace_all(covey_world *world, const covey_snapshot_bytes *from,
                                const covey_recipe *recipe, const covey_plugins *plugins,
                                covey_error *error)
{
    covey_world_def engine = world->def;
    covey_world *made;
    engine.threads = 1; // it takes no step
    engine.executor = (covey_executor){0};
    covey_status status =
        make(from, recipe, &(surroundings){&engine, plugins, world}, &made, error);
    if (status != COVEY_OK)
        return status;
    status = take_marks(world, made, error);
    if (status != COVEY_OK) {
        covey_world_destroy(made);
        return status;
    }
    take_contents(world, made);
    return COVEY_OK;
}

/// Makes influences anew and takes the state; puts the old ones back if that fails.
static covey_status replace_influences(covey_world *world, const covey_snapshot_bytes *from,
                                       const covey_recipe *recipe, const covey_plugins *plugins,
                                       covey_error *error)
{
    covey_influence_list old = world->influences;
    world->influences = (covey_influence_list){0};
    covey_status status = covey_recipe_make_influences(recipe, plugins, world, error);
    if (status == COVEY_OK)
        status = take_state(world, from, error);
    if (status == COVEY_OK) {
        covey_influence_clear(&world->memory, &old);
        return COVEY_OK;
    }
    covey_influence_clear(&world->memory, &world->influences);
    world->influences = old;
    return as_input(status, error);
}

/// Moves the influences to where their spare points are, and takes the state.
static covey_status move_influences(covey_world *world, const covey_snapshot_bytes *from,
                                    covey_error *error)
{
    const covey_influence_list *list = &world->influences;
    covey_status status = COVEY_OK;
    for (size_t k = 0; k < list->count && status == COVEY_OK; k++)
        if (list->item[k].shape != NULL)
            status = covey_shape_check_spare(&world->def.space, list->item[k].shape, error);
    if (status == COVEY_OK)
        status = covey_snapshot_check(world, from, error);
    if (status != COVEY_OK)
        return as_input(status, error);
    for (size_t k = 0; k < list->count; k++)
        if (list->item[k].shape != NULL)
            (void)covey_shape_take_spare(&world->def.space, list->item[k].shape, NULL);
    return covey_snapshot_take_state(world, from, error);
}

/// Restores where some part of the recipe differs.
static covey_status restore_other(covey_world *world, const covey_snapshot_bytes *from,
                                  bool same_rest, covey_error *error)
{
    covey_recipe recipe;
    plugins_in_use used = {.influences = NULL};
    size_t count = world->influences.count;
    covey_status status =
        covey_recipe_read(&world->memory, recipe_of(from), from->recipe, &recipe, error);
    if (status == COVEY_OK)
        status = covey_recipe_check(&recipe, world, error);
    if (status == COVEY_OK && (world->has_part || world->slice.of > 0))
        status = covey_fail(error, COVEY_INPUT, "the snapshot is of a world of other definitions");
    if (status == COVEY_OK)
        status = find_plugins(world, &used, error);
    if (status == COVEY_OK)
        status = same_rest ? replace_influences(world, from, &recipe, &used.all, error)
                           : replace_all(world, from, &recipe, &used.all, error);
    give_plugins(world, count, &used);
    covey_recipe_destroy(&world->memory, &recipe);
    return status;
}

static covey_status restore(covey_world *world, const void *buffer, size_t size, covey_error *error)
{
    covey_snapshot_bytes from;
    covey_status status = covey_snapshot_open(buffer, size, &from, error);
    if (status == COVEY_OK)
        status = covey_snapshot_check_precision(world, &from, error);
    if (status != COVEY_OK)
        return status;
    bool same[COVEY_RECIPE_PARTS], all = true;
    for (int part = 0; part < COVEY_RECIPE_PARTS; part++) {
        same[part] = from.recipe == 0 || covey_recipe_is_same(world, (covey_recipe_part)part,
                                                              recipe_of(&from), from.recipe);
        all = all && same[part];
    }
    if (all)
        return take_state(world, &from, error);
    bool same_rest = same[COVEY_RECIPE_FLOCKS] && same[COVEY_RECIPE_SCHEDULES];
    if (same_rest && covey_recipe_read_outlines(world, recipe_of(&from), from.recipe))
        return move_influences(world, &from, error);
    return restore_other(world, &from, same_rest, error);
}

covey_status covey_world_restore(covey_world *world, const void *buffer, size_t size,
                                 covey_error *error)
{
    if (buffer == NULL)
        return covey_missing(error, __func__);
    covey_status status = covey_world_enter(world, error);
    return status == COVEY_OK ? covey_world_leave(world, restore(world, buffer, size, error))
                              : status;
}
