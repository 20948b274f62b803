// SPDX-License-Identifier: MIT
// Agents that move one after another. The law is the plainest program for it: agent by agent, a
// world in which all move together is brought to where the agents before have come, steps, and
// only the agent whose turn it is keeps its move.
#include "core/perceive.h"
#include "core/queue.h"
#include "scenario/scenario.h"
#include "support/scenario.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_AGENTS = 2000, FEW = 24 };

static const char *const orders[] = {"in_turn", "random_order", "turn_in_turn"};

static covey_world *world_of(const char *text, const char *order)
{
    covey_scenario *scenario = scenario_read(text);
    scenario_set(scenario, "order", order);
    covey_world *world = scenario_world(scenario);
    covey_scenario_destroy(scenario);
    return world;
}

// ---- The law ----

/// An agent by the number of its flock and its id, and where it is.
typedef struct member {
    int flock;
    covey_id id;
    covey_pose before, after;
} member;

static covey_pose pose_of(const covey_world *world, const member *one)
{
    covey_pose pose;
    assert_int_equal(covey_world_get(world, one->flock, one->id, &pose, NULL), COVEY_OK);
    return pose;
}

/// The agents of a world in the order in which they take their turns in the next step.
static size_t find_turns(covey_world *world, member turns[MOST_AGENTS])
{
    covey_queue queue;
    size_t count = 0, i;
    assert_int_equal(covey_perceive_ready(world), COVEY_OK);
    covey_queue_begin(world, &queue);
    while (covey_queue_next(&queue, &turns[count].flock, &i)) {
        turns[count].id = world->flock[turns[count].flock]->state.id[i];
        turns[count].before = pose_of(world, &turns[count]);
        count++;
        assert_true(count < MOST_AGENTS);
    }
    return count;
}

/// Lets agent after agent move in `together`, which steps as one, from its state on.
static void move_one_by_one(covey_world *together, bool turn_only, double dt, member *turns,
                            size_t count)
{
    test_saved at_first = test_world_save(together);
    for (size_t k = 0; k < count; k++) {
        covey_error error;
        if (covey_world_restore(together, at_first.bytes, at_first.size, &error) != COVEY_OK)
            fail_msg("%s", error.message);
        for (size_t j = 0; j < k; j++) {
            covey_pose seen = turns[j].after;
            seen.pos = turn_only ? turns[j].before.pos : seen.pos;
            assert_int_equal(covey_world_put(together, turns[j].flock, turns[j].id, seen, NULL),
                             COVEY_OK);
        }
        test_world_steps(together, 1, dt);
        turns[k].after = pose_of(together, &turns[k]);
    }
    free(at_first.bytes);
}

static double largest(covey_vec v)
{
    return fmax(fmax(fabs(v.x), fabs(v.y)), fabs(v.z));
}

/// How far the agents of a world are from where they should be, by the size of what they do.
static double worst_of(const covey_world *world, const member *turns, size_t count)
{
    double worst = 0.0;
    for (size_t k = 0; k < count; k++) {
        covey_pose is = pose_of(world, &turns[k]), should = turns[k].after;
        double scale = 1.0 + largest(should.pos) + largest(should.vel);
        worst = fmax(worst, largest(covey_vec_sub(is.pos, should.pos)) / scale);
        worst = fmax(worst, largest(covey_vec_sub(is.vel, should.vel)) / scale);
    }
    return worst;
}

static covey_world *adopted(const covey_scenario *scenario, const covey_world *from)
{
    covey_world *world = scenario_world(scenario);
    covey_error error;
    if (covey_world_adopt(world, from, &error) != COVEY_OK)
        fail_msg("%s", error.message);
    return world;
}

/// Hard bodies and catches are of the time when all have moved.
static bool meets(const covey_scenario *scenario)
{
    bool any = false;
    for (int k = 0; k < covey_scenario_flocks(scenario); k++) {
        covey_flock_def def = covey_scenario_flock(scenario, k);
        any = any || def.hard || def.catches > 0.0;
    }
    return any;
}

