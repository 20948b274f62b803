// SPDX-License-Identifier: MIT
// Decimal text to the nearest double, ties to even, without strtod, which obeys the locale. Three
// ways to the same answer. Up to 2^53 and 10^22 significand and power are doubles, and one
// multiplication or division rounds once (Clinger 1990). Up to 19 digits and 10^22 = 5^22·2^22
// 64-bit integers hold them, and an exact product or quotient is cheap. All else goes to big
// integers. The last two end in the top 64 bits of the value and a flag for anything below.
#include "base/parse.h"
#include "base/big.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/// 10^19 - 1 < 2^64: as many digits always fit.
#define WORD_DIGITS 19
/// The midpoint of two doubles has at most 768 significant digits. Among more digits than that only
/// whether any is not 0 can matter.
#define KEPT_DIGITS 800
/// Where the digits of an exponent stop to count: beyond any number of digits in memory, and far
/// enough from the end of int64_t that adding such a number cannot overflow.
#define EXPONENT_LIMIT (INT64_MAX / 32)

const double covey_parse_power10[COVEY_PARSE_EXACT_POWER + 1] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};

/// A token taken apart: significand × 10^exponent if there are at most WORD_DIGITS digits.
typedef struct decimal {
    const char *digits; ///< all digits, and perhaps one point, up to `end`
    const char *end;
    int64_t count;        ///< digits, leading zeros included
    uint64_t significand; ///< all digits as one integer, modulo 2^64
    int64_t exponent;     ///< power of ten of the last digit
    bool negative;
} decimal;

/// A positive value: top × 2^exponent, the highest bit of `top` set, or up to one unit more if
/// `inexact`.
typedef struct binary {
    uint64_t top;
    int exponent;
    bool inexact;
} binary;

// ---- Grammar ----

static inline const char *read_digits(const char *p, const char *end, uint64_t *value)
{
    for (; p < end; p++) {
        unsigned digit = (unsigned)(unsigned char)*p - '0';
        if (digit > 9)
            break;
        *value = *value * 10 + digit;
    }
    return p;
}

/// Reads the exponent behind the e; returns NULL if there is none.
static const char *read_exponent(const char *p, const char *end, int64_t *exponent)
{
    bool negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+'))
        p++;
    if (p == end || *p < '0' || *p > '9')
        return NULL;
    int64_t value = 0;
    for (; p < end && *p >= '0' && *p <= '9'; p++)
        if (value < EXPONENT_LIMIT)
            value = value * 10 + (*p - '0');
    *exponent += negative ? -value : value;
    return p;
}

/// Takes the number at the start of a text apart; returns its end, or NULL if there is none.
static inline const char *read_number(const char *text, size_t size, decimal *d)
{
    if (size == 0)
        return NULL;
    const char *p = text;
    const char *end = text + size;
    d->negative = *p == '-';
    p += *p == '-' || *p == '+';
    d->digits = p;
    d->significand = 0;
    p = read_digits(p, end, &d->significand);
    d->count = p - d->digits;
    d->exponent = 0;
    if (p < end && *p == '.') {
        const char *fraction = ++p;
        p = read_digits(p, end, &d->significand);
        d->exponent = fraction - p;
        d->count += p - fraction;
    }
    d->end = p;
    if (p < end && (*p == 'e' || *p == 'E'))
        p = read_exponent(p + 1, end, &d->exponent);
    return d->count > 0 ? p : NULL;
}

// ---- Rounding ----

/// The nearest double, ties to even; infinity above the largest.
static double round_binary(binary b)
{
    int power = b.exponent + 63; // of the highest bit
    int drop = power < -1022 ? 11 - 1022 - power : 11;
    if (drop > 64)
        return 0.0;
    uint64_t bits = drop == 64 ? 0 : b.top >> drop;
    uint64_t rest = b.top << (64 - drop);
    const uint64_t half = (uint64_t)1 << 63;
    if (rest > half || (rest == half && (b.inexact || bits % 2 == 1)))
        bits++;
    // The leading 1 of a normal number adds 1 to the exponent, as does a carry out of all bits.
    if (power >= -1022)
        bits += (uint64_t)(power + 1022) << 52;
    double value;
    memcpy(&value, &bits, sizeof value);
    return power > 1023 ? (double)INFINITY : value;
}

static binary normalized(binary b)
{
    for (int shift = 32; shift > 0; shift /= 2)
        if (b.top >> (64 - shift) == 0) {
            b.top <<= shift;
            b.exponent -= shift;
        }
    return b;
}

// ---- Up to 19 digits and 10^22 ----

/// a·b in units of 2^64; the flag says that there is a remainder below one unit.
static binary multiply(uint64_t a, uint64_t b)
{
    const uint64_t mask = UINT32_MAX;
    uint64_t low = (a & mask) * (b & mask);
    uint64_t cross = (a >> 32) * (b & mask) + (low >> 32);
    uint64_t other = (a & mask) * (b >> 32) + (cross & mask);
    uint64_t high = (a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32);
    return (binary){high, 64, ((other | low) & mask) != 0};
}

/// The next 32 bits of rest / divisor, for rest < divisor and the highest bit of the divisor set.
/// Its upper half alone gives a digit that is never too small and at most 2 too large, so that
/// digit·lower <= (2^32 + 1)(2^32 - 1).
static uint64_t divide_step(uint64_t *rest, uint64_t divisor)
{
    uint64_t upper = divisor >> 32;
    uint64_t lower = divisor & UINT32_MAX;
    uint64_t digit = *rest / upper;
    uint64_t left = *rest % upper;
    while (left <= UINT32_MAX && digit * lower > left << 32) {
        digit--;
        left += upper;
    }
    *rest = (*rest << 32) - digit * divisor;
    return digit;
}

