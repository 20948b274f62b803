// SPDX-License-Identifier: MIT
// Decimal text to doubles: the grammar against all short tokens, and the rounding against strtod in
// the C locale and against midpoints of neighboring doubles written out in full.
// COVEY_TEST_RANDOM sets the number of random tokens of each family.
#include "base/bits.h"
#include "base/parse.h"
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
#define LONG_TOKEN 65536

// Where a value is expected: the token is refused as too large. strtod says the same so.
#define TOO_LARGE ((double)INFINITY)

// ---- Helpers ----

static double random_finite(void)
{
    for (;;) {
        double x = covey_bits_double(random_bits());
        if (isfinite(x))
            return x;
    }
}

// Parses text[0 … size) as part of a longer text that goes on with digits.
static covey_parse_result parse_inside(const char *text, size_t size, double *value)
{
    static char buffer[LONG_TOKEN + 8];
    assert_true(size <= LONG_TOKEN);
    memcpy(buffer, text, size);
    memcpy(buffer + size, "7.5e+77", 7);
    return covey_parse_double(buffer, size, value);
}

/// What the short way takes for a whole number is that number.
static void expect_usual(const char *text, double want)
{
    double value = 12345.0;
    const char *end = covey_parse_usual(text, &value);
    if (end != NULL && *end == '\0' && covey_bits_of(value) != covey_bits_of(want))
        fail_msg("%.900s gives %a the short way, not %a", text, value, want);
}

static void expect(const char *text, double want)
{
    expect_usual(text, want);
    double value = 12345.0;
    covey_parse_result result = parse_inside(text, strlen(text), &value);
    if (isinf(want)) {
        if (result != COVEY_PARSE_TOO_LARGE)
            fail_msg("%.900s is not too large but %a", text, value);
    } else if (result != COVEY_PARSE_OK || covey_bits_of(value) != covey_bits_of(want)) {
        fail_msg("%.900s gives %a, result %d, not %a", text, value, (int)result, want);
    }
}

static void expect_as_strtod(const char *text)
{
    expect(text, strtod(text, NULL));
}

static void expect_refused(const char *text, size_t size)
{
    double value = 12345.0;
    if (parse_inside(text, size, &value) != COVEY_PARSE_NOT_A_NUMBER)
        fail_msg("\"%.*s\" is taken for a number", (int)size, text);
}

// ---- Grammar ----

static void test_numbers_of_the_grammar_are_read(void **state)
{
    (void)state;
    expect("1", 1);
    expect("+1", 1);
    expect("-1", -1);
    expect("-.5", -0.5);
    expect("5E-1", 0.5);
    expect("1.", 1);
    expect("+.25e+2", 25);
    expect("007", 7);
    expect("0", 0.0);
    expect("-0", -0.0);
    expect("-0.0e9", -0.0);
    expect("1.e1", 10);
    expect("-123.456", -123.456);
    expect("1e22", 1e22);
    expect("1e-22", 1e-22);
    expect("1e23", 1e23);
    expect("9007199254740992", 0x1p53);
    expect("12345678901234567890", 12345678901234567890.0);
}

static void test_everything_else_is_refused(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "",     ".",     "1e",    "e5",       "+",         "-",     "+-1",   "--1",
        "nan",  "NaN",   "inf",   "-inf",     "INFINITY",  "0x10",  "0x1p3", "0,5",
        "1 ",   " 1",    "1\n",   "1\r",      "1..2",      "1.2.3", ".e1",   "1e+",
        "1e-",  "1e1.5", "1e1e1", "1f",       "1d0",       "1_000", "1'0",   "-.",
        "+.e1", "\t1",   "1e 5",  "\xd9\xa1", "1\xc2\xa0",
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        expect_refused(cases[i], strlen(cases[i]));
    expect_refused("1\0", 2);
    expect_refused("\0", 1);
    expect_refused("1\0002", 3);
}

// Without letters that begin hex, inf or nan, strtod has the same grammar.
static void test_all_short_tokens_are_taken_as_by_strtod(void **state)
{
    (void)state;
    static const char alphabet[] = "01.eE+-";
    enum { symbols = sizeof alphabet - 1, longest = 6 };
    for (int size = 1, number = symbols; size <= longest; size++, number *= symbols) {
        for (int k = 0; k < number; k++) {
            char text[longest + 1] = "";
            for (int i = 0, rest = k; i < size; i++, rest /= symbols)
                text[i] = alphabet[rest % symbols];
            char *end;
            (void)strtod(text, &end);
            if (*end == '\0' && end > text)
                expect_as_strtod(text);
            else
                expect_refused(text, (size_t)size);
        }
    }
}

