// SPDX-License-Identifier: MIT
// Numbers words by a hash table with open addressing, at most half full.
#include "formats/labels.h"

#include "base/bits.h"

void covey_labels_init(covey_labels *labels, covey_memory *memory)
{
    *labels = (covey_labels){.memory = memory, .words = {.memory = memory}};
}

void covey_labels_destroy(covey_labels *labels)
{
    if (labels->memory == NULL)
        return;
    covey_memory_give(labels->memory, labels->begin, labels->room, sizeof *labels->begin);
    covey_memory_give(labels->memory, labels->slots, labels->slot_count, sizeof *labels->slots);
    covey_text_destroy(&labels->words);
    *labels = (covey_labels){0};
}

static size_t size_of(const covey_labels *labels, uint32_t number)
{
    size_t end = number + 1 < labels->count ? labels->begin[number + 1] : labels->words.size;
    return end - labels->begin[number] - 1;
}

/// Returns the slot of a word, or the empty slot where it belongs.
static size_t find_slot(const covey_labels *labels, const char *word, size_t size)
{
    uint64_t hash = size;
    for (size_t k = 0; k < size; k++)
        hash = covey_hash_word(hash, (unsigned char)word[k]);
    size_t slot = (size_t)hash & (labels->slot_count - 1);
    for (;; slot = (slot + 1) & (labels->slot_count - 1)) {
        uint32_t number = labels->slots[slot];
        if (number == 0)
            return slot;
        if (size_of(labels, number - 1) == size &&
            memcmp(labels->words.bytes + labels->begin[number - 1], word, size) == 0)
            return slot;
    }
}

/// Doubles the table and inserts all words again.
static bool grow(covey_labels *labels)
{
    size_t room = labels->room == 0 ? 16 : 2 * labels->room;
    size_t *begin =
        covey_memory_grow(labels->memory, labels->begin, labels->room, room, sizeof *begin);
    if (begin == NULL)
        return false;
    labels->begin = begin;
    labels->room = room;
    uint32_t *slots = covey_memory_take(labels->memory, 2 * room, sizeof *slots);
    if (slots == NULL)
        return false;
    covey_memory_give(labels->memory, labels->slots, labels->slot_count, sizeof *slots);
    labels->slots = slots;
    labels->slot_count = 2 * room;
    for (uint32_t k = 0; k < labels->count; k++)
        slots[find_slot(labels, labels->words.bytes + begin[k], size_of(labels, k))] = k + 1;
    return true;
}

bool covey_labels_find(covey_labels *labels, const char *word, size_t size, uint32_t *number)
{
    if (2 * (size_t)labels->count >= labels->slot_count && !grow(labels))
        return false;
    size_t slot = find_slot(labels, word, size);
    if (labels->slots[slot] == 0) {
        size_t begin = labels->words.size;
        covey_text_put(&labels->words, word, size);
        covey_text_put(&labels->words, "", 1);
        if (labels->words.failed || labels->count == UINT32_MAX - 1)
            return false;
        labels->begin[labels->count] = begin;
        labels->slots[slot] = ++labels->count;
    }
    *number = labels->slots[slot] - 1;
    return true;
}

const char *covey_labels_at(const covey_labels *labels, uint32_t number)
{
    return number < labels->count ? labels->words.bytes + labels->begin[number] : NULL;
}
