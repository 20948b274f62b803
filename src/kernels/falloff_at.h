// SPDX-License-Identifier: MIT
// The value of a zone's function of the distance, in a kernel's precision.
#ifndef COVEY_KERNELS_FALLOFF_AT_H
#define COVEY_KERNELS_FALLOFF_AT_H

#include "base/real.h"
#include "kernels/zone.h"

// The numbers of a kernel's precision. COVEY_FALLOFF_ROUND: added to x - 1/2, rounds it to a whole
// number, the piece of x = d·scale, which the last bits then are.
#ifdef COVEY_SINGLE
#define COVEY_FALLOFF_ROUND 0x1.8p23f
#define COVEY_FALLOFF_SCALE(table) ((table)->single_scale)
#define COVEY_FALLOFF_PIECE(table) ((table)->single_piece)
#else
#define COVEY_FALLOFF_ROUND 0x1.8p52
#define COVEY_FALLOFF_SCALE(table) ((table)->scale)
#define COVEY_FALLOFF_PIECE(table) ((table)->piece)
#endif

/// The function at a distance from 0 to the radius.
static inline covey_real covey_falloff_at(const covey_falloff *table, covey_real d)
{
    const covey_real last = (covey_real)COVEY_FALLOFF_PIECES - (covey_real)0.5;
    covey_real x = d * COVEY_FALLOFF_SCALE(table);
    covey_real whole = ((x < last ? x : last) - (covey_real)0.5) + COVEY_FALLOFF_ROUND;
    covey_real t = x - (whole - COVEY_FALLOFF_ROUND);
    const covey_real *c =
        COVEY_FALLOFF_PIECE(table)[covey_real_to_bits(whole) % COVEY_FALLOFF_PIECES];
    return ((c[3] * t + c[2]) * t + c[1]) * t + c[0];
}

#endif
