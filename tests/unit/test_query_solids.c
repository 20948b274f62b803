// SPDX-License-Identifier: MIT
// Questions about obstacles have the same answers whether all are asked or, after the world was
// made ready, those near by.
#include "covey/query.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define SIDE 8.0

enum { OBSTACLES = 60, ASKED = 80 };

/// Answers about obstacles along one way.
typedef struct answers {
    int inside, count;
    bool sees, found;
    covey_hit first;
    int touched[OBSTACLES];
} answers;

static bool note_touch(void *context, const covey_hit *hit)
{
    answers *all = context;
    all->touched[all->count++] = hit->influence;
    return true;
}

static answers ask_about_obstacles(const covey_world *world, covey_vec from, covey_vec way)
{
    answers all = {.first = {.influence = -1}};
    covey_ray ray = covey_ray_default(from, way);
    ray.radius = 0.0625;
    ray.agents = COVEY_NO_FLOCK;
    const covey_vec to = {from.x + way.x, from.y + way.y, from.z + way.z};
    assert_int_equal(covey_world_inside(world, COVEY_ALL_FLOCKS, from, 0.125, &all.inside), 0);
    assert_int_equal(covey_world_sees(world, COVEY_ALL_FLOCKS, from, to, &all.sees), 0);
    assert_int_equal(covey_world_ray(world, &ray, &all.first, &all.found), 0);
    assert_int_equal(covey_world_ray_all(world, &ray, note_touch, &all), 0);
    return all;
}

static void add_obstacles(covey_world *world, int dim, uint64_t *random)
{
    for (int k = 0; k < OBSTACLES; k++) {
        double points[3][2];
        for (int axis = 0; axis < 3; axis++) {
            points[axis][0] = test_uniform(random, 0, SIDE);
            points[axis][1] = points[axis][0] + test_uniform(random, -1, 1);
        }
        const covey_setting settings[] = {{"radius", test_uniform(random, 0.05, 0.2)}};
        test_world_obstacle(world, (covey_influence_def){.points = {points[0], points[1],
                                                                    dim == 3 ? points[2] : NULL},
                                                         .points_count = 1 + (size_t)k % 2,
                                                         .settings = settings,
                                                         .settings_count = 1});
    }
}

/// Ways as long as the space and across its seams, asked before obstacles are brought into an order
/// and after.
static void test_answers_about_obstacles_are_those_of_asking_all(void **unused)
{
    (void)unused;
    uint64_t random = 11;
    int touches = 0, insides = 0;
    for (int which = 0; which < 8; which++) {
        const int dim = which < 4 ? 2 : 3;
        covey_world *world = test_world_create(
            &(covey_world_def){.space = {(covey_space_kind)(COVEY_SPACE_OPEN + which % 4),
                                         dim,
                                         {SIDE, SIDE, dim == 3 ? SIDE : 0}},
                               .threads = 1});
        add_obstacles(world, dim, &random);
        covey_vec from[ASKED], way[ASKED];
        answers plain[ASKED];
        for (int k = 0; k < ASKED; k++) {
            double most = k % 4 == 0 ? SIDE : 2.0;
            from[k] = (covey_vec){test_uniform(&random, 0, SIDE), test_uniform(&random, 0, SIDE),
                                  test_uniform(&random, 0, SIDE)};
            way[k] =
                (covey_vec){test_uniform(&random, -most, most), test_uniform(&random, -most, most),
                            test_uniform(&random, -most, most)};
            plain[k] = ask_about_obstacles(world, from[k], way[k]);
            touches += plain[k].count;
            insides += plain[k].inside >= 0;
        }
        assert_int_equal(covey_world_prepare(world, NULL), COVEY_OK);
        for (int k = 0; k < ASKED; k++) {
            answers ready = ask_about_obstacles(world, from[k], way[k]);
            assert_int_equal(ready.inside, plain[k].inside);
            assert_int_equal(ready.sees, plain[k].sees);
            assert_int_equal(ready.found, plain[k].found);
            assert_int_equal(ready.first.influence, plain[k].first.influence);
            assert_memory_equal(&ready.first.share, &plain[k].first.share, sizeof(double));
            assert_int_equal(ready.count, plain[k].count);
            assert_memory_equal(ready.touched, plain[k].touched, sizeof ready.touched);
        }
        covey_world_destroy(world);
    }
    assert_true(touches > 300 && insides > 10); // else little was asked
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers_about_obstacles_are_those_of_asking_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
