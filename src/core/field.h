// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_FIELD_H
#define COVEY_CORE_FIELD_H

#include "base/memory.h"
#include "covey/influence.h"

#include <stdbool.h>
#include <stdint.h>

/// A grid with its own copy of the vectors.
typedef struct covey_field_copy {
    covey_field grid; ///< of these columns
    double *column[COVEY_AXES];
} covey_field_copy;

/// Copies a grid of vectors for a space of `dim` axes. COVEY_ARG for one without nodes or numbers,
/// cells that are not above 0, numbers that are not finite; COVEY_MEMORY.
covey_status covey_field_create(covey_memory *memory, int dim, const covey_field *given,
                                covey_field_copy **copy, covey_error *error);
void covey_field_destroy(covey_memory *memory, covey_field_copy *copy);

/// The number of nodes.
size_t covey_field_nodes(const covey_field *field, int dim);

/// True if both have the same nodes and vectors.
bool covey_field_equals(const covey_field *one, const covey_field *other, int dim);

/// Takes the nodes and vectors into a running hash.
uint64_t covey_field_hash(uint64_t hash, const covey_field *field, int dim);

#endif
