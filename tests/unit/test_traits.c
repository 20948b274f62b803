// SPDX-License-Identifier: MIT
// Traits and user data: an agent behaves by its own values, and they stay its own.
#include "core/flock_traits.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { AGENTS = 150, CAPACITY = 200, STEPS = 20 };
#define SIDE 30.0
#define HALVES 3

typedef struct setup {
    const covey_model *model;
    int dim;
    covey_precision precision;
    int threads;
} setup;

static covey_world *make(const setup *how, const covey_setting *setting, const covey_trait *trait)
{
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(SIDE, SIDE);
    if (how->dim == 3)
        def.space = covey_space_deep(def.space, SIDE);
    def.precision = how->precision;
    def.threads = how->threads;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = test_flock_plain(how->model->name, AGENTS);
    flock.capacity = CAPACITY;
    flock.place.speed = 1;
    flock.settings = setting;
    flock.settings_count = setting != NULL;
    flock.traits = trait;
    flock.traits_count = trait != NULL;
    test_world_add(world, &flock);
    return world;
}

/// A value of a parameter that differs from its initial one, in its range.
static double other_value(const covey_param *row, double initial)
{
    double value = initial == 0.0 || initial > 1e9 ? 0.4 : 0.7 * initial;
    return value >= row->low && value <= row->high ? value : row->low;
}

/// After one step each agent is where it is if all agents have its value.
static void expect_own(const setup *how, const covey_param *row, double initial)
{
    const double value[HALVES] = {initial, other_value(row, initial), initial};
    double given[AGENTS];
    for (int id = 0; id < AGENTS; id++)
        given[id] = value[id % HALVES];
    covey_trait trait = {row->name, covey_distribution_number(initial), given};
    covey_world *mixed = make(how, NULL, &trait);
    covey_world_step(mixed, TEST_DT);
    for (int half = 0; half < 2; half++) {
        covey_setting setting = {row->name, value[half]};
        covey_world *plain = make(how, &setting, NULL);
        covey_world_step(plain, TEST_DT);
        for (uint32_t id = (uint32_t)half; id < AGENTS; id += HALVES) {
            covey_pose one, other;
            assert_int_equal(covey_world_get(mixed, 0, id, &one, NULL), COVEY_OK);
            assert_int_equal(covey_world_get(plain, 0, id, &other, NULL), COVEY_OK);
            assert_memory_equal(&one, &other, sizeof one);
        }
        covey_world_destroy(plain);
    }
    covey_world_destroy(mixed);
}

/// A trait at one value gives the bits of the parameter, on several threads.
static void expect_plain(const setup *how, const covey_param *row, double initial)
{
    double value = other_value(row, initial);
    covey_trait trait = {row->name, covey_distribution_number(value), NULL};
    covey_setting setting = {row->name, value};
    setup three = *how;
    three.threads = 3;
    covey_world *own = make(&three, NULL, &trait), *plain = make(how, &setting, NULL);
    test_world_steps(own, 3, TEST_DT);
    test_world_steps(plain, 3, TEST_DT);
    assert_true(covey_world_hash(own) == covey_world_hash(plain));
    covey_world_destroy(own);
    covey_world_destroy(plain);
}

/// The initial value of a parameter in a flock of the model; NaN if it cannot be a trait there.
static double initial_of(const setup *how, const covey_param *row)
{
    covey_world *world = make(how, NULL, NULL);
    double value = covey_world_param(world, 0, row->name);
    covey_trait trait = {row->name, covey_distribution_number(value), NULL};
    if (covey_world_trait_add(world, 0, &trait, NULL) != COVEY_OK)
        value = (double)NAN;
    covey_world_destroy(world);
    return value;
}

static int check_table(const setup *how, const covey_param *table)
{
    int traits = 0;
    for (const covey_param *row = table; row != NULL && row->name != NULL; row++) {
        double initial = initial_of(how, row);
        if (initial != initial)
            continue;
        expect_own(how, row, initial);
        expect_plain(how, row, initial);
        traits++;
    }
    return traits;
}

