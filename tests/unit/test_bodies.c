// SPDX-License-Identifier: MIT
// Hard bodies: after a step none overlaps another, in any space, with any threads.
#include "core/bodies.h"
#include "core/part.h"
#include "support/heap.h"
#include "support/scenario.h"
#include "support/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SMALL 0.5
#define LARGE 1.5
#define OVERLAP 0.0101 ///< that sweeps leave where there is room, by the sum of the radii
#define PRESSED 0.15   ///< where agents press together

enum { AGENTS = 120, GIANTS = 12, STEPS = 30 };

typedef struct setup {
    covey_space space;
    const char *model;
    int threads;
    bool hard;
    covey_precision precision;
    covey_allocator allocator;
} setup;

static void add(covey_world *world, const setup *is, const char *name, size_t count, double body)
{
    covey_flock_def flock = covey_flock_def_default();
    flock.name = name;
    flock.model = is->model;
    flock.count = count;
    flock.body = body;
    flock.hard = is->hard;
    flock.place.speed = 1.0;
    test_world_add(world, &flock);
}

/// Small bodies and large ones, in two flocks.
static covey_world *make(const setup *is)
{
    covey_world_def def = covey_world_def_default();
    def.space = is->space;
    def.threads = is->threads > 0 ? is->threads : 1;
    def.seed = 5;
    def.precision = is->precision;
    def.allocator = is->allocator;
    covey_world *world = test_world_create(&def);
    add(world, is, "small", AGENTS, SMALL);
    add(world, is, "large", GIANTS, LARGE);
    return world;
}

/// The largest overlap of any two agents by the sum of their radii; 0 where there is none.
static double worst_overlap(const covey_world *world)
{
    double worst = 0.0;
    for (int f = 0; f < covey_world_flocks(world); f++)
        for (int g = f; g < covey_world_flocks(world); g++) {
            covey_view one = covey_world_view(world, f), other = covey_world_view(world, g);
            double apart = covey_world_body(world, f) + covey_world_body(world, g);
            for (size_t i = 0; i < one.count; i++)
                for (size_t j = f == g ? i + 1 : 0; j < other.count; j++) {
                    double distance = covey_vec_length(covey_space_offset(
                        &one.space, covey_vec_at(one.pos, i), covey_vec_at(other.pos, j)));
                    worst = fmax(worst, (apart - distance) / apart);
                }
        }
    return worst;
}

static void test_bodies_do_not_overlap(void **unused)
{
    (void)unused;
    const covey_space torus = covey_space_torus(30, 30);
    const setup rows[] = {
        {.space = torus, .model = "vicsek"},
        {.space = torus, .model = "torus"},
        {.space = covey_space_torus(60, 11), .model = "vicsek"}, // three rows
        {.space = covey_space_torus(200, 5), .model = "vicsek"}, // one row
        {.space = covey_space_torus(5, 200), .model = "vicsek"}, // across all of a row
        {.space = covey_space_reflecting(30, 30), .model = "three_rule"},
        {.space = covey_space_respawn(40, 40), .model = "couzin"},
        {.space = covey_space_deep(covey_space_torus(15, 15), 15), .model = "vicsek"},
        {.space = covey_space_deep(covey_space_reflecting(15, 15), 15), .model = "reynolds"},
        {.space = torus, .model = "vicsek", .precision = COVEY_PRECISION_SINGLE},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        setup more = rows[k], soft = rows[k];
        more.threads = 3;
        more.hard = true;
        setup one = more;
        one.threads = 1;
        covey_world *world = make(&one), *many = make(&more), *plain = make(&soft);
        for (int step = 0; step < STEPS; step++) {
            test_world_steps(world, 1, 0.1);
            test_world_steps(many, 1, 0.1);
            test_world_steps(plain, 1, 0.1);
            assert_true(covey_world_hash(world) == covey_world_hash(many));
            double most = strcmp(one.model, "vicsek") == 0 ? OVERLAP : PRESSED;
            if (step > 5 && worst_overlap(world) > most) // once they are spread
                fail_msg("row %zu, step %d: they overlap by %g", k, step, worst_overlap(world));
        }
        assert_true(worst_overlap(plain) > 0.1); // what is tested is not so by itself
        covey_world_destroy(world);
        covey_world_destroy(many);
        covey_world_destroy(plain);
    }
}

