// SPDX-License-Identifier: MIT
// All that a world is made of, as words: its definition, its flocks, influences and schedules. With
// the state of a snapshot they are the whole world.
#ifndef COVEY_CORE_RECIPE_H
#define COVEY_CORE_RECIPE_H

#include "core/described.h"
#include "core/world.h"

/// The parts of a recipe, each of which has its size in words before it.
typedef enum covey_recipe_part {
    COVEY_RECIPE_FLOCKS, ///< and the world
    COVEY_RECIPE_INFLUENCES,
    COVEY_RECIPE_SCHEDULES,
    COVEY_RECIPE_PARTS,
} covey_recipe_part;

/// Words of the recipe of a world.
size_t covey_recipe_words(const covey_world *world);

/// Writes them; returns the place behind.
unsigned char *covey_recipe_put(const covey_world *world, unsigned char *bytes);

/// A flock of a recipe.
typedef struct covey_recipe_flock {
    covey_flock_def def;
    covey_response responses[COVEY_MAX_ZONES]; ///< of `def`
    int given;                                 ///< flocks that the world had been given before
    bool user, aims;                           ///< it has user data, aims
} covey_recipe_flock;

/// A recipe that was read.
typedef struct covey_recipe {
    covey_world_def world;
    int flocks_given;
    size_t flocks_count, influences_count, schedules_count;
    covey_recipe_flock *flocks;
    covey_influence_def *influences;
    covey_schedule *schedules;
    void *room; ///< all lists and texts
    size_t room_size;
} covey_recipe;

/// True if a world has the same part as these words of a recipe.
bool covey_recipe_is_same(const covey_world *world, covey_recipe_part part,
                          const unsigned char *bytes, size_t words);

/// Reads the outlines of influences into the spare points of those of a world. False if they differ
/// in more than where their points are: some are read then.
bool covey_recipe_read_outlines(covey_world *world, const unsigned char *bytes, size_t words);

/// Reads a recipe. COVEY_INPUT for words that make no sense, COVEY_MEMORY. To be given back with
/// covey_recipe_destroy() even then.
covey_status covey_recipe_read(covey_memory *memory, const unsigned char *bytes, size_t words,
                               covey_recipe *recipe, covey_error *error);
void covey_recipe_destroy(covey_memory *memory, covey_recipe *recipe);

/// COVEY_INPUT if a world differs in a member that nothing changes, and the error names it.
covey_status covey_recipe_check(const covey_recipe *recipe, const covey_world *world,
                                covey_error *error);

/// Makes the flocks, without agents, and the influences, with their initial parameters, in a world
/// that has none. Models, motions and kinds that are none of the library's are those of the same
/// flock in `like`, which may be NULL, or found by their names in `plugins`. COVEY_INPUT,
/// COVEY_MEMORY; some may be made then.
covey_status covey_recipe_make(const covey_recipe *recipe, const covey_world *like,
                               const covey_plugins *plugins, covey_world *world,
                               covey_error *error);
covey_status covey_recipe_make_influences(const covey_recipe *recipe, const covey_plugins *plugins,
                                          covey_world *world, covey_error *error);
covey_status covey_recipe_make_schedules(const covey_recipe *recipe, covey_world *world,
                                         covey_error *error);

#endif
