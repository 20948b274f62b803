// SPDX-License-Identifier: MIT
// Doubles as text, the same in every locale: three decimals by integers alone, hexadecimal from the
// bits, and the shortest decimal that reads back. A double is m·2^e with m < 2^53, so thousandths
// are m·1000 shifted by e, and the bits that a right shift drops decide the rounding exactly.
#include "base/big.h"
#include "base/parse.h"
#include "base/writer.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define FRACTION_BITS 52
#define FRACTION_MASK (((uint64_t)1 << FRACTION_BITS) - 1)

/// |value| = significand × 2^exponent.
typedef struct parts {
    uint64_t significand;
    int exponent;
    bool negative;
} parts;

static inline parts take_apart(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t fraction = bits & FRACTION_MASK;
    int biased = (int)(bits >> FRACTION_BITS & 0x7ff);
    uint64_t leading = (uint64_t)(biased != 0) << FRACTION_BITS;
    return (parts){fraction | leading, biased + (biased == 0) - 1075, bits >> 63};
}

// ---- Digits ----

/// The decimal digits of two numbers below 10^4, the first in the lower half of `pair`: 8 digits,
/// one a byte, the first digit in the lowest byte. Both are split at once into hundreds and rest,
/// then all into tens and rest. The factors are 1/100 and 1/10 in units of 2^-20 and 2^-10, rounded
/// up, which gives exact quotients below 10^4 and 10^2.
static inline uint64_t pair_digits(uint64_t pair)
{
    uint64_t hundreds = (pair * 10486 >> 20) & UINT64_C(0x0000007f0000007f);
    uint64_t x = hundreds | (pair - hundreds * 100) << 16;
    uint64_t tens = (x * 103 >> 10) & UINT64_C(0x000f000f000f000f);
    return (tens | (x - tens * 10) << 8) + UINT64_C(0x3030303030303030);
}

/// The digits of n < 10^8.
static inline uint64_t eight_digits(uint32_t n)
{
    return pair_digits(n / 10000 | (uint64_t)(n % 10000) << 32);
}

/// Stores the lowest byte first on every machine; compilers make one store of it.
static inline void put_bytes(char *text, uint64_t bytes)
{
    text[0] = (char)(bytes & 0xff);
    text[1] = (char)(bytes >> 8 & 0xff);
    text[2] = (char)(bytes >> 16 & 0xff);
    text[3] = (char)(bytes >> 24 & 0xff);
    text[4] = (char)(bytes >> 32 & 0xff);
    text[5] = (char)(bytes >> 40 & 0xff);
    text[6] = (char)(bytes >> 48 & 0xff);
    text[7] = (char)(bytes >> 56);
}

/// Writes n < 10^8 and returns the end. Writes 8 bytes in all cases, without branches.
static inline char *put_small(char *text, uint32_t n)
{
    int zeros = (n < 10) + (n < 100) + (n < 1000) + (n < 10000) + (n < 100000) + (n < 1000000) +
                (n < 10000000);
    put_bytes(text, eight_digits(n) >> 8 * zeros);
    return text + 8 - zeros;
}

static char *put_integer(char *text, uint64_t n)
{
    if (n < 100000000)
        return put_small(text, (uint32_t)n);
    text = put_integer(text, n / 100000000);
    put_bytes(text, eight_digits((uint32_t)(n % 100000000)));
    return text + 8;
}

/// Writes m·2^e of any size.
static char *put_big(char *text, const parts *p)
{
    uint32_t chunk[40];
    int count = 0;
    covey_big n;
    covey_big_set(&n, p->significand);
    covey_big_shift_left(&n, p->exponent);
    do
        chunk[count++] = covey_big_divide(&n, 100000000);
    while (n.count > 0);
    text = put_integer(text, chunk[--count]);
    while (count > 0) {
        put_bytes(text, eight_digits(chunk[--count]));
        text += 8;
    }
    return text;
}

// ---- Three decimals ----

/// |value|·1000 rounded to nearest, ties to even, for values below 2^53.
static inline uint64_t thousandths(const parts *p)
{
    int shift = -p->exponent;
    if (shift >= 64)
        return 0; // 2^53·1000 < 2^63 is less than half of 2^64
    uint64_t scaled = p->significand * 1000;
    uint64_t rest = scaled << (64 - shift);
    uint64_t rounded = scaled >> shift;
    const uint64_t half = (uint64_t)1 << 63;
    return rounded + ((rest > half) | ((rest == half) & (rounded & 1)));
}

/// A zero before the thousandths becomes the point.
#define ZERO_TO_POINT (uint64_t)('0' ^ '.')

/// Writes n/1000. Below 10^4 all is one word, from which leading zeros are shifted out.
static inline char *put_thousandths(char *text, uint64_t n)
{
    uint64_t pair = n / 1000 | n % 1000 << 32;
    if (n < 10000000) {
        int zeros = (n < 10000) + (n < 100000) + (n < 1000000);
        put_bytes(text, (pair_digits(pair) ^ ZERO_TO_POINT << 32) >> 8 * zeros);
        return text + 8 - zeros;
    }
    text = put_integer(text, n / 1000);
    put_bytes(text, pair_digits(n % 1000) ^ ZERO_TO_POINT);
    return text + 4;
}

