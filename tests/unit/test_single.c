// SPDX-License-Identifier: MIT
// Single precision: every number is a float's, whatever happens to the agents; the same bits on any
// number of threads and after a restart; near to double precision, and never mixed up with it.
#include "base/bits.h"
#include "kernels/zone.h"
#include "support/probe.h"
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { AGENTS = 400, STEPS = 20 };

static covey_world_def def_of(covey_space space, covey_precision precision, int threads)
{
    covey_world_def def = covey_world_def_default();
    def.space = space;
    def.precision = precision;
    def.threads = threads;
    return def;
}

/// A flock of the model in a world of side 11.1, which is no float.
static covey_world *world_of(const char *model, int kind, covey_precision precision, int threads)
{
    covey_space space = covey_space_torus(11.1, 11.1);
    space.kind = (covey_space_kind)kind;
    if (space.kind == COVEY_SPACE_OPEN)
        space = covey_space_open();
    covey_world_def def = def_of(space, precision, threads);
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = test_flock_plain(model, AGENTS);
    flock.place.width = flock.place.height = 11;
    flock.place.x = flock.place.y = 5.55;
    test_world_add(world, &flock);
    return world;
}

static bool is_float(double x)
{
    return (double)(float)x == x;
}

/// All that agents have, as a snapshot tells it: position, velocity and the state of the motion.
static void assert_floats(const covey_world *world)
{
    size_t size = covey_world_snapshot_size(world);
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(covey_world_save(world, bytes, size), COVEY_OK);
    covey_view view = covey_world_view(world, 0);
    int own = covey_world_motion(world, 0)->extra_count;
    size_t words = 5 + (size_t)own, agents = size - 8 - 8 * words * view.count;
    for (size_t k = 0; k < words * view.count; k++) {
        double value;
        if (k % words == 0) // the id
            continue;
        memcpy(&value, bytes + agents + 8 * k, sizeof value);
        if (!is_float(value))
            fail_msg("number %d of agent %d is %a", (int)(k % words), (int)(k / words), value);
    }
    for (int axis = 0; axis < COVEY_PLANE && view.space.kind == COVEY_SPACE_TORUS; axis++)
        for (size_t i = 0; i < view.count; i++)
            assert_true(view.pos[axis][i] >= 0.0 && view.pos[axis][i] < view.space.size[axis]);
    free(bytes);
}

static void test_all_that_agents_have_is_a_float_after_each_step(void **unused)
{
    (void)unused;
    for (int kind = COVEY_SPACE_OPEN; kind <= COVEY_SPACE_RESPAWN; kind++)
        for (int k = 0; covey_model_at(k) != NULL; k++) {
            covey_world *world = world_of(covey_model_at(k)->name, kind, COVEY_PRECISION_SINGLE, 1);
            assert_floats(world);
            for (int step = 0; step < STEPS; step++) {
                test_world_steps(world, 1, TEST_DT);
                assert_floats(world);
            }
            covey_world_destroy(world);
        }
}

/// Agents that a step of 2^-30 takes from below the end of a torus to a value that is rounded to
/// its end.
static void test_the_end_of_a_torus_is_its_beginning(void **unused)
{
    (void)unused;
    const covey_setting still[] = {{"K_c", 0}, {"K_s", 0}, {"K_a", 0}};
    const double x[] = {(double)nextafterf(8, 0)}, v[] = {0x1.8p-22};
    covey_world_def def = def_of(covey_space_torus(8, 8), COVEY_PRECISION_SINGLE, 1);
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    flock.model = "formal";
    flock.count = 1;
    flock.settings = still;
    flock.settings_count = 3;
    flock.pos[0] = flock.pos[1] = x;
    flock.vel[0] = flock.vel[1] = v;
    test_world_add(world, &flock);
    assert_true(test_world_pos(world, 0, 0).x < 8.0);
    test_world_steps(world, 1, 1.0);
    assert_true(test_world_pos(world, 0, 0).x == 0.0 && test_world_pos(world, 0, 0).y == 0.0);
    covey_world_destroy(world);
}

