// SPDX-License-Identifier: MIT
// Every kernel of this machine against the reference: the same bits for whatever zone, shape and
// space, and for several flocks sensed at once, in both precisions.
#include "kernels/kernels.h"
#include "support/pack.h"
#include "support/probe.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { TRIALS = 800, MOST_AGENTS = 130, LARGE_TRIALS = 12, LARGE = 1500 };

/// That of the worlds at hand.
static covey_precision precision;

// ---- Zones of the model of the flocks at hand ----

static covey_zone zones[COVEY_MAX_ZONES];
static int zone_count;

static int copy_zones(const void *params, covey_zone zone[COVEY_MAX_ZONES])
{
    (void)params;
    memcpy(zone, zones, sizeof zones);
    return zone_count;
}

static bool draw_bool(uint64_t *random)
{
    return test_below(random, 2) == 1;
}

/// Distances of lattices among others, for ties at the bounds.
static double draw_radius(double scale, uint64_t *random)
{
    const double radii[] = {0, 0.3, 1, 1, 2, 3};
    return scale * radii[test_below(random, 6)];
}

/// Blind angles, right angles among them, for ties at the bounds.
static double draw_sight(uint64_t *random)
{
    const double cosines[] = {-1, -1, 0, 1, -0.5};
    size_t k = test_below(random, 7);
    return k < 5 ? cosines[k] : test_uniform(random, -1.0, 1.0);
}

static covey_zone draw_zone(double scale, uint64_t *random)
{
    const double decays[] = {0, 0, 0.25, 1, 7.3, 400};
    covey_zone zone = covey_zone_default(draw_radius(scale, random));
    zone.inner = draw_bool(random) ? draw_radius(scale, random) : 0.0;
    zone.strict = draw_bool(random);
    zone.self = draw_bool(random);
    zone.blind_cos = draw_sight(random);
    zone.weight = (covey_weight)test_below(random, COVEY_WEIGHT_RAMP + 1);
    zone.carry = (covey_carry)test_below(random, COVEY_CARRY_POSITION + 1);
    zone.decay = decays[test_below(random, 6)];
    if (zone.decay == 0.0 && test_below(random, 4) == 0)
        zone.falloff = test_falloff;
    if (test_below(random, 4) == 0) { // as a rule far beyond the other zones
        zone.nearest = (int)(1 + test_below(random, test_below(random, 4) == 0 ? 40 : 8));
        zone.radius = draw_bool(random) ? DBL_MAX : zone.radius;
        zone.inner = draw_bool(random) ? zone.inner : 0.0;
        zone.blind_cos = draw_bool(random) ? zone.blind_cos : -1.0;
    }
    return zone;
}

static void draw_any_zones(double scale, uint64_t *random)
{
    zone_count = (int)(1 + test_below(random, 5));
    covey_of of = (covey_of)test_below(random, COVEY_OF_PREY + 1);
    for (int z = 0; z < zone_count; z++) {
        zones[z] = draw_zone(scale, random);
        zones[z].of = of;
    }
}

/// The zones of one of the library's models, with other radii and views.
static void draw_model_zones(double scale, uint64_t *random)
{
    int models = 0;
    while (covey_model_at(models) != NULL)
        models++;
    const covey_model *model = covey_model_at((int)test_below(random, (size_t)models));
    double values[16];
    assert_true(model->params_size <= sizeof values);
    covey_param_init(model->params, values);
    const covey_setting choices[] = {{"dialect", (double)test_below(random, 3)},
                                     {"centroid", draw_bool(random)},
                                     {"metric", draw_bool(random)}};
    for (size_t k = 0; k < sizeof choices / sizeof *choices; k++)
        if (covey_param_find(model->params, choices[k].name) != NULL)
            assert_int_equal(covey_param_set(model->params, values, &choices[k], NULL), COVEY_OK);
    zone_count = model->zones(values, zones);
    covey_zone same = draw_zone(scale, random);
    bool equal = draw_bool(random), all_round = draw_bool(random);
    for (int z = 0; z < zone_count; z++) {
        covey_zone other = equal ? same : draw_zone(scale, random);
        zones[z].voronoi = false; // which is of the plane, and has one kernel alone
        zones[z].disc = 0.0;      // the same
        zones[z].radius = other.radius;
        zones[z].inner = zones[z].inner > 0.0 ? other.inner : 0.0;
        zones[z].strict = other.strict;
        if (zones[z].blind_cos > -1.0)
            zones[z].blind_cos = all_round ? -1.0 : other.blind_cos;
        else if (test_below(random, 8) == 0)
            zones[z].blind_cos = other.blind_cos;
        zones[z].self = zones[z].self != (test_below(random, 8) == 0);
        if (zones[z].falloff != NULL) // whose parameters the probe does not have
            zones[z].falloff = test_falloff;
    }
}

