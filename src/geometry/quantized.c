// SPDX-License-Identifier: MIT
#include "geometry/quantized.h"

#include "base/wider.h"

COVEY_BODY void covey_quantized_find_body(double scale, size_t count, const double *restrict x,
                                          const double *restrict y, uint32_t *restrict quantized)
{
    for (size_t i = 0; i < count; i++)
        quantized[i] = covey_quantized(scale, x[i], y[i]);
}

COVEY_WIDER(void, covey_quantized_find,
            (double scale, size_t count, const double *x, const double *y, uint32_t *quantized),
            (scale, count, x, y, quantized))

COVEY_BODY void covey_quantized_find_depth_body(double scale, size_t count,
                                                const double *restrict z, uint32_t *restrict depth)
{
    for (size_t i = 0; i < count; i++)
        depth[i] = covey_quantized_depth(scale, z[i]);
}

COVEY_WIDER(void, covey_quantized_find_depth,
            (double scale, size_t count, const double *z, uint32_t *depth),
            (scale, count, z, depth))
