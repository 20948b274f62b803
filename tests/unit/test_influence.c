// SPDX-License-Identifier: MIT
// Influences of a world: adding, looking at, changing and removing them, and their forces.
#include "geometry/shape.h"
#include "support/heap.h"
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static covey_world *world_with(const char *flock, size_t count)
{
    covey_world_def def = covey_world_def_default();
    covey_world *world = test_world_create(&def);
    covey_flock_def one = covey_flock_def_default();
    one.model = "formal";
    one.name = flock;
    one.count = count;
    test_world_add(world, &one);
    return world;
}

static const double xs[] = {1, 5, 3}, ys[] = {2, 2, 6};

static covey_influence_def def_of(const char *kind, size_t points)
{
    covey_influence_def def = covey_influence_def_default();
    def.kind = kind;
    def.points[0] = points > 0 ? xs : NULL;
    def.points[1] = points > 0 ? ys : NULL;
    def.points_count = points;
    return def;
}

static int add(covey_world *world, const covey_influence_def *def)
{
    covey_error error = {.status = COVEY_OK};
    int number = -1;
    assert_int_equal(covey_world_influence_add(world, def, &number, &error), COVEY_OK);
    return number;
}

static void test_influences_are_added_seen_changed_and_removed(void **unused)
{
    (void)unused;
    covey_world *world = world_with("flock", 3);
    covey_influence_def wind = def_of("wind", 0), obstacle = def_of("obstacle", 3);
    const covey_setting radius = {"radius", 7};
    obstacle.settings = &radius;
    obstacle.settings_count = 1;
    obstacle.flock = "flock";
    for (int k = 0; k < 9; k++) // grows more than once
        assert_int_equal(add(world, k % 2 == 0 ? &wind : &obstacle), k);
    assert_int_equal(covey_world_influences(world), 9);
    covey_influence_view view = covey_world_influence(world, 1);
    assert_string_equal(view.kind->name, "obstacle");
    assert_int_equal(view.flock, 0);
    assert_int_equal(view.points_count, 3);
    assert_true(view.points[0][2] == 3 && view.points[1][2] == 6);
    assert_true(covey_world_influence_param(world, 1, "radius") == 7.0);
    assert_int_equal(covey_world_influence_set(world, 3, "radius", 8, NULL), COVEY_OK);
    assert_int_equal(covey_world_influence_remove(world, 0, NULL), COVEY_OK);
    assert_int_equal(covey_world_influences(world), 8);
    assert_true(covey_world_influence_param(world, 3, "radius") == 8.0);
    view = covey_world_influence(world, 8);
    assert_string_equal(view.kind->name, "wind");
    assert_int_equal(view.flock, -1);
    assert_int_equal(view.points_count, 0);
    assert_null(covey_world_influence(world, 9).kind);
    assert_null(covey_world_influence(world, -1).kind);
    assert_true(isnan(covey_world_influence_param(world, 9, "x")));
    assert_true(isnan(covey_world_influence_param(world, 8, "radius")));
    covey_world_destroy(world);
}

static void assert_refused(covey_world *world, covey_influence_def def, const char *message)
{
    covey_error error;
    int number = -1, before = covey_world_influences(world);
    size_t bytes = covey_world_stats(world).bytes;
    assert_int_equal(covey_world_influence_add(world, &def, &number, &error), COVEY_ARG);
    assert_string_equal(error.message, message);
    assert_int_equal(covey_world_influences(world), before);
    assert_true(covey_world_stats(world).bytes == bytes);
}

