// SPDX-License-Identifier: MIT
// Solids that move between steps: no agent is left behind one, however fast it goes or turns;
// events name the agents that were pushed and the solid; threads and snapshots change no bit.
#include "covey/events.h"
#include "support/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { AGENTS = 400, MOST = 8, EVENTS = 4096 };
#define SIDE 100.0
#define BODY 0.3
#define STILL 0.0 ///< a step in which agents move by pushes alone

/// A world of agents, up to x = width.
static covey_world *make(covey_space space, int threads, double width)
{
    covey_world_def def = covey_world_def_default();
    def.space = space;
    def.threads = threads;
    covey_world *world = test_world_create(&def);
    covey_flock_def flock = test_flock_plain("torus", AGENTS);
    flock.body = BODY;
    flock.place.speed = 0;
    flock.place.x = 0.5 * width;
    flock.place.y = 0.5 * SIDE;
    flock.place.z = 0.5 * SIDE;
    flock.place.width = width;
    flock.place.height = flock.place.depth = SIDE;
    test_world_add(world, &flock);
    assert_int_equal(covey_world_events_take(world, EVENTS, NULL), COVEY_OK);
    return world;
}

/// An outline in the plane or, of one or two points, in space.
typedef struct outline {
    double axis[COVEY_AXES][MOST];
    size_t count;
} outline;

static int add(covey_world *world, const char *kind, const outline *at, double radius)
{
    const covey_setting settings[] = {{"radius", radius}, {"weight", 0}};
    covey_influence_def def = covey_influence_def_default();
    def.kind = kind;
    def.settings = settings;
    def.settings_count = 2;
    def.points_count = at->count;
    for (int axis = 0; axis < COVEY_AXES; axis++)
        def.points[axis] = at->axis[axis];
    int handle;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_OK);
    return handle;
}

static void move(covey_world *world, int handle, const outline *to)
{
    const double *columns[COVEY_AXES] = {to->axis[0], to->axis[1], to->axis[2]};
    assert_int_equal(covey_world_influence_move(world, handle, columns, NULL), COVEY_OK);
}

static outline shifted(const outline *from, double x, double y)
{
    outline to = *from;
    for (size_t k = 0; k < to.count; k++) {
        to.axis[0][k] += x;
        to.axis[1][k] += y;
    }
    return to;
}

static outline turned(const outline *from, double about_x, double about_y, double angle)
{
    outline to = *from;
    for (size_t k = 0; k < to.count; k++) {
        double x = from->axis[0][k] - about_x, y = from->axis[1][k] - about_y;
        to.axis[0][k] = about_x + x * cos(angle) - y * sin(angle);
        to.axis[1][k] = about_y + x * sin(angle) + y * cos(angle);
    }
    return to;
}

static int count_of(covey_world *world, covey_event_kind kind, int influence)
{
    const covey_events events = covey_world_events(world);
    int count = 0;
    assert_true(events.lost == 0);
    for (size_t k = 0; k < events.count; k++)
        count += events.list[k].kind == kind && events.list[k].influence == influence;
    return count;
}

static void test_a_train_leaves_no_agent_behind(void **unused)
{
    (void)unused;
    for (int deep = 0; deep < 2; deep++)
        for (int kind = COVEY_SPACE_OPEN; kind <= COVEY_SPACE_REFLECTING; kind++) {
            covey_space space = {(covey_space_kind)kind, deep ? 3 : 2, {SIDE, SIDE, SIDE}};
            covey_world *world = make(space, 1, SIDE);
            // As high as the space, and thinner than a body; it goes by four meters a step.
            outline wall = {{{1, 1}, {1, SIDE - 1}, {50, 50}}, 2};
            if (deep)
                wall = (outline){{{1, 1.01}, {0.5, SIDE - 0.5}, {0.5, SIDE - 0.5}}, 2};
            int handle = add(world, deep ? "box" : "obstacle", &wall, 0.0), pushed = 0;
            test_world_steps(world, 1, STILL);
            for (int step = 0; step < 20; step++) {
                wall = shifted(&wall, 4.0, 0.0);
                move(world, handle, &wall);
                test_world_steps(world, 1, STILL);
                pushed += count_of(world, COVEY_EVENT_PUSHED, handle);
                assert_int_equal(count_of(world, COVEY_EVENT_SQUEEZED, handle), 0);
                covey_view view = covey_world_view(world, 0);
                for (size_t i = 0; i < view.count; i++) {
                    bool beside = view.pos[1][i] < 2.0 || view.pos[1][i] > SIDE - 2.0 ||
                                  (deep && (view.pos[2][i] < 2.0 || view.pos[2][i] > SIDE - 2.0));
                    bool behind = kind == COVEY_SPACE_TORUS
                                      ? view.pos[0][i] > 3.0 && view.pos[0][i] < wall.axis[0][0]
                                      : view.pos[0][i] < wall.axis[0][0];
                    assert_true(beside || !behind || view.pos[0][i] < 1.0 + BODY);
                }
            }
            assert_true(pushed > AGENTS / 2);
            assert_int_equal(covey_world_entries(world, 0), 0);
            covey_world_destroy(world);
        }
}

