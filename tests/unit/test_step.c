// SPDX-License-Identifier: MIT
// Steps: worlds that they refuse, the places where they stop, their cost.
#include "core/world.h"
#include "support/heap.h"
#include "support/probe.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_a_step_moves_by_the_new_velocity(void **unused)
{
    (void)unused;
    double x[] = {0, 100}, y[] = {0, 0}, vx[] = {2, 0}, vy[] = {0, 4};
    test_flock agents = {.count = 2, .pos = {x, y}, .vel = {vx, vy}};
    covey_world *world = test_world_of(covey_space_open(), &agents, NULL, 0);
    test_world_steps(world, 1, 0.5); // alone, F = v: v' = v + v dt
    covey_vec pos = test_world_pos(world, 0, 0), vel = test_world_vel(world, 0, 1);
    assert_true(pos.x == 1.5 && pos.y == 0.0 && vel.x == 0.0 && vel.y == 6.0);
    covey_world_destroy(world);
}

/// As if caches held nothing, for odd numbers of agents and states of motions.
static void test_worlds_beyond_the_caches_take_the_same_steps(void **unused)
{
    (void)unused;
    const char *const models[] = {"formal", "unicycle"};
    for (int k = 0; k < 4; k++) {
        uint64_t hash[2];
        for (int far = 0; far < 2; far++) {
            covey_world_def def = covey_world_def_default();
            def.space = covey_space_torus(20, 20);
            def.threads = k < 2 ? 1 : 3;
            covey_world *world = test_world_create(&def);
            covey_flock_def flock = test_flock_plain(models[k % 2], 3001);
            test_world_add(world, &flock);
            if (far == 1)
                world->flock[0]->state.near = world->flock[0]->next.near = 0;
            test_world_steps(world, 10, 0.0625);
            hash[far] = covey_world_hash(world);
            covey_world_destroy(world);
        }
        assert_true(hash[0] == hash[1]);
    }
}

static void test_all_flocks_decide_before_any_moves(void **unused)
{
    (void)unused;
    // Hunter and hunted at a distance of 1 are drawn to each other by just that, and change places.
    double zeros[] = {0}, ones[] = {1};
    covey_setting settings[] = {
        {"of", COVEY_OF_PREDATORS}, {"gain", 1}, {"weight", COVEY_WEIGHT_ONE}};
    test_flock here = {.count = 1, .pos = {zeros, zeros}, .vel = {zeros, zeros}};
    covey_world_def world_def = covey_world_def_default();
    covey_world *world = test_world_create(&world_def);
    covey_flock_def def = test_flock_def(&here);
    def.name = "prey";
    def.custom_model = &test_probe;
    def.settings = settings;
    def.settings_count = 3;
    test_world_add(world, &def);
    settings[0].value = COVEY_OF_PREY;
    def.name = "hunters";
    def.hunts = "prey";
    def.pos[0] = ones;
    test_world_add(world, &def);
    test_world_steps(world, 1, 1.0);
    assert_true(test_world_pos(world, 0, 0).x == 1.0);
    assert_true(test_world_pos(world, 1, 0).x == 0.0);
    covey_world_destroy(world);
}

/// Agents of the same ids on the same places, which turn by nothing but noise.
static void test_flocks_of_one_world_draw_noise_of_their_own(void **unused)
{
    (void)unused;
    enum { FLOCKS = 4, AGENTS = 3 };
    const double x[AGENTS] = {0, 100, 200}, y[AGENTS] = {0}, vx[AGENTS] = {1, 1, 1};
    const covey_setting noise = {"noise", 1};
    const char *const names[FLOCKS] = {"a", "b", "c", "d"};
    covey_world *world = test_world_plain();
    for (int number = 0; number < FLOCKS; number++) {
        covey_flock_def def = covey_flock_def_default();
        def.name = names[number];
        def.model = "vicsek";
        def.settings = &noise;
        def.settings_count = 1;
        def.count = AGENTS;
        def.pos[0] = x;
        def.pos[1] = def.vel[1] = y;
        def.vel[0] = vx;
        test_world_add(world, &def);
    }
    test_world_steps(world, 1, 1.0);
    for (int one = 0; one < FLOCKS; one++)
        for (int other = 0; other < one; other++)
            for (uint32_t id = 0; id < AGENTS; id++)
                assert_true(test_world_vel(world, one, id).y != test_world_vel(world, other, id).y);
    covey_world_destroy(world);
}

