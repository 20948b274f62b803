// SPDX-License-Identifier: MIT
// As many flocks as a world holds, each of which responds to eight others, while flocks leave and
// join; and all rules at 30, 60 and 120 steps a T.
#include "core/world.h"
#include "support/probe.h"
#include "support/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define RADIUS 40.0

enum { RULES = COVEY_RESPONSE_QUEUE + 1, LEAST_RATE = 30, RATES = 3 };

// ---- Flocks that only respond ----

/// A flock of one agent.
static covey_flock_def one_at(const char *name, covey_vec *pos, covey_vec *vel)
{
    covey_flock_def def = covey_flock_def_default();
    def.name = name;
    def.custom_model = &test_idle;
    def.count = 1;
    def.pos[0] = &pos->x;
    def.pos[1] = &pos->y;
    def.vel[0] = &vel->x;
    def.vel[1] = &vel->y;
    return def;
}

// ---- All flocks ----

static const char *name_of(int flock)
{
    static char names[COVEY_MAX_FLOCKS][8];
    (void)snprintf(names[flock], sizeof names[flock], "f%d", flock);
    return names[flock];
}

static covey_vec place_of(int flock)
{
    uint64_t random = 7 + (uint64_t)flock;
    covey_vec p = {test_uniform(&random, 0, 20), test_uniform(&random, 0, 20), 0};
    return p;
}

/// Flock number k flees from those numbered k + 1, k + 9, k + 17 and so on.
static int seen_by(int flock, int which)
{
    return (flock + 1 + 8 * which) % COVEY_MAX_FLOCKS;
}

static void add_flock(covey_world *world, int flock)
{
    covey_vec pos = place_of(flock), vel = {0, 0, 0};
    covey_response to[COVEY_MAX_ZONES];
    for (int k = 0; k < COVEY_MAX_ZONES; k++) {
        to[k] = covey_response_default(name_of(seen_by(flock, k)), COVEY_RESPONSE_FLEE);
        to[k].radius = RADIUS;
        to[k].weight = 1.0 + k;
    }
    covey_flock_def def = one_at(name_of(flock), &pos, &vel);
    def.responses = to;
    def.responses_count = COVEY_MAX_ZONES;
    test_world_add(world, &def);
}

static covey_world *full_world(int threads)
{
    covey_world_def def = covey_world_def_default();
    def.threads = threads;
    covey_world *world = test_world_create(&def);
    for (int flock = 0; flock < COVEY_MAX_FLOCKS; flock++)
        add_flock(world, flock);
    return world;
}

/// The velocity that a step of 1 from rest gives to the agent of a flock.
static covey_vec flight_of(const covey_world *world, int flock)
{
    covey_vec sum = {0, 0, 0};
    for (int k = 0; k < COVEY_MAX_ZONES; k++) {
        const int other = seen_by(flock, k);
        if (covey_world_find(world, name_of(other)) < 0)
            continue;
        covey_vec r = covey_vec_sub(place_of(other), place_of(flock));
        double share = 1.0 - covey_vec_length(r) / RADIUS;
        sum = covey_vec_add(sum, covey_vec_scale(covey_vec_unit(r), -(1.0 + k) * share));
    }
    return sum;
}

/// Takes a step of a world at rest, as its snapshot has it, and compares all velocities.
static void check_flights(covey_world *world)
{
    test_world_steps(world, 1, 1.0);
    for (int flock = 0; flock < COVEY_MAX_FLOCKS; flock++) {
        const int number = covey_world_find(world, name_of(flock));
        if (number < 0)
            continue;
        covey_vec found = test_world_vel(world, number, 0), right = flight_of(world, flock);
        if (!(covey_vec_length(covey_vec_sub(found, right)) < 1e-12))
            fail_msg("flock %d: (%g, %g), not (%g, %g)", flock, found.x, found.y, right.x, right.y);
        const covey_pose rest = {place_of(flock), {0, 0, 0}};
        assert_int_equal(covey_world_put(world, number, 0, rest, NULL), COVEY_OK);
    }
}

static void test_64_flocks_respond_to_eight_each_while_flocks_leave_and_join(void **unused)
{
    (void)unused;
    for (int threads = 1; threads <= 3; threads += 2) {
        covey_world *world = full_world(threads);
        check_flights(world);
        for (int gone = 5; gone < 40; gone += 3)
            assert_int_equal(covey_world_drop(world, covey_world_find(world, name_of(gone)), NULL),
                             COVEY_OK);
        check_flights(world);
        for (int gone = 5; gone < 40; gone += 6)
            add_flock(world, gone);
        check_flights(world);
        assert_int_equal(covey_world_flocks(world), COVEY_MAX_FLOCKS - 6);
        covey_world_destroy(world);
    }
}

