// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_HASH_H
#define COVEY_BASE_HASH_H

#include "base/bits.h"

/// Takes one more word into a running hash. The rounds are the finalizer of splitmix64 (Steele,
/// Lea, Flood 2014): a bijection of hash ^ word in which every bit changes half of all others.
static inline uint64_t covey_hash_word(uint64_t hash, uint64_t word)
{
    uint64_t z = (hash ^ word) + UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

#endif
