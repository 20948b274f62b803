// SPDX-License-Identifier: MIT
#ifndef COVEY_GEOMETRY_ARCS_H
#define COVEY_GEOMETRY_ARCS_H

#include "covey/vec.h"

#include <stdbool.h>

enum { COVEY_ARCS_MOST = 96 };

/// An arc of the circle of directions, counterclockwise, its ends included. Directions are numbers
/// from -2 to 2 that grow with the angle from -π to π, as covey_arcs_number() makes them; an arc
/// over the seam is two.
typedef struct covey_arc {
    double begin, end;
} covey_arc;

/// The union of arcs that begin from `from` on and before `until`: apart from one another, in their
/// order. `until` comes down when there is no more room; what begins there is for another round.
typedef struct covey_arcs {
    int count;
    double from, until;
    covey_arc arc[COVEY_ARCS_MOST];
} covey_arcs;

/// The field of view of an eye in the plane, V = 1 in the directions of a union of arcs, 0 in
/// others.
typedef struct covey_arcs_field {
    covey_vec covered; ///< ∫ V unit(φ) dφ
    covey_vec edges;   ///< the sum of unit(φ) over the ends of the arcs
    covey_arc open;    ///< the last arc so far; its end below -2: none
    double first_end;  ///< end of an arc that begins at the seam; below -2: none does
} covey_arcs_field;

/// The number of a direction, of any length but 0.
double covey_arcs_number(double x, double y);

/// The direction of a number, of length 1.
covey_vec covey_arcs_direction(double number);

/// Begins a round with arcs from `from` on; the first round is from -2 on.
void covey_arcs_begin(covey_arcs *arcs, double from);

/// Adds the directions in which a disc at that offset covers the circle; all, if the eye is in it.
void covey_arcs_add_disc(covey_arcs *arcs, covey_vec offset, double distance, double radius);

void covey_arcs_field_begin(covey_arcs_field *field);

/// Adds the arcs of a round to the field. Returns true if there is another round, from
/// arcs->until on.
bool covey_arcs_end(const covey_arcs *arcs, covey_arcs_field *field);

/// Ends the field behind the last round.
void covey_arcs_field_end(covey_arcs_field *field);

#endif
