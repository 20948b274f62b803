// SPDX-License-Identifier: MIT
// The inertial spin model (Cavagna et al. 2015, J. Stat. Phys. 158, 601): the pendulum that an
// agent is in a field, the temperature of spins, the speed of turns along a row, what is conserved.
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

#define CRAWL 1e-6 // a speed at which agents keep their places

enum { MOST = 20000 };

/// Agents with headings, and their settings; they hardly move.
typedef struct scene {
    size_t count;
    double x[MOST], y[MOST], angle[MOST];
    covey_setting settings[8];
    size_t settings_count;
} scene;

static void set(scene *of, const char *name, double value)
{
    of->settings[of->settings_count++] = (covey_setting){name, value};
}

/// With no friction and no noise but what is set.
static scene *scene_of(size_t count)
{
    scene *made = calloc(1, sizeof *made);
    assert_true(made != NULL && count <= MOST);
    made->count = count;
    for (size_t k = 0; k < count; k++)
        made->x[k] = (double)k;
    set(made, "speed", CRAWL);
    set(made, "turn_friction", 0);
    return made;
}

static covey_world *world_of(const scene *of)
{
    double *vel[2] = {malloc(of->count * sizeof(double)), malloc(of->count * sizeof(double))};
    assert_true(vel[0] != NULL && vel[1] != NULL);
    for (size_t k = 0; k < of->count; k++) {
        vel[0][k] = CRAWL * cos(of->angle[k]);
        vel[1][k] = CRAWL * sin(of->angle[k]);
    }
    covey_world *world = test_world_plain();
    covey_flock_def def = test_flock_plain("inertial_spin", of->count);
    def.pos[0] = of->x;
    def.pos[1] = of->y;
    def.vel[0] = vel[0];
    def.vel[1] = vel[1];
    def.settings = of->settings;
    def.settings_count = of->settings_count;
    test_world_add(world, &def);
    free(vel[0]);
    free(vel[1]);
    return world;
}

/// The headings by id, in (-π, π].
static void read_angles(const covey_world *world, double *angle)
{
    covey_view view = covey_world_view(world, 0);
    for (size_t i = 0; i < view.count; i++)
        angle[view.id[i]] = atan2(view.vel[1][i], view.vel[0][i]);
}

// ---- A pendulum ----

/// The period of an agent's heading in a wind of this strength along x, from the times at which it
/// passes the wind's direction, by straight lines between steps.
static double period_of(const scene *of, double wind, double dt)
{
    covey_world *world = world_of(of);
    const covey_setting blow[] = {{"x", wind}};
    covey_influence_def def = covey_influence_def_default();
    def.kind = "wind";
    def.settings = blow;
    def.settings_count = 1;
    int number;
    assert_int_equal(covey_world_influence_add(world, &def, &number, NULL), COVEY_OK);
    double before = of->angle[0], first = 0, last = 0;
    int passed = 0;
    for (int step = 1; passed < 11; step++) {
        assert_true(step < 1000000);
        double now;
        test_world_steps(world, 1, dt);
        read_angles(world, &now);
        if ((before > 0) != (now > 0)) {
            last = (step - 1 + before / (before - now)) * dt;
            first = passed == 0 ? last : first;
            passed++;
        }
        before = now;
    }
    covey_world_destroy(world);
    return (last - first) / 5;
}

/// π/2 over the arithmetic-geometric mean: the complete elliptic integral that a pendulum's period
/// has.
static double mean_of_gauss(double a, double b)
{
    for (int k = 0; k < 10; k++) {
        double next = (a + b) / 2;
        b = sqrt(a * b);
        a = next;
    }
    return a;
}

static void test_an_agent_in_a_field_is_a_damped_pendulum(void **unused)
{
    (void)unused;
    // inertia θ'' = -field sin θ - friction θ'. Crossings are those of the exact motion but for the
    // step: (ω dt)²/24 of the period, below 10^-4.
    const double inertia = 0.8, field = 3;
    for (double amplitude = 0.5; amplitude < 3; amplitude += 0.5) {
        scene *of = scene_of(1);
        of->angle[0] = amplitude;
        set(of, "inertia", inertia);
        double law = 2 * COVEY_PI * sqrt(inertia / field) / mean_of_gauss(1, cos(amplitude / 2));
        double found = period_of(of, field, 0.01);
        if (!(fabs(found - law) < 0.002 * law))
            fail_msg("amplitude %g: %g, not %g", amplitude, found, law);
        free(of);
    }
    for (double friction = 0.5; friction < 2.1; friction += 0.5) {
        scene *of = scene_of(1);
        of->angle[0] = 0.01;
        set(of, "inertia", inertia);
        of->settings[1].value = friction;
        double damped = field / inertia - friction * friction / (4 * inertia * inertia);
        double found = period_of(of, field, 0.01), law = 2 * COVEY_PI / sqrt(damped);
        if (!(fabs(found - law) < 0.002 * law))
            fail_msg("friction %g: %g, not %g", friction, found, law);
        free(of);
    }
}

// ---- Many ----

/// The mean square of turning rates, by headings one step apart.
static double mean_square_rate(covey_world *world, size_t count, double dt)
{
    double *before = malloc(count * sizeof *before), *after = malloc(count * sizeof *after);
    assert_true(before != NULL && after != NULL);
    read_angles(world, before);
    test_world_steps(world, 1, dt);
    read_angles(world, after);
    double sum = 0;
    for (size_t k = 0; k < count; k++)
        sum += pow(remainder(after[k] - before[k], 2 * COVEY_PI) / dt, 2);
    free(before);
    free(after);
    return sum / (double)count;
}

