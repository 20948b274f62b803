// SPDX-License-Identifier: MIT
// Round arenas: no agent leaves one, at any speed, and agents at the wall follow it at their speed.
#include "covey/draw.h"
#include "covey/query.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#define RADIUS 20.0

static const double center[COVEY_AXES] = {30, 25, 22};

static covey_space space_of(covey_space_kind kind, int dim)
{
    covey_space space = {.kind = kind, .dim = dim, .size = {60, 50, 45}};
    return space;
}

static int add_arena(covey_world *world, double weight, double sight)
{
    const covey_setting settings[] = {{"radius", RADIUS}, {"weight", weight}, {"sight", sight}};
    covey_influence_def def = covey_influence_def_default();
    def.kind = "arena";
    for (int axis = 0; axis < COVEY_AXES; axis++)
        def.points[axis] = &center[axis];
    def.points_count = 1;
    def.settings = settings;
    def.settings_count = 3;
    int handle;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_OK);
    return handle;
}

/// One agent of the model morse without forces, which goes straight on.
static void add_one(covey_world *world, int dim, const double pos[COVEY_AXES],
                    const double vel[COVEY_AXES])
{
    static const covey_setting straight[] = {{"propulsion", 0}, {"friction", 0}};
    covey_flock_def def = test_flock_plain("morse", 1);
    for (int axis = 0; axis < dim; axis++) {
        def.pos[axis] = &pos[axis];
        def.vel[axis] = &vel[axis];
    }
    def.settings = straight;
    def.settings_count = 2;
    test_world_add(world, &def);
}

static covey_vec from_center(covey_vec p, int dim)
{
    return covey_vec_sub(p, (covey_vec){center[0], center[1], dim == 3 ? center[2] : 0.0});
}

// ---- No way out ----

/// Agents that take any heading in every step, around a ball in the middle.
static void expect_all_inside(covey_space_kind kind, int dim, double speed)
{
    covey_world *world = test_world_in(space_of(kind, dim));
    add_arena(world, 1, 5);
    const covey_setting round[] = {{"radius", 8}, {"weight", 0}};
    test_world_obstacle(world, (covey_influence_def){
                                   .points = {&center[0], &center[1], &center[2]},
                                   .points_count = 1,
                                   .settings = round,
                                   .settings_count = 2,
                               });
    const covey_setting random[] = {{"radius", 0}, {"noise", 6.28}, {"speed", speed}};
    covey_flock_def def = covey_flock_def_default();
    def.model = "vicsek";
    def.settings = random;
    def.settings_count = 3;
    def.count = 200;
    def.body = 0.5;
    def.place.kind = COVEY_PLACE_DISC;
    def.place.x = center[0];
    def.place.y = center[1];
    def.place.z = center[2];
    def.place.radius = 24; // some begin outside, which the first step mends
    test_world_add(world, &def);
    for (int step = 0; step < 200; step++) {
        test_world_steps(world, 1, 1.0);
        covey_view view = covey_world_view(world, 0);
        for (size_t i = 0; i < view.count; i++) {
            double far = covey_vec_length(from_center(covey_vec_at(view.pos, i), dim));
            double fast = covey_vec_length(covey_vec_at(view.vel, i));
            if (!(far <= RADIUS - 0.5 && far >= 8.5 && fabs(fast - speed) < 1e-9 * speed))
                fail_msg("space %d, dim %d, speed %g, step %d: at %.17g, %g fast", kind, dim, speed,
                         step, far, fast);
        }
        assert_int_equal(covey_world_entries(world, 0), 0);
    }
    covey_world_destroy(world);
}

static void test_no_agent_leaves_an_arena(void **unused)
{
    (void)unused;
    const double speeds[] = {0.01, 1, 7, 100, 1e4};
    for (int dim = 2; dim <= 3; dim++)
        for (int k = 0; k < 5; k++) {
            expect_all_inside(COVEY_SPACE_OPEN, dim, speeds[k]);
            expect_all_inside(COVEY_SPACE_REFLECTING, dim, speeds[k]);
        }
}

// ---- Along the wall ----

static void test_an_agent_follows_the_wall_chord_by_chord(void **unused)
{
    (void)unused;
    // A chord of the length l turns it by 2 asin(l/2R) around the center; R less two margins, of
    // 2^-26 of it each.
    const double speeds[] = {0.01, 0.5, 4};
    for (int dim = 2; dim <= 3; dim++)
        for (int k = 0; k < 6; k++) {
            double speed = speeds[k / 2], side = k % 2 == 0 ? 1 : -1, turned = 0;
            const double pos[] = {center[0] + RADIUS * 0.6, center[1] + RADIUS * 0.8 - 0.001,
                                  center[2]};
            const double vel[] = {(0.6 - 0.8 * side) * speed / sqrt(2),
                                  (0.8 + 0.6 * side) * speed / sqrt(2), 0};
            covey_world *world = test_world_in(space_of(COVEY_SPACE_OPEN, dim));
            add_arena(world, 0, 0);
            add_one(world, dim, pos, vel);
            test_world_steps(world, 2, 1.0); // to the wall
            covey_vec before = from_center(test_world_pos(world, 0, 0), dim);
            for (int step = 0; step < 500; step++) {
                test_world_steps(world, 1, 1.0);
                covey_vec p = from_center(test_world_pos(world, 0, 0), dim);
                covey_vec v = test_world_vel(world, 0, 0);
                assert_true(fabs(covey_vec_length(p) - RADIUS) < 1e-4 && p.z == 0.0);
                assert_true(fabs(covey_vec_length(v) - speed) < 1e-12);
                turned += atan2(before.x * p.y - before.y * p.x, covey_vec_dot(before, p));
                before = p;
            }
            double law = 500 * 2 * asin(speed / (2 * RADIUS));
            if (!(fabs(fabs(turned) - law) < 1e-4 * law))
                fail_msg("dim %d, speed %g: %g, not %g", dim, speed, turned, law);
            assert_true((turned > 0) == (side > 0));
            covey_world_destroy(world);
        }
}

