// SPDX-License-Identifier: MIT
// Couzin et al. 2002, J. Theor. Biol. 218, 1, figure 3: with a zone of orientation as wide, a group
// is a torus on the way up and parallel on the way down. The schedule of the preset couzin-memory
// is 3 wide at steps 4000 and 16000.
#include "support/physics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { SEEDS = 4, UP = 4000, DOWN = 16000, WINDOW = 200 };

/// Means over the steps before one.
static void run(uint64_t seed, uint64_t until, double means[COVEY_MAX_MEASURES])
{
    physics of = {.preset = "couzin-memory",
                  .seed = seed,
                  .steps = until,
                  .from = until - WINDOW + 1,
                  .every = 20,
                  .link = 5};
    physics_run(&of, means);
}

static void test_a_group_remembers_that_it_was_parallel(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        double up[COVEY_MAX_MEASURES], down[COVEY_MAX_MEASURES];
        run(seed, UP, up);
        run(seed, DOWN, down);
        print_message("seed %d: milling %.2f up, %.2f down; polarization %.2f up, %.2f down\n",
                      (int)seed, physics_value(up, "milling"), physics_value(down, "milling"),
                      physics_value(up, "polarization"), physics_value(down, "polarization"));
        // Thresholds of Tunstrom et al. 2013: 0.65 and 0.35.
        assert_true(physics_value(up, "milling") > 0.65);
        assert_true(physics_value(up, "polarization") < 0.35);
        assert_true(physics_value(down, "milling") < 0.35);
        assert_true(physics_value(down, "polarization") > 0.65);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_group_remembers_that_it_was_parallel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
