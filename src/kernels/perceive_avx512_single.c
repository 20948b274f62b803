// SPDX-License-Identifier: MIT
// The fast kernel of single precision with the masks of AVX-512 instead of vectors of -1 and 0.
// Vectors are as long as those of AVX2: eight agents at a time.
#include "base/wider.h"
#include "kernels/kernels.h"

#if defined(__x86_64__)

COVEY_MASKS_BEGIN

#define COVEY_SINGLE
#define COVEY_FUSED
#define COVEY_MASKED
#define COVEY_LANES 8
#include "kernels/perceive_wide.h"

uint64_t covey_kernels_perceive_avx512_single(const covey_sense *sense, size_t begin, size_t end,
                                              covey_percepts *percepts)
{
    return perceive(sense, begin, end, percepts);
}

COVEY_TARGET_END

#endif
