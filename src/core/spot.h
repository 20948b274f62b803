// SPDX-License-Identifier: MIT
// Where agents are, roughly, in few bits: enough to tell who is not worth a closer look.
#ifndef COVEY_CORE_SPOT_H
#define COVEY_CORE_SPOT_H

#include "base/bits.h"

#include <math.h>

/// Units in a cell along the rows of a grid, of which a reach takes up to four.
#define COVEY_SPOT_CELL 1024.0

/// Coordinates have to be below so many units.
#define COVEY_SPOT_LIMIT 0x1p50

/// Added to a double below that, rounds it to a whole number, whose last bits are then those of the
/// sum.
#define COVEY_SPOT_ROUND 0x1.8p52

/// The last 16 bits of x and of y as whole numbers of units, `scale` of them in a unit of length.
/// Each number is wrong by 5/8 at most: 1/2 for rounding to it, 1/8 for rounding the product.
COVEY_INLINE uint32_t covey_spot(double scale, double x, double y)
{
    uint64_t across = covey_bits_of(x * scale + COVEY_SPOT_ROUND);
    uint64_t along = covey_bits_of(y * scale + COVEY_SPOT_ROUND);
    return (uint32_t)(across & 0xffff) | (uint32_t)(along << 16);
}

/// Above the squares of distances between spots of agents whose own have squares up to `bound`
/// (L²). Four numbers add 4 · 5/8 units to two coordinates, and so sqrt(2) · 5/4 < 2 to a distance.
/// Nobody is left out by a bound that is beyond all squares; below 0 it holds nobody.
static inline int32_t covey_spot_bound(double scale, double bound)
{
    double units = (bound > 0.0 ? sqrt(bound) : 0.0) * scale + 2.0, square = units * units;
    return square < INT32_MAX ? (int32_t)square + 1 : INT32_MAX;
}

/// Finds the spots of `count` agents.
void covey_spot_find(double scale, size_t count, const double *x, const double *y, uint32_t *spot);

#endif
