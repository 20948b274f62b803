// SPDX-License-Identifier: MIT
// Pictures of three dimensions: places by hand, the order from far to near, shapes that point where
// agents fly, lines that end at seams and before the eye.
#include "base/math_trig.h"
#include "support/recorder.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void assert_near(double value, double expected, double most)
{
    if (!(fabs(value - expected) <= most))
        fail_msg("%.9g is not %.9g", value, expected);
}

static const covey_box square = {0, 0, 1000, 1000};

static covey_camera camera_at(covey_projection projection, double azimuth, double elevation,
                              double zoom)
{
    const covey_orbit orbit = {projection, azimuth / 180 * COVEY_PI, elevation / 180 * COVEY_PI,
                               zoom};
    return covey_camera_orbit(square, (covey_vec){0, 0, 0}, (covey_vec){60, 80, 40}, &orbit);
}

// ---- Places ----

// The box has half a diagonal of 50 over ground: 1000 px are 100 L from the side and from above.
static void test_places_seen_along_an_axis_are_where_a_ruler_has_them(void **state)
{
    (void)state;
    static const struct {
        double azimuth, elevation;
        covey_vec place;
        double x, y, depth;
    } rows[] = {
        {0, 90, {30, 40, 20}, 500, 500, 0},  // from above, as the plane: x right, y up
        {0, 90, {40, 40, 25}, 600, 500, -5}, // higher is nearer
        {0, 90, {30, 50, 20}, 500, 400, 0},
        {0, 0, {40, 40, 20}, 600, 500, 0}, // from the south: x right, z up
        {0, 0, {30, 40, 30}, 500, 400, 0},
        {0, 0, {30, 70, 20}, 500, 500, 30},   // y goes away
        {90, 0, {30, 50, 20}, 600, 500, 0},   // from the east: y right
        {90, 0, {45, 40, 20}, 500, 500, -15}, // x comes near
        {180, 0, {40, 40, 20}, 400, 500, 0},  // from the north: x left
        {0, -90, {40, 40, 20}, 600, 500, 0},  // from below: y down
        {0, -90, {30, 50, 20}, 500, 600, 0},
        {0, 30, {30, 40, 30}, 500, 500 - 86.602540378, -5}, // z up by cos 30°, nearer by sin 30°
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        covey_camera camera =
            camera_at(COVEY_PROJECTION_ORTHOGRAPHIC, rows[k].azimuth, rows[k].elevation, 1);
        covey_sight sight;
        double flat =
            rows[k].elevation == 30 ? camera.scale / 10 : 1; // all of it is less high there
        assert_true(covey_camera_look(&camera, rows[k].place, &sight));
        assert_near((double)sight.point.x, 500 + flat * (rows[k].x - 500), 1e-3);
        assert_near((double)sight.point.y, 500 + flat * (rows[k].y - 500), 1e-3);
        assert_near(sight.depth, rows[k].depth, 1e-9);
        assert_near(sight.scale, 10 * flat, 1e-9);
    }
}

static void test_perspective_makes_twice_as_far_half_as_large(void **state)
{
    (void)state;
    covey_camera camera = camera_at(COVEY_PROJECTION_PERSPECTIVE, 0, 0, 1);
    covey_sight near, far;
    covey_vec beside = {1, 0, 0}, away = {0, camera.eye, 0}; // the eye looks along y
    covey_vec place = covey_vec_add(camera.center, beside);
    assert_true(covey_camera_look(&camera, place, &near));
    assert_true(covey_camera_look(&camera, covey_vec_add(place, away), &far));
    assert_near(near.scale, camera.scale, 1e-9);
    assert_near(far.scale, 0.5 * camera.scale, 1e-9);
    assert_near((double)near.point.x - 500, camera.scale, 1e-3);
    assert_near((double)far.point.x - 500, 0.5 * camera.scale, 1e-3);
    assert_near(far.depth, camera.eye, 1e-9);
}

