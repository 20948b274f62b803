// SPDX-License-Identifier: MIT
// Agents that are looked up, put elsewhere, join and leave between two steps. After any of that a
// flock goes on as one that was made of the agents that it has.
#include "covey/world.h"
#include "support/heap.h"
#include "support/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CAPACITY = 400, ROUNDS = 12 };
#define SIDE 12.0
#define DT 0.125

// ---- Put elsewhere ----

static void test_an_agent_put_somewhere_goes_on_as_if_placed_there(void **unused)
{
    (void)unused;
    uint64_t random = 2;
    const covey_precision precisions[] = {COVEY_PRECISION_DOUBLE, COVEY_PRECISION_SINGLE};
    test_flock agents = test_flock_create(TEST_UNIFORM, 300, 1.0, 20.0, &random);
    for (size_t k = 0; k < 2; k++) {
        covey_world_def def = covey_world_def_default();
        def.space = covey_space_torus(20, 20);
        def.precision = precisions[k];
        covey_world *put = test_world_create(&def), *made = test_world_create(&def);
        covey_flock_def flock = test_flock_def(&agents);
        test_world_add(put, &flock);
        test_world_steps(put, 1, 0.0); // sorts
        agents.pos[0][37] = 21.1;      // folded
        agents.pos[1][37] = 3.3 + (double)k;
        agents.vel[0][37] = -2.7;
        test_world_add(made, &flock);
        covey_pose pose = {{agents.pos[0][37], agents.pos[1][37]},
                           {agents.vel[0][37], agents.vel[1][37]}};
        assert_int_equal(covey_world_put(put, 0, 37, pose, NULL), COVEY_OK);
        assert_true(covey_world_hash(put) == covey_world_hash(made));
        test_world_expect_alike(put, made);
    }
    test_flock_destroy(&agents);
}

/// A world of agents far from one another whose motion keeps where they are heading.
static covey_world *world_of_headings(size_t count, size_t capacity)
{
    covey_world *world = test_world_plain();
    double pos[2][3] = {{0, 100, 200}, {0}}, vel[2][3] = {{1, 0, -3}, {0, 2, 0}};
    covey_flock_def def = test_flock_plain("unicycle", count);
    def.capacity = capacity;
    for (int axis = 0; axis < COVEY_PLANE; axis++) {
        def.pos[axis] = pos[axis];
        def.vel[axis] = vel[axis];
    }
    test_world_add(world, &def);
    return world;
}

/// Adds a wind to the right, towards which every agent turns.
static void add_wind(covey_world *world)
{
    covey_influence_def wind = covey_influence_def_default();
    wind.kind = "wind";
    int number;
    assert_int_equal(covey_world_influence_add(world, &wind, &number, NULL), COVEY_OK);
}

/// True up to the roundings of a sine and a cosine.
static bool has_speed(const covey_world *world, covey_id id, double speed)
{
    return fabs(covey_vec_length(test_world_vel(world, 0, id)) - speed) < 1e-12;
}

static void test_the_motion_takes_up_the_speed_of_a_put_agent(void **unused)
{
    (void)unused;
    covey_world *world = world_of_headings(1, 0);
    add_wind(world);
    test_world_steps(world, 1, 0.5);
    assert_int_equal(covey_world_put(world, 0, 0, (covey_pose){{1, 1}, {0, 3}}, NULL), COVEY_OK);
    test_world_steps(world, 1, 0.25);
    covey_vec vel = test_world_vel(world, 0, 0);
    assert_true(has_speed(world, 0, 3));
    assert_true(vel.x > 0 && vel.y > 0);
    covey_world_destroy(world);
}

// ---- Agents that come and go ----

typedef struct variant {
    const char *model;
    covey_kernel_kind kernel;
    covey_dense dense;
    covey_precision precision;
    covey_space_kind space;
    int threads;
} variant;

static covey_world *make(const variant *kind, const test_flock *agents, size_t capacity)
{
    covey_world_def def = covey_world_def_default();
    if (kind->space == COVEY_SPACE_TORUS)
        def.space = covey_space_torus(SIDE, SIDE);
    def.kernel = kind->kernel;
    def.dense = kind->dense;
    def.precision = kind->precision;
    def.threads = kind->threads;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = test_flock_def(agents);
    flock.model = kind->model;
    flock.capacity = capacity;
    test_world_add(world, &flock);
    return world;
}

