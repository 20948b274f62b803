// SPDX-License-Identifier: MIT
// Decimal text to the nearest double: against midpoints of neighboring doubles written out in full,
// and against strtod in the C locale. COVEY_TEST_RANDOM sets the number of random tokens of each
// family.
#include "base/bits.h"
#include "support/parse.h"
#include "support/random.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static double random_finite(void)
{
    for (;;) {
        double x = covey_bits_double(random_bits());
        if (isfinite(x))
            return x;
    }
}

// ---- Rounding: midpoints written out in full ----

// Digits of numbers below 10^310, decimals down to 10^-1080, the highest first.
enum { WHOLE = 310, PLACES = WHOLE + 1080, TEXT = PLACES + 64 };

static void write_out(double x, char digits[PLACES])
{
    char text[PLACES + 8];
    int size = snprintf(text, sizeof text, "%0*.*f", PLACES + 1, PLACES - WHOLE, x);
    assert_int_equal(size, PLACES + 1);
    memcpy(digits, text, WHOLE);
    memcpy(digits + WHOLE, text + WHOLE + 1, PLACES - WHOLE);
}

// a = (a + b)/2 by hand; the sum is even in its last place, or nothing is lost below it.
static void average(char a[PLACES], const char b[PLACES])
{
    int carry = 0;
    for (int i = PLACES - 1; i >= 0; i--) {
        int sum = a[i] - '0' + b[i] - '0' + carry;
        a[i] = (char)('0' + sum % 10);
        carry = sum / 10;
    }
    for (int i = 0; i < PLACES; i++) {
        int ten = carry * 10 + a[i] - '0';
        a[i] = (char)('0' + ten / 2);
        carry = ten % 2;
    }
    assert_int_equal(carry, 0);
}

// The midpoint of x and the next double, in full, without leading and trailing zeros.
static size_t write_midpoint(double x, char text[TEXT])
{
    char a[PLACES], b[PLACES];
    write_out(x, a);
    write_out(covey_bits_double(covey_bits_of(x) + 1), b);
    average(a, b);
    int first = 0;
    int last = PLACES;
    while (a[first] == '0')
        first++;
    while (a[last - 1] == '0')
        last--;
    return (size_t)sprintf(text, "%.*se%d", last - first, a + first, WHOLE - last);
}

// Adds (`up`) or takes away a unit 25 places behind the last digit, which is not 0. A midpoint has
// at most 23 zeros at its end, since 5^24 has more than 54 bits: this is less than any gap.
static void nudge(char *text, int up)
{
    char *e = strchr(text, 'e');
    int exponent = atoi(e + 1);
    if (!up)
        e[-1]--;
    const char *more = up ? "0000000000000000000000001" : "9999999999999999999999999";
    sprintf(e, "%se%d", more, exponent - 25);
}

static void check_midpoint(double x)
{
    char text[TEXT];
    double next = covey_bits_double(covey_bits_of(x) + 1);
    write_midpoint(x, text);
    parse_expect(text, covey_bits_of(x) % 2 == 0 ? x : next);
    nudge(text, 1);
    parse_expect(text, next);
    write_midpoint(x, text);
    nudge(text, 0);
    parse_expect(text, x);
}

static void test_midpoints_decide(void **state)
{
    (void)state;
    static const double special[] = {0.0,
                                     0x1p-1074,
                                     0x1p-1073,
                                     0x0.fffffffffffffp-1022,
                                     DBL_MIN,
                                     1.0,
                                     0.5,
                                     0x1.fffffffffffffp-1,
                                     0x1p53,
                                     0x1.fffffffffffffp52,
                                     0x1.ffffffffffffep1023};
    for (size_t i = 0; i < LENGTH(special); i++)
        check_midpoint(special[i]);
    random_state = 1;
    for (long k = random_count() / 50; k > 0; k--) {
        double x = fabs(random_finite());
        if (x < DBL_MAX)
            check_midpoint(x);
        check_midpoint(covey_bits_double(random_bits() >> (12 + random_below(40)))); // subnormal
    }
}

// ---- Rounding: random tokens against strtod ----

typedef void family(char *text);

static void compare_with_strtod(family *write, uint64_t seed)
{
    random_state = seed;
    for (long k = random_count(); k > 0; k--) {
        char text[TEXT];
        write(text);
        parse_expect_as_strtod(text);
    }
}

static void write_typical(char *text)
{
    sprintf(text, "%.*f", random_below(7), (double)(random_bits() >> 11) * 0x1p-53 * 2000 - 1000);
}

static void write_17_digits(char *text)
{
    sprintf(text, "%.16e", random_finite());
}

static void write_20_digits(char *text)
{
    sprintf(text, "%.19e", random_finite());
}

static void write_subnormal(char *text)
{
    double x = covey_bits_double(random_bits() >> (11 + random_below(50)));
    sprintf(text, "%.*e", random_below(25), x);
}

static void write_thousandth(char *text)
{
    double x = (double)(random_bits() >> (20 + random_below(40))) / 1000.0;
    double near = covey_bits_double(covey_bits_of(x) + (uint64_t)random_below(3) - (x > 0));
    sprintf(text, "%.*f", 3 + random_below(20), near);
}

