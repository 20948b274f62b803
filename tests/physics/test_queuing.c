// SPDX-License-Identifier: MIT
// Leader following and queuing of Reynolds 1999: followers arrive behind their leader, agents brake
// behind slower ones, as far as the equations say, the same at 30, 60 and 120 steps a T, in the
// plane and in three dimensions, by forces and by pushes per step.
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { LEAST_RATE = 30, RATES = 3 };

/// A leader at the origin that flies straight on along `leads`, and an agent that responds to it.
typedef struct scene {
    covey_response is;
    covey_vec leads;
    covey_pose start;
    const char *motion;
    bool deep;
} scene;

static int add(covey_world *world, const scene *of, const char *name, covey_pose pose)
{
    covey_flock_def def = covey_flock_def_default();
    def.name = name;
    def.model = "reynolds";
    def.motion = of->motion;
    def.count = 1;
    const double *const pos[] = {&pose.pos.x, &pose.pos.y, &pose.pos.z};
    const double *const vel[] = {&pose.vel.x, &pose.vel.y, &pose.vel.z};
    for (int axis = 0; axis < (of->deep ? 3 : 2); axis++) {
        def.pos[axis] = pos[axis];
        def.vel[axis] = vel[axis];
    }
    // Without its rules this model flies straight on.
    const covey_setting settings[] = {{"separation", 0},  {"alignment", 0}, {"cohesion", 0},
                                      {"max_force", 1e9}, {"min_speed", 0}, {"max_speed", 20}};
    def.settings = settings;
    def.settings_count = 6;
    if (name[0] == 'f') {
        def.responses = &of->is;
        def.responses_count = 1;
    }
    return test_world_add(world, &def);
}

static covey_world *make(const scene *of)
{
    covey_world_def def = covey_world_def_default();
    def.kernel = COVEY_KERNEL_REF;
    if (of->deep)
        def.space = covey_space_deep(def.space, 0);
    covey_world *world = test_world_create(&def);
    add(world, of, "follower", of->start);
    add(world, of, "leader", (covey_pose){.vel = of->leads});
    return world;
}

static covey_pose pose_of(const covey_world *world, int flock)
{
    covey_pose pose;
    assert_int_equal(covey_world_get(world, flock, 0, &pose, NULL), COVEY_OK);
    return pose;
}

/// The way from the agent to its leader after a time at a number of steps a T.
static covey_vec way_after(const scene *of, double time, int rate)
{
    covey_world *world = make(of);
    test_world_steps(world, (int)(time * rate + 0.5), 1.0 / rate);
    covey_vec way = covey_vec_sub(pose_of(world, 1).pos, pose_of(world, 0).pos);
    covey_world_destroy(world);
    return way;
}

/// Ways at 30, 60 and 120 steps a T are near one another, the finer two nearer: a step has an error
/// of the order of dt.
static void assert_same_at_all_rates(const scene *of, double time, double tolerance)
{
    covey_vec way[RATES];
    for (int k = 0; k < RATES; k++)
        way[k] = way_after(of, time, LEAST_RATE << k);
    double coarse = covey_vec_length(covey_vec_sub(way[1], way[0]));
    double fine = covey_vec_length(covey_vec_sub(way[2], way[1]));
    print_message("%s: 30/60 differ by %.3g, 60/120 by %.3g\n", covey_response_rules()[of->is.rule],
                  coarse, fine);
    assert_true(coarse < tolerance);
    assert_true(fine < 0.7 * coarse);
}

static scene following(bool deep, const char *motion)
{
    scene of = {.is = covey_response_default("leader", COVEY_RESPONSE_FOLLOW),
                .leads = {6, 0, deep ? 8 : 0},
                .start = {{-40, 30, deep ? 20 : 0}, {0, 5, 0}},
                .motion = motion,
                .deep = deep};
    of.is.radius = 1e3;
    of.is.weight = 4;
    of.is.lead = 0.5;
    return of;
}

static void test_followers_arrive_where_their_leader_was(void **unused)
{
    (void)unused;
    for (int deep = 0; deep < 2; deep++)
        for (int pushes = 0; pushes < 2; pushes++) {
            scene of = following(deep == 1, pushes == 1 ? "impulse" : "accelerate");
            // Near the place e'' = -weight (e' + e weight/4): 40 T leave nothing of it.
            covey_vec behind = covey_vec_scale(of.leads, of.is.lead);
            for (int k = 0; k < RATES; k++)
                assert_true(covey_vec_length(
                                covey_vec_sub(way_after(&of, 40, LEAST_RATE << k), behind)) < 1e-6);
            assert_same_at_all_rates(&of, 4, 0.1);
        }
}

