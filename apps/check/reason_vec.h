// SPDX-License-Identifier: MIT
#ifndef CHECK_REASON_VEC_H
#define CHECK_REASON_VEC_H

#include "check/reason_parts.h"

#include <math.h>

// Vectors, and a rule at work: what the files on the forms of a rule share.

typedef struct vec {
    double x, y;
} vec;

/// A rule at work on an agent.
typedef struct working {
    reason_world *world;
    int rule;
    const unsigned char *parts;
    size_t i;
    const reason_seen *seen;
} working;

static inline double vec_length(vec v)
{
    return sqrt(v.x * v.x + v.y * v.y);
}

static inline vec vec_times(vec v, double factor)
{
    return (vec){v.x * factor, v.y * factor};
}

static inline vec vec_plus(vec a, vec b)
{
    return (vec){a.x + b.x, a.y + b.y};
}

static inline vec vec_unit(vec v)
{
    double l = vec_length(v);
    return l > 0 ? vec_times(v, 1 / l) : v;
}

static inline vec vec_capped(vec v, double most)
{
    double l = vec_length(v);
    return l > most && l > 0 ? vec_times(v, most / l) : v;
}

/// The vector of a rule with the length that it has, from the one to the center, the sum of pushes
/// or the mean velocity.
vec reason_scaled(const working *at, vec v);

/// Separation within its limit, and cohesion or alignment where a program limits them.
vec reason_limited(const working *at, vec v);
vec reason_capped(const working *at, vec v, double number);

#endif