/// Two bodies that meet lose what led them together and keep what led them along.
static void test_two_that_meet_slide_along(void **unused)
{
    (void)unused;
    const double x[] = {0.0, 0.9}, y[] = {0.0, 0.0}, vx[] = {1.0, -1.0}, vy[] = {0.5, 0.0};
    setup is = {.space = covey_space_open()};
    covey_world *world = test_world_in(is.space);
    covey_flock_def flock = covey_flock_def_default();
    const covey_setting settings[] = {
        {"separation", 0}, {"alignment", 0}, {"cohesion", 0}, {"min_speed", 0}, {"max_speed", 5}};
    flock.name = "balls";
    flock.model = "reynolds";
    flock.settings = settings;
    flock.settings_count = sizeof settings / sizeof *settings;
    flock.count = 2;
    flock.body = 0.5;
    flock.hard = true;
    flock.pos[0] = x;
    flock.pos[1] = y;
    flock.vel[0] = vx;
    flock.vel[1] = vy;
    test_world_add(world, &flock);
    test_world_steps(world, 1, 0.01); // to 0.01 and 0.89: 0.12 too near, 0.06 for each
    covey_vec one = test_world_pos(world, 0, 0), other = test_world_pos(world, 0, 1);
    assert_true(fabs(one.x + 0.05) < 1e-4 && fabs(other.x - 0.95) < 1e-4);
    covey_view view = covey_world_view(world, 0);
    size_t i = (size_t)covey_world_index(world, 0, 0), j = 1 - i;
    covey_vec vel = covey_vec_at(view.vel, i), back = covey_vec_at(view.vel, j);
    assert_true(fabs(vel.x) < 0.01 && fabs(back.x) < 0.01);
    assert_true(fabs(vel.y - 0.5) < 0.01 && fabs(back.y) < 0.01);
    covey_world_destroy(world);
}

/// Two bodies at one place, or as near to each other as numbers can be, go opposite ways.
static void test_two_at_one_place_part(void **unused)
{
    (void)unused;
    static const double gaps[] = {0.0, 0x1p-1074, 0x1p-1030, 1e-9};
    for (size_t k = 0; k < sizeof gaps / sizeof *gaps; k++) {
        setup is = {.space = covey_space_open(), .model = "vicsek", .hard = true};
        covey_world_def def = covey_world_def_default();
        covey_world *world = test_world_create(&def);
        add(world, &is, "small", 1, SMALL);
        add(world, &is, "large", 1, LARGE);
        covey_pose pose = {.pos = {0, 0, 0}, .vel = {0, 0, 0}};
        assert_int_equal(covey_world_put(world, 0, 0, pose, NULL), COVEY_OK);
        pose.pos.x = gaps[k];
        assert_int_equal(covey_world_put(world, 1, 0, pose, NULL), COVEY_OK);
        test_world_steps(world, 1, 0.0);
        covey_vec one = test_world_pos(world, 0, 0), other = test_world_pos(world, 1, 0);
        assert_true(covey_vec_length(covey_vec_add(one, other)) < 1e-8);
        assert_true(fabs(covey_vec_length(covey_vec_sub(one, other)) - SMALL - LARGE) < 1e-8);
        covey_world_destroy(world);
    }
}

