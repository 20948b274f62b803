// SPDX-License-Identifier: MIT
// Bytes of an image to a file.
#include "base/misuse.h"
#include "covey/image.h"
#include "formats/beside.h"

covey_status covey_image_save(const char *path, const void *bytes, size_t size, covey_error *error)
{
    if (path == NULL || bytes == NULL)
        return covey_missing(error, __func__);
    return covey_beside_write(path, bytes, size, error);
}
