// SPDX-License-Identifier: MIT
// A mesh in the making, and the readers of formats.
#ifndef COVEY_FORMATS_MESH_H
#define COVEY_FORMATS_MESH_H

#include "base/memory.h"
#include "covey/mesh.h"

#include <stdbool.h>

/// Points and triangles as a file has them, and the bytes of the file.
typedef struct covey_mesh_text {
    covey_memory *memory;
    const char *bytes, *at, *end;
    uint64_t line;
    const char *line_begin;
    double (*point)[COVEY_AXES];
    size_t points_count, points_room;
    uint32_t *corner;
    size_t corners_count, corners_room;
    covey_error *error;
} covey_mesh_text;

/// Fails with COVEY_INPUT at the place that is read.
covey_status covey_mesh_refuse(const covey_mesh_text *self, const char *message);

/// Adds a point, a triangle. COVEY_MEMORY, COVEY_INPUT for too many of them.
covey_status covey_mesh_add_point(covey_mesh_text *self, const double point[COVEY_AXES]);
covey_status covey_mesh_add_triangle(covey_mesh_text *self, const uint32_t corner[3]);

/// True if a mesh can have all coordinates.
bool covey_mesh_is_place(const double point[COVEY_AXES]);

/// Skips blanks, and with `lines` the ends of lines.
void covey_mesh_skip(covey_mesh_text *self, bool lines);

/// Skips the rest of a line and its end.
void covey_mesh_skip_line(covey_mesh_text *self);

/// Skips the word that comes next, in any case, if it is this one: true.
bool covey_mesh_takes(covey_mesh_text *self, const char *word);

/// Reads three numbers on one line that can be a place.
covey_status covey_mesh_take_place(covey_mesh_text *self, double point[COVEY_AXES]);

covey_status covey_mesh_stl(covey_mesh_text *self);
covey_status covey_mesh_obj(covey_mesh_text *self);

#endif
