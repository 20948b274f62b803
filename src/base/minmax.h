// SPDX-License-Identifier: MIT
// The larger and the smaller of two numbers, as one instruction each; of NaN, the second. Unlike
// those of the C library they are no calls.
#ifndef COVEY_BASE_MINMAX_H
#define COVEY_BASE_MINMAX_H

static inline double covey_larger(double a, double b)
{
    return a > b ? a : b;
}

static inline double covey_smaller(double a, double b)
{
    return a < b ? a : b;
}

#endif
