// SPDX-License-Identifier: MIT
// The functions of images as the module covey-cairo.so has them, for programs that load cairo when
// they draw and not when they start.
#ifndef COVEY_DRAW_IMAGE_TABLE_H
#define COVEY_DRAW_IMAGE_TABLE_H

#include "draw/pixels.h"

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

#endif
