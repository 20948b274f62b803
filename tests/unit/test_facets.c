// SPDX-License-Identifier: MIT
// Boxes, planes and meshes of three dimensions: distances and touches as each triangle alone gives
// them, and storms of agents that enter no solid.
#include "base/math_trig.h"
#include "covey/covey.h"
#include "geometry/shape.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LIMIT = 400 };

/// A bumpy ball: points on a grid of angles, all triangles joined.
typedef struct ball {
    double points[3][LIMIT];
    uint32_t corner[6 * LIMIT];
    size_t points_count, count;
} ball;

static void add_triangle(ball *self, size_t a, size_t b, size_t c)
{
    uint32_t *corner = &self->corner[3 * self->count++];
    corner[0] = (uint32_t)a;
    corner[1] = (uint32_t)b;
    corner[2] = (uint32_t)c;
}

static ball ball_of(size_t rows, size_t columns, covey_vec middle, double radius)
{
    ball self = {.count = 0};
    const double pi = COVEY_PI;
    for (size_t row = 0; row <= rows; row++)
        for (size_t k = 0; k < (row == 0 || row == rows ? 1 : columns); k++) {
            double up = pi * (double)row / (double)rows,
                   round = 2 * pi * (double)k / (double)columns;
            double far = radius * (1.0 + 0.2 * covey_sin(3 * round) * covey_sin(up));
            size_t n = self.points_count++;
            self.points[0][n] = middle.x + far * covey_sin(up) * covey_cos(round);
            self.points[1][n] = middle.y + far * covey_sin(up) * covey_sin(round);
            self.points[2][n] = middle.z + far * covey_cos(up);
        }
    for (size_t k = 0; k < columns; k++) {
        size_t next = (k + 1) % columns, last = self.points_count - 1;
        add_triangle(&self, 0, 1 + k, 1 + next);
        for (size_t row = 0; row + 2 < rows; row++) {
            size_t here = 1 + row * columns, below = here + columns;
            add_triangle(&self, here + k, below + k, here + next);
            add_triangle(&self, here + next, below + k, below + next);
        }
        add_triangle(&self, last, last - columns + next, last - columns + k);
    }
    return self;
}

static covey_facets *facets_of(covey_memory *memory, const ball *self)
{
    covey_triangles triangles = {self->corner, self->count, self->points_count};
    const double *const points[3] = {self->points[0], self->points[1], self->points[2]};
    covey_facets *facets;
    assert_int_equal(covey_facets_create(memory, &triangles, &facets, NULL), COVEY_OK);
    covey_facets_place(points, facets);
    return facets;
}

static covey_vec any_place(uint64_t *random, double far)
{
    return (covey_vec){test_uniform(random, -far, far), test_uniform(random, -far, far),
                       test_uniform(random, -far, far)};
}

/// Boxes without end keep every branch of the tree.
static void ask_all(covey_facets *facets)
{
    for (size_t k = 0; k < facets->count; k++)
        for (int axis = 0; axis < 3; axis++) {
            facets->tree.box[k].low[axis] = -1e9;
            facets->tree.box[k].high[axis] = 1e9;
        }
    covey_boxtree_build(facets->count, &facets->tree);
}