static void test_each_agent_acts_by_its_own_value(void **unused)
{
    (void)unused;
    for (int k = 0; covey_model_at(k) != NULL; k++)
        for (int dim = 2; dim <= 3; dim++) {
            setup how = {covey_model_at(k), dim, COVEY_PRECISION_DOUBLE, 1};
            if (dim == 3 && how.model->plane_only)
                continue;
            int traits = check_table(&how, covey_motion_find(how.model->motion)->params);
            how.precision = dim == 3 ? COVEY_PRECISION_SINGLE : COVEY_PRECISION_DOUBLE;
            traits += check_table(&how, how.model->params);
            assert_true(traits > 0);
        }
}

/// What traits are possible is known of some models, by their equations.
static void test_parameters_that_shape_zones_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *model, *name;
        bool possible;
    } known[] = {
        {"torus", "radius", false},          {"torus", "separation", true},
        {"torus", "centroid", false},        {"reynolds", "alignment_view", false},
        {"reynolds", "separation", true},    {"reynolds", "max_speed", true},
        {"morse", "attraction", false},      {"morse", "propulsion", true},
        {"cucker_smale", "decay", false},    {"cucker_smale", "strength", true},
        {"topological", "neighbors", false}, {"vicsek", "noise", true},
        {"vicsek", "speed", true},           {"couzin", "noise", true},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        setup how = {covey_model_find(known[k].model), 2, COVEY_PRECISION_DOUBLE, 1};
        covey_world *world = make(&how, NULL, NULL);
        covey_trait trait = {known[k].name,
                             covey_distribution_number(covey_world_param(world, 0, known[k].name)),
                             NULL};
        uint64_t size = covey_world_snapshot_size(world);
        covey_status status = covey_world_trait_add(world, 0, &trait, NULL);
        assert_int_equal(status, known[k].possible ? COVEY_OK : COVEY_ARG);
        assert_true(known[k].possible || covey_world_snapshot_size(world) == size);
        covey_world_destroy(world);
    }
}

static const setup plain_torus = {NULL, 2, COVEY_PRECISION_DOUBLE, 1};

static covey_world *make_torus(int threads)
{
    setup how = plain_torus;
    how.model = covey_model_find("torus");
    how.threads = threads;
    covey_trait trait = {"max_speed", covey_distribution_normal(40, 10), NULL};
    trait.from.low = 20;
    covey_world *world = make(&how, NULL, &trait);
    covey_trait more = {"cohesion", covey_distribution_uniform(5, 20), NULL};
    assert_int_equal(covey_world_trait_add(world, 0, &more, NULL), COVEY_OK);
    assert_int_equal(covey_world_user_take(world, 0, NULL), COVEY_OK);
    covey_view view = covey_world_view(world, 0);
    uint64_t user[AGENTS];
    for (size_t i = 0; i < view.count; i++)
        user[i] = UINT64_C(0x1234567890000000) + view.id[i];
    covey_agents all = {view.count, NULL};
    assert_int_equal(covey_world_user_put(world, 0, all, user, NULL), COVEY_OK);
    return world;
}

static double trait_of(const covey_world *world, covey_id id, const char *name)
{
    double value;
    covey_agents one = {1, &id};
    assert_int_equal(covey_world_trait_get(world, 0, name, one, &value, NULL), COVEY_OK);
    return value;
}

static uint64_t user_of(const covey_world *world, covey_id id)
{
    uint64_t value;
    covey_agents one = {1, &id};
    assert_int_equal(covey_world_user_get(world, 0, one, &value, NULL), COVEY_OK);
    return value;
}

