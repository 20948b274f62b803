// SPDX-License-Identifier: MIT
// The steering behaviors of Reynolds 1999: each does what its name says, and the same at 30, 60 and
// 120 steps a T, in the plane and in three dimensions.
#include "base/math_trig.h"
#include "geometry/route.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { LEAST_RATE = 30, RATES = 3 };

/// One agent, or some, under one influence.
typedef struct course {
    const char *kind;
    covey_setting settings[8];
    size_t settings_count;
    const double *points[COVEY_AXES];
    size_t points_count;
    const covey_field *field;
    covey_pose start;
    size_t count; ///< all at the start; 0: 1
    const char *motion;
    double top_speed;
    bool deep;
    double torus; ///< its size on each axis; 0: the space is open
} course;

static covey_world *make(const course *of)
{
    covey_world_def world_def = covey_world_def_default();
    world_def.kernel = COVEY_KERNEL_REF;
    if (of->torus > 0)
        world_def.space = covey_space_torus(of->torus, of->torus);
    if (of->deep)
        world_def.space = covey_space_deep(world_def.space, of->torus);
    covey_world *world = test_world_create(&world_def);
    double pos[COVEY_AXES][8], vel[COVEY_AXES][8];
    covey_flock_def def = covey_flock_def_default();
    def.model = "reynolds";
    def.motion = of->motion;
    def.count = of->count > 0 ? of->count : 1;
    for (size_t k = 0; k < def.count; k++) {
        pos[0][k] = of->start.pos.x + 1e-5 * (double)k;
        pos[1][k] = of->start.pos.y;
        pos[2][k] = of->start.pos.z;
        vel[0][k] = of->start.vel.x;
        vel[1][k] = of->start.vel.y;
        vel[2][k] = of->start.vel.z;
    }
    for (int axis = 0; axis < (of->deep ? 3 : 2); axis++) {
        def.pos[axis] = pos[axis];
        def.vel[axis] = vel[axis];
    }
    // Without its rules this model flies straight on.
    const covey_setting settings[] = {{"separation", 0}, {"alignment", 0},
                                      {"cohesion", 0},   {"max_force", 1e9},
                                      {"min_speed", 0},  {"max_speed", of->top_speed}};
    def.settings = settings;
    def.settings_count = 6;
    test_world_add(world, &def);
    covey_influence_def influence = covey_influence_def_default();
    influence.kind = of->kind;
    influence.settings = of->settings;
    influence.settings_count = of->settings_count;
    memcpy(influence.points, of->points, sizeof of->points);
    influence.points_count = of->points_count;
    influence.field = of->field;
    int handle;
    covey_error error = {0};
    if (covey_world_influence_add(world, &influence, &handle, &error) != COVEY_OK)
        fail_msg("%s", error.message);
    return world;
}

static covey_pose pose_of(const covey_world *world, uint32_t id)
{
    covey_pose pose;
    assert_int_equal(covey_world_get(world, 0, id, &pose, NULL), COVEY_OK);
    return pose;
}

/// Where agent 0 is after a time at a number of steps a T.
static covey_vec end_of(const course *of, double time, int rate)
{
    covey_world *world = make(of);
    test_world_steps(world, (int)(time * rate + 0.5), 1.0 / rate);
    covey_vec end = pose_of(world, 0).pos;
    covey_world_destroy(world);
    return end;
}

static double between(covey_vec a, covey_vec b)
{
    return covey_vec_length(covey_vec_sub(a, b));
}

/// Places at 30, 60 and 120 steps a T are near one another, and the finer two nearer: a step has an
/// error of the order of dt.
static void assert_same_at_all_rates(const course *of, double time, double tolerance)
{
    covey_vec end[RATES];
    for (int k = 0; k < RATES; k++)
        end[k] = end_of(of, time, LEAST_RATE << k);
    double coarse = between(end[0], end[1]), fine = between(end[1], end[2]);
    print_message("%s%s: 30/60 differ by %.3g, 60/120 by %.3g\n", of->kind,
                  of->deep ? " (deep)" : "", coarse, fine);
    assert_true(coarse < tolerance);
    assert_true(fine < 0.7 * coarse + 1e-9);
}

