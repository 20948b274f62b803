// SPDX-License-Identifier: MIT
// Lists of values as text, the words of a sweep: "0:6:0.5", "40,100,400", "1:20", "latin:100".
#ifndef COVEY_BASE_VALUES_H
#define COVEY_BASE_VALUES_H

#include "covey/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    COVEY_VALUES_MOST = 10000,   ///< values of a key, and points of a design
    COVEY_VALUES_SEEDS = 100000, ///< seeds
    COVEY_VALUES_WORD = 64,      ///< bytes of a value, with the zero
    COVEY_VALUES_REASON = 160    ///< bytes of a reason, with the zero
};

/// A reason why a text is refused: the rest of a sentence that begins with its name.
typedef char covey_values_reason[COVEY_VALUES_REASON];

/// Called for each value; false: there is no memory for it.
typedef bool (*covey_values_take)(void *context, const char *value);

/// Lists the values of "low:high:step", words and numbers, with commas between; values of a range
/// in decimals, so that 0.1 * 3 is 0.3. Commas in brackets are of a value. COVEY_ARG with the
/// reason for a text that is wrong or has more than COVEY_VALUES_MOST values; COVEY_MEMORY.
covey_status covey_values_list(const char *text, covey_values_take take, void *context,
                               covey_values_reason reason);

/// Reads "low:high". COVEY_ARG.
covey_status covey_values_range(const char *text, double range[2], covey_values_reason reason);

/// Called for each range of seeds, and the number of all so far; false: there is no memory.
typedef bool (*covey_values_take_seeds)(void *context, uint64_t first, uint64_t count);

/// Lists the ranges of "first:last" and single seeds, with commas between. COVEY_ARG for anything
/// else and for more than COVEY_VALUES_SEEDS; COVEY_MEMORY.
covey_status covey_values_seeds(const char *text, covey_values_take_seeds take, void *context,
                                covey_values_reason reason);

/// How points are laid in the space of the keys.
typedef enum covey_values_design {
    COVEY_VALUES_GRID,   ///< all combinations; the last key changes fastest
    COVEY_VALUES_LATIN,  ///< a latin hypercube: each of N slices of each key has one point
    COVEY_VALUES_RANDOM, ///< independent points
} covey_values_design;

/// Reads "grid", "latin:N" or "random:N"; *points is 0 for a grid. COVEY_ARG.
covey_status covey_values_design_of(const char *text, covey_values_design *design, uint64_t *points,
                                    covey_values_reason reason);

#endif
