// SPDX-License-Identifier: MIT
// A torus of a few radii: from three on, no agent is seen around both ways, so that kernels take
// their usual passes and look at the rows next to an agent's alone; with the bits of the reference.
#include "core/world.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { AGENTS = 400, STEPS = 6 };

/// Models with passes for tori of fewer than three radii, one of them with zones that those do not
/// fit, and a model without. The largest radius is 10.
static const struct {
    const char *model;
    covey_setting settings[3];
} rows[] = {
    {"reynolds", {{"separation_radius", 5}, {"alignment_radius", 10}, {"cohesion_radius", 10}}},
    {"reynolds", {{"separation_radius", 5}, {"alignment_radius", 8}, {"cohesion_radius", 10}}},
    {"couzin", {{"repulsion", 2}, {"orientation", 5}, {"attraction", 10}}},
    {"formal", {{"r_c", 10}, {"r_s", 5}, {"r_a", 8}}},
    {"vicsek", {{"radius", 10}, {"noise", 0.1}, {"speed", 1}}},
    {"cucker_smale", {{"radius", 10}}},
};
enum { ROWS = sizeof rows / sizeof *rows };

static covey_world *world_of(int row, double sides, bool deep, covey_kernel_kind kernel)
{
    const double side = 10.0 * sides;
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(side, side);
    if (deep)
        def.space = covey_space_deep(def.space, side);
    def.kernel = kernel;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    flock.model = rows[row].model;
    flock.settings = rows[row].settings;
    while (flock.settings_count < 3 && flock.settings[flock.settings_count].name != NULL)
        flock.settings_count++;
    flock.count = AGENTS;
    test_world_add(world, &flock);
    return world;
}

/// Every kernel of the machine against the reference.
static void expect_bits(int row, double sides, bool deep)
{
    covey_world *expected = world_of(row, sides, deep, COVEY_KERNEL_REF);
    test_world_steps(expected, STEPS, TEST_DT);
    for (int kernel = 0; kernel <= COVEY_KERNEL_AVX512; kernel++) {
        if (covey_kernels_choose((covey_kernel_kind)kernel, COVEY_PRECISION_DOUBLE) == NULL)
            continue; // not of this machine
        covey_world *world = world_of(row, sides, deep, (covey_kernel_kind)kernel);
        test_world_steps(world, STEPS, TEST_DT);
        if (covey_world_hash(world) != covey_world_hash(expected))
            fail_msg("%s: kernel %d differs at %g radii in %d dimensions", rows[row].model, kernel,
                     sides, 2 + deep);
        covey_world_destroy(world);
    }
    covey_world_destroy(expected);
}

static void test_kernels_agree_on_tori_of_a_few_radii(void **unused)
{
    (void)unused;
    const double sides[] = {1.5, 2.2,  2.6, 2.99, 3,   3.0001, 3.01, 3.2, 3.5,
                            3.9, 3.99, 4,   4.01, 4.4, 4.9,    5,    5.1, 6};
    for (size_t k = 0; k < sizeof sides / sizeof *sides; k++)
        for (int deep = 0; deep < 2; deep++)
            expect_bits(0, sides[k], deep == 1);
}

static void test_kernels_agree_on_narrow_tori_for_all_passes(void **unused)
{
    (void)unused;
    for (int row = 0; row < ROWS; row++) {
        expect_bits(row, 2.6, false);
        expect_bits(row, 2.9, false);
    }
}

/// Of four rows a reach leads to three.
static void test_rows_out_of_reach_are_not_looked_at(void **unused)
{
    (void)unused;
    covey_world *world = world_of(0, 4.9, false, COVEY_KERNEL_REF);
    test_world_steps(world, STEPS, TEST_DT);
    covey_stats stats = covey_world_stats(world);
    assert_true((double)stats.candidates < 0.5 * AGENTS * (double)stats.agent_steps);
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernels_agree_on_tori_of_a_few_radii),
        cmocka_unit_test(test_kernels_agree_on_narrow_tori_for_all_passes),
        cmocka_unit_test(test_rows_out_of_reach_are_not_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
