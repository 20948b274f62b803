// SPDX-License-Identifier: MIT
// Where pictures go: one file, a file for each, or a film.
#ifndef COVEY_CLI_PAGES_H
#define COVEY_CLI_PAGES_H

#include "command.h"
#include "streams.h"

#include <covey/image.h>

/// The kind of a path by its suffix.
typedef enum page_kind { PAGE_NONE, PAGE_PNG, PAGE_SVG, PAGE_PDF, PAGE_FILM } page_kind;
page_kind image_output_kind(const char *path);

typedef struct image_output {
    const command *self;
    const char *path; ///< "-": PNG on standard output
    page_kind kind;
    int width, height; ///< px
    bool many;         ///< a numbered file for each page
    double fps;
    // How far it is.
    covey_film *film;
    covey_image *image;  ///< the page that is drawn
    uint64_t count;      ///< of pages that are done
    covey_status status; ///< an error to be told at the end although the pages are there
    stream out;          ///< the file of the page
    char file_path[4096];
} image_output;

/// Sets the size from the text of --size, "1280x720"; NULL leaves it. On a mistake says so and
/// returns false.
bool image_output_size(const command *self, const char *text, image_output *out);

/// An empty page; NULL where there is none, and *status and standard error tell why.
const covey_canvas *image_output_begin(image_output *self, covey_status *status);

/// Writes the page. On failure says why, of a film image_output_close() does.
covey_status image_output_end(image_output *self);

/// Closes everything. On failure says why; `status` is that of the work before, and wins.
covey_status image_output_close(image_output *self, covey_status status);

#endif
