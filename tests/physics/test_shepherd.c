// SPDX-License-Identifier: MIT
// Sheep and a dog of Strömbom and others 2014: their steps by the equations, and herds that are
// brought to their goal where sheep are drawn to enough others.
#include "support/scenario.h"
#include "support/world.h"

#include <covey/measure.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { MANY = 8 };

#define RADIUS 2.0

static covey_world *make(const covey_vec *sheep, size_t count, covey_vec dog)
{
    double x[MANY], y[MANY];
    const double rest[MANY] = {0};
    const covey_setting quiet[] = {{"noise", 0}, {"graze", 0}, {"neighbors", 2}};
    const covey_setting goal[] = {{"noise", 0}, {"goal_x", -300}, {"goal_y", 40}};
    covey_world *world = test_world_in(covey_space_open());
    covey_flock_def flock = covey_flock_def_default();
    for (size_t i = 0; i < count; i++) {
        x[i] = sheep[i].x;
        y[i] = sheep[i].y;
    }
    flock.name = flock.model = "sheep";
    flock.count = count;
    flock.pos[0] = x;
    flock.pos[1] = y;
    flock.vel[0] = flock.vel[1] = rest;
    flock.settings = quiet;
    flock.settings_count = 3;
    test_world_add(world, &flock);
    flock.name = "dog";
    flock.model = "shepherd";
    flock.hunts = "sheep";
    flock.count = 1;
    flock.pos[0] = &dog.x;
    flock.pos[1] = &dog.y;
    flock.settings = goal;
    test_world_add(world, &flock);
    return world;
}

static void expect_near(covey_vec found, covey_vec wanted)
{
    if (!(covey_vec_length(covey_vec_sub(found, wanted)) < 1e-12))
        fail_msg("(%.17g, %.17g), not (%.17g, %.17g)", found.x, found.y, wanted.x, wanted.y);
}

/// The step of a dog, by the equations.
static covey_vec dog_step(const covey_vec *sheep, size_t count, covey_vec dog)
{
    covey_vec center = {0, 0, 0}, stray = sheep[0], goal = {-300, 40, 0};
    double far = -1.0, near = HUGE_VAL;
    for (size_t i = 0; i < count; i++)
        center = covey_vec_add(center, covey_vec_scale(sheep[i], 1.0 / (double)count));
    for (size_t i = 0; i < count; i++) {
        double away = covey_vec_length(covey_vec_sub(sheep[i], center));
        stray = away > far ? sheep[i] : stray;
        far = fmax(far, away);
        near = fmin(near, covey_vec_length(covey_vec_sub(sheep[i], dog)));
    }
    covey_vec out = covey_vec_unit(covey_vec_sub(stray, center));
    covey_vec behind = covey_vec_unit(covey_vec_sub(center, goal));
    covey_vec place = covey_vec_add(center, covey_vec_scale(behind, RADIUS * sqrt((double)count)));
    if (far > RADIUS * pow((double)count, 2.0 / 3.0))
        place = covey_vec_add(stray, covey_vec_scale(out, RADIUS));
    double speed = near < 3.0 * RADIUS ? 0.3 * RADIUS : 1.5;
    return covey_vec_scale(covey_vec_unit(covey_vec_sub(place, dog)), speed);
}

/// The step of a sheep, by the equations: those of two nearest others, and no noise.
static covey_vec sheep_step(const covey_vec *sheep, size_t count, covey_vec dog, size_t i)
{
    covey_vec near[2] = {{0, 0, 0}, {0, 0, 0}}, apart = {0, 0, 0};
    double least[2] = {HUGE_VAL, HUGE_VAL};
    for (size_t j = 0; j < count; j++) {
        covey_vec way = covey_vec_sub(sheep[j], sheep[i]);
        double d = covey_vec_length(way);
        if (j == i)
            continue;
        if (d <= RADIUS)
            apart = covey_vec_sub(apart, covey_vec_unit(way));
        int at = d < least[0] ? 0 : d < least[1] ? 1 : 2;
        if (at == 0) {
            least[1] = least[0];
            near[1] = near[0];
        }
        if (at < 2) {
            least[at] = d;
            near[at] = way;
        }
    }
    covey_vec from = covey_vec_sub(sheep[i], dog);
    if (covey_vec_length(from) > 65.0)
        return covey_vec_unit(apart);
    covey_vec way = covey_vec_scale(covey_vec_unit(covey_vec_add(near[0], near[1])), 1.05);
    way = covey_vec_add(way, covey_vec_scale(covey_vec_unit(apart), 2.0));
    return covey_vec_unit(covey_vec_add(way, covey_vec_unit(from)));
}

