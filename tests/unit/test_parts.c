// SPDX-License-Identifier: MIT
// Worlds that have parts of a plane take the steps of the whole plane, to the bit.
#include "scenario/scenario.h"
#include "support/parts.h"
#include "support/scenario.h"
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { STEPS = 20 };

// ---- Against the whole ----

static void assert_same_stats(const test_parts *all, const covey_world *whole)
{
    covey_stats sum = {0}, right = covey_world_stats(whole);
    for (int number = 0; number < all->flocks; number++) {
        uint64_t entries = 0;
        for (int k = 0; k < all->parts; k++)
            entries += covey_world_entries(all->part[k], number);
        assert_int_equal(entries, covey_world_entries(whole, number));
    }
    for (int k = 0; k < all->parts; k++) {
        covey_stats here = covey_world_stats(all->part[k]);
        assert_int_equal(here.steps, right.steps);
        sum.agent_steps += here.agent_steps;
        sum.pairs += here.pairs;
        sum.sum_pairs += here.sum_pairs;
    }
    assert_int_equal(sum.agent_steps, right.agent_steps);
    assert_int_equal(sum.pairs, right.pairs);
    assert_int_equal(sum.sum_pairs, right.sum_pairs);
}

static void assert_failed_alike(const test_parts *all, const covey_world *whole)
{
    const covey_error *right = covey_world_error(whole);
    for (int k = 0; k < all->parts; k++) {
        const covey_error *found = covey_world_error(all->part[k]);
        assert_string_equal(found->message, right->message);
        assert_true(found->id == right->id && found->flock == right->flock &&
                    found->step == right->step);
    }
}

/// How many steps differ from those of the whole.
static int differences(test_maker *make, const void *of, double dt, test_cutting cutting)
{
    covey_world *whole = make(of);
    test_parts all = test_parts_create(make, of, cutting);
    bool right = cutting.wrong == TEST_NO_FAULT;
    int different = test_parts_hash(&all) != covey_world_hash(whole);
    int steps = right ? (int)test_amount("COVEY_TEST_STEPS", STEPS) : STEPS;
    covey_status status = COVEY_OK;
    for (int step = 0; step < steps && status == COVEY_OK; step++) {
        status = test_parts_step(&all, dt);
        assert_int_equal(covey_world_step(whole, dt), status);
        different += test_parts_hash(&all) != covey_world_hash(whole);
    }
    if (status != COVEY_OK)
        assert_failed_alike(&all, whole);
    if (right)
        assert_same_stats(&all, whole);
    test_parts_destroy(&all);
    covey_world_destroy(whole);
    return different;
}

/// Halves, three stripes and quarters.
static void check(const char *name, test_maker *make, const void *of, double dt)
{
    static const test_cutting cuttings[] = {
        {2, 1, TEST_NO_FAULT}, {1, 3, TEST_NO_FAULT}, {2, 2, TEST_NO_FAULT}};
    for (size_t k = 0; k < sizeof cuttings / sizeof *cuttings; k++) {
        int found = differences(make, of, dt, cuttings[k]);
        if (found > 0)
            fail_msg("%s in %d x %d parts: %d steps differ", name, cuttings[k].columns,
                     cuttings[k].rows, found);
    }
}

// ---- Presets ----

typedef struct preset {
    const covey_scenario *scenario;
    int threads;
} preset;

static covey_world *make_preset(const void *of)
{
    const preset *is = of;
    covey_world_def def = covey_world_def_default();
    covey_world *world;
    def.threads = is->threads;
    assert_int_equal(covey_scenario_world(is->scenario, &def, &world, NULL), COVEY_OK);
    return world;
}

/// Hard bodies push each other once all parts are together again: tests/dist has them.
static bool has_hard_bodies(const covey_scenario *scenario)
{
    bool any = false;
    for (int k = 0; k < covey_scenario_flocks(scenario); k++)
        any = any || covey_scenario_flock(scenario, k).hard;
    return any;
}