static void test_what_is_behind_the_eye_is_not_seen(void **state)
{
    (void)state;
    covey_camera camera = camera_at(COVEY_PROJECTION_PERSPECTIVE, 0, 0, 1);
    covey_sight sight;
    const covey_vec toward = {0, -1, 0};
    for (int k = 0; k < 3; k++) {
        static const double shares[] = {0.9, 0.99, 2.0};
        covey_vec place =
            covey_vec_add(camera.center, covey_vec_scale(toward, shares[k] * camera.eye));
        assert_int_equal(covey_camera_look(&camera, place, &sight), k == 0);
    }
    camera = camera_at(COVEY_PROJECTION_ORTHOGRAPHIC, 0, 0, 1);
    assert_true(covey_camera_look(&camera, (covey_vec){0, -1e9, 0}, &sight));
}

/// The corner number k of the box.
static covey_vec corner(int k)
{
    return (covey_vec){k & 1 ? 60 : 0, k & 2 ? 80 : 0, k & 4 ? 40 : 0};
}

static void test_all_is_on_the_page_from_everywhere_and_turning_keeps_its_size(void **state)
{
    (void)state;
    for (int projection = 0; projection < 2; projection++)
        for (int elevation = -90; elevation <= 90; elevation += 15) {
            double scale = camera_at((covey_projection)projection, 0, elevation, 1).scale;
            for (int azimuth = 0; azimuth < 360; azimuth += 20) {
                covey_camera camera =
                    camera_at((covey_projection)projection, azimuth, elevation, 1);
                assert_near(camera.scale, scale, 1e-9 * scale);
                for (int k = 0; k < 8; k++) {
                    covey_sight sight;
                    assert_true(covey_camera_look(&camera, corner(k), &sight));
                    // The steps to the middle of the page end within a pixel.
                    assert_true(sight.point.x >= -1 && sight.point.x <= 1001);
                    assert_true(sight.point.y >= -1 && sight.point.y <= 1001);
                }
            }
        }
}

static void test_zoom_enlarges_and_points_go_there_and_back(void **state)
{
    (void)state;
    for (int projection = 0; projection < 2; projection++) {
        covey_camera one = camera_at((covey_projection)projection, 40, 20, 1);
        covey_camera three = camera_at((covey_projection)projection, 40, 20, 3);
        assert_near(three.scale, 3 * one.scale, 1e-9 * three.scale);
        assert_near(three.eye, one.eye / 3, 1e-9);
        covey_vec place = covey_camera_place(&three, 200, 700);
        covey_point back = covey_camera_point(&three, place);
        assert_near((double)back.x, 200, 1e-3);
        assert_near((double)back.y, 700, 1e-3);
    }
}

// ---- Pictures ----

enum { MOST = 16 };

typedef struct page {
    recorder *recorder;
    covey_picture picture;
    covey_picture_flock flock;
    covey_id id[MOST];
    double pos[COVEY_AXES][MOST], vel[COVEY_AXES][MOST];
    size_t count;
} page;

/// From the south, 10 px a L, a bare page of a torus of 60 x 80 x 40.
static int setup(void **state)
{
    page *self = calloc(1, sizeof *self);
    self->recorder = recorder_create();
    self->picture = covey_picture_default();
    self->picture.width = self->picture.height = 1000;
    self->picture.furnished = false;
    self->picture.coloring = COVEY_COLORING_KIND;
    self->picture.space = covey_space_deep(covey_space_torus(60, 80), 40);
    self->picture.camera = camera_at(COVEY_PROJECTION_ORTHOGRAPHIC, 0, 0, 1);
    *state = self;
    return 0;
}

static int teardown(void **state)
{
    page *self = *state;
    free(self->recorder);
    free(self);
    return 0;
}

static void put(page *self, covey_vec pos, covey_vec vel)
{
    const double p[] = {pos.x, pos.y, pos.z}, v[] = {vel.x, vel.y, vel.z};
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        self->pos[axis][self->count] = p[axis];
        self->vel[axis][self->count] = v[axis];
    }
    self->id[self->count] = (uint32_t)self->count;
    self->count++;
}

static const recorder *draw(page *self)
{
    self->flock = (covey_picture_flock){.name = "birds", .prey = -1, .trail = self->flock.trail};
    self->flock.view =
        (covey_view){.count = self->count, .space = self->picture.space, .id = self->id};
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        self->flock.view.pos[axis] = self->pos[axis];
        self->flock.view.vel[axis] = self->vel[axis];
    }
    self->picture.flocks = &self->flock;
    self->picture.flocks_count = 1;
    recorder_clear(self->recorder);
    covey_picture_draw(&self->picture, &self->recorder->canvas);
    return self->recorder;
}

