// SPDX-License-Identifier: MIT
// The order of agents by id: one look where the ids are 0 … count - 1, a radix sort where ids have
// gaps. Numbers are copied by memcpy, as a caller's bytes may begin at any address.
#include "base/heap_sort.h"

#include <stdbool.h>
#include <string.h>

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS, PASSES = 8 * sizeof(covey_id) / DIGIT_BITS };

uint32_t covey_id_order_at(const void *order, size_t k)
{
    uint32_t index;
    memcpy(&index, (const unsigned char *)order + k * sizeof index, sizeof index);
    return index;
}

static void put(void *order, size_t k, uint32_t index)
{
    memcpy((unsigned char *)order + k * sizeof index, &index, sizeof index);
}

/// Sorts by one digit of the ids; indices with equal digits keep their order.
static void sort_by_digit(const covey_id *id, size_t count, int shift, const void *from, void *to)
{
    size_t place[DIGITS] = {0}, sum = 0;
    for (size_t i = 0; i < count; i++)
        place[id[i] >> shift & (DIGITS - 1)]++;
    for (int digit = 0; digit < DIGITS; digit++) {
        size_t size = place[digit];
        place[digit] = sum;
        sum += size;
    }
    for (size_t k = 0; k < count; k++) {
        uint32_t index = covey_id_order_at(from, k);
        put(to, place[id[index] >> shift & (DIGITS - 1)]++, index);
    }
}

void covey_id_order(const covey_id *id, size_t count, void *order, void *room)
{
    bool has_gaps = false;
    for (size_t i = 0; i < count && !has_gaps; i++) {
        has_gaps = id[i] >= count;
        if (!has_gaps)
            put(order, id[i], (uint32_t)i);
    }
    if (!has_gaps)
        return;
    covey_id most = 0;
    for (size_t i = 0; i < count; i++) {
        put(order, i, (uint32_t)i);
        most = id[i] > most ? id[i] : most;
    }
    for (int pass = 0; pass < PASSES && most >> pass * DIGIT_BITS != 0; pass += 2) {
        sort_by_digit(id, count, pass * DIGIT_BITS, order, room);
        sort_by_digit(id, count, (pass + 1) * DIGIT_BITS, room, order);
    }
}
