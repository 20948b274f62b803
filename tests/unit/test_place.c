// SPDX-License-Identifier: MIT
// Where the agents of a new flock stand: as given, or a function of the seed and the id alone.
#include "base/math_trig.h"
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static covey_world *flock_of(covey_space space, uint64_t seed, size_t count)
{
    covey_world_def world_def = covey_world_def_default();
    world_def.space = space;
    world_def.seed = seed;
    covey_world *world = test_world_create(&world_def);
    covey_flock_def def = covey_flock_def_default();
    def.count = count;
    def.place.speed = 3.0;
    test_world_add(world, &def);
    return world;
}

/// How many of the first `count` agents are alike in two worlds.
static size_t alike(const covey_world *a, const covey_world *b, uint32_t count)
{
    size_t same = 0;
    for (uint32_t id = 0; id < count; id++) {
        covey_vec p = test_world_pos(a, 0, id), q = test_world_pos(b, 0, id);
        covey_vec v = test_world_vel(a, 0, id), w = test_world_vel(b, 0, id);
        same += p.x == q.x && p.y == q.y && v.x == w.x && v.y == w.y;
    }
    return same;
}

static void test_an_agent_s_place_depends_on_seed_and_id_alone(void **unused)
{
    (void)unused;
    covey_space torus = covey_space_torus(30, 20);
    covey_world *few = flock_of(torus, 7, 50), *many = flock_of(torus, 7, 90);
    covey_world *other = flock_of(torus, 8, 50);
    assert_int_equal(alike(few, many, 50), 50);
    assert_int_equal(alike(few, other, 50), 0);
    covey_world_destroy(other);
    covey_world_destroy(many);
    covey_world_destroy(few);
}

/// All agents are between low and high, some in each corner's quarter, and all have speed 3.
static void assert_fills(const covey_world *world, covey_vec low, covey_vec high)
{
    covey_view view = covey_world_view(world, 0);
    size_t quarter[4] = {0};
    for (size_t i = 0; i < view.count; i++) {
        double x = view.pos[0][i], y = view.pos[1][i];
        assert_true(x >= low.x && x < high.x && y >= low.y && y < high.y);
        quarter[2 * (x > 0.5 * (low.x + high.x)) + (y > 0.5 * (low.y + high.y))]++;
        covey_vec vel = {view.vel[0][i], view.vel[1][i]};
        assert_true(fabs(covey_vec_length(vel) - 3.0) < 8 * DBL_EPSILON); // sin, cos: 1 ulp each
    }
    for (int k = 0; k < 4; k++) // binomial: a quarter of them, up to six standard deviations
        assert_true(fabs((double)quarter[k] - 0.25 * (double)view.count) <
                    6.0 * sqrt(0.1875 * (double)view.count));
}

static void test_flocks_of_one_world_draw_places_of_their_own(void **unused)
{
    (void)unused;
    covey_world *world = flock_of(covey_space_torus(30, 20), 7, 50);
    covey_flock_def def = covey_flock_def_default();
    def.name = "second";
    def.count = 50;
    test_world_add(world, &def);
    for (uint32_t id = 0; id < 50; id++)
        assert_true(test_world_pos(world, 0, id).x != test_world_pos(world, 1, id).x);
    covey_world_destroy(world);
}

static void test_random_agents_fill_the_torus(void **unused)
{
    (void)unused;
    covey_world *world = flock_of(covey_space_torus(30, 20), 1, 1600);
    assert_fills(world, (covey_vec){0, 0}, (covey_vec){30, 20});
    covey_world_destroy(world);
}

static void test_random_agents_of_the_open_plane_have_unit_area_each(void **unused)
{
    (void)unused;
    covey_world *world = flock_of(covey_space_open(), 1, 1600);
    assert_fills(world, (covey_vec){0, 0}, (covey_vec){40, 40});
    covey_world_destroy(world);
}

static void test_random_agents_fill_the_box(void **unused)
{
    (void)unused;
    covey_world_def world_def = covey_world_def_default();
    covey_world *world = test_world_create(&world_def);
    covey_flock_def def = covey_flock_def_default();
    def.count = 1600;
    def.place.speed = 3.0;
    def.place.x = -4.5;
    def.place.width = 1;
    def.place.y = 1.5e6;
    def.place.height = 1e6;
    test_world_add(world, &def);
    assert_fills(world, (covey_vec){-5, 1e6}, (covey_vec){-4, 2e6});
    covey_world_destroy(world);
}

