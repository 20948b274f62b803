// SPDX-License-Identifier: MIT
// Active Brownian particles: the mean squared displacement of free ones against its closed form (P.
// Romanczuk et al., Eur. Phys. J. Special Topics 202, 1, 2012), the repulsion of two, and the phase
// separation of many (Fily and Marchetti 2012). Other motions than their own: the closed forms of
// run-and-tumble (Tailleur and Cates 2008) and of Ornstein-Uhlenbeck noise (Szamel 2014).
#include "base/math_trig.h"
#include "support/physics.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>

static const double speed = 2, rotation = 0.5, diffusion = 0.3;

#define APART 1000.0

/// A world of agents in a row, APART from one another, at rest: so their headings are any. The
/// settings are of their motion, and of the model that they do not see one another.
static covey_world *moved_by(const char *motion, const covey_setting *settings,
                             size_t settings_count, size_t count, int dim)
{
    double *zero = calloc(count, sizeof *zero), *row = malloc(count * sizeof *row);
    assert_true(zero != NULL && row != NULL);
    for (size_t k = 0; k < count; k++)
        row[k] = APART * (double)k;
    covey_world_def of = covey_world_def_default();
    of.space = dim == 3 ? covey_space_deep(covey_space_open(), 0) : covey_space_open();
    of.seed = 5;
    covey_world *world = test_world_create(&of);
    covey_flock_def def = test_flock_plain("active_brownian", count);
    for (int axis = 0; axis < dim; axis++) {
        def.pos[axis] = axis == 0 ? row : zero;
        def.vel[axis] = zero;
    }
    def.motion = motion;
    def.settings = settings;
    def.settings_count = settings_count;
    test_world_add(world, &def);
    free(zero);
    free(row);
    return world;
}

static covey_world *free_agents(size_t count, int dim, double motion_speed)
{
    const covey_setting settings[] = {{"diameter", 0},
                                      {"stiffness", 0},
                                      {"speed", motion_speed},
                                      {"rotational_noise", rotation},
                                      {"translational_noise", diffusion}};
    return moved_by("brownian", settings, 5, count, dim);
}

static double mean_square(const covey_world *world)
{
    covey_view view = covey_world_view(world, 0);
    double sum = 0.0;
    for (size_t i = 0; i < view.count; i++) {
        covey_vec p = covey_vec_at(view.pos, i);
        p.x -= APART * (double)view.id[i];
        sum += covey_vec_dot(p, p);
    }
    return sum / (double)view.count;
}

/// The mean cosine between headings of two steps. In space it is that of an angle whose square is
/// σ² times a chi-square number of 2 degrees of freedom: Σ (-2σ²)^n n!/(2n)!.
static double kept_in_a_step(int dim, double dt)
{
    double variance = 2 * rotation * dt, sum = 1, term = 1;
    if (dim == 2)
        return exp(-variance / 2);
    for (int n = 1; n < 40; n++) {
        term *= -2 * variance * n / ((2.0 * n) * (2.0 * n - 1.0));
        sum += term;
    }
    return sum;
}

/// Mean squared displacement after n steps along headings h_1 … h_n, E h_i·h_j = c^|i-j|.
static double by_steps(int dim, double dt, int n)
{
    double c = kept_in_a_step(dim, dt), kept = pow(c, n);
    double pairs = n + 2 * (n * c / (1 - c) - c * (1 - kept) / ((1 - c) * (1 - c)));
    return speed * speed * dt * dt * pairs + 2 * dim * diffusion * n * dt;
}

/// The closed form for steps without length; τ is 1/D_r in the plane, half of it in space.
static double by_formula(int dim, double t)
{
    double tau = 1 / (rotation * (dim - 1)), v2 = speed * speed;
    return 2 * v2 * tau * tau * (t / tau - 1 + exp(-t / tau)) + 2 * dim * diffusion * t;
}

