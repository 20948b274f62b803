// SPDX-License-Identifier: MIT
// The formal model: each term and each dialect by hand, from percepts made up here.
#include "models/formal.h"
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { TEXT, SUITE2023, UNIT };

static const covey_model_formal_params ones = {1, 1, 1, 1, 1, 1, 1, TEXT};

/// The forces of an agent with these sums over its neighbors.
static covey_model_formal_terms forces(const covey_model_formal_params *params,
                                       covey_percept cohering, covey_percept separating,
                                       covey_percept aligned)
{
    covey_percept percepts[COVEY_FORMAL_ZONES];
    percepts[COVEY_FORMAL_COHESION] = cohering;
    percepts[COVEY_FORMAL_SEPARATION] = separating;
    percepts[COVEY_FORMAL_ALIGNMENT] = aligned;
    return covey_model_formal_forces(params, percepts);
}

static covey_percept offset(double count, double x, double y)
{
    return (covey_percept){.count = count, .weight_sum = count, .offset = {x, y}};
}

static covey_percept carried(double count, double x, double y)
{
    return (covey_percept){.count = count, .weight_sum = count, .carried = {x, y}};
}

static const covey_percept none = {0};

static void assert_vec(covey_vec found, double x, double y)
{
    if (!(found.x == x && found.y == y))
        fail_msg("(%a, %a) is not (%a, %a)", found.x, found.y, x, y);
}

// ---- Terms ----

static void test_cohesion_is_the_mean_offset_over_the_radius(void **unused)
{
    (void)unused;
    covey_model_formal_params p = ones;
    p.r_c = 8;
    assert_vec(forces(&p, offset(2, 8, -4), none, none).cohesion, 0.5, -0.25);
    p.dialect = SUITE2023;
    assert_vec(forces(&p, offset(2, 8, -4), none, none).cohesion, 0.5, -0.25);
}

static void test_cohesion_of_dialect_unit_has_length_one(void **unused)
{
    (void)unused;
    covey_model_formal_params p = ones;
    p.dialect = UNIT;
    p.r_c = 100;
    assert_vec(forces(&p, offset(2, 0, -3), none, none).cohesion, 0, -1);
    assert_vec(forces(&p, offset(2, 0, 0), none, none).cohesion, 0, 0);
    p.r_c = 0;
    assert_vec(forces(&p, offset(2, 0, 0), none, none).cohesion, 0, 0);
}

static void test_cohesion_is_zero_alone_and_without_radius(void **unused)
{
    (void)unused;
    for (int dialect = TEXT; dialect <= UNIT; dialect++) {
        covey_model_formal_params p = ones;
        p.dialect = dialect;
        assert_vec(forces(&p, none, none, none).cohesion, 0, 0);
        p.r_c = 0;
        assert_vec(forces(&p, offset(3, 0, 0), none, none).cohesion, 0, 0);
    }
}

static void test_cohesion_never_has_a_length_above_one(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    for (int trial = 0; trial < 100000; trial++) {
        // All neighbors at the radius as it is computed: any excess is that of rounding.
        covey_model_formal_params p = ones;
        double count = 1.0 + (double)test_below(&random, 9);
        covey_vec r = {test_uniform(&random, -1, 1), test_uniform(&random, -1, 1)};
        r = covey_vec_scale(r, ldexp(1.0, (int)test_below(&random, 2000) - 1000));
        p.r_c = covey_vec_length(r);
        covey_percept all = {.count = count};
        for (int k = 0; k < count; k++)
            all.offset = covey_vec_add(all.offset, r);
        covey_vec f = forces(&p, all, none, none).cohesion;
        assert_true(covey_vec_length(f) <= 1.0 + DBL_EPSILON); // of the length, not of the force
        assert_true(covey_vec_length(f) >= 1.0 - 4 * DBL_EPSILON);
    }
}

static void test_separation_pushes_away(void **unused)
{
    (void)unused;
    covey_model_formal_terms f = forces(&ones, none, offset(1, 0.5, -0.25), none);
    assert_vec(f.separation_sum, -0.5, 0.25);
    assert_vec(f.separation, -0.5, 0.25);
}

static void test_separation_is_clamped_to_its_longest(void **unused)
{
    (void)unused;
    covey_model_formal_params p = ones;
    p.F_Smax = 5;
    assert_vec(forces(&p, none, offset(1, 3, 4), none).separation, -3, -4); // exactly at it
    p.F_Smax = nextafter(5, 0);
    covey_model_formal_terms f = forces(&p, none, offset(1, 3, 4), none);
    assert_vec(f.separation_sum, -3, -4);
    assert_vec(f.separation, -0.6 * p.F_Smax, -0.8 * p.F_Smax);
    p.F_Smax = 0;
    assert_vec(forces(&p, none, offset(1, 3, 4), none).separation, 0, 0);
    assert_vec(forces(&p, none, offset(1, 0, 0), none).separation, 0, 0);
}

static void test_clamp_of_suite2023_compares_a_product(void **unused)
{
    (void)unused;
    covey_model_formal_params p = ones;
    p.dialect = SUITE2023;
    p.F_Smax = 12;
    assert_vec(forces(&p, none, offset(1, 3, -4), none).separation, -3, 4); // |S_x S_y| = 12
    assert_vec(forces(&p, none, offset(1, 900, 0), none).separation, -900, 0);
    p.F_Smax = 10;
    assert_vec(forces(&p, none, offset(1, 3, -4), none).separation, -0.6 * 10, 0.8 * 10);
}

