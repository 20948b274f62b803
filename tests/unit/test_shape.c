// SPDX-License-Identifier: MIT
// Distances, hits and turns against closed forms and against many small steps.
#include "base/math_trig.h"
#include "geometry/shape.h"
#include "support/world.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { MOST_POINTS = 9 };

/// An outline as it is written in a test.
typedef struct sketch {
    size_t count;
    double x[MOST_POINTS], y[MOST_POINTS];
} sketch;

static covey_memory memory;

static covey_shape *shape_of(covey_space space, const sketch *drawn)
{
    const double *points[COVEY_AXES] = {drawn->x, drawn->y};
    covey_outline outline = {points, drawn->count, false};
    covey_shape *shape;
    covey_error error = {.status = COVEY_OK};
    memory = covey_memory_init((covey_allocator){0});
    assert_int_equal(covey_shape_create(&memory, &space, &outline, &shape, &error), COVEY_OK);
    return shape;
}

static const covey_vec nowhere = {0, 0};

/// Distances and ways out are square roots and quotients of small whole numbers: a few roundings.
static void assert_distance(const covey_shape *shape, covey_vec p, double distance, covey_vec away)
{
    covey_vec found;
    double d = covey_shape_distance(shape, nowhere, p, &found);
    if (!(fabs(d - distance) < 1e-14 && fabs(found.x - away.x) < 1e-14 &&
          fabs(found.y - away.y) < 1e-14))
        fail_msg("(%g, %g): %g, (%g, %g)", p.x, p.y, d, found.x, found.y);
}

static const sketch point = {1, {2}, {3}};
static const sketch segment = {2, {0, 4}, {0, 0}};
static const sketch square = {4, {0, 4, 4, 0}, {0, 0, 4, 4}};
/// A square with a notch from above, clockwise.
static const sketch notched = {7, {0, 0, 3, 4, 5, 8, 8}, {0, 8, 8, 2, 8, 8, 0}};

static void test_distances_to_a_point(void **unused)
{
    (void)unused;
    covey_shape *shape = shape_of(covey_space_open(), &point);
    assert_distance(shape, (covey_vec){5, 7}, 5, (covey_vec){0.6, 0.8});
    assert_distance(shape, (covey_vec){2, 3}, 0, (covey_vec){0, 1}); // any way out
    covey_shape_destroy(&memory, shape);
}

static void test_distances_to_a_segment(void **unused)
{
    (void)unused;
    covey_shape *shape = shape_of(covey_space_open(), &segment);
    assert_distance(shape, (covey_vec){1, 2}, 2, (covey_vec){0, 1});
    assert_distance(shape, (covey_vec){1, -2}, 2, (covey_vec){0, -1});
    assert_distance(shape, (covey_vec){7, 4}, 5, (covey_vec){0.6, 0.8});
    assert_distance(shape, (covey_vec){-3, -4}, 5, (covey_vec){-0.6, -0.8});
    assert_distance(shape, (covey_vec){3, 0}, 0, (covey_vec){0, 1}); // to the left of it
    covey_shape_destroy(&memory, shape);
}

static void test_distances_to_a_polygon_are_negative_inside(void **unused)
{
    (void)unused;
    covey_shape *shape = shape_of(covey_space_open(), &square);
    assert_distance(shape, (covey_vec){1, 2}, -1, (covey_vec){-1, 0});
    assert_distance(shape, (covey_vec){2, 3.5}, -0.5, (covey_vec){0, 1});
    assert_distance(shape, (covey_vec){7, 8}, 5, (covey_vec){0.6, 0.8});
    assert_distance(shape, (covey_vec){-1, 4}, 1, (covey_vec){-1, 0}); // level with corners
    assert_distance(shape, (covey_vec){-1, 0}, 1, (covey_vec){-1, 0});
    covey_shape_destroy(&memory, shape);
}

