// SPDX-License-Identifier: MIT
// The fast kernel of single precision an agent at a time.
#define COVEY_SINGLE
#define COVEY_LANES 1
#include "kernels/perceive_wide.h"

uint64_t covey_kernels_perceive_scalar_single(const covey_sense *sense, size_t begin, size_t end,
                                              covey_percepts *percepts)
{
    return perceive(sense, begin, end, percepts);
}
