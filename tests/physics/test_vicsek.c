// SPDX-License-Identifier: MIT
// Vicsek et al. 1995, Phys. Rev. Lett. 75, 1226. In the dense limit, where everybody averages many,
// the order parameter is the mean of cos over the noise,
//
//     v_a(η) = sin(η/2) / (η/2)
//
// (Aldana & Huepe 2003, J. Stat. Phys. 112, 135, for noise added to the mean heading). At densities
// 10 and 25 an agent averages about 31 and 79 others, and the flock is within 0.05 of that. At
// η = 2π headings are random: the mean of v_a is sqrt(π)/2 / sqrt(N).
#include "support/physics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include <math.h>

#define NEAR 0.05
#define PI 3.141592653589793

static double order(const char *count, const char *size, double noise, uint64_t seed)
{
    char text[32], space[64];
    (void)snprintf(text, sizeof text, "%.17g", noise);
    (void)snprintf(space, sizeof space, "{kind: torus, width: %s, height: %s}", size, size);
    physics of = {
        .preset = "vicsek-ordered",
        .set = {{"space", space}, {"count", count}, {"noise", text}},
        .seed = seed,
        .steps = 800,
        .from = 401,
        .every = 5,
        .link = 1,
    };
    double means[COVEY_MAX_MEASURES];
    physics_run(&of, means);
    return physics_value(means, "polarization");
}

static void test_order_falls_with_noise_as_published(void **unused)
{
    (void)unused;
    static const double noises[] = {0.5, 1.0, 1.5, 2.0, 2.5, 3.0};
    static const char *const counts[] = {"250", "625"}; // densities 10 and 25 on 5 × 5
    for (int density = 0; density < 2; density++) {
        char line[100];
        int size = snprintf(line, sizeof line, "| %s agents, density %d |", counts[density],
                            density == 0 ? 10 : 25);
        for (size_t k = 0; k < sizeof noises / sizeof *noises; k++) {
            double half = 0.5 * noises[k], published = sin(half) / half;
            double found = order(counts[density], "5", noises[k], 1);
            assert_true(fabs(found - published) < NEAR);
            size += snprintf(line + size, sizeof line - (size_t)size, " %.3f |", found);
        }
        physics_expect_line("vicsek.md", line);
    }
}

static void test_full_noise_leaves_what_chance_gives(void **unused)
{
    (void)unused;
    double found = order("400", "10", 2.0 * PI, 1);
    double chance = 0.5 * sqrt(PI / 400.0);
    // 80 moments, each with a standard deviation of 0.52 chance: 5 of the mean's are 0.29 chance.
    assert_true(fabs(found - chance) < 0.29 * chance);
}

static void test_the_presets_are_in_their_phases(void **unused)
{
    (void)unused;
    physics of = {.steps = 1000, .from = 501, .every = 10, .link = 1};
    double means[COVEY_MAX_MEASURES];
    for (of.seed = 1; of.seed <= 3; of.seed++) {
        of.preset = "vicsek-ordered";
        physics_run(&of, means);
        assert_true(physics_value(means, "polarization") > 0.95);
        of.preset = "vicsek-disordered";
        physics_run(&of, means);
        assert_true(physics_value(means, "polarization") < 0.2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_falls_with_noise_as_published),
        cmocka_unit_test(test_full_noise_leaves_what_chance_gives),
        cmocka_unit_test(test_the_presets_are_in_their_phases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
