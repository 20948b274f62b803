// SPDX-License-Identifier: MIT
// Quantized positions of agents: few bits, enough to leave out most agents that are out of reach.
#ifndef COVEY_GEOMETRY_QUANTIZED_H
#define COVEY_GEOMETRY_QUANTIZED_H

#include "base/bits.h"

#include <math.h>
#include <stdbool.h>

/// Units in a cell along the rows of a grid, of which a reach takes up to four.
#define COVEY_QUANTIZED_CELL 1024.0

/// Coordinates have to be below so many units.
#define COVEY_QUANTIZED_LIMIT 0x1p50

/// Added to a double below that, rounds it to a whole number, whose last bits are then those of the
/// sum.
#define COVEY_QUANTIZED_ROUND 0x1.8p52

/// The last 16 bits of x and of y as whole numbers of units, `scale` of them in a unit of length.
/// Each number is wrong by 5/8 at most: 1/2 for rounding to it, 1/8 for rounding the product.
COVEY_INLINE uint32_t covey_quantized(double scale, double x, double y)
{
    uint64_t across = covey_bits_of(x * scale + COVEY_QUANTIZED_ROUND);
    uint64_t along = covey_bits_of(y * scale + COVEY_QUANTIZED_ROUND);
    return (uint32_t)(across & 0xffff) | (uint32_t)(along << 16);
}

/// The last 16 bits of z in the same units, below 16 bits that are 0.
COVEY_INLINE uint32_t covey_quantized_depth(double scale, double z)
{
    return (uint32_t)(covey_bits_of(z * scale + COVEY_QUANTIZED_ROUND) & 0xffff);
}

/// A limit above the squared distances between quantized positions (units²) of all agents that are
/// at squared distances up to `bound` (L²). Rounding two numbers adds 5/4 units to a coordinate,
/// and so sqrt(2) · 5/4 < 2 to a distance in the plane and sqrt(3) · 5/4 < 2.25 in three
/// dimensions. INT32_MAX leaves no agent out; a `bound` below 0 is taken as 0.
static inline int32_t covey_quantized_bound(double scale, double bound, bool deep)
{
    double units = (bound > 0.0 ? sqrt(bound) : 0.0) * scale + (deep ? 2.25 : 2.0);
    double square = units * units;
    return square < INT32_MAX ? (int32_t)square + 1 : INT32_MAX;
}

/// Quantizes the positions of `count` agents.
void covey_quantized_find(double scale, size_t count, const double *x, const double *y,
                          uint32_t *quantized);

/// Quantizes their third coordinates.
void covey_quantized_find_depth(double scale, size_t count, const double *z, uint32_t *depth);

#endif
