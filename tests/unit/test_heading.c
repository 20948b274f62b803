// SPDX-License-Identifier: MIT
// Headings of all agents at once are those of one after the other, also where lengths overflow,
// vanish or are rounded coarsely.
#include "base/threads.h"
#include "core/perceive.h"
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { AGENTS = 5000 };

static void test_headings_are_unit_velocities_to_the_bit(void **unused)
{
    (void)unused;
    static double x[AGENTS], y[AGENTS];
    double *const heading[COVEY_AXES] = {x, y};
    const double sizes[] = {1, 1e9, 1e-9, 0x1p500, 1e200, DBL_MAX / 2, 1e-200, 5e-324, 0};
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_state state;
    assert_int_equal(covey_state_create(&memory, AGENTS, 2, 0, &state), COVEY_OK);
    uint64_t random = 1;
    for (size_t i = 0; i < AGENTS; i++) {
        double size = sizes[test_below(&random, sizeof sizes / sizeof *sizes)];
        covey_vec vel = {size * test_uniform(&random, -2, 2), size * test_uniform(&random, -2, 2)};
        covey_state_put_vel(&state, i, vel);
    }
    covey_workers workers = {.executor = covey_threads_executor(NULL)};
    covey_heading_find(&workers, &state, heading);
    for (size_t i = 0; i < AGENTS; i++) {
        covey_vec found = {x[i], y[i]}, right = covey_vec_unit(covey_state_vel(&state, i));
        assert_true(found.x == right.x && found.y == right.y);
    }
    covey_state_destroy(&memory, &state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_headings_are_unit_velocities_to_the_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
