// SPDX-License-Identifier: MIT
// Profiles over time: straight flight around a torus, circles, random walks, agents that come and
// go against all pairs of frames, gaps, frames that are not due.
#include "base/math_trig.h"
#include "covey/lags.h"

#include "support/view.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static test_agents agents;
static covey_profile found;

static covey_lags *begin(size_t most)
{
    covey_lags *lags;
    assert_int_equal(covey_lags_create(most, (covey_allocator){0}, &lags, NULL), COVEY_OK);
    return lags;
}

static void put(covey_lags *lags, double time)
{
    covey_view view = test_view(&agents);
    covey_error error = {0};
    if (covey_lags_add(lags, &view, time, &error) != COVEY_OK)
        fail_msg("at %g: %s", time, error.message);
}

static void expect(const covey_lags *lags, covey_lag which, size_t lag, double value,
                   uint64_t count)
{
    covey_lags_take(lags, which, &found);
    assert_true(found.count >= lag);
    if (!(fabs(found.points[lag - 1].value - value) <= 1e-9 * (1 + fabs(value))))
        fail_msg("%s at %zu is %.17g, not %.17g", covey_lags_about(which)->name, lag,
                 found.points[lag - 1].value, value);
    assert_int_equal(found.points[lag - 1].count, count);
}

/// Five rounds of a torus, all together: there is no seam, and within the flock nothing moves.
static void test_straight_flight_has_no_seam(void **unused)
{
    (void)unused;
    for (int deep = 0; deep < 2; deep++) {
        covey_lags *lags = begin(20);
        for (int frame = 0; frame < 51; frame++) {
            agents = (test_agents){.space = covey_space_torus(10, 8)};
            if (deep > 0)
                agents.space = covey_space_deep(agents.space, 6);
            for (int i = 0; i < 4; i++)
                test_agents_add(&agents, (covey_vec){i + frame, 2 * i, deep * 0.5 * frame},
                                (covey_vec){3, 0, 1.5 * deep});
            put(lags, frame / 3.0);
        }
        for (size_t lag = 1; lag <= 20; lag++) {
            uint64_t count = 4 * (51 - lag);
            double along = (double)lag, up = deep * 0.5 * (double)lag;
            expect(lags, COVEY_LAG_DISPLACEMENT, lag, along * along + up * up, count);
            assert_true(fabs(found.points[lag - 1].x - (double)lag / 3) < 1e-12);
            expect(lags, COVEY_LAG_RELATIVE, lag, 0, count);
            expect(lags, COVEY_LAG_HEADING, lag, 1, count);
        }
        covey_lags_destroy(lags);
    }
}

static void test_circles_are_known(void **unused)
{
    (void)unused;
    covey_lags *lags = begin(30);
    for (int frame = 0; frame < 80; frame++) {
        agents = (test_agents){.count = 0};
        for (int i = 0; i < 2; i++) { // at opposite places: their mean stays
            double angle = 0.2 * frame + COVEY_PI * i;
            test_agents_add(&agents, (covey_vec){5 * cos(angle), 5 * sin(angle), 0},
                            (covey_vec){-sin(angle), cos(angle), 0});
        }
        put(lags, frame);
    }
    for (size_t lag = 1; lag <= 30; lag++) {
        double way = 10 * sin(0.1 * (double)lag);
        expect(lags, COVEY_LAG_DISPLACEMENT, lag, way * way, 2 * (80 - lag));
        expect(lags, COVEY_LAG_RELATIVE, lag, way * way, 2 * (80 - lag));
        expect(lags, COVEY_LAG_HEADING, lag, cos(0.2 * (double)lag), 2 * (80 - lag));
        double turn = acos(cos(0.2 * (double)lag)); // the short way round
        expect(lags, COVEY_LAG_TURNING, lag, turn / found.points[lag - 1].x, 2 * (80 - lag));
        expect(lags, COVEY_LAG_TURNING_SD, lag, 0, 2 * (80 - lag));
        expect(lags, COVEY_LAG_DIFFUSION, lag, way * way / (4 * found.points[lag - 1].x),
               2 * (80 - lag));
    }
    covey_lags_destroy(lags);
}

