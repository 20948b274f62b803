// SPDX-License-Identifier: MIT
// Among many obstacles an agent asks those that its cell of the chart lists. It ends as one that
// asks all of them, in every space, across seams, in both dimensions, and while obstacles move.
#include "core/near.h"
#include "core/world.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { AGENTS = 300, THINGS = 60, STEPS = 6 };

static const double size[COVEY_AXES] = {60, 40, 30};
#define SIGHT 4.0
#define BODY 0.25

// ---- Worlds ----

/// A point of the space, or somewhat beyond it in an open one.
static void draw_points(uint64_t *random, size_t count, double points[COVEY_AXES][4])
{
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        double middle = test_uniform(random, -0.05 * size[axis], 1.05 * size[axis]);
        for (size_t k = 0; k < count; k++)
            points[axis][k] = middle + test_uniform(random, -2, 2);
    }
}

static size_t points_of(int dim, int k)
{
    return dim == 2 ? 1 + (size_t)k % 4 : 1 + (size_t)k % 2;
}

static int add_thing(covey_world *world, const char *kind, int dim, int k, uint64_t *random)
{
    const covey_setting settings[] = {
        {"radius", test_uniform(random, 0.1, 0.9)}, {"sight", SIGHT}, {"weight", 3}};
    double points[COVEY_AXES][4];
    size_t count = points_of(dim, k);
    draw_points(random, count, points);
    covey_influence_def def = covey_influence_def_default();
    def.kind = kind;
    for (int axis = 0; axis < dim; axis++)
        def.points[axis] = points[axis];
    def.points_count = count;
    def.settings = settings;
    def.settings_count = 3;
    def.flock = k % 11 == 10 ? "others" : NULL;
    int handle;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_OK);
    return handle;
}

/// One that acts everywhere, between the others.
static void add_wind(covey_world *world)
{
    covey_influence_def def = covey_influence_def_default();
    def.kind = "wind";
    int handle;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_OK);
}

static void add_flock(covey_world *world, const char *name, int dim, size_t count, uint64_t *random)
{
    static const covey_setting straight[] = {{"strength", 0}, {"radius", 0}};
    double *columns = calloc(6 * count, sizeof *columns);
    assert_non_null(columns);
    covey_flock_def def = covey_flock_def_default();
    def.name = name;
    def.model = "cucker_smale";
    def.settings = straight;
    def.settings_count = 2;
    def.count = count;
    def.body = BODY;
    for (int axis = 0; axis < dim; axis++) {
        double *pos = columns + (size_t)axis * count, *vel = pos + 3 * count;
        for (size_t i = 0; i < count; i++) {
            pos[i] = test_uniform(random, 0, size[axis]);
            vel[i] = test_uniform(random, -5, 5);
        }
        def.pos[axis] = pos;
        def.vel[axis] = vel;
    }
    int number;
    assert_int_equal(covey_world_add(world, &def, &number, NULL), COVEY_OK);
    free(columns);
}

static covey_world *world_of(covey_space_kind kind, int dim, uint64_t *random, int handle[THINGS])
{
    covey_world *world =
        test_world_in((covey_space){kind, dim, {size[0], size[1], dim == 3 ? size[2] : 0.0}});
    add_flock(world, "others", dim, 1, random);
    add_flock(world, "own", dim, AGENTS, random);
    for (int k = 0; k < THINGS; k++) {
        handle[k] = add_thing(world, "obstacle", dim, k, random);
        if (k % 20 == 7)
            add_wind(world);
    }
    return world;
}

// ---- An agent that asks all ----

static covey_vec pushes_on(const covey_world *world, const covey_agent *agent, double dt)
{
    covey_vec sum = {0, 0, 0};
    for (size_t k = 0; k < world->influences.count; k++) {
        const covey_influence_item *item = &world->influences.item[k];
        const covey_scene scene = {.space = &world->def.space,
                                   .shape = item->shape,
                                   .time = (double)agent->step * dt,
                                   .dt = dt};
        if (covey_influence_reaches(item, 1))
            sum = covey_vec_add(sum, item->kind->act(item->params.values, &scene, agent));
    }
    return sum;
}