static void check_preset(const covey_preset *one, const char *key, const char *value, int threads)
{
    covey_scenario *scenario = scenario_read(one->text);
    scenario_set(scenario, "order", "together"); // parts refuse each other one
    if (!has_hard_bodies(scenario) && covey_scenario_set(scenario, key, value, NULL) == COVEY_OK)
        check(one->name, make_preset, &(preset){scenario, threads},
              covey_scenario_plan(scenario).dt);
    covey_scenario_destroy(scenario);
}

static void test_parts_of_every_preset_step_as_the_whole(void **unused)
{
    (void)unused;
    int most = (int)test_amount("COVEY_TEST_PRESETS", 100);
    for (int k = 0; covey_preset_at(k) != NULL && k < most; k++) {
        check_preset(covey_preset_at(k), "precision", "double", 1);
        check_preset(covey_preset_at(k), "precision", "single", 2);
        check_preset(covey_preset_at(k), "dense", "aggregate", 1); // if it has a zone that sums
    }
}

/// Agents avoid others by bodies of their own, which ghosts bring along.
static void test_parts_of_different_bodies_step_as_the_whole(void **unused)
{
    (void)unused;
    static const char text[] = "space: {kind: torus, width: 30, height: 30}\n"
                               "dt: 0.05\nflocks:\n"
                               "  - name: walkers\n"
                               "    model: reynolds\n"
                               "    count: 300\n"
                               "    body: {uniform: [0.05, 0.6]}\n"
                               "    min_speed: 0\n"
                               "    max_speed: {uniform: [1, 2]}\n"
                               "    separation_radius: 1\n"
                               "    alignment_radius: 0\n    cohesion_radius: 0\n"
                               "    sees: {walkers: {rule: avoid, radius: 3}}\n";
    covey_scenario *scenario = scenario_read(text);
    check("bodies", make_preset, &(preset){scenario, 1}, covey_scenario_plan(scenario).dt);
    covey_scenario_destroy(scenario);
}

// ---- Models ----

typedef struct crowd {
    const char *model;
    covey_space_kind kind;
    size_t count;
    double radius; ///< of the shape
    double side;   ///< of the space, and of the square of agents
    test_shape shape;
    covey_setting option; ///< of the flock, if it has that
    double away, fast;    ///< if not 0, where agent 0 is and how it moves, on the x axis
    bool dense, single, hunted, past_caches, responds;
    int threads;
} crowd;

static void add_disc(covey_world *world, double side)
{
    const double x = 0.4 * side, y = 0.55 * side;
    const covey_setting radius = {"radius", side / 16};
    test_world_obstacle(world, (covey_influence_def){.points = {&x, &y},
                                                     .points_count = 1,
                                                     .settings = &radius,
                                                     .settings_count = 1});
}

static test_flock place(const crowd *is)
{
    uint64_t random = 3;
    test_flock agents = test_flock_create(is->shape, is->count, is->radius, is->side, &random);
    for (size_t i = 0; i < is->count; i++)
        for (int axis = 0; axis < COVEY_PLANE; axis++)
            agents.vel[axis][i] *= is->radius;
    if (is->away != 0.0)
        agents.pos[0][0] = is->away;
    if (is->fast != 0.0)
        agents.vel[0][0] = is->fast;
    return agents;
}

static void add_flock(covey_world *world, const crowd *is, const char *name, const char *model)
{
    test_flock agents = place(is);
    covey_flock_def def = test_flock_def(&agents);
    def.name = name;
    def.model = model;
    def.hunts = strcmp(model, "predator") == 0 ? "prey" : NULL;
    covey_response seen[2] = {covey_response_default("hunters", COVEY_RESPONSE_FLEE),
                              covey_response_default("hunters", COVEY_RESPONSE_ALIGN)};
    seen[0].radius = 2.0 * is->radius; // further than any zone of the models
    seen[1].radius = 0.5 * is->radius;
    if (is->responds && def.hunts == NULL) {
        def.responses = seen;
        def.responses_count = 2;
    }
    int number = test_world_add(world, &def);
    covey_flock *made = world->flock[number];
    if (is->past_caches)
        made->state.near = made->next.near = 0;
    const covey_setting *option = &is->option;
    if (option->name != NULL && !isnan(covey_world_param(world, number, option->name)))
        assert_int_equal(covey_world_set(world, number, option->name, option->value, NULL),
                         COVEY_OK);
    test_flock_destroy(&agents);
}

