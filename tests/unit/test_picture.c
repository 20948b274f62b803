// SPDX-License-Identifier: MIT
// Parts of a picture, call by call: darts, their copies at the seams of a torus, trails, obstacles,
// the percepts of an agent.
#include "base/math_trig.h"
#include "support/recorder.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void assert_starts(const char *line, const char *expected)
{
    if (strncmp(line, expected, strlen(expected)) != 0)
        fail_msg("%.*s is not %s", (int)strcspn(line, "\n"), line, expected);
}

// ---- Agents ----

static void test_darts_point_where_agents_fly_with_up_as_up(void **state)
{
    recorder_page *self = *state;
    recorder_page_add(self, 20, 20, (covey_vec){3, 0});
    recorder_page_add(self, 40, 20, (covey_vec){0, 2});
    recorder_page_add(self, 60, 20, (covey_vec){-1, 0});
    recorder_page_add(self, 80, 20, (covey_vec){3, -4});
    const recorder *drawn = recorder_page_draw(self);
    assert_int_equal(recorder_count(drawn, "dart"), 4);
    assert_starts(recorder_line(drawn, "dart", 0), "dart 200.00 300.00 1.000 -0.000 14.00");
    assert_starts(recorder_line(drawn, "dart", 1), "dart 400.00 300.00 0.000 -1.000 14.00");
    assert_starts(recorder_line(drawn, "dart", 2), "dart 600.00 300.00 -1.000 -0.000 14.00");
    assert_starts(recorder_line(drawn, "dart", 3), "dart 800.00 300.00 0.600 0.800 14.00");
}

static void test_agents_without_heading_are_discs(void **state)
{
    recorder_page *self = *state;
    recorder_page_add(self, 20, 20, (covey_vec){0, 0});
    recorder_page_add(self, 40, 20, (covey_vec){(double)NAN, (double)NAN});
    const recorder *drawn = recorder_page_draw(self);
    assert_int_equal(recorder_count(drawn, "dart"), 0);
    assert_int_equal(recorder_count(drawn, "disc"), 2);
    const char *muted = recorder_color(covey_palette_role(COVEY_THEME_LIGHT, COVEY_ROLE_MUTED));
    assert_int_equal(recorder_count_of(drawn, "disc", muted), 2);
}

// Darts are 14 px long, so an agent within 1.4 L of a seam is seen across it.
static void test_agents_at_a_seam_are_seen_on_both_sides_and_in_a_corner_four_times(void **state)
{
    recorder_page *self = *state;
    recorder_page_add(self, 0.5, 25, (covey_vec){1, 0});
    const recorder *drawn = recorder_page_draw(self);
    assert_int_equal(recorder_count(drawn, "dart"), 2);
    assert_starts(recorder_line(drawn, "dart", 0), "dart 5.00 250.00");
    assert_starts(recorder_line(drawn, "dart", 1), "dart 1005.00 250.00");
    assert_int_equal(recorder_count(drawn, "clip 0.00 0.00 1000.00 500.00"), 1);
    recorder_page_add(self, 99.5, 49.5, (covey_vec){1, 0});
    assert_int_equal(recorder_count(recorder_page_draw(self), "dart"), 6);
    self->picture.space.kind = COVEY_SPACE_REFLECTING;
    assert_int_equal(recorder_count(recorder_page_draw(self), "dart"), 2);
}

static void test_hunters_come_last_and_are_red_and_larger_whatever_is_colored(void **state)
{
    recorder_page *self = *state;
    recorder_page_add(self, 20, 20, (covey_vec){1, 0});
    test_agents_add(&self->agents[1], (covey_vec){50, 20}, (covey_vec){1, 0});
    const char *red = recorder_color(covey_palette_role(COVEY_THEME_LIGHT, COVEY_ROLE_HUNTER));
    for (int k = 0; k < 5; k++) {
        self->picture.coloring = (covey_coloring)k;
        const recorder *drawn = recorder_page_draw(self);
        assert_int_equal(recorder_count(drawn, "dart"), 3); // one of them sets the hunter apart
        assert_starts(recorder_line(drawn, "dart", 2), "dart 500.00 300.00 1.000 -0.000 22.40");
        assert_int_equal(recorder_count_of(drawn, "dart", red), 1);
    }
}

