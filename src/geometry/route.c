// SPDX-License-Identifier: MIT
// Walks along routes. Nothing is kept of a route: its corners are found again in each walk, which
// takes some additions and multiplications a corner.
#include "geometry/route.h"

enum { SPAN = 8 };

static covey_vec point(const covey_shape *shape, size_t k)
{
    double z = shape->points[2] != NULL ? shape->points[2][k] : 0.0;
    return (covey_vec){shape->points[0][k], shape->points[1][k], z};
}

/// Point k, counted round a closed route. An open one goes on beyond its ends as it came.
static covey_vec knot(const covey_route *route, size_t k, int step)
{
    size_t count = route->shape->count, last = count - 1;
    if (route->closed)
        return point(route->shape, (k + count + (size_t)step) % count);
    if (k == 0 && step < 0)
        return covey_vec_sub(covey_vec_scale(point(route->shape, 0), 2.0), point(route->shape, 1));
    size_t at = k + (size_t)step;
    if (at > last)
        return covey_vec_sub(covey_vec_scale(point(route->shape, last), 2.0),
                             point(route->shape, last - 1));
    return point(route->shape, at);
}

static size_t spans_of(const covey_route *route)
{
    size_t count = route->shape->count;
    if (count < 2)
        return 0;
    return route->closed ? count : count - 1;
}

static size_t edges_of(const covey_route *route)
{
    return spans_of(route) * (route->smooth ? SPAN : 1);
}

/// E. Catmull, R. Rom, A class of local interpolating splines, 1974: between the knots b and c, for
/// t from 0 to 1.
static covey_vec curve(covey_vec a, covey_vec b, covey_vec c, covey_vec d, double t)
{
    double wa = t * (t * (2.0 - t) - 1.0), wb = t * t * (3.0 * t - 5.0) + 2.0;
    double wc = t * (t * (4.0 - 3.0 * t) + 1.0), wd = t * t * (t - 1.0);
    covey_vec inner = covey_vec_add(covey_vec_scale(b, wb), covey_vec_scale(c, wc));
    covey_vec outer = covey_vec_add(covey_vec_scale(a, wa), covey_vec_scale(d, wd));
    return covey_vec_scale(covey_vec_add(inner, outer), 0.5);
}

/// Corner k, from 0 to the number of edges.
static covey_vec corner(const covey_route *route, size_t k)
{
    if (!route->smooth || k % SPAN == 0)
        return knot(route, route->smooth ? k / SPAN : k, 0);
    size_t at = k / SPAN;
    return curve(knot(route, at, -1), knot(route, at, 0), knot(route, at, 1), knot(route, at, 2),
                 (double)(k % SPAN) / (double)SPAN);
}

double covey_route_length(const covey_route *route)
{
    double length = 0.0;
    covey_vec from = corner(route, 0);
    for (size_t k = 0; k < edges_of(route); k++) {
        covey_vec to = corner(route, k + 1);
        length += covey_vec_length(covey_vec_sub(to, from));
        from = to;
    }
    return length;
}

covey_vec covey_route_at(const covey_route *route, double along, covey_vec *forward)
{
    covey_vec from = corner(route, 0);
    *forward = (covey_vec){0, 0, 0};
    if (route->closed) {
        double length = covey_route_length(route);
        along = length > 0.0 ? along - length * floor(along / length) : 0.0;
    }
    for (size_t k = 0; k < edges_of(route); k++) {
        covey_vec to = corner(route, k + 1), edge = covey_vec_sub(to, from);
        double length = covey_vec_length(edge);
        if (length > 0.0) {
            *forward = covey_vec_divide(edge, length);
            if (along <= length)
                return covey_vec_add(from, covey_vec_scale(*forward, along > 0.0 ? along : 0.0));
        }
        along -= length;
        from = to;
    }
    return from;
}

/// The place of an edge that is nearest to its beginning + p, as a share of the edge.
static double share_of(covey_vec edge, covey_vec p)
{
    double square = covey_vec_dot(edge, edge);
    double share = square > 0.0 ? covey_vec_dot(edge, p) / square : 0.0;
    if (!(share > 0.0))
        return 0.0;
    return share < 1.0 ? share : 1.0;
}

/// Takes the nearest place of one image instead of `best`, if it is nearer.
static void look_at(const covey_route *route, covey_vec image, covey_vec p, covey_route_place *best)
{
    covey_vec from = covey_vec_add(corner(route, 0), image);
    double least = covey_vec_length(best->offset), passed = 0.0;
    for (size_t k = 0; k < edges_of(route); k++) {
        covey_vec to = covey_vec_add(corner(route, k + 1), image);
        covey_vec edge = covey_vec_sub(to, from), away = covey_vec_sub(p, from);
        double share = share_of(edge, away), length = covey_vec_length(edge);
        covey_vec offset = covey_vec_sub(covey_vec_scale(edge, share), away);
        double distance = covey_vec_length(offset);
        if (distance < least) {
            least = distance;
            *best = (covey_route_place){passed + share * length, image, offset};
        }
        passed += length;
        from = to;
    }
}

covey_route_place covey_route_nearest(const covey_route *route, covey_vec p)
{
    const covey_shape *shape = route->shape;
    // A curve leaves the circle around its points by half the radius at most: the magnitudes of its
    // weights add up to 1.25, and 1.5 beside an end.
    double beyond = route->smooth ? 0.5 * shape->radius : 0.0;
    covey_route_place best = {0.0, {0, 0, 0}, covey_vec_sub(corner(route, 0), p)};
    covey_vec images[COVEY_SHAPE_IMAGES];
    int count = covey_shape_near(shape, p, covey_vec_length(best.offset) + beyond, images);
    for (int k = 0; k < count; k++)
        look_at(route, images[k], p, &best);
    return best;
}
