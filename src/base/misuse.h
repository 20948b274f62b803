// SPDX-License-Identifier: MIT
// Mistakes of callers.
#ifndef COVEY_BASE_MISUSE_H
#define COVEY_BASE_MISUSE_H

#include "covey/base.h"

/// Ends a build of type Debug at a mistake of the calling program, where a debugger shows the
/// caller. Other builds go on to the status that reports the mistake.
#ifdef COVEY_DEBUG
#include <assert.h>
#define COVEY_MISUSE(mistake) assert(!(mistake))
#else
#define COVEY_MISUSE(mistake) ((void)(mistake))
#endif

/// COVEY_ARG for a pointer that is NULL and must not be; `function` is __func__.
static inline covey_status covey_missing(covey_error *error, const char *function)
{
    return covey_fail(error, COVEY_ARG, "%s: a pointer that it needs is NULL", function);
}

#endif