static void test_large_bodies_are_drawn_as_large_as_they_are(void **state)
{
    recorder_page *self = *state;
    recorder_page_add(self, 20, 20, (covey_vec){1, 0});
    self->flocks[0].body = 2;
    assert_starts(recorder_line(recorder_page_draw(self), "dart", 0),
                  "dart 200.00 300.00 1.000 -0.000 50.00");
}

static void test_colors_tell_heading_speed_cluster_and_kind(void **state)
{
    recorder_page *self = *state;
    const uint32_t clusters[] = {2, 0};
    recorder_page_add(self, 20, 20, (covey_vec){0, 10});
    recorder_page_add(self, 40, 20, (covey_vec){0, 5});
    self->flocks[0].clusters = clusters;
    self->picture.top_speed = 10;
    const covey_theme light = COVEY_THEME_LIGHT;
    const covey_color expected[4][2] = {
        {covey_palette_cycle(light, 0.25 * COVEY_TURN),
         covey_palette_cycle(light, 0.25 * COVEY_TURN)},
        {covey_palette_ramp(light, 1.0), covey_palette_ramp(light, 127.0 / 255.0)},
        {covey_palette_kind(light, 1), covey_palette_role(light, COVEY_ROLE_MUTED)},
        {covey_palette_kind(light, 0), covey_palette_kind(light, 0)},
    };
    for (int k = 0; k < 4; k++) {
        self->picture.coloring = (covey_coloring)k;
        const recorder *drawn = recorder_page_draw(self);
        for (size_t i = 0; i < 2; i++)
            assert_non_null(
                strstr(recorder_line(drawn, "dart", i), recorder_color(expected[k][i])));
    }
}

static void count_darts(void *context, const covey_dart *darts, size_t count, double length)
{
    recorder *self = context;
    (void)darts;
    (void)length;
    self->calls++;
    self->size += count;
}

static void test_hundred_thousand_agents_take_a_hundred_calls(void **state)
{
    enum { COUNT = 100000 };
    recorder_page *self = *state;
    uint64_t random = 1;
    test_flock flock = test_flock_create(TEST_UNIFORM, COUNT, 1, 50, &random);
    covey_world *world = test_world_of(self->picture.space, &flock, NULL, 0);
    covey_picture_flock drawn = covey_picture_flock_of(world, 0);
    self->picture.flocks = &drawn;
    self->picture.flocks_count = 1;
    self->recorder->canvas.darts = count_darts;
    covey_picture_draw(&self->picture, &self->recorder->canvas);
    assert_true(self->recorder->size >= COUNT * 7 / 8); // but for those at rest, every eighth
    assert_true(self->recorder->calls < 250);
    covey_world_destroy(world);
    test_flock_destroy(&flock);
}

// ---- Trails ----

static void test_trails_go_the_short_way_over_the_seam_and_fade(void **state)
{
    recorder_page *self = *state;
    covey_error error;
    covey_trail *trail;
    assert_int_equal(covey_trail_create(2, (covey_allocator){0}, &trail, &error), COVEY_OK);
    const double xs[] = {10, 97, 99, 2}; // the first is forgotten
    recorder_page_add(self, 10, 25, (covey_vec){1, 0});
    for (int k = 0; k < 3; k++) {
        self->agents[0].pos[0][0] = xs[k];
        covey_view view = test_view(&self->agents[0]);
        assert_int_equal(covey_trail_add(trail, &view, &error), COVEY_OK);
    }
    self->agents[0].pos[0][0] = xs[3];
    self->flocks[0].trail = trail;
    const recorder *drawn = recorder_page_draw(self);
    // From 97 to 99, at 97 and beyond the other seam; from 99 to 102, at 99 and there.
    assert_starts(recorder_line(drawn, "line 970.00", 0), "line 970.00 250.00 990.00 250.00 1.00");
    assert_starts(recorder_line(drawn, "line 990.00", 0), "line 990.00 250.00 1020.00 250.00");
    assert_starts(recorder_line(drawn, "line -10.00", 0), "line -10.00 250.00 20.00 250.00");
    assert_int_equal(recorder_count(drawn, "line 100.00"), 0);
    const char *old = recorder_line(drawn, "line 970.00", 0);
    const char *new = recorder_line(drawn, "line 990.00", 0);
    assert_true(strncmp(strchr(old, '\n') - 2, strchr(new, '\n') - 2, 2) < 0); // alpha
    covey_trail_destroy(trail);
}