/// a/b for highest bits set, so that the quotient is above 1/2 and below 2.
static binary divide(uint64_t a, uint64_t b)
{
    bool above_one = a >= b;
    uint64_t rest = above_one ? a - b : a;
    uint64_t quotient = divide_step(&rest, b) << 32;
    quotient |= divide_step(&rest, b);
    if (!above_one)
        return (binary){quotient, -64, rest != 0};
    return (binary){(uint64_t)1 << 63 | quotient >> 1, -63, rest != 0 || quotient % 2 == 1};
}

/// For significand > 0 and an exact power. A product may lack its highest bit; the bit
/// that normalizing then leaves open is far below the place where the value is rounded.
static double word_value(uint64_t significand, int exponent)
{
    int power = exponent < 0 ? -exponent : exponent;
    uint64_t power5 = (uint64_t)(covey_parse_power10[power] / (double)((uint64_t)1 << power));
    binary a = normalized((binary){significand, exponent, false});
    binary b = normalized((binary){power5, 0, false});
    binary c = exponent < 0 ? divide(a.top, b.top) : multiply(a.top, b.top);
    c.exponent += exponent < 0 ? a.exponent - b.exponent : a.exponent + b.exponent;
    return round_binary(normalized(c));
}

// ---- Any number of digits ----

/// Collects the digits, of which the first is not 0, and returns how many they are. Digits beyond
/// KEPT_DIGITS become a last 1 if any of them is not 0. *exponent becomes that of the last digit.
static int collect(const decimal *d, covey_big *value, int64_t *exponent)
{
    uint32_t chunk = 0;
    uint32_t scale = 1;
    int count = 0;
    bool more = false;
    covey_big_set(value, 0);
    *exponent = d->exponent;
    for (const char *p = d->digits; p < d->end; p++) {
        if (*p == '.')
            continue;
        if (count == KEPT_DIGITS) {
            more = more || *p != '0';
            ++*exponent;
            continue;
        }
        count++;
        chunk = chunk * 10 + (uint32_t)(*p - '0');
        scale *= 10;
        if (scale == 1000000000) {
            covey_big_multiply(value, scale, chunk);
            chunk = 0;
            scale = 1;
        }
    }
    covey_big_multiply(value, scale, chunk);
    if (more)
        covey_big_multiply(value, 10, 1);
    *exponent -= more;
    return count + more;
}

/// a/b by binary long division; changes both.
static binary divide_big(covey_big *a, covey_big *b)
{
    int shift = covey_big_bits(a) - covey_big_bits(b);
    covey_big_shift_left(shift < 0 ? a : b, shift < 0 ? -shift : shift);
    if (covey_big_compare(a, b) < 0) {
        covey_big_shift_left(a, 1);
        shift--;
    }
    binary quotient = {0, shift - 63, false};
    for (int bit = 63; bit >= 0; bit--) {
        if (covey_big_compare(a, b) >= 0) {
            covey_big_subtract(a, b);
            quotient.top |= (uint64_t)1 << bit;
        }
        covey_big_shift_left(a, 1);
    }
    quotient.inexact = a->count > 0;
    return quotient;
}

static double big_value(const decimal *d)
{
    covey_big a, b;
    int64_t exponent;
    int count = collect(d, &a, &exponent);
    // 10^(count-1) <= a < 10^count; 10^-324 rounds to zero, 10^309 is too large.
    if (exponent <= -324 - count)
        return 0.0;
    if (exponent > 309 - count)
        return (double)INFINITY;
    covey_big_set(&b, 1);
    covey_big_multiply_power5(exponent < 0 ? &b : &a, (int)(exponent < 0 ? -exponent : exponent));
    binary quotient = divide_big(&a, &b);
    quotient.exponent += (int)exponent;
    return round_binary(quotient);
}

// ---- The three ways ----

/// Whether the power is a double, in one comparison.
static inline bool has_exact_power(const decimal *d)
{
    return (uint64_t)(d->exponent + COVEY_PARSE_EXACT_POWER) <=
           (uint64_t)2 * COVEY_PARSE_EXACT_POWER;
}

static double slow_value(decimal *d)
{
    for (; d->digits < d->end && (*d->digits == '0' || *d->digits == '.'); d->digits++)
        d->count -= *d->digits == '0';
    if (d->count == 0)
        return 0.0;
    if (d->count <= WORD_DIGITS && has_exact_power(d))
        return word_value(d->significand, (int)d->exponent);
    return big_value(d);
}

covey_parse_result covey_parse_prefix(const char *text, size_t size, double *value, size_t *used)
{
    decimal d;
    const char *end = read_number(text, size, &d);
    if (end == NULL)
        return COVEY_PARSE_NOT_A_NUMBER;
    *used = (size_t)(end - text);
    double magnitude;
    if (d.count <= WORD_DIGITS && d.significand <= (uint64_t)1 << 53 && has_exact_power(&d))
        magnitude = d.exponent < 0 ? (double)d.significand / covey_parse_power10[-d.exponent]
                                   : (double)d.significand * covey_parse_power10[d.exponent];
    else
        magnitude = slow_value(&d);
    if (isinf(magnitude))
        return COVEY_PARSE_TOO_LARGE;
    // Not a branch: on the signs of random numbers it would be wrong half the time.
    static const double sign[] = {1.0, -1.0};
    *value = sign[d.negative] * magnitude;
    return COVEY_PARSE_OK;
}

covey_parse_result covey_parse_double(const char *text, size_t size, double *value)
{
    size_t used = 0;
    covey_parse_result result = covey_parse_prefix(text, size, value, &used);
    return used == size ? result : COVEY_PARSE_NOT_A_NUMBER;
}
