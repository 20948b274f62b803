// SPDX-License-Identifier: MIT
// Agents that see nothing but discs (Bastien and Romanczuk 2020): the distance that two keep, what
// agents do against a look in many directions, and which of them come to one heading.
#include "base/math_trig.h"
#include "support/physics.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>

/// A flock in an open plane at those places, all at speed 1, those with headings as given.
static covey_world *flock_of(size_t count, const double *x, const double *y, const double *heading,
                             const covey_setting *settings, size_t settings_count)
{
    double vx[64], vy[64];
    for (size_t k = 0; k < count; k++) {
        vx[k] = cos(heading != NULL ? heading[k] : 0.0);
        vy[k] = sin(heading != NULL ? heading[k] : 0.0);
    }
    covey_world *world = test_world_plain();
    covey_flock_def def = test_flock_plain("vision", count);
    def.pos[0] = x;
    def.pos[1] = y;
    def.vel[0] = vx;
    def.vel[1] = vy;
    def.settings = settings;
    def.settings_count = settings_count;
    test_world_add(world, &def);
    return world;
}

static void test_two_in_line_keep_the_distance_at_which_edges_weigh_up_the_disc(void **unused)
{
    (void)unused;
    // -2 sin δ + 2 α₁ cos δ = 0 with sin δ = BL/(2 d): d = BL/2 √(1 + 1/α₁²), which for small α₁ is
    // the paper's BL/(2 α₁).
    const double zero[2] = {0, 0};
    for (int k = 0; k < 3; k++) {
        const double weights[] = {0.05, 0.1, 0.3}, w = weights[k], bl = 2;
        const double start[2] = {0, 0.8 * bl / (2 * w)};
        const covey_setting settings[] = {{"diameter", bl}, {"speed_edges", w}, {"turn_edges", w}};
        covey_world *world = flock_of(2, start, zero, NULL, settings, 3);
        test_world_steps(world, 10000, 0.05);
        covey_vec a = test_world_pos(world, 0, 0), b = test_world_pos(world, 0, 1);
        double d = covey_vec_length(covey_vec_sub(b, a)), law = 0.5 * bl * sqrt(1 + 1 / (w * w));
        print_message("α₁ %g: %.4f, BL/(2 α₁) is %.4f\n", w, d, bl / (2 * w));
        assert_true(fabs(d - law) < 1e-6 * law);
        assert_true(w > 0.1 || fabs(d - bl / (2 * w)) < 0.006 * law);
        covey_vec v = test_world_vel(world, 0, 1);
        assert_true(fabs(v.x - 1) < 1e-6 && fabs(v.y) < 1e-9);
        covey_world_destroy(world);
    }
}

enum { LOOKS = 40000, CROWD = 14 };

/// V in that direction by a look at all others.
static bool is_dark(size_t self, const double *x, const double *y, double angle, double radius)
{
    double cosine = cos(angle), sine = sin(angle);
    for (size_t j = 0; j < CROWD; j++) {
        double dx = x[j] - x[self], dy = y[j] - y[self];
        double ahead = dx * cosine + dy * sine, beside = dy * cosine - dx * sine;
        if (j != self && ahead > 0 && fabs(beside) < radius)
            return true;
    }
    return false;
}

/// ∫ (-V + α (∂φ V)²) cos φ dφ, and of sin φ, φ from the heading.
static covey_vec integral(size_t self, const double *x, const double *y, double heading,
                          double radius, double edges)
{
    covey_vec sum = {0, 0, 0};
    const double step = COVEY_TURN / LOOKS;
    bool before = is_dark(self, x, y, heading - 0.5 * step, radius);
    for (int k = 0; k < LOOKS; k++) {
        double angle = (k + 0.5) * step, at = k * step;
        bool dark = is_dark(self, x, y, heading + angle, radius);
        double inside = dark ? -step : 0.0, edge = dark != before ? edges : 0.0;
        sum.x += inside * cos(angle) + edge * cos(at);
        sum.y += inside * sin(angle) + edge * sin(at);
        before = dark;
    }
    return sum;
}

