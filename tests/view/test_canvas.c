// SPDX-License-Identifier: MIT
// The canvas of the window paints the same as the canvas of files.
#define _POSIX_C_SOURCE 200809L
#include "file.h"
#include "gl.h"
#include "view/shaders.h"

#include <covey/image.h>

#include <SDL.h>
#include <math.h>
#include <setjmp.h>
#include <stb_image.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WIDTH = 320, HEIGHT = 240, BYTES = 3 * WIDTH * HEIGHT };

static SDL_Window *window;
static SDL_GLContext context;

static void draw_no_label(void *unused, const covey_label *label)
{
    (void)unused;
    (void)label;
}

static double no_width(void *unused, const covey_label *label)
{
    (void)unused;
    (void)label;
    return 0.0;
}

static int open_window(void **state)
{
    (void)state;
    bool good = setenv("SDL_VIDEODRIVER", "offscreen", 1) == 0 && SDL_Init(SDL_INIT_VIDEO) == 0;
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    window = good ? SDL_CreateWindow("test", 0, 0, WIDTH, HEIGHT, SDL_WINDOW_OPENGL) : NULL;
    context = window != NULL ? SDL_GL_CreateContext(window) : NULL;
    return context == NULL;
}

static int close_window(void **state)
{
    (void)state;
    SDL_GL_DeleteContext(context);
    SDL_DestroyWindow(window);
    SDL_Quit();
    return 0;
}

// ---- The same calls, twice ----

static const covey_color red = {220, 40, 30, 255}, veil = {0, 90, 200, 120};

static void paint(const covey_canvas *to)
{
    const covey_dart darts[] = {{60, 50, 1, 0, red}, {120, 60, 0.6F, 0.8F, veil}};
    const covey_disc discs[] = {{200, 60, 30, veil}, {260, 60, 12, red}};
    const covey_segment lines[] = {{{20, 120}, {150, 150}, red}, {{30, 160}, {30, 160}, veil}};
    const covey_point arrow[] = {{180, 120}, {300, 130}, {220, 150}, {300, 220}, {180, 200}};
    const covey_box box = {40, 170, 100, 50};
    to->clear(to->context, (covey_color){250, 250, 245, 255});
    to->darts(to->context, darts, 2, 40.0);
    to->discs(to->context, discs, 2, 0.0);
    to->discs(to->context, discs, 2, 3.0);
    to->segments(to->context, lines, 2, 6.0);
    to->polygon(to->context, arrow, 5, veil);
    const covey_triangle faces[] = {{{30, 200}, {70, 235}, {20, 230}, red},
                                    {{150, 225}, {150, 180}, {170, 230}, veil}};
    to->triangles(to->context, faces, 2);
    to->clip(to->context, &box);
    to->discs(to->context, &(covey_disc){60, 190, 50, red}, 1, 0.0);
    to->clip(to->context, NULL);
    to->segments(to->context, &(covey_segment){{300, 5}, {315, 5}, red}, 1, 2.0);
}

static unsigned char *paint_window(void)
{
    gl_canvas *canvas;
    const gl_labels labels = {draw_no_label, no_width, NULL};
    const covey_box page = {0, 0, WIDTH, HEIGHT};
    assert_int_equal(gl_create(&labels, &canvas, NULL), COVEY_OK);
    gl_begin(canvas, &page, HEIGHT);
    paint(gl_canvas_of(canvas));
    unsigned char *pixels = gl_read(WIDTH, HEIGHT);
    gl_destroy(canvas);
    assert_non_null(pixels);
    return pixels;
}

static unsigned char *paint_file(void)
{
    covey_image *image;
    file_text png;
    covey_image_def def = {COVEY_IMAGE_PNG, WIDTH, HEIGHT, file_text_open(&png)};
    assert_int_equal(covey_image_create(&def, &image, NULL), COVEY_OK);
    paint(covey_image_canvas(image));
    assert_int_equal(covey_image_finish(image, NULL), COVEY_OK);
    covey_image_destroy(image);
    assert_true(file_text_close(&png));
    int width, height, channels;
    unsigned char *pixels = stbi_load_from_memory((const unsigned char *)png.bytes, (int)png.size,
                                                  &width, &height, &channels, 3);
    assert_non_null(pixels);
    assert_true(width == WIDTH && height == HEIGHT);
    free(png.bytes);
    return pixels;
}

/// Edges are smoothed by other rules, by distance here and by area there: a pixel of an edge may
/// differ by a quarter of the contrast, one in fifty is at an edge, and no other differs.
static void test_both_canvases_paint_the_same(void **unused)
{
    (void)unused;
    unsigned char *a = paint_window(), *b = paint_file();
    size_t some = 0, most = 0;
    for (size_t k = 0; k < BYTES; k++) {
        int difference = abs(a[k] - b[k]);
        some += difference > 3;
        most = (size_t)difference > most ? (size_t)difference : most;
    }
    free(a);
    free(b);
    if (most > 64 || some > BYTES / 50)
        fail_msg("%zu values of %d differ, by up to %zu", some, BYTES, most);
}

// ---- Polygons ----

static double area_of(const covey_point *triangles, size_t corners)
{
    double sum = 0.0;
    for (size_t k = 0; k + 2 < corners; k += 3) {
        covey_point a = triangles[k], b = triangles[k + 1], c = triangles[k + 2];
        sum += 0.5 * fabs((double)(b.x - a.x) * (double)(c.y - a.y) -
                          (double)(c.x - a.x) * (double)(b.y - a.y));
    }
    return sum;
}

static void test_polygons_are_cut_without_gap_or_overlap(void **unused)
{
    (void)unused;
    static const struct {
        covey_point points[8];
        size_t count;
        double area;
    } rows[] = {
        {{{0, 0}, {4, 0}, {4, 3}}, 3, 6},
        {{{0, 0}, {0, 3}, {4, 3}, {4, 0}}, 4, 12},                                 // clockwise
        {{{0, 0}, {6, 0}, {6, 6}, {3, 2}, {0, 6}}, 5, 24},                         // a notch
        {{{0, 0}, {6, 0}, {6, 2}, {2, 2}, {2, 4}, {6, 4}, {6, 6}, {0, 6}}, 8, 28}, // a C
        {{{0, 0}, {2, 0}, {4, 0}, {4, 4}, {0, 4}}, 5, 16}, // a straight corner
        {{{1, 1}, {2, 2}}, 2, 0},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        size_t corners;
        covey_point *triangles = triangulate(rows[k].points, rows[k].count, &corners);
        assert_non_null(triangles);
        assert_int_equal(corners, rows[k].count > 2 ? 3 * (rows[k].count - 2) : 0);
        assert_true(area_of(triangles, corners) == rows[k].area); // small whole numbers: exact
        free(triangles);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_canvases_paint_the_same),
        cmocka_unit_test(test_polygons_are_cut_without_gap_or_overlap),
    };
    return cmocka_run_group_tests(tests, open_window, close_window);
}
