// SPDX-License-Identifier: MIT
// The library against the naive program: the same bits after every step, over random scenarios of
// every shape, space and dialect, with radii from 0 to beyond everything.
// COVEY_TEST_SCENARIOS: number of scenarios.
#include "support/naive.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { SCENARIOS = 160, STEPS = 1000 };

static double pick(uint64_t *random, const double *values, size_t count)
{
    return values[test_below(random, count)];
}

#define PICK(random, ...)                                                                          \
    pick(random, (const double[]){__VA_ARGS__},                                                    \
         sizeof((const double[]){__VA_ARGS__}) / sizeof(double))

/// A scenario with everything about it drawn at random.
typedef struct scenario {
    naive_rules rules;
    covey_space space;
    test_flock agents;
    double dt;
} scenario;

/// The same weak constants for most, so that agents stay near each other for many steps.
static naive_rules draw_rules(size_t number, uint64_t *random)
{
    naive_rules rules = {
        .r_c = PICK(random, 0, 0.5, 1, 1, 2, 3, 1e9),
        .r_s = PICK(random, 0, 0.25, 1, 1, 1.5, 3, 1e300),
        .F_Smax = PICK(random, 0, 0.5, 2, 10, 1e300),
        .r_a = PICK(random, 0, 0.5, 1, 2, 2, 1e9),
        .K_c = PICK(random, -0.2, 0.5, 1, 2),
        .K_s = PICK(random, 0, 0.1, 0.3, 1, 30),
        .K_a = PICK(random, -0.2, -0.05, 0, 0, 0.01, 0.5),
        .dialect = (naive_dialect)(number % 3),
    };
    if (number % 3 != 2) // radii alike, as the lattice and the line need them
        return rules;
    rules.r_c = rules.r_s = rules.r_a = 1.0;
    return rules;
}

static scenario draw(size_t number, uint64_t *random)
{
    scenario drawn = {.rules = draw_rules(number / 7, random), .space = covey_space_open()};
    drawn.rules.dialect = (naive_dialect)(test_below(random, 3));
    if (number / 7 % 2 == 0)
        drawn.space = covey_space_torus(PICK(random, 0.3, 2, 4.5, 7, 16, 1000),
                                        PICK(random, 0.7, 2, 4.25, 8, 13, 1000));
    size_t count = number % 40 == 39 ? test_below(random, 3) : 8 + test_below(random, 40);
    double side = sqrt((double)count) * PICK(random, 0.25, 0.5, 0.5, 1);
    drawn.agents = test_flock_create((test_shape)(number % TEST_SHAPES), count, 1.0, side, random);
    drawn.dt = PICK(random, 0.0625, 0.01, 0.1, -0.05);
    return drawn;
}

/// Steps both until one leaves the finite range, which both must do at once.
static void compare(size_t number, const scenario *drawn)
{
    covey_setting settings[NAIVE_SETTINGS];
    naive_settings(&drawn->rules, settings);
    covey_world *world = test_world_of(drawn->space, &drawn->agents, settings, NAIVE_SETTINGS);
    naive slow = naive_create(&drawn->rules, drawn->space, &drawn->agents);
    for (int step = 1; step <= STEPS; step++) {
        bool finite = naive_step(&slow, drawn->dt);
        covey_status status = covey_world_step(world, drawn->dt);
        if (status != (finite ? COVEY_OK : COVEY_DIVERGED))
            fail_msg("scenario %zu, step %d: status %d", number, step, status);
        if (!finite)
            break;
        if (covey_world_hash(world) != naive_hash(&slow))
            fail_msg("scenario %zu differs after step %d", number, step);
    }
    naive_destroy(&slow);
    covey_world_destroy(world);
}

static void test_the_library_and_the_naive_program_agree_in_every_bit(void **unused)
{
    (void)unused;
    size_t scenarios = test_amount("COVEY_TEST_SCENARIOS", SCENARIOS);
    uint64_t random = 2026;
    for (size_t number = 0; number < scenarios; number++) {
        scenario drawn = draw(number, &random);
        compare(number, &drawn);
        test_flock_destroy(&drawn.agents);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_library_and_the_naive_program_agree_in_every_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
