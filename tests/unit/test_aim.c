// SPDX-License-Identifier: MIT
// Aims: an agent with one steers as by an influence `arrive` that is there for it alone, and the
// aim stays its own.
#include "core/snapshot.h"
#include "covey/batch.h"
#include "support/parts.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { AGENTS = 90, ROOM = 100, STEPS = 12 };
#define SIDE 30.0

static const covey_vec places[2] = {{28, 3, 11}, {9, 16, 2}};
#define SLOWING 12.0

typedef struct setup {
    const char *model;
    covey_space space;
    covey_precision precision;
    int threads;
} setup;

static covey_world *make(const setup *how)
{
    covey_world_def def = covey_world_def_default();
    def.space = how->space;
    def.precision = how->precision;
    def.threads = how->threads;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    flock.model = how->model;
    flock.count = AGENTS;
    flock.capacity = ROOM;
    flock.place.speed = 1;
    test_world_add(world, &flock);
    return world;
}

static covey_world *make_plain(void)
{
    const setup how = {"reynolds", covey_space_torus(SIDE, SIDE), COVEY_PRECISION_DOUBLE, 1};
    return make(&how);
}

static void add_arrive(covey_world *world, covey_vec place, double slowing)
{
    const covey_setting settings[] = {
        {"x", place.x}, {"y", place.y}, {"z", place.z}, {"slowing", slowing}};
    covey_influence_def def = covey_influence_def_default();
    def.kind = "arrive";
    def.settings = settings;
    def.settings_count = 4;
    int handle;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_OK);
}

static void aim_one(covey_world *world, covey_id id, covey_aim aim)
{
    covey_error error;
    if (covey_world_aim(world, 0, (covey_agents){1, &id}, &aim, &error) != COVEY_OK)
        fail_msg("%s", error.message);
}

static covey_aim aim_of(const covey_world *world, covey_id id)
{
    covey_aim aim;
    assert_int_equal(covey_world_aims(world, 0, (covey_agents){1, &id}, &aim, NULL), COVEY_OK);
    return aim;
}

static void assert_same_aim(covey_aim one, covey_aim other)
{
    assert_int_equal(one.kind, other.kind);
    assert_memory_equal(&one.to, &other.to, sizeof one.to);
    assert_true(one.weight == other.weight && one.speed == other.speed &&
                one.slowing == other.slowing);
}

/// The aim of an agent in tests: to the first place, to the second, or none.
static covey_aim aim_by_id(covey_id id)
{
    return id % 3 < 2 ? covey_aim_place(places[id % 3], SLOWING) : covey_aim_none();
}

static void aim_all(covey_world *world)
{
    for (covey_id id = 0; id < AGENTS; id++)
        aim_one(world, id, aim_by_id(id));
}

/// After a step each agent is where it is in a world whose influence leads all agents to its place.
static void expect_each(const setup *how)
{
    covey_world *mixed = make(how);
    aim_all(mixed);
    covey_world_step(mixed, TEST_DT);
    for (covey_id third = 0; third < 3; third++) {
        covey_world *led = make(how);
        if (third < 2)
            add_arrive(led, places[third], SLOWING);
        covey_world_step(led, TEST_DT);
        for (covey_id id = third; id < AGENTS; id += 3) {
            covey_pose one, other;
            assert_int_equal(covey_world_get(mixed, 0, id, &one, NULL), COVEY_OK);
            assert_int_equal(covey_world_get(led, 0, id, &other, NULL), COVEY_OK);
            assert_memory_equal(&one, &other, sizeof one);
        }
        covey_world_destroy(led);
    }
    covey_world_destroy(mixed);
}

/// All agents with one aim are the world of that influence, step after step, on several threads.
static void expect_all(const setup *how)
{
    setup three = *how;
    three.threads = 3;
    covey_world *aimed = make(&three), *led = make(how);
    covey_aim aims[AGENTS];
    for (int k = 0; k < AGENTS; k++)
        aims[k] = covey_aim_place(places[1], SLOWING);
    assert_int_equal(covey_world_aim(aimed, 0, (covey_agents){AGENTS, NULL}, aims, NULL), COVEY_OK);
    add_arrive(led, places[1], SLOWING);
    test_world_steps(aimed, STEPS, TEST_DT);
    test_world_steps(led, STEPS, TEST_DT);
    assert_true(covey_world_hash(aimed) == covey_world_hash(led));
    covey_world_destroy(aimed);
    covey_world_destroy(led);
}

