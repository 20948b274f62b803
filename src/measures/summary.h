// SPDX-License-Identifier: MIT
#ifndef COVEY_MEASURES_SUMMARY_H
#define COVEY_MEASURES_SUMMARY_H

#include <stddef.h>

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
