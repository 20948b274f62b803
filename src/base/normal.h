// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_NORMAL_H
#define COVEY_BASE_NORMAL_H

#include <stddef.h>

/// A standard normal number from a uniform one of covey_uniform(): the normal quantile at the
/// middle of that step of the 2^53 from 0 to 1. At most 8.3 in size.
double covey_normal_quantile(double uniform);

/// x[k] becomes covey_normal_quantile(uniform[k]).
void covey_normal_quantiles(const double *uniform, size_t count, double *restrict x);

#endif
