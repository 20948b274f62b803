// SPDX-License-Identifier: MIT
// Agents that differ: fish of many speeds that visit a feeding place. Each has a speed of its own,
// drawn by its id, and a count of its meals, which the library keeps for the program. Events tell
// which fish came to the place in a step; a fish that has eaten twice is full and slow, and swims
// home to rest.
#include <covey/covey.h>
#include <stdio.h>
#include <stdlib.h>

enum { FISH = 200, STEPS = 400, EVENTS = 64, ENOUGH = 2 };

static void check(covey_status status, const covey_error *error)
{
    if (status == COVEY_OK)
        return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

static covey_world *make_world(void)
{
    covey_error error;
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(60, 40);
    covey_world *world;
    check(covey_world_create(&def, &world, &error), &error);

    covey_trait speed = {"speed", covey_distribution_normal(1, 0.3), NULL};
    speed.from.low = 0.4; // no fish is slower
    covey_flock_def fish = covey_flock_def_default();
    fish.name = "fish";
    fish.model = "couzin";
    fish.count = FISH;
    fish.traits = &speed;
    fish.traits_count = 1;
    int flock;
    check(covey_world_add(world, &fish, &flock, &error), &error);
    check(covey_world_user_take(world, flock, &error), &error);
    return world;
}

/// Feeds a fish that came to the place. Returns true if it is full now.
static int feed(covey_world *world, covey_id id)
{
    covey_error error;
    covey_agents one = {1, &id};
    uint64_t meals;
    const double slow = 0.4;
    check(covey_world_user_get(world, 0, one, &meals, &error), &error);
    meals++;
    check(covey_world_user_put(world, 0, one, &meals, &error), &error);
    if (meals == ENOUGH) {
        const covey_aim home = covey_aim_place((covey_vec){5, 5, 0}, 5);
        check(covey_world_trait_put(world, 0, "speed", one, &slow, &error), &error);
        check(covey_world_aim(world, 0, one, &home, &error), &error);
    }
    return meals == ENOUGH;
}

int main(void)
{
    covey_error error;
    covey_world *world = make_world();
    covey_watch place = covey_watch_ball((covey_vec){30, 20, 0}, 5);
    int watch, meals = 0, full = 0;
    check(covey_world_events_take(world, EVENTS, &error), &error); // memory for those of one step
    check(covey_world_watch(world, &place, &watch, &error), &error);

    for (int step = 1; step <= STEPS; step++) {
        check(covey_world_step(world, 0.1), covey_world_error(world));
        covey_event came[EVENTS]; // a change of the world would end the list
        size_t count = 0;
        covey_events events = covey_world_events(world);
        for (size_t k = 0; k < events.count; k++)
            if (events.list[k].kind == COVEY_EVENT_ENTERED)
                came[count++] = events.list[k];
        for (size_t k = 0; k < count; k++, meals++)
            full += feed(world, came[k].id);
        if (step % 100 == 0)
            printf("step %d: %d meals, %d fish are full\n", step, meals, full);
    }
    covey_world_destroy(world);
    return 0;
}
