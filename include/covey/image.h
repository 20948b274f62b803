// SPDX-License-Identifier: MIT
// Images and films: canvases that become files. Part of covey_draw.
#ifndef COVEY_IMAGE_H
#define COVEY_IMAGE_H

#include "covey/draw.h"
#include "covey/formal.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Images ----

typedef enum covey_image_kind {
    COVEY_IMAGE_PNG,
    COVEY_IMAGE_SVG,
    COVEY_IMAGE_PDF, ///< a px is 1/96 of an inch
} covey_image_kind;

/// True if the suffix of the path, in any case, is that of an image; *kind is which one then.
COVEY_API bool covey_image_is(const char *path, covey_image_kind *kind);

#define COVEY_IMAGE_MOST 16384 ///< px along a side, at least 1

typedef struct covey_image covey_image;

/// A page of whole px. PNG has pixels at once; the others are written to `sink` while they are
/// drawn, which must stay. The caller owns *image; COVEY_ARG, COVEY_MEMORY.
typedef struct covey_image_def {
    covey_image_kind kind;
    int width, height;
    covey_sink sink; ///< no write function: the image is for a film, which takes its pixels
} covey_image_def;
COVEY_API covey_status covey_image_create(const covey_image_def *def, covey_image **image,
                                          covey_error *error);
COVEY_API void covey_image_destroy(covey_image *image); ///< NULL is fine

/// Draws on it. Valid as long as the image.
COVEY_API const covey_canvas *covey_image_canvas(covey_image *image);

/// Writes all of it to the sink; nothing can be drawn any more. The same drawing gives the same
/// bytes. The sink's status, COVEY_MEMORY.
COVEY_API covey_status covey_image_finish(covey_image *image, covey_error *error);

/// Replaces the file at a path by these bytes, whole or not at all: they are written to PATH.new,
/// which is renamed at the end. COVEY_LOCKED while another program writes it, COVEY_IO,
/// COVEY_MEMORY.
COVEY_API covey_status covey_image_save(const char *path, const void *bytes, size_t size,
                                        covey_error *error);

// ---- Films ----

/// Frames go through a pipe to ffmpeg, which is started without a shell and in a process group of
/// its own. SIGPIPE must be ignored.
typedef struct covey_film_def {
    const char *path;         ///< its suffix names the kind of film: .mp4, .webm or .gif
    const char *program;      ///< usually "ffmpeg": a path, or a name to look for in PATH
    char *const *environment; ///< of that program, as of a process
    int width, height;        ///< of the frames, px
    double fps;               ///< frames a second, positive
} covey_film_def;

typedef struct covey_film covey_film;

/// True if the suffix of the path, in any case, is that of a film.
COVEY_API bool covey_film_is(const char *path);

/// Starts a film in PATH.new, which becomes the file when the film is closed; until then the file
/// stays. COVEY_SYSTEM if the program cannot be started, COVEY_LOCKED while another film of that
/// path is written, COVEY_IO, COVEY_ARG, COVEY_MEMORY.
COVEY_API covey_status covey_film_open(const covey_film_def *def, covey_film **film,
                                       covey_error *error);

/// Adds a PNG image of the film's size as a frame. COVEY_IO where ffmpeg has gone, in which case
/// covey_film_close() fails, too.
COVEY_API covey_status covey_film_put(covey_film *film, covey_image *image, covey_error *error);

/// Ends the film, waits for ffmpeg and frees the film in any case; NULL is fine. COVEY_IO if ffmpeg
/// failed, on a full disk, for example, or did not take all frames: the file is as before, and
/// the part is removed. The messages of ffmpeg are on standard error.
COVEY_API covey_status covey_film_close(covey_film *film, covey_error *error);

/// Ends the film, removes its part and frees it: the file stays as before. NULL is fine.
COVEY_API void covey_film_drop(covey_film *film);

#ifdef __cplusplus
}
#endif
#endif