static void test_steps_are_those_of_the_equations(void **unused)
{
    (void)unused;
    static const covey_vec together[] = {{0, 0, 0},  {3, 1, 0}, {1.5, 0.5, 0},
                                         {-2, 2, 0}, {2, 4, 0}, {-1, -2.5, 0}};
    static const covey_vec strayed[] = {{0, 0, 0}, {3, 1, 0},     {1.5, 0.5, 0}, {-2, 2, 0},
                                        {2, 4, 0}, {-1, -2.5, 0}, {40, 30, 0}};
    static const covey_vec dogs[] = {{30, -50, 0}, {8, 3, 0}, {60, -20, 0}, {-70, 40, 0}};
    for (size_t d = 0; d < sizeof dogs / sizeof *dogs; d++)
        for (int strays = 0; strays < 2; strays++) {
            const covey_vec *sheep = strays == 1 ? strayed : together;
            size_t count = strays == 1 ? 7 : 6;
            covey_world *world = make(sheep, count, dogs[d]);
            test_world_steps(world, 1, 1.0);
            expect_near(covey_vec_sub(test_world_pos(world, 1, 0), dogs[d]),
                        dog_step(sheep, count, dogs[d]));
            for (uint32_t i = 0; i < count; i++)
                expect_near(covey_vec_sub(test_world_pos(world, 0, i), sheep[i]),
                            sheep_step(sheep, count, dogs[d], i));
            covey_world_destroy(world);
        }
}

static covey_world *herd_of(const char *neighbors, int seed)
{
    char text[16];
    covey_scenario *scenario = scenario_read(covey_preset_find("shepherd")->text);
    (void)snprintf(text, sizeof text, "%d", seed);
    scenario_set(scenario, "sheep.neighbors", neighbors);
    scenario_set(scenario, "seed", text);
    covey_world *world = scenario_world(scenario);
    covey_scenario_destroy(scenario);
    return world;
}

static void test_no_number_of_neighbors_is_all_others(void **unused)
{
    (void)unused;
    covey_world *all = herd_of("0", 3), *each = herd_of("45", 3), *few = herd_of("44", 3);
    double off = 0;
    test_world_steps(all, 40, 1.0);
    test_world_steps(each, 40, 1.0);
    test_world_steps(few, 40, 1.0);
    for (uint32_t id = 0; id < 46; id++) {
        covey_vec one = test_world_pos(all, 0, id), other = test_world_pos(each, 0, id);
        assert_true(covey_vec_length(covey_vec_sub(one, other)) < 1e-7); // sums in another order
        off = fmax(off, covey_vec_length(
                            covey_vec_sub(test_world_pos(all, 0, id), test_world_pos(few, 0, id))));
    }
    assert_true(off > 1e-6);
    covey_world_destroy(all);
    covey_world_destroy(each);
    covey_world_destroy(few);
}

/// True if the center of the herd comes near the goal.
static bool comes(const char *neighbors, int seed)
{
    covey_world *world = herd_of(neighbors, seed);
    const covey_vec goal = {20, 20, 0};
    bool there = false;
    for (int step = 0; step < 2000 && !there; step += 20) {
        test_world_steps(world, 20, 1.0);
        covey_view view = covey_world_view(world, 0);
        there = covey_vec_length(covey_vec_sub(covey_center(&view), goal)) < 10.0;
    }
    covey_world_destroy(world);
    return there;
}

static void test_herds_come_to_the_goal_where_sheep_keep_together(void **unused)
{
    (void)unused;
    int drawn = 0, loose = 0;
    for (int seed = 1; seed <= 10; seed++) {
        drawn += comes("30", seed);
        loose += comes("5", seed);
    }
    print_message("%d of 10 herds of sheep drawn to 30, %d drawn to 5\n", drawn, loose);
    assert_true(drawn >= 9 && loose <= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps_are_those_of_the_equations),
        cmocka_unit_test(test_no_number_of_neighbors_is_all_others),
        cmocka_unit_test(test_herds_come_to_the_goal_where_sheep_keep_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
