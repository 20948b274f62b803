// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_BYTES_H
#define COVEY_BASE_BYTES_H

#include "base/hash.h"

#include <stddef.h>

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
