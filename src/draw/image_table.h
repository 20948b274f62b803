// SPDX-License-Identifier: MIT
// The functions of images as the module covey-cairo.so has them, for programs that load cairo when
// they draw and not when they start.
#ifndef COVEY_DRAW_IMAGE_TABLE_H
#define COVEY_DRAW_IMAGE_TABLE_H

#include "covey/image.h"

#include <stdbool.h>

// ---- Pixels ----

/// Rows of pixels from above, each four bytes: a number 0xXXRRGGBB in the machine's order. NULL for
/// an image that is no PNG. Valid until the image is drawn on or destroyed.
typedef struct covey_pixels {
    const unsigned char *bytes;
    size_t stride; ///< bytes from row to row
    int width, height;
} covey_pixels;

covey_pixels covey_pixels_of(covey_image *image);

// ---- The module ----

enum { COVEY_IMAGE_TABLE_VERSION = 2 };

/// The module's one symbol is this structure.
#define COVEY_IMAGE_TABLE "covey_image_module"
typedef struct covey_image_table {
    int version;
    covey_status (*create)(const covey_image_def *def, covey_image **image, covey_error *error);
    void (*destroy)(covey_image *image);
    const covey_canvas *(*canvas)(covey_image *image);
    covey_status (*finish)(covey_image *image, covey_error *error);
    covey_pixels (*pixels)(covey_image *image);
} covey_image_table;

// ---- Names of files ----

/// True if something stands before this suffix (".png", in small letters) at the end of the path.
bool covey_suffix_ends(const char *path, const char *suffix);

#endif
