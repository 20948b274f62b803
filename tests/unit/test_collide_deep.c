// SPDX-License-Identifier: MIT
// Spheres and capsules in three dimensions: distances, touches, and storms of agents that enter
// none, in every space and at every speed.
#include "core/near.h"
#include "core/world.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const double size[3] = {100, 70, 50};

static covey_space space_of(int kind)
{
    return (covey_space){(covey_space_kind)kind, 3, {size[0], size[1], size[2]}};
}

static covey_world *world_of(covey_space space, uint64_t seed)
{
    covey_world_def def = covey_world_def_default();
    def.space = space;
    def.seed = seed;
    def.kernel = COVEY_KERNEL_REF;
    return test_world_create(&def);
}

static void add_obstacle(covey_world *world, double points[3][2], size_t count, double radius)
{
    const covey_setting settings[] = {{"radius", radius}, {"weight", 0}};
    test_world_obstacle(world, (covey_influence_def){.points = {points[0], points[1], points[2]},
                                                     .points_count = count,
                                                     .settings = settings,
                                                     .settings_count = 2});
}

/// Random agents of their own way, which ignore one another.
static bool add_loners(covey_world *world, size_t count, double speed, double body,
                       uint64_t *random)
{
    static const covey_setting straight[] = {{"strength", 0}, {"radius", 0}};
    double *columns = calloc(6 * count, sizeof *columns);
    assert_non_null(columns);
    covey_flock_def def = covey_flock_def_default();
    def.settings = straight;
    def.model = "cucker_smale";
    def.settings_count = 2;
    def.count = count;
    def.body = body;
    for (int axis = 0; axis < 3; axis++) {
        double *pos = columns + (size_t)axis * count, *vel = pos + 3 * count;
        for (size_t k = 0; k < count; k++) {
            pos[k] = test_uniform(random, 0, size[axis]);
            vel[k] = test_uniform(random, -speed, speed);
        }
        def.pos[axis] = pos;
        def.vel[axis] = vel;
    }
    int number;
    bool added = covey_world_add(world, &def, &number, NULL) == COVEY_OK;
    free(columns);
    return added;
}

static covey_vec at(const double *const columns[COVEY_AXES], size_t i)
{
    return (covey_vec){columns[0][i], columns[1][i], columns[2][i]};
}

/// The distance of p from the segment a-b on the nearest image.
static double distance(covey_space space, covey_vec a, covey_vec b, covey_vec p)
{
    double least = HUGE_VAL;
    int far = space.kind == COVEY_SPACE_TORUS ? 2 : 0;
    for (int x = -far; x <= far; x++)
        for (int y = -far; y <= far; y++)
            for (int z = -far; z <= far; z++) {
                covey_vec q = {p.x + x * size[0] - a.x, p.y + y * size[1] - a.y,
                               p.z + z * size[2] - a.z};
                covey_vec u = covey_vec_sub(b, a);
                double length = covey_vec_length(u);
                double along = length > 0 ? covey_vec_dot(q, u) / length : 0;
                double inside = along < 0 ? 0 : along > length ? length : along;
                covey_vec foot = covey_vec_scale(u, length > 0 ? inside / length : 0);
                double d = covey_vec_length(covey_vec_sub(q, foot));
                least = d < least ? d : least;
            }
    return least;
}

/// No agent is nearer to the segment than that. 1e-9: rounding of coordinates up to 100, and more.
static void assert_outside(covey_space space, double points[3][2], double reach,
                           const covey_view *view)
{
    const covey_vec a = {points[0][0], points[1][0], points[2][0]};
    const covey_vec b = {points[0][1], points[1][1], points[2][1]};
    for (size_t i = 0; i < view->count; i++) {
        double d = distance(space, a, b, at(view->pos, i));
        if (d < reach - 1e-9)
            fail_msg("agent %zu: %g inside %g", i, d, reach);
    }
}

