// SPDX-License-Identifier: MIT
// Layers and masks: a flock minds the influences and flocks alone that have a layer of its mask;
// and bodies of which each agent has its own: no two overlap, whatever meets them goes by theirs.
#include "core/part.h"
#include "core/world.h"
#include "covey/query.h"
#include "support/world.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { AGENTS = 120 };
#define SIDE 40.0

/// A flock that goes straight on to the right, of agents at a few places.
static int add(covey_world *world, const char *name, uint32_t layers, uint32_t mask, bool hard)
{
    static const covey_setting straight[] = {{"strength", 0}, {"radius", 0}};
    covey_flock_def def = covey_flock_def_default();
    def.name = name;
    def.model = "cucker_smale";
    def.settings = straight;
    def.settings_count = 2;
    def.count = AGENTS;
    def.body = 0.4;
    def.hard = hard;
    def.layers = layers;
    def.mask = mask;
    def.place.width = def.place.height = 12;
    def.place.x = def.place.y = 20;
    def.place.heading_spread = 0;
    return test_world_add(world, &def);
}

static void add_wall(covey_world *world, uint32_t layers)
{
    const double x[] = {30, 30}, y[] = {1, 39};
    const covey_setting settings[] = {{"radius", 0.2}, {"weight", 0}};
    covey_influence_def def = covey_influence_def_default();
    int handle;
    def.kind = "obstacle";
    def.settings = settings;
    def.settings_count = 2;
    def.points[0] = x;
    def.points[1] = y;
    def.points_count = 2;
    def.layers = layers;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_OK);
    assert_int_equal(covey_world_influence(world, handle).layers, layers != 0 ? layers : ~0U);
}

static int count_beyond(const covey_world *world, int flock, double x)
{
    covey_view view = covey_world_view(world, flock);
    int count = 0;
    for (size_t i = 0; i < view.count; i++)
        count += view.pos[0][i] > x;
    return count;
}

static void test_a_flock_passes_influences_of_other_layers(void **unused)
{
    (void)unused;
    static const struct {
        uint32_t layers, mask;
        bool stops;
    } rows[] = {{0, COVEY_ALL_LAYERS, true},
                {2, COVEY_ALL_LAYERS, true},
                {6, 4, true},
                {2, 4, false},
                {0, 1U << 31, true},
                {0, 0, false}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        covey_world *world = test_world_in(covey_space_open());
        int before = add(world, "before", 0, rows[k].mask, false);
        add_wall(world, rows[k].layers);
        int after = add(world, "after", 0, rows[k].mask, false);
        test_world_steps(world, 200, 0.1);
        assert_int_equal(count_beyond(world, before, 30) > 0, !rows[k].stops);
        assert_int_equal(count_beyond(world, after, 30) > 0, !rows[k].stops);
        const covey_vec on = {30, 20, 0};
        int inside = -1;
        assert_int_equal(covey_world_inside(world, before, on, 0.1, &inside), COVEY_OK);
        assert_int_equal(inside, rows[k].stops ? 0 : -1);
        assert_int_equal(covey_world_drop(world, before, NULL), COVEY_OK); // numbers shift
        assert_int_equal(covey_world_inside(world, 0, on, 0.1, &inside), COVEY_OK);
        assert_int_equal(inside, rows[k].stops ? 0 : -1);
        covey_world_destroy(world);
    }
}

/// The largest overlap of agents of two flocks, by bodies[id] or, without, by the radius 0.4.
static double overlap_of(const covey_world *world, int one, int other, const double *bodies)
{
    covey_view a = covey_world_view(world, one), b = covey_world_view(world, other);
    double most = 0.0;
    for (size_t i = 0; i < a.count; i++)
        for (size_t j = 0; j < b.count; j++) {
            double radii = bodies != NULL ? bodies[a.id[i]] + bodies[b.id[j]] : 0.8;
            double gap = hypot(a.pos[0][i] - b.pos[0][j], a.pos[1][i] - b.pos[1][j]) / radii;
            if (one != other || a.id[i] != b.id[j])
                most = fmax(most, 1.0 - gap);
        }
    return most;
}

static void test_hard_bodies_of_other_layers_pass_each_other(void **unused)
{
    (void)unused;
    static const struct {
        uint32_t layers[2], mask[2];
        bool touch, touch_own;
    } rows[] = {{{0, 0}, {COVEY_ALL_LAYERS, COVEY_ALL_LAYERS}, true, true},
                {{1, 2}, {2, 1}, true, false},
                {{1, 2}, {1, 2}, false, true},
                {{1, 2}, {3, 2}, false, true}}; // one alone is not enough
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        covey_world *world = test_world_in(covey_space_open());
        (void)add(world, "one", rows[k].layers[0], rows[k].mask[0], true);
        (void)add(world, "other", rows[k].layers[1], rows[k].mask[1], true);
        test_world_steps(world, 200, 0.01);
        assert_int_equal(overlap_of(world, 0, 1, NULL) < 0.02, rows[k].touch);
        assert_int_equal(overlap_of(world, 0, 0, NULL) < 0.02, rows[k].touch_own);
        covey_world_destroy(world);
    }
}