/// The agents of the flock as they are now, ascending by id; `ids` has room for all.
static void look(const covey_world *world, test_flock *agents, covey_id ids[CAPACITY])
{
    covey_view view = covey_world_view(world, 0);
    uint32_t order[2 * CAPACITY];
    agents->count = view.count;
    covey_view_order(&view, order);
    for (size_t k = 0; k < view.count; k++) {
        ids[k] = view.id[order[k]];
        assert_true(k == 0 || ids[k] > ids[k - 1]);
        for (int axis = 0; axis < COVEY_PLANE; axis++) {
            agents->pos[axis][k] = view.pos[axis][order[k]];
            agents->vel[axis][k] = view.vel[axis][order[k]];
        }
    }
}

static covey_pose any_pose(uint64_t *random)
{
    covey_pose pose = {.pos.x = test_uniform(random, 0, SIDE)};
    pose.pos.y = test_uniform(random, 0, SIDE);
    pose.vel.x = test_uniform(random, -1, 1);
    pose.vel.y = test_uniform(random, -1, 1);
    return pose;
}

static void spawn_some(covey_world *world, size_t count, uint64_t *random)
{
    for (size_t k = 0; k < count; k++) {
        uint64_t next = covey_world_next_id(world, 0);
        covey_id id = COVEY_NO_AGENT;
        assert_int_equal(covey_world_spawn(world, 0, any_pose(random), &id, NULL), COVEY_OK);
        assert_true(id == next && covey_world_next_id(world, 0) == next + 1);
    }
}

/// The agents that leave are no longer there, and all others are as they were.
static void remove_some(covey_world *world, size_t count, uint64_t *random, test_flock *agents)
{
    covey_id ids[CAPACITY];
    for (size_t k = 0; k < count; k++) {
        look(world, agents, ids);
        size_t gone = test_below(random, agents->count);
        assert_int_equal(covey_world_remove(world, 0, ids[gone], NULL), COVEY_OK);
        assert_int_equal(covey_world_view(world, 0).count, agents->count - 1);
        for (size_t other = 0; other < agents->count; other++) {
            if (other == gone)
                continue;
            covey_vec pos = test_world_pos(world, 0, ids[other]);
            covey_vec vel = test_world_vel(world, 0, ids[other]);
            assert_true(pos.x == agents->pos[0][other] && pos.y == agents->pos[1][other]);
            assert_true(vel.x == agents->vel[0][other] && vel.y == agents->vel[1][other]);
        }
    }
}

/// One step of the world leads where it leads one that is made of its agents, in the order of their
/// ids: without random numbers that order is all that a step knows of ids.
static void expect_a_step_as_if_new(covey_world *world, const variant *kind, test_flock *agents)
{
    covey_id ids[CAPACITY];
    look(world, agents, ids);
    covey_world *made = make(kind, agents, 0);
    test_world_steps(world, 1, DT);
    test_world_steps(made, 1, DT);
    for (uint32_t k = 0; k < agents->count; k++) {
        covey_pose one, other;
        assert_int_equal(covey_world_get(world, 0, ids[k], &one, NULL), COVEY_OK);
        assert_int_equal(covey_world_get(made, 0, k, &other, NULL), COVEY_OK);
        assert_memory_equal(&one, &other, sizeof one);
    }
    covey_world_destroy(made);
}