static void test_a_step_of_no_finite_length_is_refused(void **unused)
{
    (void)unused;
    const double lengths[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    covey_world_def def = covey_world_def_default();
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    flock.count = 10;
    test_world_add(world, &flock);
    uint64_t hash = covey_world_hash(world);
    for (size_t k = 0; k < 3; k++) {
        assert_int_equal(covey_world_step(world, lengths[k]), COVEY_ARG);
        assert_int_equal(covey_world_error(world)->status, COVEY_ARG);
        assert_true(covey_world_hash(world) == hash && covey_world_steps(world) == 0);
    }
    assert_string_equal(covey_world_error(world)->message, "a step of length -inf is not finite");
    test_world_steps(world, 1, -0.1);
    covey_world_destroy(world);
}

static void test_divergence_names_step_and_lowest_agent_and_is_final(void **unused)
{
    (void)unused;
    uint64_t random = 2;
    test_flock agents = test_flock_create(TEST_UNIFORM, 1000, 1.0, 30.0, &random);
    agents.vel[0][700] = agents.vel[1][300] = 1e308;
    agents.pos[1][700] = 0.0; // the lowest row, so another task than the other's
    agents.vel[1][700] = 0.0;
    const covey_setting still = {"K_a", 0};
    covey_world *world = test_world_of(covey_space_open(), &agents, &still, 1);
    test_world_steps(world, 1, 1.0);
    assert_int_equal(covey_world_step(world, 1.0), COVEY_DIVERGED);
    const covey_error *error = covey_world_error(world);
    assert_int_equal(error->status, COVEY_DIVERGED);
    assert_int_equal(error->step, 2);
    assert_int_equal(error->id, 300);
    assert_string_equal(error->message, "step 2: the position or velocity of agent 300 of flock "
                                        "flock left the finite range");
    uint64_t hash = covey_world_hash(world);
    assert_int_equal(covey_world_step(world, 1.0), COVEY_DIVERGED);
    assert_true(covey_world_hash(world) == hash);
    covey_vec push;
    assert_int_equal(covey_world_rule(world, 0, 0, "K_c", &push), COVEY_DIVERGED);
    assert_int_equal(covey_world_steps(world), 2);
    covey_world_destroy(world);
    test_flock_destroy(&agents);
}

static void test_all_flocks_move_even_if_one_diverges(void **unused)
{
    (void)unused;
    double zeros[] = {0}, fast[] = {1e308}, slow[] = {1};
    covey_world_def world_def = covey_world_def_default();
    covey_world *world = test_world_create(&world_def);
    test_flock agents = {.count = 1, .pos = {zeros, zeros}, .vel = {fast, zeros}};
    covey_flock_def def = test_flock_def(&agents);
    def.name = "first";
    test_world_add(world, &def);
    def.name = "second";
    def.vel[0] = slow;
    test_world_add(world, &def);
    assert_int_equal(covey_world_step(world, 1.0), COVEY_DIVERGED); // F = v, so v' = 2e308
    assert_true(test_world_pos(world, 1, 0).x == 2.0);
    assert_string_equal(covey_world_error(world)->message,
                        "step 1: the position or velocity of agent 0 of flock first left the "
                        "finite range");
    covey_world_destroy(world);
}

static void test_stats_count_pairs_of_the_fullest_zone(void **unused)
{
    (void)unused;
    // On a line at distances of 1: an agent, and one or two neighbors; r_s and r_a meet none.
    const covey_setting radii[] = {{"r_c", 1}, {"r_s", 0.5}, {"r_a", 0.5}, {"K_a", 0}};
    uint64_t random = 3;
    test_flock agents = test_flock_create(TEST_LINE, 100, 1.0, 1.0, &random);
    covey_world *world = test_world_of(covey_space_open(), &agents, radii, 4);
    test_world_steps(world, 1, 0.0);
    test_world_steps(world, 1, 0.0);
    covey_stats stats = covey_world_stats(world);
    assert_int_equal(stats.steps, 2);
    assert_int_equal(stats.agent_steps, 200);
    assert_int_equal(stats.pairs, 2 * (3 * 98 + 2 * 2));
    assert_in_range(stats.candidates, stats.pairs, 3 * stats.pairs);
    assert_true(stats.agent_bytes > 0 && stats.agent_bytes < stats.bytes);
    covey_world_destroy(world);
    test_flock_destroy(&agents);
}

// ---- Memory ----

static void test_a_step_allocates_nothing_and_destroy_returns_all(void **unused)
{
    (void)unused;
    test_heap heap = {0};
    covey_world_def def = covey_world_def_default();
    def.allocator = test_heap_allocator(&heap);
    def.threads = 3;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    flock.count = 5000;
    test_world_add(world, &flock);
    assert_int_equal(covey_world_stats(world).bytes, heap.bytes);
    size_t calls = heap.calls;
    test_world_steps(world, 20, 0.1);
    assert_int_equal(heap.calls, calls);
    covey_world_destroy(world);
    test_heap_check_empty(&heap);
}

/// Steps a flock of the model; predators have prey.
static void step_model(const covey_model *model, const covey_world_def *def, const test_heap *heap)
{
    covey_world *world = test_world_create(def);
    covey_flock_def flock = covey_flock_def_default();
    flock.name = "prey";
    flock.model = "torus";
    flock.count = 500;
    flock.place.kind = COVEY_PLACE_DISC;
    flock.place.radius = 1.0;
    test_world_add(world, &flock);
    flock.name = "others";
    flock.model = model->name;
    flock.hunts = strcmp(model->name, "predator") == 0 ? "prey" : NULL;
    test_world_add(world, &flock);
    size_t calls = heap->calls;
    test_world_steps(world, 3, 0.01);
    assert_int_equal(heap->calls, calls);
    covey_world_destroy(world);
}

static void test_steps_of_all_models_take_no_memory(void **unused)
{
    (void)unused;
    test_heap heap = {0};
    covey_world_def def = covey_world_def_default();
    def.allocator = test_heap_allocator(&heap);
    for (int k = 0; covey_model_at(k) != NULL; k++)
        for (int single = 0; single < 2; single++) {
            def.precision = single ? COVEY_PRECISION_SINGLE : COVEY_PRECISION_DOUBLE;
            step_model(covey_model_at(k), &def, &heap);
        }
    test_heap_check_empty(&heap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_step_moves_by_the_new_velocity),
        cmocka_unit_test(test_worlds_beyond_the_caches_take_the_same_steps),
        cmocka_unit_test(test_all_flocks_decide_before_any_moves),
        cmocka_unit_test(test_flocks_of_one_world_draw_noise_of_their_own),
        cmocka_unit_test(test_a_step_of_no_finite_length_is_refused),
        cmocka_unit_test(test_divergence_names_step_and_lowest_agent_and_is_final),
        cmocka_unit_test(test_all_flocks_move_even_if_one_diverges),
        cmocka_unit_test(test_stats_count_pairs_of_the_fullest_zone),
        cmocka_unit_test(test_a_step_allocates_nothing_and_destroy_returns_all),
        cmocka_unit_test(test_steps_of_all_models_take_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