/// The angle of a place about the hinge of a door, from 0 to a turn.
static double angle_at(double x, double y)
{
    double angle = atan2(y - 50.0, x - 50.0);
    return angle < 0.0 ? angle + 2.0 * acos(-1.0) : angle;
}

static void test_a_door_that_turns_takes_all_with_it(void **unused)
{
    (void)unused;
    const double quarter = 0.5 * acos(-1.0);
    for (int way = -1; way <= 1; way += 2)
        for (int steps = 1; steps <= 4; steps *= 2) {
            covey_world *world = make((covey_space){COVEY_SPACE_OPEN, 2, {0}}, 1, SIDE);
            const outline closed = {{{50, 90}, {50, 50}}, 2};
            outline door = turned(&closed, 50, 50, way > 0 ? 0.0 : quarter);
            int handle = add(world, "obstacle", &door, 0.0), pushed = 0;
            test_world_steps(world, 1, STILL);
            for (int step = 0; step < steps; step++) {
                door = turned(&door, 50, 50, way * quarter / steps);
                move(world, handle, &door);
                test_world_steps(world, 1, STILL);
                pushed += count_of(world, COVEY_EVENT_PUSHED, handle);
                assert_int_equal(count_of(world, COVEY_EVENT_SQUEEZED, handle), 0);
            }
            covey_view view = covey_world_view(world, 0);
            for (size_t i = 0; i < view.count; i++) {
                double x = view.pos[0][i], y = view.pos[1][i], angle = angle_at(x, y);
                bool behind = angle > 0.0 && angle < quarter;
                assert_false(behind && hypot(x - 50.0, y - 50.0) < 39.0);
            }
            assert_true(pushed > 20);
            covey_world_destroy(world);
        }
}

/// True if a place is in a polygon.
static bool is_within(const outline *of, double x, double y)
{
    bool inside = false;
    for (size_t k = 0; k < of->count; k++) {
        size_t next = (k + 1) % of->count;
        double ax = of->axis[0][k], ay = of->axis[1][k], bx = of->axis[0][next],
               by = of->axis[1][next];
        if ((ay > y) != (by > y) && x < ax + (y - ay) * (bx - ax) / (by - ay))
            inside = !inside;
    }
    return inside;
}

