// SPDX-License-Identifier: MIT
// Every kernel of this machine against the reference: the same bits for whatever zone, shape and
// space, and for several flocks sensed at once.
#include "kernels/kernels.h"
#include "support/probe.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { TRIALS = 1200, FLOCKS = 3, MOST_AGENTS = 130 };

/// Hunted agents and two flocks of hunters, so that each relation has somebody in it.
typedef struct scene {
    covey_space space;
    test_flock agents[FLOCKS];
    covey_setting settings[7];
} scene;

static scene draw(int trial, uint64_t *random)
{
    const double radii[] = {0, 0.3, 1, 1, 2, 3, 50, 1e-180, 1e200};
    const double sizes[] = {1.5, 4, 7, 12, 16, 40, 1e-3, 1e9};
    scene drawn = {.space = covey_space_open()};
    if (trial % 2 == 0)
        drawn.space = covey_space_torus(sizes[test_below(random, 8)], sizes[test_below(random, 8)]);
    double radius = radii[test_below(random, 9)];
    for (int k = 0; k < FLOCKS; k++) {
        test_shape shape = (test_shape)test_below(random, TEST_SHAPES);
        size_t count = test_below(random, MOST_AGENTS);
        drawn.agents[k] = test_flock_create(shape, count, 1.0, 12.0, random);
        double scale = radius > 0.0 && (radius < 1e-9 || radius > 1e9) ? radius : 1.0;
        for (size_t id = 0; id < count && shape != TEST_OUTLIER; id++)
            for (int axis = 0; axis < COVEY_AXES; axis++)
                drawn.agents[k].pos[axis][id] *= scale;
    }
    bool simple = trial % 4 < 2; // as the formal model has them
    const covey_setting settings[] = {
        {"radius", radius},
        {"strict", (double)test_below(random, 2)},
        {"weight", (double)test_below(random, COVEY_WEIGHT_AXIS + 1)},
        {"carry", (double)test_below(random, COVEY_CARRY_POSITION + 1)},
        {"blind_cos", simple ? -1.0 : test_uniform(random, -1.0, 1.0)},
        {"falloff", simple ? 0.0 : (double)test_below(random, 2)},
        {"rings", simple ? 1.0 : (double)(1 + test_below(random, 5))},
    };
    memcpy(drawn.settings, settings, sizeof settings);
    return drawn;
}

static covey_world *world_of(const scene *drawn, covey_of of, const char *kernel)
{
    const char *const names[FLOCKS] = {"prey", "cats", "hawks"};
    covey_setting settings[8];
    memcpy(settings, drawn->settings, sizeof drawn->settings);
    settings[7] = (covey_setting){"of", (double)of};
    covey_world_def world_def = covey_world_def_default();
    world_def.space = drawn->space;
    world_def.kernel = kernel;
    covey_world *world = test_world_create(&world_def);
    for (int k = 0; k < FLOCKS; k++) {
        covey_flock_def def = test_flock_def(&drawn->agents[k]);
        def.name = names[k];
        def.hunts = k > 0 ? names[0] : NULL;
        def.own_model = &test_probe;
        def.settings = settings;
        def.settings_count = 8;
        test_world_add(world, &def);
    }
    return world;
}

/// What all agents of all flocks sense has the same bits in both worlds.
static void assert_same(int trial, covey_world *expected, covey_world *found)
{
    static covey_percept a[MOST_AGENTS * COVEY_MAX_ZONES], b[MOST_AGENTS * COVEY_MAX_ZONES];
    int zones = (int)covey_world_param(expected, 0, "rings");
    for (int flock = 0; flock < FLOCKS; flock++) {
        int count = (int)covey_world_view(expected, flock).count;
        test_sense_all(expected, flock, a);
        test_sense_all(found, flock, b);
        for (int k = 0; k < count * zones; k++)
            if (memcmp(&a[k], &b[k], sizeof a[k]) != 0)
                fail_msg("trial %d, flock %d, agent %d: %g at (%a, %a), not %g at (%a, %a)", trial,
                         flock, k / zones, b[k].count, b[k].offset.x, b[k].offset.y, a[k].count,
                         a[k].offset.x, a[k].offset.y);
    }
}

static void test_zones_of_all_kinds_give_the_same_percepts(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    for (int trial = 0; trial < (int)test_amount("COVEY_TEST_SCENARIOS", TRIALS); trial++) {
        scene drawn = draw(trial, &random);
        covey_of of = (covey_of)(trial % 3);
        covey_world *expected = world_of(&drawn, of, "ref");
        covey_world *found = world_of(&drawn, of, test_kernel);
        assert_same(trial, expected, found);
        covey_world_destroy(found);
        covey_world_destroy(expected);
        for (int k = 0; k < FLOCKS; k++)
            test_flock_destroy(&drawn.agents[k]);
    }
}

static void test_the_formal_model_gives_the_same_states(void **unused)
{
    (void)unused;
    uint64_t random = 2;
    const covey_setting settings[] = {{"r_c", 2}, {"r_s", 1}, {"r_a", 1.5}, {"K_s", 0.1}};
    for (int trial = 0; trial < 4 * TEST_SHAPES; trial++) {
        covey_world_def def = covey_world_def_default();
        if (trial % 2 == 0)
            def.space = covey_space_torus(24.0, trial % 4 == 0 ? 9.0 : 33.3);
        test_flock agents = test_flock_create((test_shape)(trial / 4), 500, 1.0, 20.0, &random);
        covey_world *world[2];
        for (int k = 0; k < 2; k++) {
            def.kernel = k == 0 ? "ref" : test_kernel;
            world[k] = test_world_create(&def);
            covey_flock_def flock = test_flock_def(&agents);
            flock.settings = settings;
            flock.settings_count = 4;
            test_world_add(world[k], &flock);
            test_world_steps(world[k], (int)test_amount("COVEY_TEST_STEPS", 30), 0.05);
        }
        assert_true(covey_world_hash(world[0]) == covey_world_hash(world[1]));
        covey_world_destroy(world[0]);
        covey_world_destroy(world[1]);
        test_flock_destroy(&agents);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_zones_of_all_kinds_give_the_same_percepts),
        cmocka_unit_test(test_the_formal_model_gives_the_same_states),
    };
    int failures = 0;
    while (test_next_kernel())
        failures += cmocka_run_group_tests_name(test_kernel, tests, NULL, NULL);
    return failures;
}