typedef struct face {
    double x[3], y[3];
    unsigned color;
} face;

static face face_of(const recorder *drawn, size_t k)
{
    face self;
    int read =
        sscanf(recorder_line(drawn, "face", k), "face %lf %lf %lf %lf %lf %lf %x", &self.x[0],
               &self.y[0], &self.x[1], &self.y[1], &self.x[2], &self.y[2], &self.color);
    assert_int_equal(read, 7);
    return self;
}

/// How bright a color is, of 765.
static unsigned bright(unsigned color)
{
    return (color >> 24) + (color >> 16 & 255) + (color >> 8 & 255);
}

static void test_far_agents_come_first_and_are_paler(void **state)
{
    page *self = *state;
    static const double ys[] = {30, 70, 10, 50};
    for (int k = 0; k < 4; k++) // at rest they are balls, of four triangles
        put(self, (covey_vec){10 * k + 10, ys[k], 20}, (covey_vec){0});
    static const int order[] = {1, 3, 0, 2};
    self->picture.coloring = COVEY_COLORING_KIND;
    const recorder *drawn = draw(self);
    assert_int_equal(recorder_count(drawn, "face"), 16);
    unsigned before = 800;
    for (size_t k = 0; k < 4; k++) {
        face one = face_of(drawn, 4 * k);
        double middle = 500 + 10 * (10 * order[k] + 10 - 30);
        assert_true(fabs(one.x[0] - middle) < 12);
        assert_true(bright(one.color) < before);
        before = bright(one.color);
    }
}

static void *take_nothing(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    (void)block;
    (void)old_size;
    (void)new_size;
    return NULL;
}

static void test_without_memory_agents_come_as_they_are(void **state)
{
    page *self = *state;
    put(self, (covey_vec){10, 10, 20}, (covey_vec){0});
    put(self, (covey_vec){50, 70, 20}, (covey_vec){0});
    self->picture.allocator = (covey_allocator){take_nothing, NULL};
    const recorder *drawn = draw(self);
    assert_int_equal(recorder_count(drawn, "face"), 8);
    assert_true(face_of(drawn, 0).x[0] < face_of(drawn, 4).x[0]);
}

/// The corner of all faces that is furthest along a way on the page.
static void tip_of(const recorder *drawn, double x, double y, double tip[2])
{
    double most = -DBL_MAX;
    for (size_t k = 0; k < recorder_count(drawn, "face"); k++) {
        face one = face_of(drawn, k);
        for (int c = 0; c < 3; c++)
            if (one.x[c] * x + one.y[c] * y > most) {
                most = one.x[c] * x + one.y[c] * y;
                tip[0] = one.x[c];
                tip[1] = one.y[c];
            }
    }
}

// An agent is 20 px long: its tip is 12 px ahead and its base 8 px behind.
static void test_shapes_point_where_agents_fly(void **state)
{
    page *self = *state;
    static const struct {
        covey_vec heading;
        double x, y;
    } rows[] = {
        {{1, 0, 0}, 1, 0},  {{-2, 0, 0}, -1, 0},    {{0, 0, 3}, 0, -1},
        {{0, 0, -1}, 0, 1}, {{3, 0, 4}, 0.6, -0.8},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        self->count = 0;
        put(self, (covey_vec){30, 40, 20}, rows[k].heading);
        double tip[2];
        tip_of(draw(self), rows[k].x, rows[k].y, tip);
        assert_near(tip[0], 500 + 12 * rows[k].x, 0.02);
        assert_near(tip[1], 500 + 12 * rows[k].y, 0.02);
    }
}

static void test_faces_turned_to_the_light_are_brighter(void **state)
{
    page *self = *state;
    put(self, (covey_vec){30, 40, 20}, (covey_vec){1, 0, 0});
    const recorder *drawn = draw(self);
    assert_int_equal(recorder_count(drawn, "face"), 2); // of its right side: above and below
    face above = face_of(drawn, 0), below = face_of(drawn, 1);
    if (above.y[1] + above.y[2] > below.y[1] + below.y[2]) {
        face kept = above;
        above = below;
        below = kept;
    }
    assert_true(bright(above.color) > bright(below.color) + 30);
}