/// Steps of variance s² an axis: 2 s² a step in the plane, within 5 standard errors.
static void test_random_walks_diffuse(void **unused)
{
    (void)unused;
    enum { WALKS = 2000, FRAMES = 9 };
    uint64_t random = 4;
    covey_lags *lags = begin(8);
    agents = (test_agents){.space = covey_space_torus(3, 3)}; // several rounds, too
    for (int i = 0; i < WALKS; i++)
        test_agents_add(&agents, (covey_vec){1, 1, 0}, (covey_vec){1, 0, 0});
    for (int frame = 0; frame < FRAMES; frame++) {
        put(lags, frame);
        for (int i = 0; i < WALKS; i++)
            for (int axis = 0; axis < 2; axis++) {
                double place = agents.pos[axis][i] + test_uniform(&random, -1, 1);
                agents.pos[axis][i] = place - 3 * floor(place / 3);
            }
    }
    covey_lags_take(lags, COVEY_LAG_DISPLACEMENT, &found);
    for (size_t k = 0; k < 8; k++) {
        double expected = 2.0 / 3.0 * (double)(k + 1);
        assert_true(fabs(found.points[k].value - expected) < 5 * expected / sqrt(WALKS));
    }
    covey_lags_destroy(lags);
}

/// Agents that come, go and come back count only while they are there without a gap.
static void test_gaps_are_not_bridged(void **unused)
{
    (void)unused;
    enum { FRAMES = 40, AGENTS = 12 };
    static bool there[FRAMES][AGENTS];
    static double x[FRAMES][AGENTS];
    uint64_t random = 99;
    covey_lags *lags = begin(6);
    for (int frame = 0; frame < FRAMES; frame++) {
        agents = (test_agents){.count = 0};
        for (int i = 0; i < AGENTS; i++) {
            there[frame][i] = test_below(&random, 5) > 0;
            x[frame][i] = test_uniform(&random, -1, 1);
            if (!there[frame][i])
                continue;
            agents.id[agents.count] = (uint32_t)(3 * i);
            agents.pos[0][agents.count] = x[frame][i];
            agents.pos[1][agents.count] = 0;
            agents.vel[0][agents.count] = (double)NAN; // unknown
            agents.vel[1][agents.count++] = (double)NAN;
        }
        put(lags, frame);
    }
    for (int lag = 1; lag <= 6; lag++) {
        double sum = 0;
        uint64_t count = 0;
        for (int frame = lag; frame < FRAMES; frame++)
            for (int i = 0; i < AGENTS; i++) {
                bool whole = true;
                for (int k = frame - lag; k <= frame; k++)
                    whole = whole && there[k][i];
                double way = x[frame][i] - x[frame - lag][i];
                sum += whole ? way * way : 0;
                count += whole;
            }
        expect(lags, COVEY_LAG_DISPLACEMENT, (size_t)lag, sum / (double)count, count);
    }
    covey_lags_take(lags, COVEY_LAG_HEADING, &found);
    assert_int_equal(found.count, 0);
    covey_lags_destroy(lags);
}

/// Two agents at 1 L/T, from frames as those of a GPS since 1970: pairs of frames across a gap
/// count in no lag, and each stretch has its pairs.
static void test_lags_begin_anew_after_a_gap(void **unused)
{
    (void)unused;
    static const double times[] = {0, 1, 2, 60, 200, 201, 202, 203};
    for (int k = 0; k < 2; k++) {
        const double origin = k > 0 ? 1243432800.0 : 0.0;
        covey_lags *lags = begin(3);
        for (int frame = 0; frame < 8; frame++) {
            agents = (test_agents){.space = covey_space_open()};
            test_agents_add(&agents, (covey_vec){times[frame], 0, 0}, (covey_vec){1, 0, 0});
            test_agents_add(&agents, (covey_vec){0, times[frame], 0}, (covey_vec){0, 1, 0});
            put(lags, origin + times[frame]);
        }
        for (size_t lag = 1; lag <= 2; lag++) {
            expect(lags, COVEY_LAG_DISPLACEMENT, lag, (double)(lag * lag), lag == 1 ? 10 : 6);
            expect(lags, COVEY_LAG_HEADING, lag, 1, lag == 1 ? 10 : 6);
        }
        expect(lags, COVEY_LAG_DISPLACEMENT, 3, 9, 2);
        covey_lags_destroy(lags);
    }
}

