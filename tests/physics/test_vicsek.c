// SPDX-License-Identifier: MIT
// Vicsek et al. 1995, Phys. Rev. Lett. 75, 1226. In the dense limit, where each agent averages
// many, the order parameter is the mean of cos over the noise,
//
//     v_a(η) = sin(η/2) / (η/2)
//
// (Aldana & Huepe 2003, J. Stat. Phys. 112, 135, for noise added to the mean heading). At densities
// 10 and 25 an agent averages about 31 and 79 others, and the flock is within 0.05 of that. At
// η = 2π headings are random: the mean of v_a is sqrt(π)/2 / sqrt(N).
//
// With vectorial noise (Grégoire & Chaté 2004, Phys. Rev. Lett. 92, 025702) an agent that averages
// many flies along v_a x + η ξ, ξ a random unit vector, so v_a is where
//
//     v_a = <(v_a + η cos a) / sqrt(v_a² + η² + 2 v_a η cos a)>     over a in [0, 2π)
//
// which is 0 alone from η = 1/2 on.
#include "base/math_trig.h"
#include "support/physics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#define NEAR 0.05

typedef struct crowd {
    const char *count, *size;
    double noise, vector_noise;
    const char *update;
    uint64_t steps; ///< the second half is averaged
} crowd;

static double order_of(const crowd *is, uint64_t seed)
{
    char text[32], vector[32], space[64];
    (void)snprintf(text, sizeof text, "%.17g", is->noise);
    (void)snprintf(vector, sizeof vector, "%.17g", is->vector_noise);
    (void)snprintf(space, sizeof space, "{kind: torus, width: %s, height: %s}", is->size, is->size);
    physics of = {
        .preset = "vicsek-ordered",
        .set = {{"space", space},
                {"count", is->count},
                {"noise", text},
                {"vector_noise", vector},
                {"update", is->update}},
        .seed = seed,
        .steps = is->steps,
        .from = is->steps / 2 + 1,
        .every = 5,
        .link = 1,
    };
    double means[COVEY_MAX_MEASURES];
    physics_run(&of, means);
    return physics_value(means, "polarization");
}

static double order(const char *count, const char *size, double noise, uint64_t seed)
{
    crowd is = {count, size, noise, 0, "old", 800};
    return order_of(&is, seed);
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
    double found = order("400", "10", 2.0 * COVEY_PI, 1);
    double chance = 0.5 * sqrt(COVEY_PI / 400.0);
    // 80 moments, each with a standard deviation of 0.52 chance: 5 of the mean's are 0.29 chance.
    assert_true(fabs(found - chance) < 0.29 * chance);
}

/// The order at which the formula above gives itself back, from full order down.
static double vectorial_order(double noise)
{
    enum { ANGLES = 10000, TIMES = 2000 };
    double order = 1.0;
    for (int time = 0; time < TIMES; time++) {
        double sum = 0.0;
        for (int k = 0; k < ANGLES; k++) {
            double x = order + noise * cos(2.0 * COVEY_PI * (k + 0.5) / (double)ANGLES);
            double y = noise * sin(2.0 * COVEY_PI * (k + 0.5) / (double)ANGLES);
            sum += x / sqrt(x * x + y * y);
        }
        order = sum / (double)ANGLES;
    }
    return order;
}

static void test_vectorial_noise_orders_as_the_mean_field_does(void **unused)
{
    (void)unused;
    static const double noises[] = {0.1, 0.2, 0.3, 0.4};
    char published[100] = "| mean field |", seen[100] = "| 625 agents, density 25 |";
    for (size_t k = 0; k < sizeof noises / sizeof *noises; k++) {
        crowd is = {"625", "5", 0.0, noises[k], "old", 800};
        double expected = vectorial_order(noises[k]), found = order_of(&is, 1);
        print_message("vectorial noise %.1f: %.3f, mean field %.3f\n", noises[k], found, expected);
        assert_true(fabs(found - expected) < NEAR);
        size_t at = strlen(published), from = strlen(seen);
        (void)snprintf(published + at, sizeof published - at, " %.3f |", expected);
        (void)snprintf(seen + from, sizeof seen - from, " %.3f |", found);
    }
    physics_expect_line("vicsek.md", published);
    physics_expect_line("vicsek.md", seen);
    crowd all = {"400", "10", 0.0, 1.0, "old", 800};
    assert_true(order_of(&all, 1) < 0.15);
}

/// Of ten seeds and 10,000 steps, as docs/models/vicsek.py prints it.
typedef struct measured {
    double order[2]; ///< with update: new and old
    const char *line;
} measured;

static void check_update(const char *count, const char *size, const measured *page)
{
    static const char *const updates[] = {"new", "old"};
    double found[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        crowd is = {count, size, 4.0, 0, updates[k], 3000};
        for (uint64_t seed = 1; seed <= 3; seed++)
            found[k] += order_of(&is, seed) / 3.0;
        // Means of 1500 steps are off by 0.025 (standard deviation), those of three by 0.015.
        if (!(fabs(found[k] - page->order[k]) < 0.03))
            fail_msg("%s agents, update %s: %.3f", count, updates[k], found[k]);
    }
    physics_expect_line("vicsek.md", page->line);
}

static void test_the_order_of_the_update_matters_near_the_transition(void **unused)
{
    (void)unused;
    static const measured many = {{0.2050, 0.2817},
                                  "| 400 | 4 | 0.2050 ± 0.0028 | 0.2817 ± 0.0032 | +0.077 |"};
    static const measured few = {{0.4180, 0.4261},
                                 "| 40 | 4 | 0.4180 ± 0.0008 | 0.4261 ± 0.0015 | +0.008 |"};
    check_update("400", "10", &many);
    check_update("40", "3.1", &few);
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
        cmocka_unit_test(test_vectorial_noise_orders_as_the_mean_field_does),
        cmocka_unit_test(test_the_order_of_the_update_matters_near_the_transition),
        cmocka_unit_test(test_the_presets_are_in_their_phases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
