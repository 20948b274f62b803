// SPDX-License-Identifier: MIT
// Ear by ear: a corner without other corners inside is cut off until three are left. Source: G. H.
// Meisters, "Polygons have ears", 1975.
#include "view/shaders.h"

#include <stdlib.h>
#include <string.h>

static double cross(covey_point a, covey_point b, covey_point c)
{
    return ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
           ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
}

static double area(const covey_point *points, size_t count)
{
    double sum = 0.0;
    for (size_t k = 1; k + 1 < count; k++)
        sum += cross(points[0], points[k], points[k + 1]);
    return sum;
}

/// True if the corner k of a polygon that turns as `turn` says can be cut off.
static bool is_ear(const covey_point *points, size_t count, size_t k, double turn)
{
    covey_point a = points[(k + count - 1) % count], b = points[k], c = points[(k + 1) % count];
    if (turn * cross(a, b, c) <= 0.0)
        return false;
    for (size_t j = 0; j + 3 < count; j++) {
        covey_point p = points[(k + 2 + j) % count];
        if (turn * cross(a, b, p) >= 0.0 && turn * cross(b, c, p) >= 0.0 &&
            turn * cross(c, a, p) >= 0.0)
            return false;
    }
    return true;
}

covey_point *triangulate(const covey_point *points, size_t count, size_t *corners)
{
    *corners = 0;
    covey_point *left = malloc((count + 1) * sizeof *left);
    covey_point *triangles = malloc((3 * count + 1) * sizeof *triangles);
    if (left == NULL || triangles == NULL) {
        free(left);
        free(triangles);
        return NULL;
    }
    memcpy(left, points, count * sizeof *left);
    double turn = area(points, count) < 0.0 ? -1.0 : 1.0;
    while (count >= 3) {
        size_t k = 0;
        while (k + 1 < count && !is_ear(left, count, k, turn))
            k++;
        triangles[(*corners)++] = left[(k + count - 1) % count];
        triangles[(*corners)++] = left[k];
        triangles[(*corners)++] = left[(k + 1) % count];
        memmove(left + k, left + k + 1, (count - k - 1) * sizeof *left);
        count--;
    }
    free(left);
    return triangles;
}
