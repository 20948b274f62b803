// SPDX-License-Identifier: MIT
// Sums of doubles without rounding, so that the order in which numbers come does not matter: a
// fixed point number as long as the range of exponents (U. Kulisch, "Advanced arithmetic for the
// digital computer", 2002). A limb holds 32 bits of it and has room for 2^30 carries.
#include "measures/sum.h"

#include "base/bits.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#define LIMB 0xffffffff
enum { MOST_PENDING = 1 << 29 }; // each adds less than 2^33 to a limb

/// Brings all limbs but the highest into [0, 2^32). Afterwards the highest has the sign.
static void pass_carries(covey_sum *sum)
{
    for (int k = 0; k + 1 < COVEY_SUM_LIMBS; k++) {
        int64_t low = (int64_t)((uint64_t)sum->limb[k] & LIMB);
        sum->limb[k + 1] += (sum->limb[k] - low) / ((int64_t)1 << 32);
        sum->limb[k] = low;
    }
    sum->pending = 0;
}

void covey_sum_add(covey_sum *sum, double value)
{
    uint64_t bits = covey_bits_of(value);
    uint64_t digits = bits & 0xfffffffffffff;
    unsigned place = (unsigned)(bits >> 52) & 0x7ff;
    if (place > 0) {
        digits |= 0x10000000000000;
        place--;
    }
    uint64_t lower = (digits & LIMB) << place % 32;
    uint64_t upper = (digits >> 32) << place % 32;
    int64_t parts[3] = {(int64_t)(lower & LIMB), (int64_t)((lower >> 32) + (upper & LIMB)),
                        (int64_t)(upper >> 32)};
    int64_t sign = bits >> 63 != 0 ? -1 : 1;
    for (unsigned k = 0; k < 3; k++)
        sum->limb[place / 32 + k] += sign * parts[k];
    if (++sum->pending == MOST_PENDING)
        pass_carries(sum);
}

/// Carries, and makes the value absolute; returns true if it was negative.
static bool take_sign(covey_sum *sum)
{
    pass_carries(sum);
    if (sum->limb[COVEY_SUM_LIMBS - 1] >= 0)
        return false;
    for (int k = 0; k < COVEY_SUM_LIMBS; k++)
        sum->limb[k] = -sum->limb[k];
    pass_carries(sum);
    return true;
}

/// Rounds the sum to nearest, ties to even: a whole number of at most 53 bits times 2^exponent.
static double rounded(const covey_sum *sum, int *exponent)
{
    covey_sum carried = *sum;
    bool negative = take_sign(&carried);
    int top = COVEY_SUM_LIMBS - 1;
    while (top > 2 && carried.limb[top] == 0)
        top--;
    // Three limbs hold 65 bits or more; the others only decide a tie.
    uint64_t high = (uint64_t)carried.limb[top] << 32 | (uint64_t)carried.limb[top - 1];
    uint64_t low = (uint64_t)carried.limb[top - 2] << 32;
    for (int k = 0; k < top - 2; k++)
        low |= carried.limb[k] != 0;
    *exponent = 32 * (top - 1) - 1074;
    if (high == 0) { // fits in one limb
        *exponent -= 32;
        high = low >> 32;
        low = 0;
    }
    while (high >> 53 == 0 && low != 0) {
        high = high << 1 | low >> 63;
        low <<= 1;
        --*exponent;
    }
    bool rest = low != 0; // high has 54 bits or more then
    while (high >> 54 != 0) {
        rest = rest || (high & 1) != 0;
        high >>= 1;
        ++*exponent;
    }
    if (high >> 53 != 0) { // the last bit is the half
        bool up = (high & 1) != 0 && (rest || (high & 2) != 0);
        high = (high >> 1) + up;
        ++*exponent;
    }
    return negative ? -(double)high : (double)high;
}

static double scaled(double digits, int exponent)
{
    double value = ldexp(digits, exponent);
    return fabs(value) <= DBL_MAX ? value : value > 0.0 ? DBL_MAX : -DBL_MAX;
}

double covey_sum_value(const covey_sum *sum)
{
    int exponent;
    double digits = rounded(sum, &exponent);
    return scaled(digits, exponent);
}

double covey_sum_mean(const covey_sum *sum, size_t count)
{
    int exponent;
    double digits = rounded(sum, &exponent);
    return scaled(digits / (double)count, exponent);
}

void covey_sum_vectors_add(covey_sum_vectors *sum, covey_vec value, int dim)
{
    covey_sum_add(&sum->axis[0], value.x);
    covey_sum_add(&sum->axis[1], value.y);
    if (dim == COVEY_AXES)
        covey_sum_add(&sum->axis[2], value.z);
}

covey_vec covey_sum_vectors_value(const covey_sum_vectors *sum)
{
    return (covey_vec){covey_sum_value(&sum->axis[0]), covey_sum_value(&sum->axis[1]),
                       covey_sum_value(&sum->axis[2])};
}

covey_vec covey_sum_vectors_mean(const covey_sum_vectors *sum, size_t count)
{
    return (covey_vec){covey_sum_mean(&sum->axis[0], count), covey_sum_mean(&sum->axis[1], count),
                       covey_sum_mean(&sum->axis[2], count)};
}
