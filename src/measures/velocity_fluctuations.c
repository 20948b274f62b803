// SPDX-License-Identifier: MIT
#include "measures/agents.h"

#include "measures/sum.h"

/// The largest relative error of a mean of equal velocities: smaller fluctuations count as none.
#define NO_FLUCTUATION 0x1p-46

static double largest_of(const covey_vec *vectors, size_t count)
{
    double largest = 0.0;
    for (size_t i = 0; i < count; i++) {
        double x = fabs(vectors[i].x), y = fabs(vectors[i].y), z = fabs(vectors[i].z);
        largest = x > largest ? x : largest;
        largest = y > largest ? y : largest;
        largest = z > largest ? z : largest;
    }
    return largest;
}

/// Scales all vectors by a power of two, so that no component is larger than 1.
static void scale(covey_vec *vectors, size_t count)
{
    int exponent;
    (void)frexp(largest_of(vectors, count), &exponent);
    for (size_t i = 0; i < count; i++)
        vectors[i] = (covey_vec){ldexp(vectors[i].x, -exponent), ldexp(vectors[i].y, -exponent),
                                 ldexp(vectors[i].z, -exponent)};
}

bool covey_velocity_fluctuations_find(const covey_view *view, const uint32_t *order,
                                      covey_velocity_fluctuations *found)
{
    covey_sum_vectors sum = {0};
    found->count = 0;
    for (size_t k = 0; k < view->count; k++) {
        size_t i = order != NULL ? order[k] : k;
        if (!covey_agents_known(view, i))
            continue;
        found->pos[found->count] = covey_agents_pos(view, i);
        found->u[found->count++] = covey_agents_vel(view, i);
    }
    if (found->count < 2)
        return false;
    scale(found->u, found->count);
    for (size_t i = 0; i < found->count; i++)
        covey_sum_vectors_add(&sum, found->u[i], covey_agents_dim(view));
    covey_vec mean = covey_sum_vectors_mean(&sum, found->count);
    for (size_t i = 0; i < found->count; i++)
        found->u[i] = covey_vec_sub(found->u[i], mean);
    return largest_of(found->u, found->count) > NO_FLUCTUATION;
}