/// Agents at one place come apart; more than the space has room for neither hang nor leave it.
static void test_crowds_without_room(void **unused)
{
    (void)unused;
    setup is = {.space = covey_space_reflecting(4, 4), .model = "vicsek", .hard = true};
    covey_world *world = make(&is);
    covey_pose pose = {.pos = {2, 2, 0}, .vel = {1, 0, 0}};
    for (uint32_t id = 0; id < AGENTS; id++)
        assert_int_equal(covey_world_put(world, 0, id, pose, NULL), COVEY_OK);
    test_world_steps(world, 5, 0.1);
    covey_view view = covey_world_view(world, 0);
    for (size_t i = 0; i < view.count; i++)
        assert_true(view.pos[0][i] >= 0 && view.pos[0][i] <= 4 && view.pos[1][i] >= 0 &&
                    view.pos[1][i] <= 4);
    covey_world_destroy(world);
    is.space = covey_space_open();
    world = make(&is);
    for (uint32_t id = 0; id < AGENTS; id++)
        assert_int_equal(covey_world_put(world, 0, id, pose, NULL), COVEY_OK);
    test_world_steps(world, 60, 0.1);
    assert_true(worst_overlap(world) < 0.02);
    covey_world_destroy(world);
}

/// Pushes bodies apart as a part of a world does, which looks along rows in each sweep.
static covey_status push_by_rows(void *context, covey_world *world)
{
    size_t own[COVEY_MAX_FLOCKS];
    int *longest = context, sweeps = 0;
    bool heap = false;
    assert_int_equal(covey_bodies_make_room(world), COVEY_OK);
    for (int number = 0; number < world->flock_count; number++)
        own[number] = world->flock[number]->state.count;
    covey_bodies_begin(world, own);
    double worst = covey_bodies_find(world, own);
    for (; !heap && covey_bodies_go_on(world, sweeps, worst); sweeps++) {
        heap = covey_bodies_is_heap(worst);
        covey_bodies_move(world, own);
        worst = covey_bodies_find(world, own);
    }
    if (sweeps > 0)
        covey_bodies_end(world, own);
    *longest = sweeps > *longest ? sweeps : *longest;
    return COVEY_OK;
}

static void step_by_rows(covey_world *world, int *longest)
{
    const covey_step_contacts contacts = {longest, push_by_rows, NULL};
    covey_diverged first;
    assert_int_equal(covey_step_try(world, 0.1, &first), COVEY_OK);
    assert_int_equal(covey_step_finish(world, first), COVEY_OK);
    assert_int_equal(covey_step_meet(world, &contacts), COVEY_OK);
}

/// Brings all small bodies into a square of that side.
static void crowd_together(covey_world *world, double side)
{
    for (uint32_t id = 0; id < AGENTS; id++) {
        covey_pose pose = {.vel = {1, 0, 0}};
        pose.pos.x = 5.0 + side * covey_uniform(1, 0, id, 0);
        pose.pos.y = 5.0 + side * covey_uniform(1, 0, id, 1);
        pose.pos.z = world->def.space.dim == 3 ? 5.0 + side * covey_uniform(1, 0, id, 2) : 0.0;
        assert_int_equal(covey_world_put(world, 0, id, pose, NULL), COVEY_OK);
    }
}

/// Lists are a faster way to the same bits: for crowds with room, crowds that press, and heaps.
static void test_lists_have_the_bits_of_rows(void **unused)
{
    (void)unused;
    const double side[] = {30, 6, 1, 0};
    int most = 0;
    for (int way = 0; way < 16; way++) {
        covey_space space = way % 2 == 0 ? covey_space_torus(30, 30) : covey_space_open();
        setup is = {.space = way / 2 % 2 == 0 ? space : covey_space_deep(space, 30),
                    .model = "vicsek",
                    .hard = true};
        covey_world *one = make(&is), *other = make(&is);
        int longest = 0;
        crowd_together(one, side[way / 4]);
        crowd_together(other, side[way / 4]);
        for (int step = 0; step < STEPS; step++) {
            test_world_steps(one, 1, 0.1);
            step_by_rows(other, &longest);
            if (covey_world_hash(one) != covey_world_hash(other))
                fail_msg("way %d: other bits after step %d", way, step);
        }
        assert_true(longest > 0);
        most = longest > most ? longest : most;
        covey_world_destroy(one);
        covey_world_destroy(other);
    }
    assert_true(most > 8);
}