static void test_a_notch_is_outside(void **unused)
{
    (void)unused;
    covey_shape *shape = shape_of(covey_space_open(), &notched);
    covey_vec away;
    assert_true(covey_shape_distance(shape, nowhere, (covey_vec){4, 7}, &away) > 0.0);
    assert_true(covey_shape_distance(shape, nowhere, (covey_vec){4, 2.1}, &away) > 0.0);
    assert_true(covey_shape_distance(shape, nowhere, (covey_vec){4, 1.9}, &away) < 0.0);
    assert_distance(shape, (covey_vec){4, 1.75}, -0.25 / sqrt(1), (covey_vec){0, 1});
    assert_true(covey_shape_distance(shape, nowhere, (covey_vec){2, 7}, &away) < 0.0);
    assert_true(covey_shape_distance(shape, nowhere, (covey_vec){6, 7}, &away) < 0.0);
    covey_shape_destroy(&memory, shape);
}

// ---- Hits ----

static double hit(const covey_shape *shape, covey_vec p, covey_vec way, double reach)
{
    return covey_shape_hit(shape, nowhere, p, way, reach);
}

static void test_hits_of_a_circle(void **unused)
{
    (void)unused;
    covey_shape *shape = shape_of(covey_space_open(), &point);
    assert_true(hit(shape, (covey_vec){-8, 3}, (covey_vec){16, 0}, 2) == 0.5);
    assert_true(hit(shape, (covey_vec){-8, 3}, (covey_vec){-16, 0}, 2) == 2.0);
    assert_true(hit(shape, (covey_vec){-8, 3}, (covey_vec){4, 0}, 2) == 2.0);
    assert_true(hit(shape, (covey_vec){-8, 5.5}, (covey_vec){16, 0}, 2) == 2.0);
    assert_true(hit(shape, (covey_vec){-8, 3}, (covey_vec){0, 0}, 2) == 2.0);
    // 3-4-5: level with 1.2 above the center the rim is 1.6 to the left of it
    assert_true(fabs(hit(shape, (covey_vec){-7.6, 4.2}, (covey_vec){16, 0}, 2) - 0.5) < 1e-15);
    // within reach already: hit if coming nearer, not if on the way out
    assert_true(hit(shape, (covey_vec){1, 3}, (covey_vec){1, 0}, 2) == 0.0);
    assert_true(hit(shape, (covey_vec){1, 3}, (covey_vec){-1, 0}, 2) == 2.0);
    covey_shape_destroy(&memory, shape);
}

static void test_hits_of_a_segment_and_its_ends(void **unused)
{
    (void)unused;
    covey_shape *shape = shape_of(covey_space_open(), &segment);
    assert_true(hit(shape, (covey_vec){1, 9}, (covey_vec){0, -16}, 1) == 0.5);
    assert_true(hit(shape, (covey_vec){1, -9}, (covey_vec){0, 16}, 1) == 0.5);
    assert_true(hit(shape, (covey_vec){13, 0}, (covey_vec){-16, 0}, 1) == 0.5); // on the end
    assert_true(hit(shape, (covey_vec){4.5, 9}, (covey_vec){0, -16}, 1) <
                (9 - sqrt(0.75)) / 16 + 1e-15);
    assert_true(hit(shape, (covey_vec){5.5, 9}, (covey_vec){0, -16}, 1) == 2.0);
    assert_true(hit(shape, (covey_vec){1, 9}, (covey_vec){0, -16}, 0) == 9.0 / 16); // thin
    assert_true(hit(shape, (covey_vec){1, 1e-300}, (covey_vec){0, -1e-299}, 0) <= 0.11);
    assert_true(hit(shape, (covey_vec){1, 1}, (covey_vec){0, -1e300}, 0) <= 1e-299);
    covey_shape_destroy(&memory, shape);
}