static void test_no_other_byte_belongs_to_a_number(void **state)
{
    (void)state;
    static const char token[] = "-12.5e+31";
    for (int byte = 0; byte < 256; byte++) {
        if (byte != 0 && strchr("0123456789.eE+-", byte) != NULL)
            continue;
        for (size_t place = 0; place < sizeof token - 1; place++) {
            char text[sizeof token];
            memcpy(text, token, sizeof token);
            text[place] = (char)byte;
            expect_refused(text, sizeof token - 1);
        }
    }
}

// For AddressSanitizer: the block ends where the token ends.
static void test_no_byte_outside_is_read(void **state)
{
    (void)state;
    static const char *const tokens[] = {"",   "-", "+1",       "1e",      "1e+",
                                         "1.", ".", "12345678", "1.5e300", "1e-320"};
    for (size_t i = 0; i < LENGTH(tokens); i++) {
        size_t size = strlen(tokens[i]);
        char *block = malloc(size + 1);
        assert_non_null(block);
        memcpy(block + 1, tokens[i], size);
        double value;
        (void)covey_parse_double(block + 1, size, &value);
        free(block);
    }
}

static void test_usual_numbers_take_the_short_way(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
        size_t size; ///< 0: not usual
    } rows[] = {
        {"0 ", 0, 1},
        {"-12.5\n", -12.5, 5},
        {"+.25", .25, 4},
        {"1.5e3", 1.5, 3}, // what follows is for the caller to see
        {"9007199254740992", 9007199254740992.0, 16},
        {"0.000000000000000001", 1e-18, 20},
        {"9007199254740993", 0, 0},
        {"00000000000000000001", 0, 0},
        {"-.", 0, 0},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        double value = 0;
        const char *end = covey_parse_usual(rows[k].text, &value);
        assert_ptr_equal(end, rows[k].size == 0 ? NULL : rows[k].text + rows[k].size);
        assert_true(end == NULL || value == rows[k].value);
    }
}

// ---- Rounding: known cases ----

static void test_ties_go_to_even(void **state)
{
    (void)state;
    expect("9007199254740993", 9007199254740992.0);
    expect("9007199254740995", 9007199254740996.0);
    expect("9007199254740993.0", 9007199254740992.0);
    expect("9007199254740993.00000000000000000000000000001", 9007199254740994.0);
    expect("9007199254740992.99999999999999999999999999999", 9007199254740992.0);
    expect("1.00000000000000011102230246251565404236316680908203125", 1.0);
    expect("1.00000000000000011102230246251565404236316680908203126", 0x1.0000000000001p0);
    expect("1.00000000000000033306690738754696212708950042724609375", 0x1.0000000000002p0);
    expect("4503599627370496.5", 4503599627370496.0);
    expect("4503599627370497.5", 4503599627370498.0);
}

// Half the gap above the largest double is the first number that is too large.
static void test_the_largest_double_has_a_sharp_upper_bound(void **state)
{
    (void)state;
    expect("1.7976931348623157e308", DBL_MAX);
    expect("-1.7976931348623157e308", -DBL_MAX);
    expect("1.7976931348623158079e308", DBL_MAX);
    expect("1.797693134862315808e308", TOO_LARGE);
    expect("-1.7976931348623159e308", TOO_LARGE);
    expect("1e309", TOO_LARGE);
    expect("0.1e310", TOO_LARGE);
    expect("1e308", 1e308);
    expect("0.0001e312", 1e308);
}

static void test_the_smallest_double_has_a_sharp_lower_bound(void **state)
{
    (void)state;
    expect("4.9406564584124654e-324", 0x1p-1074);
    expect("2.4703282292062328e-324", 0x1p-1074);
    expect("2.4703282292062327e-324", 0.0);
    expect("-2.4703282292062327e-324", -0.0);
    expect("1e-324", 0.0);
    expect("9.999e-325", 0.0);
    expect("2.2250738585072011e-308", 0x0.fffffffffffffp-1022);
    expect("2.2250738585072014e-308", DBL_MIN);
}