/// An agent that `respawn` puts elsewhere has neither a line to there nor a force.
static void test_trails_end_where_agents_are_put_elsewhere(void **state)
{
    recorder_page *self = *state;
    covey_trail *trail;
    covey_error error;
    assert_int_equal(covey_trail_create(4, (covey_allocator){0}, &trail, &error), COVEY_OK);
    recorder_page_add(self, 10, 25, (covey_vec){2, 0});
    self->picture.space.kind = COVEY_SPACE_RESPAWN;
    const double xs[] = {10, 12, 70, 72, 30}; // at 2 L/T, with jumps to 70 and at last to 30
    for (int k = 0; k < 5; k++) {
        self->agents[0].pos[0][0] = xs[k];
        covey_view view = test_view(&self->agents[0]);
        view.space = self->picture.space;
        if (k == 4) {
            covey_vec change;
            self->agents[0].vel[0][0] = -2;
            covey_trail_changes(trail, &view, &change);
            assert_true(change.x == 0.0);
        } else {
            assert_int_equal(covey_trail_add(trail, &view, &error), COVEY_OK);
            covey_trail_pace(trail, 1.0);
        }
    }
    self->flocks[0].trail = trail;
    const recorder *drawn = recorder_page_draw(self);
    assert_int_equal(recorder_count(drawn, "line 100.00 250.00 120.00"), 1);
    assert_int_equal(recorder_count(drawn, "line 700.00 250.00 720.00"), 1);
    assert_int_equal(recorder_count(drawn, "line 120.00") + recorder_count(drawn, "line 720.00"),
                     0);
    covey_trail_pace(trail, -1.0); // not known: lines are drawn
    assert_int_equal(recorder_count(recorder_page_draw(self), "line 720.00"), 1);
    covey_trail_destroy(trail);
}

static void test_changes_of_velocity_are_found_by_id(void **state)
{
    recorder_page *self = *state;
    covey_error error;
    covey_trail *trail;
    assert_int_equal(covey_trail_create(1, (covey_allocator){0}, &trail, &error), COVEY_OK);
    recorder_page_add(self, 1, 1, (covey_vec){1, 2});
    recorder_page_add(self, 2, 2, (covey_vec){3, 4});
    covey_view view = test_view(&self->agents[0]);
    assert_int_equal(covey_trail_add(trail, &view, &error), COVEY_OK);
    const covey_id ids[] = {1, 7, 0};
    const double vx[] = {3.5, 9, (double)NAN}, vy[] = {4, 9, (double)NAN};
    view.count = 3;
    view.id = ids;
    view.vel[0] = vx;
    view.vel[1] = vy;
    covey_vec changes[3];
    covey_trail_changes(trail, &view, changes);
    assert_true(changes[0].x == 0.5 && changes[0].y == 0.0);
    assert_true(changes[1].x == 0.0 && changes[1].y == 0.0); // was not there
    assert_true(changes[2].x == 0.0 && changes[2].y == 0.0); // is unknown
    covey_trail_destroy(trail);
    assert_int_equal(covey_trail_create(0, (covey_allocator){0}, &trail, &error), COVEY_ARG);
}

