// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_INSIDE_H
#define COVEY_FORMATS_INSIDE_H

#include "base/memory.h"
#include "covey/base.h"

#include <stdbool.h>

/// Tells whether a path leads to a place in a folder or below it, whatever links and .. it goes
/// through, or to none at all. "" is the working folder. COVEY_MEMORY, and it is not told then.
covey_status covey_inside(covey_memory *memory, const char *folder, const char *path, bool *inside);

/// True for a path of an open stream, as a shell names a pipe for a program: /dev/fd/63.
bool covey_inside_is_stream(const char *path);

/// Tells whether a path leads to a file that covey wrote, as its first bytes tell, to an empty one,
/// or to none: what may be written over without loss of anything else. COVEY_IO where that cannot
/// be read.
covey_status covey_inside_is_own(const char *path, bool *own, covey_error *error);

#endif