static void test_given_agents_are_folded_into_the_torus(void **unused)
{
    (void)unused;
    const double x[] = {-1, 10, 25}, y[] = {3, -1e-320, 4}, v[] = {1, -2, 1e300};
    covey_world *world = test_world_in(covey_space_torus(10, 8));
    covey_flock_def def = covey_flock_def_default();
    def.count = 3;
    def.pos[0] = x;
    def.pos[1] = y;
    def.vel[0] = def.vel[1] = v;
    test_world_add(world, &def);
    const double folded_x[] = {9, 0, 5}, folded_y[] = {3, 0, 4};
    for (uint32_t id = 0; id < 3; id++) {
        covey_vec pos = test_world_pos(world, 0, id), vel = test_world_vel(world, 0, id);
        assert_true(pos.x == folded_x[id] && pos.y == folded_y[id]);
        assert_true(vel.x == v[id] && vel.y == v[id]);
    }
    covey_world_destroy(world);
}

// ---- Kinds ----

static covey_world *placed(covey_space space, covey_placement place, size_t count)
{
    covey_world *world = test_world_in(space);
    covey_flock_def def = covey_flock_def_default();
    def.count = count;
    def.place = place;
    test_world_add(world, &def);
    return world;
}

static covey_placement kind_of(covey_place_kind kind)
{
    covey_placement place = covey_placement_default();
    place.kind = kind;
    return place;
}

static void assert_at(const covey_world *world, covey_id id, double x, double y)
{
    covey_vec p = test_world_pos(world, 0, id);
    if (!(fabs(p.x - x) < 1e-13 && fabs(p.y - y) < 1e-13)) // a few ulps of up to 100
        fail_msg("agent %u at (%.17g, %.17g), not (%g, %g)", (unsigned)id, p.x, p.y, x, y);
}

static void test_a_lattice_fills_its_box_row_after_row(void **unused)
{
    (void)unused;
    covey_placement place = kind_of(COVEY_PLACE_LATTICE);
    covey_world *world = placed(covey_space_torus(60, 20), place, 12); // 6 columns, 2 rows
    for (uint32_t id = 0; id < 12; id++)
        assert_at(world, id, 5 + 10 * (id % 6), 5 + 10 * (id / 6));
    covey_world_destroy(world);
    world = placed(covey_space_open(), place, 7); // 3 columns, 3 rows in a square of area 7
    assert_at(world, 4, sqrt(7) * 0.5, sqrt(7) * 0.5);
    assert_at(world, 6, sqrt(7) / 6, sqrt(7) * 5 / 6);
    covey_world_destroy(world);
    for (size_t count = 1; count < 200; count++) { // in a box without height all stand in a row
        place.width = 10;
        world = placed(covey_space_open(), place, count);
        for (uint32_t id = 0; id < count; id++)
            assert_at(world, id, -5 + 10 * (id + 0.5) / (double)count, 0);
        covey_world_destroy(world);
    }
    place.width = 0;
    place.height = 8; // without width, in a column
    world = placed(covey_space_open(), place, 3);
    assert_at(world, 0, 0, -4 + 8 / 6.0);
    assert_at(world, 2, 0, -4 + 8 * 5 / 6.0);
    covey_world_destroy(world);
}

static void check_disc(covey_place_kind kind, double inner)
{
    covey_placement place = kind_of(kind);
    place.x = 30;
    place.y = -20;
    place.radius = 8;
    place.inner = inner;
    double hole = kind == COVEY_PLACE_MILL ? inner * inner : 0.0;
    covey_world *world = placed(covey_space_open(), place, 4000);
    int rings[16] = {0}, sectors[16] = {0};
    for (uint32_t id = 0; id < 4000; id++) {
        covey_vec p = test_world_pos(world, 0, id), v = test_world_vel(world, 0, id);
        covey_vec out = {(p.x - 30) / 8, (p.y + 20) / 8};
        double area = (covey_vec_dot(out, out) - hole) / (1.0 - hole);
        assert_true(area > -1e-13 && area < 1.0 + 1e-13);
        rings[(int)fmin(15, fmax(0, 16 * area))]++;
        sectors[(int)(16 * (covey_atan2(out.y, out.x) / (2 * COVEY_PI) + 0.5)) % 16]++;
        if (kind == COVEY_PLACE_MILL) { // at a right angle, counterclockwise; (p - center) rounds
            assert_true(fabs(covey_vec_dot(v, out)) < 1e-13);
            assert_true(out.x * v.y - out.y * v.x > 0.0);
        }
    }
    test_assert_even(rings, 4000);
    test_assert_even(sectors, 4000);
    covey_world_destroy(world);
}

