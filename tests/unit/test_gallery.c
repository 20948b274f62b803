// SPDX-License-Identifier: MIT
// The gallery of presets: groups, titles, pictures that are made a bit at a time; and sketches.
#include "view/gallery.h"

#include "support/scenario.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int presets(void)
{
    int count = 0;
    while (covey_preset_at(count) != NULL)
        count++;
    return count;
}

static void test_every_preset_is_in_one_group_with_its_title(void **unused)
{
    (void)unused;
    static gallery all;
    gallery_begin(&all, COVEY_THEME_DARK);
    assert_int_equal(all.count, presets());
    for (int k = 0; k < all.count; k++) {
        const gallery_card *card = &all.cards[k];
        covey_scenario *scenario = scenario_read(card->preset->text);
        const covey_plan plan = covey_scenario_plan(scenario);
        assert_string_equal(card->preset->title, plan.title);
        const char *group = covey_preset_group(card->preset->group);
        assert_non_null(group);
        bool deep = covey_space_dim(&plan.space) == 3;
        assert_int_equal(strcmp(group, "Three dimensions") == 0, deep);
        assert_true(k == 0 || card->preset->group >= all.cards[k - 1].preset->group);
        for (int other = 0; other < k; other++)
            assert_true(all.cards[other].preset != card->preset);
        covey_scenario_destroy(scenario);
    }
    assert_null(covey_preset_group(-1));
    assert_null(covey_preset_group(99));
    gallery_free(&all);
}

/// A part of them, which takes a while; then another theme.
static void test_pictures_are_made_one_after_another(void **unused)
{
    (void)unused;
    static gallery all;
    gallery_begin(&all, COVEY_THEME_DARK);
    int first = 0, calls = 0;
    while (strcmp(all.cards[first].preset->name, "torus-0") != 0)
        first++;
    while (gallery_work(&all, first, first + 2))
        calls++;
    assert_true(calls >= 4); // 120 steps of 200 agents are more than one bit of work
    for (int k = 0; k < all.count; k++)
        assert_int_equal(all.cards[k].is_drawn, k == first || k == first + 1);
    const sketch *picture = &all.cards[first].picture;
    size_t darts = 0;
    for (size_t c = 0; c < picture->calls_count; c++)
        darts += picture->calls[c].kind == SKETCH_DARTS ? picture->calls[c].count : 0;
    assert_true(darts >= 200 && !picture->failed);
    covey_color paper = covey_palette_role(COVEY_THEME_DARK, COVEY_ROLE_PAPER);
    assert_memory_equal(&picture->paper, &paper, sizeof paper);
    gallery_begin(&all, COVEY_THEME_DARK);
    assert_true(all.cards[first].is_drawn);
    assert_true(gallery_work(&all, 0, 1)); // leaves one half made
    gallery_begin(&all, COVEY_THEME_LIGHT);
    assert_false(all.cards[first].is_drawn);
    while (gallery_work(&all, first, first + 1))
        continue;
    paper = covey_palette_role(COVEY_THEME_LIGHT, COVEY_ROLE_PAPER);
    assert_memory_equal(&all.cards[first].picture.paper, &paper, sizeof paper);
    gallery_free(&all);
}

static void test_every_preset_has_a_picture(void **unused)
{
    (void)unused;
    static gallery all;
    gallery_begin(&all, COVEY_THEME_LIGHT);
    while (gallery_work(&all, 0, all.count))
        continue;
    for (int k = 0; k < all.count; k++)
        if (!all.cards[k].is_drawn || all.cards[k].picture.calls_count == 0)
            fail_msg("%s has no picture", all.cards[k].preset->name);
    gallery_free(&all);
}

// ---- Sketches ----

static void test_a_sketch_draws_again_what_was_drawn(void **unused)
{
    (void)unused;
    const covey_color ink = {1, 2, 3, 4};
    const covey_dart dart = {10, 20, 0.6F, 0.8F, ink};
    const covey_disc disc = {1, 2, 3, ink};
    const covey_segment segment = {{1, 1}, {2, 3}, ink};
    const covey_triangle triangle = {{0, 0}, {1, 0}, {0, 1}, ink};
    const covey_point corners[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    sketch one = {0}, other = {0};
    covey_canvas to = sketch_canvas(&one);
    to.clear(to.context, ink);
    to.darts(to.context, &dart, 1, 7.0);
    to.discs(to.context, &disc, 1, 2.0);
    to.segments(to.context, &segment, 1, 3.0);
    to.polygon(to.context, corners, 4, ink);
    to.triangles(to.context, &triangle, 1);
    to.clip(to.context, &(covey_box){1, 2, 3, 4});
    to.clip(to.context, NULL);
    covey_canvas again = sketch_canvas(&other);
    assert_true(sketch_draw(&one, 100.0, 50.0, 2.0, &again));
    assert_int_equal(other.calls_count, 7);
    const covey_dart *moved = (const covey_dart *)(const void *)(other.bytes + other.calls[0].at);
    assert_true(moved->x == 120 && moved->y == 90 && moved->dx == 0.6F);
    assert_true(other.calls[0].size == 14.0 && other.calls[2].size == 6.0);
    const covey_disc *round = (const covey_disc *)(const void *)(other.bytes + other.calls[1].at);
    assert_true(round->x == 102 && round->y == 54 && round->radius == 6);
    const covey_segment *line =
        (const covey_segment *)(const void *)(other.bytes + other.calls[2].at);
    assert_true(line->b.x == 104 && line->b.y == 56);
    const covey_point *corner =
        (const covey_point *)(const void *)(other.bytes + other.calls[3].at);
    assert_true(corner[2].x == 108 && corner[2].y == 58);
    const covey_triangle *face =
        (const covey_triangle *)(const void *)(other.bytes + other.calls[4].at);
    assert_true(face->b.x == 102 && face->c.y == 52);
    const covey_box *box = (const covey_box *)(const void *)(other.bytes + other.calls[5].at);
    assert_true(box->x == 102 && box->y == 54 && box->width == 6 && box->height == 8);
    assert_int_equal(other.calls[6].kind, SKETCH_CLIPS);
    assert_true(sketch_draw(&one, 0.0, 0.0, 1.0, &again)); // it stays as it is
    sketch_free(&one);
    sketch_free(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_preset_is_in_one_group_with_its_title),
        cmocka_unit_test(test_pictures_are_made_one_after_another),
        cmocka_unit_test(test_every_preset_has_a_picture),
        cmocka_unit_test(test_a_sketch_draws_again_what_was_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