// ---- Scenes ----

static test_flock draw_flock(double scale, uint64_t *random)
{
    test_shape shape = (test_shape)test_below(random, TEST_SHAPES);
    if (precision == COVEY_PRECISION_SINGLE && shape == TEST_OUTLIER) // beyond all floats
        shape = TEST_DUPLICATES;
    size_t count = test_below(random, draw_bool(random) ? 12 : MOST_AGENTS);
    test_flock drawn = test_flock_create(shape, count, 1.0, 12.0, random);
    for (size_t id = 0; id < count; id++)
        for (int axis = 0; axis < COVEY_PLANE; axis++) {
            drawn.pos[axis][id] *= shape != TEST_OUTLIER ? scale : 1.0;
            if (id % 4 == 1) // along one axis
                drawn.vel[axis][id] = axis == (int)(id / 4 % 2) ? 3.0 : 0.0;
        }
    return drawn;
}

static test_pack draw(int trial, uint64_t *random)
{
    const double scales[][4] = {{1e-180, 1e180, 1e-100, 1e100}, {1e-35, 1e25, 1e-15, 1e17}};
    double scale = trial % 16 == 0 ? scales[precision][test_below(random, 4)] : 1.0;
    test_pack drawn = {.space = test_pack_space(trial % 3 > 0, random)};
    for (int k = 0; k < TEST_PACK_FLOCKS; k++)
        drawn.agents[k] = draw_flock(scale, random);
    if (trial % 2 == 1)
        test_pack_deepen(&drawn, scale * test_uniform(random, 0.5, 6.0), random);
    if (draw_bool(random))
        draw_model_zones(scale, random);
    else
        draw_any_zones(scale, random);
    return drawn;
}

static covey_world *world_of(const test_pack *drawn, covey_kernel_kind kernel)
{
    static covey_model model;
    model = test_probe;
    model.zones = copy_zones;
    covey_world_def def = covey_world_def_default();
    def.kernel = kernel;
    def.precision = precision;
    return test_pack_world(drawn, def, &model);
}

/// Compares the percepts of all agents of all flocks, to the bit. Returns how many were sensed.
static double assert_same(int trial, covey_world *expected, covey_world *found)
{
    static covey_percept a[LARGE * COVEY_MAX_ZONES], b[LARGE * COVEY_MAX_ZONES];
    double sensed = 0.0;
    for (int flock = 0; flock < TEST_PACK_FLOCKS; flock++) {
        int count = (int)covey_world_view(expected, flock).count;
        test_sense_all(expected, flock, a);
        test_sense_all(found, flock, b);
        for (int k = 0; k < count * zone_count; k++) {
            sensed += a[k].count;
            if (memcmp(&a[k], &b[k], sizeof a[k]) != 0)
                fail_msg("trial %d, flock %d, agent %d, zone %d: %g at (%a, %a) with (%a, %a), not "
                         "%g at (%a, %a) with (%a, %a)",
                         trial, flock, k / zone_count, k % zone_count, b[k].count, b[k].offset.x,
                         b[k].offset.y, b[k].carried.x, b[k].carried.y, a[k].count, a[k].offset.x,
                         a[k].offset.y, a[k].carried.x, a[k].carried.y);
        }
    }
    return sensed;
}

static double assert_kernel(int trial, const test_pack *drawn)
{
    covey_world *expected = world_of(drawn, COVEY_KERNEL_REF);
    covey_world *found = world_of(drawn, test_kernel);
    double sensed = assert_same(trial, expected, found);
    covey_world_destroy(found);
    covey_world_destroy(expected);
    return sensed;
}

static void test_zones_of_all_kinds_give_the_same_percepts(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    double sensed = 0.0;
    int trials = (int)test_amount("COVEY_TEST_SCENARIOS", TRIALS);
    for (int trial = 0; trial < trials; trial++) {
        test_pack drawn = draw(trial, &random);
        sensed += assert_kernel(trial, &drawn);
        test_pack_destroy(&drawn);
    }
    assert_true(sensed > 100.0 * trials); // or no two agents were near
}