static void test_forces_are_arrows_as_long_as_the_legend_says(void **state)
{
    recorder_page *self = *state;
    const covey_vec forces[] = {{0, 5}, {1000, 0}, {0, 0}, {0.8, 0}}; // the last: 3.84 px
    for (int k = 0; k < 4; k++)
        recorder_page_add(self, 20 + 20 * k, 20, (covey_vec){1, 0});
    self->flocks[0].forces = forces;
    self->picture.force = 5;
    const recorder *drawn = recorder_page_draw(self);
    assert_starts(recorder_line(drawn, "line 200.00", 0), "line 200.00 300.00 200.00 276.00");
    assert_starts(recorder_line(drawn, "line 400.00", 0), "line 400.00 300.00 472.00 300.00");
    assert_int_equal(recorder_count(drawn, "line 600.00"), 0);
    assert_int_equal(recorder_count(drawn, "line 800.00"), 0);
}

// ---- Parts that stand still ----

static void test_obstacles_are_round_where_a_rim_is_and_are_seen_across_the_seam(void **state)
{
    recorder_page *self = *state;
    const double x[] = {50, 60, 55}, y[] = {10, 10, 20}, at_seam[] = {99}, middle[] = {25};
    const covey_picture_mark marks[] = {
        {.kind = COVEY_MARK_SOLID, .count = 1, .points = {at_seam, middle}, .radius = 4},
        {.kind = COVEY_MARK_SOLID, .count = 2, .points = {x, y}, .radius = 1},
        {.kind = COVEY_MARK_SOLID, .count = 3, .points = {x, y}, .radius = 0.5},
    };
    self->picture.marks = marks;
    self->picture.marks_count = 3;
    const recorder *drawn = recorder_page_draw(self);
    assert_starts(recorder_line(drawn, "disc", 0), "disc 990.00 250.00 40.00 0.00");
    assert_starts(recorder_line(drawn, "disc", 1), "disc -10.00 250.00 40.00 0.00");
    assert_starts(recorder_line(drawn, "line 500.00", 0), "line 500.00 400.00 600.00 400.00 20.00");
    assert_starts(recorder_line(drawn, "polygon", 0),
                  "polygon 3 500.00 400.00 600.00 400.00 550.00 300.00");
    assert_int_equal(recorder_count_of(drawn, "line 550.00 300.00 500.00 400.00 10.00", ""), 1);
}

static void test_paths_are_lines_as_wide_as_they_are(void **state)
{
    recorder_page *self = *state;
    const double x[] = {20, 60, 60}, y[] = {10, 10, 40};
    covey_picture_mark path = {.kind = COVEY_MARK_PATH, .count = 3, .points = {x, y}, .radius = 2};
    self->picture.marks = &path;
    self->picture.marks_count = 1;
    const recorder *drawn = recorder_page_draw(self);
    assert_starts(recorder_line(drawn, "line 200.00 400.00", 0),
                  "line 200.00 400.00 600.00 400.00 40.00");
    assert_starts(recorder_line(drawn, "line 200.00 400.00", 1),
                  "line 200.00 400.00 600.00 400.00 1.50");
    assert_int_equal(recorder_count(drawn, "line 600.00 100.00"), 0);
    path.closed = true;
    path.radius = 0;
    drawn = recorder_page_draw(self);
    assert_starts(recorder_line(drawn, "line 600.00 100.00", 0),
                  "line 600.00 100.00 200.00 400.00 1.50");
    assert_int_equal(recorder_count(drawn, "line 200.00 400.00"), 1); // no width, no ribbon
    path.closed = false;
    path.smooth = true; // through the points, in eight lines each; it bulges beyond the corner
    drawn = recorder_page_draw(self);
    assert_int_equal(recorder_count_of(drawn, "line", ""), 4 + 16);
    assert_int_equal(recorder_count(drawn, "line 600.00 400.00"), 1);
    double right = 0;
    for (size_t k = 0; k < recorder_count(drawn, "line"); k++) {
        double at;
        assert_int_equal(sscanf(recorder_line(drawn, "line", k), "line %lf", &at), 1);
        right = at > right && at < 999 ? at : right;
    }
    assert_true(right > 605);
}

