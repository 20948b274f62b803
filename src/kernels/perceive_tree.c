// SPDX-License-Identifier: MIT
// The search for the nearest, two candidates at a time.
#define COVEY_LANES 2
#include "kernels/perceive_tree_wide.h"

uint64_t covey_kernels_perceive_tree(const covey_sense *sense, size_t begin, size_t end,
                                     covey_percepts *percepts)
{
    return perceive_tree(sense, begin, end, percepts);
}
