// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_LABELS_H
#define COVEY_FORMATS_LABELS_H

#include "base/memory.h"
#include "formats/text.h"

#include <stdbool.h>

/// Words numbered in the order of their first appearance.
typedef struct covey_labels {
    covey_memory *memory;
    covey_text words; ///< each with a zero behind it
    size_t *begin;    ///< of word k
    size_t room;      ///< for words
    uint32_t count;
    uint32_t *slots;   ///< hash table: number of a word + 1, or 0
    size_t slot_count; ///< a power of two, or 0
} covey_labels;

void covey_labels_init(covey_labels *labels, covey_memory *memory);
void covey_labels_destroy(covey_labels *labels);

/// Finds the number of a word, which is added if it is new; false without memory.
bool covey_labels_find(covey_labels *labels, const char *word, size_t size, uint32_t *number);

/// Returns the word of a number, up to its first zero byte; NULL if there is none.
const char *covey_labels_at(const covey_labels *labels, uint32_t number);

#endif