/// Makes all flocks small, where their number is a key of the scenario.
static void make_small(covey_scenario *scenario)
{
    for (int k = 0; k < covey_scenario_flocks(scenario); k++) {
        char key[100], few[20];
        (void)snprintf(key, sizeof key, "%s.count", covey_scenario_flock(scenario, k).name);
        (void)snprintf(few, sizeof few, "%d", FEW);
        if (covey_scenario_flock(scenario, k).count > FEW)
            (void)covey_scenario_set(scenario, key, few, NULL);
    }
}

/// Checks the step of a scenario after some others. False if the law is not about it.
static bool check_law(const char *name, covey_scenario *scenario, const char *order, int before)
{
    static member turns[MOST_AGENTS];
    if (meets(scenario) || covey_scenario_set(scenario, "order", order, NULL) != COVEY_OK) {
        covey_scenario_destroy(scenario);
        return false;
    }
    double dt = covey_scenario_plan(scenario).dt;
    covey_world *world = scenario_world(scenario);
    test_world_steps(world, before, dt);
    covey_world *queue = adopted(scenario, world);
    scenario_set(scenario, "order", "together");
    covey_world *together = adopted(scenario, world);
    size_t count = find_turns(queue, turns);
    move_one_by_one(together, strcmp(order, "turn_in_turn") == 0, dt, turns, count);
    test_world_steps(world, 1, dt);
    double worst = worst_of(world, turns, count);
    if (!(worst < 1e-11))
        fail_msg("%s, %s: off by %g", name, order, worst);
    covey_world_destroy(together);
    covey_world_destroy(queue);
    covey_world_destroy(world);
    covey_scenario_destroy(scenario);
    return true;
}

static void test_each_agent_moves_by_what_those_before_have_left(void **unused)
{
    (void)unused;
    int most = (int)test_amount("COVEY_TEST_PRESETS", 100), checked = 0;
    for (int k = 0; covey_preset_at(k) != NULL && k < most; k++)
        for (size_t o = 0; o < sizeof orders / sizeof *orders; o++) {
            covey_scenario *scenario = scenario_read(covey_preset_at(k)->text);
            make_small(scenario);
            checked += check_law(covey_preset_at(k)->name, scenario, orders[o], 2);
        }
    print_message("%d presets and orders\n", checked);
    assert_true(checked > most / 2);
}

static const char crowd[] =
    "space: {kind: torus, width: 30, height: 20}\ndt: 0.1\nflocks:\n"
    "  - {name: prey, model: reynolds, count: 150, separation_radius: 1, alignment_radius: 2,\n"
    "     cohesion_radius: 3}\n"
    "  - {name: fish, model: topological, count: 90}\n"
    "  - {name: hunters, model: couzin, count: 5, hunts: prey}\n";

/// Agents fly by up to two radii in a step, on a torus and in a box that is far larger than the
/// flock.
static void test_agents_that_come_from_afar_are_seen(void **unused)
{
    (void)unused;
    for (size_t o = 0; o < sizeof orders / sizeof *orders; o++)
        for (int open = 0; open < 2; open++) {
            covey_scenario *scenario = scenario_read(crowd);
            scenario_set(scenario, "prey.max_speed", "25");
            scenario_set(scenario, "prey.min_speed", "15");
            if (open)
                scenario_set(scenario, "space", "{kind: reflecting, width: 300, height: 200}");
            if (open)
                scenario_set(scenario, "prey.place", "{kind: disc, x: 150, y: 100, radius: 9}");
            assert_true(check_law("crowd", scenario, orders[o], open ? 0 : 2));
        }
}