static void test_a_flock_goes_on_as_if_made_of_the_agents_that_are_there(void **unused)
{
    (void)unused;
    const covey_precision floats = COVEY_PRECISION_SINGLE, doubles = COVEY_PRECISION_DOUBLE;
    const variant variants[] = {
        {"formal", COVEY_KERNEL_FASTEST, COVEY_DENSE_PAIRS, doubles, COVEY_SPACE_TORUS, 1},
        {"formal", COVEY_KERNEL_REF, COVEY_DENSE_PAIRS, doubles, COVEY_SPACE_OPEN, 1},
        {"formal", COVEY_KERNEL_FASTEST, COVEY_DENSE_PAIRS, doubles, COVEY_SPACE_OPEN, 3},
        {"formal", COVEY_KERNEL_FASTEST, COVEY_DENSE_PAIRS, floats, COVEY_SPACE_TORUS, 1},
        {"reynolds", COVEY_KERNEL_FASTEST, COVEY_DENSE_PAIRS, doubles, COVEY_SPACE_TORUS, 2},
        {"topological", COVEY_KERNEL_FASTEST, COVEY_DENSE_PAIRS, doubles, COVEY_SPACE_OPEN, 1},
        {"three_rule", COVEY_KERNEL_FASTEST, COVEY_DENSE_AGGREGATE, doubles, COVEY_SPACE_OPEN, 1},
        {"three_rule", COVEY_KERNEL_FASTEST, COVEY_DENSE_AGGREGATE, doubles, COVEY_SPACE_TORUS, 1},
    };
    uint64_t random = 5;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        test_flock agents = test_flock_create(TEST_UNIFORM, CAPACITY, 1.0, SIDE, &random);
        agents.count = 40;
        covey_world *world = make(&variants[v], &agents, CAPACITY);
        spawn_some(world, 3, &random); // before the first step
        remove_some(world, 2, &random, &agents);
        for (int round = 0; round < ROUNDS; round++) {
            expect_a_step_as_if_new(world, &variants[v], &agents);
            size_t count = covey_world_view(world, 0).count, room = CAPACITY - count;
            spawn_some(world, round == 3 ? room : test_below(&random, room + 1), &random);
            count = covey_world_view(world, 0).count;
            remove_some(world, round == 6 ? count : test_below(&random, count + 1), &random,
                        &agents);
        }
        covey_world_destroy(world);
        test_flock_destroy(&agents);
    }
}

/// Agents so far apart that the grid does not help to find the nearest.
static void test_a_few_that_join_find_each_other_far_off(void **unused)
{
    (void)unused;
    const variant kind = {"topological",          COVEY_KERNEL_FASTEST, COVEY_DENSE_PAIRS,
                          COVEY_PRECISION_DOUBLE, COVEY_SPACE_OPEN,     1};
    uint64_t random = 10;
    test_flock agents = test_flock_create(TEST_UNIFORM, CAPACITY, 1.0, 1000 * SIDE, &random);
    covey_world *made = make(&kind, &agents, 0);
    agents.count = 1;
    covey_world *world = make(&kind, &agents, CAPACITY);
    for (size_t id = 1; id < CAPACITY; id++) {
        covey_pose pose = {{agents.pos[0][id], agents.pos[1][id]},
                           {agents.vel[0][id], agents.vel[1][id]}};
        assert_int_equal(covey_world_spawn(world, 0, pose, NULL, NULL), COVEY_OK);
    }
    test_world_expect_alike(world, made);
    test_flock_destroy(&agents);
}

/// Much room for a few agents is cut into as few pieces as they need.
static void test_unused_room_changes_nothing(void **unused)
{
    (void)unused;
    const covey_precision doubles = COVEY_PRECISION_DOUBLE;
    const variant variants[] = {
        {"formal", COVEY_KERNEL_FASTEST, COVEY_DENSE_PAIRS, doubles, COVEY_SPACE_OPEN, 4},
        {"three_rule", COVEY_KERNEL_FASTEST, COVEY_DENSE_AGGREGATE, doubles, COVEY_SPACE_TORUS, 1},
    };
    uint64_t random = 6;
    test_flock agents = test_flock_create(TEST_UNIFORM, CAPACITY, 1.0, SIDE, &random);
    for (size_t v = 0; v < 2; v++) {
        agents.count = v == 0 ? 5 : CAPACITY;
        covey_world *roomy = make(&variants[v], &agents, 500000);
        covey_world *made = make(&variants[v], &agents, 0);
        test_world_steps(roomy, 1, DT);
        test_world_steps(made, 1, DT);
        assert_int_equal(covey_world_stats(roomy).candidates, covey_world_stats(made).candidates);
        test_world_expect_alike(roomy, made);
    }
    test_flock_destroy(&agents);
}

static covey_world *hunting_ground(const test_flock *boids, size_t hawks)
{
    covey_world *world = test_world_in(covey_space_torus(500, 500));
    covey_flock_def flock = test_flock_def(boids);
    flock.name = "boids";
    flock.model = "torus";
    test_world_add(world, &flock);
    flock = covey_flock_def_default();
    flock.name = "hawks";
    flock.model = "predator";
    flock.hunts = "boids";
    flock.count = hawks;
    test_world_add(world, &flock);
    return world;
}

