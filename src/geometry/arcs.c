// SPDX-License-Identifier: MIT
// Unions of arcs of the circle of directions, exactly, in little memory: directions are numbers,
// the ends of a union are ends of its arcs, and so it is the same whatever the order in which they
// come. Where more arcs are apart than there is room for, the first ones are kept, and the arcs
// behind them are gathered in another round.
//
// The number of a direction is its place on the square |x| + |y| = 1: it takes no trigonometry, as
// discs take none, whose edges are the direction of the center turned by the angle with the sine
// radius/distance.
#include "geometry/arcs.h"

#include <math.h>
#include <string.h>

/// Beyond all numbers, before and behind.
#define BEFORE (-3.0)
#define BEHIND 3.0

double covey_arcs_number(double x, double y)
{
    double share = y / (fabs(x) + fabs(y));
    if (x >= 0.0)
        return share;
    return y >= 0.0 ? 2.0 - share : -2.0 - share;
}

covey_vec covey_arcs_direction(double number)
{
    double y = number > 1.0 ? 2.0 - number : number < -1.0 ? -2.0 - number : number;
    double x = 1.0 - fabs(number);
    double length = sqrt(x * x + y * y);
    return (covey_vec){x / length, y / length, 0.0};
}

void covey_arcs_begin(covey_arcs *arcs, double from)
{
    arcs->count = 0;
    arcs->from = from;
    arcs->until = BEHIND;
}

/// Puts an arc that touches no other to place k.
static void insert(covey_arcs *arcs, int k, covey_arc arc)
{
    if (arcs->count == COVEY_ARCS_MOST) {
        arcs->until = k < arcs->count ? arcs->arc[arcs->count - 1].begin : arc.begin;
        if (k == arcs->count)
            return;
        arcs->count--;
    }
    memmove(&arcs->arc[k + 1], &arcs->arc[k], (size_t)(arcs->count - k) * sizeof arc);
    arcs->arc[k] = arc;
    arcs->count++;
}

static void add(covey_arcs *arcs, covey_arc arc)
{
    if (!(arc.begin >= arcs->from && arc.begin < arcs->until))
        return;
    int first = 0, room = arcs->count;
    while (room > 0) { // the first that does not end before it
        int half = room / 2;
        bool before = arcs->arc[first + half].end < arc.begin;
        first += before ? half + 1 : 0;
        room = before ? room - half - 1 : half;
    }
    int next = first;
    while (next < arcs->count && arcs->arc[next].begin <= arc.end)
        next++;
    if (first == next) {
        insert(arcs, first, arc);
        return;
    }
    covey_arc *to = &arcs->arc[first];
    to->begin = arc.begin < to->begin ? arc.begin : to->begin;
    double end = arcs->arc[next - 1].end;
    to->end = arc.end > end ? arc.end : end;
    memmove(to + 1, &arcs->arc[next], (size_t)(arcs->count - next) * sizeof arc);
    arcs->count -= next - first - 1;
}

void covey_arcs_add_disc(covey_arcs *arcs, covey_vec offset, double distance, double radius)
{
    if (!(distance > radius)) {
        add(arcs, (covey_arc){-2.0, 2.0});
        return;
    }
    covey_vec to = covey_vec_divide(offset, distance);
    double sine = radius / distance, cosine = sqrt((1.0 - sine) * (1.0 + sine));
    double begin = covey_arcs_number(to.x * cosine + to.y * sine, to.y * cosine - to.x * sine);
    double end = covey_arcs_number(to.x * cosine - to.y * sine, to.y * cosine + to.x * sine);
    // An end at the seam is on the side of the arc.
    begin = begin == 2.0 && end < 1.0 ? -2.0 : begin;
    end = end == -2.0 && begin > -1.0 ? 2.0 : end;
    if (begin > end + 1.0) { // over the seam
        add(arcs, (covey_arc){begin, 2.0});
        add(arcs, (covey_arc){-2.0, end});
        return;
    }
    add(arcs, (covey_arc){begin, end > begin ? end : begin}); // a far one may be but a direction
}

void covey_arcs_field_begin(covey_arcs_field *field)
{
    *field = (covey_arcs_field){.open = {BEFORE, BEFORE}, .first_end = BEFORE};
}

/// Ends the open arc. Its edges at the seam are left for covey_arcs_field_end().
static void close_arc(covey_arcs_field *field)
{
    const covey_arc arc = field->open;
    if (arc.end < -2.0)
        return;
    covey_vec begin = covey_arcs_direction(arc.begin), end = covey_arcs_direction(arc.end);
    field->covered.x += end.y - begin.y;
    field->covered.y += begin.x - end.x;
    if (arc.begin > -2.0)
        field->edges = covey_vec_add(field->edges, begin);
    else
        field->first_end = arc.end;
    if (arc.end < 2.0)
        field->edges = covey_vec_add(field->edges, end);
}

bool covey_arcs_end(const covey_arcs *arcs, covey_arcs_field *field)
{
    for (int k = 0; k < arcs->count; k++) {
        const covey_arc arc = arcs->arc[k];
        if (arc.begin > field->open.end) {
            close_arc(field);
            field->open = arc;
        } else if (arc.end > field->open.end) {
            field->open.end = arc.end;
        }
    }
    return arcs->until < BEHIND;
}

void covey_arcs_field_end(covey_arcs_field *field)
{
    close_arc(field);
    bool begins = field->first_end >= -2.0, ends = field->open.end == 2.0;
    if (begins != ends) // else the arc goes on beyond the seam, or none comes to it
        field->edges.x -= 1.0;
}