/// Writes a scenario of 64 agents of a model, eight at each place.
static void put_together(const char *model, int seed, size_t size, char *text)
{
    int at = snprintf(text, size,
                      "space: {kind: torus, width: 300, height: 300}\ndt: 0.02\nseed: %d\n"
                      "flocks:\n  - {model: %s, count: 64, place: {agents: [[9, 9, 1, 0]",
                      seed, model);
    for (int k = 1; k < 64; k++)
        at += snprintf(text + at, size - (size_t)at, ", [%g, 9, %d, %d]", 9.0 + 0.5 * (k % 8),
                       k / 8 % 3 - 1, k / 24);
    (void)snprintf(text + at, size - (size_t)at, "]}}\n");
}

/// Agents of two models repel; those of the third sense by their place alone.
static void test_agents_at_one_place_part_in_turn(void **unused)
{
    (void)unused;
    static const char *const models[] = {"reynolds", "couzin", "vicsek"};
    char text[4096];
    for (size_t m = 0; m < sizeof models / sizeof *models; m++)
        for (size_t o = 0; o < sizeof orders / sizeof *orders; o++)
            for (int seed = 1; seed <= 6; seed++) {
                put_together(models[m], seed, sizeof text, text);
                assert_true(check_law(models[m], scenario_read(text), orders[o], 0));
            }
}

// ---- A leader and its follower ----

static int zones_of_all(const void *params, covey_zone *zones)
{
    (void)params;
    zones[0] = covey_zone_default(100.0);
    return 1;
}

/// The agent of id 0 flies along x; each other agent goes to the mean place of its neighbors.
static covey_vec go(const void *params, const covey_agent *agent, const covey_percept *percepts)
{
    (void)params;
    const covey_vec ahead = {1.0, 0.0, 0.0};
    return agent->id == 0 || percepts->count == 0.0
               ? ahead
               : covey_vec_scale(percepts->offset, 1.0 / percepts->count);
}

static const covey_param no_params[] = {{0}};
static const covey_model follow = {.name = "follow",
                                   .title = "Agents follow one.",
                                   .source = "this test",
                                   .params = no_params,
                                   .intent = COVEY_INTENT_DIRECTION,
                                   .motion = "kinematic",
                                   .zones = zones_of_all,
                                   .decide = go};

static covey_world *world_in_order(covey_order order, uint64_t seed, const covey_flock_def *flock)
{
    covey_world_def def = covey_world_def_default();
    def.order = order;
    def.seed = seed;
    covey_world *world = test_world_create(&def);
    (void)test_world_add(world, flock);
    return world;
}

/// How far the agent of id 1 is behind that of id 0.
static double gap_of(covey_order order, int steps, uint64_t seed)
{
    static const double x[] = {0.0, -3.0}, zero[] = {0.0, 0.0}, ahead[] = {1.0, 1.0};
    covey_flock_def def = covey_flock_def_default();
    def.model = NULL;
    def.custom_model = &follow;
    def.count = 2;
    def.pos[0] = x;
    def.pos[1] = zero;
    def.vel[0] = ahead;
    def.vel[1] = zero;
    covey_world *world = world_in_order(order, seed, &def);
    test_world_steps(world, steps, 1.0);
    double gap = test_world_pos(world, 0, 0).x - test_world_pos(world, 0, 1).x;
    covey_world_destroy(world);
    return gap;
}

static void test_a_follower_is_a_step_behind_or_where_its_leader_is(void **unused)
{
    (void)unused;
    int with = 0;
    for (int k = 1; k <= 40; k++) {
        assert_true(gap_of(COVEY_ORDER_TOGETHER, k, 1) == 1.0);
        assert_true(gap_of(COVEY_ORDER_IN_TURN, k, 1) == 0.0);
        assert_true(gap_of(COVEY_ORDER_TURN_IN_TURN, 1, (uint64_t)k) == 1.0); // by the old place
        double gap = gap_of(COVEY_ORDER_RANDOM, 1, (uint64_t)k);
        assert_true(gap == 0.0 || gap == 1.0);
        with += gap == 0.0;
    }
    assert_in_range(with, 10, 30); // of 40, by chance
}

