// SPDX-License-Identifier: MIT
// Voronoi cells in the plane, one at a time: a convex polygon that each other agent may cut along
// the line of equal distance to both. The agents whose lines are left are the neighbors, whatever
// their order; of several lines through one corner rounding decides which have a side.
#include "geometry/side_cell.h"

#include <stdint.h>
#include <string.h>

void covey_side_cell_begin(double half, covey_side_cell *cell)
{
    static const signed char corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    cell->count = 4;
    cell->far = 2.0 * half * half;
    for (int k = 0; k < 4; k++)
        cell->side[k] = (covey_cell_side){corner[k][0] * half, corner[k][1] * half, SIZE_MAX, 0, 0};
}

/// How far a corner is beyond the line of equal distance, times the length of the offset.
static double beyond_line(const covey_cell_side *corner, covey_vec offset, double half_square)
{
    return corner->x * offset.x + corner->y * offset.y - half_square;
}

/// The place where the line crosses from corner a to b, which are so far beyond it.
static covey_cell_side crossing(const covey_cell_side *a, double beyond_a, const covey_cell_side *b,
                                double beyond_b)
{
    double share = beyond_a / (beyond_a - beyond_b);
    covey_cell_side at = *a;
    at.x = a->x + (b->x - a->x) * share;
    at.y = a->y + (b->y - a->y) * share;
    return at;
}

static void find_far(covey_side_cell *cell)
{
    cell->far = 0.0;
    for (int k = 0; k < cell->count; k++) {
        double square = cell->side[k].x * cell->side[k].x + cell->side[k].y * cell->side[k].y;
        cell->far = square > cell->far ? square : cell->far;
    }
}

/// The first corner beyond the line, with the one before on this side; -1 if there is none.
static int first_beyond(const double *beyond, int count)
{
    for (int k = 0; k < count; k++)
        if (beyond[k] > 0.0 && !(beyond[(k + count - 1) % count] > 0.0))
            return k;
    return -1;
}

void covey_side_cell_cut(covey_side_cell *cell, covey_vec offset, const covey_cell_side *by)
{
    double square = offset.x * offset.x + offset.y * offset.y;
    if (square == 0.0 || square > 4.0 * cell->far)
        return;
    double beyond[COVEY_MAX_SIDES];
    const int count = cell->count;
    for (int k = 0; k < count; k++)
        beyond[k] = beyond_line(&cell->side[k], offset, 0.5 * square);
    int first = first_beyond(beyond, count), gone = 0;
    if (first < 0)
        return;
    while (gone < count && beyond[(first + gone) % count] > 0.0)
        gone++;
    if (count - gone + 2 > COVEY_MAX_SIDES)
        return;
    // What is left begins behind the corners that go: the end of the last side that is cut, the
    // corners, the first side that is cut, and the new side.
    int before = (first + count - 1) % count, last = (first + gone - 1) % count;
    int after = (last + 1) % count;
    covey_cell_side in =
        crossing(&cell->side[before], beyond[before], &cell->side[first], beyond[first]);
    covey_cell_side out =
        crossing(&cell->side[last], beyond[last], &cell->side[after], beyond[after]);
    covey_cell_side left[COVEY_MAX_SIDES];
    int kept = 0;
    left[kept++] = out;
    for (int k = 0; k < count - gone; k++)
        left[kept++] = cell->side[(after + k) % count];
    left[kept] = *by;
    left[kept].x = in.x;
    left[kept++].y = in.y;
    memcpy(cell->side, left, (size_t)kept * sizeof *left);
    cell->count = kept;
    find_far(cell);
}

static bool is_before(const covey_cell_side *a, const covey_cell_side *b)
{
    return a->distance < b->distance || (a->distance == b->distance && a->id < b->id);
}

void covey_side_cell_order(covey_side_cell *cell)
{
    int count = 0;
    for (int k = 0; k < cell->count; k++) {
        covey_cell_side side = cell->side[k];
        if (side.index == SIZE_MAX)
            continue;
        int place = count++;
        for (; place > 0 && is_before(&side, &cell->side[place - 1]); place--)
            cell->side[place] = cell->side[place - 1];
        cell->side[place] = side;
    }
    cell->count = count;
}
