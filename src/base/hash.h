// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_HASH_H
#define COVEY_BASE_HASH_H

#include "base/bits.h"
#include "covey/vec.h"

/// Takes one more word into a running hash. The rounds are the finalizer of splitmix64 (Steele,
/// Lea, Flood 2014): a bijection of hash ^ word in which every bit changes half of all others.
static inline uint64_t covey_hash_word(uint64_t hash, uint64_t word)
{
    uint64_t z = (hash ^ word) + UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/// Agents of a flock for their hash.
typedef struct covey_hash_agents {
    size_t count;
    const uint32_t *id;
    const double *pos[COVEY_AXES];
    const double *vel[COVEY_AXES];
} covey_hash_agents;

/// Hash of the agents' ids and bits, independent of their order. `flock` tells flocks apart.
static inline uint64_t covey_hash_flock(int flock, const covey_hash_agents *agents)
{
    uint64_t own = (uint64_t)flock * UINT64_C(0x9e3779b97f4a7c15); // far from any id
    uint64_t sum = 0;
    for (size_t i = 0; i < agents->count; i++) {
        uint64_t hash = covey_hash_word(own, agents->id[i]);
        for (int axis = 0; axis < COVEY_AXES; axis++)
            hash = covey_hash_word(hash, covey_bits_of(agents->pos[axis][i]));
        for (int axis = 0; axis < COVEY_AXES; axis++)
            hash = covey_hash_word(hash, covey_bits_of(agents->vel[axis][i]));
        sum += hash;
    }
    return sum;
}

#endif