static void test_agents_avoid_flocks_of_their_mask_alone(void **unused)
{
    (void)unused;
    uint64_t hash[4];
    for (int k = 0; k < 4; k++) {
        covey_world *world = test_world_in(covey_space_open());
        covey_response avoid[] = {covey_response_default("other", COVEY_RESPONSE_AVOID),
                                  covey_response_default("other", COVEY_RESPONSE_ANTICIPATE)};
        avoid[0].radius = avoid[1].radius = 8;
        covey_flock_def def = test_flock_plain("cucker_smale", AGENTS);
        def.name = "other";
        def.body = 0.4;
        def.layers = 2;
        def.place.width = def.place.height = 12;
        test_world_add(world, &def);
        def.name = "one";
        def.mask = k < 2 ? COVEY_ALL_LAYERS : 4;
        def.responses = avoid + k % 2;
        def.responses_count = k < 3;
        test_world_add(world, &def);
        test_world_steps(world, 20, TEST_DT);
        hash[k] = covey_world_hash(world);
        covey_world_destroy(world);
    }
    assert_true(hash[0] != hash[1] && hash[0] != hash[2] && hash[1] != hash[2]);
    assert_true(hash[2] == hash[3]); // as without a response
}

// ---- Bodies ----

static covey_world *crowd(covey_space space, int threads, double *bodies)
{
    covey_world_def world_def = covey_world_def_default();
    world_def.space = space;
    world_def.threads = threads;
    covey_world *world = test_world_create(&world_def);
    covey_trait trait = {"body", covey_distribution_uniform(0.1, 0.7), NULL};
    covey_flock_def def = test_flock_plain("torus", AGENTS);
    def.capacity = 2 * AGENTS;
    def.body = 0.7;
    def.hard = true;
    def.traits = &trait;
    def.traits_count = 1;
    def.place.speed = 2;
    test_world_add(world, &def);
    covey_trait made = covey_world_trait(world, 0, 0);
    assert_string_equal(made.name, "body");
    covey_view view = covey_world_view(world, 0);
    double least = 1.0, most = 0.0;
    for (size_t i = 0; i < AGENTS; i++) {
        bodies[view.id[i]] = made.values[i];
        least = fmin(least, made.values[i]);
        most = fmax(most, made.values[i]);
    }
    assert_true(least >= 0.1 && least < 0.15 && most <= 0.7 && most > 0.65);
    return world;
}

static void test_hard_bodies_of_different_agents_do_not_overlap(void **unused)
{
    (void)unused;
    const covey_space spaces[] = {covey_space_torus(SIDE, SIDE), covey_space_torus(60, 30)};
    for (int k = 0; k < 2; k++) {
        double bodies[AGENTS];
        covey_world *world = crowd(spaces[k], 1, bodies), *four = crowd(spaces[k], 4, bodies);
        test_world_steps(world, 300, 0.02);
        test_world_steps(four, 300, 0.02);
        assert_true(covey_world_hash(world) == covey_world_hash(four));
        assert_true(overlap_of(world, 0, 0, bodies) < 0.1); // as they press together
        // Touches of small bodies happen, which would be none of the largest.
        double largest[AGENTS];
        for (int id = 0; id < AGENTS; id++)
            largest[id] = 0.7;
        assert_true(overlap_of(world, 0, 0, largest) > 0.3);
        covey_world_destroy(world);
        covey_world_destroy(four);
    }
}

static bool first_hit(void *context, const covey_hit *hit)
{
    *(covey_hit *)context = *hit;
    return false;
}

/// Rays meet the body of an agent where it is, prepared or not; solids stop it at its radius.
static void test_rays_and_solids_go_by_the_body_of_an_agent(void **unused)
{
    (void)unused;
    double bodies[AGENTS];
    covey_world *world = crowd(covey_space_reflecting(SIDE, SIDE), 1, bodies);
    for (int prepared = 0; prepared < 2; prepared++) {
        for (covey_id id = 0; id < AGENTS; id++) {
            const covey_pose away = {{1, 1, 0}, {0}}, here = {{20, 20, 0}, {0}};
            for (covey_id other = 0; other < AGENTS; other++)
                assert_int_equal(covey_world_put(world, 0, other, other == id ? here : away, NULL),
                                 COVEY_OK);
            if (prepared)
                assert_int_equal(covey_world_prepare(world, NULL), COVEY_OK);
            covey_hit hit = {.id = COVEY_NO_AGENT};
            covey_ray ray = covey_ray_default((covey_vec){30, 20, 0}, (covey_vec){-20, 0, 0});
            assert_int_equal(covey_world_ray_all(world, &ray, first_hit, &hit), COVEY_OK);
            assert_int_equal(hit.id, id);
            assert_true(fabs(hit.share * 20.0 - (10.0 - bodies[id])) < 1e-9);
        }
    }
    covey_world_destroy(world);
}