/// A frame that is missing between the first two makes no other interval: one at 1, or two.
static void test_a_frame_may_be_missing_at_first(void **unused)
{
    (void)unused;
    static const double times[][5] = {{0, 2, 3, 4, 5}, {0, 3, 4, 5, 6}, {0, 3, 5, 6, 7}};
    static const uint64_t counts[][3] = {{3, 2, 1}, {3, 2, 1}, {2, 1, 0}};
    for (int k = 0; k < 3; k++) {
        covey_lags *lags = begin(3);
        for (int frame = 0; frame < 5; frame++) {
            agents = (test_agents){.space = covey_space_open()};
            test_agents_add(&agents, (covey_vec){times[k][frame], 0, 0}, (covey_vec){1, 0, 0});
            put(lags, times[k][frame]);
        }
        for (size_t lag = 1; lag <= 3 && counts[k][lag - 1] > 0; lag++) {
            expect(lags, COVEY_LAG_DISPLACEMENT, lag, (double)(lag * lag), counts[k][lag - 1]);
            expect(lags, COVEY_LAG_HEADING, lag, 1, counts[k][lag - 1]);
        }
        covey_lags_destroy(lags);
    }
}

/// The tolerance is of the interval, whatever the origin of the times is.
static void test_frames_late_after_1970_are_refused(void **unused)
{
    (void)unused;
    covey_error error = {0};
    agents = (test_agents){.count = 0};
    covey_view view = test_view(&agents);
    covey_lags *lags = begin(2);
    put(lags, 1243432800.0);
    put(lags, 1243432800.2); // rounded to 2.4e-7
    put(lags, 1243432800.4);
    assert_int_equal(covey_lags_add(lags, &view, 1243432800.7, &error), COVEY_INPUT);
    assert_string_equal(error.message,
                        "lags need frames at one interval: the frame at 1243432800.7 is due at "
                        "1243432800.6 or whole intervals later; "
                        "resampled tracks have one");
    put(lags, 1243432800.6);
    put(lags, 1243432801.0);
    covey_lags_destroy(lags);
}

static void test_frames_that_are_not_due_are_refused(void **unused)
{
    (void)unused;
    static const double times[] = {2.55, 2, 1};
    covey_error error = {0};
    covey_lags *lags;
    assert_int_equal(covey_lags_create(0, (covey_allocator){0}, &lags, &error), COVEY_ARG);
    assert_int_equal(covey_lags_create(COVEY_MAX_POINTS + 1, (covey_allocator){0}, &lags, &error),
                     COVEY_ARG);
    assert_null(lags);
    agents = (test_agents){.count = 0};
    covey_view view = test_view(&agents);
    for (int k = 0; k < 3; k++) {
        lags = begin(2);
        put(lags, 1);
        if (k < 2)
            put(lags, 2);
        assert_int_equal(covey_lags_add(lags, &view, times[k], &error), COVEY_INPUT);
        covey_lags_destroy(lags);
    }
    lags = begin(2);
    put(lags, 0);
    view.space = covey_space_torus(4, 4);
    assert_int_equal(covey_lags_add(lags, &view, 1, &error), COVEY_INPUT);
    covey_lags_destroy(lags);
}

static void test_mistakes_of_callers_are_told(void **state)
{
    (void)state;
    covey_error error = {0};
    static covey_profile profile = {.count = 1};
    covey_lags *lags = begin(2);
    assert_int_equal(covey_lags_create(1, (covey_allocator){0}, NULL, &error), COVEY_ARG);
    assert_int_equal(covey_lags_add(NULL, &(covey_view){0}, 0.0, &error), COVEY_ARG);
    assert_int_equal(covey_lags_add(lags, NULL, 0.0, &error), COVEY_ARG);
    covey_lags_take(NULL, COVEY_LAG_HEADING, &profile);
    assert_int_equal(profile.count, 0);
    profile.count = 1;
    covey_lags_take(lags, COVEY_LAGS, &profile);
    assert_int_equal(profile.count, 0);
    covey_lags_take(lags, COVEY_LAG_HEADING, NULL);
    assert_null(covey_lags_about(COVEY_LAGS));
    covey_lags_destroy(lags);
    covey_lags_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_straight_flight_has_no_seam),
        cmocka_unit_test(test_circles_are_known),
        cmocka_unit_test(test_random_walks_diffuse),
        cmocka_unit_test(test_gaps_are_not_bridged),
        cmocka_unit_test(test_lags_begin_anew_after_a_gap),
        cmocka_unit_test(test_a_frame_may_be_missing_at_first),
        cmocka_unit_test(test_frames_late_after_1970_are_refused),
        cmocka_unit_test(test_frames_that_are_not_due_are_refused),
        cmocka_unit_test(test_mistakes_of_callers_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
