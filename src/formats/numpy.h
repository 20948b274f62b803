// SPDX-License-Identifier: MIT
// Arrays of numpy (files .npy) from bytes in memory. Nothing in them is trusted.
#ifndef COVEY_FORMATS_NUMPY_H
#define COVEY_FORMATS_NUMPY_H

#include "covey/base.h"

#include <stdbool.h>
#include <stddef.h>

enum { COVEY_NUMPY_DIMS = 3 };

/// An array of numbers whose bytes lie in those that it was read from.
typedef struct covey_numpy {
    const unsigned char *bytes;
    char kind;                            ///< 'f', 'i', 'u' or 'b'
    size_t size;                          ///< of a number, bytes
    bool big;                             ///< the high byte comes first
    bool columns;                         ///< the first index runs fastest
    size_t dims, shape[COVEY_NUMPY_DIMS]; ///< 1 beyond `dims`
} covey_numpy;

/// Reads the head of an array. COVEY_INPUT for what is none, has other numbers or more dimensions,
/// or is longer than its bytes.
covey_status covey_numpy_open(const void *bytes, size_t size, covey_numpy *array,
                              covey_error *error);

/// Returns a number of the array; indices are below its shape.
double covey_numpy_at(const covey_numpy *array, size_t i, size_t j, size_t k);

#endif
