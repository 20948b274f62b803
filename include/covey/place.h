// SPDX-License-Identifier: MIT
// Placement of a new flock: initial positions and velocities drawn from its seed. Those of an agent
// are a function of the seed and its id alone.
#ifndef COVEY_PLACE_H
#define COVEY_PLACE_H

#include "covey/param.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum covey_place_kind {
    COVEY_PLACE_UNIFORM, ///< anywhere in a box
    COVEY_PLACE_LATTICE, ///< on a square lattice that fills the box, row after row from below
    COVEY_PLACE_DISC,    ///< anywhere in a disc
    COVEY_PLACE_RING,    ///< evenly spaced on a circle, counterclockwise from the right
    COVEY_PLACE_MILL,    ///< anywhere between two circles, heading counterclockwise around them
} covey_place_kind;

/// How agents are placed; covey_placement_params() tells names, ranges and units. A struct of
/// doubles, to be started from covey_placement_default().
typedef struct covey_placement {
    double kind;           ///< a covey_place_kind
    double x, y;           ///< center, L
    double width, height;  ///< of the box, L; both 0: the whole space, or a square with one agent
                           ///< per unit area and a corner at the origin in the open plane
    double radius;         ///< of disc, ring and mill, L; 0: one agent per unit area
    double inner;          ///< of the mill's hole, as a share of its radius
    double speed;          ///< lowest speed, L/T
    double speed_spread;   ///< highest speed less the lowest, L/T
    double speed_whole;    ///< 1: speeds are whole numbers, the highest one left out
    double speed_square;   ///< 1: velocities are anywhere in the square with `speed` as half a side
    double heading;        ///< lowest heading, rad
    double heading_spread; ///< highest heading less the lowest, rad
} covey_placement;

/// Uniform in the whole space, speed 1, any heading.
COVEY_API covey_placement covey_placement_default(void);

/// The table of a placement's parameters.
COVEY_API const covey_param *covey_placement_params(void);

#ifdef __cplusplus
}
#endif
#endif
