// SPDX-License-Identifier: MIT
// Events of a step: right against plain looks at the states before and after, the same on several
// threads, in order, in memory given before.
#include "core/events.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { AGENTS = 300, STEPS = 60, ROOM = 4096 };
#define SIDE 40.0
#define RADIUS 5.0
#define WIDTH 1.5

static const covey_vec corner = {30, 30, 0}, middle = {12, 20, 0};

/// Two flocks among an obstacle, in a space of that kind.
static covey_world *make(covey_space space, int threads)
{
    covey_world_def def = covey_world_def_default();
    def.space = space;
    def.threads = threads;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = test_flock_plain("torus", AGENTS);
    flock.capacity = AGENTS + 1;
    flock.body = 0.2;
    flock.place.speed = 30;
    test_world_add(world, &flock);
    flock.name = "others";
    flock.count = 40;
    test_world_add(world, &flock);
    const double x = 28, y = 9, z = 5;
    const covey_setting radius = {"radius", 4};
    covey_influence_def rock = covey_influence_def_default();
    rock.kind = "obstacle";
    rock.settings = &radius;
    rock.settings_count = 1;
    rock.points[0] = &x;
    rock.points[1] = &y;
    rock.points[2] = &z;
    rock.points_count = 1;
    int handle;
    assert_int_equal(covey_world_influence_add(world, &rock, &handle, NULL), COVEY_OK);
    assert_int_equal(handle, 0);
    return world;
}

/// Watches a box across a corner of a torus, a ball and the rim of the obstacle.
static void watch_all(covey_world *world, size_t room)
{
    covey_watch regions[] = {covey_watch_box(corner, (covey_vec){48, 35, 40}),
                             covey_watch_ball(middle, RADIUS), covey_watch_rim(0, WIDTH)};
    regions[1].flock = 1;
    assert_int_equal(covey_world_events_take(world, room, NULL), COVEY_OK);
    for (int k = 0; k < 3; k++) {
        int number = -1;
        assert_int_equal(covey_world_watch(world, &regions[k], &number, NULL), COVEY_OK);
        assert_int_equal(number, k);
    }
}

/// True if a watch holds an agent, by a formula of its own.
static bool holds(int watch, int flock, bool torus, covey_vec p)
{
    if (watch == 0)
        return (p.x >= 30.0 || (torus && p.x <= 8.0)) && p.y >= 30.0 && p.y <= 35.0;
    double dx = fabs(p.x - (watch == 1 ? middle.x : 28.0));
    double dy = fabs(p.y - (watch == 1 ? middle.y : 9.0));
    dx = torus && dx > SIDE / 2 ? SIDE - dx : dx;
    dy = torus && dy > SIDE / 2 ? SIDE - dy : dy;
    double d = sqrt(dx * dx + dy * dy);
    return watch == 1 ? flock == 1 && d <= RADIUS : d < 4.0 + 0.2 + WIDTH;
}

/// The places and velocities of all agents by flock and id.
typedef struct places {
    covey_pose at[2][AGENTS];
} places;

static void look(const covey_world *world, places *all)
{
    for (int flock = 0; flock < 2; flock++) {
        covey_view view = covey_world_view(world, flock);
        for (uint32_t id = 0; id < view.count; id++)
            assert_int_equal(covey_world_get(world, flock, id, &all->at[flock][id], NULL),
                             COVEY_OK);
    }
}

static bool is_told(covey_events events, covey_event_kind kind, int flock, covey_id id, int watch)
{
    for (size_t k = 0; k < events.count; k++) {
        const covey_event *one = &events.list[k];
        if (one->kind == kind && one->flock == flock && one->id == id && one->watch == watch)
            return true;
    }
    return false;
}

static void expect_order(covey_events events)
{
    for (size_t k = 1; k < events.count; k++) {
        const covey_event *a = &events.list[k - 1], *b = &events.list[k];
        const int64_t ours[] = {a->flock, (int64_t)a->id, (int64_t)a->kind, a->watch};
        const int64_t next[] = {b->flock, (int64_t)b->id, (int64_t)b->kind, b->watch};
        int at = 0;
        while (at < 3 && ours[at] == next[at])
            at++;
        assert_true(ours[at] < next[at]);
    }
}

