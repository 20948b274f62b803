// SPDX-License-Identifier: MIT
// Quantized positions of agents: few bits, enough to leave out most agents that are out of reach.
#ifndef COVEY_CORE_QUANTIZED_H
#define COVEY_CORE_QUANTIZED_H

#include "base/bits.h"

#include <math.h>

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

/// A limit above the squared distances between quantized positions (units²) of all agents that are
/// at squared distances up to `bound` (L²). Rounding four numbers adds 4 · 5/8 units to two
/// coordinates, and so sqrt(2) · 5/4 < 2 to a distance. INT32_MAX leaves no agent out; a `bound`
/// below 0 is taken as 0.
static inline int32_t covey_quantized_bound(double scale, double bound)
{
    double units = (bound > 0.0 ? sqrt(bound) : 0.0) * scale + 2.0, square = units * units;
    return square < INT32_MAX ? (int32_t)square + 1 : INT32_MAX;
}

/// Quantizes the positions of `count` agents.
void covey_quantized_find(double scale, size_t count, const double *x, const double *y,
                          uint32_t *quantized);

#endif
