// SPDX-License-Identifier: MIT
// Blocks of agents that are far from obstacles do not ask them. Each agent ends as one that asks
// all of them, image by image.
#include "base/math_trig.h"
#include "core/near.h"
#include "core/world.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define WIDTH 100.0
#define HEIGHT 70.0

enum { AGENTS = 300, STEPS = 8, THINGS = 5 };

static void add_thing(covey_world *world, covey_vec middle, size_t points, double radius)
{
    double x[4], y[4];
    for (size_t k = 0; k < points; k++) {
        double angle = 2 * COVEY_PI * (double)k / (double)points;
        x[k] = middle.x + 5 * covey_cos(angle);
        y[k] = middle.y + 5 * covey_sin(angle);
    }
    const covey_setting settings[] = {{"radius", radius}, {"sight", 12}, {"weight", 3}};
    test_world_obstacle(world, (covey_influence_def){.points = {x, y},
                                                     .points_count = points,
                                                     .settings = settings,
                                                     .settings_count = 3});
}

/// Most are slow; each 50th goes further in a step than a quarter of the space is wide.
static test_flock scatter(covey_space_kind kind, uint64_t *random)
{
    test_flock flock = test_flock_create(TEST_UNIFORM, AGENTS, 1, 1, random);
    double beyond = kind == COVEY_SPACE_OPEN ? 20 : 0; // of the box
    for (size_t i = 0; i < AGENTS; i++) {
        flock.pos[0][i] = test_uniform(random, -beyond, WIDTH + beyond);
        flock.pos[1][i] = test_uniform(random, -beyond, HEIGHT + beyond);
        double speed = i % 50 == 0 ? test_uniform(random, 100, 1000) : 5;
        flock.vel[0][i] *= speed;
        flock.vel[1][i] *= speed;
    }
    return flock;
}

static covey_vec pushes_on(const covey_world *world, const covey_agent *agent)
{
    covey_vec sum = {0, 0};
    for (size_t k = 0; k < world->influences.count; k++) {
        const covey_influence_item *item = &world->influences.item[k];
        covey_scene scene = {.space = &world->def.space, .shape = item->shape};
        sum = covey_vec_add(sum, item->kind->act(item->params.values, &scene, agent));
    }
    return sum;
}

/// A path among all influences, without trees of their boxes.
static covey_path path_of(const covey_world *world, covey_influence_list *plain)
{
    *plain = world->influences;
    plain->bounds.ready = false;
    return (covey_path){
        .space = &world->def.space, .influences = plain, .grain = 0x1p-40, .solid = true};
}

/// Calculates the agents after a step, by id. Agents do not heed each other.
static void expect(const covey_world *world, double dt, covey_agent *expected)
{
    const covey_flock *flock = world->flock[0];
    covey_influence_list plain;
    covey_path path = path_of(world, &plain);
    for (size_t i = 0; i < flock->state.count; i++) {
        covey_agent agent = covey_flock_any(flock, &world->def.space, world->step);
        covey_flock_look(flock, i, &agent);
        covey_vec from = agent.pos, pushes = pushes_on(world, &agent);
        flock->motion->move(flock->motion_params.values, &agent, pushes, dt);
        covey_collide(&path, from, &agent);
        expected[agent.id] = agent;
    }
}

/// Returns how many of them are inside something solid.
static uint64_t compare(const covey_world *world, const covey_agent *expected)
{
    const covey_state *state = &world->flock[0]->state;
    uint64_t entries = 0;
    covey_influence_list plain;
    (void)path_of(world, &plain);
    for (size_t i = 0; i < state->count; i++) {
        covey_vec pos = covey_state_pos(state, i), vel = covey_state_vel(state, i);
        const covey_agent *agent = &expected[state->id[i]];
        assert_memory_equal(&pos, &agent->pos, sizeof pos);
        assert_memory_equal(&vel, &agent->vel, sizeof vel);
        entries += covey_influence_holds(&plain, 0, pos, agent->body);
    }
    return entries;
}