/// In a large flock, runs are far from each other: then candidates are filtered.
static void test_zones_of_models_give_the_same_percepts_of_many(void **unused)
{
    (void)unused;
    uint64_t random = 4;
    for (int trial = 0; trial < LARGE_TRIALS; trial++) {
        test_pack drawn = {.space = covey_space_torus(12, 12)};
        drawn.space.kind = trial % 3 == 0 ? COVEY_SPACE_OPEN : COVEY_SPACE_TORUS;
        for (int k = 0; k < TEST_PACK_FLOCKS; k++)
            drawn.agents[k] =
                test_flock_create(TEST_UNIFORM, k == 0 ? LARGE : 300, 1.0, 12.0, &random);
        if (trial % 2 == 1) {
            test_pack_deepen(&drawn, 3.0, &random);
            drawn.space.size[2] = trial % 4 == 1 ? 12.0 : 3.0;
        }
        draw_model_zones(0.4, &random);
        (void)assert_kernel(trial, &drawn);
        test_pack_destroy(&drawn);
    }
}

/// Hunters at the seam whose prey is beyond it: their own side is empty, and the
/// runs of the prey are in order and far from each other.
static void test_zones_give_the_same_percepts_of_a_small_window_beyond_the_seam(void **unused)
{
    (void)unused;
    uint64_t random = 9;
    for (int turned = 0; turned < 2; turned++) {
        test_pack drawn = {.space = covey_space_torus(100, 100)};
        for (int k = 0; k < TEST_PACK_FLOCKS; k++)
            drawn.agents[k] = test_flock_create(TEST_UNIFORM, k == 0 ? 120 : 8, 1.0, 12.0, &random);
        for (int k = 0; k < TEST_PACK_FLOCKS; k++)
            for (size_t i = 0; i < drawn.agents[k].count; i++) {
                double along = 50.2 + 0.01 * (double)i, across = 99.995;
                if (k == 0) {
                    along = (i < 40 ? 40.0 : i < 60 ? 50.0 : 60.0) + 0.01 * (double)i;
                    across = 0.1 + 0.001 * (double)i;
                }
                drawn.agents[k].pos[turned][i] = along;
                drawn.agents[k].pos[!turned][i] = across;
            }
        zone_count = 1;
        zones[0] = covey_zone_default(1.0);
        zones[0].weight = COVEY_WEIGHT_LINEAR;
        zones[0].of = COVEY_OF_PREY;
        assert_true(assert_kernel(turned, &drawn) > 0.0);
        test_pack_destroy(&drawn);
    }
}

/// The candidates of a step with `count` zones of one radius, which share no pass.
static uint64_t candidates_with(int count, const test_pack *drawn)
{
    zone_count = count;
    for (int z = 0; z < count; z++) {
        zones[z] = covey_zone_default(2.0);
        zones[z].decay = 1.0 + z;
    }
    covey_world *world = world_of(drawn, test_kernel);
    test_world_steps(world, 1, 0.1);
    uint64_t candidates = covey_world_stats(world).candidates;
    covey_world_destroy(world);
    return candidates;
}

static void test_candidates_of_many_zones_are_those_of_one(void **unused)
{
    (void)unused;
    uint64_t random = 5;
    test_pack drawn = {.space = covey_space_open()};
    for (int k = 0; k < TEST_PACK_FLOCKS; k++)
        drawn.agents[k] = test_flock_create(TEST_UNIFORM, 100, 1.0, 12.0, &random);
    uint64_t expected = candidates_with(1, &drawn);
    assert_true(expected > 0);
    for (int count = 2; count <= COVEY_MAX_ZONES; count++)
        assert_true(candidates_with(count, &drawn) == expected);
    test_pack_destroy(&drawn);
}

