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
    COVEY_PLACE_LATTICE, ///< on a square or cubic lattice that fills the box, from below
    COVEY_PLACE_DISC,    ///< anywhere in a disc or ball
    COVEY_PLACE_RING,    ///< evenly spaced on a circle, counterclockwise from the right
    COVEY_PLACE_MILL,    ///< anywhere between two circles or cylinders, heading counterclockwise
} covey_place_kind;

/// How agents are placed; covey_placement_params() gives names, ranges and units. A struct of
/// doubles, to be started from covey_placement_default().
typedef struct covey_placement {
    double kind;           ///< a covey_place_kind
    double x, y, z;        ///< center, L
    double width, height;  ///< of the box, L; both 0: the whole space, or a square with one agent
                           ///< per unit area and a corner at the origin in the open plane
    double depth;          ///< of the box and of the mill, L; in three dimensions, where the box is
                           ///< the whole space if all three are 0, or a cube with one agent per
                           ///< unit volume in the open space
    double radius;         ///< of disc, ring and mill, L; 0: one agent per unit area or volume
    double inner;          ///< of the mill's hole, as a share of its radius
    double speed;          ///< lowest speed, L/T
    double speed_spread;   ///< highest speed less the lowest, L/T
    double speed_whole;    ///< 1: speeds are whole numbers, the highest one left out
    double speed_square;   ///< 1: velocities are anywhere in the square with `speed` as half a side
    double heading;        ///< lowest heading, rad
    double heading_spread; ///< highest heading less the lowest, rad
    double pitch;          ///< in three dimensions: lowest angle above the plane of x and y, rad
    double pitch_spread;   ///< highest pitch less the lowest, rad
} covey_placement;

/// Uniform in the whole space, speed 1, any heading.
COVEY_API covey_placement covey_placement_default(void);

/// The table of a placement's parameters.
COVEY_API const covey_param *covey_placement_params(void);

#ifdef __cplusplus
}
#endif
#endif
