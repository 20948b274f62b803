// SPDX-License-Identifier: MIT
// Simple polygons as triangles.
#ifndef COVEY_VIEW_EARS_H
#define COVEY_VIEW_EARS_H

#include <covey/draw.h>

/// Cuts a simple polygon into triangles, three corners each, which the caller frees; NULL without
/// memory. A polygon that is not simple gives some triangles of the same corners.
covey_point *triangulate(const covey_point *points, size_t count, size_t *corners);

#endif
