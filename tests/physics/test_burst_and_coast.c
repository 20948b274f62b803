// SPDX-License-Identifier: MIT
// Fish that kick and coast (Calovi et al. 2018): the speed of lone ones and the noise of their
// kicks against closed forms, the turns of several against the formula, and a school.
#include "base/math_trig.h"
#include "support/physics.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>

static void test_lone_fish_go_as_far_as_kicks_and_glides_have_it(void **unused)
{
    (void)unused;
    // A glide over a Rayleigh time T of mean m goes v τ₀ (1 - exp(-T/τ₀)), and the mean of
    // exp(-s T) is 1 - σ s √(π/2) exp(σ² s²/2) erfc(σ s/√2), σ = m √(2/π).
    enum { FISH = 1000, STEPS = 2000 };
    const double v = 2, m = 1, tau = 1.6, dt = 0.1;
    const double s = m * sqrt(4 / COVEY_TURN) / tau;
    const double kept = 1 - s * sqrt(COVEY_TURN / 4) * exp(s * s / 2) * erfc(s / sqrt(2));
    const double law = v * tau * (1 - kept) / m;
    const covey_setting settings[] = {{"attraction", 0}, {"alignment", 0}, {"turn_noise", 0}};
    covey_world *world = test_world_plain();
    covey_flock_def def = test_flock_plain("burst_and_coast", FISH);
    def.settings = settings;
    def.settings_count = 3;
    test_world_add(world, &def);
    test_world_steps(world, 100, dt); // until kicks are at any time
    covey_vec *before = malloc(FISH * sizeof *before);
    assert_non_null(before);
    for (uint32_t id = 0; id < FISH; id++)
        before[id] = test_world_pos(world, 0, id);
    test_world_steps(world, STEPS, dt);
    double sum = 0;
    for (uint32_t id = 0; id < FISH; id++)
        sum += covey_vec_length(covey_vec_sub(test_world_pos(world, 0, id), before[id])) / FISH;
    // 200,000 kicks, whose ways vary by some 0.8 of the mean: 0.2 %. A step of 0.1 ends one glide
    // in 100 late, by 0.05 in the mean.
    double found = sum / (STEPS * dt);
    print_message("%.4f, by the closed form %.4f\n", found, law);
    assert_true(fabs(found - law) < 0.008 * law);
    free(before);
    covey_world_destroy(world);
}

static void test_kicks_turn_by_a_normal_angle(void **unused)
{
    (void)unused;
    enum { FISH = 10000 };
    const double noise = 0.38;
    const covey_setting settings[] = {{"attraction", 0}, {"alignment", 0}, {"turn_noise", noise}};
    covey_world *world = test_world_plain();
    covey_flock_def def = test_flock_plain("burst_and_coast", FISH);
    def.settings = settings;
    def.settings_count = 3;
    def.place.heading = def.place.heading_spread = 0;
    test_world_add(world, &def);
    test_world_steps(world, 1, 1e-6); // all kick
    double square = 0, fourth = 0;
    for (uint32_t id = 0; id < FISH; id++) {
        covey_vec v = test_world_vel(world, 0, id);
        double turn = atan2(v.y, v.x) / noise;
        square += turn * turn / FISH;
        fourth += turn * turn * turn * turn / FISH;
    }
    assert_true(fabs(square - 1) < 0.05 &&
                fabs(fourth - 3) < 0.4); // √(2/N), √(96/N) are 0.014, 0.1
    covey_world_destroy(world);
}

/// The turn of Calovi and others, from angles.
static double turn_of(double d, double place, double heading)
{
    double pull = (d / 1.3 - 1) / (1 + pow(d / 4, 2)), lead = exp(-pow(d / 6, 2));
    double attraction = pull * sin(place) * (1 - 0.33 * cos(place)) *
                        (1 - 0.48 * cos(heading) - 0.31 * cos(2 * heading));
    double alignment = lead * sin(heading) * (1 + 0.3 * cos(2 * heading)) *
                       (1 + 0.6 * cos(place) - 0.32 * cos(2 * place));
    return 0.2 * attraction + 0.7 * alignment;
}

static int by_size(const void *a, const void *b)
{
    double one = fabs(*(const double *)a), other = fabs(*(const double *)b);
    return one < other ? 1 : one > other ? -1 : 0;
}

static void test_fish_turn_as_the_formula_has_it(void **unused)
{
    (void)unused;
    enum { FISH = 7 };
    for (int influential = 0; influential < 3; influential++) {
        const covey_setting settings[] = {{"influential", influential},
                                          {"attraction", 0.2},
                                          {"attraction_distance", 1.3},
                                          {"attraction_range", 4},
                                          {"alignment", 0.7},
                                          {"alignment_range", 6},
                                          {"turn_noise", 0}};
        double x[FISH], y[FISH], heading[FISH], vx[FISH], vy[FISH];
        uint64_t random = 5;
        for (int k = 0; k < FISH; k++) {
            x[k] = test_uniform(&random, 0, 6);
            y[k] = test_uniform(&random, 0, 6);
            heading[k] = test_uniform(&random, 0, COVEY_TURN);
            vx[k] = cos(heading[k]);
            vy[k] = sin(heading[k]);
        }
        covey_world *world = test_world_plain();
        covey_flock_def def = test_flock_plain("burst_and_coast", FISH);
        def.pos[0] = x;
        def.pos[1] = y;
        def.vel[0] = vx;
        def.vel[1] = vy;
        def.settings = settings;
        def.settings_count = 7;
        test_world_add(world, &def);
        test_world_steps(world, 1, 1e-6);
        for (int i = 0; i < FISH; i++) {
            double turn[FISH], sum = 0;
            int count = 0;
            for (int j = 0; j < FISH; j++) {
                double dx = x[j] - x[i], dy = y[j] - y[i];
                if (j != i)
                    turn[count++] =
                        turn_of(hypot(dx, dy), atan2(dy, dx) - heading[i], heading[j] - heading[i]);
            }
            qsort(turn, FISH - 1, sizeof *turn, by_size);
            for (int k = 0; k < (influential == 0 ? FISH - 1 : influential); k++)
                sum += turn[k];
            covey_vec v = test_world_vel(world, 0, (covey_id)i);
            double off = remainder(atan2(v.y, v.x) - heading[i] - sum, COVEY_TURN);
            if (!(fabs(off) < 1e-12))
                fail_msg("fish %d turns by %g more than %g", i, off, sum);
        }
        covey_world_destroy(world);
    }
}

static double mean_of(const char *preset, const char *key, const char *value, const char *measure)
{
    double sum = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        physics of = {.preset = preset,
                      .set = {{key, value}},
                      .seed = seed,
                      .steps = 3000,
                      .from = 1500,
                      .every = 50,
                      .link = 1};
        double means[COVEY_MAX_MEASURES];
        physics_run(&of, means);
        sum += physics_value(means, measure) / 4;
    }
    return sum;
}

static void test_fish_that_align_school(void **unused)
{
    (void)unused;
    double school = mean_of("burst-and-coast", "alignment", "0.4", "polarization");
    double swarm = mean_of("burst-and-coast", "alignment", "0", "polarization");
    print_message("polarization %.2f, without alignment %.2f\n", school, swarm);
    assert_true(school > 0.65 && swarm < 0.4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lone_fish_go_as_far_as_kicks_and_glides_have_it),
        cmocka_unit_test(test_kicks_turn_by_a_normal_angle),
        cmocka_unit_test(test_fish_turn_as_the_formula_has_it),
        cmocka_unit_test(test_fish_that_align_school),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