/// Boids flee from every hawk in sight, which shows if one is seen that is no longer there.
static void test_a_flock_that_all_have_left_is_not_seen(void **unused)
{
    (void)unused;
    enum { BOIDS = 30, HAWKS = 20 };
    uint64_t random = 7;
    covey_id ids[CAPACITY];
    test_flock boids = test_flock_create(TEST_UNIFORM, BOIDS, 1.0, 500, &random);
    covey_world *world = hunting_ground(&boids, HAWKS);
    test_world_steps(world, 1, 0.1);
    look(world, &boids, ids);
    covey_world *made = hunting_ground(&boids, 0);
    for (uint32_t id = 0; id < HAWKS; id++)
        assert_int_equal(covey_world_remove(world, 1, id * 7 % HAWKS, NULL), COVEY_OK);
    test_world_expect_alike(world, made);
    test_flock_destroy(&boids);
}

static void test_values_that_a_motion_keeps_go_along(void **unused)
{
    (void)unused;
    covey_world *world = world_of_headings(3, 4);
    test_world_steps(world, 1, 0.5);
    assert_int_equal(covey_world_remove(world, 0, 0, NULL), COVEY_OK);
    covey_id id;
    assert_int_equal(covey_world_spawn(world, 0, (covey_pose){{900, 0}, {0, 7}}, &id, NULL),
                     COVEY_OK);
    add_wind(world);
    test_world_steps(world, 1, 0.25);
    assert_true(has_speed(world, 2, 3) && has_speed(world, 1, 2) && has_speed(world, id, 7));
    assert_true(test_world_vel(world, 0, 2).x < 0); // still turning around
    covey_world_destroy(world);
}

static void test_snapshots_hold_how_many_there_are(void **unused)
{
    (void)unused;
    const variant kind = {"formal",          COVEY_KERNEL_FASTEST,
                          COVEY_DENSE_PAIRS, COVEY_PRECISION_DOUBLE,
                          COVEY_SPACE_TORUS, 1};
    uint64_t random = 8;
    test_flock agents = test_flock_create(TEST_UNIFORM, CAPACITY, 1.0, SIDE, &random);
    agents.count = 30;
    covey_world *world = make(&kind, &agents, CAPACITY), *other = make(&kind, &agents, CAPACITY);
    spawn_some(world, 50, &random);
    test_world_steps(world, 2, DT);
    size_t size = covey_world_snapshot_size(world);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(covey_world_save(world, bytes, size), COVEY_OK);
    uint64_t hash = covey_world_hash(world);
    remove_some(world, 70, &random, &agents);
    assert_int_equal(covey_world_restore(world, bytes, size, NULL), COVEY_OK);
    assert_int_equal(covey_world_view(world, 0).count, 80);
    assert_true(covey_world_hash(world) == hash);
    assert_int_equal(covey_world_restore(other, bytes, size, NULL), COVEY_OK);
    free(bytes);
    test_world_expect_alike(world, other);
    test_flock_destroy(&agents);
}

/// All memory is taken for as many as there may be, whatever agents are looked for by.
static void test_nothing_is_allocated(void **unused)
{
    (void)unused;
    const struct {
        const char *model;
        covey_dense dense;
        covey_precision precision;
    } kinds[] = {
        {"formal", COVEY_DENSE_PAIRS, COVEY_PRECISION_DOUBLE},
        {"formal", COVEY_DENSE_PAIRS, COVEY_PRECISION_SINGLE},
        {"topological", COVEY_DENSE_PAIRS, COVEY_PRECISION_DOUBLE},
        {"three_rule", COVEY_DENSE_AGGREGATE, COVEY_PRECISION_DOUBLE},
    };
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        test_heap heap = {0};
        covey_world_def def = covey_world_def_default();
        def.allocator = test_heap_allocator(&heap);
        def.dense = kinds[k].dense;
        def.precision = kinds[k].precision;
        covey_world *world = test_world_create(&def);
        covey_flock_def flock = test_flock_plain(kinds[k].model, 1);
        flock.capacity = CAPACITY;
        test_world_add(world, &flock);
        size_t calls = heap.calls;
        uint64_t random = 9;
        spawn_some(world, CAPACITY - 1, &random);
        test_world_steps(world, 2, DT);
        for (uint32_t id = 15; id-- > 0;)
            assert_int_equal(covey_world_remove(world, 0, id, NULL), COVEY_OK);
        test_world_steps(world, 2, DT);
        assert_int_equal(heap.calls, calls);
        covey_world_destroy(world);
        test_heap_check_empty(&heap);
    }
}

// ---- Refusals ----