static course from(const char *kind, double x, double y, double vx, double vy)
{
    return (course){.kind = kind, .start = {{x, y, 0}, {vx, vy, 0}}, .top_speed = 10};
}

static void set(course *of, const char *name, double value)
{
    of->settings[of->settings_count++] = (covey_setting){name, value};
}

// ---- Places ----

static void test_seek_runs_through_its_place_and_arrive_stops_there(void **unused)
{
    (void)unused;
    for (int deep = 0; deep < 2; deep++) {
        course seek = from("seek", 0, 0, 0, 3), arrive = from("arrive", 0, 0, 0, 3);
        seek.deep = arrive.deep = deep == 1;
        set(&seek, "x", 60);
        set(&arrive, "x", 60);
        if (deep == 1) {
            set(&seek, "z", 40);
            set(&arrive, "z", 40);
        }
        covey_vec place = {60, 0, deep == 1 ? 40 : 0};
        // Arrive comes to it as exp(-t/5) at most: speed/slowing is 10/50. 60 T leave 1e-5 of it.
        assert_true(between(end_of(&arrive, 60, 60), place) < 1e-2);
        covey_world *world = make(&seek);
        double nearest = HUGE_VAL, furthest = 0;
        for (int step = 0; step < 60 * 30; step++) {
            test_world_steps(world, 1, 1.0 / 60);
            double far = between(pose_of(world, 0).pos, place);
            nearest = far < nearest ? far : nearest;
            furthest = nearest < 1.0 && far > furthest ? far : furthest;
        }
        covey_world_destroy(world);
        assert_true(nearest < 1.0);  // it hits
        assert_true(furthest > 1.0); // and runs past: v = 20 exp(-2t) - 10 there: by 1.5
        assert_same_at_all_rates(&arrive, 8, 0.5);
        assert_same_at_all_rates(&seek, 5, 0.5);
    }
}

static void test_agents_flee_as_far_as_the_radius(void **unused)
{
    (void)unused;
    course near = from("flee", 3, 4, -1, 0), far = from("flee", 30, 40, 0, 0);
    near.settings[0] = far.settings[0] = (covey_setting){"radius", 20};
    near.settings_count = far.settings_count = 1;
    near.settings[near.settings_count++] = (covey_setting){"speed", 5};
    assert_true(covey_vec_length(end_of(&near, 20, 60)) > 20.0);
    assert_true(between(end_of(&far, 20, 60), far.start.pos) == 0.0); // it never starts
    assert_same_at_all_rates(&near, 3, 0.3);
}

static void test_an_impulse_and_a_direction_arrive_as_a_force_does(void **unused)
{
    (void)unused;
    course force = from("arrive", 0, 0, 0, 3);
    set(&force, "x", 60);
    course push = force;
    push.motion = "impulse";
    for (int k = 0; k < RATES; k++) // the same numbers but for rounding: F dt in both
        assert_true(between(end_of(&force, 5, LEAST_RATE << k), end_of(&push, 5, LEAST_RATE << k)) <
                    1e-9);
}

// ---- Wander ----

static void test_wander_has_one_way_at_all_rates_and_forgets_its_heading(void **unused)
{
    (void)unused;
    for (int deep = 0; deep < 2; deep++) {
        course of = from("wander", 0, 0, 10, 0);
        of.deep = deep == 1;
        assert_same_at_all_rates(&of, 5, 1.5);
        // Headings 6 T apart, beyond 2 time and what the agent itself keeps of its heading,
        // over 3000 T: a mean cosine of 0 ± 0.05 or so; headings 0.1 T apart are nearly the same.
        covey_world *world = make(&of);
        enum { STEPS = 90000, FAR = 180, NEAR = 3 };
        static covey_vec heading[STEPS];
        double far = 0, near = 0;
        for (int step = 0; step < STEPS; step++) {
            test_world_steps(world, 1, 1.0 / 30);
            heading[step] = covey_vec_unit(pose_of(world, 0).vel);
            if (step >= FAR) {
                far += covey_vec_dot(heading[step], heading[step - FAR]) / (STEPS - FAR);
                near += covey_vec_dot(heading[step], heading[step - NEAR]) / (STEPS - FAR);
            }
        }
        covey_world_destroy(world);
        print_message("wander: mean cosine %.3f after 6 T, %.3f after 0.1 T\n", far, near);
        assert_true(near > 0.98);
        assert_true(fabs(far) < 0.12);
    }
}

