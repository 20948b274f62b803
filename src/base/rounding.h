// SPDX-License-Identifier: MIT
// The rules by which a thread calculates: covey's are rounding to nearest, subnormal numbers as
// they are, and no signal for an exception. Programs set others, as gcc's -ffast-math does for a
// whole process.
#ifndef COVEY_BASE_ROUNDING_H
#define COVEY_BASE_ROUNDING_H

#include "covey/base.h"

/// The rules of a thread before covey's.
typedef struct covey_rounding {
    uint64_t rules;
    bool changed; ///< they were others
} covey_rounding;

/// Sets covey's rules on the calling thread, where the compiler has a way to do that; elsewhere
/// covey_rounds_right() stays false. Functions, so that no calculation moves across them.
covey_rounding covey_rounding_begin(void);

/// Puts the rules from before back.
void covey_rounding_end(const covey_rounding *before);

/// From here to the end of the block, whichever way it is left, the thread has covey's rules.
#if COVEY_GNU
#define COVEY_ROUND()                                                                              \
    __attribute__((__cleanup__(covey_rounding_end), __unused__))                                   \
    const covey_rounding rules_before = covey_rounding_begin()
#else
#define COVEY_ROUND() (void)0
#endif

#endif