static void test_discs_and_mills_are_even_by_area(void **unused)
{
    (void)unused;
    check_disc(COVEY_PLACE_DISC, 0.5);
    check_disc(COVEY_PLACE_MILL, 0.5);
    check_disc(COVEY_PLACE_MILL, 0.0);
}

static void test_a_ring_is_evenly_spaced_from_the_right_on(void **unused)
{
    (void)unused;
    covey_placement place = kind_of(COVEY_PLACE_RING);
    place.x = 3;
    place.y = 4;
    place.radius = 5;
    covey_world *world = placed(covey_space_open(), place, 12);
    for (uint32_t id = 0; id < 12; id++)
        assert_at(world, id, 3 + 5 * covey_cos(COVEY_PI * id / 6),
                  4 + 5 * covey_sin(COVEY_PI * id / 6));
    covey_world_destroy(world);
    place.radius = 0; // one agent per unit area
    world = placed(covey_space_open(), place, 314);
    assert_at(world, 0, 3 + sqrt(314 / COVEY_PI), 4);
    covey_world_destroy(world);
}

// ---- Speeds and headings ----

static void test_whole_speeds_are_as_likely_and_leave_the_highest_out(void **unused)
{
    (void)unused;
    covey_placement place = covey_placement_default();
    place.speed = 20;
    place.speed_spread = 30;
    place.speed_whole = 1;
    covey_world *world = placed(covey_space_open(), place, 6000);
    int speeds[30] = {0};
    for (uint32_t id = 0; id < 6000; id++) {
        double speed = covey_vec_length(test_world_vel(world, 0, id)), whole = floor(speed + 0.5);
        assert_true(fabs(speed - whole) < 1e-13 && whole >= 20 && whole <= 49);
        speeds[(int)whole - 20]++;
    }
    double chi = 0.0;
    for (int k = 0; k < 30; k++)
        chi += (speeds[k] - 200) * (speeds[k] - 200) / 200.0;
    assert_true(chi < 72.0); // 29 degrees of freedom: by chance once in 70,000
    covey_world_destroy(world);
}

static void test_velocities_fill_a_square(void **unused)
{
    (void)unused;
    covey_placement place = covey_placement_default();
    place.speed = 3;
    place.speed_square = 1;
    covey_world *world = placed(covey_space_open(), place, 6400);
    int cells[8][8] = {{0}};
    for (uint32_t id = 0; id < 6400; id++) {
        covey_vec vel = test_world_vel(world, 0, id);
        assert_true(fabs(vel.x) <= 3.0 && fabs(vel.y) <= 3.0);
        int column = (int)((vel.x + 3.0) / 0.75), row = (int)((vel.y + 3.0) / 0.75);
        cells[column < 8 ? column : 7][row < 8 ? row : 7]++;
    }
    double chi = 0.0;
    for (int k = 0; k < 64; k++)
        chi += (cells[k / 8][k % 8] - 100) * (cells[k / 8][k % 8] - 100) / 100.0;
    assert_true(chi < 120.0); // 63 degrees of freedom: by chance once in 80,000
    covey_world_destroy(world);
}

static void test_speeds_and_headings_are_within_their_spread(void **unused)
{
    (void)unused;
    covey_placement place = covey_placement_default();
    place.speed = 2;
    place.speed_spread = 4;
    place.heading = 1;
    place.heading_spread = 0.5;
    covey_world *world = placed(covey_space_open(), place, 4000);
    int speeds[16] = {0}, headings[16] = {0};
    for (uint32_t id = 0; id < 4000; id++) {
        covey_vec v = test_world_vel(world, 0, id);
        double speed = (covey_vec_length(v) - 2) / 4, heading = (covey_atan2(v.y, v.x) - 1) * 2;
        assert_true(speed > -1e-14 && speed < 1 && heading > -1e-14 && heading < 1);
        speeds[(int)fmax(0, 16 * speed)]++;
        headings[(int)fmax(0, 16 * heading)]++;
    }
    test_assert_even(speeds, 4000);
    test_assert_even(headings, 4000);
    covey_world_destroy(world);
}

