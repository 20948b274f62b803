// SPDX-License-Identifier: MIT
#ifndef COVEY_MEASURES_SUM_H
#define COVEY_MEASURES_SUM_H

#include "covey/vec.h"

#include <stddef.h>
#include <stdint.h>

/// All places of a double, 2^-1074 to 2^1023, and 64 more for 2^64 of the largest; 32 to a limb.
#define COVEY_SUM_LIMBS 68

/// The exact sum of finite doubles in any order. All zero is an empty sum.
typedef struct covey_sum {
    int64_t limb[COVEY_SUM_LIMBS]; ///< times 2^(32 k - 1074)
    uint32_t pending;              ///< numbers added since the carries were passed on
} covey_sum;

/// Adds a finite number.
void covey_sum_add(covey_sum *sum, double value);

/// Returns the sum rounded to nearest, clamped to -DBL_MAX … DBL_MAX.
double covey_sum_value(const covey_sum *sum);

/// Returns the sum, rounded to 53 bits, divided by `count` > 0: finite even if the sum is not.
double covey_sum_mean(const covey_sum *sum, size_t count);

/// The exact sum of finite vectors, axis by axis; that of z stays empty in the plane.
typedef struct covey_sum_vectors {
    covey_sum axis[COVEY_AXES];
} covey_sum_vectors;

/// Adds the first `dim` components of a vector.
void covey_sum_vectors_add(covey_sum_vectors *sum, covey_vec value, int dim);
covey_vec covey_sum_vectors_value(const covey_sum_vectors *sum);
covey_vec covey_sum_vectors_mean(const covey_sum_vectors *sum, size_t count);

// ---- Summaries ----

/// The summary of some numbers; all NaN for no numbers. sd is that of the numbers themselves (their
/// squared deviations are divided by their count), rms the root of the mean square.
typedef struct covey_summary {
    double mean;
    double sd;
    double rms;
    double min;
    double max;
} covey_summary;

/// Returns the summary of value(context, i) for all i below `count`. Values are finite and not
/// negative, or NaN, which are skipped; their order does not matter. Each value is computed twice.
covey_summary covey_summary_of(double (*value)(const void *context, size_t i), const void *context,
                               size_t count);

#endif
