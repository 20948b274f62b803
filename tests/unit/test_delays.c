// SPDX-License-Identifier: MIT
// Delays between headings: agents that repeat the turns of another one after a known time, in the
// plane and in space; ties; gaps of agents and frames; frames that are not due; failing memory.
#include <covey/delays.h>

#include "support/view.h"
#include "support/world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { FRAMES = 200, MOST = 20 };

static test_agents agents;
static covey_delay *found;
static size_t count;

/// The heading at a frame of a flight that turns at random, with memory.
static double flight(int frame)
{
    uint64_t random = 11;
    double heading = 0.0;
    for (int k = -MOST; k <= frame; k++)
        heading += test_uniform(&random, -0.6, 0.6);
    return heading;
}

static covey_delays *begin(size_t most)
{
    covey_delays *delays;
    assert_int_equal(covey_delays_create(most, (covey_allocator){0}, &delays, NULL), COVEY_OK);
    return delays;
}

static void put(covey_delays *delays, double time)
{
    covey_view view = test_view(&agents);
    covey_error error = {0};
    if (covey_delays_add(delays, &view, time, &error) != COVEY_OK)
        fail_msg("at %g: %s", time, error.message);
}

static void add(double heading, bool deep)
{
    covey_vec vel = {3 * cos(heading), deep ? 0 : 3 * sin(heading), deep ? 3 * sin(heading) : 0};
    test_agents_add(&agents, (covey_vec){0, 0, 0}, vel);
}

static void find(covey_delays *delays)
{
    assert_int_equal(covey_delays_find(delays, &found, &count, NULL), COVEY_OK);
}

/// Agent 0 turns first, 2 does as it did 3 frames ago, 1 as 0 did 7 frames ago.
static void test_followers_are_as_late_as_they_are(void **unused)
{
    (void)unused;
    static const double late[] = {0, 7, 3};
    for (int deep = 0; deep < 2; deep++) {
        covey_delays *delays = begin(MOST);
        for (int frame = 0; frame < FRAMES; frame++) {
            agents = (test_agents){.count = 0};
            if (deep > 0)
                agents.space = covey_space_deep(agents.space, 0);
            for (int i = 0; i < 3; i++)
                add(flight(frame - (int)late[i]), deep > 0);
            put(delays, 5 + 0.25 * frame);
        }
        find(delays);
        assert_int_equal(count, 3);
        for (size_t k = 0; k < count; k++) {
            double expected = late[found[k].b] - late[found[k].a];
            assert_true(found[k].delay == 0.25 * expected);
            assert_true(fabs(found[k].correlation - 1.0) < 1e-12);
            assert_int_equal(found[k].count, FRAMES - (int)fabs(expected));
        }
        assert_true(found[0].b == 1 && found[1].b == 2 && found[2].a == 1);
        covey_delays_free(delays, found, count);
        covey_delays_destroy(delays);
    }
}

/// Straight flight has no first: the delay is 0. One agent is at rest, one unknown.
static void test_alike_is_no_delay_and_rest_no_heading(void **unused)
{
    (void)unused;
    covey_delays *delays = begin(5);
    for (int frame = 0; frame < 30; frame++) {
        agents = (test_agents){.count = 0};
        add(0.5, false);
        add(0.7, false);
        test_agents_add(&agents, (covey_vec){0, 0, 0}, (covey_vec){0, 0, 0});
        test_agents_add(&agents, (covey_vec){0, 0, 0}, (covey_vec){(double)NAN, (double)NAN, 0});
        put(delays, frame);
    }
    find(delays);
    assert_int_equal(count, 1);
    assert_true(found[0].delay == 0.0 && fabs(found[0].correlation - cos(0.2)) < 1e-12);
    assert_int_equal(found[0].count, 30);
    covey_delays_free(delays, found, count);
    covey_delays_destroy(delays);
}

/// Agent 1 is seen in the last third alone, and agent 5 never beside it.
static void test_gaps_are_left_out(void **unused)
{
    (void)unused;
    covey_delays *delays = begin(MOST);
    for (int frame = 0; frame < FRAMES; frame++) {
        agents = (test_agents){.count = 0};
        add(flight(frame), false);
        if (frame >= 140 || frame < 60) {
            add(frame < 60 ? flight(frame) : flight(frame - 4), false);
            agents.id[1] = frame < 60 ? 5 : 1;
        }
        put(delays, frame);
    }
    find(delays);
    assert_int_equal(count, 3); // 0 and 1, 0 and 5, 1 and 5
    assert_true(found[0].delay == 4 && found[0].count == 60);
    assert_true(found[1].delay == 0 && found[1].b == 5 && found[1].count == 60);
    assert_true(found[2].count == 0 && isnan(found[2].delay) && isnan(found[2].correlation));
    covey_delays_free(delays, found, count);
    covey_delays_destroy(delays);
}

