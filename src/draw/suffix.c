// SPDX-License-Identifier: MIT
// Suffixes of paths, in small letters or capitals.
#include "draw/image_table.h"

#include "covey/image.h"

#include <string.h>

bool covey_suffix_ends(const char *path, const char *suffix)
{
    size_t size = strlen(path), end = strlen(suffix);
    if (size <= end)
        return false;
    for (size_t k = 0; k < end; k++) {
        char c = path[size - end + k];
        if ((c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c) != suffix[k])
            return false;
    }
    return true;
}

bool covey_image_is(const char *path, covey_image_kind *kind)
{
    if (path == NULL || kind == NULL)
        return false;
    static const char *const suffixes[] = {".png", ".svg", ".pdf"};
    for (int k = 0; k < 3; k++)
        if (covey_suffix_ends(path, suffixes[k])) {
            *kind = (covey_image_kind)k;
            return true;
        }
    return false;
}