// ---- Paths ----

static double square_x[] = {0, 100, 100, 0}, square_y[] = {0, 0, 100, 100};

static void test_agents_stay_on_a_path_and_go_round_it(void **unused)
{
    (void)unused;
    for (int smooth = 0; smooth < 2; smooth++) {
        course of = from("path_following", 50, 0, 0, 0);
        of.points[0] = square_x;
        of.points[1] = square_y;
        of.points_count = 4;
        set(&of, "closed", 1);
        set(&of, "smooth", smooth);
        set(&of, "speed", 8);
        set(&of, "weight", 4);
        of.start.vel.x = -8; // the wrong way
        covey_world *world = make(&of);
        int handle = covey_world_influence_at(world, 0);
        covey_influence_view view = covey_world_influence(world, handle);
        covey_shape shape = {.dim = 3, .count = 4, .images = 1, .radius = 1e9};
        for (int axis = 0; axis < 2; axis++)
            shape.points[axis] = axis == 0 ? square_x : square_y;
        assert_int_equal(view.points_count, 4);
        covey_route route = {&shape, true, smooth == 1};
        double length = covey_route_length(&route), worst = 0, turned = 0, last = 50;
        assert_true(smooth == 1 ? length > 400 && length < 450 : fabs(length - 400) < 1e-9);
        for (int step = 0; step < 60 * 80; step++) {
            test_world_steps(world, 1, 1.0 / 60);
            covey_route_place near = covey_route_nearest(&route, pose_of(world, 0).pos);
            double far = covey_vec_length(near.offset), way = near.along - last;
            turned +=
                way > 0.5 * length ? way - length : (way < -0.5 * length ? way + length : way);
            last = near.along;
            worst = step > 60 * 10 && far > worst ? far : worst;
        }
        print_message("path: at most %.2f off, %.0f along\n", worst, turned);
        assert_true(worst < 5.0 + 4.0); // radius, and what a corner at 8 L/T and 4/T takes: 2 x 8/4
        assert_true(turned > 0.8 * 8 * 80 - 50);
        assert_same_at_all_rates(&of, 5, 0.5);
        covey_world_destroy(world);
    }
}

static void test_agents_arrive_at_the_end_of_an_open_path(void **unused)
{
    (void)unused;
    course of = from("path_following", 0, 30, 0, 0);
    of.points[0] = square_x;
    of.points[1] = square_y;
    of.points_count = 3;
    assert_true(between(end_of(&of, 60, 60), (covey_vec){100, 100, 0}) < 0.1);
    set(&of, "direction", 1);
    assert_true(between(end_of(&of, 60, 60), (covey_vec){0, 0, 0}) < 0.1);
}

static void test_a_route_leads_through_all_its_points_in_three_dimensions(void **unused)
{
    (void)unused;
    double x[] = {0, 3, 3, 9}, y[] = {0, 4, 4, 4}, z[] = {0, 0, 12, 20};
    covey_shape shape = {.dim = 3, .count = 4, .points = {x, y, z}, .images = 1, .radius = 100};
    covey_route straight = {&shape, false, false}, curve = {&shape, false, true};
    assert_true(fabs(covey_route_length(&straight) - (5 + 12 + 10)) < 1e-12);
    covey_vec forward, middle = covey_route_at(&straight, 11, &forward);
    assert_true(between(middle, (covey_vec){3, 4, 6}) < 1e-12);
    assert_true(between(forward, (covey_vec){0, 0, 1}) < 1e-12);
    for (size_t k = 0; k < 4; k++) {
        covey_vec p = {x[k], y[k], z[k]};
        assert_true(covey_vec_length(covey_route_nearest(&curve, p).offset) < 1e-12);
        assert_true(covey_vec_length(covey_route_nearest(&straight, p).offset) < 1e-12);
    }
    covey_route_place near = covey_route_nearest(&straight, (covey_vec){5, 4, 6});
    assert_true(fabs(near.along - 11) < 1e-12 && fabs(near.offset.x + 2) < 1e-12);
}

