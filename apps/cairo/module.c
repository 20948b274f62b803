// SPDX-License-Identifier: MIT
// The module covey-cairo.so: images by cairo, for the program covey.
#include "draw/image_table.h"

COVEY_API extern const covey_image_table covey_image_module;
const covey_image_table covey_image_module = {
    .version = COVEY_IMAGE_TABLE_VERSION,
    .create = covey_image_create,
    .destroy = covey_image_destroy,
    .canvas = covey_image_canvas,
    .finish = covey_image_finish,
    .pixels = covey_pixels_of,
};