// Within a few units of a power of two, where the gaps change, or of ten.
static void write_near_power(char *text)
{
    double x = ldexp(1.0, random_below(2098) - 1074);
    if (random_below(2) == 0) {
        sprintf(text, "1e%d", random_below(632) - 323);
        x = strtod(text, NULL);
    }
    double near = covey_bits_double(covey_bits_of(x) + (uint64_t)random_below(4));
    sprintf(text, "%.*e", 14 + random_below(10), near);
}

// Digits without meaning, of any number, with the point and the exponent anywhere.
static void write_any(char *text)
{
    int count = 1 + random_below(random_below(10) == 0 ? 60 : 22);
    int point = random_below(count + 1);
    *text++ = random_below(2) == 0 ? '-' : '+';
    for (int i = 0; i < count; i++) {
        if (i == point)
            *text++ = '.';
        *text++ = (char)('0' + random_below(10));
    }
    int reach = random_below(3) == 0 ? 700 : 60;
    if (random_below(4) == 0)
        *text = '\0';
    else
        sprintf(text, "e%d", random_below(reach) - reach / 2);
}

// Ties of at most 19 digits: an odd number of 54 bits, divided by 2^k or multiplied by it.
static void write_short_tie(char *text)
{
    uint64_t odd = (random_bits() >> 10) | (uint64_t)1 << 53 | 1;
    int k = random_below(4);
    if (random_below(2) == 0) {
        sprintf(text, "%" PRIu64, odd << k);
        return;
    }
    uint64_t scale = k == 0 ? 1 : k == 1 ? 2 : k == 2 ? 4 : 8;
    uint64_t fraction = odd % scale * (1000 / scale);
    sprintf(text, "%" PRIu64 ".%03" PRIu64, odd / scale, fraction);
}

static uint64_t power_of_5(int k, int *bits)
{
    uint64_t power = 1;
    for (int i = 0; i < k; i++)
        power *= 5;
    for (*bits = 0; power >> *bits != 0; ++*bits)
        continue;
    return power;
}

// m·5^k for an m of 63 bits, so that what follows the upper 53 bits of the product is a tie but for
// some units of its last place, beyond the upper 64 bits.
static void write_nearly_tied_product(char *text)
{
    int bits;
    int k = 6 + random_below(17);
    uint64_t power = power_of_5(k, &bits);
    uint64_t inverse = power; // modulo 2^64, by Newton's method
    for (int i = 0; i < 6; i++)
        inverse *= 2 - power * inverse;
    int tail = bits + 9 + random_below(2);
    uint64_t want = ((uint64_t)1 << (tail - 1)) + (uint64_t)random_below(9) - 4;
    uint64_t below = ((uint64_t)1 << tail) - 1;
    uint64_t m = (want * inverse & below) | (random_bits() >> 1 & ~below) | (uint64_t)1 << 62;
    sprintf(text, "%" PRIu64 "e%d", m, k);
}

// m/5^k near a tie: 2^s·m leaves a rest of a few units when divided by 5^k, s such that the
// quotient has 54 bits, of which the last is half a unit of the double.
static void write_nearly_tied_quotient(char *text)
{
    int bits;
    int k = 6 + random_below(17);
    uint64_t power = power_of_5(k, &bits);
    uint64_t m = power + (uint64_t)random_below(9) - 4;
    for (int s = bits - 9 - random_below(2); s > 0; s--)
        m = (m % 2 == 0 ? m : m + power) / 2;
    uint64_t more = ((random_bits() >> 2) | (uint64_t)1 << 62) / power;
    sprintf(text, "%" PRIu64 "e-%d", m + more * power, k);
}

// Midpoints cut after 17 … 20 digits, so that many of the digits beyond 53 bits are the same.
static void write_near_midpoint(char *text)
{
    double x = ldexp((double)((random_bits() >> 11) | (uint64_t)1 << 52), random_below(160) - 130);
    write_midpoint(x, text);
    char *e = strchr(text, 'e');
    int cut = (int)(e - text) - (17 + random_below(4));
    if (cut > 0)
        sprintf(e - cut, "e%d", atoi(e + 1) + cut);
}

static void test_typical_tokens_are_rounded_as_by_strtod(void **state)
{
    (void)state;
    compare_with_strtod(write_typical, 2);
    compare_with_strtod(write_thousandth, 3);
}

static void test_printed_doubles_are_rounded_as_by_strtod(void **state)
{
    (void)state;
    compare_with_strtod(write_17_digits, 4);
    compare_with_strtod(write_20_digits, 5);
    compare_with_strtod(write_subnormal, 6);
    compare_with_strtod(write_near_power, 7);
}

static void test_any_digits_are_rounded_as_by_strtod(void **state)
{
    (void)state;
    compare_with_strtod(write_any, 8);
}

static void test_ties_are_rounded_as_by_strtod(void **state)
{
    (void)state;
    compare_with_strtod(write_short_tie, 9);
    compare_with_strtod(write_nearly_tied_product, 11);
    compare_with_strtod(write_nearly_tied_quotient, 12);
    random_state = 10;
    for (long k = random_count() / 10; k > 0; k--) {
        char text[TEXT];
        write_near_midpoint(text);
        parse_expect_as_strtod(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_midpoints_decide),
        cmocka_unit_test(test_typical_tokens_are_rounded_as_by_strtod),
        cmocka_unit_test(test_printed_doubles_are_rounded_as_by_strtod),
        cmocka_unit_test(test_any_digits_are_rounded_as_by_strtod),
        cmocka_unit_test(test_ties_are_rounded_as_by_strtod),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