static void expect(const covey_world *world, double dt, covey_agent *expected)
{
    const covey_flock *flock = world->flock[1];
    covey_influence_list plain = world->influences;
    plain.bounds.ready = false;
    const covey_path path = {.space = &world->def.space,
                             .influences = &plain,
                             .flock = 1,
                             .grain = 0x1p-40,
                             .solid = true,
                             .swept = plain.swept};
    for (size_t i = 0; i < flock->state.count; i++) {
        covey_agent agent = covey_flock_any(flock, &world->def.space, world->step);
        covey_flock_look(flock, i, &agent);
        covey_vec from = agent.pos, pushes = pushes_on(world, &agent, dt);
        flock->motion->move(flock->motion_params.values, &agent, pushes, dt);
        covey_collide(&path, from, &agent);
        expected[agent.id] = agent;
    }
}

static size_t compare(const covey_world *world, const covey_agent *expected)
{
    const covey_state *state = &world->flock[1]->state;
    size_t turned = 0;
    for (size_t i = 0; i < state->count; i++) {
        covey_vec pos = covey_state_pos(state, i), vel = covey_state_vel(state, i);
        const covey_agent *agent = &expected[state->id[i]];
        assert_memory_equal(&pos, &agent->pos, sizeof pos);
        assert_memory_equal(&vel, &agent->vel, sizeof vel);
        turned += agent->vel.x != 0.0;
    }
    return turned;
}

/// Moves a third of them, as doors and trains do.
static void move_some(covey_world *world, int dim, const int handle[THINGS], uint64_t *random)
{
    for (int k = 0; k < THINGS; k += 3) {
        double points[COVEY_AXES][4];
        draw_points(random, points_of(dim, k), points);
        const double *const columns[COVEY_AXES] = {points[0], points[1], points[2]};
        assert_int_equal(covey_world_influence_move(world, handle[k], columns, NULL), COVEY_OK);
    }
    assert_int_equal(covey_world_influence_set(world, handle[1], "radius", 1.5, NULL), COVEY_OK);
}

/// Moves all of them by a little, some across seams.
static void drift(covey_world *world, int dim, const int handle[THINGS], uint64_t *random)
{
    for (int k = 0; k < THINGS; k++) {
        double points[COVEY_AXES][4];
        const covey_influence_view view = covey_world_influence(world, handle[k]);
        for (int axis = 0; axis < dim; axis++) {
            double way = test_uniform(random, 0.0, 0.06) * (k % 2 == 0 ? 1 : -1);
            for (size_t p = 0; p < view.points_count; p++)
                points[axis][p] = view.points[axis][p] + way;
        }
        const double *const columns[COVEY_AXES] = {points[0], points[1], points[2]};
        assert_int_equal(covey_world_influence_move(world, handle[k], columns, NULL), COVEY_OK);
    }
}

typedef enum moving { REST, DRIFT, JUMP } moving;

static void run(covey_space_kind kind, int dim, uint64_t seed, moving how)
{
    int handle[THINGS];
    covey_world *world = world_of(kind, dim, &seed, handle);
    covey_agent *expected = calloc(AGENTS, sizeof *expected);
    assert_non_null(expected);
    int steps = (int)test_amount("COVEY_TEST_STEPS", STEPS) * (how == DRIFT ? 4 : 1), charts = 0;
    for (int step = 0; step < steps; step++) {
        const double dt = 0.125;
        if (how == JUMP)
            move_some(world, dim, handle, &seed);
        else if (how == DRIFT)
            drift(world, dim, handle, &seed);
        expect(world, dt, expected);
        assert_int_equal(covey_world_step(world, dt), COVEY_OK);
        assert_true(world->influences.bounds.chart.ready); // else nothing was tested
        assert_int_equal(compare(world, expected), AGENTS);
        charts += world->influences.bounds.chart.moves < THINGS;
    }
    assert_true(how != DRIFT || (charts > 0 && charts < steps / 2)); // it is kept, or made again
    free(expected);
    covey_world_destroy(world);
}