static void test_influences_of_a_world_become_marks(void **state)
{
    (void)state;
    uint64_t random = 1;
    test_flock flock = test_flock_create(TEST_UNIFORM, 3, 1, 50, &random);
    covey_world *world = test_world_of(covey_space_torus(100, 50), &flock, NULL, 0);
    const double x[] = {7}, y[] = {8};
    const covey_setting radius = {"radius", 3}, left = {"left", 10}, goal = {"x", 33};
    const struct {
        const char *kind;
        const covey_setting *setting;
        bool has_point;
    } rows[] = {{"obstacle", &radius, true},
                {"wall", &left, false},
                {"goal", &goal, false},
                {"wind", &goal, false}};
    covey_picture_mark marks[4];
    bool there[4];
    for (int k = 0; k < 4; k++) {
        covey_influence_def def = covey_influence_def_default();
        int number;
        def.kind = rows[k].kind;
        def.settings = rows[k].setting;
        def.settings_count = 1;
        def.points_count = rows[k].has_point;
        def.points[0] = x;
        def.points[1] = y;
        assert_int_equal(covey_world_influence_add(world, &def, &number, NULL), COVEY_OK);
        there[k] = covey_picture_mark_of(world, number, &marks[k]);
    }
    assert_true(there[0] && there[1] && there[2] && !there[3]);
    assert_true(marks[0].kind == COVEY_MARK_SOLID && marks[0].count == 1 && marks[0].radius == 3);
    assert_true(marks[0].points[0][0] == 7 && marks[0].points[1][0] == 8);
    assert_true(marks[1].kind == COVEY_MARK_BOX && marks[1].own[0][0] == 10 &&
                marks[1].own[0][1] == 810 && marks[1].own[1][1] == 600);
    assert_true(marks[2].kind == COVEY_MARK_PLACE && marks[2].own[0][0] == 33);
    assert_false(covey_picture_mark_of(world, 4, &marks[0]));
    covey_world_destroy(world);
    test_flock_destroy(&flock);
}

// The rows that a mark is read from, and what comes of it; see covey_influence_mark.
static const struct {
    const char *unit, *rows[7];
    int kind; ///< of the mark of a picture; -1: none
} drawn_rows[] = {
    [COVEY_INFLUENCE_UNMARKED] = {"", {NULL}, -1},
    [COVEY_INFLUENCE_WALLS] = {"L",
                               {"left", "bottom", "front", "width", "height", "depth"},
                               COVEY_MARK_BOX},
    [COVEY_INFLUENCE_PLACE] = {"L", {"x", "y", "z", "radius"}, COVEY_MARK_PLACE},
    [COVEY_INFLUENCE_ARROWS] = {"intent", {"x", "y", "z"}, -1},
};
enum { MARKS = sizeof drawn_rows / sizeof *drawn_rows };

/// True if the world has a mark for this kind under another name.
static bool is_marked(covey_world *world, covey_influence kind, covey_picture_mark *mark)
{
    static const double zero[] = {0};
    const covey_field field = {{0, 0, 0}, {1, 1, 1}, {1, 1, 1}, {zero, zero, zero}};
    covey_influence_def def = covey_influence_def_default();
    int handle;
    kind.name = "renamed";
    def.custom_kind = &kind;
    def.field = kind.field ? &field : NULL;
    assert_int_equal(covey_world_influence_add(world, &def, &handle, NULL), COVEY_OK);
    bool there = covey_picture_mark_of(world, handle, mark);
    assert_int_equal(covey_world_influence_remove(world, handle, NULL), COVEY_OK);
    return there;
}

static void test_every_influence_says_how_it_is_drawn(void **state)
{
    (void)state;
    const covey_influence *kind;
    const covey_param *row;
    covey_world *world = test_world_plain();
    int seen[MARKS] = {0};
    for (int k = 0; (kind = covey_influence_at(k)) != NULL; k++) {
        covey_picture_mark mark;
        assert_in_range(kind->mark, 0, MARKS - 1);
        seen[kind->mark]++;
        for (const char *const *name = drawn_rows[kind->mark].rows; *name != NULL; name++) {
            assert_non_null(row = covey_param_find(kind->params, *name));
            assert_string_equal(row->unit, drawn_rows[kind->mark].unit);
        }
        if (kind->points > 0) // drawn by its points
            assert_int_equal(kind->mark, COVEY_INFLUENCE_UNMARKED);
        else
            assert_int_equal(is_marked(world, *kind, &mark) ? (int)mark.kind : -1,
                             drawn_rows[kind->mark].kind);
    }
    for (int mark = 0; mark < MARKS; mark++)
        assert_true(seen[mark] > 0);
    covey_world_destroy(world);
}

static void test_an_open_plane_has_a_lattice_at_round_places(void **state)
{
    recorder_page *self = *state;
    self->picture.space = covey_space_open();
    const recorder *drawn = recorder_page_draw(self);
    // 100 L across: lines 10 L apart.
    assert_int_equal(recorder_count(drawn, "line"), 11 + 6);
    assert_starts(recorder_line(drawn, "line", 3), "line 300.00 0.00 300.00 500.00");
}

// ---- The agent that is looked at ----

static void test_neighbors_are_those_inside_the_zone_also_across_the_seam(void **state)
{
    recorder_page *self = *state;
    const covey_zone zone = covey_zone_default(5);
    recorder_page_add(self, 1, 25, (covey_vec){1, 0});
    recorder_page_add(self, 6, 25, (covey_vec){1, 0});    // at the radius
    recorder_page_add(self, 6.01, 25, (covey_vec){1, 0}); // beyond it
    recorder_page_add(self, 97, 25, (covey_vec){1, 0});   // 4 to the left
    self->picture.focus = (covey_picture_focus){
        .flock = 0, .id = 0, .zones = &zone, .zones_count = 1, .shows_neighbors = true};
    const recorder *drawn = recorder_page_draw(self);
    const char *ink = recorder_color((covey_color){28, 32, 38, 179}); // the mark's color, 0.7 of it
    assert_int_equal(recorder_count_of(drawn, "line 10.00 250.00 60.00 250.00", ink), 1);
    assert_int_equal(recorder_count_of(drawn, "line 10.00 250.00 -30.00 250.00", ink), 1);
    assert_int_equal(recorder_count_of(drawn, "line 1010.00 250.00 970.00 250.00", ink), 1);
    assert_int_equal(recorder_count_of(drawn, "line 10.00 250.00", ink), 2);
    self->picture.focus.shows_zones = true;
    drawn = recorder_page_draw(self);
    assert_int_equal(recorder_count(drawn, "disc 10.00 250.00 50.00 1.50"), 1);
    assert_int_equal(recorder_count(drawn, "disc 1010.00 250.00 50.00 1.50"), 1);
}

static void test_agents_behind_or_beyond_the_nearest_are_no_neighbors(void **state)
{
    recorder_page *self = *state;
    covey_zone zone = covey_zone_default(20);
    zone.blind_cos = 0.0; // sees ahead
    recorder_page_add(self, 50, 25, (covey_vec){1, 0});
    recorder_page_add(self, 45, 25, (covey_vec){1, 0});
    recorder_page_add(self, 55, 25, (covey_vec){1, 0});
    recorder_page_add(self, 60, 25, (covey_vec){1, 0});
    self->picture.focus = (covey_picture_focus){
        .flock = 0, .id = 0, .zones = &zone, .zones_count = 1, .shows_neighbors = true};
    assert_int_equal(recorder_count(recorder_page_draw(self), "line 500.00 250.00"), 2);
    assert_int_equal(recorder_count(recorder_page_draw(self), "line 500.00 250.00 450.00"), 0);
    zone.blind_cos = -1.0;
    zone.nearest = 2; // of the two at 5, both; the one at 10 is the third
    assert_int_equal(recorder_count(recorder_page_draw(self), "line 500.00 250.00"), 2);
    assert_int_equal(recorder_count(recorder_page_draw(self), "line 500.00 250.00 600.00"), 0);
    zone.nearest = 1; // the lower id
    assert_int_equal(recorder_count(recorder_page_draw(self), "line 500.00 250.00 450.00"), 1);
    zone.of = COVEY_OF_PREDATORS;
    test_agents_add(&self->agents[1], (covey_vec){50, 35}, (covey_vec){1, 0});
    assert_int_equal(recorder_count(recorder_page_draw(self), "line 500.00 250.00 500.00 150.00"),
                     1);
}

static void note_neighbor(void *context, const covey_picture_neighbor *neighbor)
{
    char *text = context;
    size_t used = strlen(text);
    (void)snprintf(text + used, 200 - used, "%d/%zu %g %g, ", neighbor->flock, neighbor->i,
                   neighbor->offset.x, neighbor->offset.y);
}

/// One that is in several zones counts once, in the order of flocks and of their agents.
static void test_each_neighbor_is_told_once(void **state)
{
    recorder_page *self = *state;
    covey_zone zones[] = {covey_zone_default(5), covey_zone_default(8), covey_zone_default(90)};
    char text[200] = "";
    zones[2].nearest = 2;
    recorder_page_add(self, 1, 25, (covey_vec){1, 0});
    recorder_page_add(self, 9, 25, (covey_vec){1, 0});   // in the second, the second nearest
    recorder_page_add(self, 98, 25, (covey_vec){1, 0});  // in all, across the seam
    recorder_page_add(self, 20, 25, (covey_vec){1, 0});  // in the third, not among its nearest
    recorder_page_add(self, 9.5, 25, (covey_vec){1, 0}); // the same
    covey_picture_focus focus = {.flock = 0, .id = 0, .zones = zones, .zones_count = 3};
    (void)recorder_page_draw(self);
    assert_int_equal(covey_picture_neighbors(&self->picture, &focus, note_neighbor, text), 2);
    assert_string_equal(text, "0/1 8 0, 0/2 -3 0, ");
    zones[2].nearest = 3;
    assert_int_equal(covey_picture_neighbors(&self->picture, &focus, NULL, NULL), 3);
    assert_int_equal(covey_picture_neighbors(&self->picture, NULL, NULL, NULL), 0);
    zones[0] = covey_zone_default(40);
    zones[0].voronoi = true; // in a row, the next on each side
    focus.zones_count = 1;
    text[0] = '\0';
    assert_int_equal(covey_picture_neighbors(&self->picture, &focus, note_neighbor, text), 2);
    assert_string_equal(text, "0/1 8 0, 0/2 -3 0, ");
    focus.id = 77;
    assert_int_equal(covey_picture_neighbors(&self->picture, &focus, NULL, NULL), 0);
    focus = (covey_picture_focus){.flock = 9, .zones = zones, .zones_count = 3};
    assert_int_equal(covey_picture_neighbors(&self->picture, &focus, NULL, NULL), 0);
}

static void test_all_agents_of_a_flock_show_their_senses(void **state)
{
    recorder_page *self = *state;
    const covey_zone zones[] = {covey_zone_default(5), covey_zone_default(5)};
    recorder_page_add(self, 20, 25, (covey_vec){1, 0});
    recorder_page_add(self, 24, 25, (covey_vec){1, 0});
    recorder_page_add(self, 60, 25, (covey_vec){1, 0});
    self->flocks[0].zones = zones;
    self->flocks[0].zones_count = 2;
    self->flocks[0].shows_zones = true;
    const char *faint = recorder_color((covey_color){28, 32, 38, 51}); // 0.2 of the mark's
    assert_int_equal(recorder_count_of(recorder_page_draw(self), "disc ", faint), 3); // not twice
    assert_int_equal(recorder_count(recorder_page_draw(self), "disc 200.00 250.00 50.00 1.00"), 1);
    assert_int_equal(recorder_count(recorder_page_draw(self), "line 200.00 250.00 240.00"), 0);
    self->flocks[0].shows_neighbors = true;
    assert_int_equal(recorder_count(recorder_page_draw(self), "line 200.00 250.00 240.00"), 1);
    assert_int_equal(recorder_count(recorder_page_draw(self), "line 240.00 250.00 200.00"), 1);
    assert_int_equal(recorder_count(recorder_page_draw(self), "line 600.00 250.00"), 0);
}