static void test_each_agent_steers_to_its_own_aim(void **unused)
{
    (void)unused;
    const covey_space spaces[] = {covey_space_torus(SIDE, SIDE), covey_space_reflecting(SIDE, SIDE),
                                  covey_space_open()};
    for (int k = 0; covey_model_at(k) != NULL; k++)
        for (int s = 0; s < 6; s++) {
            setup how = {covey_model_at(k)->name, spaces[s % 3], COVEY_PRECISION_DOUBLE, 1};
            how.precision = s % 2 == 0 ? COVEY_PRECISION_DOUBLE : COVEY_PRECISION_SINGLE;
            if (s >= 3 && covey_model_at(k)->plane_only)
                continue;
            if (s >= 3)
                how.space = covey_space_deep(how.space, SIDE);
            expect_each(&how);
            expect_all(&how);
        }
}

/// Agents without neighbors, of a motion that adds F dt to velocities.
static covey_world *make_lone(double top_speed)
{
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(SIDE, SIDE);
    covey_world *world = test_world_create(&def);
    const covey_setting settings[] = {{"separation", 0},
                                      {"alignment", 0},
                                      {"cohesion", 0},
                                      {"min_speed", 0},
                                      {"max_speed", top_speed}};
    covey_flock_def flock = covey_flock_def_default();
    flock.model = "reynolds";
    flock.settings = settings;
    flock.settings_count = 5;
    flock.count = AGENTS;
    flock.place.speed = 1;
    test_world_add(world, &flock);
    return world;
}

static void assert_near(covey_vec one, covey_vec other, double most)
{
    assert_true(covey_vec_length(covey_vec_sub(one, other)) <= most);
}

static void test_a_velocity_is_come_to_as_its_weight_says(void **unused)
{
    (void)unused;
    covey_world *world = make_lone(5);
    covey_aim one = covey_aim_velocity((covey_vec){2, -1, 0});
    covey_aim fast = covey_aim_velocity((covey_vec){30, 40, 0}); // ten times the top speed
    one.weight = 3;
    aim_one(world, 4, one);
    aim_one(world, 5, fast);
    covey_vec before = test_world_vel(world, 0, 4);
    covey_world_step(world, TEST_DT);
    covey_vec change = covey_vec_scale(covey_vec_sub(one.to, before), 3 * TEST_DT);
    assert_near(test_world_vel(world, 0, 4), covey_vec_add(before, change), 1e-12);
    test_world_steps(world, 1000, TEST_DT);
    assert_near(test_world_vel(world, 0, 4), one.to, 1e-9);
    assert_near(test_world_vel(world, 0, 5), (covey_vec){3, 4, 0}, 1e-9);
    covey_world_destroy(world);
}

static void test_each_arrives_by_the_shortest_way_and_stays(void **unused)
{
    (void)unused;
    covey_world *world = make_lone(5);
    covey_vec target[AGENTS], passed[AGENTS];
    for (covey_id id = 0; id < AGENTS; id++) { // 10 away, for many of them across the seam
        covey_vec from = test_world_pos(world, 0, id);
        target[id] = (covey_vec){from.x + 6, from.y + (id % 2 == 0 ? 8 : -8), 0};
        passed[id] = (covey_vec){0, 0, 0};
        aim_one(world, id, covey_aim_place(target[id], 8));
    }
    for (int step = 0; step < 3000; step++) {
        covey_world_step(world, TEST_DT);
        for (covey_id id = 0; id < AGENTS; id++)
            passed[id] =
                covey_vec_add(passed[id], covey_vec_scale(test_world_vel(world, 0, id), TEST_DT));
    }
    for (covey_id id = 0; id < AGENTS; id++) {
        assert_near(passed[id], (covey_vec){6, id % 2 == 0 ? 8 : -8, 0}, 1e-3);
        assert_near(test_world_vel(world, 0, id), (covey_vec){0, 0, 0}, 1e-3);
    }
    covey_world_destroy(world);
}

