// SPDX-License-Identifier: MIT
#ifndef COVEY_GEOMETRY_SHAPE_H
#define COVEY_GEOMETRY_SHAPE_H

#include "base/boxtree.h"
#include "base/memory.h"
#include "covey/influence.h"
#include "geometry/facets.h"

#include <stdbool.h>

/// An outline: one point, two joined by a segment, or in the plane a filled polygon of more
/// (which are joined all round, and may be in any order of rotation); in three dimensions also a
/// box, all on one side of a plane, or a mesh of triangles; or the center of a room. All that is
/// within some distance of it is the shape proper; that distance, `reach`, comes with every
/// question.
///
/// On a torus a shape has images, one a size further on. Places are asked about as they lie in
/// [0, size) or at most half a size outside.
struct covey_shape {
    int dim;
    covey_influence_form form;
    covey_facets *facets; ///< of boxes and meshes; else NULL
    covey_vec normal;     ///< of a plane, to its free side
    size_t count;
    double *points[COVEY_AXES];
    double *spare[COVEY_AXES]; ///< as many: room for new points while they are checked
    double *past[COVEY_AXES];  ///< as many: those of the last step, see core/moved.h
    covey_boxtree_box box;     ///< around all of it, infinite for a plane
    covey_vec center;          ///< of a circle around all points
    double radius;
    int images;
    double size[COVEY_AXES]; ///< of the torus; 0 elsewhere
};

/// At least one point, L.
typedef struct covey_outline {
    const double *const *points; ///< per axis; in the plane the third is not read
    size_t count;
    covey_influence_form form;
    covey_triangles triangles; ///< of a mesh
} covey_outline;

/// A copy of the outline. COVEY_ARG for points that are not finite or that its form cannot have,
/// and on a torus for an extent of more than its size; COVEY_MEMORY.
covey_status covey_shape_create(covey_memory *memory, const covey_space *space,
                                const covey_outline *outline, covey_shape **shape,
                                covey_error *error);

/// Takes the points of the outline, which are as many, instead of its own. COVEY_ARG as before, and
/// nothing changed.
covey_status covey_shape_move(const covey_space *space, const covey_outline *outline,
                              covey_shape *shape, covey_error *error);

/// Whether the next one takes the spare points; only these change.
covey_status covey_shape_check_spare(const covey_space *space, const covey_shape *shape,
                                     covey_error *error);

/// Takes the points that are in `spare`, as covey_shape_move().
covey_status covey_shape_take_spare(const covey_space *space, covey_shape *shape,
                                    covey_error *error);
void covey_shape_destroy(covey_memory *memory, covey_shape *shape);

/// The offset of an image from the points, 0 <= k < images; that of the first is 0.
covey_vec covey_shape_image(const covey_shape *shape, int k);

/// The distance of p from the outline of the image `image`, below 0 inside a polygon, box or mesh
/// and behind a plane, and below 0 by the distance from the center of a room; `away` becomes
/// the unit vector of the shortest way out (of any, if there are several).
double covey_shape_distance(const covey_shape *shape, covey_vec image, covey_vec p,
                            covey_vec *away);

/// A unit vector at a right angle to v, in the plane the left one; 0 for 0.
covey_vec covey_shape_across(covey_vec v, bool deep);

/// Most images that a shape has.
enum { COVEY_SHAPE_IMAGES = 125 };

/// Finds the images that are not further than `far` from p, in ascending order, and some that are:
/// a quick test. Returns their number.
int covey_shape_near(const covey_shape *shape, covey_vec p, double far,
                     covey_vec found[COVEY_SHAPE_IMAGES]);

/// The first place on the way from p to p + way that is nearer than `reach` to the image, as a
/// share of the way from 0 to 1; 2 if there is none. A way out from a place that is nearer already
/// does not count.
double covey_shape_hit(const covey_shape *shape, covey_vec image, covey_vec p, covey_vec way,
                       double reach);

/// In the plane: the angles, left and right of the unit vector `heading`, by which an agent at p
/// has to turn to pass the image at the distance `reach`.
typedef struct covey_turns {
    double left, right;
} covey_turns;
covey_turns covey_shape_turns(const covey_shape *shape, covey_vec image, covey_vec p,
                              covey_vec heading, double reach);

/// True if the turn to the left is not the larger one.
bool covey_shape_is_left(const covey_shape *shape, covey_vec image, covey_vec p, covey_vec heading,
                         double reach);

#endif