static void test_clamp_of_unit_comes_after_the_gain(void **unused)
{
    (void)unused;
    covey_model_formal_params p = ones;
    p.dialect = UNIT;
    p.K_s = 10;
    p.F_Smax = 5;
    covey_model_formal_terms f = forces(&p, none, offset(1, 0.75, 1), none);
    assert_vec(f.separation_sum, -7.5, -10);
    assert_vec(f.separation, -0.6 * 5, -0.8 * 5);
    assert_vec(f.force, -0.6 * 5, -0.8 * 5); // not multiplied again
}

static void test_alignment_is_the_mean_itself(void **unused)
{
    (void)unused;
    for (int dialect = TEXT; dialect <= UNIT; dialect++) {
        covey_model_formal_params p = ones;
        p.dialect = dialect;
        assert_vec(forces(&p, none, none, carried(4, 8, -2)).alignment, 2, -0.5);
    }
}

static void test_the_force_is_the_sum_with_constants(void **unused)
{
    (void)unused;
    covey_model_formal_params p = {4, 1, 8, 1, 2, -0.5, 16, TEXT};
    covey_model_formal_terms f = forces(&p, offset(1, 2, 0), offset(1, -4, 2), carried(2, 1, 0.5));
    assert_vec(f.cohesion, 0.5, 0);
    assert_vec(f.separation, 4, -2);
    assert_vec(f.alignment, 0.5, 0.25);
    assert_vec(f.force, 2 * 0.5 - 0.5 * 4 + 16 * 0.5, 0.5 * 2 + 16 * 0.25);
}

// ---- Zones and tables ----

static void test_zones_are_those_of_the_assignment(void **unused)
{
    (void)unused;
    const covey_model_formal_params p = {1, 2, 1, 3, 1, 1, 1, TEXT};
    covey_zone zone[COVEY_MAX_ZONES];
    assert_int_equal(covey_model_formal.zones(&p, zone), 3);
    for (int z = 0; z < 3; z++) {
        assert_true(!zone[z].strict && zone[z].inner == 0.0 && zone[z].blind_cos == -1.0);
        assert_int_equal(zone[z].of, COVEY_OF_OWN);
        assert_int_equal(zone[z].self, z == COVEY_FORMAL_ALIGNMENT);
    }
    assert_true(zone[COVEY_FORMAL_COHESION].radius == 1.0);
    assert_true(zone[COVEY_FORMAL_SEPARATION].radius == 2.0);
    assert_true(zone[COVEY_FORMAL_ALIGNMENT].radius == 3.0);
    assert_int_equal(zone[COVEY_FORMAL_ALIGNMENT].carry, COVEY_CARRY_VELOCITY);
}

static void test_dialect_names_stand_in_the_order_of_their_rows(void **unused)
{
    (void)unused;
    const char *const names[] = {"text", "suite2023", "unit"};
    const covey_param *row = covey_param_find(covey_model_formal.params, "dialect");
    for (int k = 0; k < 3; k++) {
        assert_string_equal(covey_model_formal_dialect(k), names[k]);
        assert_string_equal(row->choices[k], names[k]);
        assert_int_equal(covey_model_formal_find(names[k]), k);
        assert_int_equal(covey_param_choice(row, names[k]), k);
        assert_non_null(covey_model_formal_rules(k));
    }
    assert_null(row->choices[3]);
    assert_null(covey_model_formal_dialect(3));
    assert_null(covey_model_formal_dialect(-1));
    assert_null(covey_model_formal_rules(3));
    assert_int_equal(covey_model_formal_find("2023"), -1);
}

static void test_two_agents_at_the_cohesion_radius_meet(void **unused)
{
    (void)unused;
    // Two agents at d = r_c = 1, too far to separate or to align: F_c = 1 towards each other.
    double x[] = {0, 1}, y[] = {0, 0}, rest[] = {0, 0};
    const covey_setting settings[] = {{"r_c", 1}, {"r_s", 0.5}, {"r_a", 0.5}};
    test_flock agents = {.count = 2, .pos = {x, y}, .vel = {rest, rest}};
    covey_world *world = test_world_of(covey_space_open(), &agents, settings, 3);
    test_world_steps(world, 1, 0.125);
    assert_vec(test_world_vel(world, 0, 0), 0.125, 0);
    assert_vec(test_world_pos(world, 0, 0), 0.015625, 0);
    assert_vec(test_world_vel(world, 0, 1), -0.125, 0);
    assert_vec(test_world_pos(world, 0, 1), 1 - 0.015625, 0);
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cohesion_is_the_mean_offset_over_the_radius),
        cmocka_unit_test(test_cohesion_of_dialect_unit_has_length_one),
        cmocka_unit_test(test_cohesion_is_zero_alone_and_without_radius),
        cmocka_unit_test(test_cohesion_never_has_a_length_above_one),
        cmocka_unit_test(test_separation_pushes_away),
        cmocka_unit_test(test_separation_is_clamped_to_its_longest),
        cmocka_unit_test(test_clamp_of_suite2023_compares_a_product),
        cmocka_unit_test(test_clamp_of_unit_comes_after_the_gain),
        cmocka_unit_test(test_alignment_is_the_mean_itself),
        cmocka_unit_test(test_the_force_is_the_sum_with_constants),
        cmocka_unit_test(test_zones_are_those_of_the_assignment),
        cmocka_unit_test(test_dialect_names_stand_in_the_order_of_their_rows),
        cmocka_unit_test(test_two_agents_at_the_cohesion_radius_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