static void test_the_tree_answers_as_all_triangles_do(void **unused)
{
    (void)unused;
    covey_memory memory = covey_memory_init((covey_allocator){0});
    ball whole = ball_of(9, 12, (covey_vec){1, 2, 3}, 4.0);
    covey_facets *facets = facets_of(&memory, &whole), *plain = facets_of(&memory, &whole);
    assert_true(facets->closed);
    ask_all(plain);
    uint64_t random = 5;
    int met = 0;
    for (int tries = 0; tries < 4000; tries++) {
        covey_vec p = any_place(&random, 9), way = any_place(&random, 12), away, other;
        covey_flight flight = {p, covey_vec_unit(way), covey_vec_length(way), true};
        double reach = tries % 3 == 0 ? 0.0 : test_uniform(&random, 0, 2);
        double distance = covey_facets_distance(plain, p, &other);
        assert_true(covey_facets_distance(facets, p, &away) == distance);
        assert_memory_equal(&away, &other, sizeof away);
        assert_true(fabs(covey_vec_length(away) - 1.0) < 1e-12);
        double first = covey_facets_hit(plain, &flight, reach);
        assert_true(covey_facets_hit(facets, &flight, reach) == first);
        if (first <= flight.length && distance > reach) { // it is as near there, and not before
            covey_vec there = covey_vec_add(p, covey_vec_scale(flight.along, first));
            assert_true(fabs(covey_facets_distance(facets, there, &away) - reach) < 1e-9);
            met++;
        }
    }
    assert_true(met > 200);
    covey_facets_destroy(&memory, plain);
    covey_facets_destroy(&memory, facets);
    assert_int_equal(memory.bytes, 0);
}

/// Turned inside out it is the same solid.
static void test_inside_is_told_for_either_winding(void **unused)
{
    (void)unused;
    covey_memory memory = covey_memory_init((covey_allocator){0});
    for (int turned = 0; turned < 2; turned++) {
        ball whole = ball_of(9, 12, (covey_vec){0, 0, 0}, 4.0);
        for (size_t k = 0; k < whole.count && turned == 1; k++) {
            uint32_t second = whole.corner[3 * k + 1];
            whole.corner[3 * k + 1] = whole.corner[3 * k + 2];
            whole.corner[3 * k + 2] = second;
        }
        covey_facets *facets = facets_of(&memory, &whole);
        uint64_t random = 11;
        for (int tries = 0; tries < 1000; tries++) {
            covey_vec p = any_place(&random, 6), away;
            double distance = covey_facets_distance(facets, p, &away);
            if (covey_vec_length(p) < 3.0)
                assert_true(distance < 0.0);
            if (covey_vec_length(p) > 4.8)
                assert_true(distance > 0.0);
            // a step of the distance along the way out is on the surface
            covey_vec rim = covey_vec_sub(p, covey_vec_scale(away, distance)), other;
            assert_true(fabs(covey_facets_distance(facets, rim, &other)) < 1e-12);
        }
        covey_facets_destroy(&memory, facets);
    }
}

/// A ray that passes through a closed mesh from outside meets it, also along its edges and corners.
static void test_no_ray_slips_between_triangles(void **unused)
{
    (void)unused;
    covey_memory memory = covey_memory_init((covey_allocator){0});
    ball whole = ball_of(9, 12, (covey_vec){0, 0, 0}, 4.0);
    covey_facets *facets = facets_of(&memory, &whole);
    uint64_t random = 3;
    for (int tries = 0; tries < 4000; tries++) {
        const uint32_t *corner = &whole.corner[3 * test_below(&random, whole.count)];
        covey_vec a = facets->point[corner[0]], b = facets->point[corner[1]];
        double share = tries % 2 == 0 ? 0.0 : test_uniform(&random, 0, 1);
        covey_vec target = covey_vec_add(a, covey_vec_scale(covey_vec_sub(b, a), share));
        covey_vec from = covey_vec_scale(target, 3.0);
        covey_flight flight = {from, covey_vec_unit(covey_vec_scale(from, -1.0)),
                               covey_vec_length(from), true};
        assert_true(covey_facets_hit(facets, &flight, 0.0) < flight.length);
    }
    covey_facets_destroy(&memory, facets);
}

// ---- Worlds ----

static const double side = 40;

static void add(covey_world *world, covey_influence_def def, double radius)
{
    const covey_setting settings[] = {{"radius", radius}, {"weight", 3}, {"sight", 4}};
    int handle;
    covey_error error = {0};
    def.settings = settings;
    def.settings_count = 3;
    if (covey_world_influence_add(world, &def, &handle, &error) != COVEY_OK)
        fail_msg("%s", error.message);
}

