// SPDX-License-Identifier: MIT
#include "film.h"

#include "file.h"
#include "gl.h"

#include <math.h>
#include <stb_image_write.h>
#include <stdlib.h>
#include <string.h>

#define FPS 30.0

extern char **environ;

// ---- Films: the page, drawn once more by cairo ----

void film_end(viewer *self)
{
    covey_error error = {0};
    if (self->film == NULL)
        return;
    if (covey_film_close(self->film, &error) == COVEY_OK)
        viewer_say(self, "saved %s", self->film_path);
    else
        viewer_say(self, "%s: %s", self->film_path, error.message);
    self->film = NULL;
}

void film_switch(viewer *self)
{
    covey_error error = {0};
    if (self->film != NULL) {
        film_end(self);
        return;
    }
    file_unused("flock", ".mp4", self->film_path, sizeof self->film_path);
    covey_film_def def = {
        .path = self->film_path,
        .program = "ffmpeg",
        .environment = environ,
        .width = (int)self->page.width,
        .height = (int)self->page.height,
        .fps = FPS,
    };
    self->film_width = def.width;
    self->film_height = def.height;
    self->film_time = 0.0;
    if (covey_film_open(&def, &self->film, &error) != COVEY_OK)
        viewer_say(self, "no film: %s", error.message);
    else
        viewer_say(self, "filming to %s", self->film_path);
}

static covey_status put(viewer *self, view_draw *drawing, covey_error *error)
{
    covey_image *image;
    covey_image_def def = {
        .kind = COVEY_IMAGE_PNG, .width = self->film_width, .height = self->film_height};
    covey_status status = covey_image_create(&def, &image, error);
    if (status != COVEY_OK)
        return status;
    view_draw_page page = {def.width, def.height, self->unit, false};
    view_draw_draw(drawing, self, &page, covey_image_canvas(image));
    status = covey_film_put(self->film, image, error);
    covey_image_destroy(image);
    return status;
}

void film_go(viewer *self, view_draw *drawing, double seconds)
{
    covey_error error = {0};
    if (self->film == NULL)
        return;
    self->film_time -= seconds;
    while (self->film_time <= 0.0 && self->film != NULL) {
        self->film_time += 1.0 / FPS;
        if (put(self, drawing, &error) == COVEY_OK)
            continue;
        (void)covey_film_close(self->film, NULL);
        self->film = NULL;
        viewer_say(self, "the film ended: %s", error.message);
    }
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
