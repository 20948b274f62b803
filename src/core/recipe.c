// SPDX-License-Identifier: MIT
#include "core/recipe.h"

#include "base/bits.h"
#include "core/aim.h"
#include "core/definition.h"
#include "core/flock_traits.h"
#include "core/schedule.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

// ---- Writing ----

/// Columns that a flock may have besides those of its definition: bits of a word.
enum { HAS_USER = 1, HAS_AIMS = 2 };

static void put_flocks(covey_described *words, const covey_world *world)
{
    covey_described_put(words, covey_members_world(), &world->def);
    covey_described_word(words, (uint64_t)world->flocks_given);
    covey_described_word(words, (uint64_t)world->flock_count);
    for (int number = 0; number < world->flock_count; number++) {
        const covey_flock *flock = world->flock[number];
        covey_definition room;
        covey_flock_def def = covey_flock_definition(world, flock, &room);
        covey_described_put(words, covey_members_flock(), &def);
        covey_described_word(words, (uint64_t)flock->given);
        covey_described_word(words, (flock->state.user != NULL ? HAS_USER : 0) |
                                        (flock->state.aim != NULL ? HAS_AIMS : 0));
    }
}

static void put_influences(covey_described *words, const covey_world *world)
{
    covey_described_word(words, world->influences.count);
    for (size_t k = 0; k < world->influences.count; k++) {
        covey_influence_def def = covey_influence_definition(world, &world->influences.item[k]);
        covey_described_put(words, covey_members_influence(), &def);
    }
}

static void put_schedules(covey_described *words, const covey_world *world)
{
    covey_described_word(words, (uint64_t)world->schedules.count);
    for (int k = 0; k < world->schedules.count; k++)
        covey_described_put(words, covey_members_schedule(), &world->schedules.list[k].is);
}

static void put_part(covey_described *words, const covey_world *world, covey_recipe_part part)
{
    if (part == COVEY_RECIPE_FLOCKS)
        put_flocks(words, world);
    else if (part == COVEY_RECIPE_INFLUENCES)
        put_influences(words, world);
    else
        put_schedules(words, world);
}

size_t covey_recipe_words(const covey_world *world)
{
    covey_described words = {.dim = covey_space_dim(&world->def.space)};
    for (int part = 0; part < COVEY_RECIPE_PARTS; part++)
        put_part(&words, world, (covey_recipe_part)part);
    return words.count + COVEY_RECIPE_PARTS; // the size of each
}

unsigned char *covey_recipe_put(const covey_world *world, unsigned char *bytes)
{
    covey_described words = {.dim = covey_space_dim(&world->def.space), .to = bytes};
    for (int part = 0; part < COVEY_RECIPE_PARTS; part++) {
        unsigned char *size = words.to; // which is known behind the part
        covey_described_word(&words, 0);
        put_part(&words, world, (covey_recipe_part)part);
        (void)covey_bytes_put(size, (uint64_t)(words.to - size) / sizeof(uint64_t) - 1);
    }
    return words.to;
}

/// Words that are compared with a part of a recipe; with none if the recipe ends before it.
static covey_described beside(const covey_world *world, covey_recipe_part part,
                              const unsigned char *bytes, size_t left)
{
    covey_described words = {.dim = covey_space_dim(&world->def.space), .like = bytes};
    for (int k = 0; left > 0; k++) {
        uint64_t size;
        bytes = covey_bytes_take(bytes, &size);
        if (size > --left)
            break;
        words.like = bytes;
        words.like_left = k == (int)part ? (size_t)size : 0;
        if (k == (int)part)
            break;
        bytes += size * sizeof size;
        left -= (size_t)size;
    }
    return words;
}

static bool are_same(const covey_described *words)
{
    return !words->differs && words->like_left == 0;
}

bool covey_recipe_is_same(const covey_world *world, covey_recipe_part part,
                          const unsigned char *bytes, size_t left)
{
    covey_described words = beside(world, part, bytes, left);
    put_part(&words, world, part);
    return are_same(&words);
}

bool covey_recipe_read_outlines(covey_world *world, const unsigned char *bytes, size_t left)
{
    covey_described words = beside(world, COVEY_RECIPE_INFLUENCES, bytes, left);
    covey_described_word(&words, world->influences.count);
    for (size_t k = 0; k < world->influences.count && !words.differs; k++) {
        const covey_influence_item *item = &world->influences.item[k];
        covey_influence_def def = covey_influence_definition(world, item);
        words.columns = item->shape != NULL ? item->shape->spare : NULL;
        covey_described_put(&words, covey_members_influence(), &def);
    }
    return are_same(&words);
}

// ---- Reading ----