static void test_agents_do_as_a_look_in_each_direction_has_it(void **unused)
{
    (void)unused;
    // The largest step: an end of a disc is off by half of 2π/LOOKS, of 2 CROWD at most.
    const double bound = 2 * CROWD * 0.5 * COVEY_TURN / LOOKS, dt = 1e-6;
    const covey_setting settings[] = {
        {"diameter", 1},      {"cruise", 1.5},        {"relaxation", 0.3}, {"speed_response", 0.7},
        {"speed_edges", 0.2}, {"turn_response", 0.4}, {"turn_edges", 0.06}};
    double x[CROWD], y[CROWD], heading[CROWD];
    uint64_t random = 3;
    for (size_t k = 0; k < CROWD; k++) {
        x[k] = 3.0 * (double)(k % 4) + test_uniform(&random, 0, 1.5);
        y[k] = 3.0 * (double)(k / 4) + test_uniform(&random, 0, 1.5);
        heading[k] = test_uniform(&random, 0, COVEY_TURN);
    }
    covey_world *world = flock_of(CROWD, x, y, heading, settings, 7);
    test_world_steps(world, 1, dt);
    for (size_t k = 0; k < CROWD; k++) {
        covey_vec v = test_world_vel(world, 0, (covey_id)k);
        double faster = (covey_vec_length(v) - 1) / dt;
        double turn = remainder(atan2(v.y, v.x) - heading[k], COVEY_TURN) / dt;
        double wanted = 0.3 * 0.5 + 0.7 * integral(k, x, y, heading[k], 0.5, 0.2).x;
        double wanted_turn = 0.4 * integral(k, x, y, heading[k], 0.5, 0.06).y;
        if (!(fabs(faster - wanted) < 0.7 * bound && fabs(turn - wanted_turn) < 0.4 * bound))
            fail_msg("%zu: %g and %g, not %g and %g", k, faster, turn, wanted, wanted_turn);
    }
    covey_world_destroy(world);
}

static void test_an_agent_in_a_disc_sees_no_edge_and_goes_its_way(void **unused)
{
    (void)unused;
    const double x[3] = {0, 0.5, 6}, y[3] = {0, 0.5, 3}, heading[3] = {0, 1, 2};
    covey_world *world = flock_of(3, x, y, heading, NULL, 0);
    test_world_steps(world, 1, 0.01);
    for (uint32_t id = 0; id < 2; id++) {
        covey_vec v = test_world_vel(world, 0, id);
        assert_true(fabs(v.x - cos(heading[id])) < 1e-15 && fabs(v.y - sin(heading[id])) < 1e-15);
    }
    covey_world_destroy(world);
}

static double polarization(const char *turn_response)
{
    double sum = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        physics of = {.preset = "vision",
                      .set = {{"turn_response", turn_response}},
                      .seed = seed,
                      .steps = 10000,
                      .from = 8000,
                      .every = 100,
                      .link = 1};
        double means[COVEY_MAX_MEASURES];
        physics_run(&of, means);
        sum += physics_value(means, "polarization") / 4;
    }
    return sum;
}

static void test_agents_that_turn_little_come_to_one_heading(void **unused)
{
    (void)unused;
    double little = polarization("0.1"), much = polarization("5");
    print_message("polarization %.2f, of agents that turn much %.2f\n", little, much);
    assert_true(little > 0.85 && much < 0.35);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_in_line_keep_the_distance_at_which_edges_weigh_up_the_disc),
        cmocka_unit_test(test_agents_do_as_a_look_in_each_direction_has_it),
        cmocka_unit_test(test_an_agent_in_a_disc_sees_no_edge_and_goes_its_way),
        cmocka_unit_test(test_agents_that_turn_little_come_to_one_heading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