size_t covey_print_fixed3(char *text, double value)
{
    parts p = take_apart(value);
    char *end = text;
    *end = '-';
    if (p.exponent < 0) {
        uint64_t n = thousandths(&p);
        end = put_thousandths(end + (p.negative & (n != 0)), n);
        return (size_t)(end - text);
    }
    end += p.negative;
    end = p.exponent <= 11 ? put_integer(end, p.significand << p.exponent) : put_big(end, &p);
    memcpy(end, ".000", 4);
    return (size_t)(end + 4 - text);
}

// ---- Hexadecimal ----

size_t covey_print_hex(char *text, double value)
{
    parts p = take_apart(value);
    bool leading = p.significand >> FRACTION_BITS != 0;
    char *end = text;
    *end = '-';
    end += p.negative;
    memcpy(end, "0x0.", 4);
    end[2] = leading ? '1' : '0';
    uint64_t fraction = p.significand & FRACTION_MASK;
    end += fraction != 0 ? 4 : 3;
    for (; fraction != 0; fraction = fraction << 4 & FRACTION_MASK)
        *end++ = "0123456789abcdef"[fraction >> (FRACTION_BITS - 4)];
    int exponent = p.significand == 0 ? 0 : p.exponent + FRACTION_BITS;
    *end++ = 'p';
    *end++ = exponent < 0 ? '-' : '+';
    end = put_integer(end, (uint64_t)(exponent < 0 ? -exponent : exponent));
    return (size_t)(end - text);
}

// ---- Shortest ----

/// d.ddd… × 10^exponent as digits without a point.
typedef struct decimal {
    uint64_t digits;
    int count;
    int exponent;
} decimal;

/// The decimal of `count` digits nearest to the value, by snprintf. Only digits and exponent are
/// taken from its text: the point is the locale's.
static decimal nearest_decimal(double magnitude, int count)
{
    char text[48];
    snprintf(text, sizeof text, "%.*e", count - 1, magnitude);
    decimal d = {.count = count};
    const char *p = text;
    for (; *p != 'e'; p++)
        if (*p >= '0' && *p <= '9')
            d.digits = d.digits * 10 + (uint64_t)(*p - '0');
    bool negative = *++p == '-';
    for (p++; *p != '\0'; p++)
        d.exponent = d.exponent * 10 + (*p - '0');
    d.exponent = negative ? -d.exponent : d.exponent;
    return d;
}

/// Writes d.ddde±xx.
static char *put_scientific(char *text, decimal d)
{
    char *end = put_integer(text + 1, d.digits);
    text[0] = text[1];
    text[1] = '.';
    if (d.count == 1)
        end = text + 1;
    *end++ = 'e';
    *end++ = d.exponent < 0 ? '-' : '+';
    int exponent = d.exponent < 0 ? -d.exponent : d.exponent;
    if (exponent < 10)
        *end++ = '0';
    return put_integer(end, (uint64_t)exponent);
}

/// Writes all digits, and zeros up to the point or after it.
static char *put_plain(char *text, decimal d)
{
    char digits[32];
    put_integer(digits, d.digits);
    int first = d.exponent < 0 ? d.exponent : 0;
    int last = d.count - 1 > d.exponent ? d.count - 1 : d.exponent;
    for (int i = first; i <= last; i++) {
        *text++ = i >= 0 && i < d.count ? digits[i] : '0';
        if (i == d.exponent && i < last)
            *text++ = '.';
    }
    return text;
}

static bool reads_back(decimal d, double magnitude)
{
    char text[48];
    double value;
    size_t size = (size_t)(put_scientific(text, d) - text);
    return covey_parse_double(text, size, &value) == COVEY_PARSE_OK && value == magnitude;
}

/// Above a power of two the gap is twice the gap below, so a decimal that is too far off below may
/// have an upper neighbor that reads back. Nowhere else does the second attempt succeed.
static decimal shortest(double magnitude, int count)
{
    for (;; count++) {
        decimal d = nearest_decimal(magnitude, count);
        if (reads_back(d, magnitude))
            return d;
        d.digits++;
        if (reads_back(d, magnitude))
            return d;
    }
}

size_t covey_print_shortest(char *text, double value)
{
    if (isnan(value)) {
        memcpy(text, "nan", 3);
        return 3;
    }
    parts p = take_apart(value);
    char *end = text;
    *end = '-';
    end += p.negative;
    if (isinf(value)) {
        memcpy(end, "inf", 3);
        return (size_t)(end + 3 - text);
    }
    if (p.significand == 0) {
        *end = '0';
        return (size_t)(end + 1 - text);
    }
    // Normal numbers distinguish all decimals of DBL_DIG digits: a shorter one shows as zeros
    // there.
    bool normal = p.significand >> FRACTION_BITS != 0;
    decimal d = shortest(fabs(value), normal ? DBL_DIG : 1);
    for (; d.digits % 10 == 0; d.digits /= 10)
        d.count--;
    bool plain = d.exponent >= -5 && d.exponent <= 16;
    end = plain ? put_plain(end, d) : put_scientific(end, d);
    return (size_t)(end - text);
}