static void read_flock(covey_reading *reading, covey_recipe_flock *flock)
{
    flock->def = covey_flock_def_default();
    covey_reading_describe(reading, covey_members_flock(), &flock->def);
    uint64_t given = covey_reading_word(reading), has = covey_reading_word(reading);
    reading->sound = reading->sound && given < INT_MAX && has <= (HAS_USER | HAS_AIMS);
    flock->given = reading->sound ? (int)given : 0;
    flock->user = (has & HAS_USER) != 0;
    flock->aims = (has & HAS_AIMS) != 0;
    covey_flock_def *def = &flock->def;
    reading->sound = reading->sound && def->name != NULL && def->model != NULL &&
                     def->motion != NULL && def->responses_count <= COVEY_MAX_ZONES;
    for (size_t k = 0; reading->sound && k < def->responses_count; k++) {
        flock->responses[k] = covey_response_default(def->responses[k].to, def->responses[k].rule);
        reading->sound = flock->responses[k].to != NULL;
    }
    def->responses = flock->responses; // with initial numbers
}

static void read_flocks(covey_reading *reading, covey_recipe *recipe)
{
    covey_reading_describe(reading, covey_members_world(), &recipe->world);
    reading->dim = covey_space_dim(&recipe->world.space);
    uint64_t given = covey_reading_word(reading), count = covey_reading_word(reading);
    reading->sound = reading->sound && given <= INT_MAX && count <= COVEY_MAX_FLOCKS;
    recipe->flocks_given = reading->sound ? (int)given : 0;
    recipe->flocks = covey_reading_list(reading, count, sizeof *recipe->flocks);
    recipe->flocks_count = reading->sound ? (size_t)count : 0;
    for (size_t k = 0; k < recipe->flocks_count; k++)
        read_flock(reading, &recipe->flocks[k]);
}

static void read_influences(covey_reading *reading, covey_recipe *recipe)
{
    uint64_t count = covey_reading_word(reading);
    recipe->influences = covey_reading_list(reading, count, sizeof *recipe->influences);
    recipe->influences_count = reading->sound ? (size_t)count : 0;
    for (size_t k = 0; k < recipe->influences_count; k++)
        covey_reading_describe(reading, covey_members_influence(), &recipe->influences[k]);
}

static void read_schedules(covey_reading *reading, covey_recipe *recipe)
{
    uint64_t count = covey_reading_word(reading);
    reading->sound = reading->sound && count <= COVEY_MAX_SCHEDULES;
    recipe->schedules = covey_reading_list(reading, count, sizeof *recipe->schedules);
    recipe->schedules_count = reading->sound ? (size_t)count : 0;
    for (size_t k = 0; k < recipe->schedules_count; k++)
        covey_reading_describe(reading, covey_members_schedule(), &recipe->schedules[k]);
}