/// The more bodies stand in one another, the fewer sweeps a step has.
static void test_thick_crowds_take_few_passes(void **unused)
{
    (void)unused;
    static const struct {
        double side;
        int sweeps;
    } rows[] = {{0, 1}, {4, 2}, {8, 8}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        setup is = {.space = covey_space_open(), .model = "vicsek", .hard = true};
        covey_world *world = make(&is);
        int sweeps = 0;
        crowd_together(world, rows[k].side);
        step_by_rows(world, &sweeps);
        assert_int_equal(sweeps, rows[k].sweeps);
        covey_world_destroy(world);
    }
}

/// The overlap after a step of a crowd that has room, with a budget.
static double overlap_after(int passes, int *sweeps)
{
    setup is = {.space = covey_space_torus(30, 30), .model = "vicsek", .hard = true};
    covey_world *world = make(&is);
    for (int number = 0; number < 2; number++)
        world->flock[number]->hard_passes = passes;
    *sweeps = 0;
    step_by_rows(world, sweeps);
    double overlap = worst_overlap(world);
    covey_world_destroy(world);
    return overlap;
}

static void test_a_budget_bounds_the_passes_of_a_step(void **unused)
{
    (void)unused;
    int sweeps;
    double one = overlap_after(1, &sweeps);
    assert_int_equal(sweeps, 1);
    double four = overlap_after(4, &sweeps);
    assert_int_equal(sweeps, 4);
    double all = overlap_after(32, &sweeps);
    assert_true(sweeps > 4 && sweeps <= 32);
    assert_true(one > four && four > all);
    setup is = {.space = covey_space_open(), .model = "vicsek"};
    covey_world *world = make(&is);
    covey_flock_def flock = covey_flock_def_default();
    covey_error error;
    int number;
    assert_int_equal(flock.hard_passes, 32);
    flock.body = 1;
    flock.hard = true;
    flock.hard_passes = 0;
    assert_int_equal(covey_world_add(world, &flock, &number, &error), COVEY_ARG);
    assert_string_equal(error.message, "the hard bodies of flock flock need a pass, not 0");
    covey_world_destroy(world);
}

/// Walls hold what is pressed against them.
static void test_no_agent_is_pushed_into_a_solid(void **unused)
{
    (void)unused;
    setup is = {.space = covey_space_reflecting(30, 30), .model = "vicsek", .hard = true};
    covey_world *world = make(&is);
    const double x[] = {8}, y[] = {8};
    const covey_setting wind[] = {{"x", -4}, {"y", -4}}, radius = {"radius", 6};
    covey_influence_def def = covey_influence_def_default();
    int handle;
    def.kind = "wind";
    def.settings = wind;
    def.settings_count = 2;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_OK);
    def.kind = "obstacle";
    def.points[0] = x;
    def.points[1] = y;
    def.points_count = 1;
    def.settings = &radius;
    def.settings_count = 1;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_OK);
    for (int step = 0; step < 60; step++) {
        test_world_steps(world, 1, 0.1);
        for (int f = 0; f < 2; f++) {
            covey_view view = covey_world_view(world, f);
            for (size_t i = 0; i < view.count; i++) {
                covey_vec off = covey_vec_sub(covey_vec_at(view.pos, i), (covey_vec){8, 8, 0});
                assert_true(covey_vec_length(off) >= 6 + covey_world_body(world, f) - 1e-9);
            }
        }
    }
    covey_world_destroy(world);
}