/// Random ways: the shape is out of reach up to the hit, and within reach right after it.
static void test_hits_are_where_distance_and_reach_meet(void **unused)
{
    (void)unused;
    const sketch *sketches[] = {&point, &segment, &square, &notched};
    uint64_t random = 1;
    size_t hits = 0;
    for (size_t trial = 0; trial < test_amount("COVEY_TEST_RANDOM", 40000); trial++) {
        covey_shape *shape = shape_of(covey_space_open(), sketches[trial % 4]);
        covey_vec p = {test_uniform(&random, -9, 17), test_uniform(&random, -9, 17)};
        covey_vec way = {test_uniform(&random, -20, 20), test_uniform(&random, -20, 20)}, away;
        double reach = trial % 3 == 0 ? 0.0 : test_uniform(&random, 0, 2);
        double before = covey_shape_distance(shape, nowhere, p, &away);
        double share = before > reach ? hit(shape, p, way, reach) : 2.0;
        hits += share <= 1.0;
        for (int k = 0; before > reach && k < 50; k++) { // 1e-12: rounding, times 1/sin of grazing
            double along = test_uniform(&random, 0, share < 1.0 ? share : 1.0);
            covey_vec there = covey_vec_add(p, covey_vec_scale(way, along));
            assert_true(covey_shape_distance(shape, nowhere, there, &away) > reach - 1e-12);
        }
        covey_vec there = covey_vec_add(p, covey_vec_scale(way, share));
        if (share <= 1.0)
            assert_true(fabs(covey_shape_distance(shape, nowhere, there, &away) - reach) < 1e-12);
        covey_shape_destroy(&memory, shape);
    }
    assert_true(hits * 80 > test_amount("COVEY_TEST_RANDOM", 40000));
}

// ---- Turns ----

static void test_turns_past_a_circle(void **unused)
{
    (void)unused;
    covey_shape *shape = shape_of(covey_space_open(), &point);
    // 10 away with reach 5: asin(1/2) to each side of the middle
    covey_turns turns = covey_shape_turns(shape, nowhere, (covey_vec){-8, 3}, (covey_vec){1, 0}, 5);
    assert_true(fabs(turns.left - COVEY_PI / 6) < 1e-15 &&
                fabs(turns.right - COVEY_PI / 6) < 1e-15);
    turns = covey_shape_turns(shape, nowhere, (covey_vec){-8, 3}, (covey_vec){0, 1}, 5);
    assert_true(fabs(turns.left - (COVEY_PI / 6 - COVEY_PI / 2)) < 1e-15);
    assert_true(fabs(turns.right - (COVEY_PI / 6 + COVEY_PI / 2)) < 1e-15);
    covey_shape_destroy(&memory, shape);
}

/// The side is that of the turns at random places, nearly and exactly head on, and behind.
static void test_the_side_is_that_of_the_smaller_turn(void **unused)
{
    (void)unused;
    covey_shape *shape = shape_of(covey_space_open(), &point);
    const covey_vec here = {-2, -3, 0.0}; // an image of the point at the origin
    uint64_t random = 7;
    int left = 0;
    for (int k = 0; k < 2000; k++) {
        double angle = test_uniform(&random, -COVEY_PI, COVEY_PI),
               aside = test_uniform(&random, -1, 1);
        covey_vec heading = {cos(angle), sin(angle), 0.0}, p;
        double far = test_uniform(&random, -2, 9);
        for (int n = k % 40; n > 0; n--)
            aside *= 0.25; // ever nearer to the middle, down to where rounding decides
        p.x = far * heading.x - aside * heading.y;
        p.y = far * heading.y + aside * heading.x;
        p.z = 0.0;
        if (k % 41 == 0)
            p = (covey_vec){0};
        covey_turns turns = covey_shape_turns(shape, here, p, heading, 1);
        bool is_left = covey_shape_is_left(shape, here, p, heading, 1);
        assert_int_equal(is_left, turns.left <= turns.right);
        left += is_left;
    }
    assert_in_range(left, 800, 1200);
    covey_shape_destroy(&memory, shape);
}