static covey_world *world_among(covey_space_kind kind, size_t things, double radius, uint64_t seed)
{
    const covey_setting settings[] = {{"K_c", 0}, {"K_s", 0}, {"K_a", 0}, {"r_c", 3}, {"r_a", 0}};
    covey_world *world = test_world_in((covey_space){kind, 2, {WIDTH, HEIGHT}});
    for (size_t k = 0; k < things; k++) {
        covey_vec middle = {test_uniform(&seed, 0, WIDTH), test_uniform(&seed, 0, HEIGHT)};
        add_thing(world, middle, 1 + k % 4, radius);
    }
    test_flock agents = scatter(kind, &seed);
    covey_flock_def flock = test_flock_def(&agents);
    flock.settings = settings;
    flock.settings_count = 5;
    flock.body = 0.25;
    test_world_add(world, &flock);
    test_flock_destroy(&agents);
    return world;
}

/// Every fourth is a long one.
static int steps_of(void)
{
    return (int)test_amount("COVEY_TEST_STEPS", STEPS);
}

/// Returns the agents left inside something, summed over steps.
static uint64_t run_and_compare(covey_world *world)
{
    covey_agent *expected = calloc(AGENTS, sizeof *expected);
    assert_non_null(expected);
    uint64_t entries = 0;
    for (int step = 0; step < steps_of(); step++) {
        double dt = step % 4 == 3 ? 1 : 0.125;
        expect(world, dt, expected);
        assert_int_equal(covey_world_step(world, dt), COVEY_OK);
        entries += compare(world, expected);
    }
    assert_int_equal(covey_world_entries(world, 0), entries);
    free(expected);
    covey_world_destroy(world);
    return entries;
}

static void test_agents_do_as_if_they_asked_every_obstacle(void **unused)
{
    (void)unused;
    for (int kind = COVEY_SPACE_OPEN; kind <= COVEY_SPACE_RESPAWN; kind++)
        for (uint64_t seed = 1; seed <= test_amount("COVEY_TEST_WORLDS", 2); seed++) {
            covey_world *world = world_among((covey_space_kind)kind, THINGS, 2, seed);
            assert_int_equal(run_and_compare(world), 0);
        }
}

static void test_so_they_do_among_more_things_than_are_noted(void **unused)
{
    (void)unused;
    for (int kind = COVEY_SPACE_OPEN; kind <= COVEY_SPACE_RESPAWN; kind++)
        run_and_compare(world_among((covey_space_kind)kind, 90, 0.5, 7));
    run_and_compare(world_among(COVEY_SPACE_TORUS, 300, 0.01, 8));
    run_and_compare(world_among(COVEY_SPACE_REFLECTING, 700, 0.01, 9));
}

static void test_long_ways_go_piece_by_piece_wherever_the_obstacle_is(void **unused)
{
    (void)unused;
    for (int kind = COVEY_SPACE_REFLECTING; kind <= COVEY_SPACE_RESPAWN; kind++) {
        covey_world *world = world_among((covey_space_kind)kind, 0, 0, 5);
        add_thing(world, (covey_vec){1e9, 0}, 1, 2);
        assert_int_equal(run_and_compare(world), 0);
    }
}

static void test_agents_without_room_are_counted(void **unused)
{
    (void)unused;
    covey_world *world = world_among(COVEY_SPACE_TORUS, 1, 1e4, 3);
    assert_int_equal(run_and_compare(world), (uint64_t)steps_of() * AGENTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents_do_as_if_they_asked_every_obstacle),
        cmocka_unit_test(test_so_they_do_among_more_things_than_are_noted),
        cmocka_unit_test(test_long_ways_go_piece_by_piece_wherever_the_obstacle_is),
        cmocka_unit_test(test_agents_without_room_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
