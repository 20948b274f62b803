// SPDX-License-Identifier: MIT
// Bits: of doubles, as bytes, and as hashes.
#ifndef COVEY_BASE_BITS_H
#define COVEY_BASE_BITS_H

#include "covey/vec.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// ---- Doubles ----

/// Bits of a double, and back.
COVEY_INLINE uint64_t covey_bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

COVEY_INLINE double covey_bits_double(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// ---- Hashes ----

/// Takes one more word into a running hash. The rounds are the finalizer of splitmix64 (Steele,
/// Lea, Flood 2014): a bijection of hash ^ word in which every bit changes half of all others.
static inline uint64_t covey_hash_word(uint64_t hash, uint64_t word)
{
    uint64_t z = (hash ^ word) + UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/// Agents of a flock for their hash; the columns of z are NULL in the plane.
typedef struct covey_hash_agents {
    size_t count;
    const covey_id *id;
    const double *pos[COVEY_AXES];
    const double *vel[COVEY_AXES];
} covey_hash_agents;

/// Hash of the agents' ids and bits, independent of their order. `flock` separates flocks.
static inline uint64_t covey_hash_flock(int flock, const covey_hash_agents *agents)
{
    uint64_t own = (uint64_t)flock * UINT64_C(0x9e3779b97f4a7c15); // far from any id
    uint64_t sum = 0;
    for (size_t i = 0; i < agents->count; i++) {
        uint64_t hash = covey_hash_word(own, agents->id[i]);
        for (int axis = 0; axis < COVEY_AXES && agents->pos[axis] != NULL; axis++)
            hash = covey_hash_word(hash, covey_bits_of(agents->pos[axis][i]));
        for (int axis = 0; axis < COVEY_AXES && agents->vel[axis] != NULL; axis++)
            hash = covey_hash_word(hash, covey_bits_of(agents->vel[axis][i]));
        sum += hash;
    }
    return sum;
}

// ---- Words in bytes ----

/// A number of `size` bytes, the lowest first; at most 8.
static inline uint64_t covey_bytes_little(const unsigned char *bytes, size_t size)
{
    uint64_t value = 0;
    for (size_t k = size; k-- > 0;)
        value = value << 8 | bytes[k];
    return value;
}

static inline void covey_bytes_put_little(unsigned char *bytes, uint64_t value, size_t size)
{
    for (size_t k = 0; k < size; k++)
        bytes[k] = (unsigned char)(value >> 8 * k);
}

/// Little-endian words in bytes, the same on every machine; they return the place behind.
static inline unsigned char *covey_bytes_put(unsigned char *bytes, uint64_t word)
{
    for (int k = 0; k < 8; k++)
        *bytes++ = (unsigned char)(word >> (8 * k));
    return bytes;
}

static inline const unsigned char *covey_bytes_take(const unsigned char *bytes, uint64_t *word)
{
    *word = 0;
    for (int k = 0; k < 8; k++)
        *word |= (uint64_t)*bytes++ << (8 * k);
    return bytes;
}

/// Hash of `count` such words.
static inline uint64_t covey_bytes_hash(const unsigned char *bytes, size_t count)
{
    uint64_t hash = count;
    for (size_t k = 0; k < count; k++) {
        uint64_t word;
        bytes = covey_bytes_take(bytes, &word);
        hash = covey_hash_word(hash, word);
    }
    return hash;
}

#endif