static void test_no_agent_enters_spheres_or_capsules(void **unused)
{
    (void)unused;
    enum { AGENTS = 64, STEPS = 10, MOST = 6 };
    uint64_t random = 1;
    int worlds = 0, turned = 0;
    for (int trial = 0; trial < (int)test_amount("COVEY_TEST_DEEP", 160); trial++) {
        covey_space space = space_of(trial % 4);
        covey_world *world = world_of(space, (uint64_t)trial + 1);
        double points[MOST][3][2], radius[MOST];
        int things = 1 + (int)test_below(&random, MOST);
        const double radii[] = {1e-9, 0.5, 4, 9};
        for (int k = 0; k < things; k++) {
            radius[k] = radii[test_below(&random, 4)];
            for (int axis = 0; axis < 3; axis++) {
                points[k][axis][0] = test_uniform(&random, 0, size[axis]);
                double reach = k % 2 == 0 ? 0 : test_uniform(&random, -20, 20);
                points[k][axis][1] = points[k][axis][0] + reach;
            }
            add_obstacle(world, points[k], k % 2 == 0 ? 1 : 2, radius[k]);
        }
        const double bodies[] = {0, 0.3, 2};
        double body = bodies[test_below(&random, 3)];
        double speed = covey_exp(test_uniform(&random, -4, 8));
        if (!add_loners(world, AGENTS, speed, body, &random)) {
            covey_world_destroy(world);
            continue;
        }
        worlds++;
        for (int step = 0; step < STEPS; step++) {
            covey_vec before = test_world_vel(world, 0, 0), after;
            test_world_steps(world, 1, 1.0);
            after = test_world_vel(world, 0, 0);
            turned += before.x != after.x || before.y != after.y;
            covey_view view = covey_world_view(world, 0);
            for (int k = 0; k < things; k++)
                assert_outside(space, points[k], radius[k] + body, &view);
        }
        assert_int_equal(covey_world_entries(world, 0), 0);
        covey_world_destroy(world);
    }
    assert_true(worlds > (int)test_amount("COVEY_TEST_DEEP", 160) / 2 && turned > worlds / 4);
}

/// Straight on along each axis at a sphere of radius 3: it stops at its rim, to the margin.
static void test_agents_stop_at_the_rim_and_keep_their_speed(void **unused)
{
    (void)unused;
    const covey_setting straight[] = {{"strength", 0}, {"radius", 0}};
    for (int axis = 0; axis < 3; axis++) {
        covey_world *world = world_of(covey_space_deep(covey_space_open(), 1), 1);
        double origin[3][2] = {{0, 0}, {0, 0}, {0, 0}};
        add_obstacle(world, origin, 1, 3.0);
        double pos[3] = {0.01, 0.01, 0.01}, vel[3] = {0, 0, 0};
        pos[axis] = -20;
        vel[axis] = 1;
        covey_flock_def def = covey_flock_def_default();
        def.settings = straight;
        def.model = "cucker_smale";
        def.settings_count = 2;
        def.count = 1;
        def.body = 0.25;
        for (int k = 0; k < 3; k++) {
            def.pos[k] = &pos[k];
            def.vel[k] = &vel[k];
        }
        test_world_add(world, &def);
        double least = HUGE_VAL;
        for (int step = 0; step < 120; step++) {
            test_world_steps(world, 1, 0.5);
            covey_view view = covey_world_view(world, 0);
            covey_vec p = at(view.pos, 0), v = at(view.vel, 0);
            least = fmin(least, covey_vec_length(p));
            if (!(fabs(covey_vec_length(v) - 1.0) < 1e-12))
                fail_msg("axis %d, step %d: %g %g %g at %g %g %g", axis, step, v.x, v.y, v.z, p.x,
                         p.y, p.z);
        }
        assert_true(least >= 3.25 && least < 3.25 + 1e-6);
        covey_vec end = at(covey_world_view(world, 0).pos, 0);
        assert_true(covey_vec_length(end) > 10.0); // it slid around it
        covey_world_destroy(world);
    }
}

