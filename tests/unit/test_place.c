// SPDX-License-Identifier: MIT
// Where the agents of a new flock stand: as given, or a function of the seed and the id alone.
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
    covey_world_def world_def = covey_world_def_default();
    world_def.space = covey_space_torus(10, 8);
    covey_world *world = test_world_create(&world_def);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_agent_s_place_depends_on_seed_and_id_alone),
        cmocka_unit_test(test_flocks_of_one_world_draw_places_of_their_own),
        cmocka_unit_test(test_random_agents_fill_the_torus),
        cmocka_unit_test(test_random_agents_of_the_open_plane_have_unit_area_each),
        cmocka_unit_test(test_random_agents_fill_the_box),
        cmocka_unit_test(test_given_agents_are_folded_into_the_torus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
