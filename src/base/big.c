// SPDX-License-Identifier: MIT
// Natural numbers of up to some thousand bits in a fixed array: the few operations by which parse.c
// and print.c stay exact where 64 bits do not suffice. Schoolbook methods on 32-bit words, so that
// every intermediate result fits in 64 bits.
#include "base/big.h"

#include <assert.h>

/// 13 is the highest power of 5 below 2^32.
#define POWER5_STEP 13
static const uint32_t power5[POWER5_STEP + 1] = {
    1,     5,      25,      125,     625,      3125,      15625,
    78125, 390625, 1953125, 9765625, 48828125, 244140625, 1220703125,
};

static void trim(covey_big *a)
{
    while (a->count > 0 && a->word[a->count - 1] == 0)
        a->count--;
}

void covey_big_set(covey_big *a, uint64_t value)
{
    a->word[0] = (uint32_t)value;
    a->word[1] = (uint32_t)(value >> 32);
    a->count = 2;
    trim(a);
}

void covey_big_multiply(covey_big *a, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    for (int i = 0; i < a->count; i++) {
        carry += (uint64_t)a->word[i] * factor;
        a->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) {
        assert(a->count < COVEY_BIG_WORDS);
        a->word[a->count++] = (uint32_t)carry;
    }
    trim(a);
}

void covey_big_multiply_power5(covey_big *a, int exponent)
{
    for (; exponent > POWER5_STEP; exponent -= POWER5_STEP)
        covey_big_multiply(a, power5[POWER5_STEP], 0);
    covey_big_multiply(a, power5[exponent], 0);
}

void covey_big_shift_left(covey_big *a, int bits)
{
    int words = bits / 32;
    int rest = bits % 32;
    assert(a->count + words < COVEY_BIG_WORDS);
    for (int i = a->count; i >= 0; i--) {
        uint64_t high = i < a->count ? a->word[i] : 0;
        uint64_t low = i > 0 ? a->word[i - 1] : 0;
        a->word[i + words] = (uint32_t)((high << 32 | low) << rest >> 32);
    }
    for (int i = 0; i < words; i++)
        a->word[i] = 0;
    a->count += words + 1;
    trim(a);
}

void covey_big_subtract(covey_big *a, const covey_big *b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < a->count; i++) {
        uint64_t taken = borrow + (i < b->count ? b->word[i] : 0);
        borrow = a->word[i] < taken;
        a->word[i] = (uint32_t)(a->word[i] - taken);
    }
    assert(borrow == 0);
    trim(a);
}

uint32_t covey_big_divide(covey_big *a, uint32_t divisor)
{
    uint64_t rest = 0;
    for (int i = a->count - 1; i >= 0; i--) {
        rest = rest << 32 | a->word[i];
        a->word[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    trim(a);
    return (uint32_t)rest;
}

int covey_big_compare(const covey_big *a, const covey_big *b)
{
    if (a->count != b->count)
        return a->count - b->count;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->word[i] != b->word[i])
            return a->word[i] < b->word[i] ? -1 : 1;
    return 0;
}

int covey_big_bits(const covey_big *a)
{
    if (a->count == 0)
        return 0;
    int bits = 32 * (a->count - 1);
    for (uint32_t top = a->word[a->count - 1]; top != 0; top >>= 1)
        bits++;
    return bits;
}
