// SPDX-License-Identifier: MIT
// Known facts of three dimensions: the groups of Couzin et al. 2002, J. Theor. Biol. 218, 1, figure
// 3, by the width of the zone of orientation, at the paper's parameters (100 agents, repulsion 1,
// attraction 14 wide, field of view 270 degrees, speed 3, 40 degrees per unit of time, noise 0.05,
// dt 0.1); order and disorder of Vicsek's model; the nearest neighbors of uniform points.
#include "base/math_trig.h"
#include "base/sphere.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// ---- Order ----

/// The paper's group polarization, and its group angular momentum without units.
typedef struct order {
    double polarization, momentum;
} order;

static covey_vec vec_at(const double *const columns[COVEY_AXES], size_t i)
{
    return (covey_vec){columns[0][i], columns[1][i], columns[2][i]};
}

static order order_of(const covey_world *world)
{
    covey_view view = covey_world_view(world, 0);
    covey_vec center = {0, 0, 0}, headings = {0, 0, 0}, momentum = {0, 0, 0};
    double count = (double)view.count;
    for (size_t i = 0; i < view.count; i++) {
        center = covey_vec_add(center, covey_vec_scale(vec_at(view.pos, i), 1.0 / count));
        headings = covey_vec_add(headings, covey_vec_unit(vec_at(view.vel, i)));
    }
    for (size_t i = 0; i < view.count; i++) {
        covey_vec out = covey_vec_unit(covey_vec_sub(vec_at(view.pos, i), center));
        covey_vec heading = covey_vec_unit(vec_at(view.vel, i));
        momentum = covey_vec_add(momentum, covey_sphere_cross(out, heading));
    }
    return (order){covey_vec_length(headings) / count, covey_vec_length(momentum) / count};
}

/// The mean over the last quarter of the steps.
static order settle(covey_world *world, int steps, double dt)
{
    order mean = {0, 0};
    int frames = 0;
    for (int step = 1; step <= steps; step++) {
        test_world_steps(world, 1, dt);
        if (4 * step <= 3 * steps || step % 10 != 0)
            continue;
        order now = order_of(world);
        mean.polarization += now.polarization;
        mean.momentum += now.momentum;
        frames++;
    }
    return (order){mean.polarization / frames, mean.momentum / frames};
}

static covey_world *deep_world(covey_space plane, uint64_t seed)
{
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_deep(plane, plane.size[0]);
    def.seed = seed;
    return test_world_create(&def);
}

// ---- Couzin ----

enum { SEEDS = 5, ENOUGH = 4, STEPS = 2000 };

static covey_world *school(double orientation, uint64_t seed)
{
    const covey_setting settings[] = {{"orientation", 1.0 + orientation},
                                      {"attraction", 15.0 + orientation}};
    covey_world *world = deep_world(covey_space_open(), seed);
    covey_flock_def def = covey_flock_def_default();
    def.model = "couzin"; // the other parameters are the paper's initially
    def.count = 100;
    def.place.kind = COVEY_PLACE_DISC;
    def.place.radius = 4.0;
    def.settings = settings;
    def.settings_count = 2;
    test_world_add(world, &def);
    return world;
}

/// Fails unless most seeds end within these bounds.
static void check_group(const char *name, double orientation, order low, order high)
{
    int good = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        covey_world *world = school(orientation, seed);
        order found = settle(world, STEPS, 0.1);
        good += found.polarization >= low.polarization && found.momentum >= low.momentum &&
                found.polarization <= high.polarization && found.momentum <= high.momentum;
        print_message("%s: polarization %.3f, momentum %.3f\n", name, found.polarization,
                      found.momentum);
        covey_world_destroy(world);
    }
    assert_true(good >= ENOUGH);
}

static void test_without_a_zone_of_orientation_a_school_swarms(void **unused)
{
    (void)unused;
    check_group("swarm", 0.0, (order){0.0, 0.0}, (order){0.35, 0.35});
}

static void test_with_a_narrow_one_it_becomes_a_torus(void **unused)
{
    (void)unused;
    check_group("torus", 2.5, (order){0.0, 0.6}, (order){0.4, 1.0});
}

static void test_with_a_wide_one_it_becomes_highly_parallel(void **unused)
{
    (void)unused;
    check_group("parallel", 8.0, (order){0.98, 0.0}, (order){1.0, 0.15});
}

/// Section 3.2 of the paper: the state of a group depends on the one before. The zone of
/// orientation becomes wide and narrow again.
static void test_a_group_that_was_parallel_stays_so_where_others_mill(void **unused)
{
    (void)unused;
    int good = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        covey_world *world = school(2.5, seed);
        order before = settle(world, STEPS, 0.1);
        const double widths[] = {8.0, 2.5};
        order after = {0, 0};
        for (int k = 0; k < 2; k++) {
            covey_world_set(world, 0, "attraction", 15.0 + widths[k], NULL);
            covey_world_set(world, 0, "orientation", 1.0 + widths[k], NULL);
            after = settle(world, STEPS, 0.1);
        }
        print_message("there and back: polarization %.3f, then %.3f\n", before.polarization,
                      after.polarization);
        good += after.polarization > before.polarization + 0.3;
        covey_world_destroy(world);
    }
    assert_true(good >= ENOUGH);
}

// ---- Vicsek ----

static double ordered_at(double noise, double vector_noise)
{
    const covey_setting settings[] = {
        {"noise", noise}, {"speed", 0.5}, {"vector_noise", vector_noise}};
    covey_world *world = deep_world(covey_space_torus(5, 5), 1);
    covey_flock_def def = covey_flock_def_default();
    def.model = "vicsek";
    def.count = 500; // 16.8 in a sphere of radius 1
    def.settings = settings;
    def.settings_count = 3;
    test_world_add(world, &def);
    order found = settle(world, 800, 1.0);
    covey_world_destroy(world);
    return found.polarization;
}

/// Where all take nearly the same mean, the order is the mean height of the cap of the share
/// η = noise/2π, 1 - η: here a little less, as the mean of 17 is off itself.
static void test_vicsek_orders_at_low_noise_and_not_at_high(void **unused)
{
    (void)unused;
    const double turn = COVEY_TURN;
    double low = ordered_at(0.1 * turn, 0), middle = ordered_at(0.3 * turn, 0),
           high = ordered_at(turn, 0);
    print_message("vicsek: %.3f, %.3f, %.3f\n", low, middle, high);
    assert_true(low > 0.85 && low <= 0.905);
    assert_true(middle > 0.5 && middle <= 0.705);
    // Of N random unit vectors the mean has the length sqrt(8/(3π N)) = 0.041 on average.
    assert_true(high > 0.035 && high < 0.047);
}

/// Where all take the same sum of an order v and a noise of length η all round, they have the order
/// 1 - η²/(3v²), if v is above η: the mean of a unit vector's height is the field inside or outside
/// of a charged sphere. So v³ - v² + η²/3 = 0, and the noise of 17 neighbors takes a little more.
static void test_vectorial_noise_leaves_the_known_order(void **unused)
{
    (void)unused;
    const double noises[] = {0.2, 0.4, 0.6};
    for (int k = 0; k < 3; k++) {
        double v = 1.0, found = ordered_at(0, noises[k]);
        for (int time = 0; time < 100; time++)
            v = 1.0 - noises[k] * noises[k] / (3.0 * v * v);
        print_message("vectorial noise %.1f: %.3f of %.3f\n", noises[k], found, v);
        assert_true(found > v - 0.06 && found <= v + 0.005);
    }
}

// ---- Uniform points ----

/// Γ(4/3) (4πn/3)^(-1/3) = 0.55396 n^(-1/3), P. Hertz, Math. Ann. 67, 387 (1909).
static void test_uniform_points_have_their_nearest_neighbors_at_the_known_distance(void **unused)
{
    (void)unused;
    enum { POINTS = 4000 };
    covey_world *world = deep_world(covey_space_torus(10, 10), 3);
    covey_flock_def def = test_flock_plain("topological", POINTS);
    test_world_add(world, &def);
    covey_view view = covey_world_view(world, 0);
    double sum = 0.0;
    for (size_t i = 0; i < POINTS; i++) {
        double least = HUGE_VAL;
        for (size_t j = 0; j < POINTS; j++) {
            covey_vec way =
                covey_space_offset(&view.space, vec_at(view.pos, i), vec_at(view.pos, j));
            least = i == j ? least : fmin(least, covey_vec_dot(way, way));
        }
        sum += sqrt(least);
    }
    covey_world_destroy(world);
    double ratio = sum / (double)POINTS / (0.55396 * 10.0 / cbrt(POINTS));
    print_message("uniform points: %.4f of the known distance\n", ratio);
    // The distances spread by 0.36 of their mean: 0.006 for 4000, and a little more, as pairs
    // share.
    assert_true(fabs(ratio - 1.0) < 0.025);
}