static void test_values_stay_with_their_agents(void **unused)
{
    (void)unused;
    covey_world *world = make_torus(3), *one = make_torus(1);
    double speed[CAPACITY + 1], cohesion[CAPACITY + 1];
    for (uint32_t id = 0; id < AGENTS; id++) {
        speed[id] = trait_of(world, id, "max_speed");
        cohesion[id] = trait_of(world, id, "cohesion");
        assert_true(speed[id] >= 20.0 && cohesion[id] >= 5.0 && cohesion[id] <= 20.0);
        assert_true(id == 0 || speed[id] != speed[id - 1]);
    }
    test_world_steps(world, STEPS, 0.1);
    test_world_steps(one, STEPS, 0.1);
    assert_true(covey_world_hash(world) == covey_world_hash(one));
    const covey_id gone[] = {17, 3, 149};
    const covey_pose pose = {{1, 2, 0}, {0, 1, 0}};
    covey_id id;
    for (int k = 0; k < 3; k++)
        assert_int_equal(covey_world_remove(world, 0, gone[k], NULL), COVEY_OK);
    assert_int_equal(covey_world_spawn(world, 0, pose, &id, NULL), COVEY_OK);
    assert_int_equal(id, AGENTS);
    test_world_steps(world, STEPS, 0.1);
    covey_view view = covey_world_view(world, 0);
    const covey_trait column = covey_world_trait(world, 0, 0);
    assert_string_equal(column.name, "max_speed");
    assert_null(covey_world_trait(world, 0, 2).name);
    for (size_t i = 0; i < view.count; i++) {
        id = view.id[i];
        assert_true(column.values[i] == trait_of(world, id, "max_speed"));
        if (id == AGENTS) {
            assert_true(user_of(world, id) == 0 && column.values[i] >= 20.0);
            continue;
        }
        assert_true(column.values[i] == speed[id]);
        assert_true(trait_of(world, id, "cohesion") == cohesion[id]);
        assert_true(user_of(world, id) == UINT64_C(0x1234567890000000) + id);
        double fast = covey_vec_length(test_world_vel(world, 0, id));
        assert_true(fast <= speed[id] * (1.0 + 1e-12));
    }
    covey_world_destroy(one);
    covey_world_destroy(world);
}

static void test_new_agents_draw_as_if_they_had_been_there(void **unused)
{
    (void)unused;
    covey_world *world = make_torus(1);
    covey_trait drawn = {"max_speed", covey_distribution_lognormal(3, 0.3), NULL};
    const covey_pose pose = {{1, 2, 0}, {0, 1, 0}};
    assert_int_equal(covey_world_trait_add(world, 0, &drawn, NULL), COVEY_OK);
    assert_int_equal(covey_world_traits(world, 0), 2);
    covey_id id;
    assert_int_equal(covey_world_spawn(world, 0, pose, &id, NULL), COVEY_OK);
    double late = trait_of(world, id, "max_speed");
    assert_int_equal(covey_world_trait_add(world, 0, &drawn, NULL), COVEY_OK);
    assert_true(trait_of(world, id, "max_speed") == late);
    assert_int_equal(covey_world_set(world, 0, "max_speed", 33, NULL), COVEY_OK);
    assert_int_equal(covey_world_spawn(world, 0, pose, &id, NULL), COVEY_OK);
    assert_true(trait_of(world, id, "max_speed") == 33.0 &&
                trait_of(world, 5, "max_speed") == 33.0);
    assert_true(covey_world_param(world, 0, "max_speed") == 33.0);
    covey_world_destroy(world);
}

static void test_a_snapshot_keeps_traits_and_user_data(void **unused)
{
    (void)unused;
    covey_world *world = make_torus(1), *later = make_torus(3);
    const covey_id ids[] = {9, 4};
    const double fast[] = {77, 78};
    assert_int_equal(
        covey_world_trait_put(world, 0, "max_speed", (covey_agents){2, ids}, fast, NULL), COVEY_OK);
    covey_trait anew = {"cohesion", covey_distribution_normal(10, 1), NULL};
    assert_int_equal(covey_world_trait_add(world, 0, &anew, NULL), COVEY_OK);
    size_t size = covey_world_snapshot_size(world);
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(covey_world_save(world, bytes, size), COVEY_OK);
    test_world_steps(later, 3, 0.1);
    assert_int_equal(covey_world_restore(later, bytes, size, NULL), COVEY_OK);
    assert_true(trait_of(later, 4, "max_speed") == 78.0);
    assert_true(covey_world_trait(later, 0, 1).from.kind == COVEY_DISTRIBUTION_NORMAL);
    test_world_steps(world, STEPS, 0.1);
    test_world_steps(later, STEPS, 0.1);
    assert_true(covey_world_hash(world) == covey_world_hash(later));
    for (uint32_t id = 0; id < AGENTS; id++) {
        assert_true(trait_of(world, id, "cohesion") == trait_of(later, id, "cohesion"));
        assert_true(user_of(later, id) == UINT64_C(0x1234567890000000) + id);
    }
    setup how = plain_torus;
    how.model = covey_model_find("torus");
    covey_world *without = make(&how, NULL, NULL);
    assert_int_equal(covey_world_restore(without, bytes, size, NULL), COVEY_OK); // it has them now
    assert_true(trait_of(without, 4, "max_speed") == 78.0);
    test_world_steps(without, STEPS, 0.1);
    assert_true(covey_world_hash(without) == covey_world_hash(world));
    free(bytes);
    covey_world_destroy(without);
    covey_world_destroy(later);
    covey_world_destroy(world);
}