covey_status covey_recipe_read(covey_memory *memory, const unsigned char *bytes, size_t words,
                               covey_recipe *recipe, covey_error *error)
{
    *recipe = (covey_recipe){.world = covey_world_def_default()};
    recipe->room_size = covey_reading_room(words);
    recipe->room = covey_memory_take(memory, recipe->room_size, 1);
    if (recipe->room == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for the definitions of a snapshot");
    covey_reading reading = {.dim = 2,
                             .at = bytes,
                             .left = words,
                             .room = recipe->room,
                             .room_left = recipe->room_size,
                             .sound = true};
    void (*const read[])(covey_reading *, covey_recipe *) = {read_flocks, read_influences,
                                                             read_schedules};
    for (int part = 0; part < COVEY_RECIPE_PARTS; part++) {
        uint64_t size = covey_reading_word(&reading);
        size_t behind = reading.left - (size_t)size;
        reading.sound = reading.sound && size <= reading.left;
        if (reading.sound)
            read[part](&reading, recipe);
        reading.sound = reading.sound && reading.left == behind;
    }
    if (reading.sound && reading.left == 0)
        return COVEY_OK;
    return covey_fail(error, COVEY_INPUT, "the definitions of the snapshot make no sense");
}

void covey_recipe_destroy(covey_memory *memory, covey_recipe *recipe)
{
    covey_memory_give(memory, recipe->room, recipe->room_size, 1);
    *recipe = (covey_recipe){0};
}

// ---- Comparing ----

static covey_status refuse(const char *of, const covey_member *row, covey_error *error)
{
    return covey_fail(error, COVEY_INPUT, "the snapshot is of a world of other definitions: %s%s",
                      of, row->name);
}

covey_status covey_recipe_check(const covey_recipe *recipe, const covey_world *world,
                                covey_error *error)
{
    int dim = covey_space_dim(&world->def.space);
    const covey_member *row =
        covey_described_differ(covey_members_world(), &recipe->world, &world->def, dim);
    if (row != NULL)
        return refuse("", row, error);
    for (size_t k = 0; k < recipe->flocks_count; k++) {
        int number = covey_world_find(world, recipe->flocks[k].def.name);
        if (number < 0)
            continue;
        covey_definition room;
        covey_flock_def def = covey_flock_definition(world, world->flock[number], &room);
        row = covey_described_differ(covey_members_flock(), &recipe->flocks[k].def, &def, dim);
        char of[COVEY_NAME_SIZE + sizeof "flock 's "];
        (void)snprintf(of, sizeof of, "flock %s's ", def.name);
        if (row != NULL)
            return refuse(of, row, error);
    }
    return COVEY_OK;
}

// ---- Making ----

static const covey_model *model_of(const covey_plugins *plugins, const char *name)
{
    const covey_model *const *list = plugins != NULL ? plugins->models : NULL;
    for (; list != NULL && *list != NULL; list++)
        if (strcmp((*list)->name, name) == 0)
            return *list;
    return NULL;
}

static const covey_motion *motion_of(const covey_plugins *plugins, const char *name)
{
    const covey_motion *const *list = plugins != NULL ? plugins->motions : NULL;
    for (; list != NULL && *list != NULL; list++)
        if (strcmp((*list)->name, name) == 0)
            return *list;
    return NULL;
}

static const covey_influence *kind_of(const covey_plugins *plugins, const char *name)
{
    const covey_influence *const *list = plugins != NULL ? plugins->influences : NULL;
    for (; list != NULL && *list != NULL && name != NULL; list++)
        if (strcmp((*list)->name, name) == 0)
            return *list;
    return NULL;
}

/// Model and motion are those of the flock of that name in `like`, where it has these.
static void find_code(const covey_world *like, const covey_plugins *plugins, covey_flock_def *def)
{
    int number = covey_world_find(like, def->name);
    const covey_flock *same = number >= 0 ? like->flock[number] : NULL;
    def->custom_model = model_of(plugins, def->model);
    def->custom_motion = motion_of(plugins, def->motion);
    if (same != NULL && strcmp(same->model->name, def->model) == 0)
        def->custom_model = same->model;
    if (same != NULL && strcmp(same->motion->name, def->motion) == 0)
        def->custom_motion = same->motion;
}

static covey_status make_flock(const covey_recipe_flock *flock, const covey_world *like,
                               const covey_plugins *plugins, covey_world *world, covey_error *error)
{
    covey_flock_def def = flock->def;
    int number;
    def.traits_count = 0;
    find_code(like, plugins, &def);
    if (def.hunts == NULL)
        def.catches = 0.0;
    world->flocks_given = flock->given;
    covey_status status = covey_world_add(world, &def, &number, error);
    if (status != COVEY_OK)
        return status;
    covey_flock *made = world->flock[number];
    made->catches.radius = flock->def.catches;
    made->catches.births = flock->def.births;
    size_t bytes_before = world->memory.bytes;
    for (size_t k = 0; k < flock->def.traits_count && status == COVEY_OK; k++)
        status = covey_flock_traits_make(&world->memory, made, flock->def.traits[k].name, error);
    world->stats.agent_bytes += world->memory.bytes - bytes_before;
    if (status == COVEY_OK && flock->user)
        status = covey_world_user_take(world, number, error);
    if (status == COVEY_OK && flock->aims)
        status = covey_aim_take(world, made, error);
    return status;
}

covey_status covey_recipe_make(const covey_recipe *recipe, const covey_world *like,
                               const covey_plugins *plugins, covey_world *world, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (size_t k = 0; k < recipe->flocks_count && status == COVEY_OK; k++)
        status = make_flock(&recipe->flocks[k], like, plugins, world, error);
    world->flocks_given = recipe->flocks_given;
    if (status == COVEY_OK)
        status = covey_recipe_make_influences(recipe, plugins, world, error);
    return status;
}

covey_status covey_recipe_make_influences(const covey_recipe *recipe, const covey_plugins *plugins,
                                          covey_world *world, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (size_t k = 0; k < recipe->influences_count && status == COVEY_OK; k++) {
        covey_influence_def def = recipe->influences[k];
        int handle;
        def.custom_kind = kind_of(plugins, def.kind);
        status = covey_influence_make(world, &def, &handle, error);
    }
    return status;
}

covey_status covey_recipe_make_schedules(const covey_recipe *recipe, covey_world *world,
                                         covey_error *error)
{
    covey_status status = COVEY_OK;
    for (size_t k = 0; k < recipe->schedules_count && status == COVEY_OK; k++)
        status = covey_schedule_restore(world, &recipe->schedules[k], error);
    return status;
}
