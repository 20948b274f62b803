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
    const covey_instances to = {.out = &out[0][0], .stride = 7, .order = order};
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

// ---- Forms ----

/// A vector turned by a quaternion (x, y, z, w): v + 2 q × (q × v + w v).
static covey_vec turned(const float *q, covey_vec v)
{
    covey_vec axis = {(double)q[0], (double)q[1], (double)q[2]};
    double w = (double)q[3];
    covey_vec once = {axis.y * v.z - axis.z * v.y + w * v.x, axis.z * v.x - axis.x * v.z + w * v.y,
                      axis.x * v.y - axis.y * v.x + w * v.z};
    covey_vec twice = {axis.y * once.z - axis.z * once.y, axis.z * once.x - axis.x * once.z,
                       axis.x * once.y - axis.y * once.x};
    return covey_vec_add(v, covey_vec_scale(twice, 2.0));
}

static bool near(covey_vec a, covey_vec b)
{
    return covey_vec_length(covey_vec_sub(a, b)) < 1e-6;
}

static covey_vec column(const float *matrix, int number)
{
    const float *at = matrix + (ptrdiff_t)4 * number;
    return (covey_vec){(double)at[0], (double)at[1], (double)at[2]};
}

/// Checks the forms of one agent: a body that looks along x, its back to z.
static void check_forms(const float *matrix, const float *rows, const float *turn, covey_pose is,
                        covey_vec origin)
{
    covey_vec x = column(matrix, 0), y = column(matrix, 1), z = column(matrix, 2);
    covey_vec heading = covey_vec_unit(is.vel), place = covey_vec_sub(is.pos, origin);
    assert_true(near(x, covey_vec_is_zero(heading) ? (covey_vec){1, 0, 0} : heading));
    assert_true(fabs(covey_vec_length(y) - 1) < 1e-6 && fabs(covey_vec_length(z) - 1) < 1e-6);
    assert_true(fabs(covey_vec_dot(x, y)) < 1e-6 && fabs(covey_vec_dot(y, z)) < 1e-6);
    covey_vec cross = {x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x};
    assert_true(near(cross, z)); // a rotation, no mirror
    assert_true(z.z > -1e-6 && fabs(y.z) < 1e-6);
    covey_vec off = covey_vec_sub(column(matrix, 3), place); // floats of some 40 L
    assert_true(covey_vec_length(off) < 1e-5 && matrix[15] == 1.0F);
    for (int k = 0; k < 12; k++)
        assert_true(rows[k] == matrix[4 * (k % 4) + k / 4]);
    assert_true(turn[0] == matrix[12] && turn[1] == matrix[13] && turn[2] == matrix[14]);
    assert_true(near(turned(turn + 3, (covey_vec){1, 0, 0}), x));
    assert_true(near(turned(turn + 3, (covey_vec){0, 1, 0}), y));
    assert_true(near(turned(turn + 3, (covey_vec){0, 0, 1}), z));
}

static void expect_forms(covey_space space, covey_vec origin)
{
    enum { TURNS = 64, ROOM = TURNS + 3 };
    covey_world_def def = covey_world_def_default();
    def.space = space;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = covey_flock_def_default();
    flock.model = "torus";
    flock.count = ROOM;
    test_world_add(world, &flock);
    bool deep = covey_space_dim(&space) == 3;
    for (covey_id id = 0; id < ROOM; id++) { // all quarters, at rest, straight up and down
        double a = (double)id * 0.3, up = deep ? covey_sin((double)id * 1.7) : 0.0;
        covey_pose pose = {{origin.x + a, origin.y - 2 * a, deep ? origin.z + 1 : 0.0},
                           {covey_cos(a), covey_sin(a), up}};
        if (id >= TURNS)
            pose.vel = (covey_vec){0, 0, deep ? (double)id - TURNS - 1 : 0.0};
        assert_int_equal(covey_world_put(world, 0, id, pose, NULL), COVEY_OK);
    }
    static float matrix[ROOM][16], rows[ROOM][12], turn[ROOM][7], plain[ROOM][6];
    covey_instances to = {.origin = origin};
    float *const outs[] = {plain[0], turn[0], matrix[0], rows[0]};
    for (int form = 0; form < 4; form++) {
        to.form = (covey_instance_form)form;
        to.out = outs[form];
        assert_int_equal(covey_world_interpolate(world, 0, 1, &to), COVEY_OK);
    }
    to.stride = 11; // a row has 12 floats
    assert_int_equal(covey_world_interpolate(world, 0, 1, &to), COVEY_ARG);
    to.form = (covey_instance_form)4;
    to.stride = 0;
    assert_int_equal(covey_world_interpolate(world, 0, 1, &to), COVEY_ARG);
    covey_view view = covey_world_view(world, 0);
    for (size_t i = 0; i < view.count; i++) {
        covey_pose is = {covey_vec_at(view.pos, i), covey_vec_at(view.vel, i)};
        check_forms(matrix[i], rows[i], turn[i], is, origin);
        assert_true(plain[0][0] == (float)(view.pos[0][0] - origin.x));
    }
    covey_world_destroy(world);
}