static void test_a_push_leads_to_the_side_of_the_smaller_turn(void **unused)
{
    (void)unused;
    // Along x at the height y, the wall is √(R² - y²) ahead, and away from it is down for y > 0.
    for (int dim = 2; dim <= 3; dim++)
        for (int k = -3; k <= 3; k++) {
            double y = 4.0 * k, ahead = sqrt(RADIUS * RADIUS - y * y);
            const double pos[] = {center[0], center[1] + y, center[2]}, vel[] = {2, 0, 0};
            covey_world *world = test_world_in(space_of(COVEY_SPACE_OPEN, dim));
            add_arena(world, 0.75, 25);
            add_one(world, dim, pos, vel);
            test_world_steps(world, 1, 0.5);
            covey_vec found = test_world_vel(world, 0, 0);
            double law = 0.5 * 0.75 * (1 - ahead / 25) * (k > 0 ? -1 : 1);
            if (k == 0 && dim == 3) // head-on: to the left, but in space to any side
                found = (covey_vec){found.x, hypot(found.y, found.z), 0};
            assert_true(fabs(found.x - 2) < 1e-12 && fabs(found.y - law) < 1e-12 && found.z == 0);
            covey_world_destroy(world);
        }
}

// ---- Other calls ----

static void test_an_arena_that_moves_takes_its_agents_along(void **unused)
{
    (void)unused;
    const double pos[] = {center[0] - 15, center[1], center[2]}, rest[COVEY_AXES] = {0};
    covey_world *world = test_world_in(space_of(COVEY_SPACE_OPEN, 2));
    int handle = add_arena(world, 0, 0);
    add_one(world, 2, pos, rest);
    const double x = center[0] + 10, *to[COVEY_AXES] = {&x, &center[1], NULL};
    assert_int_equal(covey_world_influence_move(world, handle, to, NULL), COVEY_OK);
    test_world_steps(world, 1, 1.0);
    covey_vec p = test_world_pos(world, 0, 0); // 25 from its center, brought to the rim
    assert_true(fabs(p.x - (x - RADIUS)) < 1e-4 && p.x > x - RADIUS && p.y == center[1]);
    covey_world_destroy(world);
}

static void test_rays_end_at_the_wall(void **unused)
{
    (void)unused;
    covey_world *world = test_world_in(space_of(COVEY_SPACE_OPEN, 2));
    int handle = add_arena(world, 0, 0);
    const double pos[] = {center[0], center[1], 0}, rest[COVEY_AXES] = {0};
    add_one(world, 2, pos, rest);
    assert_int_equal(covey_world_prepare(world, NULL), COVEY_OK);
    covey_ray ray =
        covey_ray_default((covey_vec){center[0], center[1] + 12, 0}, (covey_vec){64, 0, 0});
    ray.radius = 1;
    ray.agents = COVEY_NO_FLOCK;
    covey_hit hit;
    bool found;
    assert_int_equal(covey_world_ray(world, &ray, &hit, &found), COVEY_OK);
    assert_true(found && hit.influence == handle);
    assert_true(fabs(hit.share * 64 - sqrt(19 * 19 - 12 * 12)) < 1e-12);
    covey_world_destroy(world);
}

static void test_an_arena_is_drawn_as_its_wall(void **unused)
{
    (void)unused;
    covey_world *world = test_world_in(space_of(COVEY_SPACE_OPEN, 2));
    const double pos[] = {center[0], center[1], 0}, rest[COVEY_AXES] = {0};
    add_one(world, 2, pos, rest);
    covey_picture_mark mark;
    assert_true(covey_picture_mark_of(world, add_arena(world, 0, 0), &mark));
    assert_true(mark.kind == COVEY_MARK_ROOM && mark.count == 1 && mark.radius == RADIUS);
    assert_true(mark.points[0][0] == center[0] && mark.points[1][0] == center[1]);
    covey_world_destroy(world);
}

static void expect_refused(covey_space space, size_t count, const char *sentence)
{
    const double x[] = {30, 31}, *columns[] = {x, x, x};
    covey_world *world = test_world_in(space);
    covey_influence_def def = covey_influence_def_default();
    def.kind = "arena";
    for (int axis = 0; axis < COVEY_AXES; axis++)
        def.points[axis] = columns[axis];
    def.points_count = count;
    covey_error error = {.status = COVEY_OK};
    int handle;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, &error), COVEY_ARG);
    assert_string_equal(error.message, sentence);
    covey_world_destroy(world);
}

static void test_wrong_arenas_are_refused_with_a_sentence(void **unused)
{
    (void)unused;
    expect_refused(space_of(COVEY_SPACE_OPEN, 2), 2, "a room has one point, its center, not 2");
    expect_refused(space_of(COVEY_SPACE_TORUS, 2), 1,
                   "a room has an outside, and a torus has none");
    expect_refused(space_of(COVEY_SPACE_TORUS, 3), 1,
                   "a room has an outside, and a torus has none");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_agent_leaves_an_arena),
        cmocka_unit_test(test_an_agent_follows_the_wall_chord_by_chord),
        cmocka_unit_test(test_a_push_leads_to_the_side_of_the_smaller_turn),
        cmocka_unit_test(test_an_arena_that_moves_takes_its_agents_along),
        cmocka_unit_test(test_rays_end_at_the_wall),
        cmocka_unit_test(test_an_arena_is_drawn_as_its_wall),
        cmocka_unit_test(test_wrong_arenas_are_refused_with_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
