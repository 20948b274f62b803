// SPDX-License-Identifier: MIT
// The numbers that a source calculates with: doubles, or floats where the file that includes this
// defines COVEY_SINGLE before.
#ifndef COVEY_BASE_REAL_H
#define COVEY_BASE_REAL_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#ifdef COVEY_SINGLE

typedef float covey_real;
typedef uint32_t covey_real_bits; ///< as many of them as a number has
typedef int32_t covey_real_int;

/// Bits of the fraction.
#define COVEY_REAL_FRACTION 23

/// All bits but the sign.
#define COVEY_REAL_SIZE INT32_MAX
#define COVEY_REAL_SIGN INT32_MIN

#else

typedef double covey_real;
typedef uint64_t covey_real_bits;
typedef int64_t covey_real_int;

#define COVEY_REAL_FRACTION 52
#define COVEY_REAL_SIZE INT64_MAX
#define COVEY_REAL_SIGN INT64_MIN

#endif

static inline covey_real covey_real_root(covey_real x)
{
#ifdef COVEY_SINGLE
    return sqrtf(x);
#else
    return sqrt(x);
#endif
}

/// x * factor + sum, rounded once.
static inline covey_real covey_real_fused(covey_real x, covey_real factor, covey_real sum)
{
#ifdef COVEY_SINGLE
    return fmaf(x, factor, sum);
#else
    return fma(x, factor, sum);
#endif
}

/// Bits of a number, and back.
static inline covey_real_bits covey_real_to_bits(covey_real value)
{
    covey_real_bits bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline covey_real covey_real_of_bits(covey_real_bits bits)
{
    covey_real value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif
