// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_INTERVAL_H
#define COVEY_FORMATS_INTERVAL_H

#include <stdbool.h>
#include <stddef.h>

/// The interval between frames of these keys, of which there are at least two, ascending, else 0:
/// of numbers that of the two nearest, of times the median of all, if half of all, and two at
/// least, are within a tenth of it: else there is none. `room` is for as many numbers.
double covey_interval_of(const double *keys, size_t count, bool numbered, double *room);

#endif