static void test_aims_stay_with_their_agents(void **unused)
{
    (void)unused;
    covey_world *world = make_plain();
    const covey_pose pose = {{1, 1, 0}, {1, 0, 0}};
    covey_id joined;
    aim_all(world);
    aim_one(world, 7, covey_aim_place((covey_vec){-1, SIDE + 2, 5}, 1));
    aim_one(world, 8, covey_aim_none());
    test_world_steps(world, STEPS, TEST_DT);
    assert_int_equal(covey_world_remove(world, 0, 0, NULL), COVEY_OK);
    assert_int_equal(covey_world_spawn(world, 0, pose, &joined, NULL), COVEY_OK);
    test_world_steps(world, STEPS, TEST_DT);
    assert_same_aim(aim_of(world, joined), covey_aim_none());
    assert_same_aim(aim_of(world, 7), covey_aim_place((covey_vec){SIDE - 1, 2, 0}, 1));
    assert_same_aim(aim_of(world, 8), covey_aim_none());
    for (covey_id id = 9; id < AGENTS; id++) {
        covey_aim kept = aim_by_id(id);
        kept.to.z = 0;
        assert_same_aim(aim_of(world, id), kept);
    }
    covey_world_destroy(world);
}

static void test_an_aim_taken_away_leaves_no_trace(void **unused)
{
    (void)unused;
    covey_world *one = make_plain(), *other = make_plain();
    aim_all(one);
    for (covey_id id = 0; id < AGENTS; id++)
        aim_one(one, id, covey_aim_none());
    test_world_expect_alike(one, other);
}

static void test_wrong_aims_are_refused_and_nothing_changes(void **unused)
{
    (void)unused;
    covey_world *world = make_plain();
    aim_all(world);
    covey_aim wrong[8];
    for (int k = 0; k < 8; k++)
        wrong[k] = covey_aim_place(places[0], 1);
    wrong[0].to.x = (double)NAN;
    wrong[1].to.y = HUGE_VAL;
    wrong[2].to.z = -2e9;
    wrong[3].weight = -1;
    wrong[4].speed = NAN;
    wrong[5].slowing = 2e9F;
    wrong[6].kind = (covey_aim_kind)3;
    wrong[7].kind = (covey_aim_kind)-1;
    for (int k = 0; k < 8; k++) {
        const covey_id ids[] = {5, 3};
        const covey_aim aims[] = {covey_aim_velocity(places[1]), wrong[k]};
        covey_error error = {.message = ""};
        assert_int_equal(covey_world_aim(world, 0, (covey_agents){2, ids}, aims, &error),
                         COVEY_ARG);
        assert_non_null(strstr(error.message, "agent 3 of flock flock"));
        assert_same_aim(aim_of(world, 5), aim_of(world, 8));
    }
    const covey_id ids[] = {5, AGENTS};
    const covey_aim aims[2] = {covey_aim_none(), covey_aim_none()};
    assert_int_equal(covey_world_aim(world, 0, (covey_agents){2, ids}, aims, NULL), COVEY_ARG);
    assert_int_equal(covey_world_aim(world, 1, (covey_agents){1, ids}, aims, NULL), COVEY_ARG);
    assert_int_equal(aim_of(world, 5).kind, COVEY_AIM_NONE + (5 % 3 < 2));
    covey_world_destroy(world);
}

static void test_null_is_refused(void **unused)
{
    (void)unused;
    covey_world *world = make_plain();
    const covey_agents all = {AGENTS, NULL};
    covey_aim aim = covey_aim_none();
    covey_error error;
    assert_int_equal(covey_world_aim(NULL, 0, all, &aim, &error), COVEY_ARG);
    assert_int_equal(covey_world_aim(world, 0, all, NULL, &error), COVEY_ARG);
    assert_int_equal(covey_world_aims(NULL, 0, all, &aim, &error), COVEY_ARG);
    assert_int_equal(covey_world_aims(world, 0, all, NULL, NULL), COVEY_ARG);
    covey_world_destroy(world);
}

typedef struct bytes {
    unsigned char *at;
    size_t size;
} bytes;