/// A car that goes round a curve: agents that it passed over are pushed to before or beside it, and
/// agents beyond the curve stay.
static void test_a_car_on_a_curve_pushes_what_it_meets(void **unused)
{
    (void)unused;
    covey_world *world = make((covey_space){COVEY_SPACE_TORUS, 2, {SIDE, SIDE}}, 1, SIDE);
    outline car = {{{76, 84, 84, 76}, {40, 40, 60, 60}}, 4};
    int handle = add(world, "obstacle", &car, 0.0), pushed = 0;
    test_world_steps(world, 1, STILL);
    for (int step = 0; step < 12; step++) {
        covey_vec before[AGENTS];
        outline passed[17];
        for (covey_id id = 0; id < AGENTS; id++)
            before[id] = test_world_pos(world, 0, id);
        for (int k = 0; k <= 16; k++)
            passed[k] = turned(&car, 50, 50, 0.25 * k / 16.0);
        car = passed[16];
        move(world, handle, &car);
        test_world_steps(world, 1, STILL);
        pushed += count_of(world, COVEY_EVENT_PUSHED, handle);
        for (covey_id id = 0; id < AGENTS; id++) {
            covey_vec now = test_world_pos(world, 0, id);
            bool met = false;
            for (int k = 0; k <= 16; k++)
                met = met || is_within(&passed[k], before[id].x, before[id].y);
            assert_false(is_within(&car, now.x, now.y));
            assert_true(!met || now.x != before[id].x || now.y != before[id].y);
            double far = hypot(before[id].x - 50.0, before[id].y - 50.0);
            if (far < 20.0 || (far > 40.0 && far < 45.0))
                assert_true(now.x == before[id].x && now.y == before[id].y);
        }
    }
    assert_true(pushed > 50);
    covey_world_destroy(world);
}

/// Two doors that close on each other leave no room: events say so, and no agent is in them.
static void test_agents_between_two_doors_are_squeezed(void **unused)
{
    (void)unused;
    covey_world *world = make((covey_space){COVEY_SPACE_REFLECTING, 2, {SIDE, SIDE}}, 1, SIDE);
    outline left = {{{1, 1}, {1, SIDE - 1}}, 2}, right = {{{99, 99}, {1, SIDE - 1}}, 2};
    int one = add(world, "obstacle", &left, 0.2), other = add(world, "obstacle", &right, 0.2);
    test_world_steps(world, 1, STILL);
    left = shifted(&left, 48.8, 0);
    right = shifted(&right, -48.8, 0);
    move(world, one, &left);
    move(world, other, &right);
    test_world_steps(world, 1, STILL);
    int squeezed =
        count_of(world, COVEY_EVENT_SQUEEZED, one) + count_of(world, COVEY_EVENT_SQUEEZED, other);
    assert_true(squeezed > AGENTS / 2);
    assert_int_equal(covey_world_entries(world, 0), 0);
    covey_world_destroy(world);
}

/// Solids that come back, and solids that no step has seen, pass over nothing.
static void test_only_moves_between_steps_count(void **unused)
{
    (void)unused;
    covey_world *world = make((covey_space){COVEY_SPACE_OPEN, 2, {0}}, 1, SIDE);
    const outline left = {{{-5, -5}, {-5, SIDE + 5}}, 2};
    const outline right = shifted(&left, SIDE + 10, 0);
    int handle = add(world, "obstacle", &left, 0.1);
    move(world, handle, &right); // before its first step
    uint64_t before = covey_world_hash(world);
    test_world_steps(world, 1, STILL);
    int pushed = count_of(world, COVEY_EVENT_PUSHED, handle);
    move(world, handle, &left);
    move(world, handle, &right);
    assert_true(covey_world_hash(world) == before || pushed == 0);
    test_world_steps(world, 1, STILL);
    pushed += count_of(world, COVEY_EVENT_PUSHED, handle);
    assert_int_equal(pushed, 0);
    for (covey_id id = 0; id < AGENTS; id++)
        assert_true(test_world_pos(world, 0, id).x < SIDE);
    move(world, handle, &left);
    test_world_steps(world, 1, STILL);
    assert_int_equal(count_of(world, COVEY_EVENT_PUSHED, handle), AGENTS);
    covey_world_destroy(world);
}

/// Lets a wall and a door go through the crowd for some steps.
static void play(covey_world *world, int steps)
{
    for (int k = 0; k < steps; k++) {
        double at = 3.0 * (double)covey_world_stats(world).steps, x = fmod(at, SIDE);
        const outline wall = {{{x, x}, {20, 80}}, 2}, plain = {{{30, 60}, {50, 50}}, 2};
        const outline door = turned(&plain, 30, 50, 0.2 * at);
        move(world, 0, &wall);
        move(world, 1, &door);
        test_world_steps(world, 1, TEST_DT);
    }
}