/// Of a delay that is beyond half of the frames too few pairs are left.
static void test_delays_that_few_frames_have_are_not_believed(void **unused)
{
    (void)unused;
    covey_delays *delays = begin(100);
    for (int frame = 0; frame < 20; frame++) {
        agents = (test_agents){.count = 0};
        add(flight(frame), false);
        add(flight(frame - 15), false);
        put(delays, frame);
    }
    find(delays);
    assert_true(fabs(found[0].delay) <= 10 && found[0].correlation < 0.99);
    covey_delays_free(delays, found, count);
    covey_delays_destroy(delays);
}

/// Agent 2 turns a frame after agent 1; five frames are missing, behind which both turn anew. Pairs
/// of frames on both sides of the gap would agree better at other delays.
static void test_delays_begin_anew_after_a_gap(void **unused)
{
    (void)unused;
    covey_delays *delays = begin(2);
    for (int frame = 0; frame < 8; frame++) {
        agents = (test_agents){.count = 0};
        add(frame < 4 ? flight(frame) : flight(frame + 20), false);
        add(frame < 4 ? flight(frame - 1) : flight(frame + 19), false);
        put(delays, 1.2e9 + 0.25 * (frame < 4 ? frame : frame + 5));
    }
    find(delays);
    assert_int_equal(count, 1);
    assert_true(found[0].delay == 0.25);
    assert_true(fabs(found[0].correlation - 1.0) < 1e-12);
    assert_int_equal(found[0].count, 6); // 3 before the gap, and 3 after it
    covey_delays_free(delays, found, count);
    covey_delays_destroy(delays);
}

/// A frame is missing behind the first: the interval is that of the others, and no pair of frames
/// has the first.
static void test_a_frame_may_be_missing_at_first(void **unused)
{
    (void)unused;
    covey_delays *delays = begin(2);
    for (int frame = 0; frame < 8; frame++) {
        if (frame == 1)
            continue;
        agents = (test_agents){.count = 0};
        add(flight(frame), false);
        add(flight(frame - 1), false);
        put(delays, 0.25 * frame);
    }
    find(delays);
    assert_true(found[0].delay == 0.25);
    assert_true(fabs(found[0].correlation - 1.0) < 1e-12);
    assert_int_equal(found[0].count, 5); // of frames 2 to 7
    covey_delays_free(delays, found, count);
    covey_delays_destroy(delays);
}

static void test_frames_that_are_not_due_are_refused(void **unused)
{
    (void)unused;
    covey_error error = {0};
    covey_delays *delays = begin(3);
    agents = (test_agents){.count = 0};
    add(0, false);
    put(delays, 0);
    put(delays, 1);
    covey_view view = test_view(&agents);
    assert_int_equal(covey_delays_add(delays, &view, 2.5, &error), COVEY_INPUT);
    assert_string_equal(error.message,
                        "delays need frames at one interval: the frame at 2.5 is due at 2 or whole "
                        "intervals later; resampled tracks have one");
    put(delays, 2);
    view.space = covey_space_torus(5, 5);
    assert_int_equal(covey_delays_add(delays, &view, 3, &error), COVEY_INPUT);
    covey_delays_destroy(delays);
    assert_int_equal(covey_delays_create(0, (covey_allocator){0}, &delays, &error), COVEY_ARG);
    assert_int_equal(covey_delays_create(1001, (covey_allocator){0}, &delays, &error), COVEY_ARG);
    assert_null(delays);
}

static void test_null_is_refused(void **unused)
{
    (void)unused;
    covey_error error;
    covey_delays *delays = begin(3);
    covey_view view = test_view(&agents);
    assert_int_equal(covey_delays_create(3, (covey_allocator){0}, NULL, &error), COVEY_ARG);
    assert_int_equal(covey_delays_add(NULL, &view, 0, &error), COVEY_ARG);
    assert_int_equal(covey_delays_add(delays, NULL, 0, &error), COVEY_ARG);
    assert_int_equal(covey_delays_find(NULL, &found, &count, &error), COVEY_ARG);
    assert_int_equal(covey_delays_find(delays, NULL, &count, &error), COVEY_ARG);
    assert_int_equal(covey_delays_find(delays, &found, NULL, &error), COVEY_ARG);
    find(delays); // of no frames
    assert_true(count == 0 && found == NULL);
    covey_delays_free(delays, NULL, 0);
    covey_delays_free(NULL, NULL, 0);
    covey_delays_destroy(delays);
    covey_delays_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_followers_are_as_late_as_they_are),
        cmocka_unit_test(test_alike_is_no_delay_and_rest_no_heading),
        cmocka_unit_test(test_gaps_are_left_out),
        cmocka_unit_test(test_delays_that_few_frames_have_are_not_believed),
        cmocka_unit_test(test_delays_begin_anew_after_a_gap),
        cmocka_unit_test(test_a_frame_may_be_missing_at_first),
        cmocka_unit_test(test_frames_that_are_not_due_are_refused),
        cmocka_unit_test(test_null_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
