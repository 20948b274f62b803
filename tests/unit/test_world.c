// SPDX-License-Identifier: MIT
// Worlds from outside: defaults, refusals and their messages, placement, views, steps.
#include "covey/world.h"
#include "support/probe.h"
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void test_the_default_world_is_as_documented(void **unused)
{
    (void)unused;
    covey_world_def def = covey_world_def_default();
    assert_int_equal(def.space.kind, COVEY_SPACE_OPEN);
    assert_true(def.seed == 1 && def.threads == 1);
    assert_true(def.executor.run == NULL && def.allocator.resize == NULL);
    covey_world *world = test_world_create(&def);
    assert_int_equal(covey_world_flocks(world), 0);
    assert_int_equal(covey_world_steps(world), 0);
    assert_true(covey_world_hash(world) == 0);
    test_world_steps(world, 3, 1.0);
    assert_int_equal(covey_world_steps(world), 3);
    covey_world_destroy(world);
    covey_world_destroy(NULL);
}

static void test_the_default_flock_is_as_documented(void **unused)
{
    (void)unused;
    covey_world *world = test_world_plain();
    covey_flock_def def = covey_flock_def_default();
    def.model = "formal";
    assert_string_equal(def.name, "flock");
    assert_int_equal(def.count, 0);
    assert_int_equal(test_world_add(world, &def), 0);
    assert_true(covey_world_param(world, 0, "r_c") == 1.0);
    covey_view view = covey_world_view(world, 0);
    assert_int_equal(view.count, 0);
    test_world_steps(world, 1, 1.0);
    covey_world_destroy(world);
}

// ---- Refusals ----