/// Each crossing of a region is told once, and no other.
static size_t expect_crossings(const covey_world *world, bool torus, const places *before,
                               const places *after)
{
    covey_events events = covey_world_events(world);
    size_t expected = 0, told = 0;
    for (int flock = 0; flock < 2; flock++)
        for (uint32_t id = 0; id < covey_world_view(world, flock).count; id++)
            for (int watch = 0; watch < 3; watch++) {
                bool was = holds(watch, flock, torus, before->at[flock][id].pos);
                bool is = holds(watch, flock, torus, after->at[flock][id].pos);
                if (was == is)
                    continue;
                expected++;
                assert_true(
                    is_told(events, is ? COVEY_EVENT_ENTERED : COVEY_EVENT_LEFT, flock, id, watch));
            }
    for (size_t k = 0; k < events.count; k++)
        told += events.list[k].kind <= COVEY_EVENT_LEFT;
    assert_int_equal(told, expected);
    return expected;
}

static void test_crossings_are_told_once_and_in_order(void **unused)
{
    (void)unused;
    static places before, after;
    for (int kind = 0; kind < 2; kind++) {
        bool torus = kind == 0;
        covey_world *world =
            make(torus ? covey_space_torus(SIDE, SIDE) : covey_space_reflecting(SIDE, SIDE), 3);
        size_t crossings = 0;
        watch_all(world, ROOM);
        look(world, &before);
        for (int step = 0; step < STEPS; step++) {
            assert_int_equal(covey_world_step(world, 0.05), COVEY_OK);
            look(world, &after);
            expect_order(covey_world_events(world));
            crossings += expect_crossings(world, torus, &before, &after);
            before = after;
        }
        assert_true(crossings > 100);
        covey_world_destroy(world);
    }
}

static void test_events_are_the_same_on_several_threads(void **unused)
{
    (void)unused;
    covey_space spaces[] = {covey_space_torus(SIDE, SIDE), covey_space_respawn(SIDE, SIDE),
                            covey_space_deep(covey_space_reflecting(SIDE, SIDE), 10)};
    for (int k = 0; k < 3; k++) {
        covey_world *one = make(spaces[k], 1), *three = make(spaces[k], 3),
                    *none = make(spaces[k], 1);
        watch_all(one, ROOM);
        watch_all(three, ROOM);
        size_t bounces = 0, jumps = 0;
        for (int step = 0; step < STEPS; step++) {
            test_world_steps(one, 1, 0.05);
            test_world_steps(three, 1, 0.05);
            test_world_steps(none, 1, 0.05);
            covey_events a = covey_world_events(one), b = covey_world_events(three);
            assert_true(a.count == b.count && a.lost == 0 && b.lost == 0);
            assert_true(a.count == 0 || memcmp(a.list, b.list, a.count * sizeof *a.list) == 0);
            for (size_t i = 0; i < a.count; i++) {
                bounces += a.list[i].kind == COVEY_EVENT_BOUNCED;
                jumps += a.list[i].kind == COVEY_EVENT_REAPPEARED;
            }
            assert_int_equal(covey_world_events(none).count, 0);
        }
        assert_true(bounces > 0);
        assert_true((jumps > 0) == (k == 1));
        assert_true(covey_world_hash(one) == covey_world_hash(none));
        covey_world_destroy(one);
        covey_world_destroy(three);
        covey_world_destroy(none);
    }
}