static void test_errors_say_what_is_wrong(void **unused)
{
    (void)unused;
    covey_world *world = world_with("flock", 3);
    add(world, &(covey_influence_def){.kind = "wind"}); // the list has room now
    covey_influence_def def = def_of("wind", 0);
    assert_refused(world, def_of("rain", 0), "there is no influence called rain");
    assert_refused(world, def_of(NULL, 0), "there is no influence called (NULL)");
    def.flock = "geese";
    assert_refused(world, def, "there is no flock called geese for wind to act on");
    assert_refused(world, def_of("obstacle", 0),
                   "0 points are not the number that an influence obstacle needs");
    assert_refused(world, def_of("wind", 2),
                   "2 points are not the number that an influence wind needs");
    covey_setting setting = {"radius", -1};
    def = def_of("obstacle", 1);
    def.settings = &setting;
    def.settings_count = 1;
    assert_refused(world, def, "radius = -1 is outside [0, 1e+09]");
    setting = (covey_setting){"hue", 1};
    assert_refused(world, def, "there is no parameter called hue");
    covey_error error;
    assert_int_equal(covey_world_influence_set(world, 1, "x", 1, &error), COVEY_ARG);
    assert_string_equal(error.message, "there is no influence 1");
    assert_int_equal(covey_world_influence_remove(world, -1, &error), COVEY_ARG);
    assert_string_equal(error.message, "there is no influence -1");
    assert_int_equal(covey_world_influence_set(world, 0, "x", HUGE_VAL, &error), COVEY_ARG);
    covey_world_destroy(world);
}

/// A world of a torus of 40 x 30 with agents and an obstacle at some points.
static covey_world *world_around(const double *x, const double *y, size_t count, test_heap *heap)
{
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(40, 30);
    def.allocator = test_heap_allocator(heap);
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    flock.model = "formal";
    flock.count = 200;
    test_world_add(world, &flock);
    const covey_setting settings[] = {{"radius", 2}, {"sight", 5}};
    covey_influence_def obstacle = def_of("obstacle", count);
    obstacle.points[0] = x;
    obstacle.points[1] = y;
    obstacle.settings = settings;
    obstacle.settings_count = 2;
    add(world, &obstacle);
    return world;
}

static void test_an_outline_that_was_moved_is_where_one_was_added(void **unused)
{
    (void)unused;
    const double there_x[] = {47, 52, 49}, there_y[] = {-8, -8, -3}; // beyond the torus
    test_heap heaps[2] = {{0}, {0}};
    covey_world *moved = world_around(xs, ys, 3, &heaps[0]);
    covey_world *added = world_around(there_x, there_y, 3, &heaps[1]);
    const double *points[COVEY_AXES] = {there_x, there_y};
    test_heap_refuse(&heaps[0], 0); // from now on
    for (int k = 0; k < 3; k++)     // to there, back and there again
        assert_int_equal(covey_world_influence_move(
                             moved, 0, k == 1 ? (const double *[]){xs, ys, NULL} : points, NULL),
                         COVEY_OK);
    covey_influence_view to = covey_world_influence(moved, 0), of = covey_world_influence(added, 0);
    assert_int_equal(to.points_count, 3);
    for (int axis = 0; axis < COVEY_PLANE; axis++)
        assert_memory_equal(to.points[axis], of.points[axis], 3 * sizeof(double));
    test_world_steps(moved, 20, 0.5);
    test_world_steps(added, 20, 0.5);
    assert_true(covey_world_hash(moved) == covey_world_hash(added));
    assert_int_equal(covey_world_entries(moved, 0), 0);
    covey_world_destroy(moved);
    covey_world_destroy(added);
}

static void assert_not_moved(covey_world *world, int number, const double *x, const char *message)
{
    const double *points[COVEY_AXES] = {x, ys};
    covey_error error;
    assert_int_equal(covey_world_influence_move(world, number, points, &error), COVEY_ARG);
    assert_string_equal(error.message, message);
    covey_influence_view view = covey_world_influence(world, 0);
    assert_memory_equal(view.points[0], xs, sizeof xs);
    assert_memory_equal(view.points[1], ys, sizeof ys);
}

