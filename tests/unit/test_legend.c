// SPDX-License-Identifier: MIT
// Scale bar and legend of a picture: their texts, and that all can be read.
#include "support/recorder.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void test_scale_bars_are_1_2_or_5_and_as_long_as_they_say(void **state)
{
    recorder_page *self = *state;
    self->picture.furnished = true;
    self->picture.title = "";
    for (double scale = 1e-7; scale < 1e7; scale *= 1.37) {
        self->picture.camera.scale = scale;
        self->picture.space = covey_space_open();
        const recorder *drawn = recorder_page_draw(self);
        double left, y, right, length;
        char unit[8];
        // The bar comes right before its label, with its two ends.
        const char *text = strstr(recorder_line(drawn, "clip none", 0), "label ");
        assert_int_equal(sscanf(text, "label %*f %*f %*f start %*s %lf %7s", &length, unit), 2);
        const char *bar = strstr(recorder_line(drawn, "clip none", 0), "line ");
        assert_int_equal(sscanf(bar, "line %lf %lf %lf", &left, &y, &right), 3);
        // Pixels are written with two decimals, and are floats.
        assert_true(fabs(right - left - length * scale) <= 0.011);
        assert_true(right - left <= 150.0 && right - left >= 150.0 / 2.5 - 0.011);
        char digits[32];
        (void)snprintf(digits, sizeof digits, "%e", length);
        assert_true(strchr("125", digits[0]) != NULL && strspn(digits + 1, ".0") == 7);
        assert_string_equal(unit, "L");
    }
}

static void test_round_numbers_are_the_largest_that_fit(void **state)
{
    (void)state;
    const double rows[][2] = {{1, 1},       {1.99, 1},        {2, 2},         {4.9, 2},
                              {5, 5},       {9.99, 5},        {10, 10},       {0.1, 0.1},
                              {0.05, 0.05}, {1e-300, 1e-300}, {1e300, 1e300}, {123456, 100000}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        double round = covey_round_number(rows[k][0]);
        // powers of ten are products, each rounded: 300 of them at most
        if (!(fabs(round / rows[k][1] - 1.0) < 1e-13))
            fail_msg("%g gives %g", rows[k][0], round);
    }
}

static void test_legends_tell_what_is_there_and_nothing_else(void **state)
{
    recorder_page *self = *state;
    const double x[] = {50}, y[] = {10};
    const covey_picture_mark mark = {.kind = COVEY_MARK_SOLID, .count = 1, .points = {x, y}};
    self->picture.furnished = true;
    self->picture.title = "A title";
    self->picture.caption = "t = 1 T";
    self->picture.top_speed = 75;
    self->picture.link = 12.5;
    recorder_page_add(self, 20, 20, (covey_vec){1, 0});
    const char *const texts[] = {"heading", "speed, 0 to 75 L/T", "clusters, linked up to 12.5 L",
                                 "boids", "a color for each agent"};
    for (int k = 0; k < 5; k++) {
        self->picture.coloring = (covey_coloring)k;
        const recorder *drawn = recorder_page_draw(self);
        for (int other = 0; other < 5; other++)
            assert_int_equal(recorder_label(drawn, texts[other]) != NULL, other == k);
        assert_non_null(recorder_label(drawn, "A title"));
        assert_non_null(recorder_label(drawn, "t = 1 T"));
        assert_null(recorder_label(drawn, "hawks"));
        assert_null(recorder_label(drawn, "obstacles"));
    }
    test_agents_add(&self->agents[1], (covey_vec){50, 20}, (covey_vec){1, 0});
    self->picture.marks = &mark;
    self->picture.marks_count = 1;
    self->picture.force = 5;
    self->picture.grid = 25;
    const recorder *drawn = recorder_page_draw(self);
    assert_non_null(recorder_label(drawn, "hawks"));
    assert_non_null(recorder_label(drawn, "obstacles"));
    assert_non_null(recorder_label(drawn, "force 5 L/T\302\262"));
    assert_non_null(recorder_label(drawn, "grid of 25 L"));
}

