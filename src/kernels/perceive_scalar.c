// SPDX-License-Identifier: MIT
// The fast kernel an agent at a time, for a CPU without vectors of doubles.
#define COVEY_LANES 1
#include "kernels/perceive_wide.h"

uint64_t covey_kernels_perceive_scalar(const covey_sense *sense, size_t begin, size_t end,
                                       covey_percepts *percepts)
{
    return perceive(sense, begin, end, percepts);
}