static void test_influences_that_cannot_be_moved_stay(void **unused)
{
    (void)unused;
    const double wide[] = {0, 41, 1}, bad[] = {1, 2, (double)NAN};
    test_heap heap = {0};
    covey_world *world = world_around(xs, ys, 3, &heap);
    add(world, &(covey_influence_def){.kind = "wind"});
    assert_not_moved(world, 0, wide, "an outline is larger than the space");
    assert_not_moved(world, 0, bad, "a point of an outline is not finite");
    assert_not_moved(world, 0, NULL, "a point of an outline is not finite");
    assert_not_moved(world, 1, xs, "influence wind has no outline");
    assert_not_moved(world, 2, xs, "there is no influence 2");
    covey_world_destroy(world);
}

static void test_without_memory_nothing_is_added(void **unused)
{
    (void)unused;
    int failed = 0;
    for (bool added = false; !added;) {
        test_heap heap = {0};
        covey_world_def def = covey_world_def_default();
        def.allocator = test_heap_allocator(&heap);
        covey_world *world = test_world_create(&def);
        size_t bytes = covey_world_stats(world).bytes;
        covey_influence_def obstacle = def_of("obstacle", 3);
        covey_error error;
        int number;
        test_heap_refuse(&heap, (size_t)failed);
        covey_status status = covey_world_influence_add(world, &obstacle, &number, &error);
        added = status == COVEY_OK;
        assert_true(added || status == COVEY_MEMORY);
        assert_int_equal(covey_world_influences(world), added);
        assert_true(added || covey_world_stats(world).bytes == bytes);
        failed += !added;
        covey_world_destroy(world);
    }
    assert_int_equal(
        failed,
        20); // parameters, shape, two axes thrice, list, two trees of four, fields, balls, agents
}

static void test_an_influence_acts_on_its_flock_alone(void **unused)
{
    (void)unused;
    covey_world *world = world_with("a", 5);
    covey_flock_def other = covey_flock_def_default();
    other.model = "formal";
    other.name = "b";
    other.count = 5;
    test_world_add(world, &other);
    const covey_setting off[] = {{"K_c", 0}, {"K_s", 0}, {"K_a", 0}};
    for (int flock = 0; flock < 2; flock++)
        for (int k = 0; k < 3; k++)
            covey_world_set(world, flock, off[k].name, off[k].value, NULL);
    const covey_setting blow[] = {{"x", 8}, {"y", -4}};
    covey_influence_def wind = def_of("wind", 0);
    wind.flock = "b";
    wind.settings = blow;
    wind.settings_count = 2;
    add(world, &wind);
    covey_vec a = test_world_vel(world, 0, 2), b = test_world_vel(world, 1, 2);
    test_world_steps(world, 1, 0.5);
    covey_vec va = test_world_vel(world, 0, 2), vb = test_world_vel(world, 1, 2);
    assert_true(va.x == a.x && va.y == a.y);
    assert_true(vb.x == b.x + 4 && vb.y == b.y - 2); // a force on mass 1
    covey_world_destroy(world);
}

// ---- Snapshots ----

/// A world of two flocks with an obstacle and, behind it, a wind.
static covey_world *windy_world(const char *kind, const char *flock, size_t points, double move)
{
    covey_world *world = world_with("a", 5);
    covey_flock_def other = covey_flock_def_default();
    other.model = "formal";
    other.name = "b";
    other.count = 5;
    test_world_add(world, &other);
    double moved[] = {1 + move, 5, 3};
    covey_influence_def first = def_of(kind, points), wind = def_of("wind", 0);
    first.flock = flock;
    first.points[0] = points > 0 ? moved : NULL;
    add(world, &first);
    add(world, &wind);
    return world;
}