static void test_impossible_values_are_refused(void **unused)
{
    (void)unused;
    covey_world *world = test_world_in(covey_space_reflecting(10, 10));
    covey_flock_def flock = covey_flock_def_default();
    flock.count = 3;
    flock.capacity = 4;
    test_world_add(world, &flock);
    const double nan = (double)NAN, infinity = (double)INFINITY;
    const char *infinite = "has a position or velocity that is not finite";
    const struct {
        int flock;
        covey_id id;
        covey_pose pose;
        const char *message;
    } cases[] = {
        {1, 0, {{1, 1}, {0, 0}}, "there is no flock number 1"},
        {-1, 0, {{1, 1}, {0, 0}}, "there is no flock number -1"},
        {0, 4, {{1, 1}, {0, 0}}, "flock flock has no agent 4"},
        {0, 2, {{10.5, 1}, {0, 0}}, "is outside the space"},
        {0, 2, {{1, nan}, {0, 0}}, infinite},
        {0, 2, {{1, 1}, {infinity, 0}}, infinite},
    };
    uint64_t hash = covey_world_hash(world);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        covey_error error;
        const char *message = cases[k].message;
        assert_int_equal(covey_world_put(world, cases[k].flock, cases[k].id, cases[k].pose, &error),
                         COVEY_ARG);
        assert_non_null(strstr(error.message, message));
        bool pose = k > 2;
        if (k != 2) {
            assert_int_equal(covey_world_spawn(world, cases[k].flock, cases[k].pose, NULL, &error),
                             COVEY_ARG);
            assert_non_null(strstr(error.message, message));
            assert_true(!pose || strstr(error.message, "agent 3 of flock flock") != NULL);
        }
        if (!pose) {
            assert_int_equal(covey_world_remove(world, cases[k].flock, cases[k].id, &error),
                             COVEY_ARG);
            assert_string_equal(error.message, message);
        }
        assert_true(covey_world_hash(world) == hash);
    }
    covey_world_destroy(world);
}

static void test_a_full_flock_and_an_empty_one_say_so(void **unused)
{
    (void)unused;
    covey_error error;
    covey_world *world = world_of_headings(2, 0);
    const covey_pose pose = {{5, 5}, {0, 0}};
    assert_int_equal(covey_world_spawn(world, 0, pose, NULL, &error), COVEY_ARG);
    assert_string_equal(error.message, "flock flock has no room for more than 2 agents");
    assert_int_equal(covey_world_remove(world, 0, 0, NULL), COVEY_OK);
    assert_int_equal(covey_world_remove(world, 0, 0, &error), COVEY_ARG);
    assert_string_equal(error.message, "flock flock has no agent 0");
    assert_int_equal(covey_world_remove(world, 0, 1, NULL), COVEY_OK);
    assert_int_equal(covey_world_spawn(world, 0, pose, NULL, NULL), COVEY_OK);
    assert_int_equal(covey_world_index(world, 0, 2), 0);
    covey_world_destroy(world);
}

static void test_a_capacity_that_cannot_be_is_refused(void **unused)
{
    (void)unused;
    covey_world *world = test_world_plain();
    covey_flock_def def = covey_flock_def_default();
    covey_error error;
    int number;
    def.count = 5;
    def.capacity = 4;
    assert_int_equal(covey_world_add(world, &def, &number, &error), COVEY_ARG);
    assert_string_equal(error.message, "5 agents are more than the capacity of 4");
    def.capacity = 1000000001;
    assert_int_equal(covey_world_add(world, &def, &number, &error), COVEY_ARG);
    assert_string_equal(error.message,
                        "a capacity of 1000000001 is above the 1000000000 agents of a flock");
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_agent_put_somewhere_goes_on_as_if_placed_there),
        cmocka_unit_test(test_the_motion_takes_up_the_speed_of_a_put_agent),
        cmocka_unit_test(test_a_flock_goes_on_as_if_made_of_the_agents_that_are_there),
        cmocka_unit_test(test_a_few_that_join_find_each_other_far_off),
        cmocka_unit_test(test_unused_room_changes_nothing),
        cmocka_unit_test(test_a_flock_that_all_have_left_is_not_seen),
        cmocka_unit_test(test_values_that_a_motion_keeps_go_along),
        cmocka_unit_test(test_snapshots_hold_how_many_there_are),
        cmocka_unit_test(test_nothing_is_allocated),
        cmocka_unit_test(test_impossible_values_are_refused),
        cmocka_unit_test(test_a_full_flock_and_an_empty_one_say_so),
        cmocka_unit_test(test_a_capacity_that_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