/// Half a length of the sight before the touch, half the weight, away from the middle.
static void test_a_sphere_ahead_pushes_aside(void **unused)
{
    (void)unused;
    const covey_influence *kind = covey_influence_find("obstacle");
    const double x = 0, y = 0, z = 0, *const points[COVEY_AXES] = {&x, &y, &z};
    double values[3] = {5, 8, 20}; // radius, weight, sight
    covey_space space = covey_space_deep(covey_space_open(), 1);
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_outline outline = {points, 1, false};
    covey_shape *shape;
    assert_int_equal(covey_shape_create(&memory, &space, &outline, &shape, NULL), COVEY_OK);
    covey_scene scene = {&space, shape};
    // 3-4-5: the rim is 4 before the middle there
    covey_agent agent = {.pos = {-14, 0, 3}, .vel = {2, 0, 0}, .space = &space};
    covey_vec push = kind->act(values, &scene, &agent);
    assert_true(fabs(push.x) < 1e-12 && fabs(push.y) < 1e-12 && fabs(push.z - 4.0) < 1e-12);
    agent.pos = (covey_vec){-14, 3.6, -4.8}; // beside it
    assert_true(covey_vec_is_zero(kind->act(values, &scene, &agent)));
    agent.pos = (covey_vec){-15, 0, 0}; // head-on: some side
    push = kind->act(values, &scene, &agent);
    assert_true(fabs(covey_vec_length(push) - 4.0) < 1e-12 && push.x == 0.0);
    covey_shape_destroy(&memory, shape);
}

static void test_outlines_of_the_plane_are_refused_in_space(void **unused)
{
    (void)unused;
    covey_world *world = world_of(space_of(1), 1);
    const double x[] = {0, 1, 1}, z[] = {1, 2, 3};
    covey_influence_def def = covey_influence_def_default();
    covey_error error;
    int handle;
    def.kind = "obstacle";
    def.points[0] = def.points[1] = x;
    def.points_count = 1;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, &error), COVEY_ARG);
    def.points[2] = z;
    def.points_count = 3;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, &error), COVEY_ARG);
    assert_string_equal(error.message, "an outline of 3 points is for the plane; in three "
                                       "dimensions it has one or two");
    def.points_count = 2;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, &error), COVEY_OK);
    const double *const moved[] = {z, z, x};
    assert_int_equal(covey_world_influence_move(world, handle, moved, &error), COVEY_OK);
    covey_influence_view view = covey_world_influence(world, handle);
    assert_true(view.points[0][1] == 2 && view.points[2][1] == 1);
    covey_world_destroy(world);
}

/// Of two worlds alike, one without trees, agent by agent.
static void test_trees_change_no_bit_in_space(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < 4; kind++) {
        uint64_t random = 5;
        covey_world *world = world_of(space_of(kind), 3);
        for (int k = 0; k < 120; k++) {
            double points[3][2];
            for (int axis = 0; axis < 3; axis++)
                for (int end = 0; end < 2; end++)
                    points[axis][end] =
                        test_uniform(&random, 0, size[axis]) * (end == 0 ? 1 : 0.1) +
                        (end == 0 ? 0 : points[axis][0] * 0.9);
            add_obstacle(world, points, 1 + (size_t)k % 2, 0.5);
        }
        assert_true(add_loners(world, 200, 9, 0.1, &random));
        covey_influence_list plain;
        for (int step = 0; step < 6; step++) {
            const covey_flock *flock = world->flock[0];
            covey_agent expected[200];
            plain = world->influences;
            plain.bounds.ready = false;
            covey_path path = {&world->def.space, &plain, 0, 0.1, 0x1p-40, true};
            for (size_t i = 0; i < flock->state.count; i++) {
                covey_agent agent = covey_flock_any(flock, &world->def.space, world->step);
                covey_flock_look(flock, i, &agent);
                covey_vec from = agent.pos;
                agent.pos = covey_vec_add(from, agent.vel);
                covey_collide(&path, from, &agent);
                expected[agent.id] = agent;
            }
            test_world_steps(world, 1, 1.0);
            covey_view view = covey_world_view(world, 0);
            for (size_t i = 0; i < view.count; i++) {
                covey_vec pos = at(view.pos, i), vel = at(view.vel, i);
                assert_memory_equal(&pos, &expected[view.id[i]].pos, sizeof pos);
                assert_memory_equal(&vel, &expected[view.id[i]].vel, sizeof vel);
            }
        }
        covey_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_agent_enters_spheres_or_capsules),
        cmocka_unit_test(test_agents_stop_at_the_rim_and_keep_their_speed),
        cmocka_unit_test(test_a_sphere_ahead_pushes_aside),
        cmocka_unit_test(test_outlines_of_the_plane_are_refused_in_space),
        cmocka_unit_test(test_trees_change_no_bit_in_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