static void test_small_agents_are_one_triangle(void **state)
{
    page *self = *state;
    self->picture.unit = 4; // an agent of 20 units is 80 px, one of less than 7 has no faces
    self->picture.camera.area = (covey_box){0, 0, 40, 40};
    put(self, (covey_vec){30, 40, 20}, (covey_vec){1, 0, 0});
    for (int k = 0; k < 9; k++)
        put(self, (covey_vec){30, 40, 20}, (covey_vec){1, 0, 0});
    assert_int_equal(recorder_count(draw(self), "face"), 10);
}

static void test_balls_are_hidden_behind_what_is_near_and_hide_what_is_far(void **state)
{
    page *self = *state;
    covey_picture_mark ball = {.kind = COVEY_MARK_SOLID, .count = 1, .radius = 5};
    ball.own[0][0] = 30;
    ball.own[1][0] = 40;
    ball.own[2][0] = 20;
    self->picture.marks = &ball;
    self->picture.marks_count = 1;
    put(self, (covey_vec){30, 20, 20}, (covey_vec){0});
    put(self, (covey_vec){30, 60, 20}, (covey_vec){0});
    const char *text = draw(self)->text, *disc = strstr(text, "disc 500.00 500.00 50.00 0.00");
    assert_non_null(disc);
    int before = 0, behind = 0;
    for (const char *at = text; (at = strstr(at, "\nface")) != NULL; at++)
        *(at < disc ? &before : &behind) += 1;
    assert_int_equal(before, 4);
    assert_int_equal(behind, 4);
    ball.own[0][0] = 58; // over the seam: once more on the other side
    assert_non_null(strstr(draw(self)->text, "disc 180.00 500.00 50.00 0.00"));
}

/// Seen from the side: the box is 60 wide, and px are 10 a L.
static void test_a_plane_is_drawn_as_far_as_it_is_seen(void **state)
{
    page *self = *state;
    covey_picture_mark level = {.kind = COVEY_MARK_PLANE, .count = 2};
    const double x[] = {7, 7}, y[] = {9, 9}, z[] = {25, 26}, above[] = {45, 46};
    level.points[0] = x;
    level.points[1] = y;
    level.points[2] = z;
    self->picture.marks = &level;
    self->picture.marks_count = 1;
    const recorder *drawn = draw(self);
    assert_int_equal(recorder_count(drawn, "polygon 4"), 1);
    const char *line = recorder_line(drawn, "polygon 4", 0);
    double at[8];
    assert_int_equal(sscanf(line, "polygon 4 %lf %lf %lf %lf %lf %lf %lf %lf", &at[0], &at[1],
                            &at[2], &at[3], &at[4], &at[5], &at[6], &at[7]),
                     8);
    for (int k = 0; k < 4; k++) {
        assert_near(at[2 * k + 1], 450, 0.01); // the middle, 500, is at 20 L
        assert_true(at[2 * k] > 199 && at[2 * k] < 801);
    }
    level.radius = 3; // bodies rest on its rim
    line = recorder_line(draw(self), "polygon 4", 0);
    assert_int_equal(sscanf(line, "polygon 4 %lf %lf", &at[0], &at[1]), 2);
    assert_near(at[1], 420, 0.01);
    level.points[2] = above; // out of the box
    level.radius = 0;
    assert_int_equal(recorder_count(draw(self), "polygon"), 0);
}

static void test_trails_end_at_the_seam_and_go_on_behind_it(void **state)
{
    page *self = *state;
    covey_trail *trail;
    assert_int_equal(covey_trail_create(2, (covey_allocator){0}, &trail, NULL), COVEY_OK);
    put(self, (covey_vec){55, 40, 38}, (covey_vec){1, 0, 0});
    (void)draw(self);
    assert_int_equal(covey_trail_add(trail, &self->flock.view, NULL), COVEY_OK);
    self->pos[2][0] = 2; // up through the ceiling
    self->flock.trail = trail;
    const recorder *drawn = draw(self);
    assert_non_null(strstr(drawn->text, "line 750.00 320.00 750.00 300.00 1.00"));
    assert_non_null(strstr(drawn->text, "line 750.00 700.00 750.00 680.00 1.00"));
    covey_trail_destroy(trail);
}