// ---- What the motion keeps ----

/// Adds the spins of others.
static void add_spin(const void *params, const covey_agent *self, const covey_other *other,
                     covey_percept *sum)
{
    (void)params;
    (void)self;
    sum->carried.x += other->extra[0];
}

static int zones_of_spins(const void *params, covey_zone *zones)
{
    (void)params;
    zones[0] = covey_zone_default(100.0);
    zones[0].add = add_spin;
    return 1;
}

/// The agent of id 0 is pushed to its left, and the others as the spins that they see.
static covey_vec push_by_spin(const void *params, const covey_agent *agent,
                              const covey_percept *percepts)
{
    (void)params;
    const covey_vec push = {0.0, agent->id == 0 ? 1.0 : percepts->carried.x, 0.0};
    return push;
}

/// The velocity of the agent of id 1 across its way, once that of id 0 has begun to turn.
static double turn_of(covey_order order)
{
    static const double x[] = {0.0, 1.0}, zero[] = {0.0, 0.0}, ahead[] = {1.0, 1.0};
    covey_model spins = follow;
    spins.intent = COVEY_INTENT_CHANGE;
    spins.motion = "spin";
    spins.zones = zones_of_spins;
    spins.decide = push_by_spin;
    covey_flock_def def = covey_flock_def_default();
    def.model = NULL;
    def.custom_model = &spins;
    def.count = 2;
    def.pos[0] = x;
    def.pos[1] = zero;
    def.vel[0] = ahead;
    def.vel[1] = zero;
    covey_world *world = world_in_order(order, 1, &def);
    test_world_steps(world, 1, 0.1);
    double turn = test_world_vel(world, 0, 1).y;
    covey_world_destroy(world);
    return turn;
}

static void test_agents_see_the_numbers_that_the_motion_keeps_of_those_before(void **unused)
{
    (void)unused;
    assert_true(turn_of(COVEY_ORDER_TOGETHER) == 0.0);
    assert_true(fabs(turn_of(COVEY_ORDER_IN_TURN)) > 1e-6);
}

// ---- The order ----

static void test_agents_take_turns_by_flock_and_id(void **unused)
{
    (void)unused;
    static member turns[MOST_AGENTS];
    covey_world *world = world_of("flocks:\n  - {name: a, model: vicsek, count: 30}\n"
                                  "  - {name: b, model: vicsek, count: 20}\n",
                                  "in_turn");
    assert_int_equal(covey_world_remove(world, 0, 7, NULL), COVEY_OK);
    size_t count = find_turns(world, turns);
    assert_int_equal(count, 49);
    for (size_t k = 0; k < count; k++) {
        assert_int_equal(turns[k].flock, k < 29 ? 0 : 1);
        assert_int_equal(turns[k].id, k < 7 ? k : k < 29 ? k + 1 : k - 29);
    }
    covey_world_destroy(world);
}

/// Each agent of two flocks has its turn once, at a place that is as likely as each other one.
static void test_orders_that_are_drawn_are_even_and_new_in_each_step(void **unused)
{
    (void)unused;
    enum { ALL = 16, STEPS = 4000 };
    static member turns[MOST_AGENTS];
    covey_world *world = world_of("dt: 0.01\nflocks:\n  - {name: a, model: vicsek, count: 10}\n"
                                  "  - {name: b, model: vicsek, count: 6}\n",
                                  "random_order");
    int places[ALL][ALL] = {{0}}, same = 0;
    int last = -1;
    for (int step = 0; step < STEPS; step++) {
        assert_int_equal(find_turns(world, turns), ALL);
        bool had[ALL] = {false};
        for (int k = 0; k < ALL; k++) {
            int who = (turns[k].flock == 0 ? 0 : 10) + (int)turns[k].id;
            assert_false(had[who]);
            had[who] = true;
            places[who][k]++;
        }
        int first = (turns[0].flock == 0 ? 0 : 10) + (int)turns[0].id;
        same += first == last;
        last = first;
        test_world_steps(world, 1, 0.01);
    }
    for (int who = 0; who < ALL; who++)
        test_assert_even(places[who], STEPS);
    assert_in_range(same, STEPS / ALL / 2, STEPS / ALL * 2);
    covey_world_destroy(world);
}

