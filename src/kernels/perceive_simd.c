// SPDX-License-Identifier: MIT
// The fast kernel two agents at a time: by the instructions that every CPU of the architecture has.
#define COVEY_LANES 2
#include "kernels/perceive_wide.h"

uint64_t covey_kernels_perceive_simd(const covey_sense *sense, size_t begin, size_t end,
                                     covey_percepts *percepts)
{
    return perceive(sense, begin, end, percepts);
}