// ---- Obstacles and errors ----

static void add_circle(covey_world *world, double x, double y, double radius)
{
    const covey_setting setting = {"radius", radius};
    test_world_obstacle(world, (covey_influence_def){.points = {&x, &y},
                                                     .points_count = 1,
                                                     .settings = &setting,
                                                     .settings_count = 1});
}

static covey_world *blocked_world(double radius)
{
    covey_world *world = test_world_in(covey_space_torus(40, 40));
    add_circle(world, 0, 0, radius); // all four corners
    return world;
}

static void test_drawn_places_keep_clear_of_obstacles_by_a_body(void **unused)
{
    (void)unused;
    covey_world *world = blocked_world(18.0);
    covey_flock_def def = covey_flock_def_default();
    def.count = 1000;
    def.body = 1.5;
    test_world_add(world, &def);
    double nearest = 40.0;
    for (uint32_t id = 0; id < 1000; id++) {
        covey_vec p = test_world_pos(world, 0, id);
        double x = fmin(p.x, 40 - p.x), y = fmin(p.y, 40 - p.y);
        nearest = fmin(nearest, sqrt(x * x + y * y));
    }
    assert_true(nearest >= 19.5 && nearest < 20.0);
    covey_world_destroy(world);
}

static void assert_refused(covey_world *world, const covey_flock_def *def, const char *message)
{
    covey_error error;
    int flock;
    assert_int_equal(covey_world_add(world, def, &flock, &error), COVEY_ARG);
    assert_string_equal(error.message, message);
    assert_int_equal(covey_world_flocks(world), 0);
}

static void test_errors_say_what_cannot_be_placed(void **unused)
{
    (void)unused;
    covey_world *world = blocked_world(30.0);
    covey_flock_def def = covey_flock_def_default();
    def.count = 3;
    assert_refused(world, &def, "there is no room for agent 0 of flock flock");
    def.place.kind = COVEY_PLACE_LATTICE;
    assert_refused(world, &def, "there is no room for agent 0 of flock flock");
    def.place.kind = 2.5;
    assert_refused(world, &def, "place of flock flock: kind = 2.5 is no choice");
    def.place.kind = 5;
    assert_refused(world, &def, "place of flock flock: kind = 5 is outside [0, 4]");
    def.place = covey_placement_default();
    def.place.inner = (double)NAN;
    assert_refused(world, &def, "place of flock flock: inner = nan is outside [0, 1]");
    def.place = covey_placement_default();
    def.body = -1;
    assert_refused(world, &def, "flock flock cannot have bodies of radius -1");
    def.body = 0;
    const double at[] = {1, 2, HUGE_VAL};
    def.pos[0] = at;
    assert_refused(world, &def, "flock flock has an axis without values");
    def.pos[1] = at;
    assert_refused(world, &def,
                   "agent 2 of flock flock has a position or velocity that is not finite");
    covey_world_destroy(world);
    covey_world_def box = covey_world_def_default();
    box.space = covey_space_reflecting(10, 10);
    world = test_world_create(&box);
    def = covey_flock_def_default();
    def.count = 1;
    def.place.kind = COVEY_PLACE_RING;
    def.place.radius = 11;
    assert_refused(world, &def, "agent 0 of flock flock is outside the space");
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_agent_s_place_depends_on_seed_and_id_alone),
        cmocka_unit_test(test_flocks_of_one_world_draw_places_of_their_own),
        cmocka_unit_test(test_random_agents_fill_the_torus),
        cmocka_unit_test(test_random_agents_of_the_open_plane_have_unit_area_each),
        cmocka_unit_test(test_random_agents_fill_the_box),
        cmocka_unit_test(test_given_agents_are_folded_into_the_torus),
        cmocka_unit_test(test_a_lattice_fills_its_box_row_after_row),
        cmocka_unit_test(test_discs_and_mills_are_even_by_area),
        cmocka_unit_test(test_a_ring_is_evenly_spaced_from_the_right_on),
        cmocka_unit_test(test_whole_speeds_are_as_likely_and_leave_the_highest_out),
        cmocka_unit_test(test_velocities_fill_a_square),
        cmocka_unit_test(test_speeds_and_headings_are_within_their_spread),
        cmocka_unit_test(test_drawn_places_keep_clear_of_obstacles_by_a_body),
        cmocka_unit_test(test_errors_say_what_cannot_be_placed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