/// Rules by the names of the model, once each; what was done before stays.
static void test_the_legend_of_doing_has_words_for_all_that_is_done(void **state)
{
    recorder_page *self = *state;
    const uint8_t first[] = {COVEY_DOING_RULE + 2, COVEY_DOING_FLEE, COVEY_DOING_RULE + 2};
    const uint8_t second[] = {COVEY_DOING_CHASE};
    self->picture.furnished = true;
    self->picture.coloring = COVEY_COLORING_DOING;
    for (int k = 0; k < 3; k++)
        recorder_page_add(self, 20 + 10 * k, 20, (covey_vec){1, 0});
    test_agents_add(&self->agents[1], (covey_vec){50, 20}, (covey_vec){1, 0});
    assert_non_null(
        recorder_label(recorder_page_draw(self), "unknown: recordings do not say what agents do"));
    self->flocks[0].doing = first;
    self->flocks[0].model = covey_model_find("torus");
    self->flocks[0].done = UINT64_C(1) << COVEY_DOING_AVOID;
    self->flocks[1].doing = second;
    const recorder *drawn = recorder_page_draw(self);
    static const char *const there[] = {"cohesion", "fleeing", "chasing", "avoiding"};
    for (size_t k = 0; k < sizeof there / sizeof *there; k++)
        assert_non_null(recorder_label(drawn, there[k]));
    static const char *const absent[] = {"separation",
                                         "alignment",
                                         "nothing acts",
                                         "hawks",
                                         "unknown: recordings do not say what agents do",
                                         "led from outside"};
    for (size_t k = 0; k < sizeof absent / sizeof *absent; k++)
        assert_null(recorder_label(drawn, absent[k]));
    assert_true(covey_picture_done(first, 3) ==
                (UINT64_C(1) << COVEY_DOING_FLEE | UINT64_C(1) << (COVEY_DOING_RULE + 2)));
    assert_true(covey_picture_done(NULL, 0) == 0);
}

/// Where a label is, px, and where its text ends.
typedef struct extent {
    double left, right, top, bottom;
} extent;

static extent extent_of(const recorder *drawn, size_t index)
{
    double x, y, size;
    char anchor[8], text[96];
    const char *line = recorder_line(drawn, "label", index);
    assert_int_equal(
        sscanf(line, "label %lf %lf %lf %7s %*s %95[^\n]", &x, &y, &size, anchor, text), 5);
    double length = 0.6 * size * (double)strlen(text);
    double left = anchor[0] == 'e' ? x - length : x;
    return (extent){left, left + length, y - 0.75 * size, y + 0.25 * size};
}

static bool overlap(const extent *a, const extent *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

/// The area is free, and so is every text: inside the page, above or below the area, on no other.
static void check_texts(const recorder *drawn, const covey_picture *picture, const covey_box *area)
{
    size_t labels = recorder_count(drawn, "label");
    assert_true(labels > 6);
    for (size_t k = 0; k < labels; k++) {
        extent text = extent_of(drawn, k);
        assert_true(text.left >= 0.0 && text.right <= picture->width);
        assert_true(text.top >= 0.0 && text.bottom <= picture->height);
        assert_true(text.bottom <= area->y + 0.5 || text.top >= area->y + area->height);
        for (size_t other = 0; other < k; other++) {
            extent second = extent_of(drawn, other);
            assert_false(overlap(&text, &second));
        }
    }
}

static void test_no_text_is_cut_off_or_on_the_world_or_on_another(void **state)
{
    recorder_page *self = *state;
    self->picture.furnished = true;
    self->picture.title = "Torus boids, predators and obstacles";
    self->picture.caption = "t = 1000 T   step 10000   frame 1000";
    self->picture.coloring = COVEY_COLORING_CLUSTER;
    self->picture.force = 20;
    self->picture.grid = 75;
    recorder_page_add(self, 20, 20, (covey_vec){1, 0});
    test_agents_add(&self->agents[1], (covey_vec){50, 20}, (covey_vec){1, 0});
    for (double width = 400; width <= 2560; width *= 1.3) {
        self->picture.width = width;
        self->picture.height = 0.75 * width;
        self->picture.unit = fmax(width / 1280, 0.75);
        (void)recorder_page_draw(self); // flocks are there for the legend
        covey_box area = covey_picture_area(&self->picture, &self->recorder->canvas);
        self->picture.camera = covey_camera_fit(area, (covey_vec){0, 0}, (covey_vec){100, 50});
        check_texts(recorder_page_draw(self), &self->picture, &area);
    }
    self->picture.width = 160; // there is no room
    self->picture.height = 120;
    assert_int_equal(recorder_count(recorder_page_draw(self), "label"), 0);
}

int main(void)
{
#define TEST(name)                                                                                 \
    cmocka_unit_test_setup_teardown(name, recorder_page_create, recorder_page_destroy)
    const struct CMUnitTest tests[] = {
        TEST(test_scale_bars_are_1_2_or_5_and_as_long_as_they_say),
        TEST(test_round_numbers_are_the_largest_that_fit),
        TEST(test_legends_tell_what_is_there_and_nothing_else),
        TEST(test_the_legend_of_doing_has_words_for_all_that_is_done),
        TEST(test_no_text_is_cut_off_or_on_the_world_or_on_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