static void test_rotations_lead_along_headings_near_an_origin_far_away(void **unused)
{
    (void)unused;
    expect_forms(covey_space_open(), (covey_vec){0, 0, 0});
    expect_forms(covey_space_open(), (covey_vec){1e9, -3e9, 0});
    expect_forms(covey_space_deep(covey_space_open(), 0), (covey_vec){1e9, -3e9, 2e9});
}

/// Changes of the drawn heading by more than 90 degrees, of agents that press to a place for 5 T
/// after 30 T.
static int turns_of(double rest, bool deep, const char *to_place)
{
    enum { CROWD = 30 };
    covey_world_def world_def = covey_world_def_default();
    world_def.space = deep ? covey_space_deep(world_def.space, 0) : world_def.space;
    covey_world *world = test_world_create(&world_def);
    const covey_setting settings[] = {{"alignment", 0},
                                      {"cohesion", 0},
                                      {"separation_radius", 1.2},
                                      {"min_speed", 0},
                                      {"max_speed", 5}};
    covey_flock_def flock = covey_flock_def_default();
    flock.model = "reynolds";
    flock.settings = settings;
    flock.settings_count = 5;
    flock.count = CROWD;
    flock.body = 0.5;
    flock.hard = true;
    test_world_add(world, &flock);
    const covey_setting strong = {"weight", 4};
    covey_influence_def place = covey_influence_def_default();
    int handle, turns = 0;
    place.kind = to_place;
    place.settings = &strong;
    place.settings_count = 1;
    assert_int_equal(covey_world_influence_add(world, &place, &handle, NULL), COVEY_OK);
    test_world_steps(world, 1800, 1.0 / 60);
    float out[CROWD][6] = {{0}}, last[CROWD][6] = {{0}};
    uint32_t order[2 * CROWD];
    const covey_instances to = {.out = &out[0][0], .stride = 6, .order = order, .rest = rest};
    for (int step = 0; step < 300; step++) {
        test_world_steps(world, 1, 1.0 / 60);
        covey_view view = covey_world_view(world, 0);
        covey_view_order(&view, order);
        assert_int_equal(covey_world_interpolate(world, 0, 0.5, &to), COVEY_OK);
        for (int k = 0, at = deep ? 3 : 2; k < CROWD; k++) {
            float along = out[k][at] * last[k][at] + out[k][at + 1] * last[k][at + 1] +
                          (deep ? out[k][at + 2] * last[k][at + 2] : 0.0F);
            turns += along < 0.0F;
        }
        memcpy(last, out, sizeof last);
    }
    covey_world_destroy(world);
    return turns;
}

static void test_agents_that_stand_keep_their_headings(void **unused)
{
    (void)unused;
    for (int deep = 0; deep < 2; deep++) {
        int turns = turns_of(0.0, deep == 1, "arrive"), still = turns_of(1.0, deep == 1, "arrive");
        print_message("%d turns, with a rest %d\n", turns, still);
        assert_true(turns > 100); // what is tested is not so by itself
        assert_int_equal(still, 0);
    }
    covey_world *world = test_world_plain();
    covey_flock_def flock = covey_flock_def_default();
    flock.count = 100;
    test_world_add(world, &flock);
    float out[1600] = {0};
    covey_instances to = {.out = out, .rest = -1.0};
    assert_int_equal(covey_world_interpolate(world, 0, 0, &to), COVEY_ARG);
    to.rest = (double)NAN;
    assert_int_equal(covey_world_interpolate(world, 0, 0, &to), COVEY_ARG);
    to.rest = HUGE_VAL; // none has a heading yet: all get theirs
    assert_int_equal(covey_world_interpolate(world, 0, 0, &to), COVEY_OK);
    assert_true(out[2] * out[2] + out[3] * out[3] > 0.9F);
    // In each form the rotation stays and the place goes on.
    static const size_t places[][2] = {{0, 1}, {0, 1}, {12, 13}, {3, 7}};
    const covey_pose poses[] = {{{1, 2, 0}, {3, 0, 0}}, {{5, 7, 0}, {0, -3, 0}}};
    float first[1600];
    for (int form = 0; form <= COVEY_INSTANCE_ROWS; form++) {
        memset(out, 0, sizeof out);
        to.form = (covey_instance_form)form;
        for (int k = 0; k < 2; k++) {
            assert_int_equal(covey_world_put(world, 0, 0, poses[k], NULL), COVEY_OK);
            assert_int_equal(covey_world_interpolate(world, 0, 1, &to), COVEY_OK);
            if (k == 0)
                memcpy(first, out, sizeof out);
        }
        for (int axis = 0; axis < 2; axis++) {
            assert_true(out[places[form][axis]] == (axis == 0 ? 5.0F : 7.0F));
            out[places[form][axis]] = first[places[form][axis]];
        }
        assert_memory_equal(out, first, sizeof out);
    }
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents_stand_between_the_last_two_steps),
        cmocka_unit_test(test_rotations_lead_along_headings_near_an_origin_far_away),
        cmocka_unit_test(test_agents_that_stand_keep_their_headings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