static void test_spins_have_the_temperature_whatever_the_step(void **unused)
{
    (void)unused;
    // Each of 20,000 squares of normal numbers has a variance of 2: their mean is off by 1 %.
    const double inertia = 2, temperature = 0.3;
    for (double dt = 0.05; dt < 2; dt *= 3) {
        scene *of = scene_of(MOST);
        of->settings[1].value = 1.5;
        set(of, "inertia", inertia);
        set(of, "temperature", temperature);
        set(of, "alignment", 0);
        set(of, "radius", 0);
        covey_world *world = world_of(of);
        test_world_steps(world, (int)(20 / dt), dt);
        double found = mean_square_rate(world, MOST, dt) * inertia;
        if (!(fabs(found - temperature) < 0.03 * temperature))
            fail_msg("dt %g: %g", dt, found);
        covey_world_destroy(world);
        free(of);
    }
}

enum { ROW = 601, MIDDLE = 300 };

/// A row of distance 1 with a bump of headings in the middle, of width 10.
static scene *row_of(double alignment, double inertia, double friction)
{
    scene *of = scene_of(ROW);
    for (int k = 0; k < ROW; k++)
        of->angle[k] = 0.2 * exp(-pow((k - MIDDLE) / 10.0, 2) / 2);
    set(of, "radius", 1.25);
    set(of, "alignment", alignment);
    set(of, "inertia", inertia);
    of->settings[1].value = friction;
    return of;
}

/// Sums of headings, weighed by a power of the distance from the middle, on its right side.
static double moment(const double angle[ROW], int power)
{
    double sum = 0;
    for (int k = MIDDLE; k < ROW; k++)
        sum += angle[k] * pow(k - MIDDLE, power) * (k == MIDDLE ? 0.5 : 1);
    return sum;
}

static void test_a_turn_runs_along_a_row_at_one_speed(void **unused)
{
    (void)unused;
    // inertia θ'' = alignment d² θ_xx but for the row's distance d = 1, which slows waves of the
    // wave number k = 1/10 by k²/24: the bump parts into two that run at √(alignment/inertia).
    const double alignments[] = {1, 2, 0.5}, inertias[] = {1, 0.5, 2};
    for (int n = 0; n < 3; n++) {
        scene *of = row_of(alignments[n], inertias[n], 0);
        covey_world *world = world_of(of);
        double law = sqrt(alignments[n] / inertias[n]), dt = 0.02 / law, place[2], angle[ROW];
        for (int half = 0; half < 2; half++) {
            test_world_steps(world, 5000, dt);
            read_angles(world, angle);
            place[half] = moment(angle, 1) / moment(angle, 0);
        }
        double found = (place[1] - place[0]) / (5000 * dt);
        if (!(fabs(found - law) < 0.001 * law && fabs(place[1] - 200) < 1))
            fail_msg("alignment %g: %g, not %g; at %g", alignments[n], found, law, place[1]);
        covey_world_destroy(world);
        free(of);
    }
}

static void test_with_much_friction_turns_diffuse_and_do_not_run(void **unused)
{
    (void)unused;
    // friction θ' = alignment θ_xx: the bump stays where it is, and its variance of 100 grows by
    // 2 alignment/friction a T.
    scene *of = row_of(4, 0.1, 20);
    covey_world *world = world_of(of);
    test_world_steps(world, 10000, 0.01);
    double angle[ROW];
    read_angles(world, angle);
    double found = moment(angle, 2) / moment(angle, 0);
    if (!(fabs(found - 140) < 1))
        fail_msg("variance %g", found);
    covey_world_destroy(world);
    free(of);
}

// ---- What is conserved ----

/// Agents at random with random headings, 12 within the radius.
static scene *crowd_of(size_t count, double neighbors)
{
    scene *of = scene_of(count);
    uint64_t random = 9;
    double side = sqrt((double)count * COVEY_PI * 4 / 12);
    for (size_t k = 0; k < count; k++) {
        of->x[k] = test_uniform(&random, 0, side);
        of->y[k] = test_uniform(&random, 0, side);
        of->angle[k] = test_uniform(&random, -0.2, 0.2);
    }
    set(of, "radius", 2);
    set(of, "neighbors", neighbors);
    return of;
}

static void test_neighbors_of_one_another_keep_energy_and_one_sided_ones_pump_it(void **unused)
{
    (void)unused;
    // Without friction. By a radius all neighbors are mutual, and the crowd goes on swinging as it
    // began; of the nearest few many are not.
    enum { CROWD = 300 };
    double rate[2];
    for (int nearest = 0; nearest < 2; nearest++) {
        scene *of = crowd_of(CROWD, nearest ? 6 : 0);
        covey_world *world = world_of(of);
        test_world_steps(world, 500, 0.02);
        double early = 0, late = 0;
        for (int k = 0; k < 100; k++)
            early += mean_square_rate(world, CROWD, 0.02);
        test_world_steps(world, 10000, 0.02);
        for (int k = 0; k < 100; k++)
            late += mean_square_rate(world, CROWD, 0.02);
        rate[nearest] = late / early;
        covey_world_destroy(world);
        free(of);
    }
    if (!(fabs(rate[0] - 1) < 0.2 && rate[1] > 5))
        fail_msg("%g and %g", rate[0], rate[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_agent_in_a_field_is_a_damped_pendulum),
        cmocka_unit_test(test_spins_have_the_temperature_whatever_the_step),
        cmocka_unit_test(test_a_turn_runs_along_a_row_at_one_speed),
        cmocka_unit_test(test_with_much_friction_turns_diffuse_and_do_not_run),
        cmocka_unit_test(test_neighbors_of_one_another_keep_energy_and_one_sided_ones_pump_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