static void test_a_ninth_response_is_refused(void **unused)
{
    (void)unused;
    covey_world *world = test_world_plain();
    covey_vec pos = {0, 0, 0};
    covey_response to[COVEY_MAX_ZONES + 1];
    for (int k = 0; k <= COVEY_MAX_ZONES; k++)
        to[k] = covey_response_default(name_of(k), COVEY_RESPONSE_FLEE);
    covey_flock_def def = one_at("many", &pos, &pos);
    def.responses = to;
    def.responses_count = COVEY_MAX_ZONES + 1;
    covey_error error;
    int flock;
    assert_int_equal(covey_world_add(world, &def, &flock, &error), COVEY_ARG);
    assert_string_equal(error.message, "flock many has 9 responses, at most 8 are possible");
    covey_world_destroy(world);
}

// ---- Rates ----

/// A bird and a hawk that flies past it.
typedef struct meeting {
    covey_response_rule rule;
    double lead;
    const covey_model *model;
    const char *motion;
    bool deep;
} meeting;

static covey_vec end_of(const meeting *of, int rate)
{
    covey_world_def world_def = covey_world_def_default();
    if (of->deep)
        world_def.space = covey_space_deep(covey_space_open(), 0);
    covey_world *world = test_world_create(&world_def);
    covey_response to = covey_response_default("hawk", of->rule);
    to.radius = 12.0;
    to.lead = of->lead;
    const double up = of->deep ? 0.5 : 0.0;
    covey_vec pos = {0, 0, 0}, vel = {2, 0.5, 0}, at = {4, 1, up}, by = {1, -0.5, up};
    const covey_setting speed = {"speed", 2.0};
    covey_flock_def bird = one_at("bird", &pos, &vel), hawk = one_at("hawk", &at, &by);
    if (of->deep) {
        bird.pos[2] = &pos.z;
        bird.vel[2] = &vel.z;
        hawk.pos[2] = &at.z;
        hawk.vel[2] = &by.z;
    }
    bird.custom_model = of->model;
    bird.motion = of->motion;
    bird.responses = &to;
    bird.responses_count = 1;
    bird.settings = &speed;
    bird.settings_count = of->model == &test_straight ? 1 : 0;
    test_world_add(world, &bird);
    test_world_add(world, &hawk);
    test_world_steps(world, 2 * rate, 1.0 / rate);
    covey_vec end = test_world_pos(world, 0, 0);
    covey_world_destroy(world);
    return end;
}

/// Of ways of about 4 L in 2 T, steps of 1/30 T miss at most 0.15 L, and half as long ones half of
/// that, as the error of a step is of the order of dt.
static void check_rates(const meeting *of)
{
    covey_vec end[RATES];
    for (int k = 0; k < RATES; k++)
        end[k] = end_of(of, LEAST_RATE << k);
    double coarse = covey_vec_length(covey_vec_sub(end[0], end[1]));
    double fine = covey_vec_length(covey_vec_sub(end[1], end[2]));
    if (!(coarse < 0.15 && fine < 0.7 * coarse + 1e-3))
        fail_msg("%s, lead %g, by %s%s: 30/60 differ by %g, 60/120 by %g",
                 covey_response_rules()[of->rule], of->lead, of->motion,
                 of->deep ? " in space" : "", coarse, fine);
}

static void test_all_rules_act_by_time_and_not_by_steps(void **unused)
{
    (void)unused;
    const char *const motions[] = {"accelerate", "impulse", "turn"};
    for (int rule = 0; rule < RULES; rule++)
        for (int way = 0; way < 12; way++) {
            const char *motion = motions[way % 3];
            check_rates(
                &(meeting){.rule = (covey_response_rule)rule,
                           .lead = way / 3 % 2 == 0 ? 0.0 : 0.5,
                           .model = strcmp(motion, "turn") == 0 ? &test_straight : &test_idle,
                           .motion = motion,
                           .deep = way >= 6});
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_64_flocks_respond_to_eight_each_while_flocks_leave_and_join),
        cmocka_unit_test(test_a_ninth_response_is_refused),
        cmocka_unit_test(test_all_rules_act_by_time_and_not_by_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
