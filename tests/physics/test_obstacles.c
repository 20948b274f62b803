// SPDX-License-Identifier: MIT
// A flock that meets a small obstacle splits and rejoins, and a crowded course is never entered.
#include "support/physics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "support/world.h"

enum { AGENTS = 60 };

/// A flock of torus boids, a disc on the left heading right, and an obstacle in its way.
static covey_world *course(uint64_t seed)
{
    covey_world_def world_def = covey_world_def_default();
    world_def.space = covey_space_torus(3000, 1000);
    world_def.seed = seed;
    covey_world *world = test_world_create(&world_def);
    const double x = 800, y = 500;
    covey_setting radius = {"radius", 30};
    test_world_obstacle(world, (covey_influence_def){.points = {&x, &y},
                                                     .points_count = 1,
                                                     .settings = &radius,
                                                     .settings_count = 1});
    covey_flock_def def = test_flock_plain("torus", AGENTS);
    def.body = 5;
    def.place =
        (covey_placement){.kind = COVEY_PLACE_DISC, .x = 400, .y = 500, .radius = 90, .speed = 75};
    test_world_add(world, &def);
    return world;
}

/// Groups of at least five, linked within 50: a straggler is no half of a flock.
static int groups(const covey_world *world)
{
    enum { LEAST = 5 };
    const double link = 50.0;
    size_t group[AGENTS], size[AGENTS] = {0};
    covey_view view = covey_world_view(world, 0);
    for (size_t i = 0; i < AGENTS; i++)
        group[i] = i;
    for (size_t i = 0; i < AGENTS; i++)
        for (size_t j = 0; j < i; j++) {
            covey_vec a = {view.pos[0][i], view.pos[1][i]}, b = {view.pos[0][j], view.pos[1][j]};
            size_t one = group[i], other = group[j];
            if (covey_vec_length(covey_space_offset(&view.space, a, b)) <= link)
                for (size_t k = 0; k < AGENTS; k++)
                    group[k] = group[k] == one ? other : group[k];
        }
    int count = 0;
    for (size_t i = 0; i < AGENTS; i++)
        count += ++size[group[i]] == LEAST;
    return count;
}

static void test_a_flock_splits_around_a_small_obstacle_and_rejoins(void **unused)
{
    (void)unused;
    covey_world *world = course(3);
    int before = groups(world), most = before;
    for (int step = 0; step < 200; step++) { // at 7.5 a step: well past the obstacle
        test_world_steps(world, 1, 0.1);
        most = groups(world) > most ? groups(world) : most;
    }
    print_message("groups: %d, then %d, then %d\n", before, most, groups(world));
    assert_int_equal(before, 1);
    assert_int_equal(most, 2);
    assert_int_equal(groups(world), 1);
    assert_int_equal(covey_world_entries(world, 0), 0);
    covey_world_destroy(world);
}

static void test_a_crowded_course_is_never_entered(void **unused)
{
    (void)unused;
    physics of = {.preset = "torus-obstacles", .set = {{"boids.count", "1000"}}, .seed = 1};
    covey_world *world = physics_world(&of);
    for (int step = 0; step < 1000; step++) // 10^6 agent-steps
        assert_int_equal(covey_world_step(world, 0.1), COVEY_OK);
    assert_int_equal(covey_world_entries(world, 0), 0);
    assert_int_equal(covey_world_entries(world, 1), 0);
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_flock_splits_around_a_small_obstacle_and_rejoins),
        cmocka_unit_test(test_a_crowded_course_is_never_entered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