static covey_world *busy(int threads)
{
    covey_world *world = make((covey_space){COVEY_SPACE_TORUS, 2, {SIDE, SIDE}}, threads, SIDE);
    const outline wall = {{{0, 0}, {20, 80}}, 2}, door = {{{30, 60}, {50, 50}}, 2};
    (void)add(world, "obstacle", &wall, 0.1);
    (void)add(world, "obstacle", &door, 0.1);
    return world;
}

static void test_threads_change_no_bit(void **unused)
{
    (void)unused;
    covey_world *one = busy(1), *four = busy(4);
    play(one, 40);
    play(four, 40);
    assert_true(covey_world_hash(one) == covey_world_hash(four));
    assert_int_equal(covey_world_events(one).count, covey_world_events(four).count);
    covey_world_destroy(one);
    covey_world_destroy(four);
}

/// A snapshot between a move and the step that it is for has the move.
static void test_a_world_that_goes_back_between_a_move_and_its_step(void **unused)
{
    (void)unused;
    for (int kept = 0; kept < 2; kept++) {
        covey_world *world = busy(1), *made = NULL;
        const outline wall = {{{70, 70}, {20, 80}}, 2}, away = {{{10, 10}, {20, 80}}, 2};
        play(world, 10);
        move(world, 0, &wall);
        size_t size = kept ? covey_world_keep_size(world) : covey_world_snapshot_size(world);
        void *bytes = malloc(size);
        assert_non_null(bytes);
        assert_int_equal(kept ? covey_world_keep(world, bytes, size)
                              : covey_world_save(world, bytes, size),
                         COVEY_OK);
        assert_int_equal(covey_world_create_from(bytes, size, NULL, NULL, &made, NULL), COVEY_OK);
        test_world_steps(world, 1, TEST_DT);
        uint64_t after = covey_world_hash(world);
        assert_true(count_of(world, COVEY_EVENT_PUSHED, 0) > 20);
        for (int k = 0; k < 3; k++) { // after a step, after another move, with no move
            if (k == 1)
                move(world, 0, &away);
            assert_int_equal(covey_world_restore(world, bytes, size, NULL), COVEY_OK);
            if (k == 2) { // which is composed with the one before
                move(world, 0, &away);
                move(world, 0, &wall);
            }
            test_world_steps(world, 1, TEST_DT);
            assert_true(covey_world_hash(world) == after);
        }
        test_world_steps(made, 1, TEST_DT);
        assert_true(covey_world_hash(made) == after);
        free(bytes);
        covey_world_destroy(world);
        covey_world_destroy(made);
    }
}

static void test_moves_that_make_no_sense_are_refused(void **unused)
{
    (void)unused;
    enum { ROOM = 1 << 20 };
    static uint64_t words[ROOM / sizeof(uint64_t)];
    covey_world *world = busy(1);
    const outline wall = {{{70, 70}, {20, 80}}, 2};
    play(world, 2);
    size_t plain = covey_world_keep_size(world), size, moved = 0;
    move(world, 0, &wall);
    size = covey_world_keep_size(world);
    assert_int_equal(size, plain + 4 * sizeof(double));
    assert_int_equal(covey_world_keep(world, words, sizeof words), COVEY_OK);
    while (words[moved] != UINT64_C(1) << 33) // the handle 0 and the bit of a move
        moved++;
    const double bad = (double)NAN;
    memcpy(&words[moved + 5], &bad, sizeof bad); // behind its handle and three parameters
    covey_error error;
    assert_int_equal(covey_world_restore(world, words, size, &error), COVEY_INPUT);
    assert_string_equal(error.message,
                        "the snapshot has a move that influence obstacle cannot have made");
    covey_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_train_leaves_no_agent_behind),
        cmocka_unit_test(test_a_door_that_turns_takes_all_with_it),
        cmocka_unit_test(test_a_car_on_a_curve_pushes_what_it_meets),
        cmocka_unit_test(test_agents_between_two_doors_are_squeezed),
        cmocka_unit_test(test_only_moves_between_steps_count),
        cmocka_unit_test(test_threads_change_no_bit),
        cmocka_unit_test(test_a_world_that_goes_back_between_a_move_and_its_step),
        cmocka_unit_test(test_moves_that_make_no_sense_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