static void test_a_world_adopts_traits_and_user_data(void **unused)
{
    (void)unused;
    covey_world *from = make_torus(1), *world = make_torus(1);
    const covey_id id = 8;
    const double fast = 91;
    assert_int_equal(covey_world_remove(from, 0, 2, NULL), COVEY_OK);
    assert_int_equal(
        covey_world_trait_put(from, 0, "max_speed", (covey_agents){1, &id}, &fast, NULL), COVEY_OK);
    covey_trait other = {"cohesion", covey_distribution_uniform(5, 21), NULL};
    assert_int_equal(covey_world_trait_add(world, 0, &other, NULL), COVEY_OK);
    test_world_steps(from, 2, 0.1);
    assert_int_equal(covey_world_adopt(world, from, NULL), COVEY_OK);
    assert_true(trait_of(world, id, "max_speed") == fast);
    assert_true(user_of(world, 149) == UINT64_C(0x1234567890000000) + 149);
    assert_true(trait_of(world, 149, "cohesion") != trait_of(from, 149, "cohesion"));
    assert_int_equal(covey_world_trait_add(world, 0, &other, NULL), COVEY_OK);
    double drawn = trait_of(world, 149, "cohesion");
    assert_true(drawn >= 5.0 && drawn <= 21.0);
    covey_world_destroy(from);
    covey_world_destroy(world);
}

static void expect_refusal(covey_world *world, covey_trait trait, const char *message)
{
    covey_error error;
    uint64_t size = covey_world_snapshot_size(world);
    assert_int_equal(covey_world_trait_add(world, 0, &trait, &error), COVEY_ARG);
    assert_string_equal(error.message, message);
    assert_true(covey_world_snapshot_size(world) == size);
}

