// SPDX-License-Identifier: MIT
#ifndef COVEY_BASE_BIG_H
#define COVEY_BASE_BIG_H

#include <stdint.h>

/// Bits of the largest number. parse.c needs most: 801 decimal digits, that is 2661 bits, and one.
#define COVEY_BIG_BITS 2784
#define COVEY_BIG_WORDS (COVEY_BIG_BITS / 32 + 1)

/// A natural number: `count` words, the lowest first, the highest not 0. Zero has no words. The
/// caller keeps every result below 2^COVEY_BIG_BITS.
typedef struct covey_big {
    int count;
    uint32_t word[COVEY_BIG_WORDS];
} covey_big;

void covey_big_set(covey_big *a, uint64_t value);

/// a = a·factor + addend.
void covey_big_multiply(covey_big *a, uint32_t factor, uint32_t addend);

/// a = a·5^exponent.
void covey_big_multiply_power5(covey_big *a, int exponent);

/// a = a·2^bits.
void covey_big_shift_left(covey_big *a, int bits);

/// a = a - b, for a >= b.
void covey_big_subtract(covey_big *a, const covey_big *b);

/// a = floor(a / divisor); returns the remainder.
uint32_t covey_big_divide(covey_big *a, uint32_t divisor);

/// Negative, 0 or positive as a is less than, equal to or greater than b.
int covey_big_compare(const covey_big *a, const covey_big *b);

/// Bits without leading zeros: 0 for 0, 1 for 1, 2 for 2 and 3.
int covey_big_bits(const covey_big *a);

#endif