static covey_world *make_crowd(const void *of)
{
    const crowd *is = of;
    covey_world_def def = covey_world_def_default();
    def.space = (covey_space){is->kind, 2, {is->side, is->side}};
    def.precision = is->single ? COVEY_PRECISION_SINGLE : COVEY_PRECISION_DOUBLE;
    def.dense = is->dense ? COVEY_DENSE_AGGREGATE : COVEY_DENSE_PAIRS;
    def.threads = is->threads > 0 ? is->threads : 1;
    covey_world *world = test_world_create(&def);
    bool hunts = strcmp(is->model, "predator") == 0;
    add_flock(world, is, "prey", hunts ? "torus" : is->model);
    if (hunts || is->hunted || is->responds)
        add_flock(world, is, "hunters", "predator");
    add_disc(world, is->side);
    return world;
}

/// The longest radius of the model's zones that is no limit of numbers.
static double radius_of(const covey_model *model)
{
    double values[16], longest = 1.0;
    assert_true(model->params_size <= sizeof values);
    covey_param_init(model->params, values);
    covey_zone zone[COVEY_MAX_ZONES];
    int count = model->zones(values, zone);
    for (int k = 0; k < count; k++)
        if (zone[k].radius < 1e9 && zone[k].radius > longest)
            longest = zone[k].radius;
    return longest;
}

/// Agents of a model on a square that is eight of its radii wide.
static crowd crowd_of(const covey_model *model, covey_space_kind kind)
{
    double radius = radius_of(model);
    return (crowd){
        .model = model->name, .kind = kind, .count = 600, .radius = radius, .side = 8.0 * radius};
}

static void test_parts_of_every_model_step_as_the_whole(void **unused)
{
    (void)unused;
    for (int k = 0; covey_model_at(k) != NULL; k++)
        for (int kind = COVEY_SPACE_OPEN; kind <= COVEY_SPACE_RESPAWN; kind++) {
            crowd is = crowd_of(covey_model_at(k), (covey_space_kind)kind);
            is.single = kind == COVEY_SPACE_TORUS && k % 2 == 0;
            is.past_caches = kind == COVEY_SPACE_RESPAWN;
            is.threads = 1 + kind % 2;
            check(is.model, make_crowd, &is, 0x1p-5);
        }
}

static void test_parts_of_any_shape_step_as_the_whole(void **unused)
{
    (void)unused;
    for (int shape = 0; shape < TEST_SHAPES; shape++) {
        crowd is = crowd_of(covey_model_find("torus"), COVEY_SPACE_OPEN);
        is.shape = (test_shape)shape;
        is.hunted = true;
        check("torus", make_crowd, &is, 0x1p-5);
        is = crowd_of(covey_model_find("vicsek"), COVEY_SPACE_OPEN);
        is.shape = (test_shape)shape;
        is.dense = true;
        check("vicsek", make_crowd, &is, 0x1p-5);
    }
}

static void test_parts_with_responses_step_as_the_whole(void **unused)
{
    (void)unused;
    for (int kind = COVEY_SPACE_OPEN; kind <= COVEY_SPACE_TORUS; kind++) {
        crowd is = crowd_of(covey_model_find("vicsek"), (covey_space_kind)kind);
        is.responds = true;
        is.single = kind == COVEY_SPACE_TORUS;
        check("vicsek with responses", make_crowd, &is, 0x1p-5);
    }
}

// ---- Wrong engines ----

/// The mistake changes some step.
static void assert_seen(const crowd *is, test_fault wrong)
{
    if (differences(make_crowd, is, 0x1p-5, (test_cutting){2, 1, wrong}) == 0)
        fail_msg("%s: mistake %d is not seen", is->model, (int)wrong);
}