static void test_agents_follow_a_path_in_three_dimensions_also_across_a_seam(void **unused)
{
    (void)unused;
    const double x[] = {0, 40, 40}, y[] = {0, 0, 30}, z[] = {0, 10, 50};
    course of = from("path_following", 0, 0, 5, 0);
    of.deep = true;
    of.points[0] = x, of.points[1] = y, of.points[2] = z;
    of.points_count = 3;
    assert_true(between(end_of(&of, 60, 60), (covey_vec){40, 30, 50}) < 0.1);
    covey_vec open = end_of(&of, 8, 60);
    of.torus = 128; // it begins at another corner of it
    of.start.pos = (covey_vec){100, 120, 110};
    const double far_x[] = {100, 140, 140}, far_y[] = {120, 120, 150}, far_z[] = {110, 120, 160};
    of.points[0] = far_x, of.points[1] = far_y, of.points[2] = far_z;
    covey_vec folded = end_of(&of, 8, 60), wanted = {open.x - 28, open.y - 8, open.z - 18};
    covey_space torus = covey_space_deep(covey_space_torus(128, 128), 128);
    assert_true(covey_vec_length(covey_space_offset(&torus, folded, wanted)) < 1e-9);
}

// ---- Containment ----

static void test_agents_stay_in_a_box_and_in_a_ball(void **unused)
{
    (void)unused;
    for (int deep = 0; deep < 2; deep++)
        for (int ball = 0; ball < 2; ball++) {
            course of = from("containment", 0, 0, 9, 3);
            of.deep = deep == 1;
            of.start.vel.z = deep == 1 ? 5 : 0;
            set(&of, "within", ball);
            set(&of, "weight", 4);
            covey_world *world = make(&of);
            double furthest = 0;
            for (int step = 0; step < 60 * 200; step++) {
                test_world_steps(world, 1, 1.0 / 60);
                covey_vec p = pose_of(world, 0).pos;
                double far = fabs(p.x) > fabs(p.y) ? fabs(p.x) : fabs(p.y);
                far = ball == 1 ? covey_vec_length(p) : (fabs(p.z) > far ? fabs(p.z) : far);
                furthest = far > furthest ? far : furthest;
            }
            covey_world_destroy(world);
            print_message("containment: within %.2f of 50\n", furthest);
            assert_true(furthest > 40.0); // it comes to the surface
            assert_true(furthest < 50.5);
            assert_same_at_all_rates(&of, 10, 0.6);
        }
}

// ---- Fields ----

/// The field (-y, x)/10, which is linear and so interpolated exactly: agents go round.
static void test_a_field_is_interpolated_and_followed(void **unused)
{
    (void)unused;
    for (int deep = 0; deep < 2; deep++) {
        enum { SIDE = 5, NODES = SIDE * SIDE * SIDE };
        static double value[3][NODES];
        for (int k = 0; k < NODES; k++) {
            double x = 20.0 * (k % SIDE) - 40, y = 20.0 * (k / SIDE % SIDE) - 40;
            value[0][k] = -y / 10;
            value[1][k] = x / 10;
            value[2][k] = (20.0 * (k / (SIDE * SIDE)) - 40) / -10;
        }
        covey_field field = {
            {-40, -40, -40}, {20, 20, 20}, {SIDE, SIDE, SIDE}, {value[0], value[1], value[2]}};
        course of = from("flow_field", 13, 0, 0, 1.3);
        of.deep = deep == 1;
        of.start.pos.z = deep == 1 ? 30 : 0;
        of.field = &field;
        set(&of, "weight", 30);
        covey_vec p = end_of(&of, 6.283185307, 120); // 36 degrees
        // It slips outward by v²/weight a T, and is later by some 1/weight.
        print_message("field: (%.3f, %.3f, %.3f)\n", p.x, p.y, p.z);
        assert_true(fabs(atan2(p.y, p.x) - 0.6283) < 0.01);
        assert_true(fabs(sqrt(p.x * p.x + p.y * p.y) - 13) < 0.5);
        if (deep == 1)
            assert_true(fabs(p.z - 30 * exp(-0.6283)) < 0.3);
        assert_same_at_all_rates(&of, 5, 0.2);
    }
}

