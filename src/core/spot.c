// SPDX-License-Identifier: MIT
#include "core/spot.h"

#include "base/wider.h"

COVEY_BODY void covey_spot_find_body(double scale, size_t count, const double *restrict x,
                                     const double *restrict y, uint32_t *restrict spot)
{
    for (size_t i = 0; i < count; i++)
        spot[i] = covey_spot(scale, x[i], y[i]);
}

COVEY_WIDER(void, covey_spot_find,
            (double scale, size_t count, const double *x, const double *y, uint32_t *spot),
            (scale, count, x, y, spot))