static void test_a_reach_that_is_too_short_is_seen(void **unused)
{
    (void)unused;
    for (int k = 0; covey_model_at(k) != NULL; k++) {
        const char *name = covey_model_at(k)->name;
        if (strcmp(name, "cucker_smale") == 0 || strcmp(name, "topological") == 0 ||
            strcmp(name, "sheep") == 0 || strcmp(name, "shepherd") == 0 ||
            strcmp(name, "gautrais") == 0 || strcmp(name, "vision") == 0 ||
            strcmp(name, "burst_and_coast") == 0 || strcmp(name, "swarmalators") == 0)
            continue; // all agents are ghosts
        crowd is = crowd_of(covey_model_at(k), COVEY_SPACE_TORUS);
        is.count = 3000;
        is.option = (covey_setting){"turn_rate", 100.0}; // a limit would hide a small difference
        if (strcmp(name, "netlogo_flocking") == 0) // and so would separation, which goes before all
            is.option = (covey_setting){"minimum_separation", 0.0};
        assert_seen(&is, TEST_SHORT_REACH);
    }
}

static void test_facts_about_a_part_instead_of_the_whole_are_seen(void **unused)
{
    (void)unused;
    const crowd divides = {.model = "cucker_smale", .option = {"radius", 1}},
                dense = {.model = "formal", .dense = true},
                far = {.model = "formal", .dense = true, .option = {"r_c", 64}, .away = 1e9},
                fast = {.model = "formal", .dense = true, .away = 40, .fast = 1e3},
                floats = {.model = "vicsek", .single = true, .away = 0x1p61};
    const struct {
        crowd is;
        test_fault wrong;
    } rows[] = {{divides, TEST_LOCAL_COUNT},
                {dense, TEST_LOCAL_COUNT},
                {far, TEST_LOCAL_EXTENT},
                {fast, TEST_LOCAL_SPEED},
                {floats, TEST_LOCAL_EXTENT}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        crowd is = rows[k].is;
        is.count = 600;
        is.radius = 1.0;
        is.side = 16.0;
        assert_int_equal(differences(make_crowd, &is, 0x1p-5, (test_cutting){2, 1, TEST_NO_FAULT}),
                         0);
        assert_seen(&is, rows[k].wrong);
    }
}

// ---- Steps that do not happen, or diverge ----

static void test_an_agent_that_diverges_in_one_part_is_told_in_all(void **unused)
{
    (void)unused;
    const crowd is = {.model = "formal", .count = 600, .radius = 1, .side = 16, .fast = 1.7e308};
    covey_world *whole = make_crowd(&is);
    test_parts all = test_parts_create(make_crowd, &is, (test_cutting){2, 2, TEST_NO_FAULT});
    assert_int_equal(test_parts_step(&all, 1.0), COVEY_DIVERGED);
    assert_int_equal(covey_world_step(whole, 1.0), COVEY_DIVERGED);
    assert_failed_alike(&all, whole);
    assert_int_equal(covey_world_error(whole)->id, 0);
    test_parts_destroy(&all);
    covey_world_destroy(whole);
}

static void test_a_step_that_was_tried_and_does_not_arrive_leaves_no_trace(void **unused)
{
    (void)unused;
    crowd is = crowd_of(covey_model_find("torus"), COVEY_SPACE_TORUS);
    covey_world *world = make_crowd(&is), *other = make_crowd(&is);
    test_world_steps(world, 3, 0.1);
    test_world_steps(other, 3, 0.1);
    covey_diverged first;
    covey_stats before = covey_world_stats(world);
    assert_int_equal(covey_step_try(world, 7.0, &first), COVEY_OK);
    covey_stats after = covey_world_stats(world);
    assert_memory_equal(&before, &after, sizeof before);
    assert_int_equal(covey_world_steps(world), 3);
    assert_true(covey_world_hash(world) == covey_world_hash(other));
    test_world_expect_alike(world, other);
}

// ---- Blocks ----

/// The totals of all blocks of a flock.
static covey_totals merged(const covey_part_block *block, size_t agents)
{
    covey_totals all = covey_totals_none();
    for (size_t k = 0; k * COVEY_BLOCK < agents; k++)
        covey_totals_merge(&all, &block[k].moved);
    return all;
}