// ---- Two bodies ----

/// Two agents on the z axis, at rest or nearly so, after one step.
static covey_vec first_of_two(const char *model, double apart, const covey_setting *settings,
                              size_t settings_count)
{
    static const double zero[2] = {0, 0}, up[2] = {0.001, 0.001};
    const double z[2] = {0, apart};
    covey_world *world = deep_world(covey_space_open(), 1);
    covey_flock_def def = test_flock_plain(model, 2);
    def.pos[0] = def.pos[1] = def.vel[0] = def.vel[1] = zero;
    def.pos[2] = z;
    def.vel[2] = up;
    def.settings = settings;
    def.settings_count = settings_count;
    test_world_add(world, &def);
    test_world_steps(world, 1, 0.5);
    covey_view view = covey_world_view(world, 0);
    covey_vec vel = vec_at(view.vel, test_view_find(&view, 0));
    covey_world_destroy(world);
    return vel;
}

static void test_rules_act_along_z_as_along_any_axis(void **unused)
{
    (void)unused;
    const covey_setting quiet[] = {{"noise", 0}, {"repulsion", 1}};
    covey_vec apart = first_of_two("couzin", 0.5, quiet, 2); // right ahead: it turns to its left
    assert_true(apart.x == 0.0 && apart.y > 0.0 && fabs(apart.y - 3.0 * sin(0.349066)) < 1e-5);
    covey_vec on = first_of_two("couzin", 10.0, quiet, 2);
    assert_true(on.x == 0.0 && on.y == 0.0 && on.z == 3.0);
    // Morse, d = 2: C_a/l_a e^-1 - C_r/l_r e^-4 = 0.0919699 - 0.0366313, for half a unit of time.
    const covey_setting still[] = {{"propulsion", 0}, {"friction", 0}};
    covey_vec pull = first_of_two("morse", 2.0, still, 2);
    assert_true(pull.x == 0.0 && pull.y == 0.0 && fabs(pull.z - 0.001 - 0.5 * 0.0553386) < 1e-6);
}

// ---- Models of the plane ----

static void test_models_and_motions_of_the_plane_are_refused(void **unused)
{
    (void)unused;
    const char *const names[][3] = {
        {"formal", NULL, "model formal is defined in the plane: "},
        {"unicycle", NULL, "model unicycle is defined in the plane: "},
        {"couzin", "unicycle", "motion unicycle is defined in the plane: "},
        {"netlogo_flocking", NULL, "model netlogo_flocking is defined in the plane: "},
        {"sheep", NULL, "model sheep is defined in the plane: "},
    };
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        covey_world *world = deep_world(covey_space_open(), 1), *plane = test_world_plain();
        covey_flock_def def = covey_flock_def_default();
        def.model = names[k][0];
        def.motion = names[k][1];
        def.count = 2;
        covey_error error = {.status = COVEY_OK};
        int flock;
        assert_int_equal(covey_world_add(world, &def, &flock, &error), COVEY_ARG);
        assert_memory_equal(error.message, names[k][2], strlen(names[k][2]));
        assert_int_equal(covey_world_flocks(world), 0);
        test_world_add(plane, &def);
        covey_world_destroy(plane);
        covey_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_a_zone_of_orientation_a_school_swarms),
        cmocka_unit_test(test_with_a_narrow_one_it_becomes_a_torus),
        cmocka_unit_test(test_with_a_wide_one_it_becomes_highly_parallel),
        cmocka_unit_test(test_a_group_that_was_parallel_stays_so_where_others_mill),
        cmocka_unit_test(test_vicsek_orders_at_low_noise_and_not_at_high),
        cmocka_unit_test(test_vectorial_noise_leaves_the_known_order),
        cmocka_unit_test(test_uniform_points_have_their_nearest_neighbors_at_the_known_distance),
        cmocka_unit_test(test_rules_act_along_z_as_along_any_axis),
        cmocka_unit_test(test_models_and_motions_of_the_plane_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