static void test_threads_give_the_same_bits(void **unused)
{
    (void)unused;
    const int threads[] = {1, 2, 8};
    for (int k = 0; covey_model_at(k) != NULL; k++) {
        uint64_t hash[3];
        for (int t = 0; t < 3; t++) {
            covey_world *world = world_of(covey_model_at(k)->name, COVEY_SPACE_TORUS,
                                          COVEY_PRECISION_SINGLE, threads[t]);
            test_world_steps(world, STEPS, TEST_DT);
            hash[t] = covey_world_hash(world);
            covey_world_destroy(world);
        }
        assert_true(hash[0] == hash[1] && hash[0] == hash[2]);
    }
}

/// Zones of the nearest, and crowds summed at once, are calculated in doubles: of the same floats.
static void test_kernels_for_doubles_give_the_same_bits(void **unused)
{
    (void)unused;
    const char *const models[] = {"formal", "three_rule", "topological"};
    for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
        uint64_t hash[2];
        for (int plain = 0; plain < 2; plain++) {
            covey_world_def def =
                def_of(covey_space_torus(11.1, 11.1), COVEY_PRECISION_SINGLE, plain ? 1 : 3);
            def.kernel = plain ? COVEY_KERNEL_REF : COVEY_KERNEL_FASTEST;
            def.dense = COVEY_DENSE_AGGREGATE;
            covey_world *world = test_world_create(&def);
            covey_flock_def flock = test_flock_plain(models[k], AGENTS);
            test_world_add(world, &flock);
            test_world_steps(world, STEPS, TEST_DT);
            hash[plain] = covey_world_hash(world);
            assert_floats(world);
            covey_world_destroy(world);
        }
        assert_true(hash[0] == hash[1]);
    }
}

static double distance(const covey_world *a, const covey_world *b, covey_id id)
{
    covey_space space = covey_world_view(b, 0).space;
    return covey_vec_length(
        covey_space_offset(&space, test_world_pos(a, 0, id), test_world_pos(b, 0, id)));
}

/// A step moves agents by less than 1, from places below 16: each comes out within a few units of
/// 2^-20, the unit of floats there. Weights with a pole are left out: they magnify any difference.
static void test_a_step_is_near_to_that_of_double_precision(void **unused)
{
    (void)unused;
    const char *const models[] = {"vicsek", "three_rule", "unicycle", "cucker_smale", "couzin"};
    for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
        covey_world *world[2];
        for (int precision = 0; precision < 2; precision++) {
            world[precision] =
                world_of(models[k], COVEY_SPACE_TORUS, (covey_precision)precision, 1);
            test_world_steps(world[precision], 1, 0.01);
        }
        double furthest = 0.0;
        for (uint32_t id = 0; id < AGENTS; id++)
            furthest = fmax(furthest, distance(world[0], world[1], id));
        if (!(furthest > 0.0 && furthest < 0x1p-16))
            fail_msg("%s: %g apart", models[k], furthest);
        assert_true(covey_world_hash(world[0]) != covey_world_hash(world[1]));
        covey_world_destroy(world[0]);
        covey_world_destroy(world[1]);
    }
}

// ---- Snapshots ----

static unsigned char *save(const covey_world *world, size_t *size)
{
    *size = covey_world_snapshot_size(world);
    unsigned char *bytes = malloc(*size);
    assert_non_null(bytes);
    assert_int_equal(covey_world_save(world, bytes, *size), COVEY_OK);
    return bytes;
}

static void test_a_restored_world_goes_on_with_the_same_bits(void **unused)
{
    (void)unused;
    covey_world *world = world_of("couzin", COVEY_SPACE_TORUS, COVEY_PRECISION_SINGLE, 1);
    covey_world *later = world_of("couzin", COVEY_SPACE_TORUS, COVEY_PRECISION_SINGLE, 2);
    test_world_steps(world, STEPS, TEST_DT);
    size_t size;
    unsigned char *bytes = save(world, &size);
    assert_int_equal(covey_world_restore(later, bytes, size, NULL), COVEY_OK);
    test_world_steps(world, STEPS, TEST_DT);
    test_world_steps(later, STEPS, TEST_DT);
    assert_true(covey_world_hash(world) == covey_world_hash(later));
    free(bytes);
    covey_world_destroy(world);
    covey_world_destroy(later);
}