static void test_refusals_say_why(void **unused)
{
    (void)unused;
    covey_world *world = make_torus(1);
    covey_error error;
    expect_refusal(world, (covey_trait){"radius", covey_distribution_number(3), NULL},
                   "radius shapes the zones in which the agents of torus sense, which a flock has "
                   "in common: it is one number");
    expect_refusal(world, (covey_trait){"centroid", covey_distribution_number(1), NULL},
                   "centroid is a choice and the same for all agents of a flock");
    expect_refusal(world, (covey_trait){"wings", covey_distribution_number(1), NULL},
                   "neither torus nor impulse has a parameter called wings");
    expect_refusal(
        world, (covey_trait){"max_force", covey_distribution_normal(-5, 0.1), NULL},
        "the distribution of max_force has too little or nothing within [0, 1.79769e+308]");
    expect_refusal(world, (covey_trait){"max_force", covey_distribution_uniform(3, 1), NULL},
                   "the distribution of max_force goes from 3 down to 1");
    expect_refusal(world, (covey_trait){"max_force", covey_distribution_normal(3, -1), NULL},
                   "the distribution of max_force has a deviation of -1, below 0");
    expect_refusal(world, (covey_trait){"min_speed", covey_distribution_number(60), NULL},
                   "min_speed = 60 is above max_speed = 40");
    double values[AGENTS] = {0};
    values[3] = -1;
    covey_view view = covey_world_view(world, 0);
    assert_int_equal(view.id[3], 3);
    expect_refusal(world, (covey_trait){"max_force", covey_distribution_number(3), values},
                   "max_force = -1 of agent 3 is outside [0, 1.79769e+308]");
    const covey_id ids[] = {3, 999};
    covey_agents two = {2, ids}, wrong = {7, NULL};
    double before = trait_of(world, 3, "max_speed");
    assert_int_equal(covey_world_trait_put(world, 0, "max_speed", two, values, &error), COVEY_ARG);
    assert_string_equal(error.message, "flock flock has no agent 999");
    assert_int_equal(covey_world_trait_put(world, 0, "max_speed", wrong, values, &error),
                     COVEY_ARG);
    assert_string_equal(error.message, "flock flock has 150 agents, not 7");
    assert_int_equal(covey_world_trait_put(world, 0, "noise", wrong, NULL, NULL), COVEY_ARG);
    assert_int_equal(covey_world_trait_get(world, 1, "max_speed", two, values, NULL), COVEY_ARG);
    assert_true(trait_of(world, 3, "max_speed") == before && values[0] == 0.0);
    covey_world_destroy(world);
    setup how = plain_torus;
    how.model = covey_model_find("torus");
    world = make(&how, NULL, NULL);
    assert_null(covey_world_user(world, 0));
    uint64_t user[2];
    two.ids = (const covey_id[]){1, 2};
    assert_int_equal(covey_world_user_get(world, 0, two, user, &error), COVEY_ARG);
    assert_string_equal(error.message,
                        "flock flock has no user data: covey_world_user_take() gives it some");
    covey_world_destroy(world);
}

static void test_null_is_refused(void **unused)
{
    (void)unused;
    covey_world *world = make_torus(1);
    covey_trait trait = {.name = NULL};
    covey_agents of = {3, NULL};
    double x = 1;
    assert_int_equal(covey_world_trait_add(NULL, 0, &trait, NULL), COVEY_ARG);
    assert_int_equal(covey_world_trait_add(world, 0, NULL, NULL), COVEY_ARG);
    assert_int_equal(covey_world_trait_add(world, 0, &trait, NULL), COVEY_ARG);
    assert_int_equal(covey_world_trait_get(NULL, 0, NULL, of, &x, NULL), COVEY_ARG);
    assert_int_equal(covey_world_trait_get(world, 0, "max_speed", of, NULL, NULL), COVEY_ARG);
    assert_int_equal(covey_world_trait_put(NULL, 0, NULL, of, &x, NULL), COVEY_ARG);
    assert_int_equal(covey_world_trait_put(world, 0, "max_speed", of, NULL, NULL), COVEY_ARG);
    of.count = AGENTS;
    double all[AGENTS] = {0};
    assert_int_equal(covey_world_trait_put(world, 0, NULL, of, all, NULL), COVEY_ARG);
    assert_int_equal(covey_world_user_take(NULL, 0, NULL), COVEY_ARG);
    assert_int_equal(covey_world_user_get(NULL, 0, of, NULL, NULL), COVEY_ARG);
    assert_int_equal(covey_world_user_put(world, 0, of, NULL, NULL), COVEY_ARG);
    assert_true(covey_world_user(NULL, 0) == NULL && covey_world_trait(NULL, 0, 0).name == NULL);
    assert_true(covey_world_traits(NULL, 0) == 0);
    assert_int_equal(covey_distribution_check(NULL, NULL, NULL), COVEY_ARG);
    x = covey_distribution_typical(NULL, NULL);
    assert_true(x != x);
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_agent_acts_by_its_own_value),
        cmocka_unit_test(test_parameters_that_shape_zones_are_refused),
        cmocka_unit_test(test_values_stay_with_their_agents),
        cmocka_unit_test(test_new_agents_draw_as_if_they_had_been_there),
        cmocka_unit_test(test_a_snapshot_keeps_traits_and_user_data),
        cmocka_unit_test(test_a_world_adopts_traits_and_user_data),
        cmocka_unit_test(test_refusals_say_why),
        cmocka_unit_test(test_null_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
