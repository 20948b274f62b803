// SPDX-License-Identifier: MIT
#ifndef COVEY_GEOMETRY_SIDE_CELL_H
#define COVEY_GEOMETRY_SIDE_CELL_H

#include "covey/model.h"

/// A side of a Voronoi cell in the plane: its first corner and the agent beyond it.
typedef struct covey_cell_side {
    double x, y;  ///< of the corner, from the agent whose cell it is; the next side begins where it
                  ///< ends, counterclockwise
    size_t index; ///< of the agent beyond; SIZE_MAX: the square that the cell began with
    double distance;
    covey_id id;
} covey_cell_side;

/// The points that are nearer to an agent, at (0, 0), than to others.
typedef struct covey_side_cell {
    int count;
    double far; ///< the largest square of a corner's distance
    covey_cell_side side[COVEY_MAX_SIDES];
} covey_side_cell;

/// Begins with the square of side 2 `half`.
void covey_side_cell_begin(double half, covey_side_cell *cell);

/// Takes the points off that are nearer to another agent at that offset. One at (0, 0) takes none,
/// and neither does one for whose side a full cell has no room.
void covey_side_cell_cut(covey_side_cell *cell, covey_vec offset, const covey_cell_side *beyond);

/// Leaves the sides that have an agent beyond, ascending by (distance, id).
void covey_side_cell_order(covey_side_cell *cell);

#endif
