// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_INSIDE_H
#define COVEY_FORMATS_INSIDE_H

#include "base/memory.h"
#include "covey/base.h"

#include <stdbool.h>

/// Finds whether a path leads to a place in a folder or below it, after all links and .. of the
/// path, or to no place at all. "" is the working folder. COVEY_MEMORY, or COVEY_IO where the
/// system failed, leave the answer open.
covey_status covey_inside(covey_memory *memory, const char *folder, const char *path, bool *inside,
                          covey_error *error);

/// True for the path of an open stream, such as /dev/fd/63, by which a shell names a pipe.
bool covey_inside_is_stream(const char *path);

/// Finds whether a path leads to a file that covey wrote, judged by its first bytes, to an empty
/// file, or to none: writing there loses no data of other programs. COVEY_IO if that cannot be
/// read.
covey_status covey_inside_is_own(const char *path, bool *own, covey_error *error);

#endif
