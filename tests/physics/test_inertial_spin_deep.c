// SPDX-License-Identifier: MIT
// The inertial spin model in three dimensions, where a spin is a vector at a right angle to the
// heading (Cavagna et al. 2015, J. Stat. Phys. 158, 601): a pendulum on a sphere, the temperature
// of two axes, the sum of all spins, and turns out of the plane that run along a row.
#include "base/math_trig.h"
#include "support/physics.h"
#include "support/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#define CRAWL 1e-6 // a speed at which agents keep their places

enum { MOST = 20000 };

typedef struct scene {
    size_t count;
    covey_space space;
    double pos[COVEY_AXES][MOST], vel[COVEY_AXES][MOST];
    covey_setting settings[8];
    size_t settings_count;
} scene;

static void set(scene *of, const char *name, double value)
{
    of->settings[of->settings_count++] = (covey_setting){name, value};
}

/// Agents along x at the distance 1, that head there, without friction and noise.
static scene *scene_of(size_t count)
{
    scene *made = calloc(1, sizeof *made);
    assert_true(made != NULL && count <= MOST);
    made->count = count;
    made->space = (covey_space){COVEY_SPACE_OPEN, 3, {0}};
    for (size_t k = 0; k < count; k++) {
        made->pos[0][k] = (double)k;
        made->vel[0][k] = CRAWL;
    }
    set(made, "speed", CRAWL);
    return made;
}

static covey_world *world_of(const scene *of)
{
    covey_world *world = test_world_in(of->space);
    covey_flock_def def = test_flock_plain("inertial_spin", of->count);
    for (int axis = 0; axis < covey_space_dim(&of->space); axis++) {
        def.pos[axis] = of->pos[axis];
        def.vel[axis] = of->vel[axis];
    }
    def.settings = of->settings;
    def.settings_count = of->settings_count;
    test_world_add(world, &def);
    return world;
}

static covey_vec heading_of(const covey_world *world, uint32_t id)
{
    return covey_vec_unit(test_world_vel(world, 0, id));
}