static void test_a_snapshot_of_the_other_precision_is_refused(void **unused)
{
    (void)unused;
    for (int precision = 0; precision < 2; precision++) {
        covey_world *world = world_of("formal", COVEY_SPACE_TORUS, (covey_precision)precision, 1);
        covey_world *other = world_of("formal", COVEY_SPACE_TORUS, !precision, 1);
        uint64_t before = covey_world_hash(other);
        size_t size;
        unsigned char *bytes = save(world, &size);
        covey_error error;
        assert_int_equal(covey_world_restore(other, bytes, size, &error), COVEY_INPUT);
        assert_string_equal(error.message,
                            precision == COVEY_PRECISION_SINGLE
                                ? "the snapshot is of single precision, the world of double"
                                : "the snapshot is of double precision, the world of single");
        assert_true(covey_world_hash(other) == before);
        free(bytes);
        covey_world_destroy(world);
        covey_world_destroy(other);
    }
}

/// The sum at the end of a snapshot, made anew.
static void seal(unsigned char *bytes, size_t size)
{
    uint64_t hash = covey_bytes_hash(bytes, size / 8 - 1);
    covey_bytes_put(bytes + size - 8, hash);
}

static void test_a_snapshot_with_other_numbers_than_floats_is_refused(void **unused)
{
    (void)unused;
    covey_world *world = world_of("formal", COVEY_SPACE_OPEN, COVEY_PRECISION_SINGLE, 1);
    size_t size;
    unsigned char *bytes = save(world, &size);
    for (size_t word = 2; word <= 5; word++) { // the last agent's position and velocity
        unsigned char *place = bytes + size - 8 * word;
        place[0] ^= 1;
        seal(bytes, size);
        assert_int_equal(covey_world_restore(world, bytes, size, NULL), COVEY_INPUT);
        place[0] ^= 1;
    }
    seal(bytes, size);
    assert_int_equal(covey_world_restore(world, bytes, size, NULL), COVEY_OK);
    free(bytes);
    covey_world_destroy(world);
}

// ---- Limits ----

static void test_values_beyond_floats_are_refused(void **unused)
{
    (void)unused;
    const double sizes[] = {1e-30, 1e30};
    for (int k = 0; k < 2; k++) {
        covey_world_def def = def_of(covey_space_torus(1, sizes[k]), COVEY_PRECISION_SINGLE, 1);
        covey_world *world;
        assert_int_equal(covey_world_create(&def, &world, NULL), COVEY_ARG);
        def.precision = COVEY_PRECISION_DOUBLE;
        assert_int_equal(covey_world_create(&def, &world, NULL), COVEY_OK);
        covey_world_destroy(world);
    }
    covey_world_def def = def_of(covey_space_open(), (covey_precision)2, 1);
    covey_world *world;
    assert_int_equal(covey_world_create(&def, &world, NULL), COVEY_ARG);
    def.precision = COVEY_PRECISION_SINGLE;
    world = test_world_create(&def);
    const double far[] = {1e39};
    covey_flock_def flock = covey_flock_def_default();
    flock.model = "formal";
    flock.count = 1;
    flock.pos[0] = flock.pos[1] = far;
    int number;
    assert_int_equal(covey_world_add(world, &flock, &number, NULL), COVEY_ARG);
    covey_world_destroy(world);
}

/// Beyond 2^60 agents are sensed in doubles, as squares of their distances are no floats any more.
static void test_agents_far_away_sense_each_other(void **unused)
{
    (void)unused;
    const double sizes[] = {0x1p57, 0x1p61, 0x1p100};
    for (int k = 0; k < 3; k++) {
        test_scene scene = {
            .count = 3,
            .x = {0, sizes[k], -sizes[k]},
            .settings = {{"radius", 1.5 * sizes[k]}, {"weight", COVEY_WEIGHT_UNIT}},
        };
        covey_world_def def = def_of(covey_space_open(), COVEY_PRECISION_SINGLE, 1);
        covey_world *world = test_world_create(&def);
        covey_flock_def flock = test_scene_def(&scene);
        test_world_add(world, &flock);
        assert_true(test_sense(world, 0, 0, 0).count == 2.0);
        covey_percept right = test_sense(world, 0, 1, 0);
        assert_true(right.count == 1.0 && right.offset.x == -1.0);
        covey_world_destroy(world);
    }
}

