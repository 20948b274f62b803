// SPDX-License-Identifier: MIT
#include "core/names.h"

#include "covey/schedule.h"

#include <string.h>

const char *const covey_names_precision[] = {
    [COVEY_PRECISION_DOUBLE] = "double",
    [COVEY_PRECISION_SINGLE] = "single",
    NULL,
};

const char *const covey_names_dense[] = {
    [COVEY_DENSE_PAIRS] = "pairs",
    [COVEY_DENSE_AGGREGATE] = "aggregate",
    NULL,
};

const char *const covey_names_order[] = {
    [COVEY_ORDER_TOGETHER] = "together",
    [COVEY_ORDER_IN_TURN] = "in_turn",
    [COVEY_ORDER_RANDOM] = "random_order",
    [COVEY_ORDER_TURN_IN_TURN] = "turn_in_turn",
    NULL,
};

const char *const covey_names_kernel[] = {
    [COVEY_KERNEL_FASTEST] = "fastest",
    [COVEY_KERNEL_REF] = "ref",
    [COVEY_KERNEL_SCALAR] = "scalar",
    [COVEY_KERNEL_SSE2] = "sse2",
    [COVEY_KERNEL_NEON] = "neon",
    [COVEY_KERNEL_SIMD128] = "simd128",
    [COVEY_KERNEL_AVX2] = "avx2",
    [COVEY_KERNEL_AVX512] = "avx512",
    NULL,
};

const char *const covey_names_schedule[] = {
    [COVEY_SCHEDULE_LINEAR] = "linear",
    [COVEY_SCHEDULE_STEPS] = "steps",
    NULL,
};

const char *const *covey_precision_names(void)
{
    return covey_names_precision;
}

const char *const *covey_dense_names(void)
{
    return covey_names_dense;
}

const char *const *covey_order_names(void)
{
    return covey_names_order;
}

const char *const *covey_kernel_names(void)
{
    return covey_names_kernel;
}

const char *const *covey_schedule_names(void)
{
    return covey_names_schedule;
}

covey_status covey_kernel_find(const char *name, covey_kernel_kind *kind, covey_error *error)
{
    if (name == NULL || kind == NULL)
        return covey_fail(error, COVEY_ARG, "the name of a kernel is NULL");
    for (int k = 0; covey_names_kernel[k] != NULL; k++)
        if (strcmp(covey_names_kernel[k], name) == 0) {
            *kind = (covey_kernel_kind)k;
            return COVEY_OK;
        }
    return covey_fail(error, COVEY_ARG, "there is no kernel called %s", name);
}