static void test_turns_past_a_segment_are_those_past_its_ends(void **unused)
{
    (void)unused;
    covey_shape *shape = shape_of(covey_space_open(), &segment);
    covey_turns turns = covey_shape_turns(shape, nowhere, (covey_vec){1, 3}, (covey_vec){0, -1}, 0);
    assert_true(fabs(turns.left - COVEY_PI / 4) < 1e-15); // (3, -3) to (4, 0)
    assert_true(fabs(turns.right - covey_atan2(1, 3)) < 1e-15);
    covey_shape_destroy(&memory, shape);
}

// ---- The torus ----

static void test_images_are_all_over_the_torus(void **unused)
{
    (void)unused;
    const sketch across = {2, {-12, -8}, {5, 5}}; // folds to 8 … 12 on a torus of 10
    covey_shape *shape = shape_of(covey_space_torus(10, 10), &across);
    assert_true(shape->points[0][0] == 8 && shape->points[0][1] == 12);
    for (double x = -4; x <= 14; x += 0.5) { // as far out as one may ask
        double least = HUGE_VAL, expected = fmin(fabs(x - 10), fmin(fabs(x), fabs(x - 20)));
        for (int k = 0; k < shape->images; k++) {
            covey_vec away;
            double d =
                covey_shape_distance(shape, covey_shape_image(shape, k), (covey_vec){x, 5}, &away);
            least = d < least ? d : least;
            covey_vec near[COVEY_SHAPE_IMAGES];
            bool found = false;
            for (int n = covey_shape_near(shape, (covey_vec){x, 5}, 3, near); n > 0; n--)
                found = found || near[n - 1].x == covey_shape_image(shape, k).x;
            assert_true(d >= 3 || found);
        }
        assert_true(least == (expected > 2 ? expected - 2 : 0));
    }
    covey_shape_destroy(&memory, shape);
}

static void assert_refused(covey_space space, const sketch *drawn, const char *message)
{
    const double *points[COVEY_AXES] = {drawn->x, drawn->y};
    covey_outline outline = {points, drawn->count, false};
    covey_shape *shape;
    covey_error error;
    memory = covey_memory_init((covey_allocator){0});
    assert_int_equal(covey_shape_create(&memory, &space, &outline, &shape, &error), COVEY_ARG);
    assert_string_equal(error.message, message);
    assert_null(shape);
    assert_int_equal(memory.bytes, 0);
}

static void test_outlines_that_cannot_be(void **unused)
{
    (void)unused;
    const sketch infinite = {1, {HUGE_VAL}, {0}}, nan = {2, {0, 1}, {0, (double)NAN}};
    const sketch wide = {2, {0, 10.5}, {0, 0}}, endless = {2, {-DBL_MAX, DBL_MAX}, {0, 0}};
    assert_refused(covey_space_open(), &infinite, "a point of an outline is not finite");
    assert_refused(covey_space_open(), &nan, "a point of an outline is not finite");
    assert_refused(covey_space_torus(10, 20), &wide, "an outline is larger than the space");
    assert_refused(covey_space_open(), &endless, "an outline is larger than the space");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distances_to_a_point),
        cmocka_unit_test(test_distances_to_a_segment),
        cmocka_unit_test(test_distances_to_a_polygon_are_negative_inside),
        cmocka_unit_test(test_a_notch_is_outside),
        cmocka_unit_test(test_hits_of_a_circle),
        cmocka_unit_test(test_hits_of_a_segment_and_its_ends),
        cmocka_unit_test(test_hits_are_where_distance_and_reach_meet),
        cmocka_unit_test(test_turns_past_a_circle),
        cmocka_unit_test(test_the_side_is_that_of_the_smaller_turn),
        cmocka_unit_test(test_turns_past_a_segment_are_those_past_its_ends),
        cmocka_unit_test(test_images_are_all_over_the_torus),
        cmocka_unit_test(test_outlines_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
