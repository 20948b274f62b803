// SPDX-License-Identifier: MIT
// Fish that keep their turns (Gautrais et al. 2012): the turning rates of a lone one and the turn
// of two towards each other against their closed forms, and the school and the mill of many.
#include "base/math_trig.h"
#include "support/physics.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>

#define SPEED 0.3
#define XI 0.024   // m, the paper's ξ
#define SIGMA 28.9 // 1/(m √s), its σ

/// Turning rates of lone fish by id, from their headings before and after a short step.
static void turn(covey_world *world, double dt, double *rate)
{
    const size_t count = covey_world_view(world, 0).count;
    covey_vec *before = malloc(count * sizeof *before);
    assert_non_null(before);
    for (size_t id = 0; id < count; id++)
        before[id] = test_world_vel(world, 0, (covey_id)id);
    test_world_steps(world, 1, dt);
    for (size_t id = 0; id < count; id++) {
        covey_vec b = before[id], a = test_world_vel(world, 0, (covey_id)id);
        rate[id] = atan2(b.x * a.y - b.y * a.x, covey_vec_dot(a, b)) / dt;
    }
    free(before);
}

static void test_a_lone_fish_keeps_its_turn_for_a_curvature_length(void **unused)
{
    (void)unused;
    // The variance of ω is v σ² ξ/2, and its memory exp(-v t/ξ): means of N products of normal
    // numbers are off by √(2/N) of the variance, 1.4 %.
    enum { FISH = 10000 };
    static double first[FISH], later[FISH];
    const covey_setting settings[] = {{"attraction", 0}, {"alignment", 0}, {"speed", SPEED}};
    covey_world *world = test_world_plain();
    covey_flock_def def = test_flock_plain("gautrais", FISH);
    def.settings = settings;
    def.settings_count = 3;
    test_world_add(world, &def);
    test_world_steps(world, 40, 0.02); // ten times the memory
    turn(world, 0.001, first);
    test_world_steps(world, 40, XI / SPEED / 40 - 0.001 / 40);
    turn(world, 0.001, later);
    double variance = 0, product = 0;
    for (int id = 0; id < FISH; id++) {
        variance += first[id] * first[id] / FISH;
        product += first[id] * later[id] / FISH;
    }
    const double law = SPEED * SIGMA * SIGMA * XI / 2;
    if (!(fabs(variance - law) < 0.05 * law && fabs(product - law * exp(-1)) < 0.05 * law))
        fail_msg("%g and %g, not %g and %g", variance, product, law, law * exp(-1));
    covey_world_destroy(world);
}

/// The angle between the headings of two fish side by side, after so many steps of 1 ms.
static double between(covey_world *world, int steps)
{
    test_world_steps(world, steps, 0.001);
    covey_vec a = test_world_vel(world, 0, 0), b = test_world_vel(world, 0, 1);
    return atan2(a.x * b.y - a.y * b.x, covey_vec_dot(a, b));
}

static void test_two_fish_turn_to_one_heading_as_the_equations_have_it(void **unused)
{
    (void)unused;
    // Of small angles φ'' = -(v/ξ) (φ' + 2 k_V v φ): in the end the slower of two decays.
    static const double x[2] = {0, 0}, y[2] = {0, 1}, vx[2] = {SPEED, SPEED}, vy[2] = {0, 0.002};
    const covey_setting settings[] = {
        {"attraction", 0}, {"alignment", 2.7}, {"speed", SPEED}, {"curvature_noise", 0}};
    covey_world *world = test_world_plain();
    covey_flock_def def = test_flock_plain("gautrais", 2);
    def.pos[0] = x;
    def.pos[1] = y;
    def.vel[0] = vx;
    def.vel[1] = vy;
    def.settings = settings;
    def.settings_count = 4;
    test_world_add(world, &def);
    double rate = SPEED / XI;
    double slow = 0.5 * (rate - sqrt(rate * (rate - 4 * 2 * 2.7 * SPEED)));
    double one = between(world, 1000), two = between(world, 1000);
    double found = log(one / two);
    if (!(one > 1e-6 && fabs(found - slow) < 0.01 * slow))
        fail_msg("%g, not %g", found, slow);
    covey_world_destroy(world);
}

static void test_fish_in_front_weigh_twice_and_behind_nothing(void **unused)
{
    (void)unused;
    // One fish ahead at 45 degrees, one behind: only the first turns with `frontal`.
    for (int frontal = 0; frontal < 2; frontal++) {
        const double x[3] = {0, 1, -1}, y[3] = {0, 1, 1}, vx[3] = {SPEED, SPEED, SPEED},
                     zero[3] = {0};
        const covey_setting settings[] = {{"attraction", 1},
                                          {"alignment", 0},
                                          {"speed", SPEED},
                                          {"curvature_noise", 0},
                                          {"frontal", frontal}};
        covey_world *world = test_world_plain();
        covey_flock_def def = test_flock_plain("gautrais", 3);
        def.pos[0] = x;
        def.pos[1] = y;
        def.vel[0] = vx;
        def.vel[1] = zero;
        def.settings = settings;
        def.settings_count = 5;
        test_world_add(world, &def);
        test_world_steps(world, 1, 0.001);
        covey_vec v = test_world_vel(world, 0, 0);
        // ω* = 1/2 Σ w d sin θ, and ω after a step is ω* (1 - exp(-v dt/ξ)).
        double c = cos(0.25 * COVEY_PI), sum = frontal ? (1 + c) * 1 + (1 - c) * 1 : 2;
        double rate = 0.5 * sum * (1 - exp(-SPEED * 0.001 / XI));
        assert_true(fabs(atan2(v.y, v.x) / 0.001 - rate) < 1e-9);
        v = test_world_vel(world, 0, 1); // sees 0 behind on the right, 2 straight behind
        rate = 0.5 * (frontal ? 1 - c : 1) * -1 * (1 - exp(-SPEED * 0.001 / XI));
        assert_true(fabs(atan2(v.y, v.x) / 0.001 - rate) < 1e-9);
        covey_world_destroy(world);
    }
}

static double mean_of(const char *preset, const char *speed, const char *measure)
{
    double sum = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        physics of = {.preset = preset,
                      .set = {{"speed", speed}},
                      .seed = seed,
                      .steps = 6000,
                      .from = 2000,
                      .every = 100,
                      .link = 1};
        double means[COVEY_MAX_MEASURES];
        physics_run(&of, means);
        sum += physics_value(means, measure) / 4;
    }
    return sum;
}

static void test_fast_fish_school_and_slow_ones_do_not(void **unused)
{
    (void)unused;
    double slow = mean_of("gautrais-school", "0.3", "polarization");
    double fast = mean_of("gautrais-school", "1.2", "polarization");
    print_message("polarization %.2f at 0.3 m/s, %.2f at 1.2 m/s\n", slow, fast);
    assert_true(slow < 0.55 && fast > 0.75);
}

static void test_fish_that_look_to_the_front_mill(void **unused)
{
    (void)unused;
    double mill = mean_of("gautrais-mill", "1.6", "milling");
    double school = mean_of("gautrais-school", "1.2", "milling");
    print_message("milling %.2f, of the school %.2f\n", mill, school);
    assert_true(mill > 0.4 && school < 0.3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_lone_fish_keeps_its_turn_for_a_curvature_length),
        cmocka_unit_test(test_two_fish_turn_to_one_heading_as_the_equations_have_it),
        cmocka_unit_test(test_fish_in_front_weigh_twice_and_behind_nothing),
        cmocka_unit_test(test_fast_fish_school_and_slow_ones_do_not),
        cmocka_unit_test(test_fish_that_look_to_the_front_mill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