/// No circle: those are zones.
static void test_the_agent_looked_at_stands_in_four_corners(void **state)
{
    recorder_page *self = *state;
    recorder_page_add(self, 50, 25, (covey_vec){1, 0});
    size_t lines = recorder_count(recorder_page_draw(self), "line");
    size_t discs = recorder_count(recorder_page_draw(self), "disc");
    self->picture.focus = (covey_picture_focus){.flock = 0, .id = 0};
    assert_int_equal(recorder_count(recorder_page_draw(self), "line"), lines + 8);
    assert_int_equal(recorder_count(recorder_page_draw(self), "disc"), discs);
}

static void test_the_same_picture_gives_the_same_calls(void **state)
{
    recorder_page *self = *state;
    self->picture.furnished = true;
    uint64_t random = 5;
    for (int k = 0; k < 300; k++)
        recorder_page_add(self, test_uniform(&random, 0, 100), test_uniform(&random, 0, 50),
                          (covey_vec){test_uniform(&random, -1, 1), test_uniform(&random, -1, 1)});
    size_t size = recorder_page_draw(self)->size;
    char *first = malloc(size + 1);
    assert_non_null(first);
    memcpy(first, self->recorder->text, size + 1);
    assert_string_equal(recorder_page_draw(self)->text, first);
    free(first);
}

// ---- Clusters ----

static void test_clusters_are_numbered_by_their_lowest_ids_and_singles_have_none(void **state)
{
    recorder_page *self = *state;
    const double xs[] = {80, 99.5, 50, 10, 0.5, 81, 10.9};
    const uint32_t expected[] = {1, 2, 0, 3, 2, 1, 3};
    uint32_t clusters[7];
    covey_error error;
    for (int k = 0; k < 7; k++)
        recorder_page_add(self, xs[k], 25, (covey_vec){1, 0});
    covey_view view = test_view(&self->agents[0]);
    assert_int_equal(covey_picture_clusters(&view, 1, (covey_allocator){0}, clusters, &error),
                     COVEY_OK);
    assert_memory_equal(clusters, expected, sizeof expected);
    assert_int_equal(covey_picture_clusters(&view, -1, (covey_allocator){0}, clusters, &error),
                     COVEY_ARG);
    view.count = 0;
    assert_int_equal(covey_picture_clusters(&view, 1, (covey_allocator){0}, clusters, &error),
                     COVEY_OK);
}

int main(void)
{
#define TEST(name)                                                                                 \
    cmocka_unit_test_setup_teardown(name, recorder_page_create, recorder_page_destroy)
    const struct CMUnitTest tests[] = {
        TEST(test_darts_point_where_agents_fly_with_up_as_up),
        TEST(test_agents_without_heading_are_discs),
        TEST(test_agents_at_a_seam_are_seen_on_both_sides_and_in_a_corner_four_times),
        TEST(test_hunters_come_last_and_are_red_and_larger_whatever_is_colored),
        TEST(test_large_bodies_are_drawn_as_large_as_they_are),
        TEST(test_colors_tell_heading_speed_cluster_and_kind),
        TEST(test_hundred_thousand_agents_take_a_hundred_calls),
        TEST(test_trails_go_the_short_way_over_the_seam_and_fade),
        TEST(test_trails_end_where_agents_are_put_elsewhere),
        TEST(test_changes_of_velocity_are_found_by_id),
        TEST(test_forces_are_arrows_as_long_as_the_legend_says),
        TEST(test_obstacles_are_round_where_a_rim_is_and_are_seen_across_the_seam),
        TEST(test_paths_are_lines_as_wide_as_they_are),
        TEST(test_influences_of_a_world_become_marks),
        TEST(test_every_influence_says_how_it_is_drawn),
        TEST(test_an_open_plane_has_a_lattice_at_round_places),
        TEST(test_neighbors_are_those_inside_the_zone_also_across_the_seam),
        TEST(test_agents_behind_or_beyond_the_nearest_are_no_neighbors),
        TEST(test_each_neighbor_is_told_once),
        TEST(test_all_agents_of_a_flock_show_their_senses),
        TEST(test_the_agent_looked_at_stands_in_four_corners),
        TEST(test_the_same_picture_gives_the_same_calls),
        TEST(test_clusters_are_numbered_by_their_lowest_ids_and_singles_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