static void test_a_snapshot_brings_influences_back(void **unused)
{
    (void)unused;
    unsigned char bytes[4096];
    covey_world *others[] = {windy_world("obstacle", "a", 2, 0), windy_world("obstacle", "b", 3, 0),
                             windy_world("obstacle", NULL, 3, 0),
                             windy_world("obstacle", "a", 3, 1e-9),
                             windy_world("pointer", "a", 0, 0)};
    covey_world *world = windy_world("obstacle", "a", 3, 0);
    covey_world_influence_set(world, 0, "sight", 9, NULL);
    covey_world_influence_set(world, 1, "x", 7, NULL);
    size_t size = covey_world_snapshot_size(world);
    assert_int_equal(covey_world_save(world, bytes, sizeof bytes), COVEY_OK);
    for (int k = 0; k < 5; k++) {
        unsigned char again[sizeof bytes];
        covey_world_influence_remove(others[k], k % 2, NULL);
        assert_int_equal(covey_world_restore(others[k], bytes, size, NULL), COVEY_OK);
        assert_int_equal(covey_world_save(others[k], again, sizeof again), COVEY_OK);
        assert_memory_equal(again, bytes, size);
        covey_world_destroy(others[k]);
    }
    covey_world *same = windy_world("obstacle", "a", 3, 0);
    assert_int_equal(covey_world_restore(same, bytes, size, NULL), COVEY_OK);
    assert_true(covey_world_influence_param(same, 0, "sight") == 9);
    assert_true(covey_world_influence_param(same, 1, "x") == 7);
    covey_world_destroy(same);
    covey_world_destroy(world);
}

// ---- Forces ----

/// The share of a kind with these settings in an agent's intent.
static covey_vec force(const char *kind, const covey_setting *settings, size_t count,
                       covey_space space, covey_agent agent)
{
    const covey_influence *found = covey_influence_find(kind);
    double values[8];
    assert_true(found != NULL && found->params_size <= sizeof values);
    covey_param_init(found->params, values);
    for (size_t k = 0; k < count; k++)
        assert_int_equal(covey_param_set(found->params, values, &settings[k], NULL), COVEY_OK);
    covey_scene scene = {.space = &space};
    return found->act(values, &scene, &agent);
}

static void assert_force(covey_vec found, double x, double y)
{
    if (!(fabs(found.x - x) < 1e-13 && fabs(found.y - y) < 1e-13)) // a few ulps of up to 100
        fail_msg("(%.17g, %.17g), not (%g, %g)", found.x, found.y, x, y);
}

static covey_agent at(double x, double y)
{
    return (covey_agent){.pos = {x, y}, .vel = {1, 0}};
}

static void test_the_pointer_pulls_less_with_distance(void **unused)
{
    (void)unused;
    covey_setting p[] = {{"x", 10}, {"y", 20}, {"weight", 8}, {"radius", 10}};
    covey_space open = covey_space_open();
    assert_force(force("pointer", p, 4, open, at(7, 16)), 8 * 0.5 * 0.6, 8 * 0.5 * 0.8);
    assert_force(force("pointer", p, 4, open, at(10, 20)), 0, 0);
    assert_force(force("pointer", p, 4, open, at(20.1, 20)), 0, 0);
    p[2].value = -8;
    assert_force(force("pointer", p, 4, open, at(7, 16)), -8 * 0.5 * 0.6, -8 * 0.5 * 0.8);
    p[0].value = 101; // 1 on a torus of 100, so 3 to the right of 98
    assert_force(force("pointer", p, 4, covey_space_torus(100, 50), at(98, 20)), -8 * 0.7, 0);
}

static void test_the_goal_pulls_until_it_is_reached(void **unused)
{
    (void)unused;
    covey_setting p[] = {{"x", 10}, {"y", 20}, {"weight", 3}, {"radius", 5}};
    covey_space open = covey_space_open();
    assert_force(force("goal", p, 4, open, at(-20, -20)), 3 * 0.6, 3 * 0.8);
    assert_force(force("goal", p, 4, open, at(7, 16)), 0, 0);
    assert_force(force("goal", p, 4, covey_space_torus(40, 400), at(39, 20)), 3, 0);
    p[0].value = -10; // beyond the wall it stays where it is
    assert_force(force("goal", p, 4, covey_space_reflecting(40, 40), at(5, 20)), -3, 0);
}

