// SPDX-License-Identifier: MIT
// Olfati-Saber 2006, IEEE Trans. Autom. Control 51, 401: the forces of algorithm 2 against its
// equations, written once more as the paper has them, the lattice that they make, and the way of
// the flock's center.
#include "base/math_trig.h"
#include "support/physics.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include <math.h>

enum { AGENTS = 40 };

// ---- The paper's functions, with a = 4, b = 5, ε = 0.1, h = 0.2, d = 7, r = 8.4 ----

static const double a = 4, b = 5, epsilon = 0.1, plateau = 0.2, distance = 7, range = 8.4;

static double sigma_norm(double z)
{
    return (sqrt(1 + epsilon * z * z) - 1) / epsilon;
}

static double bump(double z)
{
    if (z < plateau)
        return 1;
    return z < 1 ? (1 + cos(COVEY_PI * (z - plateau) / (1 - plateau))) / 2 : 0;
}

static double action(double z)
{
    double c = fabs(a - b) / sqrt(4 * a * b), s = z - sigma_norm(distance) + c;
    return bump(z / sigma_norm(range)) * ((a + b) * s / sqrt(1 + s * s) + a - b) / 2;
}

// ---- Flocks of agents at random ----

typedef struct crowd {
    double pos[COVEY_AXES][AGENTS], vel[COVEY_AXES][AGENTS];
} crowd;

static const double goal[] = {30, -20, 10}, goal_velocity[] = {5, 1, -2};
static const covey_setting settings[] = {
    {"attraction", 4},     {"gradient", 0.5}, {"alignment", 0.75}, {"goal_pull", 0.3},
    {"goal_damping", 0.2}, {"goal_x", 30},    {"goal_y", -20},     {"goal_z", 10},
    {"goal_vx", 5},        {"goal_vy", 1},    {"goal_vz", -2},
};
enum { SETTINGS = sizeof settings / sizeof *settings };

static crowd crowd_of(int dim, uint64_t random)
{
    crowd made = {.pos = {{0}}};
    for (int axis = 0; axis < dim; axis++)
        for (int k = 0; k < AGENTS; k++) {
            made.pos[axis][k] = test_uniform(&random, -12, 12);
            made.vel[axis][k] = test_uniform(&random, -3, 3);
        }
    return made;
}

static covey_world *world_of(const crowd *agents, covey_space space, const covey_setting *set,
                             size_t count)
{
    covey_world *world = test_world_in(space);
    covey_flock_def def = test_flock_plain("olfati_saber", AGENTS);
    for (int axis = 0; axis < covey_space_dim(&space); axis++) {
        def.pos[axis] = agents->pos[axis];
        def.vel[axis] = agents->vel[axis];
    }
    def.settings = set;
    def.settings_count = count;
    test_world_add(world, &def);
    return world;
}

/// Adds the forces between agent i and agent j to f; `far` is their distance.
static void add_pair(const crowd *of, int i, int j, double far, double f[COVEY_AXES])
{
    double share = bump(sigma_norm(far) / sigma_norm(range));
    double pull = action(sigma_norm(far)) / sqrt(1 + epsilon * far * far);
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        f[axis] += 0.5 * pull * (of->pos[axis][j] - of->pos[axis][i]);
        f[axis] += 0.75 * share * (of->vel[axis][j] - of->vel[axis][i]);
    }
}

static void force_on(const crowd *of, int dim, int i, double f[COVEY_AXES])
{
    for (int axis = 0; axis < COVEY_AXES; axis++)
        f[axis] = axis < dim ? -0.3 * (of->pos[axis][i] - goal[axis]) -
                                   0.2 * (of->vel[axis][i] - goal_velocity[axis])
                             : 0.0;
    for (int j = 0; j < AGENTS; j++) {
        double square = 0.0;
        for (int axis = 0; axis < dim; axis++)
            square += pow(of->pos[axis][j] - of->pos[axis][i], 2);
        if (j != i)
            add_pair(of, i, j, sqrt(square), f);
    }
}

static void test_forces_are_those_of_the_paper(void **unused)
{
    (void)unused;
    // What is left is the table of the force, cubic pieces: worst at the bump's two corners.
    double worst = 0.0;
    for (int dim = 2; dim <= 3; dim++)
        for (uint64_t seed = 1; seed <= 50; seed++) {
            crowd of = crowd_of(dim, seed);
            covey_space space = covey_space_open();
            covey_world *world =
                world_of(&of, dim == 3 ? covey_space_deep(space, 0) : space, settings, SETTINGS);
            test_world_steps(world, 1, 1.0 / 1024);
            for (int i = 0; i < AGENTS; i++) {
                double f[COVEY_AXES];
                force_on(&of, dim, i, f);
                covey_vec vel = test_world_vel(world, 0, (uint32_t)i);
                worst = fmax(worst, fabs((vel.x - of.vel[0][i]) * 1024 - f[0]));
                worst = fmax(worst, fabs((vel.y - of.vel[1][i]) * 1024 - f[1]));
                worst = fmax(worst, fabs((vel.z - of.vel[2][i]) * 1024 - f[2]));
            }
            covey_world_destroy(world);
        }
    if (!(worst < 3e-6)) // of a force between two agents of up to 2.5
        fail_msg("off by %g", worst);
}