/// The width of a crowd that presses toward a point, at a number of steps a T.
static double width_of(double rate)
{
    covey_scenario *scenario = scenario_read(
        "space: {kind: open}\nflocks: [{name: people, model: reynolds, count: 150, body: 0.4, "
        "hard: yes, separation: 0, alignment: 0, cohesion: 0, min_speed: 0, max_speed: 1.5, "
        "max_force: 5, place: {kind: disc, x: 0, y: 0, radius: 9, speed: 0}}]\n"
        "influences: [{kind: goal, x: 0, y: 0, weight: 5}]\n");
    covey_world *world = scenario_world(scenario);
    test_world_steps(world, (int)(12.0 * rate), 1.0 / rate);
    covey_view view = covey_world_view(world, 0);
    double sum = 0.0;
    for (size_t i = 0; i < view.count; i++)
        sum += covey_vec_length(covey_vec_at(view.pos, i));
    covey_world_destroy(world);
    covey_scenario_destroy(scenario);
    return sum / (double)view.count;
}

static void test_crowds_are_as_wide_at_any_rate(void **unused)
{
    (void)unused;
    double slow = width_of(30), middle = width_of(60), fast = width_of(120);
    print_message("mean distance: %.4f, %.4f, %.4f\n", slow, middle, fast);
    // Discs of radius 0.4 as dense as can be: N pi 0.16 = 0.9069 pi R^2, of mean distance 2 R / 3.
    double densest = 2.0 / 3.0 * sqrt(150 * 0.16 / 0.9069);
    assert_true(slow > 0.97 * densest && slow < 1.15 * densest);
    assert_true(fabs(slow - middle) < 0.03 * middle && fabs(fast - middle) < 0.03 * middle);
}

static covey_status try_world(test_heap *heap)
{
    covey_world_def def = covey_world_def_default();
    def.allocator = test_heap_allocator(heap);
    def.space = covey_space_torus(30, 30);
    covey_world *world;
    covey_flock_def flock = covey_flock_def_default();
    int number;
    covey_status status = covey_world_create(&def, &world, NULL);
    flock.model = "vicsek";
    flock.body = SMALL;
    flock.hard = true;
    for (int k = 0; k < 2 && status == COVEY_OK; k++) {
        flock.name = k == 0 ? "one" : "two";
        flock.count = 50;
        status = covey_world_add(world, &flock, &number, NULL);
    }
    size_t calls = heap->calls;
    for (int step = 0; step < 3 && status == COVEY_OK; step++)
        status = covey_world_step(world, 0.1);
    assert_true(status != COVEY_OK || heap->calls == calls);
    covey_world_destroy(world);
    return status;
}

static void test_memory_is_taken_before_steps(void **unused)
{
    (void)unused;
    assert_true(test_heap_fail_everywhere(try_world) > 4);
}

static void test_bodies_without_a_size_are_refused(void **unused)
{
    (void)unused;
    setup is = {.space = covey_space_open(), .model = "vicsek"};
    covey_world *world = make(&is);
    covey_flock_def flock = covey_flock_def_default();
    covey_error error;
    int number;
    flock.name = "points";
    flock.model = "vicsek";
    flock.hard = true;
    assert_int_equal(covey_world_add(world, &flock, &number, &error), COVEY_ARG);
    assert_string_equal(error.message, "the hard bodies of flock points need a radius above 0");
    assert_int_equal(covey_world_flocks(world), 2);
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bodies_do_not_overlap),
        cmocka_unit_test(test_two_that_meet_slide_along),
        cmocka_unit_test(test_two_at_one_place_part),
        cmocka_unit_test(test_crowds_without_room),
        cmocka_unit_test(test_lists_have_the_bits_of_rows),
        cmocka_unit_test(test_thick_crowds_take_few_passes),
        cmocka_unit_test(test_a_budget_bounds_the_passes_of_a_step),
        cmocka_unit_test(test_no_agent_is_pushed_into_a_solid),
        cmocka_unit_test(test_crowds_are_as_wide_at_any_rate),
        cmocka_unit_test(test_memory_is_taken_before_steps),
        cmocka_unit_test(test_bodies_without_a_size_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
