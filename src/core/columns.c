// SPDX-License-Identifier: MIT
#include "core/columns.h"

#include "base/bits.h"
#include "base/wider.h"
#include "covey/block.h"

enum { PART = 256 }; // of a column that is worked on at a time

COVEY_BODY void covey_columns_add_body(const double *restrict x, size_t count,
                                       double *restrict total)
{
    for (size_t k = 0; k < count; k++)
        total[k] += x[k];
}
COVEY_WIDER(void, covey_columns_add, (const double *x, size_t count, double *total),
            (x, count, total))

COVEY_BODY void covey_columns_lower_body(double value, size_t count, double *x)
{
    for (size_t k = 0; k < count; k++)
        x[k] -= value;
}
COVEY_WIDER(void, covey_columns_lower, (double value, size_t count, double *x), (value, count, x))

COVEY_BODY void covey_columns_raise_body(const double *restrict x, size_t count,
                                         double *restrict most)
{
    for (size_t k = 0; k < count; k++)
        most[k] = x[k] > most[k] ? x[k] : most[k];
}
COVEY_WIDER(void, covey_columns_raise, (const double *x, size_t count, double *most),
            (x, count, most))

/// Through memory: gcc 12 drops the way to floats and back where it takes both for vectors at once.
COVEY_BODY void covey_columns_round_body(size_t count, double *x)
{
    float rounded[PART];
    for (size_t begin = 0; begin < count; begin += PART) {
        size_t part = count - begin < PART ? count - begin : PART;
        for (size_t k = 0; k < part; k++)
            rounded[k] = (float)x[begin + k];
        for (size_t k = 0; k < part; k++)
            x[begin + k] = (double)rounded[k];
    }
}
COVEY_WIDER(void, covey_columns_round, (size_t count, double *x), (count, x))

COVEY_BODY void covey_columns_clear_body(double value, size_t count, double *x)
{
    for (size_t k = 0; k < count; k++)
        x[k] = x[k] == value ? 0.0 : x[k];
}
COVEY_WIDER(void, covey_columns_clear, (double value, size_t count, double *x), (value, count, x))

COVEY_BODY void covey_columns_any_body(const double *x, size_t count, bool *any)
{
    uint64_t bits = 0;
    for (size_t k = 0; k < count; k++)
        bits |= covey_bits_of(x[k]);
    *any = bits != 0;
}
COVEY_WIDER(void, covey_columns_any, (const double *x, size_t count, bool *any), (x, count, any))

/// A number that is not finite, less itself, is not 0.
COVEY_BODY void covey_columns_finite_body(const double *x, size_t count, bool *finite)
{
    uint64_t bits = 0;
    for (size_t k = 0; k < count; k++)
        bits |= covey_bits_of(x[k] - x[k]);
    *finite = bits == 0;
}
COVEY_WIDER(void, covey_columns_finite, (const double *x, size_t count, bool *finite),
            (x, count, finite))

COVEY_BODY void covey_columns_repeat_body(const double *x, const double *y, size_t count,
                                          bool *repeat)
{
    uint64_t bits = 0;
    for (size_t k = 1; k < count; k++) {
        bool same = (x[k] == x[k - 1]) & (y[k] == y[k - 1]);
        bits |= covey_bits_of(same ? 1.0 : 0.0);
    }
    *repeat = bits != 0;
}
COVEY_WIDER(void, covey_columns_repeat,
            (const double *x, const double *y, size_t count, bool *repeat), (x, y, count, repeat))

COVEY_BODY void covey_columns_meet_body(const double *x, size_t count, size_t most, bool *meet)
{
    uint64_t bits = 0;
    for (size_t lag = 1; lag < most && bits == 0; lag++)
        for (size_t k = lag; k < count; k++)
            bits |= covey_bits_of(x[k] == x[k - lag] ? 1.0 : 0.0);
    *meet = bits != 0;
}
COVEY_WIDER(void, covey_columns_meet, (const double *x, size_t count, size_t most, bool *meet),
            (x, count, most, meet))

COVEY_BODY void covey_columns_hold_body(const double *x, double value, size_t count, bool *hold)
{
    uint64_t bits = 0;
    for (size_t k = 0; k < count; k++)
        bits |= covey_bits_of(x[k] == value ? 1.0 : 0.0);
    *hold = bits != 0;
}
COVEY_WIDER(void, covey_columns_hold, (const double *x, double value, size_t count, bool *hold),
            (x, value, count, hold))

COVEY_BODY void covey_columns_within_body(const double *x, double low, double high, size_t count,
                                          bool *within)
{
    uint64_t bits = 0;
    for (size_t k = 0; k < count; k++) {
        bool inside = (x[k] > low) & (x[k] <= high);
        bits |= covey_bits_of(inside ? 0.0 : 1.0);
    }
    *within = bits == 0;
}
COVEY_WIDER(void, covey_columns_within,
            (const double *x, double low, double high, size_t count, bool *within),
            (x, low, high, count, within))

enum { HALF = COVEY_BLOCK / 2, LANES = 4 }; // of a block; numbers that are left of it

/// Halves a block until few numbers are left: no number waits for the one before, as in a loop.
COVEY_INLINE void halve(const double *restrict x, double least[HALF], double most[HALF])
{
    for (size_t k = 0; k < HALF; k++) {
        least[k] = x[k + HALF] < x[k] ? x[k + HALF] : x[k];
        most[k] = x[k + HALF] > x[k] ? x[k + HALF] : x[k];
    }
    for (size_t size = HALF / 2; size >= LANES; size /= 2)
        for (size_t k = 0; k < size; k++) {
            least[k] = least[k + size] < least[k] ? least[k + size] : least[k];
            most[k] = most[k + size] > most[k] ? most[k + size] : most[k];
        }
}

COVEY_BODY void covey_columns_extent_body(const double *restrict x, size_t count,
                                          double *restrict low, double *restrict high)
{
    double least[HALF], most[HALF];
    const double *lows = x, *highs = x;
    if (count == COVEY_BLOCK) {
        halve(x, least, most);
        lows = least;
        highs = most;
        count = LANES;
    }
    for (size_t k = 0; k < count; k++) {
        *low = lows[k] < *low ? lows[k] : *low;
        *high = highs[k] > *high ? highs[k] : *high;
    }
}
COVEY_WIDER(void, covey_columns_extent, (const double *x, size_t count, double *low, double *high),
            (x, count, low, high))

COVEY_BODY void covey_columns_total_body(const double *restrict x, double *restrict total)
{
    double sum[HALF];
    for (size_t k = 0; k < HALF; k++)
        sum[k] = x[k] + x[k + HALF];
    for (size_t size = HALF / 2; size > 0; size /= 2)
        for (size_t k = 0; k < size; k++)
            sum[k] += sum[k + size];
    *total = sum[0];
}
COVEY_WIDER(void, covey_columns_total, (const double *x, double *total), (x, total))

COVEY_BODY void covey_columns_outside_body(const double *restrict x, double size, size_t count,
                                           double *restrict outside)
{
    for (size_t k = 0; k < count; k++) {
        bool inside = (x[k] > 0.0) & (x[k] < size);
        outside[k] = inside ? outside[k] : 1.0;
    }
}
COVEY_WIDER(void, covey_columns_outside,
            (const double *x, double size, size_t count, double *outside),
            (x, size, count, outside))
