// SPDX-License-Identifier: MIT
// The area that a flock covers: that of its convex hull, by the chain of A. M. Andrew, "Another
// efficient algorithm for convex hulls in two dimensions", 1979. On a torus by the shortest offsets
// from the center of mass.
#include "measures/agents.h"
#include "measures/sum.h"

#include <stdlib.h>

static int by_place(const void *a, const void *b)
{
    const covey_vec *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return p->y < q->y ? -1 : p->y > q->y;
}

/// Above 0 where c is to the left of the way from a to b.
static double side(covey_vec a, covey_vec b, covey_vec c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Puts the hull of sorted points, counterclockwise, with room for twice as many; returns its size.
static size_t find_hull(const covey_vec *points, size_t count, covey_vec *hull)
{
    size_t size = 0;
    for (int way = 0; way < 2; way++) { // along the lower side, and back along the upper one
        size_t first = size;
        for (size_t k = 0; k < count; k++) {
            covey_vec next = points[way == 0 ? k : count - 1 - k];
            while (size >= first + 2 && side(hull[size - 2], hull[size - 1], next) <= 0.0)
                size--;
            hull[size++] = next;
        }
        size--; // the last one begins the other side
    }
    return size;
}

static double area_of(const covey_vec *hull, size_t size)
{
    covey_sum twice = {0};
    for (size_t k = 2; k < size; k++)
        covey_sum_add(&twice, covey_agents_finite(side(hull[0], hull[k - 1], hull[k])));
    return 0.5 * covey_sum_value(&twice);
}

static covey_status compute(covey_measure_work *work, double *values)
{
    const covey_view *view = work->view;
    covey_memory *memory = &work->shared->memory;
    size_t count = view->count;
    if (count < 2)
        return COVEY_OK;
    covey_vec *points = covey_memory_take(memory, count, 3 * sizeof *points);
    if (points == NULL)
        return COVEY_MEMORY;
    covey_vec center = covey_center(view);
    for (size_t i = 0; i < count; i++)
        points[i] = covey_agents_offset(view, center, i);
    qsort(points, count, sizeof *points, by_place);
    values[0] = area_of(points + count, find_hull(points, count, points + count));
    covey_memory_give(memory, points, count, 3 * sizeof *points);
    return COVEY_OK;
}

static const covey_measure columns[] = {
    {"hull_area", "Area of the convex hull.", "L^2", "Andrew 1979", false, NULL},
    {0},
};

const covey_measure_group covey_measure_hull = {
    .name = "hull", .columns = columns, .compute = compute, .dim = COVEY_PLANE};
