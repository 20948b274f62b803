// SPDX-License-Identifier: MIT
// Rows of agents (core/part.h) that grow.
#ifndef COVEY_DIST_ROWS_H
#define COVEY_DIST_ROWS_H

#include "covey/base.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct covey_rows {
    uint64_t *word;
    size_t count; ///< rows
    size_t width; ///< words of a row; it may change where there are none
    size_t room;  ///< words
} covey_rows;

/// Makes room for so many rows in all, and for some more. False without memory: the rows stay.
bool covey_rows_reserve(covey_rows *rows, size_t count);

/// Appends copies of rows of the same width. False without memory.
bool covey_rows_add(covey_rows *rows, const uint64_t *word, size_t count);
void covey_rows_free(covey_rows *rows);

static inline uint64_t *covey_rows_at(const covey_rows *rows, size_t k)
{
    return rows->word + k * rows->width;
}

#endif