static void test_bodies_above_that_of_the_flock_are_refused(void **unused)
{
    (void)unused;
    covey_error error;
    covey_world *world = test_world_plain();
    covey_flock_def def = test_flock_plain("torus", 3);
    test_world_add(world, &def);
    covey_trait trait = {"body", covey_distribution_number(0.5), NULL};
    assert_int_equal(covey_world_trait_add(world, 0, &trait, &error), COVEY_ARG);
    assert_string_equal(error.message,
                        "bodies of flock flock differ up to that of the flock, which "
                        "is 0: make it that of the largest agent");
    def.name = "large";
    def.body = 0.4;
    test_world_add(world, &def);
    const double values[] = {0.1, 0.4, 0.5};
    trait.values = values;
    trait.from = covey_distribution_number(0.3);
    assert_int_equal(covey_world_trait_add(world, 1, &trait, &error), COVEY_ARG);
    assert_string_equal(error.message, "body = 0.5 of agent 2 is outside [0, 0.4]");
    covey_world_destroy(world);
}

/// Snapshots have the bodies, and a world that is made of one goes on with the same bits.
static void test_bodies_and_layers_are_in_snapshots(void **unused)
{
    (void)unused;
    double bodies[AGENTS];
    covey_world *world = crowd(covey_space_torus(SIDE, SIDE), 1, bodies), *made;
    add_wall(world, 6);
    (void)add(world, "ghosts", 8, 2, false);
    test_world_steps(world, 20, 0.02);
    const covey_pose born = {{3, 3, 0}, {1, 0, 0}};
    assert_int_equal(covey_world_spawn(world, 0, born, NULL, NULL), COVEY_OK);
    test_saved saved = test_world_save(world);
    assert_int_equal(covey_world_create_from(saved.bytes, saved.size, NULL, NULL, &made, NULL),
                     COVEY_OK);
    covey_flock_def def = covey_flock_def_default();
    assert_int_equal(covey_world_definition(made, 1, &def), COVEY_OK);
    assert_int_equal(def.layers, 8);
    assert_int_equal(def.mask, 2);
    assert_int_equal(covey_world_influence(made, 0).layers, 6);
    test_world_steps(world, 50, 0.02);
    test_world_steps(made, 50, 0.02);
    assert_true(covey_world_hash(world) == covey_world_hash(made));
    assert_int_equal(covey_world_restore(made, saved.bytes, saved.size, NULL), COVEY_OK);
    test_world_steps(made, 50, 0.02);
    assert_true(covey_world_hash(world) == covey_world_hash(made));
    free(saved.bytes);
    covey_world_destroy(world);
    covey_world_destroy(made);
}

static covey_world *walkers(uint64_t seed)
{
    static const covey_trait traits[] = {
        {"max_speed", {COVEY_DISTRIBUTION_UNIFORM, 1, 2, -DBL_MAX, DBL_MAX}, NULL},
        {"body", {COVEY_DISTRIBUTION_UNIFORM, 0.1, 0.6, -DBL_MAX, DBL_MAX}, NULL}};
    covey_world_def def = covey_world_def_default();
    def.seed = seed;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = test_flock_plain("reynolds", 20);
    const covey_setting slow = {"min_speed", 0};
    flock.settings = &slow;
    flock.settings_count = 1;
    flock.capacity = 40;
    flock.body = 0.6;
    flock.traits = traits;
    flock.traits_count = 2;
    test_world_add(world, &flock);
    return world;
}

static void test_ghosts_bring_their_bodies(void **unused)
{
    (void)unused;
    covey_world *from = walkers(1), *to = walkers(2);
    uint64_t row[64];
    const size_t width = covey_part_ghost_width(from, 0);
    for (size_t i = 0; i < 20; i++) {
        covey_part_pack_one(from, 0, i, width, row);
        assert_true(covey_part_add(to, 0, row, 1, width));
        assert_true(covey_flock_body(to->flock[0], 20 + i) == covey_flock_body(from->flock[0], i));
        assert_true(covey_flock_body(from->flock[0], i) != covey_flock_body(to->flock[0], i));
    }
    covey_world_destroy(from);
    covey_world_destroy(to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_flock_passes_influences_of_other_layers),
        cmocka_unit_test(test_hard_bodies_of_other_layers_pass_each_other),
        cmocka_unit_test(test_agents_avoid_flocks_of_their_mask_alone),
        cmocka_unit_test(test_hard_bodies_of_different_agents_do_not_overlap),
        cmocka_unit_test(test_rays_and_solids_go_by_the_body_of_an_agent),
        cmocka_unit_test(test_bodies_above_that_of_the_flock_are_refused),
        cmocka_unit_test(test_bodies_and_layers_are_in_snapshots),
        cmocka_unit_test(test_ghosts_bring_their_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
