// SPDX-License-Identifier: MIT
// OBJ (Wavefront): "v x y z" is a point, "f 1 2 3 …" a face of the points with these numbers, from
// 1 on or, below 0, from the last one backwards; "/" and numbers of other things may follow each.
// All other lines are about looks and names.
#include "formats/mesh.h"

enum { FIRST, LAST, NEXT, CORNERS };

static bool ends_line(const covey_mesh_text *self)
{
    return self->at == self->end || *self->at == '\n' || *self->at == '#';
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/// Skips "/2/3" behind the number of a point.
static void skip_others(covey_mesh_text *self)
{
    while (self->at < self->end && (*self->at == '/' || *self->at == '-' || is_digit(*self->at)))
        self->at++;
}

static covey_status read_number(covey_mesh_text *self, uint32_t *number)
{
    const char *begin = self->at;
    bool back = *self->at == '-';
    uint64_t value = 0;
    for (self->at += back; self->at < self->end && is_digit(*self->at); self->at++)
        value = value <= UINT32_MAX ? value * 10 + (uint64_t)(*self->at - '0') : value;
    bool any = self->at > begin + back, known = value >= 1 && value <= self->points_count;
    if (any && known && (self->at == self->end || *self->at != '.')) {
        *number = (uint32_t)(back ? self->points_count - value : value - 1);
        skip_others(self);
        bool ended = ends_line(self) || *self->at == ' ' || *self->at == '\t' || *self->at == '\r';
        if (ended)
            return COVEY_OK;
    }
    self->at = begin;
    return covey_mesh_refuse(self, any && !known ? "there is no point with this number before here"
                                                 : "expected the number of a point");
}

static covey_status read_face(covey_mesh_text *self)
{
    uint32_t corner[CORNERS];
    int count = 0;
    for (covey_mesh_skip(self, false); !ends_line(self); covey_mesh_skip(self, false)) {
        int place = count < CORNERS ? count : NEXT;
        if (count >= CORNERS)
            corner[LAST] = corner[NEXT];
        covey_status status = read_number(self, &corner[place]);
        if (status == COVEY_OK && ++count >= CORNERS)
            status = covey_mesh_add_triangle(self, corner);
        if (status != COVEY_OK)
            return status;
        count = count < CORNERS ? count : CORNERS;
    }
    return count == CORNERS ? COVEY_OK : covey_mesh_refuse(self, "a face has three points or more");
}

static covey_status read_line(covey_mesh_text *self)
{
    if (covey_mesh_takes(self, "v")) {
        double point[COVEY_AXES];
        covey_status status = covey_mesh_take_place(self, point);
        return status == COVEY_OK ? covey_mesh_add_point(self, point) : status;
    }
    return covey_mesh_takes(self, "f") ? read_face(self) : COVEY_OK;
}

covey_status covey_mesh_obj(covey_mesh_text *self)
{
    covey_status status = COVEY_OK;
    covey_mesh_skip(self, true);
    while (self->at < self->end && status == COVEY_OK) {
        status = read_line(self);
        if (status == COVEY_OK)
            covey_mesh_skip_line(self);
        covey_mesh_skip(self, true);
    }
    return status;
}
