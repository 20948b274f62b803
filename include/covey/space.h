// SPDX-License-Identifier: MIT
// The space that agents live in.
#ifndef COVEY_SPACE_H
#define COVEY_SPACE_H

#include "covey/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum covey_space_kind {
    COVEY_SPACE_OPEN,       ///< the unbounded plane or space
    COVEY_SPACE_TORUS,      ///< [0, size) on every axis; a leaving agent enters on the other side
    COVEY_SPACE_REFLECTING, ///< [0, size] on every axis; its walls throw back like a mirror
    COVEY_SPACE_RESPAWN,    ///< [0, size]; a leaving agent appears at a random place inside, with
                            ///< its speed and a random heading
} covey_space_kind;

/// Sides of a space, L, for which no cell number overflows.
#define COVEY_MIN_SIDE 1e-200
#define COVEY_MAX_SIDE 1e200

/// `size` in L, from COVEY_MIN_SIDE to COVEY_MAX_SIDE, for each of its axes; not used by the open
/// space.
typedef struct covey_space {
    covey_space_kind kind;
    int dim; ///< 3: three dimensions; 2, and also 0: the plane
    double size[COVEY_AXES];
} covey_space;

/// The number of axes, 2 or 3.
COVEY_INLINE int covey_space_dim(const covey_space *space)
{
    return space->dim == 3 ? 3 : 2;
}

COVEY_API covey_space covey_space_open(void);
COVEY_API covey_space covey_space_torus(double width, double height);
COVEY_API covey_space covey_space_reflecting(double width, double height);
COVEY_API covey_space covey_space_respawn(double width, double height);

/// The same space in three dimensions; `depth` is its third size, not used by the open space.
COVEY_API covey_space covey_space_deep(covey_space plane, double depth);

/// "open", "torus", "reflecting", "respawn"; ends with NULL.
COVEY_API const char *const *covey_space_names(void);

/// Shortest offset from a to b, both inside the space. On the torus it is the exact offset rounded
/// once, so offset(a, b) = -offset(b, a) to the bit.
COVEY_API covey_vec covey_space_offset(const covey_space *space, covey_vec a, covey_vec b);

/// The place inside the space that p stands for: p folded on the torus, mirrored at the walls of
/// the reflecting box (where doubles no longer distinguish places, beyond 2^52 times its size, that
/// is 0), p itself elsewhere.
COVEY_API covey_vec covey_space_fold(const covey_space *space, covey_vec p);

#ifdef __cplusplus
}
#endif
#endif