// ---- The same bits ----

static uint64_t hash_of(const char *order, int threads, covey_kernel_kind kernel)
{
    covey_scenario *scenario = scenario_read(crowd);
    scenario_set(scenario, "order", order);
    covey_world_def engine = covey_world_def_default();
    engine.threads = threads;
    engine.kernel = kernel;
    covey_world *world;
    assert_int_equal(covey_scenario_world(scenario, &engine, &world, NULL), COVEY_OK);
    test_world_steps(world, 30, 0.1);
    uint64_t hash = covey_world_hash(world);
    covey_world_destroy(world);
    covey_scenario_destroy(scenario);
    return hash;
}

static void test_threads_and_kernels_do_not_change_bits(void **unused)
{
    (void)unused;
    uint64_t others = hash_of("together", 1, COVEY_KERNEL_FASTEST);
    for (size_t k = 0; k < sizeof orders / sizeof *orders; k++) {
        uint64_t hash = hash_of(orders[k], 1, COVEY_KERNEL_FASTEST);
        assert_true(hash_of(orders[k], 4, COVEY_KERNEL_FASTEST) == hash);
        assert_true(hash_of(orders[k], 3, COVEY_KERNEL_REF) == hash);
        assert_true(hash != others);
        others = hash;
    }
}

static void test_a_world_goes_on_from_its_snapshot(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < sizeof orders / sizeof *orders; k++) {
        covey_world *world = world_of(crowd, orders[k]), *copy;
        test_world_steps(world, 5, 0.1);
        test_saved at = test_world_save(world);
        assert_int_equal(covey_world_create_from(at.bytes, at.size, NULL, NULL, &copy, NULL),
                         COVEY_OK);
        test_world_steps(world, 10, 0.1);
        uint64_t hash = covey_world_hash(world);
        test_world_steps(copy, 10, 0.1);
        assert_true(covey_world_hash(copy) == hash);
        assert_int_equal(covey_world_restore(world, at.bytes, at.size, NULL), COVEY_OK);
        test_world_steps(world, 10, 0.1);
        assert_true(covey_world_hash(world) == hash);
        covey_world *other = world_of(crowd, "together");
        covey_error error;
        assert_int_equal(covey_world_restore(other, at.bytes, at.size, &error), COVEY_INPUT);
        assert_non_null(strstr(error.message, "order"));
        covey_world_destroy(other);
        covey_world_destroy(copy);
        covey_world_destroy(world);
        free(at.bytes);
    }
}

// ---- Steps that end early ----

static bool stop_at(void *context)
{
    int *left = context;
    return (*left)-- == 0;
}

static void test_a_stopped_step_leaves_the_world_as_it_was(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < sizeof orders / sizeof *orders; k++) {
        covey_scenario *scenario = scenario_read(crowd);
        scenario_set(scenario, "order", orders[k]);
        int left = -1;
        covey_world_def engine = covey_world_def_default();
        engine.stop = stop_at;
        engine.stop_context = &left;
        covey_world *world, *whole = scenario_world(scenario);
        assert_int_equal(covey_scenario_world(scenario, &engine, &world, NULL), COVEY_OK);
        for (int step = 0; step < 6; step++) {
            uint64_t before = covey_world_hash(world);
            left = 1 + step % 3; // of four times that it is asked
            assert_int_equal(covey_world_step(world, 0.1), COVEY_INTERRUPTED);
            assert_true(covey_world_hash(world) == before);
            left = -1;
            test_world_steps(world, 1, 0.1);
            test_world_steps(whole, 1, 0.1);
            assert_true(covey_world_hash(world) == covey_world_hash(whole));
        }
        covey_world_destroy(whole);
        covey_world_destroy(world);
        covey_scenario_destroy(scenario);
    }
}

