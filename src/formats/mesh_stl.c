// SPDX-License-Identifier: MIT
// STL: text, "solid … facet … vertex x y z …", or binary: 80 bytes of any kind, the number of
// triangles, and 50 bytes for each: a normal, three corners (little-endian floats) and two bytes.
// Many binary files begin with "solid" too, so their size decides.
#include "formats/mesh.h"

#include <string.h>

enum { HEAD = 84, RECORD = 50, CORNERS = 3 };

// ---- Binary ----

static uint32_t word_at(const char *bytes)
{
    uint32_t word = 0;
    for (int k = 3; k >= 0; k--)
        word = word << 8 | (unsigned char)bytes[k];
    return word;
}

static double float_at(const char *bytes)
{
    uint32_t word = word_at(bytes);
    float value;
    memcpy(&value, &word, sizeof value);
    return (double)value;
}

static covey_status refuse_byte(const covey_mesh_text *self, size_t triangle)
{
    return covey_fail(
        self->error, COVEY_INPUT,
        "triangle %zu, in front of byte %zu: a coordinate is beyond 1e15 or no number", triangle,
        (size_t)(self->at - self->bytes));
}

static covey_status read_binary(covey_mesh_text *self, size_t count)
{
    if (count > COVEY_MESH_MAX_TRIANGLES)
        return covey_fail(self->error, COVEY_INPUT, "there are more than %zu triangles",
                          COVEY_MESH_MAX_TRIANGLES);
    covey_status status = COVEY_OK;
    self->at = self->bytes + HEAD;
    for (size_t k = 0; k < count && status == COVEY_OK; k++) {
        const char *record = self->at;
        uint32_t corner[CORNERS];
        for (int c = 0; c < CORNERS && status == COVEY_OK; c++) {
            double point[COVEY_AXES];
            for (int axis = 0; axis < COVEY_AXES; axis++)
                point[axis] = float_at(record + 12 + 12 * c + 4 * axis);
            self->at = record + 24 + 12 * c;
            corner[c] = (uint32_t)self->points_count;
            status = covey_mesh_is_place(point) ? covey_mesh_add_point(self, point)
                                                : refuse_byte(self, k);
        }
        if (status == COVEY_OK)
            status = covey_mesh_add_triangle(self, corner);
        self->at = record + RECORD;
    }
    return status;
}

// ---- Text ----

/// Skips blanks and lines and takes a word.
static bool takes(covey_mesh_text *self, const char *word)
{
    covey_mesh_skip(self, true);
    return covey_mesh_takes(self, word);
}

static covey_status read_corner(covey_mesh_text *self, uint32_t *corner)
{
    double point[COVEY_AXES];
    if (!takes(self, "vertex"))
        return covey_mesh_refuse(self, "expected vertex and three numbers");
    covey_status status = covey_mesh_take_place(self, point);
    *corner = (uint32_t)self->points_count;
    return status == COVEY_OK ? covey_mesh_add_point(self, point) : status;
}

/// Reads what follows the word facet. The normal is not looked at: it follows from the corners.
static covey_status read_facet(covey_mesh_text *self)
{
    uint32_t corner[CORNERS];
    covey_status status = COVEY_OK;
    covey_mesh_skip_line(self);
    if (!takes(self, "outer") || !takes(self, "loop"))
        return covey_mesh_refuse(self, "expected outer loop");
    for (int c = 0; c < CORNERS && status == COVEY_OK; c++)
        status = read_corner(self, &corner[c]);
    if (status != COVEY_OK)
        return status;
    if (!takes(self, "endloop"))
        return covey_mesh_refuse(self, "expected endloop behind three corners");
    if (!takes(self, "endfacet"))
        return covey_mesh_refuse(self, "expected endfacet");
    return covey_mesh_add_triangle(self, corner);
}

static covey_status read_solid(covey_mesh_text *self)
{
    covey_status status = COVEY_OK;
    covey_mesh_skip_line(self);
    while (status == COVEY_OK && takes(self, "facet"))
        status = read_facet(self);
    if (status != COVEY_OK)
        return status;
    if (!takes(self, "endsolid"))
        return covey_mesh_refuse(self, self->at == self->end ? "the file ends before endsolid"
                                                             : "expected facet or endsolid");
    covey_mesh_skip_line(self);
    return COVEY_OK;
}

covey_status covey_mesh_stl(covey_mesh_text *self)
{
    size_t size = (size_t)(self->end - self->bytes);
    size_t count = size >= HEAD ? word_at(self->bytes + HEAD - 4) : 0;
    if (size >= HEAD && size - HEAD == (uint64_t)count * RECORD)
        return read_binary(self, count);
    covey_status status = COVEY_OK;
    bool any = false;
    for (; status == COVEY_OK && takes(self, "solid"); any = true)
        status = read_solid(self);
    if (status != COVEY_OK || (any && self->at == self->end))
        return status;
    if (any)
        return covey_mesh_refuse(self, "expected solid or the end of the file");
    if (size < HEAD)
        return covey_fail(self->error, COVEY_INPUT,
                          "it is no STL: one of text begins with solid, and a binary one has at "
                          "least %d bytes and not %zu",
                          (int)HEAD, size);
    return covey_fail(self->error, COVEY_INPUT,
                      "it is no STL: one of text begins with solid, and a binary one of %zu "
                      "triangles, as its bytes 81 to 84 tell, has %zu bytes and not %zu",
                      count, HEAD + count * RECORD, size);
}
