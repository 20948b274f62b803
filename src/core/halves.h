// SPDX-License-Identifier: MIT
// Half-spaces of velocities, half-planes in the plane, and the allowed velocity next to a preferred
// one.
#ifndef COVEY_CORE_HALVES_H
#define COVEY_CORE_HALVES_H

#include "covey/vec.h"

#include <stdbool.h>
#include <stddef.h>

enum { COVEY_HALVES = 32 }; // of one agent, at most

/// Allows the velocities v with normal · (v - point) >= 0; `normal` has the length 1, and in the
/// plane both lie in it.
typedef struct covey_half {
    covey_vec point, normal;
} covey_half;

/// The half-spaces of an agent, in the order in which they count. The first `firm` ones hold before
/// all others: where not all can hold, these do.
typedef struct covey_halves {
    covey_half half[COVEY_HALVES];
    size_t count, firm;
    bool deep;      ///< in three dimensions
    double longest; ///< speed
} covey_halves;

/// The velocity next to `preferred` that all half-spaces allow, at most `longest` long. Where there
/// is none, the one by which the largest violation of one that is not firm is the smallest.
covey_vec covey_halves_nearest(const covey_halves *all, covey_vec preferred);

#endif