static covey_vec go_wild(const void *params, const covey_agent *agent, const covey_percept *percept)
{
    (void)params;
    (void)percept;
    const covey_vec wild = {agent->id == 3 ? (double)INFINITY : 0.0, 0.0, 0.0};
    return wild;
}

/// Agents behind it sense it, but are not to blame.
static void test_the_first_agent_that_diverges_is_named(void **unused)
{
    (void)unused;
    covey_model wild = follow;
    wild.intent = COVEY_INTENT_CHANGE;
    wild.motion = "accelerate";
    wild.decide = go_wild;
    for (int order = COVEY_ORDER_IN_TURN; order <= COVEY_ORDER_TURN_IN_TURN; order++) {
        covey_flock_def def = covey_flock_def_default();
        def.model = NULL;
        def.custom_model = &wild;
        def.count = 9;
        covey_world *world = world_in_order((covey_order)order, 1, &def);
        assert_int_equal(covey_world_step(world, 1.0), COVEY_DIVERGED);
        assert_int_equal(covey_world_error(world)->id, 3);
        covey_world_destroy(world);
    }
}

// ---- Refused ----

static void test_what_does_not_go_together_is_refused_by_name(void **unused)
{
    (void)unused;
    covey_world_def def = covey_world_def_default();
    covey_world *world;
    covey_error error;
    def.order = COVEY_ORDER_RANDOM;
    def.dense = COVEY_DENSE_AGGREGATE;
    assert_int_equal(covey_world_create(&def, &world, &error), COVEY_ARG);
    assert_string_equal(error.message, "order: random_order does not go together with dense: "
                                       "aggregate, which sums before any agent moves");
    def.dense = COVEY_DENSE_PAIRS;
    def.order = (covey_order)(COVEY_ORDER_TURN_IN_TURN + 1);
    assert_int_equal(covey_world_create(&def, &world, &error), COVEY_ARG);
    assert_string_equal(error.message, "there is no order 4 of agents");
    def.order = COVEY_ORDER_IN_TURN;
    world = test_world_create(&def);
    covey_part_take(world, &(covey_part){0});
    assert_int_equal(covey_world_step(world, 1.0), COVEY_ARG);
    assert_string_equal(covey_world_error(world)->message,
                        "a world that owns a part moves its agents together");
    covey_world_destroy(world);
    covey_scenario *scenario = scenario_read("order: in_turn\nflocks: {model: vicsek}\n");
    def = covey_world_def_default();
    const covey_slice half = {0, 2};
    assert_int_equal(covey_scenario_slice(scenario, &def, half, &world, &error), COVEY_INPUT);
    assert_string_equal(error.message,
                        "order: in_turn moves agents one after another, which several processes "
                        "cannot");
    covey_scenario_destroy(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_agent_moves_by_what_those_before_have_left),
        cmocka_unit_test(test_agents_that_come_from_afar_are_seen),
        cmocka_unit_test(test_agents_at_one_place_part_in_turn),
        cmocka_unit_test(test_agents_see_the_numbers_that_the_motion_keeps_of_those_before),
        cmocka_unit_test(test_a_follower_is_a_step_behind_or_where_its_leader_is),
        cmocka_unit_test(test_agents_take_turns_by_flock_and_id),
        cmocka_unit_test(test_orders_that_are_drawn_are_even_and_new_in_each_step),
        cmocka_unit_test(test_threads_and_kernels_do_not_change_bits),
        cmocka_unit_test(test_a_world_goes_on_from_its_snapshot),
        cmocka_unit_test(test_a_stopped_step_leaves_the_world_as_it_was),
        cmocka_unit_test(test_the_first_agent_that_diverges_is_named),
        cmocka_unit_test(test_what_does_not_go_together_is_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
