// SPDX-License-Identifier: MIT
// Shaders of a canvas that pull their vertices from words of 32 bits: one text for OpenGL 3.3 and
// WebGL 2. The window puts a prelude before each: the version, for a vertex shader the function
// `uint word(int k)`, which gives word k of all calls, and what else its language asks for.
//
// Uniforms: page (px of the page), size (length or width), first (the word that the body of the
// call begins at), and of polygons paper, their color. A dart, a triangle and a triangle of a
// polygon have three vertices each, a disc and a segment six.
#ifndef COVEY_VIEW_SHADERS_H
#define COVEY_VIEW_SHADERS_H

#include <covey/draw.h>

typedef enum shaders_shape {
    SHADERS_DARTS,
    SHADERS_DISCS,
    SHADERS_SEGMENTS,
    SHADERS_POLYGON,
    SHADERS_TRIANGLES,
    SHADERS ///< how many there are
} shaders_shape;

const char *shaders_vertex(shaders_shape shape);
const char *shaders_fragment(shaders_shape shape);

// ---- Polygons ----

// Simple polygons as triangles.

/// Cuts a simple polygon into triangles, three corners each, which the caller frees; NULL without
/// memory. A polygon that is not simple gives some triangles of the same corners.
covey_point *triangulate(const covey_point *points, size_t count, size_t *corners);

#endif