static void assert_same_totals(covey_totals found, covey_totals right)
{
    assert_int_equal(found.count, right.count);
    for (int axis = 0; axis < COVEY_AXES; axis++)
        assert_true(found.low[axis] == right.low[axis] && found.high[axis] == right.high[axis]);
    assert_true(found.fastest == 0.0 || found.fastest == right.fastest); // only sums need it
}

/// Costs of blocks are the pairs that stats count, and their totals those of the agents after
/// the step; a part without agents has neither.
static void test_blocks_tell_of_their_agents(void **unused)
{
    (void)unused;
    crowd is = crowd_of(covey_model_find("vicsek"), COVEY_SPACE_TORUS);
    covey_world *world = make_crowd(&is);
    covey_part_block block[600 / COVEY_BLOCK + 1];
    covey_part part = {.own = {{-DBL_MAX, -DBL_MAX}, {DBL_MAX, DBL_MAX}}, .block = {block}};
    part.total[0] = covey_part_totals(world, 0);
    covey_part_take(world, &part);
    test_world_steps(world, 1, 0.1);
    double sum = 0.0;
    for (size_t i = 0; i < is.count; i++)
        sum += (double)block[i / COVEY_BLOCK].cost;
    double right = (double)covey_world_stats(world).pairs;
    assert_true(right > 600.0 && fabs(sum - right) < 1e-4 * right);
    assert_same_totals(merged(block, is.count), covey_totals_of(&world->flock[0]->state));
    part.own.high[0] = 0.5 * is.side;
    covey_part_take(world, &part);
    const covey_totals owned = covey_part_totals(world, 0);
    assert_true(owned.count > 0 && owned.count < is.count);
    test_world_steps(world, 1, 0.1);
    covey_totals stepped = covey_totals_none();
    for (size_t i = 0; i < is.count; i++)
        if (covey_part_stepped(world, 0, i))
            covey_totals_add(&stepped, covey_state_pos(&world->flock[0]->state, i),
                             covey_state_vel(&world->flock[0]->state, i));
    assert_int_equal(stepped.count, owned.count);
    assert_same_totals(merged(block, is.count), stepped);
    part.own.high[0] = -1.0;
    covey_part_take(world, &part);
    test_world_steps(world, 1, 0.1);
    for (size_t i = 0; i < is.count; i++)
        assert_true(block[i / COVEY_BLOCK].cost == 0.0F);
    assert_int_equal(merged(block, is.count).count, 0);
    assert_int_equal(covey_world_stats(world).agent_steps, 600 + owned.count);
    covey_world_destroy(world);
}

static void test_a_flock_takes_no_more_agents_than_it_has_room_for(void **unused)
{
    (void)unused;
    crowd is = crowd_of(covey_model_find("vicsek"), COVEY_SPACE_TORUS);
    covey_world *world = make_crowd(&is);
    static uint64_t rows[601 * 16];
    covey_error error;
    uint64_t hash = covey_world_hash(world);
    assert_int_equal(covey_part_fill(world, 0, rows, 601, &error), COVEY_ARG);
    assert_string_equal(error.message, "flock prey has no room for 601 agents");
    assert_true(covey_world_hash(world) == hash);
    covey_world_destroy(world);
}

// ---- Slices and room ----

enum { SLICES = 3 };

static covey_world *make_slice(const covey_scenario *scenario, int number)
{
    covey_world_def def = covey_world_def_default();
    covey_world *world;
    const covey_slice slice = {number, SLICES};
    assert_int_equal(covey_scenario_slice(scenario, &def, slice, &world, NULL), COVEY_OK);
    return world;
}

/// Worlds with slices of the agents have all of them, made and restored; hashes of agents add up.
static void check_slices(const covey_scenario *scenario)
{
    covey_world *whole = make_preset(&(preset){scenario, 1});
    size_t size = covey_world_snapshot_size(whole);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    uint64_t made = 0, restored = 0, before = covey_world_hash(whole);
    assert_int_equal(covey_world_step(whole, covey_scenario_plan(scenario).dt), COVEY_OK);
    assert_int_equal(covey_world_save(whole, bytes, size), COVEY_OK);
    for (int number = 0; number < SLICES; number++) {
        covey_world *part = make_slice(scenario, number);
        made += covey_world_hash(part);
        assert_int_equal(covey_world_restore(part, bytes, size, NULL), COVEY_OK);
        restored += covey_world_hash(part);
        covey_world_destroy(part);
    }
    assert_true(made == before);
    assert_true(restored == covey_world_hash(whole));
    free(bytes);
    covey_world_destroy(whole);
}