/// Two boxes that overlap, a ground, a bumpy ball and an open sheet.
static covey_world *world_of(covey_space_kind kind, covey_kernel_kind kernel, int threads)
{
    covey_world_def def = covey_world_def_default();
    def.space = (covey_space){kind, 3, {side, side, side}};
    def.kernel = kernel;
    def.threads = threads;
    covey_world *world = test_world_create(&def);
    double low[3][2] = {{5, 12}, {5, 12}, {5, 30}}, high[3][2] = {{14, 9}, {9, 20}, {14, 21}};
    covey_influence_def box = {
        .kind = "box", .points = {low[0], low[1], low[2]}, .points_count = 2};
    add(world, box, 0);
    for (int axis = 0; axis < 3; axis++)
        box.points[axis] = high[axis];
    add(world, box, 0.5);
    double ground[3][2] = {{0, 0}, {0, 0.1}, {2, 3}};
    if (kind != COVEY_SPACE_TORUS)
        add(world,
            (covey_influence_def){
                .kind = "plane", .points = {ground[0], ground[1], ground[2]}, .points_count = 2},
            0);
    ball solid = ball_of(7, 9, (covey_vec){28, 28, 20}, 7.0);
    covey_influence_def mesh = {.kind = "mesh",
                                .points = {solid.points[0], solid.points[1], solid.points[2]},
                                .points_count = solid.points_count,
                                .triangles = solid.corner,
                                .triangles_count = solid.count};
    add(world, mesh, 0);
    solid = ball_of(7, 9, (covey_vec){8, 34, 33}, 6.0);
    mesh.triangles_count = solid.count - 11;
    for (int axis = 0; axis < 3; axis++)
        mesh.points[axis] = solid.points[axis];
    add(world, mesh, 0.25);
    return world;
}

static void add_swarm(covey_world *world, double speed)
{
    const covey_setting settings[] = {{"speed", speed}};
    covey_flock_def def = test_flock_plain("vicsek", 150);
    def.body = 0.125;
    def.settings = settings;
    def.settings_count = 1;
    def.place.speed = speed;
    int number;
    covey_error error = {0};
    if (covey_world_add(world, &def, &number, &error) != COVEY_OK)
        fail_msg("%s", error.message);
}

static void test_no_agent_ends_inside(void **unused)
{
    (void)unused;
    static const covey_space_kind kinds[] = {COVEY_SPACE_TORUS, COVEY_SPACE_REFLECTING,
                                             COVEY_SPACE_RESPAWN};
    for (size_t kind = 0; kind < 3; kind++)
        for (double speed = 1; speed <= 100; speed *= 10) {
            uint64_t hash[3];
            for (int way = 0; way < 3; way++) {
                covey_world *world =
                    world_of(kinds[kind], way == 1 ? COVEY_KERNEL_REF : COVEY_KERNEL_FASTEST,
                             way == 2 ? 3 : 1);
                add_swarm(world, speed);
                for (int step = 0; step < 30; step++)
                    assert_int_equal(covey_world_step(world, 0.25), COVEY_OK);
                assert_int_equal(covey_world_entries(world, 0), 0);
                covey_view view = covey_world_view(world, 0);
                for (size_t i = 0; i < view.count; i++) {
                    int inside;
                    covey_vec p = covey_vec_at(view.pos, i);
                    assert_int_equal(covey_world_inside(world, 0, p, 0.125, &inside), COVEY_OK);
                    assert_int_equal(inside, -1);
                }
                hash[way] = covey_world_hash(world);
                covey_world_destroy(world);
            }
            assert_true(hash[0] == hash[1] && hash[0] == hash[2]);
        }
}