static void test_edges_of_the_space_and_its_ground_are_drawn(void **state)
{
    page *self = *state;
    static const struct {
        covey_space_kind kind;
        bool edges;
    } rows[] = {
        {COVEY_SPACE_TORUS, true}, {COVEY_SPACE_REFLECTING, true}, {COVEY_SPACE_OPEN, false}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        self->picture.space.kind = rows[k].kind;
        const char *text = draw(self)->text;
        // The left upright edge goes up from (200, 700) in parts.
        assert_int_equal(strstr(text, "line 200.00 700.00 200.00 666.67") != NULL, rows[k].edges);
        assert_true(recorder_count(self->recorder, "line") > 100);
    }
}

/// A wall's box begins at its `front`, not on the ground.
static void test_walls_stand_where_their_parameters_say(void **state)
{
    (void)state;
    const covey_setting settings[] = {{"left", 1},    {"bottom", 2}, {"width", 30},
                                      {"height", 40}, {"front", 15}, {"depth", 20}};
    const covey_influence_def wall = {.kind = "wall", .settings = settings, .settings_count = 6};
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_deep(covey_space_open(), 0);
    covey_world *world;
    covey_error error;
    int handle;
    assert_int_equal(covey_world_create(&def, &world, &error), COVEY_OK);
    assert_int_equal(covey_world_influence_add(world, &wall, &handle, &error), COVEY_OK);
    covey_picture_mark mark;
    assert_true(covey_picture_mark_of(world, handle, &mark));
    const double box[COVEY_AXES][2] = {{1, 31}, {2, 42}, {15, 35}};
    assert_memory_equal(mark.own, box, sizeof box);
    covey_world_destroy(world);
}

static void test_legend_tells_the_ground_and_the_scale_only_where_it_is_one(void **state)
{
    page *self = *state;
    self->picture.furnished = true;
    self->picture.coloring = COVEY_COLORING_HEADING;
    const recorder *drawn = draw(self);
    assert_non_null(recorder_label(drawn, "10 L"));
    assert_non_null(recorder_label(drawn, "heading over ground"));
    assert_non_null(recorder_label(drawn, "z"));
    self->picture.camera = camera_at(COVEY_PROJECTION_PERSPECTIVE, 30, 20, 1);
    drawn = draw(self);
    assert_null(recorder_label(drawn, "10 L"));
    assert_non_null(recorder_label(drawn, "10 L a square"));
}

static void test_a_canvas_without_triangles_gets_polygons(void **state)
{
    page *self = *state;
    put(self, (covey_vec){30, 40, 20}, (covey_vec){1, 0, 0});
    self->recorder->canvas.triangles = NULL;
    const recorder *drawn = draw(self);
    assert_int_equal(recorder_count(drawn, "face"), 0);
    assert_int_equal(recorder_count(drawn, "polygon 3"), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places_seen_along_an_axis_are_where_a_ruler_has_them),
        cmocka_unit_test(test_perspective_makes_twice_as_far_half_as_large),
        cmocka_unit_test(test_what_is_behind_the_eye_is_not_seen),
        cmocka_unit_test(test_all_is_on_the_page_from_everywhere_and_turning_keeps_its_size),
        cmocka_unit_test(test_zoom_enlarges_and_points_go_there_and_back),
        cmocka_unit_test_setup_teardown(test_far_agents_come_first_and_are_paler, setup, teardown),
        cmocka_unit_test_setup_teardown(test_without_memory_agents_come_as_they_are, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_shapes_point_where_agents_fly, setup, teardown),
        cmocka_unit_test_setup_teardown(test_faces_turned_to_the_light_are_brighter, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_small_agents_are_one_triangle, setup, teardown),
        cmocka_unit_test_setup_teardown(
            test_balls_are_hidden_behind_what_is_near_and_hide_what_is_far, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_plane_is_drawn_as_far_as_it_is_seen, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_trails_end_at_the_seam_and_go_on_behind_it, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_edges_of_the_space_and_its_ground_are_drawn, setup,
                                        teardown),
        cmocka_unit_test(test_walls_stand_where_their_parameters_say),
        cmocka_unit_test_setup_teardown(
            test_legend_tells_the_ground_and_the_scale_only_where_it_is_one, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_canvas_without_triangles_gets_polygons, setup,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
