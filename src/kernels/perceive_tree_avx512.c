// SPDX-License-Identifier: MIT
// The search for the nearest four candidates at a time, with the masks of AVX-512.
#include "base/wider.h"
#include "kernels/kernels.h"

#if defined(__x86_64__)

COVEY_MASKS_BEGIN

#define COVEY_MASKED
#define COVEY_LANES 4
#include "kernels/perceive_tree_wide.h"

uint64_t covey_kernels_perceive_tree_avx512(const covey_sense *sense, size_t begin, size_t end,
                                            covey_percepts *percepts)
{
    return perceive_tree(sense, begin, end, percepts);
}

COVEY_TARGET_END

#endif