static void test_absurd_exponents_do_not_overflow(void **state)
{
    (void)state;
    expect("1e99999999999999999999", TOO_LARGE);
    expect("-1e+9223372036854775807", TOO_LARGE);
    expect("1e-99999999999999999999", 0.0);
    expect("-1e-9223372036854775808", -0.0);
    expect("0e99999999999999999999", 0.0);
    expect("-0.000e-99999999999999999999", -0.0);
    expect("1e18446744073709551616", TOO_LARGE);
    expect("1e4294967296", TOO_LARGE);
    expect("1e-4294967296", 0.0);
    expect("1e000000000000000000000000000000000000005", 1e5);
}

// ---- Rounding: long tokens ----

static char *long_text(const char *head, char filling, size_t count, const char *tail)
{
    static char text[LONG_TOKEN + 1];
    size_t size = strlen(head);
    assert_true(size + count + strlen(tail) <= LONG_TOKEN);
    memcpy(text, head, size);
    memset(text + size, filling, count);
    memcpy(text + size + count, tail, strlen(tail) + 1);
    return text;
}

static void test_long_tokens_are_read_exactly(void **state)
{
    (void)state;
    expect(long_text("0.", '0', 2000, "1e2000"), 0.1);
    expect(long_text("0.", '0', 65000, "1e65001"), 1.0);
    expect(long_text("1", '0', 65000, "e-65000"), 1.0);
    expect(long_text("-1", '0', 300, ""), -1e300);
    expect(long_text("1", '0', 65000, ""), TOO_LARGE);
    expect(long_text("0.", '0', 65000, "1"), 0.0);
    expect(long_text("0.", '3', 65000, ""), 1.0 / 3.0);
    expect(long_text("", '9', 309, ""), TOO_LARGE);
    expect(long_text("", '9', 308, ""), 1e308);
    expect(long_text("0.", '9', 65000, ""), 1.0);
    expect(long_text("1e", '0', 65000, "5"), 1e5);
}

// What is too far behind to be kept still breaks a tie.
static void test_the_last_of_many_digits_counts(void **state)
{
    (void)state;
    static const size_t zeros[] = {1, 700, 780, 783, 784, 785, 786, 60000};
    for (size_t i = 0; i < LENGTH(zeros); i++) {
        expect(long_text("9007199254740993.", '0', zeros[i], ""), 9007199254740992.0);
        expect(long_text("9007199254740993.", '0', zeros[i], "1"), 9007199254740994.0);
        expect(long_text("9007199254740993", '0', zeros[i], "e-400"),
               strtod(long_text("9007199254740993", '0', zeros[i], "e-400"), NULL));
        expect(long_text("9007199254740992.", '9', zeros[i], "5"), 9007199254740992.0);
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
    expect(text, covey_bits_of(x) % 2 == 0 ? x : next);
    nudge(text, 1);
    expect(text, next);
    write_midpoint(x, text);
    nudge(text, 0);
    expect(text, x);
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
        expect_as_strtod(text);
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

// m/5^k likewise: 2^s·m leaves a rest of a few units when divided by 5^k, s such that the quotient
// has 54 bits, of which the last is half a unit of the double.
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
        expect_as_strtod(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_usual_numbers_take_the_short_way),
        cmocka_unit_test(test_numbers_of_the_grammar_are_read),
        cmocka_unit_test(test_everything_else_is_refused),
        cmocka_unit_test(test_all_short_tokens_are_taken_as_by_strtod),
        cmocka_unit_test(test_no_other_byte_belongs_to_a_number),
        cmocka_unit_test(test_no_byte_outside_is_read),
        cmocka_unit_test(test_ties_go_to_even),
        cmocka_unit_test(test_the_largest_double_has_a_sharp_upper_bound),
        cmocka_unit_test(test_the_smallest_double_has_a_sharp_lower_bound),
        cmocka_unit_test(test_absurd_exponents_do_not_overflow),
        cmocka_unit_test(test_long_tokens_are_read_exactly),
        cmocka_unit_test(test_the_last_of_many_digits_counts),
        cmocka_unit_test(test_midpoints_decide),
        cmocka_unit_test(test_typical_tokens_are_rounded_as_by_strtod),
        cmocka_unit_test(test_printed_doubles_are_rounded_as_by_strtod),
        cmocka_unit_test(test_any_digits_are_rounded_as_by_strtod),
        cmocka_unit_test(test_ties_are_rounded_as_by_strtod),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