/// In a walled box without obstacles a bounce is a change of sign, but for what the model does:
/// agents without neighbors fly straight on.
static void test_bounces_are_those_of_walls(void **unused)
{
    (void)unused;
    covey_world *world = test_world_in(covey_space_reflecting(10, 10));
    covey_flock_def flock = covey_flock_def_default();
    const double x[] = {1, 9, 5}, y[] = {2, 5, 8}, u[] = {-3, 3, 0}, v[] = {0, 0, 1};
    const covey_setting alone[] = {{"radius", 1e-9}};
    flock.model = "torus";
    flock.count = 3;
    flock.settings = alone;
    flock.settings_count = 1;
    flock.pos[0] = x;
    flock.pos[1] = y;
    flock.vel[0] = u;
    flock.vel[1] = v;
    test_world_add(world, &flock);
    assert_int_equal(covey_world_events_take(world, 8, NULL), COVEY_OK);
    test_world_steps(world, 1, 0.25);
    assert_int_equal(covey_world_events(world).count, 0);
    test_world_steps(world, 1, 0.25);
    covey_events events = covey_world_events(world);
    assert_int_equal(events.count, 2);
    assert_true(is_told(events, COVEY_EVENT_BOUNCED, 0, 0, -1));
    assert_true(is_told(events, COVEY_EVENT_BOUNCED, 0, 1, -1));
    test_world_steps(world, 1, 0.25);
    assert_int_equal(covey_world_events(world).count, 0);
    covey_world_destroy(world);
}

static void test_events_beyond_the_memory_are_counted(void **unused)
{
    (void)unused;
    covey_world *small = make(covey_space_torus(SIDE, SIDE), 1);
    covey_world *large = make(covey_space_torus(SIDE, SIDE), 1);
    watch_all(small, 3);
    watch_all(large, ROOM);
    uint64_t lost = 0;
    for (int step = 0; step < 20; step++) {
        test_world_steps(small, 1, 0.05);
        test_world_steps(large, 1, 0.05);
        covey_events few = covey_world_events(small), all = covey_world_events(large);
        assert_true(few.count <= 3 && few.count + few.lost == all.count && all.lost == 0);
        for (size_t k = 0; k < few.count; k++)
            assert_true(is_told(all, few.list[k].kind, few.list[k].flock, few.list[k].id,
                                few.list[k].watch));
        lost += few.lost;
    }
    assert_true(lost > 0);
    assert_int_equal(covey_world_events_take(small, 0, NULL), COVEY_OK);
    test_world_steps(small, 1, 0.05);
    assert_int_equal(covey_world_events(small).count, 0);
    covey_world_destroy(small);
    covey_world_destroy(large);
}

static void test_a_restored_world_tells_the_same_again(void **unused)
{
    (void)unused;
    covey_world *world = make(covey_space_torus(SIDE, SIDE), 1);
    watch_all(world, ROOM);
    test_world_steps(world, 10, 0.05);
    size_t size = covey_world_snapshot_size(world);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(covey_world_save(world, bytes, size), COVEY_OK);
    test_world_steps(world, 1, 0.05);
    covey_events events = covey_world_events(world);
    covey_event *kept = malloc((events.count + 1) * sizeof *kept);
    assert_non_null(kept);
    assert_true(events.count > 0);
    memcpy(kept, events.list, events.count * sizeof *kept);
    size_t count = events.count;
    test_world_steps(world, 5, 0.05);
    assert_int_equal(covey_world_restore(world, bytes, size, NULL), COVEY_OK);
    test_world_steps(world, 1, 0.05);
    events = covey_world_events(world);
    assert_int_equal(events.count, count);
    assert_memory_equal(events.list, kept, count * sizeof *kept);
    free(kept);
    free(bytes);
    covey_world_destroy(world);
}

static void test_members_and_flocks_may_come_and_go(void **unused)
{
    (void)unused;
    covey_world *world = make(covey_space_torus(SIDE, SIDE), 1);
    watch_all(world, ROOM);
    const covey_pose pose = {{12, 20, 0}, {0, 0, 0}};
    for (uint32_t id = 0; id < 20; id++) {
        assert_int_equal(covey_world_remove(world, 1, id, NULL), COVEY_OK);
        assert_int_equal(covey_world_spawn(world, 1, pose, NULL, NULL), COVEY_OK);
        test_world_steps(world, 1, 0.05);
        expect_order(covey_world_events(world));
    }
    assert_int_equal(covey_world_drop(world, 0, NULL), COVEY_OK);
    test_world_steps(world, 5, 0.05);
    covey_events events = covey_world_events(world);
    for (size_t k = 0; k < events.count; k++)
        assert_int_equal(events.list[k].flock, 0);
    covey_flock_def more = covey_flock_def_default();
    more.name = "more";
    more.count = 5;
    test_world_add(world, &more);
    test_world_steps(world, 2, 0.05);
    covey_event caught = {COVEY_EVENT_CAUGHT, 1, 3, -1, 0, 22};
    covey_events_add(world, &caught);
    assert_true(is_told(covey_world_events(world), COVEY_EVENT_CAUGHT, 1, 3, -1));
    covey_world_destroy(world);
}