static void test_free_agents_spread_as_the_closed_form_has_it(void **unused)
{
    (void)unused;
    // A mean of N squares of nearly normal vectors is off by 1/√N of itself, 0.3 %. Steps of half
    // of τ, or all of it in space, show the law of steps apart from that of no length.
    enum { MANY = 100000 };
    const double dt = 1;
    for (int dim = 2; dim <= 3; dim++) {
        covey_world *world = free_agents(MANY, dim, speed);
        for (int n = 2; n <= 20; n += 2) {
            test_world_steps(world, 2, dt);
            double found = mean_square(world), law = by_steps(dim, dt, n);
            if (!(fabs(found - law) < 0.01 * law))
                fail_msg("dim %d, step %d: %g, not %g", dim, n, found, law);
        }
        covey_world_destroy(world);
    }
}

static void test_steps_of_no_length_have_the_closed_form_itself(void **unused)
{
    (void)unused;
    for (int dim = 2; dim <= 3; dim++) {
        // The law of steps, which the agents follow, comes to it with dt, ...
        assert_true(fabs(by_steps(dim, 1e-4, 50000) / by_formula(dim, 5) - 1) < 1e-3);
        assert_true(fabs(by_steps(dim, 1, 5) / by_formula(dim, 5) - 1) > 0.015);
        // ... and so do they.
        covey_world *world = free_agents(30000, dim, speed);
        test_world_steps(world, 100, 0.02);
        double found = mean_square(world), law = by_formula(dim, 2);
        if (!(fabs(found - law) < 0.015 * law)) // 2 to 3 times 1/√30000
            fail_msg("dim %d: %g, not %g", dim, found, law);
        covey_world_destroy(world);
    }
}

static void test_without_propulsion_places_diffuse(void **unused)
{
    (void)unused;
    covey_world *world = free_agents(30000, 2, 0);
    test_world_steps(world, 10, 0.1);
    assert_true(fabs(mean_square(world) - 4 * diffusion) < 0.015 * 4 * diffusion);
    covey_world_destroy(world);
}

/// The mean square that agents with a persistent propulsion get by t: 2 s τ² (t/τ - 1 + exp(-t/τ))
/// with s the mean square of their speed and τ the time of its memory.
static double persistent(double square, double tau, double t)
{
    return 2 * square * tau * tau * (t / tau - 1 + exp(-t / tau));
}

static void test_runs_and_tumbles_spread_as_the_closed_form_has_it(void **unused)
{
    (void)unused;
    const covey_setting settings[] = {
        {"diameter", 0}, {"stiffness", 0}, {"speed", 2}, {"tumble_rate", 0.5}};
    for (int dim = 2; dim <= 3; dim++) {
        covey_world *world = moved_by("run_and_tumble", settings, 4, 30000, dim);
        for (int n = 1; n <= 3; n++) {
            test_world_steps(world, 200, 0.01);
            double found = mean_square(world), law = persistent(4, 2, 2 * n);
            if (!(fabs(found - law) < 0.02 * law)) // 2 to 3 times 1/√30000, and half a step
                fail_msg("dim %d, time %d: %g, not %g", dim, 2 * n, found, law);
        }
        covey_world_destroy(world);
    }
}

static void test_noise_with_a_memory_spreads_as_the_closed_form_has_it(void **unused)
{
    (void)unused;
    // The agents begin at rest: after 10 times the memory they have forgotten that, and the mean
    // square of a component of their speed is D/τ. Then their places grow as those of the law.
    const covey_setting settings[] = {
        {"diameter", 0}, {"stiffness", 0}, {"persistence", 0.5}, {"diffusivity", 2}};
    for (int dim = 2; dim <= 3; dim++) {
        covey_world *world = moved_by("ornstein_uhlenbeck", settings, 4, 30000, dim);
        test_world_steps(world, 100, 0.05);
        double square = 0;
        covey_view view = covey_world_view(world, 0);
        covey_vec *start = malloc(view.count * sizeof *start);
        assert_non_null(start);
        for (size_t i = 0; i < view.count; i++) {
            covey_vec v = covey_vec_at(view.vel, i);
            square += covey_vec_dot(v, v) / (double)view.count;
            start[view.id[i]] = covey_vec_at(view.pos, i);
        }
        assert_true(fabs(square - dim * 4.0) < 0.02 * dim * 4.0);
        test_world_steps(world, 500, 0.01);
        view = covey_world_view(world, 0);
        double moved = 0;
        for (size_t i = 0; i < view.count; i++) {
            covey_vec way = covey_vec_sub(covey_vec_at(view.pos, i), start[view.id[i]]);
            moved += covey_vec_dot(way, way) / (double)view.count;
        }
        double law = persistent(dim * 4.0, 0.5, 5);
        if (!(fabs(moved - law) < 0.03 * law))
            fail_msg("dim %d: %g, not %g", dim, moved, law);
        free(start);
        covey_world_destroy(world);
    }
}

