// SPDX-License-Identifier: MIT
// A zone's function of the distance as kernels calculate it: cubic pieces on equal parts of the
// distances from 0 to the radius. Every kernel takes the pieces, so bits do not depend on the
// kernel, and the function itself is called only when parameters change.
#ifndef COVEY_KERNELS_FALLOFF_H
#define COVEY_KERNELS_FALLOFF_H

#include "covey/model.h"

enum { COVEY_FALLOFF_PIECES = 256 };

/// Piece k holds distances d with k <= d·scale <= k + 1; its four numbers are the coefficients of
/// the powers of t = d·scale - k, from 0 to 3.
typedef struct covey_falloff {
    double scale; ///< pieces per length; 0 for the radius 0
    double piece[COVEY_FALLOFF_PIECES][4];
    float single_scale;
    float single_piece[COVEY_FALLOFF_PIECES][4];
} covey_falloff;

/// Samples the function of a zone four times a piece, both ends included. False if a value or a
/// coefficient is not finite.
bool covey_falloff_sample(const covey_zone *zone, const void *params, covey_falloff *table);

#endif