static covey_vec cross(covey_vec a, covey_vec b)
{
    return (covey_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// The spin that turned one heading into the other in a step of dt.
static covey_vec spin_of(covey_vec before, covey_vec after, double inertia, double dt)
{
    covey_vec axis = cross(before, after);
    double angle = atan2(covey_vec_length(axis), covey_vec_dot(before, after));
    return covey_vec_scale(covey_vec_unit(axis), inertia * angle / dt);
}

// ---- One agent ----

static void test_agents_in_a_plane_do_as_in_the_plane(void **unused)
{
    (void)unused;
    // All that differs is the order in which the same few numbers are rounded.
    scene *of = scene_of(40);
    uint64_t random = 2;
    for (size_t k = 0; k < of->count; k++) {
        double angle = test_uniform(&random, -1, 1);
        of->vel[0][k] = cos(angle);
        of->vel[1][k] = sin(angle);
        of->pos[1][k] = test_uniform(&random, -2, 2);
    }
    of->settings[0].value = 0.5;
    set(of, "radius", 3);
    covey_world *deep = world_of(of);
    of->space = covey_space_open();
    covey_world *flat = world_of(of);
    test_world_steps(deep, 400, 0.02);
    test_world_steps(flat, 400, 0.02);
    for (uint32_t id = 0; id < of->count; id++) {
        covey_vec off = covey_vec_sub(test_world_pos(deep, 0, id), test_world_pos(flat, 0, id));
        assert_true(covey_vec_length(off) < 1e-10);
    }
    covey_world_destroy(deep);
    covey_world_destroy(flat);
    free(of);
}

static void test_an_agent_in_a_field_is_a_pendulum_on_a_sphere(void **unused)
{
    (void)unused;
    // A wind along z after one along y: the spin about z and the energy stay, but for the step, and
    // the heading swings between two heights, neither at rest nor in a plane.
    const double inertia = 0.7, field = 2, dt = 0.001;
    scene *of = scene_of(1);
    set(of, "inertia", inertia);
    set(of, "turn_friction", 0);
    covey_world *world = world_of(of);
    const covey_setting blow[] = {{"x", 0}, {"y", 3}};
    covey_influence_def def = covey_influence_def_default();
    def.kind = "wind";
    def.settings = blow;
    def.settings_count = 2;
    int wind;
    assert_int_equal(covey_world_influence_add(world, &def, &wind, NULL), COVEY_OK);
    test_world_steps(world, 200, dt);
    covey_world_influence_set(world, wind, "y", 0, NULL);
    covey_world_influence_set(world, wind, "z", field, NULL);
    double low = 1, high = -1, spin = 0, energy = 0;
    for (int step = 0; step < 20000; step++) {
        covey_vec before = heading_of(world, 0);
        test_world_steps(world, 1, dt);
        covey_vec after = heading_of(world, 0), s = spin_of(before, after, inertia, dt);
        // The spin is that between the two headings.
        double now = covey_vec_dot(s, s) / (2 * inertia) - field * (before.z + after.z) / 2;
        spin = step == 0 ? s.z : spin;
        energy = step == 0 ? now : energy;
        if (!(fabs(s.z - spin) < 1e-6 && fabs(now - energy) < 1e-3))
            fail_msg("step %d: spin %g, not %g; energy %g, not %g", step, s.z, spin, now, energy);
        low = fmin(low, after.z);
        high = fmax(high, after.z);
    }
    assert_true(spin > 0.4 && low > -0.9 && high < 0.999 && high - low > 0.5);
    covey_world_destroy(world);
    free(of);
}

// ---- Many ----

static void test_spins_have_the_temperature_on_two_axes_whatever_the_step(void **unused)
{
    (void)unused;
    // Each of 20,000 sums of two squares of normal numbers has a variance of 4, about 2.
    const double inertia = 2, temperature = 0.3;
    for (double dt = 0.05; dt < 0.5; dt *= 3) {
        scene *of = scene_of(MOST);
        set(of, "turn_friction", 1.5);
        set(of, "inertia", inertia);
        set(of, "temperature", temperature);
        set(of, "alignment", 0);
        set(of, "radius", 0);
        covey_world *world = world_of(of);
        test_world_steps(world, (int)(20 / dt), dt);
        covey_vec *before = malloc(MOST * sizeof *before), sum = {0};
        assert_non_null(before);
        for (uint32_t id = 0; id < MOST; id++)
            before[id] = heading_of(world, id);
        test_world_steps(world, 1, dt);
        double square = 0;
        for (uint32_t id = 0; id < MOST; id++) {
            covey_vec s = spin_of(before[id], heading_of(world, id), inertia, dt);
            square += covey_vec_dot(s, s) / (double)MOST;
            sum = covey_vec_add(sum, covey_vec_scale(s, 1.0 / (double)MOST));
        }
        // Spins lie on all sides: a mean beyond 5 of its errors, 0.77/√20000, is none by chance.
        if (!(fabs(square / (2 * inertia) - temperature) < 0.03 * temperature &&
              covey_vec_length(sum) < 0.03))
            fail_msg("dt %g: %g, %g", dt, square / (2 * inertia), covey_vec_length(sum));
        free(before);
        covey_world_destroy(world);
        free(of);
    }
}

static void test_mutual_neighbors_keep_the_sum_of_all_spins(void **unused)
{
    (void)unused;
    // Torques of two on each other are h × h' and h' × h: the sum stays 0, as it began.
    enum { CROWD = 300 };
    scene *of = scene_of(CROWD);
    uint64_t random = 9;
    for (size_t k = 0; k < CROWD; k++)
        for (int axis = 0; axis < COVEY_AXES; axis++) {
            of->pos[axis][k] = test_uniform(&random, 0, 6);
            of->vel[axis][k] = test_uniform(&random, -1, 1);
        }
    set(of, "radius", 2);
    set(of, "turn_friction", 0.2);
    covey_world *world = world_of(of);
    covey_vec before[CROWD];
    for (int part = 0; part < 5; part++) {
        test_world_steps(world, 40, 0.01);
        covey_vec sum = {0};
        double lengths = 0;
        for (uint32_t id = 0; id < CROWD; id++)
            before[id] = heading_of(world, id);
        test_world_steps(world, 1, 0.01);
        for (uint32_t id = 0; id < CROWD; id++) {
            covey_vec s = spin_of(before[id], heading_of(world, id), 1, 0.01);
            sum = covey_vec_add(sum, s);
            lengths += covey_vec_length(s);
        }
        if (!(lengths > 50 && covey_vec_length(sum) < 1e-9 * lengths))
            fail_msg("%g of %g", covey_vec_length(sum), lengths);
    }
    covey_world_destroy(world);
    free(of);
}

enum { ROW = 601, MIDDLE = 300 };

static void test_a_turn_out_of_the_plane_runs_along_a_row_at_one_speed(void **unused)
{
    (void)unused;
    // As in the plane: a bump of headings towards z parts into two of the speed
    // √(alignment/inertia).
    scene *of = scene_of(ROW);
    for (int k = 0; k < ROW; k++) {
        double angle = 0.2 * exp(-pow((k - MIDDLE) / 10.0, 2) / 2);
        of->vel[0][k] = CRAWL * cos(angle);
        of->vel[2][k] = CRAWL * sin(angle);
    }
    set(of, "radius", 1.25);
    set(of, "alignment", 2);
    set(of, "inertia", 0.5);
    set(of, "turn_friction", 0);
    covey_world *world = world_of(of);
    double law = 2, dt = 0.02 / law, place[2];
    for (int half = 0; half < 2; half++) {
        double moment = 0, sum = 0;
        test_world_steps(world, 5000, dt);
        for (uint32_t id = MIDDLE; id < ROW; id++) {
            covey_vec heading = heading_of(world, id);
            double angle = atan2(heading.z, heading.x) * (id == MIDDLE ? 0.5 : 1);
            moment += angle * (id - MIDDLE);
            sum += angle;
        }
        place[half] = moment / sum;
    }
    double found = (place[1] - place[0]) / (5000 * dt);
    if (!(fabs(found - law) < 0.001 * law && fabs(place[1] - 200) < 1))
        fail_msg("%g, not %g; at %g", found, law, place[1]);
    covey_world_destroy(world);
    free(of);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents_in_a_plane_do_as_in_the_plane),
        cmocka_unit_test(test_an_agent_in_a_field_is_a_pendulum_on_a_sphere),
        cmocka_unit_test(test_spins_have_the_temperature_on_two_axes_whatever_the_step),
        cmocka_unit_test(test_mutual_neighbors_keep_the_sum_of_all_spins),
        cmocka_unit_test(test_a_turn_out_of_the_plane_runs_along_a_row_at_one_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