static void expect_refusal(covey_world *world, covey_watch region, const char *message)
{
    covey_error error;
    int number = 77;
    assert_int_equal(covey_world_watch(world, &region, &number, &error), COVEY_ARG);
    assert_string_equal(error.message, message);
    assert_int_equal(number, 77);
}

static void test_refusals_say_why(void **unused)
{
    (void)unused;
    covey_world *world = make(covey_space_torus(SIDE, SIDE), 1);
    covey_watch ball = covey_watch_ball(middle, 1), wrong = ball;
    covey_error error;
    int number;
    expect_refusal(world, ball,
                   "the world reports no events: covey_world_events_take() begins with it");
    assert_int_equal(covey_world_events_take(world, (size_t)1 << 40, NULL), COVEY_ARG);
    assert_int_equal(covey_world_events_take(world, 4, NULL), COVEY_OK);
    wrong.flock = 5;
    expect_refusal(world, wrong, "there is no flock number 5");
    expect_refusal(world, covey_watch_ball(middle, -1),
                   "a ball needs a finite center and a radius of 0 or above");
    expect_refusal(world, covey_watch_box(corner, middle),
                   "the low corner of a box is beyond its high one");
    expect_refusal(world, covey_watch_rim(3, 1), "there is no solid influence with the handle 3");
    expect_refusal(world, covey_watch_rim(0, 0), "the width of a rim is above 0");
    for (int k = 0; k < COVEY_MAX_WATCHES; k++)
        assert_int_equal(covey_world_watch(world, &ball, &number, NULL), COVEY_OK);
    expect_refusal(world, ball, "a world watches at most 64 regions");
    assert_int_equal(covey_world_unwatch(world, 7, NULL), COVEY_OK);
    assert_int_equal(covey_world_unwatch(world, 7, &error), COVEY_ARG);
    assert_string_equal(error.message, "there is no watch number 7");
    assert_int_equal(covey_world_watch_set(world, 7, &ball, NULL), COVEY_ARG);
    assert_int_equal(covey_world_watch_set(world, -1, &ball, NULL), COVEY_ARG);
    assert_int_equal(covey_world_watch_set(world, 8, &ball, NULL), COVEY_OK);
    assert_int_equal(covey_world_watch(world, &ball, &number, NULL), COVEY_OK);
    assert_int_equal(number, COVEY_MAX_WATCHES);
    covey_world_destroy(world);
}

static void test_null_is_refused(void **unused)
{
    (void)unused;
    covey_world *world = make(covey_space_torus(SIDE, SIDE), 1);
    covey_watch ball = covey_watch_ball(middle, 1);
    int number;
    assert_int_equal(covey_world_events_take(NULL, 4, NULL), COVEY_ARG);
    assert_int_equal(covey_world_events(NULL).count, 0);
    assert_int_equal(covey_world_watch(NULL, &ball, &number, NULL), COVEY_ARG);
    assert_int_equal(covey_world_watch(world, NULL, &number, NULL), COVEY_ARG);
    assert_int_equal(covey_world_watch(world, &ball, NULL, NULL), COVEY_ARG);
    assert_int_equal(covey_world_watch_set(NULL, 0, &ball, NULL), COVEY_ARG);
    assert_int_equal(covey_world_watch_set(world, 0, NULL, NULL), COVEY_ARG);
    assert_int_equal(covey_world_unwatch(NULL, 0, NULL), COVEY_ARG);
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crossings_are_told_once_and_in_order),
        cmocka_unit_test(test_events_are_the_same_on_several_threads),
        cmocka_unit_test(test_bounces_are_those_of_walls),
        cmocka_unit_test(test_events_beyond_the_memory_are_counted),
        cmocka_unit_test(test_a_restored_world_tells_the_same_again),
        cmocka_unit_test(test_members_and_flocks_may_come_and_go),
        cmocka_unit_test(test_refusals_say_why),
        cmocka_unit_test(test_null_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