static void test_zones_may_change_between_steps(void **unused)
{
    (void)unused;
    uint64_t random = 3;
    test_pack drawn = {.space = covey_space_torus(12, 12)};
    for (int k = 0; k < TEST_PACK_FLOCKS; k++)
        drawn.agents[k] = test_flock_create(TEST_UNIFORM, 100, 1.0, 12.0, &random);
    zone_count = 1;
    zones[0] = covey_zone_default(2.0);
    covey_world *world[] = {world_of(&drawn, COVEY_KERNEL_REF), world_of(&drawn, test_kernel)};
    for (int change = 0; change < 4; change++) {
        zones[0].blind_cos = change == 1 || change == 3 ? -0.5 : -1.0;
        zones[0].carry = change >= 2 ? COVEY_CARRY_HEADING : COVEY_CARRY_NOTHING;
        zones[0].of = change == 2 ? COVEY_OF_PREY : COVEY_OF_OWN;
        for (int k = 0; k < 2; k++) {
            for (int flock = 0; flock < TEST_PACK_FLOCKS; flock++)
                covey_world_set(world[k], flock, "gain", 0.001, NULL); // asks for zones again
            test_world_steps(world[k], 2, 0.1);
        }
        assert_true(covey_world_hash(world[0]) == covey_world_hash(world[1]));
        assert_same(change, world[0], world[1]);
    }
    for (int k = 0; k < 2; k++)
        covey_world_destroy(world[k]);
    test_pack_destroy(&drawn);
}

static void test_kernels_are_functions_of_their_own(void **unused)
{
    (void)unused;
    covey_kernel *fastest = NULL;
    for (int k = COVEY_KERNEL_REF; k <= COVEY_KERNEL_AVX512; k++) {
        covey_kernel *kernel = covey_kernels_choose((covey_kernel_kind)k, precision);
        assert_true(kernel != NULL || k > COVEY_KERNEL_SCALAR);
        if (kernel == NULL)
            continue;
        fastest = kernel;
        for (int other = COVEY_KERNEL_REF; other < k; other++)
            assert_true(covey_kernels_choose((covey_kernel_kind)other, precision) != kernel);
        assert_true(covey_kernels_choose((covey_kernel_kind)k, !precision) != kernel);
    }
    assert_true(covey_kernels_choose(COVEY_KERNEL_FASTEST, precision) == fastest);
    assert_null(covey_kernels_choose((covey_kernel_kind)99, precision));
}

// ---- States ----

/// The hash after some steps of the formal model; in every other trial on a torus.
static uint64_t hash_after_steps(const test_flock *agents, int trial, covey_kernel_kind kernel)
{
    const covey_setting settings[] = {{"r_c", 2}, {"r_s", 1}, {"r_a", 1.5}, {"K_s", 0.1}};
    covey_world_def def = covey_world_def_default();
    def.precision = precision;
    def.kernel = kernel;
    if (trial % 2 == 0)
        def.space = covey_space_torus(24.0, trial % 4 == 0 ? 9.0 : 33.3);
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = test_flock_def(agents);
    flock.settings = settings;
    flock.settings_count = sizeof settings / sizeof *settings;
    test_world_add(world, &flock);
    test_world_steps(world, (int)test_amount("COVEY_TEST_STEPS", 30), 0.05);
    uint64_t hash = covey_world_hash(world);
    covey_world_destroy(world);
    return hash;
}

static void test_the_formal_model_gives_the_same_states(void **unused)
{
    (void)unused;
    static uint64_t expected[2][4 * TEST_SHAPES]; // by precision; for all kernels
    uint64_t random = 2;
    for (int trial = 0; trial < 4 * TEST_SHAPES; trial++) {
        if (trial / 4 == TEST_OUTLIER && precision == COVEY_PRECISION_SINGLE)
            continue; // beyond all floats
        test_flock agents = test_flock_create((test_shape)(trial / 4), 500, 1.0, 20.0, &random);
        uint64_t *hash = &expected[precision][trial];
        *hash = *hash != 0 ? *hash : hash_after_steps(&agents, trial, COVEY_KERNEL_REF);
        assert_true(hash_after_steps(&agents, trial, test_kernel) == *hash);
        test_flock_destroy(&agents);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_zones_of_all_kinds_give_the_same_percepts),
        cmocka_unit_test(test_zones_of_models_give_the_same_percepts_of_many),
        cmocka_unit_test(test_zones_give_the_same_percepts_of_a_small_window_beyond_the_seam),
        cmocka_unit_test(test_candidates_of_many_zones_are_those_of_one),
        cmocka_unit_test(test_zones_may_change_between_steps),
        cmocka_unit_test(test_kernels_are_functions_of_their_own),
        cmocka_unit_test(test_the_formal_model_gives_the_same_states),
    };
    int failures = 0;
    while (test_next_kernel())
        for (precision = 0; precision <= COVEY_PRECISION_SINGLE; precision++)
            failures +=
                cmocka_run_group_tests_name(covey_kernel_names()[test_kernel], tests, NULL, NULL);
    return failures;
}