static void test_create_refuses_and_says_why(void **unused)
{
    (void)unused;
    covey_space strange = {.kind = (covey_space_kind)7};
    const struct {
        covey_space space;
        int threads;
        covey_kernel_kind kernel;
        const char *message;
    } cases[] = {
        {strange, 1, COVEY_KERNEL_FASTEST, "there is no space of kind 7"},
        {covey_space_torus(0, 1), 1, COVEY_KERNEL_FASTEST,
         "torus size 0 is outside [1e-200, 1e+200]"},
        {covey_space_torus(1, -1), 1, COVEY_KERNEL_FASTEST,
         "torus size -1 is outside [1e-200, 1e+200]"},
        {covey_space_torus((double)INFINITY, 1), 1, COVEY_KERNEL_FASTEST,
         "torus size inf is outside [1e-200, 1e+200]"},
        {covey_space_open(), 0, COVEY_KERNEL_FASTEST, "0 threads are outside [1, 256]"},
        {covey_space_open(), 257, COVEY_KERNEL_FASTEST, "257 threads are outside [1, 256]"},
        {covey_space_open(), 1, (covey_kernel_kind)99, "there is no kernel 99"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        covey_world_def def = covey_world_def_default();
        def.space = cases[k].space;
        def.threads = cases[k].threads;
        def.kernel = cases[k].kernel;
        covey_world *world = (covey_world *)(void *)&def;
        covey_error error;
        assert_int_equal(covey_world_create(&def, &world, &error), COVEY_ARG);
        assert_string_equal(error.message, cases[k].message);
        assert_null(world);
    }
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus((double)NAN, 1);
    covey_world *world;
    assert_int_equal(covey_world_create(&def, &world, NULL), COVEY_ARG);
}

/// A flock that is refused, and the words for it.
typedef struct refusal {
    covey_flock_def def;
    const char *message;
} refusal;

static const double xs[] = {1, 2}, bad[] = {1, (double)INFINITY};
static const covey_setting unknown[] = {{"r_x", 1}}, outside[] = {{"r_c", -1}};
static const covey_setting many[] = {{"rings", 9}}, nameless[] = {{NULL, 1}};

static const refusal refusals[] = {
    {{.name = NULL}, "a flock needs a name of 1 to 31 bytes"},
    {{.name = ""}, "a flock needs a name of 1 to 31 bytes"},
    {{.name = "a name of thirty-two bytes, alas"}, "a flock needs a name of 1 to 31 bytes"},
    {{.name = "first"}, "there is a flock called first already"},
    {{.name = "b"}, "there is no model called (NULL)"},
    {{.name = "b", .model = "boids"}, "there is no model called boids"},
    {{.name = "b", .custom_model = &(covey_model){.name = "hollow", .motion = "accelerate"}},
     "the model of flock b lacks a name, parameters, a motion or a function"},
    {{.name = "b", .model = "formal", .motion = "fly"}, "there is no motion called fly"},
    {{.name = "b", .model = "formal", .hunts = "c"}, "there is no flock called c for b to hunt"},
    {{.name = "b", .model = "formal", .hunts = "b"}, "there is no flock called b for b to hunt"},
    {{.name = "b", .model = "formal", .count = (size_t)2000000000},
     "2000000000 agents are more than the 1000000000 that a flock can have"},
    {{.name = "b", .model = "formal", .settings = unknown, .settings_count = 1},
     "neither formal nor accelerate has a parameter called r_x"},
    {{.name = "b", .model = "formal", .settings = nameless, .settings_count = 1},
     "neither formal nor accelerate has a parameter called (NULL)"},
    {{.name = "b", .model = "formal", .settings = outside, .settings_count = 1},
     "r_c = -1 is outside [0, 1.79769e+308]"},
    {{.name = "b", .custom_model = &test_probe, .settings = many, .settings_count = 1},
     "model probe has 9 zones, at most 8 are possible"},
    {{.name = "b", .model = "formal", .place = {.width = -1}},
     "place of flock b: width = -1 is outside [0, 1e+15]"},
    {{.name = "b", .model = "formal", .place = {.x = (double)NAN}},
     "place of flock b: x = nan is outside [-1e+15, 1e+15]"},
    {{.name = "b", .model = "formal", .body = -1}, "flock b cannot have bodies of radius -1"},
    {{.name = "b", .model = "formal", .motion = "turn"},
     "the motion turn cannot follow the model formal, which says how to change the velocity"},
    {{.name = "b", .model = "formal", .count = 2, .pos = {xs, NULL}},
     "flock b has an axis without values"},
    {{.name = "b", .model = "formal", .count = 2, .vel = {NULL, xs}},
     "flock b has an axis without values"},
    {{.name = "b", .model = "formal", .count = 2, .pos = {xs, bad}},
     "agent 1 of flock b has a position or velocity that is not finite"},
    {{.name = "b", .model = "formal", .count = 2, .pos = {xs, xs}, .vel = {bad, xs}},
     "agent 1 of flock b has a position or velocity that is not finite"},
};

static void test_add_refuses_says_why_and_changes_nothing(void **unused)
{
    (void)unused;
    covey_world *world = test_world_plain();
    covey_flock_def first = covey_flock_def_default();
    first.model = "formal";
    first.name = "first";
    first.count = 10;
    test_world_add(world, &first);
    uint64_t hash = covey_world_hash(world);
    size_t bytes = covey_world_stats(world).bytes;
    for (size_t k = 0; k < sizeof refusals / sizeof *refusals; k++) {
        covey_error error;
        int flock = -5;
        assert_int_equal(covey_world_add(world, &refusals[k].def, &flock, &error), COVEY_ARG);
        assert_string_equal(error.message, refusals[k].message);
        assert_int_equal(flock, -5);
        assert_int_equal(covey_world_flocks(world), 1);
        assert_true(covey_world_hash(world) == hash);
        assert_int_equal(covey_world_stats(world).bytes, bytes);
    }
    covey_world_destroy(world);
}

static void drift(const void *params, covey_agent *agent, covey_vec intent, double dt)
{
    (void)params;
    (void)intent;
    agent->pos.x += dt;
}

static void test_a_motion_of_ones_own_moves_the_flock(void **unused)
{
    (void)unused;
    const covey_motion own = {.name = "drift", .title = "To the right.", .move = drift};
    covey_world *world = test_world_plain();
    covey_flock_def def = covey_flock_def_default();
    def.model = "formal";
    def.count = 2;
    def.custom_motion = &own;
    def.pos[0] = def.pos[1] = def.vel[0] = def.vel[1] = xs;
    test_world_add(world, &def);
    assert_int_equal(covey_world_step(world, 0.5), COVEY_OK);
    assert_true(test_world_pos(world, 0, 1).x == 2.5 && test_world_pos(world, 0, 1).y == 2.0);
    covey_world_destroy(world);
}

static void test_another_motion_has_the_bounds_of_the_model_by_name(void **unused)
{
    (void)unused;
    covey_world *world = test_world_plain();
    covey_flock_def def = covey_flock_def_default();
    def.model = "reynolds";
    def.motion = "impulse"; // reynolds has its bounds for accelerate
    int flock = test_world_add(world, &def);
    assert_true(covey_world_param(world, flock, "max_speed") == 50);
    assert_true(covey_world_param(world, flock, "min_speed") == 20);
    assert_true(covey_world_param(world, flock, "max_force") == 10);
    covey_world_destroy(world);
}

static void test_models_and_motions_can_be_looked_up(void **unused)
{
    (void)unused;
    assert_string_equal(covey_model_at(0)->name, "formal");
    assert_string_equal(covey_motion_at(0)->name, "accelerate");
    assert_null(covey_model_at(-1));
    assert_null(covey_model_at(1000));
    assert_null(covey_motion_at(1000));
    assert_ptr_equal(covey_model_find("formal"), covey_model_at(0));
    assert_ptr_equal(covey_motion_find("accelerate"), covey_motion_at(0));
    assert_true(covey_model_find("accelerate") == NULL && covey_model_find(NULL) == NULL);
    assert_true(covey_motion_find("formal") == NULL && covey_motion_find(NULL) == NULL);
    assert_string_equal(covey_influence_find("wind")->name, "wind");
    assert_null(covey_influence_find(NULL));
    covey_world *world = test_world_plain();
    covey_flock_def def = covey_flock_def_default();
    def.model = "formal";
    test_world_add(world, &def);
    assert_ptr_equal(covey_world_model(world, 0), covey_model_at(0));
    assert_null(covey_world_model(world, 1));
    covey_world_destroy(world);
}

static void test_kernels_are_found_by_their_names(void **unused)
{
    (void)unused;
    const char *const *names = covey_kernel_names();
    covey_kernel_kind kind = COVEY_KERNEL_AVX2;
    covey_error error;
    int count = 0;
    for (; names[count] != NULL; count++) {
        assert_int_equal(covey_kernel_find(names[count], &kind, NULL), COVEY_OK);
        assert_int_equal(kind, count);
    }
    assert_int_equal(count, COVEY_KERNEL_AVX512 + 1);
    assert_string_equal(names[COVEY_KERNEL_REF], "ref");
    assert_string_equal(names[COVEY_KERNEL_NEON], "neon");
    assert_int_equal(covey_kernel_find("Ref", &kind, &error), COVEY_ARG);
    assert_string_equal(error.message, "there is no kernel called Ref");
    assert_int_equal(kind, COVEY_KERNEL_AVX512);
    assert_string_equal(covey_dense_names()[COVEY_DENSE_AGGREGATE], "aggregate");
    assert_string_equal(covey_precision_names()[COVEY_PRECISION_SINGLE], "single");
}

static void test_a_world_holds_64_flocks(void **unused)
{
    (void)unused;
    covey_world *world = test_world_plain();
    covey_flock_def def = covey_flock_def_default();
    def.model = "formal";
    char name[3] = "a";
    def.name = name; // copied
    for (int number = 0; number < COVEY_MAX_FLOCKS; number++) {
        name[0] = (char)('a' + number % 16);
        name[1] = (char)(number < 16 ? '\0' : '0' + number / 16);
        assert_int_equal(test_world_add(world, &def), number);
    }
    name[1] = 'y';
    covey_error error;
    int flock;
    assert_int_equal(covey_world_add(world, &def, &flock, &error), COVEY_ARG);
    assert_string_equal(error.message, "a world holds at most 64 flocks");
    assert_int_equal(covey_world_find(world, "c"), 2);
    assert_int_equal(covey_world_find(world, "q"), -1);
    assert_int_equal(covey_world_find(world, NULL), -1);
    covey_world_destroy(world);
}

// ---- Views and parameters ----

/// Steps two worlds that are to get to the same state, and destroys them.
static void test_view_shows_agents_by_id(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    test_flock agents = test_flock_create(TEST_UNIFORM, 500, 1.0, 20.0, &random);
    covey_world *world = test_world_of(covey_space_torus(20, 20), &agents, NULL, 0);
    test_world_steps(world, 1, 0.0); // sorts
    covey_view view = covey_world_view(world, 0);
    assert_int_equal(view.count, 500);
    assert_int_equal(view.step, 1);
    assert_int_equal(view.space.kind, COVEY_SPACE_TORUS);
    for (size_t i = 0; i < view.count; i++)
        for (int axis = 0; axis < COVEY_PLANE; axis++) {
            assert_true(view.pos[axis][i] == agents.pos[axis][view.id[i]]);
            assert_true(view.vel[axis][i] == agents.vel[axis][view.id[i]]);
        }
    for (int stranger = -1; stranger <= 1; stranger += 2) {
        view = covey_world_view(world, stranger);
        assert_true(view.count == 0 && view.id == NULL && view.pos[0] == NULL);
    }
    covey_world_destroy(world);
    test_flock_destroy(&agents);
}

static void test_a_world_goes_on_with_other_numbers_of_agents(void **unused)
{
    (void)unused;
    enum { BEFORE = 200, AFTER = 230, GONE = 17 };
    uint64_t random = 3;
    test_flock agents = test_flock_create(TEST_UNIFORM, AFTER, 1.0, 15.0, &random);
    covey_flock_def def = test_flock_def(&agents);
    def.count = BEFORE;
    covey_world *before = test_world_plain(), *after = test_world_plain();
    test_world_add(before, &def);
    def.count = AFTER;
    test_world_add(after, &def);
    test_world_steps(before, 5, 0.125);
    covey_vec push; // to ask for it sorts
    assert_int_equal(covey_world_rule(after, 0, 3, "K_a", &push), COVEY_OK);
    covey_pose last = {test_world_pos(before, 0, BEFORE - 1),
                       test_world_vel(before, 0, BEFORE - 1)};
    assert_int_equal(covey_world_put(before, 0, GONE, last, NULL), COVEY_OK);
    assert_int_equal(covey_world_adopt(after, before, NULL), COVEY_OK);
    assert_int_equal(covey_world_steps(after), 5);
    for (uint32_t id = 0; id < AFTER; id++) {
        covey_vec there = test_world_pos(after, 0, id);
        covey_vec expected = id < BEFORE ? test_world_pos(before, 0, id)
                                         : (covey_vec){agents.pos[0][id], agents.pos[1][id]};
        assert_memory_equal(&there, &expected, sizeof there);
    }
    test_world_steps(after, 1, 0.125);
    covey_world_destroy(before);
    covey_world_destroy(after);
    test_flock_destroy(&agents);
}

static void test_set_changes_what_param_tells_and_what_steps_do(void **unused)
{
    (void)unused;
    uint64_t random = 2;
    test_flock agents = test_flock_create(TEST_UNIFORM, 200, 1.0, 10.0, &random);
    const covey_setting wide = {"r_c", 4};
    covey_world *set = test_world_of(covey_space_open(), &agents, NULL, 0);
    covey_world *made = test_world_of(covey_space_open(), &agents, &wide, 1);
    assert_int_equal(covey_world_set(set, 0, "r_c", 4, NULL), COVEY_OK);
    assert_true(covey_world_param(set, 0, "r_c") == 4.0);
    test_world_expect_alike(set, made);
    test_flock_destroy(&agents);
}

static void test_zones_are_what_agents_sense_with_the_parameters_as_they_are(void **unused)
{
    (void)unused;
    covey_zone zones[COVEY_MAX_ZONES];
    covey_world_def def = covey_world_def_default();
    covey_world *world = test_world_create(&def);
    covey_setting radii[] = {{"r_c", 10}, {"r_s", 2}, {"r_a", 5}};
    covey_flock_def flock = covey_flock_def_default();
    flock.model = "formal";
    flock.settings = radii;
    flock.settings_count = 3;
    int number = test_world_add(world, &flock);
    assert_int_equal(covey_world_zones(world, number, zones), 3);
    assert_true(zones[0].radius == 10 && zones[1].radius == 2 && zones[2].radius == 5);
    assert_int_equal(covey_world_set(world, number, "r_c", 7, NULL), COVEY_OK);
    assert_int_equal(covey_world_zones(world, number, zones), 3);
    assert_true(zones[0].radius == 7);
    assert_int_equal(covey_world_zones(world, 1, zones), 0);
    covey_world_destroy(world);
}

static bool moody;

static int moody_zones(const void *values, covey_zone zones[COVEY_MAX_ZONES])
{
    return moody ? -1 : test_probe.zones(values, zones);
}

static covey_vec want_nothing(const void *values, const covey_agent *self,
                              const covey_percept *percepts)
{
    (void)values, (void)self, (void)percepts;
    return (covey_vec){0, 0};
}

static void test_a_model_that_refuses_its_old_values_senses_no_agent(void **unused)
{
    (void)unused;
    covey_world *world = test_world_plain();
    covey_model model = test_probe;
    model.zones = moody_zones;
    model.decide = want_nothing;
    covey_flock_def def = covey_flock_def_default();
    def.custom_model = &model;
    def.count = 50;
    test_world_add(world, &def);
    test_world_steps(world, 1, 0.0);
    uint64_t candidates = covey_world_stats(world).candidates;
    assert_true(candidates > 0);
    moody = true;
    assert_int_equal(covey_world_set(world, 0, "radius", 2, NULL), COVEY_ARG);
    test_world_steps(world, 1, 0.0);
    moody = false;
    assert_int_equal(covey_world_stats(world).candidates, candidates);
    covey_world_destroy(world);
}

static void test_set_refuses_and_changes_nothing(void **unused)
{
    (void)unused;
    covey_world *world = test_world_plain();
    covey_flock_def def = covey_flock_def_default();
    def.custom_model = &test_probe;
    def.count = 10;
    const covey_setting speeds[] = {{"min_speed", 2}, {"max_speed", 3}};
    def.settings = speeds;
    def.settings_count = 2;
    test_world_add(world, &def);
    const covey_setting wrong[] = {{"min_speed", 3}, {"max_speed", 2}};
    covey_flock_def slow = def;
    slow.name = "slow";
    slow.settings = wrong;
    int number;
    assert_int_equal(covey_world_add(world, &slow, &number, NULL), COVEY_ARG);
    const struct {
        int flock;
        covey_setting setting;
        const char *message;
    } cases[] = {
        {1, {"radius", 1}, "there is no flock number 1"},
        {-1, {"radius", 1}, "there is no flock number -1"},
        {0, {NULL, 1}, "neither probe nor accelerate has a parameter called (NULL)"},
        {0, {"wing", 1}, "neither probe nor accelerate has a parameter called wing"},
        {0, {"radius", -1}, "radius = -1 is outside [0, 1.79769e+308]"},
        {0, {"min_speed", 4}, "min_speed = 4 is above max_speed = 3"},
        {0, {"max_speed", 1}, "min_speed = 2 is above max_speed = 1"},
        {0, {"rings", 9}, "model probe has 9 zones, at most 8 are possible"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        covey_error error;
        assert_int_equal(covey_world_set(world, cases[k].flock, cases[k].setting.name,
                                         cases[k].setting.value, &error),
                         COVEY_ARG);
        assert_string_equal(error.message, cases[k].message);
        assert_true(covey_world_param(world, 0, "radius") == 1.0);
        assert_true(covey_world_param(world, 0, "rings") == 1.0);
        assert_true(covey_world_param(world, 0, "min_speed") == 2.0);
        assert_true(covey_world_param(world, 0, "max_speed") == 3.0);
        test_world_steps(world, 1, 0.1);
    }
    assert_true(isnan(covey_world_param(world, 0, "wing")));
    assert_true(isnan(covey_world_param(world, 1, "radius")));
    covey_world_destroy(world);
}

// ---- Adoption ----

static covey_world *populated(covey_world_def def, double x)
{
    const double pos[COVEY_AXES][1] = {{x}, {0.5}}, vel[COVEY_AXES][1] = {{0.0}, {0.0}};
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    flock.model = "formal";
    flock.count = 1;
    for (int axis = 0; axis < COVEY_PLANE; axis++) {
        flock.pos[axis] = pos[axis];
        flock.vel[axis] = vel[axis];
    }
    test_world_add(world, &flock);
    return world;
}

static void test_a_world_adopts_none_of_another_kind_of_world(void **unused)
{
    (void)unused;
    covey_world_def def = covey_world_def_default(), torus = def, single = def;
    torus.space = covey_space_torus(1, 1);
    single.precision = COVEY_PRECISION_SINGLE;
    const struct {
        covey_world_def def;
        int steps;
        const char *message; ///< NULL: taken
    } cases[] = {
        {def, 0, NULL},
        {def, 1, "a world that has taken steps adopts no agents"},
        {torus, 0, "a world adopts no agents of another space"},
        {single, 0, "a world adopts no agents of another precision"},
    };
    covey_world *from = populated(def, 0.1); // which no float is
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        covey_error error = {0};
        covey_world *world = populated(cases[k].def, 0.25);
        test_world_steps(world, cases[k].steps, 0.0);
        assert_int_equal(covey_world_adopt(world, from, &error),
                         cases[k].message != NULL ? COVEY_ARG : COVEY_OK);
        assert_string_equal(error.message, cases[k].message != NULL ? cases[k].message : "");
        assert_true(covey_world_view(world, 0).pos[0][0] ==
                    (cases[k].message != NULL ? 0.25 : 0.1));
        covey_world_destroy(world);
    }
    covey_world_destroy(from);
}

static void test_spaces_are_the_same_in_kind_and_both_sizes(void **unused)
{
    (void)unused;
    const covey_space spaces[] = {covey_space_torus(2, 3), covey_space_torus(2, 4),
                                  covey_space_torus(3, 3), covey_space_reflecting(2, 3)};
    covey_world_def def = covey_world_def_default();
    def.space = spaces[0];
    covey_world *from = populated(def, 0.5);
    for (size_t k = 0; k < sizeof spaces / sizeof *spaces; k++) {
        def.space = spaces[k];
        covey_world *world = populated(def, 0.25);
        assert_int_equal(covey_world_adopt(world, from, NULL), k == 0 ? COVEY_OK : COVEY_ARG);
        covey_world_destroy(world);
    }
    covey_world_destroy(from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_default_world_is_as_documented),
        cmocka_unit_test(test_the_default_flock_is_as_documented),
        cmocka_unit_test(test_create_refuses_and_says_why),
        cmocka_unit_test(test_add_refuses_says_why_and_changes_nothing),
        cmocka_unit_test(test_a_motion_of_ones_own_moves_the_flock),
        cmocka_unit_test(test_another_motion_has_the_bounds_of_the_model_by_name),
        cmocka_unit_test(test_models_and_motions_can_be_looked_up),
        cmocka_unit_test(test_kernels_are_found_by_their_names),
        cmocka_unit_test(test_a_world_holds_64_flocks),
        cmocka_unit_test(test_view_shows_agents_by_id),
        cmocka_unit_test(test_a_world_goes_on_with_other_numbers_of_agents),
        cmocka_unit_test(test_set_changes_what_param_tells_and_what_steps_do),
        cmocka_unit_test(test_a_model_that_refuses_its_old_values_senses_no_agent),
        cmocka_unit_test(test_set_refuses_and_changes_nothing),
        cmocka_unit_test(test_zones_are_what_agents_sense_with_the_parameters_as_they_are),
        cmocka_unit_test(test_a_world_adopts_none_of_another_kind_of_world),
        cmocka_unit_test(test_spaces_are_the_same_in_kind_and_both_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