static void test_the_goal_is_sought_the_short_way_round_a_torus(void **unused)
{
    (void)unused;
    crowd of = {.pos = {{0}}};
    for (int k = 0; k < AGENTS; k++) {
        of.pos[0][k] = 10 + 20 * k;
        of.pos[1][k] = 500;
    }
    const covey_setting set[] = {{"goal_pull", 0.5}, {"goal_x", -2}, {"goal_y", 500}};
    covey_world *world = world_of(&of, covey_space_torus(1000, 1000), set, 3);
    test_world_steps(world, 1, 1.0);
    assert_true(test_world_vel(world, 0, 0).x == -6.0); // from 10 to 998, half of it
    assert_true(test_world_vel(world, 0, 39).x == 104.0);
    covey_world_destroy(world);
}

// ---- What follows from the forces ----

static covey_vec center_of(const covey_world *world, bool of_velocities)
{
    covey_view view = covey_world_view(world, 0);
    covey_vec sum = {0, 0, 0};
    for (size_t i = 0; i < view.count; i++)
        sum = covey_vec_add(sum, covey_vec_at(of_velocities ? view.vel : view.pos, i));
    return covey_vec_scale(sum, 1.0 / (double)view.count);
}

static void test_the_center_swings_to_the_goal_as_a_damped_spring(void **unused)
{
    (void)unused;
    // All else is in pairs: X'' = -c1 (X - goal) - c2 (X' - V) with c1 = 0.3, c2 = 0.2, and the
    // place of rest is goal + c2/c1 V. By steps: v' = (1 - c2 dt) v - c1 dt x, x' = x + v' dt.
    const double dt = 0.02, rest[] = {30 + 0.2 / 0.3 * 5, -20 + 0.2 / 0.3 * 1};
    crowd of = crowd_of(2, 7);
    covey_world *world = world_of(&of, covey_space_open(), settings, SETTINGS);
    covey_vec x = center_of(world, false), v = center_of(world, true);
    const double decay = 0.1, turn = sqrt(0.3 - 0.01), from = x.x - rest[0];
    const double speed = (v.x + decay * from) / turn;
    for (int step = 1; step <= 1000; step++) {
        test_world_steps(world, 1, dt);
        v.x += dt * (-0.3 * (x.x - rest[0]) - 0.2 * v.x);
        v.y += dt * (-0.3 * (x.y - rest[1]) - 0.2 * v.y);
        x.x += dt * v.x;
        x.y += dt * v.y;
        covey_vec found = center_of(world, false);
        assert_true(fabs(found.x - x.x) < 1e-9 && fabs(found.y - x.y) < 1e-9);
        // The oscillation itself; semi-implicit steps are off by dt/2 times forces of up to 11.
        double t = step * dt;
        double law = exp(-decay * t) * (from * cos(turn * t) + speed * sin(turn * t));
        assert_true(fabs(found.x - rest[0] - law) < 0.02 * 11);
    }
    covey_world_destroy(world);
}

/// The widest difference of velocities of two agents in range of one another.
static double discord(const covey_world *world)
{
    covey_view view = covey_world_view(world, 0);
    double widest = 0.0;
    for (size_t i = 0; i < view.count; i++)
        for (size_t j = 0; j < i; j++) {
            covey_vec apart = covey_vec_sub(covey_vec_at(view.pos, i), covey_vec_at(view.pos, j));
            covey_vec by = covey_vec_sub(covey_vec_at(view.vel, i), covey_vec_at(view.vel, j));
            if (covey_vec_length(apart) < range)
                widest = fmax(widest, covey_vec_length(by));
        }
    return widest;
}

static void test_without_a_goal_momentum_stays_and_neighbors_agree(void **unused)
{
    (void)unused;
    // Algorithm 1: parts may leave one another, which agree each for itself.
    crowd of = crowd_of(2, 3);
    covey_world *world = world_of(&of, covey_space_open(), NULL, 0);
    covey_vec before = center_of(world, true);
    assert_true(discord(world) > 3.0);
    test_world_steps(world, 6000, 0.02);
    covey_vec after = center_of(world, true);
    assert_true(fabs(after.x - before.x) < 1e-12 && fabs(after.y - before.y) < 1e-12);
    if (!(discord(world) < 1e-3))
        fail_msg("neighbors differ by %g", discord(world));
    covey_world_destroy(world);
}

static void test_a_free_flock_is_a_lattice_of_the_distance_wanted(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        physics of = {.preset = "olfati-saber", .seed = seed};
        covey_world *world = physics_world(&of);
        test_world_steps(world, 3000, 0.02);
        double values[COVEY_MAX_MEASURES];
        physics_measure(world, range, values);
        covey_vec center = center_of(world, false);
        // As one flock, at its goal.
        assert_true(physics_value(values, "cluster_largest") == 1.0);
        assert_true(fabs(center.x - 200) < 5 && fabs(center.y) < 5);
        // Let go, it is pressed together no more.
        assert_int_equal(covey_world_set(world, 0, "goal_pull", 0, NULL), COVEY_OK);
        assert_int_equal(covey_world_set(world, 0, "goal_damping", 0, NULL), COVEY_OK);
        test_world_steps(world, 2000, 0.02);
        physics_measure(world, range, values);
        double near = physics_value(values, "nearest_mean"),
               sd = physics_value(values, "nearest_sd");
        if (!(fabs(near - distance) < 0.02 * distance && sd < 0.02 * distance))
            fail_msg("seed %d: nearest at %g ± %g", (int)seed, near, sd);
        covey_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forces_are_those_of_the_paper),
        cmocka_unit_test(test_the_goal_is_sought_the_short_way_round_a_torus),
        cmocka_unit_test(test_the_center_swings_to_the_goal_as_a_damped_spring),
        cmocka_unit_test(test_without_a_goal_momentum_stays_and_neighbors_agree),
        cmocka_unit_test(test_a_free_flock_is_a_lattice_of_the_distance_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