static void test_agents_at_rest_are_given_any_heading(void **unused)
{
    (void)unused;
    // Evenly on the circle; on the sphere around z, and along it, as Archimedes found.
    for (int dim = 2; dim <= 3; dim++) {
        covey_world *world = free_agents(30000, dim, 3);
        test_world_steps(world, 1, 1e-9);
        covey_view view = covey_world_view(world, 0);
        int around[16] = {0}, along[16] = {0};
        for (size_t i = 0; i < view.count; i++) {
            covey_vec v = covey_vec_at(view.vel, i);
            assert_true(fabs(covey_vec_length(v) - 3) < 1e-12);
            around[(int)((atan2(v.y, v.x) / COVEY_TURN + 0.5) * 16) & 15]++;
            along[(int)((v.z / 3 + 1) * 8) & 15]++;
        }
        test_assert_even(around, (int)view.count);
        if (dim == 3)
            test_assert_even(along, (int)view.count);
        covey_world_destroy(world);
    }
}

static void test_two_disks_part_as_overdamped_springs(void **unused)
{
    (void)unused;
    // d' = d + 2 mobility k (diameter - d) dt, until they touch no more; wind moves both.
    static const double y[2] = {0}, x[2] = {0, 1}, rest[2] = {0};
    const covey_setting settings[] = {
        {"diameter", 2}, {"stiffness", 5}, {"mobility", 0.5}, {"speed", 0}};
    covey_world *world = test_world_plain();
    covey_flock_def def = test_flock_plain("active_brownian", 2);
    def.pos[0] = x;
    def.pos[1] = y;
    def.vel[0] = def.vel[1] = rest;
    def.settings = settings;
    def.settings_count = sizeof settings / sizeof *settings;
    test_world_add(world, &def);
    double overlap = 1;
    for (int step = 0; step < 100; step++) {
        test_world_steps(world, 1, 0.02);
        overlap *= 1 - 2 * 0.5 * 5 * 0.02;
        covey_vec one = test_world_pos(world, 0, 0), other = test_world_pos(world, 0, 1);
        assert_true(fabs(other.x - one.x - (2 - overlap)) < 1e-12);
        assert_true(fabs(other.x + one.x - 1) < 1e-12 && one.y == 0 && other.y == 0);
    }
    covey_world_destroy(world);
}

/// The share of the largest cluster of touching disks, over the last 4000 steps.
static double largest(const char *noise, uint64_t seed, uint64_t steps)
{
    physics of = {.preset = "active-brownian",
                  .set = {{"rotational_noise", noise}},
                  .seed = seed,
                  .steps = steps,
                  .from = steps - 4000,
                  .every = 500,
                  .link = 1};
    double means[COVEY_MAX_MEASURES];
    physics_run(&of, means);
    return physics_value(means, "cluster_largest");
}

static void test_disks_that_keep_their_heading_long_form_one_cluster(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        double persistent = largest("0.01", seed, 12000), restless = largest("1", seed, 5000);
        if (!(persistent > 0.4 && restless < 0.15))
            fail_msg("seed %d: %g and %g", (int)seed, persistent, restless);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_free_agents_spread_as_the_closed_form_has_it),
        cmocka_unit_test(test_steps_of_no_length_have_the_closed_form_itself),
        cmocka_unit_test(test_without_propulsion_places_diffuse),
        cmocka_unit_test(test_runs_and_tumbles_spread_as_the_closed_form_has_it),
        cmocka_unit_test(test_noise_with_a_memory_spreads_as_the_closed_form_has_it),
        cmocka_unit_test(test_agents_at_rest_are_given_any_heading),
        cmocka_unit_test(test_two_disks_part_as_overdamped_springs),
        cmocka_unit_test(test_disks_that_keep_their_heading_long_form_one_cluster),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
