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

static covey_world *world_of(double sides, bool deep, covey_kernel_kind kernel)
{
    const double radius = 10.0, side = radius * sides;
    const covey_setting settings[] = {{"separation_radius", radius / 2},
                                      {"alignment_radius", radius},
                                      {"cohesion_radius", radius}};
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(side, side);
    if (deep)
        def.space = covey_space_deep(def.space, side);
    def.kernel = kernel;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    flock.model = "reynolds";
    flock.settings = settings;
    flock.settings_count = sizeof settings / sizeof *settings;
    flock.count = AGENTS;
    test_world_add(world, &flock);
    return world;
}

static void test_kernels_agree_on_tori_of_a_few_radii(void **unused)
{
    (void)unused;
    const double sides[] = {1.5, 2.2,  2.6, 2.99, 3,   3.0001, 3.01, 3.2, 3.5,
                            3.9, 3.99, 4,   4.01, 4.4, 4.9,    5,    5.1, 6};
    for (size_t k = 0; k < sizeof sides / sizeof *sides; k++)
        for (int deep = 0; deep < 2; deep++) {
            covey_world *expected = world_of(sides[k], deep == 1, COVEY_KERNEL_REF);
            test_world_steps(expected, STEPS, TEST_DT);
            for (int kernel = 0; kernel <= COVEY_KERNEL_AVX512; kernel++) {
                if (covey_kernels_choose((covey_kernel_kind)kernel, COVEY_PRECISION_DOUBLE) == NULL)
                    continue; // not of this machine
                covey_world *world = world_of(sides[k], deep == 1, (covey_kernel_kind)kernel);
                test_world_steps(world, STEPS, TEST_DT);
                if (covey_world_hash(world) != covey_world_hash(expected))
                    fail_msg("kernel %d differs at %g radii in %d dimensions", kernel, sides[k],
                             2 + deep);
                covey_world_destroy(world);
            }
            covey_world_destroy(expected);
        }
}

/// Of four rows a reach leads to three.
static void test_rows_out_of_reach_are_not_looked_at(void **unused)
{
    (void)unused;
    covey_world *world = world_of(4.9, false, COVEY_KERNEL_REF);
    test_world_steps(world, STEPS, TEST_DT);
    covey_stats stats = covey_world_stats(world);
    assert_true((double)stats.candidates < 0.5 * AGENTS * (double)stats.agent_steps);
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernels_agree_on_tori_of_a_few_radii),
        cmocka_unit_test(test_rows_out_of_reach_are_not_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