static void test_agents_by_the_chart_do_as_if_they_asked_every_obstacle(void **unused)
{
    (void)unused;
    for (int dim = 2; dim <= 3; dim++)
        for (int kind = COVEY_SPACE_OPEN; kind <= COVEY_SPACE_RESPAWN; kind++)
            for (uint64_t seed = 1; seed <= test_amount("COVEY_TEST_WORLDS", 3); seed++)
                run((covey_space_kind)kind, dim, seed, REST);
}

static void test_so_they_do_while_obstacles_move(void **unused)
{
    (void)unused;
    for (int dim = 2; dim <= 3; dim++)
        for (int kind = COVEY_SPACE_OPEN; kind <= COVEY_SPACE_RESPAWN; kind++)
            run((covey_space_kind)kind, dim, 40 + (uint64_t)kind, JUMP);
}

static void test_so_they_do_while_obstacles_drift(void **unused)
{
    (void)unused;
    for (int dim = 2; dim <= 3; dim++)
        for (int kind = COVEY_SPACE_OPEN; kind <= COVEY_SPACE_RESPAWN; kind++)
            run((covey_space_kind)kind, dim, 70 + (uint64_t)kind, DRIFT);
}

// ---- When there is one ----

static void test_a_chart_waits_until_it_pays_off(void **unused)
{
    (void)unused;
    uint64_t random = 3;
    covey_world *world = test_world_in(covey_space_torus(size[0], size[1]));
    add_flock(world, "others", 2, 1, &random);
    for (int k = 0; k < THINGS; k++)
        add_thing(world, "obstacle", 2, 0, &random);
    // An agent a step, and a chart of 60 influences is worth half as many agents.
    for (int step = 1; step < THINGS / 2; step++) {
        assert_int_equal(covey_world_step(world, 0.125), COVEY_OK);
        assert_false(world->influences.bounds.chart.ready);
    }
    for (int step = 0; step < 2; step++)
        assert_int_equal(covey_world_step(world, 0.125), COVEY_OK);
    assert_true(world->influences.bounds.chart.ready);
    covey_world_destroy(world);
}

static void test_few_obstacles_take_no_memory_for_a_chart(void **unused)
{
    (void)unused;
    uint64_t random = 4;
    covey_world *world = test_world_in(covey_space_torus(size[0], size[1]));
    for (int k = 0; k < 20; k++)
        add_thing(world, "obstacle", 2, 0, &random);
    assert_int_equal(world->influences.bounds.chart.room, 0);
    assert_null(world->influences.bounds.chart.item);
    covey_world_destroy(world);
}

/// Each cell would list all of them.
static void test_obstacles_seen_from_everywhere_are_left_to_the_trees(void **unused)
{
    (void)unused;
    uint64_t random = 5;
    covey_world *world = test_world_in(covey_space_open());
    add_flock(world, "others", 2, 1000, &random);
    const covey_setting settings[] = {{"radius", 1}, {"sight", 1e6}, {"weight", 0}};
    for (int k = 0; k < 1500; k++) {
        double x[] = {1000.0 + k}, y[] = {0};
        test_world_obstacle(world, (covey_influence_def){.points = {x, y},
                                                         .points_count = 1,
                                                         .settings = settings,
                                                         .settings_count = 3});
    }
    for (int step = 0; step < 3; step++) {
        assert_int_equal(covey_world_step(world, 0.125), COVEY_OK);
        assert_false(world->influences.bounds.chart.ready);
    }
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents_by_the_chart_do_as_if_they_asked_every_obstacle),
        cmocka_unit_test(test_so_they_do_while_obstacles_move),
        cmocka_unit_test(test_so_they_do_while_obstacles_drift),
        cmocka_unit_test(test_a_chart_waits_until_it_pays_off),
        cmocka_unit_test(test_few_obstacles_take_no_memory_for_a_chart),
        cmocka_unit_test(test_obstacles_seen_from_everywhere_are_left_to_the_trees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