/// Neighbors on a lattice stand at exactly the radius, also where both are rounded.
static void test_radii_are_floats(void **unused)
{
    (void)unused;
    test_scene scene = {
        .count = 3, .x = {0, 0.1, -0.1}, .settings = {{"radius", 0.1}, {"inner", 0}}};
    for (int strict = 0; strict < 2; strict++) {
        scene.settings[1] = (covey_setting){"strict", strict};
        covey_world_def def = def_of(covey_space_open(), COVEY_PRECISION_SINGLE, 1);
        covey_world *world = test_world_create(&def);
        covey_flock_def flock = test_scene_def(&scene);
        test_world_add(world, &flock);
        assert_true(test_sense(world, 0, 0, 0).count == (strict ? 0.0 : 2.0));
        covey_world_destroy(world);
    }
}

static bool holds(const covey_zone *zone, float square)
{
    return covey_zone_holds(zone, (double)sqrtf(square));
}

static void test_bounds_decide_as_rounded_roots_do(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    for (int k = 0; k < 20000; k++) {
        covey_zone given = covey_zone_default(fabs(test_any_double(&random)));
        if (k % 2 == 0)
            given.radius = test_uniform(&random, 0.0, 100.0);
        given.strict = k % 4 < 2;
        given.inner = k % 3 == 0 ? 0.5 * given.radius : 0.0;
        covey_zone zone = covey_zone_single(&given);
        covey_zone_bounds bounds = covey_zone_bounds_single(&zone);
        const double edges[] = {bounds.inner, bounds.outer};
        for (int edge = 0; edge < 2; edge++) {
            float square = edges[edge] > 0.0 ? (float)edges[edge] : 0.0f;
            assert_true((double)square == edges[edge] || edges[edge] == -1.0);
            for (int step = -3; step <= 3; step++) {
                float near = square;
                for (int s = 0; s < abs(step); s++)
                    near = nextafterf(near, step < 0 ? 0.0f : FLT_MAX);
                bool inside = (double)near > bounds.inner && (double)near <= bounds.outer;
                assert_int_equal(inside, holds(&zone, near));
            }
        }
    }
}

// ---- Solid things ----

/// Agents that fly into a disc at all angles end each step outside of it, however they are rounded.
static void test_no_agent_is_rounded_into_an_obstacle(void **unused)
{
    (void)unused;
    covey_world_def def = def_of(covey_space_torus(300, 300), COVEY_PRECISION_SINGLE, 1);
    covey_world *world = test_world_create(&def);
    const double x[] = {150.3}, y[] = {149.9};
    const covey_setting settings[] = {{"radius", 33.3}, {"weight", 0}};
    test_world_obstacle(
        world, (covey_influence_def){
                   .points = {x, y}, .points_count = 1, .settings = settings, .settings_count = 2});
    const covey_setting still[] = {{"K_c", 0}, {"K_s", 0}, {"K_a", 0}};
    covey_flock_def flock = covey_flock_def_default();
    flock.model = "formal";
    flock.count = 2000;
    flock.settings = still;
    flock.settings_count = 3;
    flock.place.speed = 10;
    flock.body = 0.1;
    test_world_add(world, &flock);
    test_world_steps(world, 100, 0.7);
    assert_true(covey_world_entries(world, 0) == 0);
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_that_agents_have_is_a_float_after_each_step),
        cmocka_unit_test(test_the_end_of_a_torus_is_its_beginning),
        cmocka_unit_test(test_threads_give_the_same_bits),
        cmocka_unit_test(test_kernels_for_doubles_give_the_same_bits),
        cmocka_unit_test(test_a_step_is_near_to_that_of_double_precision),
        cmocka_unit_test(test_a_restored_world_goes_on_with_the_same_bits),
        cmocka_unit_test(test_a_snapshot_of_the_other_precision_is_refused),
        cmocka_unit_test(test_a_snapshot_with_other_numbers_than_floats_is_refused),
        cmocka_unit_test(test_values_beyond_floats_are_refused),
        cmocka_unit_test(test_agents_far_away_sense_each_other),
        cmocka_unit_test(test_radii_are_floats),
        cmocka_unit_test(test_bounds_decide_as_rounded_roots_do),
        cmocka_unit_test(test_no_agent_is_rounded_into_an_obstacle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
