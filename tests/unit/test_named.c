// SPDX-License-Identifier: MIT
// Influences for one agent each are found by the agent: they are not asked about others, and act as
// if they were. Influences of a program get its context and the user data of agents.
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { AGENTS = 300, INFLUENCES = 120, STEPS = 30 };
#define SIDE 30.0

static covey_world *make(covey_space space, int threads)
{
    covey_world_def def = covey_world_def_default();
    def.space = space;
    def.threads = threads;
    covey_world *world = test_world_create(&def);
    static const char *const names[] = {"one", "other"};
    for (int k = 0; k < 2; k++) {
        covey_flock_def flock = covey_flock_def_default();
        flock.name = names[k];
        flock.model = "reynolds";
        flock.count = AGENTS;
        flock.capacity = AGENTS + 10;
        flock.place.speed = 1;
        flock.place.radius = SIDE / 2;
        test_world_add(world, &flock);
    }
    return world;
}

/// Adds an influence of some kind somewhere; steer is one of `steer`, as often as all others.
static void add_some(covey_world *world, const covey_influence *steer, uint64_t *random)
{
    static const char *const kinds[] = {"steer",    "wind", "goal", "steer", "obstacle",
                                        "obstacle", "seek", "wall", "steer", "steer"};
    const char *kind = kinds[test_below(random, 10)];
    double x[2], y[2];
    for (int k = 0; k < 2; k++) {
        x[k] = test_uniform(random, 0, SIDE);
        y[k] = test_uniform(random, 0, SIDE);
    }
    const covey_setting steers[] = {{"agent", (double)test_below(random, AGENTS / 3)},
                                    {"forward", test_uniform(random, -3, 3)},
                                    {"left", test_uniform(random, -3, 3)}};
    const covey_setting small = {"radius", 0.2};
    covey_influence_def def = covey_influence_def_default();
    bool is_steer = strcmp(kind, "steer") == 0, is_disc = strcmp(kind, "obstacle") == 0;
    def.kind = kind;
    def.custom_kind = is_steer ? steer : NULL;
    def.settings = is_steer ? steers : &small;
    def.settings_count = is_steer ? 3 : is_disc;
    def.points_count = covey_influence_find(kind)->points;
    def.points[0] = x;
    def.points[1] = y;
    def.flock = test_below(random, 3) == 0 ? "other" : NULL;
    int handle;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_OK);
}

/// Changes some influence, or removes it.
static void change_some(covey_world *world, uint64_t *random)
{
    size_t count = (size_t)covey_world_influences(world), what = test_below(random, 4);
    int handle = covey_world_influence_at(world, (int)test_below(random, count));
    double agent = (double)test_below(random, AGENTS), push = test_uniform(random, -3, 3);
    if (what == 0)
        (void)covey_world_influence_set(world, handle, "agent", agent, NULL);
    else if (what < 3)
        (void)covey_world_influence_set(world, handle, "forward", push, NULL);
    else
        assert_int_equal(covey_world_influence_remove(world, handle, NULL), COVEY_OK);
}

static void test_influences_found_by_their_agents_act_as_all_others(void **unused)
{
    (void)unused;
    const covey_influence *steer = covey_influence_find("steer");
    assert_non_null(steer->only);
    covey_influence asked = *steer; // of everyone
    asked.only = NULL;
    const covey_space spaces[] = {covey_space_torus(SIDE, SIDE), covey_space_open(),
                                  covey_space_reflecting(SIDE, SIDE)};
    for (int s = 0; s < 3; s++) {
        uint64_t random = 7, again = 7;
        covey_world *one = make(spaces[s], 3), *other = make(spaces[s], 1);
        for (int k = 0; k < INFLUENCES; k++) {
            add_some(one, steer, &random);
            add_some(other, &asked, &again);
        }
        for (int step = 0; step < STEPS; step++) {
            change_some(one, &random);
            change_some(other, &again);
            assert_int_equal(covey_world_step(one, TEST_DT), COVEY_OK);
            assert_int_equal(covey_world_step(other, TEST_DT), COVEY_OK);
            assert_true(covey_world_hash(one) == covey_world_hash(other));
        }
        covey_world_destroy(one);
        covey_world_destroy(other);
    }
}

