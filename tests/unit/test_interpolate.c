// SPDX-License-Identifier: MIT
// Agents between two steps: at both ends the states that were, across seams the shortest way.
#include "covey/interpolate.h"
#include "support/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { AGENTS = 300 };

static void expect_between(covey_space space)
{
    covey_world_def def = covey_world_def_default();
    def.space = space;
    def.kernel = COVEY_KERNEL_REF;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = test_flock_plain("three_rule", AGENTS);
    test_world_add(world, &flock);
    test_world_steps(world, 3, 0.25);
    covey_pose old[AGENTS], now;
    float out[AGENTS][7] = {{0}};
    uint32_t order[2 * AGENTS];
    for (uint32_t id = 0; id < AGENTS; id++)
        assert_int_equal(covey_world_get(world, 0, id, &old[id], NULL), COVEY_OK);
    test_world_steps(world, 1, 0.25);
    covey_view view = covey_world_view(world, 0);
    covey_view_order(&view, order);
    const covey_instances to = {&out[0][0], 7, order};
    int deep = covey_space_dim(&space) == 3;
    for (int part = 0; part <= 4; part++) {
        assert_int_equal(covey_world_interpolate(world, 0, part * 0.25, &to), COVEY_OK);
        for (uint32_t id = 0; id < AGENTS; id++) {
            assert_int_equal(covey_world_get(world, 0, id, &now, NULL), COVEY_OK);
            covey_vec way = covey_space_offset(&space, old[id].pos, now.pos);
            covey_vec shown = {(double)out[id][0], (double)out[id][1],
                               deep ? (double)out[id][2] : 0.0};
            covey_vec gone = covey_space_offset(&space, old[id].pos, shown);
            covey_vec wrong = covey_vec_sub(gone, covey_vec_scale(way, part * 0.25));
            assert_true(covey_vec_length(wrong) < 1e-4);
            const float *heading = &out[id][deep ? 3 : 2];
            covey_vec unit = covey_vec_unit(part == 0 ? old[id].vel : now.vel);
            if (part % 4 == 0)
                assert_true(fabs((double)heading[0] - unit.x) < 1e-6 &&
                            fabs((double)heading[1] - unit.y) < 1e-6);
        }
    }
    covey_pose pose = {{1, 2, 0}, {0, 1, 0}};
    assert_int_equal(covey_world_put(world, 0, 9, pose, NULL), COVEY_OK);
    assert_int_equal(covey_world_interpolate(world, 0, 0.5, &to), COVEY_OK);
    assert_true(out[9][0] == 1.0F && out[9][1] == 2.0F);
    assert_int_equal(covey_world_interpolate(world, 0, 1.5, &to), COVEY_ARG);
    assert_int_equal(covey_world_interpolate(world, 1, 0.5, &to), COVEY_ARG);
    covey_world_destroy(world);
}

static void test_agents_stand_between_the_last_two_steps(void **unused)
{
    (void)unused;
    expect_between(covey_space_torus(30, 30));
    expect_between(covey_space_open());
    expect_between(covey_space_deep(covey_space_torus(30, 30), 30));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents_stand_between_the_last_two_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