static void test_grids_that_are_none_are_refused(void **unused)
{
    (void)unused;
    double value[] = {0, (double)NAN};
    covey_field field = {{0, 0, 0}, {1, 1, 0}, {2, 1, 0}, {value, value, NULL}};
    covey_influence_def def = {.kind = "flow_field"}, wind = {.kind = "wind", .field = &field};
    covey_world *world = test_world_plain();
    int handle;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_ARG);
    assert_int_equal(covey_world_influence_add(world, &wind, &handle, NULL), COVEY_ARG);
    def.field = &field;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_ARG);
    value[1] = 1;
    field.cell.y = 0;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_ARG);
    field.cell.y = 1;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_OK);
    assert_true(covey_world_influence(world, handle).field->value[0][1] == 1);
    covey_world_destroy(world);
}

// ---- Wind ----

static void test_wind_blows_by_its_strength_and_angle(void **unused)
{
    (void)unused;
    for (int deep = 0; deep < 2; deep++) {
        course of = from("wind", 0, 0, 0, 0);
        of.deep = deep == 1;
        set(&of, "z", 0.5);
        set(&of, "strength", 3);
        set(&of, "angle", 0.25 * COVEY_TURN);
        covey_world *world = make(&of);
        test_world_steps(world, 1, 0.5); // it is at rest before
        covey_vec v = pose_of(world, 0).vel;
        covey_world_destroy(world);
        assert_true(fabs(v.x) < 1e-15 && v.y == 1.5 && v.z == 0.75 * deep);
    }
}

// ---- Formations ----

static void test_agents_take_their_slots_and_keep_them(void **unused)
{
    (void)unused;
    const double x[] = {5}, y[] = {0}, z[] = {0};
    for (int form = 0; form < 3; form++) {
        course of = from("formation", 0, 0, 1, 0);
        of.deep = true;
        of.count = 6;
        of.points[0] = x;
        of.points[1] = y;
        of.points[2] = z;
        of.points_count = 1;
        set(&of, "form", form);
        set(&of, "pace", 4);
        covey_world *world = make(&of);
        test_world_steps(world, 60 * 60, 1.0 / 60);
        covey_vec p[6];
        for (uint32_t k = 0; k < 6; k++)
            p[k] = pose_of(world, k).pos;
        covey_world_destroy(world);
        // In a row they are one spacing apart; ids alternate between the sides of v and line.
        for (int k = 0; k < 6; k++) {
            int next = form == 2 ? (k + 1) % 6 : (k == 0 ? 1 : (k + 2 < 6 ? k + 2 : k - 2));
            assert_true(fabs(between(p[k], p[next]) - 10) < 0.1);
        }
        covey_vec anchor = {5 + 4 * 60, 0, 0};
        assert_true(form == 2 || between(p[0], anchor) < 0.2); // a step behind at most
        assert_true(form != 0 || (p[1].x < p[0].x && p[1].y > 0 && p[2].y < 0));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seek_runs_through_its_place_and_arrive_stops_there),
        cmocka_unit_test(test_agents_flee_as_far_as_the_radius),
        cmocka_unit_test(test_an_impulse_and_a_direction_arrive_as_a_force_does),
        cmocka_unit_test(test_wander_has_one_way_at_all_rates_and_forgets_its_heading),
        cmocka_unit_test(test_agents_stay_on_a_path_and_go_round_it),
        cmocka_unit_test(test_agents_arrive_at_the_end_of_an_open_path),
        cmocka_unit_test(test_a_route_leads_through_all_its_points_in_three_dimensions),
        cmocka_unit_test(test_agents_follow_a_path_in_three_dimensions_also_across_a_seam),
        cmocka_unit_test(test_agents_stay_in_a_box_and_in_a_ball),
        cmocka_unit_test(test_a_field_is_interpolated_and_followed),
        cmocka_unit_test(test_grids_that_are_none_are_refused),
        cmocka_unit_test(test_wind_blows_by_its_strength_and_angle),
        cmocka_unit_test(test_agents_take_their_slots_and_keep_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