static void test_walls_push_each_axis_alike(void **unused)
{
    (void)unused;
    const covey_setting p[] = {{"left", 100},  {"bottom", 10}, {"width", 50},
                               {"height", 40}, {"margin", 5},  {"weight", 2}};
    covey_space open = covey_space_open();
    assert_force(force("wall", p, 6, open, at(120, 30)), 0, 0);
    assert_force(force("wall", p, 6, open, at(104.9, 30)), 2, 0);
    assert_force(force("wall", p, 6, open, at(105, 30)), 0, 0);
    assert_force(force("wall", p, 6, open, at(145.1, 46)), -2, -2);
    assert_force(force("wall", p, 6, open, at(-1e9, 11)), 2, 2);
}

static void test_the_wind_is_the_same_everywhere(void **unused)
{
    (void)unused;
    const covey_setting p[] = {{"x", 0.25}, {"y", -3}};
    assert_force(force("wind", p, 2, covey_space_open(), at(5, 9)), 0.25, -3);
    assert_force(force("wind", p, 2, covey_space_torus(10, 10), at(1, 1)), 0.25, -3);
}

// ---- Obstacles ----

/// The change of an agent's velocity by one impulse of an obstacle of these points.
static covey_vec steering_in(covey_space space, const double *x, const double *y, size_t count,
                             covey_agent agent)
{
    const covey_influence *kind = covey_influence_find("obstacle");
    const covey_setting settings[] = {{"radius", 2}, {"weight", 100}, {"sight", 16}};
    double values[3];
    covey_param_init(kind->params, values);
    for (int k = 0; k < 3; k++)
        covey_param_set(kind->params, values, &settings[k], NULL);
    covey_memory memory = covey_memory_init((covey_allocator){0});
    const double *points[COVEY_AXES] = {x, y};
    covey_outline outline = {points, count, false};
    covey_scene scene = {.space = &space};
    covey_shape *shape;
    assert_int_equal(covey_shape_create(&memory, &space, &outline, &shape, NULL), COVEY_OK);
    scene.shape = shape;
    covey_vec found = kind->act(values, &scene, &agent);
    covey_shape_destroy(&memory, shape);
    return found;
}

static covey_vec steering(const double *x, const double *y, size_t count, covey_agent agent)
{
    return steering_in(covey_space_torus(1000, 1000), x, y, count, agent);
}

static covey_agent flier(double x, double y, double vx, double vy)
{
    return (covey_agent){.pos = {x, y}, .vel = {vx, vy}, .body = 1};
}

static const double cx[] = {500}, cy[] = {500};

static void test_only_agents_on_a_collision_course_are_pushed(void **unused)
{
    (void)unused;
    assert_force(steering(cx, cy, 1, flier(490, 503.5, 1, 0)), 0, 0);  // passes by
    assert_force(steering(cx, cy, 1, flier(496.9, 500, -1, 0)), 0, 0); // goes away
    assert_force(steering(cx, cy, 1, flier(480, 500, 1, 0)), 0, 0);    // out of sight
    assert_force(steering(cx, cy, 1, flier(490, 500, 0, 0)), 0, 0);    // at rest
    assert_true(steering(cx, cy, 1, flier(490, 502.5, 1, 0)).y != 0.0);
}

static void test_the_push_grows_linearly_to_the_weight(void **unused)
{
    (void)unused;
    for (double gap = 0.0; gap <= 16.0; gap += 0.5)
        for (double speed = 0.25; speed < 1e6; speed *= 64) // which does not matter
            assert_force(steering(cx, cy, 1, flier(500 - 3 - gap, 500, speed, 0)), 0,
                         100 * (1 - gap / 16));
    // 1.8 below the center: the rim of radius 3 is 2.4 before it
    assert_true(fabs(steering(cx, cy, 1, flier(497.6 - 8, 498.2, 1, 0)).y + 50) < 1e-10);
}