// ---- Influences of a program ----

/// What a kind below knows and counts.
typedef struct known {
    atomic_int calls;
    covey_vec push;
} known;

typedef struct pet {
    double agent;
} pet;

static const covey_param pet_params[] = {
    COVEY_PARAM_WHOLE(pet, agent, 0, 0, 1e9, "", "Whose it is."), {0}};

static covey_id only_pet(const void *values)
{
    const pet *p = values;
    return (covey_id)p->agent;
}

/// Pushes as its context says, by a factor that is the user data of the agent.
static covey_vec act(const void *values, const covey_scene *scene, const covey_agent *agent)
{
    (void)values, (void)agent;
    known *all = scene->context;
    atomic_fetch_add(&all->calls, 1);
    return covey_vec_scale(all->push, (double)scene->user);
}

static covey_world *make_with(const covey_influence *kind, size_t count, covey_id first)
{
    covey_world *world = make(covey_space_torus(SIDE, SIDE), 2);
    for (size_t k = 0; k < count; k++) {
        const covey_setting agent = {"agent", (double)(first + k)};
        covey_influence_def def = covey_influence_def_default();
        def.custom_kind = kind;
        def.flock = "one";
        def.settings = &agent;
        def.settings_count = 1;
        int handle;
        assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_OK);
    }
    return world;
}

static void test_others_are_not_asked(void **unused)
{
    (void)unused;
    known all = {.push = {1, 0, 0}};
    const covey_influence kind = {.name = "pet",
                                  .params = pet_params,
                                  .params_size = sizeof(pet),
                                  .act = act,
                                  .only = only_pet,
                                  .context = &all};
    covey_world *world = make_with(&kind, 200, AGENTS - 150); // fifty have no agent
    test_world_steps(world, 4, TEST_DT);
    assert_int_equal(atomic_load(&all.calls), 4 * 150);
    covey_world_destroy(world);
}

static void test_an_influence_gets_context_and_user_data(void **unused)
{
    (void)unused;
    known all = {.push = {0.1, -0.2, 0}};
    const covey_influence kind = {.name = "pet",
                                  .params = pet_params,
                                  .params_size = sizeof(pet),
                                  .act = act,
                                  .only = only_pet,
                                  .context = &all};
    covey_world *world = make_with(&kind, 2, 5), *plain = make(covey_space_torus(SIDE, SIDE), 1);
    const covey_id id = 6;
    const uint64_t three = 3;
    assert_int_equal(covey_world_user_take(world, 0, NULL), COVEY_OK);
    assert_int_equal(covey_world_user_put(world, 0, (covey_agents){1, &id}, &three, NULL),
                     COVEY_OK);
    static const char *const rules[] = {"separation", "alignment", "cohesion", "min_speed"};
    for (int k = 0; k < 4; k++) {
        assert_int_equal(covey_world_set(world, 0, rules[k], 0, NULL), COVEY_OK);
        assert_int_equal(covey_world_set(plain, 0, rules[k], 0, NULL), COVEY_OK);
    }
    covey_world_step(world, TEST_DT);
    covey_world_step(plain, TEST_DT);
    for (covey_id k = 5; k <= 6; k++) {
        covey_vec change = covey_vec_sub(test_world_vel(world, 0, k), test_world_vel(plain, 0, k));
        covey_vec wanted = covey_vec_scale(all.push, k == id ? 3 * TEST_DT : 0.0);
        assert_true(covey_vec_length(covey_vec_sub(change, wanted)) < 1e-12);
    }
    covey_world_destroy(world);
    covey_world_destroy(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_influences_found_by_their_agents_act_as_all_others),
        cmocka_unit_test(test_others_are_not_asked),
        cmocka_unit_test(test_an_influence_gets_context_and_user_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