static void test_a_follower_does_not_run_past_its_place(void **unused)
{
    (void)unused;
    scene of = following(false, "accelerate");
    of.start = (covey_pose){{-60, 0, 0}, {0, 0, 0}};
    covey_world *world = make(&of);
    for (int step = 0; step < 120 * 40; step++) {
        test_world_steps(world, 1, 1.0 / 120);
        double far = pose_of(world, 1).pos.x - pose_of(world, 0).pos.x;
        assert_true(far > of.is.lead * of.leads.x - 1e-3);
    }
    covey_world_destroy(world);
}

static void test_an_agent_in_the_way_of_its_leader_makes_way(void **unused)
{
    (void)unused;
    for (int deep = 0; deep < 2; deep++)
        for (int aside = 0; aside < 2; aside++) { // right ahead, and somewhat beside
            scene of = following(deep == 1, "accelerate");
            of.is.lead = 1;
            of.start = (covey_pose){{4, aside, deep == 1 ? 16.0 / 3 : 0}, of.leads};
            covey_world *world = make(&of);
            double nearest = HUGE_VAL;
            for (int step = 0; step < 60 * 40; step++) {
                test_world_steps(world, 1, 1.0 / 60);
                covey_vec way = covey_vec_sub(pose_of(world, 1).pos, pose_of(world, 0).pos);
                nearest = covey_vec_length(way) < nearest ? covey_vec_length(way) : nearest;
            }
            covey_vec end = covey_vec_sub(pose_of(world, 1).pos, pose_of(world, 0).pos);
            covey_world_destroy(world);
            print_message("in the way: not nearer than %.2f\n", nearest);
            assert_true(nearest > 3);
            assert_true(covey_vec_length(covey_vec_sub(end, of.leads)) < 1e-6);
        }
}

static scene queuing(bool deep, const char *motion)
{
    scene of = {.is = covey_response_default("leader", COVEY_RESPONSE_QUEUE),
                .leads = {1.2, 0, deep ? 1.6 : 0},
                .start = {{-12, 0, deep ? -16 : 0}, {6, 0, deep ? 8 : 0}},
                .motion = motion,
                .deep = deep};
    of.is.radius = 12;
    of.is.weight = deep ? 4 : 2;
    return of;
}

static void test_agents_brake_behind_a_slower_one(void **unused)
{
    (void)unused;
    for (int deep = 0; deep < 2; deep++)
        for (int pushes = 0; pushes < 2; pushes++) {
            scene of = queuing(deep == 1, pushes == 1 ? "impulse" : "accelerate");
            // d' = -w, w' = -weight (1 - d/R) w: w = w0 - weight (R - d)²/2R, and it ends where
            // that is 0.
            double first = covey_vec_length(covey_vec_sub(of.start.vel, of.leads));
            double end = 12 - sqrt(2 * 12 * first / of.is.weight);
            covey_vec way = way_after(&of, 20, 480);
            print_message("queue: %.4f apart, %.4f by the equation\n", covey_vec_length(way), end);
            assert_true(fabs(covey_vec_length(way) - end) < 0.02); // v dt
            assert_same_at_all_rates(&of, 4, 0.1);
        }
}

static void test_agents_do_not_brake_for_faster_ones_nor_for_those_behind(void **unused)
{
    (void)unused;
    scene of = queuing(false, "accelerate"), free = of;
    free.is.weight = 0;
    of.start.pos = free.start.pos = (covey_vec){-5, 0, 0};
    of.leads.x = free.leads.x = 9; // faster
    assert_true(way_after(&of, 1, 60).x == way_after(&free, 1, 60).x);
    of.leads.x = free.leads.x = 1;
    of.start.pos = free.start.pos = (covey_vec){5, 0, 0}; // ahead of it
    assert_true(way_after(&of, 1, 60).x == way_after(&free, 1, 60).x);
    of.start.pos = free.start.pos = (covey_vec){-4, 4.1, 0}; // 46 degrees aside
    assert_true(way_after(&of, 1, 60).x == way_after(&free, 1, 60).x);
    of.start.pos = free.start.pos = (covey_vec){-4, 3.9, 0}; // 44 degrees
    assert_true(way_after(&of, 1, 60).x != way_after(&free, 1, 60).x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_followers_arrive_where_their_leader_was),
        cmocka_unit_test(test_a_follower_does_not_run_past_its_place),
        cmocka_unit_test(test_an_agent_in_the_way_of_its_leader_makes_way),
        cmocka_unit_test(test_agents_brake_behind_a_slower_one),
        cmocka_unit_test(test_agents_do_not_brake_for_faster_ones_nor_for_those_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