static void test_slices_of_every_preset_are_the_whole(void **unused)
{
    (void)unused;
    for (int k = 0; covey_preset_at(k) != NULL; k++) {
        covey_scenario *scenario = scenario_read(covey_preset_at(k)->text);
        scenario_set(scenario, "order", "together");
        bool apart = true; // those that catch have room for all
        for (int f = 0; f < covey_scenario_flocks(scenario); f++) {
            covey_flock_def flock = covey_scenario_flock(scenario, f);
            apart = apart && !flock.hard && !(flock.catches > 0.0);
        }
        if (apart)
            check_slices(scenario);
        covey_scenario_destroy(scenario);
    }
}

static void *save(const covey_world *world)
{
    size_t size = covey_world_snapshot_size(world);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(covey_world_save(world, bytes, size), COVEY_OK);
    return bytes;
}

/// Gives room twice, behind an odd and an even number of steps, and takes it back.
static void check_room(const covey_scenario *scenario)
{
    double dt = covey_scenario_plan(scenario).dt;
    covey_world *world = make_preset(&(preset){scenario, 2});
    covey_world *other = make_preset(&(preset){scenario, 2});
    static const size_t more[] = {1000, 5000, 0};
    for (size_t k = 0; k < sizeof more / sizeof *more; k++) {
        test_world_steps(world, (int)k + 1, dt);
        test_world_steps(other, (int)k + 1, dt);
        for (int f = 0; f < world->flock_count; f++)
            assert_int_equal(
                covey_part_make_room(world, f, world->flock[f]->state.count + more[k], NULL),
                COVEY_OK);
        void *one = save(world), *two = save(other);
        assert_memory_equal(one, two, covey_world_snapshot_size(other));
        free(one);
        free(two);
    }
    test_world_steps(world, 1, dt);
    test_world_steps(other, 1, dt);
    assert_true(covey_world_hash(world) == covey_world_hash(other));
    covey_world_destroy(world);
    covey_world_destroy(other);
}

static void test_a_flock_in_another_room_goes_on_with_the_same_bits(void **unused)
{
    (void)unused;
    static const char *const names[] = {"torus-predators", "informed", "couzin-mill-3d",
                                        "topological"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const covey_preset *one = covey_preset_find(names[k]);
        if (one == NULL)
            continue;
        covey_scenario *scenario = scenario_read(one->text);
        check_room(scenario);
        assert_int_equal(covey_scenario_set(scenario, "precision", "single", NULL), COVEY_OK);
        check_room(scenario);
        covey_scenario_destroy(scenario);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts_of_every_preset_step_as_the_whole),
        cmocka_unit_test(test_parts_of_different_bodies_step_as_the_whole),
        cmocka_unit_test(test_parts_of_every_model_step_as_the_whole),
        cmocka_unit_test(test_parts_of_any_shape_step_as_the_whole),
        cmocka_unit_test(test_parts_with_responses_step_as_the_whole),
        cmocka_unit_test(test_a_reach_that_is_too_short_is_seen),
        cmocka_unit_test(test_facts_about_a_part_instead_of_the_whole_are_seen),
        cmocka_unit_test(test_an_agent_that_diverges_in_one_part_is_told_in_all),
        cmocka_unit_test(test_a_step_that_was_tried_and_does_not_arrive_leaves_no_trace),
        cmocka_unit_test(test_blocks_tell_of_their_agents),
        cmocka_unit_test(test_slices_of_every_preset_are_the_whole),
        cmocka_unit_test(test_a_flock_in_another_room_goes_on_with_the_same_bits),
        cmocka_unit_test(test_a_flock_takes_no_more_agents_than_it_has_room_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