/// The sum of ways is long against the mesh, so an agent that passed its wall would be beyond it.
static void test_agents_in_a_closed_mesh_are_brought_out_and_stay_out(void **unused)
{
    (void)unused;
    covey_world *world = test_world_in((covey_space){COVEY_SPACE_OPEN, 3, {0}});
    add_swarm(world, 0.5);
    ball solid = ball_of(7, 9, (covey_vec){0, 0, 0}, 30.0);
    const double *points[3] = {solid.points[0], solid.points[1], solid.points[2]};
    covey_influence_def mesh = {.kind = "mesh",
                                .points = {points[0], points[1], points[2]},
                                .points_count = solid.points_count,
                                .triangles = solid.corner,
                                .triangles_count = solid.count};
    int handle, inside;
    assert_int_equal(covey_world_influence_add(world, &mesh, &handle, NULL), COVEY_OK);
    assert_true(covey_world_influence(world, handle).closed);
    assert_int_equal(covey_world_inside(world, 0, (covey_vec){1, 1, 1}, 0, &inside), COVEY_OK);
    assert_int_equal(inside, handle);
    assert_int_equal(covey_world_step(world, 0.01), COVEY_OK);
    assert_int_equal(covey_world_entries(world, 0), 0);
    bool sees, found;
    covey_vec left = {-60, 1, 1}, right = {60, 1, 1};
    assert_int_equal(covey_world_sees(world, 0, left, right, &sees), COVEY_OK);
    assert_false(sees);
    covey_ray ray = covey_ray_default(left, (covey_vec){120, 0, 0});
    covey_hit hit;
    ray.agents = COVEY_NO_FLOCK;
    assert_int_equal(covey_world_ray(world, &ray, &hit, &found), COVEY_OK);
    assert_true(found && hit.influence == handle && hit.pos.x < -20 && hit.pos.x > -40);
    for (int axis = 0; axis < 3; axis++) // moved out of the way
        for (size_t k = 0; k < solid.points_count; k++)
            solid.points[axis][k] += 100;
    assert_int_equal(covey_world_influence_move(world, handle, points, NULL), COVEY_OK);
    assert_int_equal(covey_world_sees(world, 0, left, right, &sees), COVEY_OK);
    assert_true(sees);
    covey_world_destroy(world);
}

static void refuse(covey_space space, const char *kind, size_t count, const char *message)
{
    covey_world *world = test_world_in(space);
    static const double x[] = {1, 2, 3}, y[] = {1, 2, 2}, z[] = {1, 1, 4};
    static const uint32_t corner[] = {0, 1, 3};
    covey_influence_def influence = {.kind = kind, .points = {x, y, z}, .points_count = count};
    if (strcmp(kind, "mesh") == 0) {
        influence.triangles = corner;
        influence.triangles_count = 1;
    }
    int handle;
    covey_error error;
    assert_int_equal(covey_world_influence_add(world, &influence, &handle, &error), COVEY_ARG);
    assert_string_equal(error.message, message);
    assert_int_equal(covey_world_influences(world), 0);
    covey_world_destroy(world);
}

static void test_wrong_solids_are_refused_with_a_sentence(void **unused)
{
    (void)unused;
    const covey_space plane = covey_space_open();
    const covey_space deep = {COVEY_SPACE_OPEN, 3, {0}}, torus = {COVEY_SPACE_TORUS, 3, {9, 9, 9}};
    refuse(plane, "box", 2, "a box is for three dimensions, and the space is a plane");
    refuse(plane, "plane", 2, "a plane is for three dimensions, and the space is a plane");
    refuse(plane, "mesh", 3, "a mesh is for three dimensions, and the space is a plane");
    refuse(deep, "box", 3, "a box has two points, not 3");
    refuse(deep, "box", 2, "a box needs corners that differ on every axis");
    refuse(deep, "mesh", 3, "triangle 0 has the point 3, of 3");
    refuse(torus, "plane", 2,
           "a plane divides a space, and a torus has no two sides: a thin box does");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_tree_answers_as_all_triangles_do),
        cmocka_unit_test(test_inside_is_told_for_either_winding),
        cmocka_unit_test(test_no_ray_slips_between_triangles),
        cmocka_unit_test(test_no_agent_ends_inside),
        cmocka_unit_test(test_agents_in_a_closed_mesh_are_brought_out_and_stay_out),
        cmocka_unit_test(test_wrong_solids_are_refused_with_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
