// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_BITS_H
#define COVEY_BASE_BITS_H

#include <stdint.h>
#include <string.h>

/// Bits of a double, and back.
static inline uint64_t covey_bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double covey_bits_double(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif
