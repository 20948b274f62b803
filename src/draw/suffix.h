// SPDX-License-Identifier: MIT
#ifndef COVEY_DRAW_SUFFIX_H
#define COVEY_DRAW_SUFFIX_H

#include <stdbool.h>

/// True if something stands before this suffix (".png", in small letters) at the end of the path.
bool covey_suffix_ends(const char *path, const char *suffix);

#endif