static void test_the_push_is_to_the_side_of_the_smaller_turn(void **unused)
{
    (void)unused;
    assert_true(steering(cx, cy, 1, flier(490, 500, 1, 0)).y > 0);   // equal: left
    assert_true(steering(cx, cy, 1, flier(490, 499.9, 1, 0)).y < 0); // below: down
    assert_true(steering(cx, cy, 1, flier(490, 500.1, 1, 0)).y > 0);
    assert_true(steering(cx, cy, 1, flier(510, 500, -1, 0)).y < 0); // left of where it goes
    const double x[] = {500, 500}, y[] = {490, 520}; // a wall whose lower end is nearer
    covey_vec push = steering(x, y, 2, flier(490, 500, 1, 0));
    assert_true(push.y < 0 && push.x == 0);
    const double tx[] = {500, 510, 520}, ty[] = {480, 515, 480}; // a tip that is nearer above
    assert_true(steering(tx, ty, 3, flier(499, 511, 1, 0)).y > 0);
}

static void test_obstacles_are_seen_across_the_seams(void **unused)
{
    (void)unused;
    const double x[] = {2}, y[] = {999};
    covey_vec push = steering(x, y, 1, flier(991, 1, 1, 0)); // 11 before it, 2 above
    double touch = 11 - sqrt(9 - 4);
    assert_force(push, 0, 100 * (1 - touch / 16));
}

static void test_of_several_images_in_sight_the_first_alone_pushes(void **unused)
{
    (void)unused;
    const double x[] = {5}, y[] = {500}; // rims at 2 and 12
    covey_vec push = steering_in(covey_space_torus(10, 1000), x, y, 1, flier(1, 500, 1, 0));
    assert_force(push, 0, 100 * (1 - 1.0 / 16));
}

/// Ahead and to the left of where the agent flies; of one at rest, to the right and upwards.
static void test_a_hand_steers_one_agent(void **unused)
{
    (void)unused;
    const covey_setting p[] = {{"agent", 1}, {"forward", 2}, {"left", 3}};
    const struct {
        covey_vec vel, force;
    } cases[] = {
        {{0, 0}, {2, 3}},  {{4, 0}, {2, 3}},   {{-4, 0}, {-2, -3}},
        {{0, 4}, {-3, 2}}, {{0, -4}, {3, -2}},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        covey_agent agent = {.vel = cases[k].vel, .id = 1};
        assert_force(force("steer", p, 3, covey_space_open(), agent), cases[k].force.x,
                     cases[k].force.y);
        agent.id = 2;
        assert_force(force("steer", p, 3, covey_space_open(), agent), 0, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_influences_are_added_seen_changed_and_removed),
        cmocka_unit_test(test_an_outline_that_was_moved_is_where_one_was_added),
        cmocka_unit_test(test_influences_that_cannot_be_moved_stay),
        cmocka_unit_test(test_errors_say_what_is_wrong),
        cmocka_unit_test(test_without_memory_nothing_is_added),
        cmocka_unit_test(test_an_influence_acts_on_its_flock_alone),
        cmocka_unit_test(test_a_snapshot_brings_influences_back),
        cmocka_unit_test(test_the_pointer_pulls_less_with_distance),
        cmocka_unit_test(test_the_goal_pulls_until_it_is_reached),
        cmocka_unit_test(test_walls_push_each_axis_alike),
        cmocka_unit_test(test_the_wind_is_the_same_everywhere),
        cmocka_unit_test(test_only_agents_on_a_collision_course_are_pushed),
        cmocka_unit_test(test_the_push_grows_linearly_to_the_weight),
        cmocka_unit_test(test_the_push_is_to_the_side_of_the_smaller_turn),
        cmocka_unit_test(test_obstacles_are_seen_across_the_seams),
        cmocka_unit_test(test_of_several_images_in_sight_the_first_alone_pushes),
        cmocka_unit_test(test_a_hand_steers_one_agent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
