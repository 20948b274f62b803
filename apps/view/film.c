// SPDX-License-Identifier: MIT
#include "film.h"

#include "file.h"
#include "gl.h"
#include "view/plots.h"

#include <math.h>
#include <stb_image_write.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

// ---- Films: the page, drawn once more by cairo ----

void film_end(film *self, viewer *of)
{
    covey_error error = {0};
    if (self->file == NULL)
        return;
    if (covey_film_close(self->file, &error) == COVEY_OK)
        viewer_say(of, "saved %s", self->path);
    else
        viewer_say(of, "%s: %s", self->path, error.message);
    self->file = NULL;
}

static void begin(film *self, viewer *of)
{
    covey_error error = {0};
    file_unused("flock", ".mp4", self->path, sizeof self->path);
    covey_film_def def = {
        .path = self->path,
        .program = "ffmpeg",
        .environment = environ,
        .width = (int)of->page.box.width,
        .height = (int)of->page.box.height,
        .fps = VIEW_FILM_RATE,
    };
    self->width = def.width;
    self->height = def.height;
    if (covey_film_open(&def, &self->file, &error) != COVEY_OK)
        viewer_say(of, "no film: %s", error.message);
    else
        viewer_say(of, "filming to %s", self->path);
}

static covey_status put(film *self, viewer *of, view_draw *drawing, covey_error *error)
{
    covey_image *image;
    covey_image_def def = {.kind = COVEY_IMAGE_PNG, .width = self->width, .height = self->height};
    covey_status status = covey_image_create(&def, &image, error);
    if (status != COVEY_OK)
        return status;
    view_draw_page page = {def.width, def.height, of->page.unit, false};
    view_draw_draw(drawing, of, &page, covey_image_canvas(image));
    status = covey_film_put(self->file, image, error);
    covey_image_destroy(image);
    return status;
}

static void put_next(film *self, viewer *of, view_draw *drawing)
{
    covey_error error = {0};
    if (put(self, of, drawing, &error) == COVEY_OK)
        return;
    (void)covey_film_close(self->file, NULL);
    self->file = NULL;
    viewer_say(of, "the film ended: %s", error.message);
}

void film_go(film *self, viewer *of, view_draw *drawing)
{
    bool begins = of->requests.film && self->file == NULL;
    if (begins)
        begin(self, of);
    else if (of->requests.film)
        film_end(self, of);
    of->requests.film = false;
    if (self->file != NULL && (begins || of->requests.film_due))
        put_next(self, of, drawing);
    of->requests.is_filmed = self->file != NULL;
}

// ---- Screenshots ----

static void write_bytes(void *context, void *bytes, int size)
{
    covey_sink *sink = context;
    if (sink->write(sink->context, bytes, (size_t)size) != COVEY_OK)
        sink->context = NULL;
}

covey_status film_shot(int width, int height, const char *path, covey_error *error)
{
    unsigned char *pixels = gl_read(width, height);
    file_text png;
    covey_sink sink = file_text_open(&png);
    int good = pixels != NULL &&
               stbi_write_png_to_func(write_bytes, &sink, width, height, 3, pixels, 3 * width);
    free(pixels);
    covey_status status = file_text_close(&png) && good && sink.context != NULL
                              ? file_write(path, png.bytes, png.size, error)
                              : covey_fail(error, COVEY_MEMORY, "no memory for a screenshot");
    free(png.bytes);
    return status;
}

// ---- Plots ----

/// The plots as the bytes of a PNG.
static covey_status draw_plots(viewer *of, covey_sink sink, covey_error *error)
{
    enum { WIDTH = 1280, HEIGHT = 800 };
    covey_image *image;
    const view_draw_page page = {WIDTH, HEIGHT, 1.5, false};
    const covey_image_def def = {COVEY_IMAGE_PNG, WIDTH, HEIGHT, sink};
    covey_status status = covey_image_create(&def, &image, error);
    if (status != COVEY_OK)
        return status;
    plots_draw(of, -1, &page, covey_image_canvas(image));
    status = covey_image_finish(image, error);
    covey_image_destroy(image);
    return status;
}

void film_plots(viewer *of)
{
    char path[VIEW_PATH];
    covey_error error = {0};
    file_text png;
    covey_sink sink = file_text_open(&png);
    file_unused("plots", ".png", path, sizeof path);
    covey_status status = draw_plots(of, sink, &error);
    if (!file_text_close(&png) && status == COVEY_OK)
        status = covey_fail(&error, COVEY_MEMORY, "no memory for a picture");
    if (status == COVEY_OK)
        status = file_write(path, png.bytes, png.size, &error);
    free(png.bytes);
    if (status == COVEY_OK)
        viewer_say(of, "saved %s", path);
    else
        viewer_say(of, "%s", error.message);
}
