// SPDX-License-Identifier: MIT
// What callers do that they must not.
#ifndef COVEY_BASE_MISUSE_H
#define COVEY_BASE_MISUSE_H

#include "covey/base.h"

/// A mistake of the calling program, which a build of type Debug ends at, where a debugger shows
/// the caller. Other builds go on to the status that tells it.
#ifdef COVEY_DEBUG
#include <assert.h>
#define COVEY_MISUSE(what) assert(!(what))
#else
#define COVEY_MISUSE(what) ((void)(what))
#endif

/// COVEY_ARG for a pointer that is NULL and must not be; `function` is __func__.
static inline covey_status covey_missing(covey_error *error, const char *function)
{
    return covey_fail(error, COVEY_ARG, "%s: a pointer that it needs is NULL", function);
}

#endif
