// SPDX-License-Identifier: MIT
// Linear programs of two and three dimensions, one constraint after the other: where the best point
// so far violates a constraint, the new best one lies on its border (M. de Berg, O. Cheong, M. van
// Kreveld, M. Overmars, "Computational Geometry", 3rd edition, 2008, chapter 4). Where the
// constraints leave nothing, the largest violation is made as small as possible, which is a program
// of one more dimension (J. van den Berg, S. J. Guy, M. Lin, D. Manocha, "Reciprocal n-body
// collision avoidance", 2011, section 5.3). Constraints come in a fixed order, so that the bits
// depend on them alone.
#include "core/halves.h"

#include "base/sphere.h"

#include <math.h>

#define PARALLEL 1e-10 ///< square of the sine of an angle below which two directions are parallel

/// Asks among velocities up to `longest` for the one next to `to`, or with `farthest` for the one
/// farthest along `to`, which has the length 1 then.
typedef struct aim {
    covey_vec to;
    bool farthest;
    bool deep;
    double longest;
} aim;

/// A line of velocities: point + t along.
typedef struct line {
    covey_vec point, along;
} line;

/// Distance of a velocity from a half-space; at most 0 inside it.
static double beyond(const covey_half *half, covey_vec v)
{
    return covey_vec_dot(half->normal, covey_vec_sub(half->point, v));
}

/// The best velocity of a line inside the first `count` half-spaces. False if there is none.
static bool best_of_line(const covey_half *half, size_t count, const line *on, const aim *want,
                         covey_vec *best)
{
    double middle = covey_vec_dot(on->point, on->along);
    double rest =
        middle * middle + want->longest * want->longest - covey_vec_dot(on->point, on->point);
    if (!(rest >= 0.0))
        return false;
    double low = -middle - sqrt(rest), high = -middle + sqrt(rest);
    for (size_t k = 0; k < count; k++) {
        double far = beyond(&half[k], on->point);
        double slope = covey_vec_dot(half[k].normal, on->along);
        if (slope * slope <= PARALLEL) {
            if (far > 0.0)
                return false;
            continue;
        }
        double at = far / slope;
        low = slope > 0.0 && at > low ? at : low;
        high = slope < 0.0 && at < high ? at : high;
        if (low > high)
            return false;
    }
    double at = want->farthest ? (covey_vec_dot(want->to, on->along) > 0.0 ? high : low)
                               : covey_vec_dot(on->along, covey_vec_sub(want->to, on->point));
    at = at < low ? low : at > high ? high : at;
    *best = covey_vec_add(on->point, covey_vec_scale(on->along, at));
    return true;
}

/// The best velocity of the border of half-space `count` alone; false if all of it is too fast.
static bool best_of_border(const covey_half *border, const aim *want, covey_vec *best)
{
    double away = covey_vec_dot(border->point, border->normal);
    double square = want->longest * want->longest - away * away;
    if (!(square >= 0.0))
        return false;
    covey_vec middle = covey_vec_scale(border->normal, away);
    covey_vec to = want->farthest ? want->to : covey_vec_sub(want->to, middle);
    to = covey_vec_sub(to, covey_vec_scale(border->normal, covey_vec_dot(to, border->normal)));
    double length = covey_vec_length(to);
    if (want->farthest && length * length <= PARALLEL)
        to = (covey_vec){0.0, 0.0, 0.0};
    else if (want->farthest || length * length > square)
        to = covey_vec_scale(covey_vec_unit(to), sqrt(square));
    *best = covey_vec_add(middle, to);
    return true;
}

/// The best velocity of a plane inside the first half-spaces. False if there is none.
static bool best_of_plane(const covey_half *half, size_t count, const aim *want, covey_vec *best)
{
    const covey_half *border = &half[count];
    if (!best_of_border(border, want, best))
        return false;
    for (size_t k = 0; k < count; k++) {
        if (!(beyond(&half[k], *best) > 0.0))
            continue;
        covey_vec along = covey_sphere_cross(half[k].normal, border->normal);
        if (covey_vec_dot(along, along) <= PARALLEL)
            return false;
        along = covey_vec_unit(along);
        covey_vec across = covey_sphere_cross(along, border->normal);
        double at = beyond(&half[k], border->point) / covey_vec_dot(across, half[k].normal);
        const line both = {covey_vec_add(border->point, covey_vec_scale(across, at)), along};
        if (!best_of_line(half, k, &both, want, best))
            return false;
    }
    return true;
}

/// The best velocity inside half-spaces. Returns the number of the first that cannot hold, and the
/// best inside those before it; or their count.
static size_t best_of(const covey_half *half, size_t count, const aim *want, covey_vec *best)
{
    *best = want->farthest ? covey_vec_scale(want->to, want->longest)
                           : covey_vec_limit(want->to, want->longest);
    for (size_t k = 0; k < count; k++) {
        if (!(beyond(&half[k], *best) > 0.0))
            continue;
        covey_vec found;
        const covey_vec normal = half[k].normal;
        const line border = {half[k].point, {normal.y, -normal.x, 0.0}};
        if (!(want->deep ? best_of_plane(half, k, want, &found)
                         : best_of_line(half, k, &border, want, &found)))
            return k;
        *best = found;
    }
    return count;
}

/// The half-space of velocities that violate `other` no more than `one`. False if the two have the
/// same direction, so that the difference is the same for all.
static bool less_violated(const covey_half *one, const covey_half *other, covey_half *made)
{
    covey_vec along = covey_sphere_cross(other->normal, one->normal);
    if (covey_vec_dot(along, along) <= PARALLEL) {
        made->point = covey_vec_scale(covey_vec_add(one->point, other->point), 0.5);
        if (covey_vec_dot(one->normal, other->normal) > 0.0)
            return false;
    } else {
        covey_vec across = covey_sphere_cross(along, one->normal);
        double at = beyond(other, one->point) / covey_vec_dot(across, other->normal);
        made->point = covey_vec_add(one->point, covey_vec_scale(across, at));
    }
    made->normal = covey_vec_unit(covey_vec_sub(other->normal, one->normal));
    return true;
}

/// Makes the largest violation of half-spaces from `begin` on as small as possible.
static void violate_least(const covey_halves *all, size_t begin, covey_vec *best)
{
    covey_half made[COVEY_HALVES];
    double most = 0.0;
    for (size_t k = begin > all->firm ? begin : all->firm; k < all->count; k++) {
        if (!(beyond(&all->half[k], *best) > most))
            continue;
        size_t count = 0;
        for (; count < all->firm; count++)
            made[count] = all->half[count];
        for (size_t j = all->firm; j < k; j++)
            count += less_violated(&all->half[k], &all->half[j], &made[count]);
        const aim want = {all->half[k].normal, true, all->deep, all->longest};
        covey_vec found;
        if (best_of(made, count, &want, &found) == count) // else by rounding alone
            *best = found;
        most = beyond(&all->half[k], *best);
    }
}

covey_vec covey_halves_nearest(const covey_halves *all, covey_vec preferred)
{
    const aim want = {preferred, false, all->deep, all->longest};
    covey_vec best;
    size_t held = best_of(all->half, all->count, &want, &best);
    if (held < all->count)
        violate_least(all, held, &best);
    return best;
}
