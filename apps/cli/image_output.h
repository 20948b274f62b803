// SPDX-License-Identifier: MIT
// The target of pictures: one file, a file for each, or a film.
#ifndef COVEY_CLI_PAGES_H
#define COVEY_CLI_PAGES_H

#include "command.h"
#include "streams.h"

#include "formats/beside.h"

#include <covey/image.h>

/// Returns the kind of a path by its suffix.
typedef enum page_kind { PAGE_NONE, PAGE_PNG, PAGE_SVG, PAGE_PDF, PAGE_FILM } page_kind;
page_kind image_output_kind(const char *path);

typedef struct image_output {
    const command *self;
    const char *path; ///< "-": PNG on standard output
    page_kind kind;
    int width, height; ///< px
    bool many;         ///< a numbered file for each page
    double fps;
    // The state of writing.
    covey_film *film;
    covey_image *image;  ///< the page that is drawn
    uint64_t count;      ///< of pages that are done
    covey_status status; ///< an error to report at the end, though all pages were written
    stream out;          ///< the page is written to it
    covey_beside file;   ///< of the page, unless that goes to standard output
    covey_memory memory; ///< of `file`
    char file_path[4096];
} image_output;

/// Sets the size from the text of --size, "1280x720"; NULL leaves it unchanged. On a mistake writes
/// a message and returns false.
bool image_output_size(const command *self, const char *text, image_output *out);

/// Starts an empty page; returns NULL if that fails, with *status and a message on standard error.
const covey_canvas *image_output_begin(image_output *self, covey_status *status);

/// Writes the page. On failure writes a message; for a film, image_output_close() does.
covey_status image_output_end(image_output *self);

/// Closes everything. On failure writes a message; `status` is that of the work before and takes
/// precedence.
covey_status image_output_close(image_output *self, covey_status status);

#endif
