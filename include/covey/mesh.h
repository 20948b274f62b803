// SPDX-License-Identifier: MIT
// Meshes of triangles in files: STL, of text or binary, and OBJ (Wavefront), for influences of kind
// mesh. Part of covey_run.
#ifndef COVEY_MESH_H
#define COVEY_MESH_H

#include "covey/world.h"

#ifdef __cplusplus
extern "C" {
#endif

#define COVEY_MESH_MAX_BYTES ((size_t)1 << 28)
#define COVEY_MESH_MAX_TRIANGLES ((size_t)1 << 22)
#define COVEY_MESH_MAX_PLACE 1e15 ///< a coordinate is at most so far from 0

typedef enum covey_mesh_format {
    COVEY_MESH_STL, ///< text or binary, as its bytes show
    COVEY_MESH_OBJ, ///< faces of several corners are cut into triangles around the first
} covey_mesh_format;

/// Triangles, and points without doubles: points with the same coordinates in a file are one.
/// Triangles that have one point twice are left out.
typedef struct covey_mesh {
    size_t points_count, triangles_count;
    double *points[COVEY_AXES];
    uint32_t *triangles; ///< three numbers of points each
    size_t taken[2];     ///< points and triangles that there is memory for
    covey_allocator allocator;
} covey_mesh;

/// Reads a mesh out of memory. The caller owns *mesh until covey_mesh_destroy(). COVEY_INPUT with
/// line and column of a text, or the byte of a binary STL in the message; COVEY_MEMORY. *mesh is
/// NULL then. Normals, colors, names and materials of files are not looked at.
COVEY_API covey_status covey_mesh_parse(const char *bytes, size_t size, covey_mesh_format format,
                                        covey_allocator allocator, covey_mesh **mesh,
                                        covey_error *error);

/// Reads a file of at most COVEY_MESH_MAX_BYTES: OBJ if its name ends in .obj, in any case, else
/// STL. Moreover COVEY_IO.
COVEY_API covey_status covey_mesh_read(const char *path, covey_allocator allocator,
                                       covey_mesh **mesh, covey_error *error);
COVEY_API void covey_mesh_destroy(covey_mesh *mesh); ///< NULL is fine

/// The format by the suffix of a file's name.
COVEY_API covey_mesh_format covey_mesh_format_of(const char *path);

/// Moves all points: each is turned by `turn` (radians around x, then y, then z), made `scale`
/// times as far from 0, and moved by `at`.
typedef struct covey_mesh_move {
    double scale;
    covey_vec turn, at;
} covey_mesh_move;
COVEY_API void covey_mesh_transform(covey_mesh *mesh, const covey_mesh_move *move);

/// The definition of a mesh as an influence of kind mesh. Valid as long as the mesh.
COVEY_API covey_influence_def covey_mesh_influence(const covey_mesh *mesh);

#ifdef __cplusplus
}
#endif
#endif
