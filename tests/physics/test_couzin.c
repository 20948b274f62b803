// SPDX-License-Identifier: MIT
// Couzin et al. 2002, J. Theor. Biol. 218, 1: three states, each from random starts. Polarization
// p and milling m tell them apart; the thresholds 0.65 and 0.35 are those of Tunstrøm et al. 2013,
// PLoS Comput. Biol. 9, e1002915: parallel p > 0.65, m < 0.35; mill p < 0.35, m > 0.65; swarm both
// < 0.35.
#include "support/physics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { SEEDS = 10, ENOUGH = 8 };

#define HIGH 0.65
#define LOW 0.35

typedef struct state {
    double polarization, milling;
} state;

static state run(const char *preset, uint64_t seed)
{
    physics of = {
        .preset = preset, .seed = seed, .steps = 3000, .from = 2251, .every = 10, .link = 5};
    double means[COVEY_MAX_MEASURES];
    physics_run(&of, means);
    return (state){physics_value(means, "polarization"), physics_value(means, "milling")};
}

static int count(const char *preset, bool polarized, bool milling)
{
    int good = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        state found = run(preset, seed);
        bool as_wanted = (polarized ? found.polarization > HIGH : found.polarization < LOW) &&
                         (milling ? found.milling > HIGH : found.milling < LOW);
        good += as_wanted;
    }
    print_message("%s: %d of %d seeds\n", preset, good, SEEDS);
    return good;
}

static void test_a_swarm_neither_mills_nor_goes_anywhere(void **unused)
{
    (void)unused;
    assert_true(count("couzin-swarm", false, false) >= ENOUGH);
}

static void test_a_mill_forms_from_random_starts(void **unused)
{
    (void)unused;
    assert_true(count("couzin-mill", false, true) >= ENOUGH);
}

static void test_a_parallel_group_forms_from_random_starts(void **unused)
{
    (void)unused;
    assert_true(count("couzin-parallel", true, false) >= ENOUGH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_swarm_neither_mills_nor_goes_anywhere),
        cmocka_unit_test(test_a_mill_forms_from_random_starts),
        cmocka_unit_test(test_a_parallel_group_forms_from_random_starts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