static bytes save(const covey_world *world)
{
    bytes all = {NULL, covey_world_snapshot_size(world)};
    all.at = malloc(all.size);
    assert_non_null(all.at);
    assert_int_equal(covey_world_save(world, all.at, all.size), COVEY_OK);
    return all;
}

static void test_snapshots_have_aims(void **unused)
{
    (void)unused;
    covey_world *world = make_plain(), *fresh = make_plain(), *made, *adopts = make_plain();
    bytes without = save(world);
    aim_all(world);
    bytes with = save(world);
    assert_int_equal(covey_world_adopt(adopts, world, NULL), COVEY_OK);
    test_world_steps(world, STEPS, TEST_DT);
    uint64_t hash = covey_world_hash(world);
    for (covey_id id = 0; id < AGENTS; id++)
        aim_one(world, id, covey_aim_velocity((covey_vec){1, 1, 0}));
    assert_int_equal(covey_world_create_from(with.at, with.size, NULL, NULL, &made, NULL),
                     COVEY_OK);
    assert_int_equal(covey_world_restore(fresh, with.at, with.size, NULL), COVEY_OK);
    assert_int_equal(covey_world_restore(world, with.at, with.size, NULL), COVEY_OK);
    covey_world *const all[] = {world, made, fresh, adopts};
    for (int k = 0; k < 4; k++) {
        test_world_steps(all[k], STEPS, TEST_DT);
        assert_true(covey_world_hash(all[k]) == hash);
    }
    assert_int_equal(covey_world_restore(world, without.at, without.size, NULL), COVEY_OK);
    assert_same_aim(aim_of(world, 1), covey_aim_none());
    for (int k = 0; k < 4; k++)
        covey_world_destroy(all[k]);
    free(without.at);
    free(with.at);
}

/// The weight of the aim of the last agent is the third word but the hash.
static void test_a_snapshot_with_a_wrong_aim_is_refused(void **unused)
{
    (void)unused;
    covey_world *world = make_plain();
    aim_all(world);
    bytes all = save(world);
    size_t words = all.size / sizeof(uint64_t) - COVEY_SNAPSHOT_FOOTER;
    (void)covey_bytes_put(all.at + (words - 3) * sizeof(uint64_t), covey_bits_of(-1.0));
    (void)covey_bytes_put(all.at + words * sizeof(uint64_t), covey_bytes_hash(all.at, words));
    assert_int_equal(covey_world_restore(world, all.at, all.size, NULL), COVEY_INPUT);
    covey_world_destroy(world);
    free(all.at);
}

// ---- In parts ----

static covey_world *make_aimed(const void *unused)
{
    (void)unused;
    covey_world *world = make_plain();
    assert_int_equal(covey_world_user_take(world, 0, NULL), COVEY_OK);
    aim_all(world);
    return world;
}

static void test_aims_move_with_agents_from_part_to_part(void **unused)
{
    (void)unused;
    covey_world *whole = make_aimed(NULL);
    test_parts parts = test_parts_create(make_aimed, NULL, (test_cutting){2, 2, TEST_NO_FAULT});
    for (int step = 0; step < 200; step++) {
        assert_int_equal(covey_world_step(whole, 5 * TEST_DT), COVEY_OK);
        assert_int_equal(test_parts_step(&parts, 5 * TEST_DT), COVEY_OK);
        assert_true(test_parts_hash(&parts) == covey_world_hash(whole));
    }
    test_parts_destroy(&parts);
    covey_world_destroy(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_agent_steers_to_its_own_aim),
        cmocka_unit_test(test_a_velocity_is_come_to_as_its_weight_says),
        cmocka_unit_test(test_each_arrives_by_the_shortest_way_and_stays),
        cmocka_unit_test(test_aims_stay_with_their_agents),
        cmocka_unit_test(test_an_aim_taken_away_leaves_no_trace),
        cmocka_unit_test(test_wrong_aims_are_refused_and_nothing_changes),
        cmocka_unit_test(test_null_is_refused),
        cmocka_unit_test(test_snapshots_have_aims),
        cmocka_unit_test(test_a_snapshot_with_a_wrong_aim_is_refused),
        cmocka_unit_test(test_aims_move_with_agents_from_part_to_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
