// SPDX-License-Identifier: MIT
// Writes pictures and films to files, complete or not at all. Without ffmpeg, the frames of a film
// become numbered files.
#define _POSIX_C_SOURCE 200809L
#include "image_output.h"

#include "streams.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

page_kind image_output_kind(const char *path)
{
    covey_image_kind kind;
    if (strcmp(path, "-") == 0)
        return PAGE_PNG;
    if (covey_image_is(path, &kind))
        return kind == COVEY_IMAGE_PNG ? PAGE_PNG : kind == COVEY_IMAGE_SVG ? PAGE_SVG : PAGE_PDF;
    return covey_film_is(path) ? PAGE_FILM : PAGE_NONE;
}

bool image_output_size(const command *self, const char *text, image_output *out)
{
    enum { LEAST = 64, MOST = 8192 };
    if (text == NULL)
        return true;
    char *end, *second;
    long width = strtol(text, &end, 10), height = 0;
    bool good = end != text && *end == 'x';
    if (good) {
        height = strtol(end + 1, &second, 10);
        good = second != end + 1 && *second == '\0';
    }
    if (!good || width < LEAST || width > MOST || height < LEAST || height > MOST) {
        (void)fprintf(stderr, "covey %s: --size %s is no WIDTHxHEIGHT from 64 to 8192\n",
                      self->name, text);
        return false;
    }
    out->width = (int)width;
    out->height = (int)height;
    return true;
}

/// Makes the path of a numbered file: the number precedes the suffix, which is that of an image for
/// frames of a film.
static void number_path(const image_output *self, const char *number, char *path, size_t size)
{
    const char *suffix = strrchr(self->path, '.');
    (void)snprintf(path, size, "%.*s-%s%s", (int)(suffix - self->path), self->path, number,
                   covey_film_is(self->path) ? ".png" : suffix);
}

/// Starts the film, or switches to numbered files.
static covey_status open_film(image_output *self)
{
    char pattern[sizeof self->file_path];
    covey_error error;
    covey_film_def def = {.path = self->path,
                          .program = "ffmpeg",
                          .environment = environ,
                          .width = self->width,
                          .height = self->height,
                          .fps = self->fps};
    covey_status status = covey_film_open(&def, &self->film, &error);
    if (status == COVEY_OK)
        return COVEY_OK;
    number_path(self, "%06d", pattern, sizeof pattern);
    (void)fprintf(stderr, "covey %s: %s", self->self->name, error.message);
    if (status != COVEY_SYSTEM) {
        (void)fputc('\n', stderr);
        return status;
    }
    (void)fprintf(
        stderr,
        "\nIt makes the films (Debian's package ffmpeg). The frames are written as images "
        "instead; the film is then:\n  ffmpeg -framerate %g -i %s %s\n",
        self->fps, pattern, self->path);
    self->kind = PAGE_PNG;
    self->many = true;
    self->status = COVEY_SYSTEM;
    return COVEY_OK;
}

// ---- Files ----

static covey_status open_file(image_output *self)
{
    char number[24];
    (void)snprintf(number, sizeof number, "%06llu", (unsigned long long)self->count);
    if (self->many)
        number_path(self, number, self->file_path, sizeof self->file_path);
    else
        (void)snprintf(self->file_path, sizeof self->file_path, "%s", self->path);
    self->out = (stream){.file = STDOUT_FILENO};
    if (strcmp(self->file_path, "-") == 0)
        return COVEY_OK;
    covey_error error = {0};
    self->memory = covey_memory_init((covey_allocator){0});
    covey_status status = covey_beside_open(&self->file, self->file_path, &self->memory, &error);
    if (status != COVEY_OK)
        (void)fprintf(stderr, "covey %s: %s\n", self->self->name, error.message);
    self->out.file = status == COVEY_OK ? self->file.file.fd : -1;
    return status;
}

/// Closes the file; an incomplete image is removed, and the one before stays.
static covey_status close_file(image_output *self, covey_status status)
{
    covey_error error = {0};
    if (status == COVEY_IO)
        (void)covey_fail(&error, status, "writing %s failed: %s", self->file_path,
                         strerror(self->out.error));
    if (self->out.file != STDOUT_FILENO)
        status = covey_beside_close(&self->file, status, &error);
    if (error.status != COVEY_OK)
        (void)fprintf(stderr, "covey %s: %s\n", self->self->name, error.message);
    return status;
}

// ---- Pages ----

static covey_status make_image(image_output *self)
{
    static const covey_image_kind kinds[] = {[PAGE_PNG] = COVEY_IMAGE_PNG,
                                             [PAGE_SVG] = COVEY_IMAGE_SVG,
                                             [PAGE_PDF] = COVEY_IMAGE_PDF,
                                             [PAGE_FILM] = COVEY_IMAGE_PNG};
    covey_error error;
    covey_image_def def = {kinds[self->kind], self->width, self->height, stream_sink(&self->out)};
    covey_status status = covey_image_create(&def, &self->image, &error);
    if (status != COVEY_OK)
        (void)fprintf(stderr, "covey %s: %s\n", self->self->name, error.message);
    return status;
}

const covey_canvas *image_output_begin(image_output *self, covey_status *status)
{
    *status = COVEY_OK;
    if (self->kind == PAGE_FILM && self->film == NULL)
        *status = open_film(self);
    if (*status == COVEY_OK && self->image == NULL) // a film uses one image for all pages
        *status = make_image(self);
    if (*status == COVEY_OK && self->kind != PAGE_FILM)
        *status = open_file(self);
    if (*status == COVEY_OK)
        return covey_image_canvas(self->image);
    covey_image_destroy(self->image);
    self->image = NULL;
    return NULL;
}

covey_status image_output_end(image_output *self)
{
    covey_error error = {0};
    covey_status status;
    if (self->kind == PAGE_FILM) {
        status = covey_film_put(self->film, self->image, &error);
    } else {
        status = close_file(self, covey_image_finish(self->image, &error));
        covey_image_destroy(self->image);
        self->image = NULL;
        if (status == COVEY_MEMORY && error.status == status)
            (void)fprintf(stderr, "covey %s: %s\n", self->self->name, error.message);
    }
    if (status == COVEY_OK)
        self->count++;
    return status;
}

covey_status image_output_close(image_output *self, covey_status status)
{
    covey_error error = {0};
    covey_status closed = covey_film_close(self->film, &error);
    covey_image_destroy(self->image);
    if (self->file.file.path != NULL) // a page was begun and not ended
        (void)covey_beside_close(&self->file, COVEY_INTERRUPTED, NULL);
    self->film = NULL;
    self->image = NULL;
    if (closed != COVEY_OK)
        (void)fprintf(stderr, "covey %s: %s: %s is as it was before\n", self->self->name,
                      error.message, self->path);
    if (status == COVEY_OK)
        status = closed != COVEY_OK ? closed : self->status;
    return status;
}
