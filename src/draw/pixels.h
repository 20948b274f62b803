// SPDX-License-Identifier: MIT
#ifndef COVEY_DRAW_PIXELS_H
#define COVEY_DRAW_PIXELS_H

#include "covey/image.h"

/// Rows of pixels from above, each four bytes: a number 0xXXRRGGBB in the machine's order. NULL for
/// an image that is no PNG. Valid until the image is drawn on or destroyed.
typedef struct covey_pixels {
    const unsigned char *bytes;
    size_t stride; ///< bytes from row to row
    int width, height;
} covey_pixels;

covey_pixels covey_pixels_of(covey_image *image);

#endif
