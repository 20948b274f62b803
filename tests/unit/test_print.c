// SPDX-License-Identifier: MIT
// Doubles to text: three decimals and hexadecimal against printf in the C locale, the shortest
// decimal against a search with printf and strtod. COVEY_TEST_RANDOM sets the number of random
// values of each family.
#include "base/bits.h"
#include "base/writer.h"
#include "support/random.h"

#include <float.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

// ---- Helpers ----

typedef size_t printer(char *text, double value);

// Returns the printed text, ended by zero, after a look at the bytes behind its room.
static const char *printed(printer *print, double value)
{
    static char text[COVEY_PRINT_SIZE + 1];
    memset(text, '#', sizeof text);
    size_t size = print(text, value);
    if (size > COVEY_PRINT_SIZE || text[COVEY_PRINT_SIZE] != '#')
        fail_msg("%a takes more than COVEY_PRINT_SIZE bytes", value);
    text[size] = '\0';
    return text;
}

static void expect(printer *print, double value, const char *want)
{
    const char *text = printed(print, value);
    if (strcmp(text, want) != 0)
        fail_msg("%a is printed as %s, not %s", value, text, want);
}

// ---- Families of values ----

typedef double family(void);

static double any_double(void)
{
    double x = covey_bits_double(random_bits());
    return isfinite(x) ? x : any_double();
}

static double uniform(void)
{
    return (double)(random_bits() >> 11) * 0x1p-52 - 1.0;
}

static double typical(void)
{
    return uniform() * 1000.0;
}

static double large(void)
{
    return uniform() * ldexp(1.0, random_below(70));
}

static double tiny(void)
{
    return uniform() * ldexp(1.0, -random_below(80));
}

static double subnormal(void)
{
    return covey_bits_double((random_bits() & (uint64_t)1 << 63) |
                             random_bits() >> (12 + random_below(52)));
}

// At most one unit in the last place beside x.
static double beside(double x)
{
    double change = (double)(random_below(3) - 1);
    return change < 0   ? nextafter(x, -(double)INFINITY)
           : change > 0 ? nextafter(x, (double)INFINITY)
                        : x;
}

static double near_thousandth(void)
{
    double k = (double)(random_bits() >> (14 + random_below(45)));
    return beside((random_below(2) ? k : -k) / 1000.0);
}

// Half a thousandth more than a thousandth, as near as doubles come.
static double near_half_thousandth(void)
{
    double k = (double)(random_bits() >> (14 + random_below(45)));
    return beside((random_below(2) ? k + 0.5 : -0.5 - k) / 1000.0);
}

// A double is half way between thousandths exactly if it is an odd multiple of 1/16.
static double tie(void)
{
    double x = (double)(random_bits() >> (12 + random_below(45)) | 1) / 16.0;
    return random_below(2) ? x : -x;
}

static double near_tie(void)
{
    return beside(tie());
}

static double near_power_of_two(void)
{
    return beside(ldexp(random_below(2) ? 1.0 : -1.0, random_below(2098) - 1074));
}

static double near_power_of_ten(void)
{
    char text[16];
    sprintf(text, "1e%d", random_below(632) - 323);
    return beside(strtod(text, NULL));
}

static double few_digits(void)
{
    char text[32];
    sprintf(text, "%de%d", random_below(100000), random_below(600) - 300);
    return strtod(text, NULL);
}

static family *const families[] = {
    any_double,
    typical,
    large,
    tiny,
    subnormal,
    near_thousandth,
    near_half_thousandth,
    tie,
    near_tie,
    near_power_of_two,
    near_power_of_ten,
    few_digits,
};

typedef void check(double value);

static void check_random(check *one, long count)
{
    for (size_t f = 0; f < LENGTH(families); f++) {
        random_state = f;
        for (long k = count; k > 0; k--)
            one(families[f]());
    }
}

// ---- Three decimals ----

static void check_fixed3(double value)
{
    char want[COVEY_PRINT_SIZE + 1];
    sprintf(want, "%.3f", value);
    const char *text = want;
    if (strcmp(text, "-0.000") == 0)
        text++;
    expect(covey_print_fixed3, value, text);
}

static void test_fixed_ties_go_to_even(void **state)
{
    (void)state;
    expect(covey_print_fixed3, 0.0625, "0.062");
    expect(covey_print_fixed3, 0.1875, "0.188");
    expect(covey_print_fixed3, 1.0625, "1.062");
    expect(covey_print_fixed3, -1.1875, "-1.188");
    expect(covey_print_fixed3, -12345.8125, "-12345.812");
    expect(covey_print_fixed3, nextafter(1.0625, 2.0), "1.063");
    expect(covey_print_fixed3, nextafter(1.1875, 1.0), "1.187");
}

static void test_fixed_zero_has_no_sign(void **state)
{
    (void)state;
    expect(covey_print_fixed3, 0.0, "0.000");
    expect(covey_print_fixed3, -0.0, "0.000");
    expect(covey_print_fixed3, -0.0004, "0.000");
    expect(covey_print_fixed3, -DBL_MIN, "0.000");
    expect(covey_print_fixed3, -0x1p-1074, "0.000");
    expect(covey_print_fixed3, 0.0005, "0.001"); // the double is above 5/10000
    expect(covey_print_fixed3, -0.0005, "-0.001");
    expect(covey_print_fixed3, nextafter(0.0005, 0.0), "0.000");
}

// All of its branches meet here: 8 digits, 16, 2^53, 64 bits and more.
static void test_fixed_is_exact_at_the_seams(void **state)
{
    (void)state;
    static const double seams[] = {
        1.0,     10.0,    100.0,  1e3,    1e4,     1e5,      1e7,       1e8,           1e9,
        1e15,    1e16,    1e17,   1e18,   1e19,    1e20,     0x1p52,    0x1p53,        0x1p54,
        0x1p62,  0x1p63,  0x1p64, 0x1p65, 0x1p100, 1e100,    0x1p-10,   0x1p-11,       0x1p-12,
        0x1p-13, DBL_MAX, 1e300,  9.9995, 99.9995, 999.9995, 9999.9995, 99999999.9995,
    };
    for (size_t i = 0; i < LENGTH(seams); i++) {
        check_fixed3(seams[i]);
        check_fixed3(-seams[i]);
        check_fixed3(nextafter(seams[i], 0.0));
        check_fixed3(nextafter(seams[i], seams[i] < DBL_MAX ? DBL_MAX : 0.0));
    }
}

static void test_fixed_is_as_by_printf(void **state)
{
    (void)state;
    check_random(check_fixed3, random_count());
}

// ---- Hexadecimal ----

// glibc's form of %a is the one promised.
static void check_hex(double value)
{
    char want[COVEY_PRINT_SIZE + 1];
    sprintf(want, "%a", value);
    expect(covey_print_hex, value, want);
}

static void test_hexadecimal_has_one_form(void **state)
{
    (void)state;
    expect(covey_print_hex, 0.0, "0x0p+0");
    expect(covey_print_hex, -0.0, "-0x0p+0");
    expect(covey_print_hex, 1.0, "0x1p+0");
    expect(covey_print_hex, -0.1, "-0x1.999999999999ap-4");
    expect(covey_print_hex, 0.5, "0x1p-1");
    expect(covey_print_hex, 24.0, "0x1.8p+4");
    expect(covey_print_hex, DBL_MAX, "0x1.fffffffffffffp+1023");
    expect(covey_print_hex, DBL_MIN, "0x1p-1022");
    expect(covey_print_hex, 0x1p-1074, "0x0.0000000000001p-1022");
    expect(covey_print_hex, 0x1p-1023, "0x0.8p-1022");
}

static void test_hexadecimal_is_as_by_printf(void **state)
{
    (void)state;
    check_random(check_hex, random_count());
}

// ---- Shortest ----

// digits × 10^exponent, no zero at the end of the digits.
typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

static bool is_exactly(decimal d, double magnitude)
{
    char text[48];
    sprintf(text, "%" PRIu64 "e%d", d.digits, d.exponent);
    return strtod(text, NULL) == magnitude;
}

static decimal without_zeros(decimal d)
{
    for (; d.digits != 0 && d.digits % 10 == 0; d.digits /= 10)
        d.exponent++;
    return d;
}

// Tries all numbers of digits in turn: the nearest decimal, then its neighbors. If a neighbor reads
// back and the nearest does not, the other neighbor does not either.
static decimal search(double magnitude)
{
    for (int count = 1;; count++) {
        char text[48];
        sprintf(text, "%.*e", count - 1, magnitude);
        char *e = strchr(text, 'e');
        decimal d = {.exponent = atoi(e + 1) - (count - 1)};
        for (const char *p = text; p < e; p++)
            if (*p != '.')
                d.digits = d.digits * 10 + (uint64_t)(*p - '0');
        static const int order[] = {0, 1, -1};
        for (size_t i = 0; i < LENGTH(order); i++) {
            decimal candidate = {d.digits + (uint64_t)order[i], d.exponent};
            if (is_exactly(candidate, magnitude))
                return without_zeros(candidate);
        }
    }
}

// Takes plain or scientific text apart.
static decimal taken_apart(const char *text)
{
    decimal d = {0};
    bool fraction = false;
    const char *p = *text == '-' ? text + 1 : text;
    for (; *p != '\0' && *p != 'e'; p++) {
        fraction = fraction || *p == '.';
        if (*p == '.')
            continue;
        d.digits = d.digits * 10 + (uint64_t)(*p - '0');
        d.exponent -= fraction;
    }
    if (*p == 'e')
        d.exponent += atoi(p + 1);
    return without_zeros(d);
}

static void check_shortest(double value)
{
    const char *text = printed(covey_print_shortest, value);
    if (covey_bits_of(strtod(text, NULL)) != covey_bits_of(value))
        fail_msg("%a is printed as %s", value, text);
    if (value == 0.0)
        return;
    decimal want = search(fabs(value));
    decimal have = taken_apart(text);
    if (have.digits != want.digits || have.exponent != want.exponent)
        fail_msg("%a is printed as %s, not %" PRIu64 "e%d", value, text, want.digits,
                 want.exponent);
}

static void test_shortest_is_plain_for_middling_exponents(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0.0, "0"},
        {-0.0, "-0"},
        {1.0, "1"},
        {-1.0, "-1"},
        {100.0, "100"},
        {0.1, "0.1"},
        {-12.5, "-12.5"},
        {0.3, "0.3"},
        {0.1 + 0.2, "0.30000000000000004"},
        {0.001, "0.001"},
        {0.00001, "0.00001"},
        {0.000012345, "0.000012345"},
        {0.0000099, "9.9e-06"},
        {-2.5e-7, "-2.5e-07"},
        {1e16, "10000000000000000"},
        {12345678901234568.0, "12345678901234568"},
        {99999999999999984.0, "99999999999999980"},
        {1e17, "1e+17"},
        {1.25e17, "1.25e+17"},
        {1e300, "1e+300"},
        {1e-300, "1e-300"},
        {1.5e-10, "1.5e-10"},
        {1e-9, "1e-09"},
        {DBL_MAX, "1.7976931348623157e+308"},
        {DBL_MIN, "2.2250738585072014e-308"},
        {0x1p-1074, "5e-324"},
        {9007199254740993.0, "9007199254740992"},
        {(double)INFINITY, "inf"},
        {-(double)INFINITY, "-inf"},
        {(double)NAN, "nan"},
        {-(double)NAN, "nan"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        expect(covey_print_shortest, cases[i].value, cases[i].text);
}

// The gap below a power of two is half the gap above: the nearest decimal of 16 digits, below, may
// not read back while the next one above does.
static void test_shortest_is_found_at_every_power_of_two(void **state)
{
    (void)state;
    expect(covey_print_shortest, 0x1p-44, "5.684341886080802e-14");
    for (int exponent = -1074; exponent < 1024; exponent++)
        check_shortest(ldexp(1.0, exponent));
}

static void test_shortest_is_found(void **state)
{
    (void)state;
    check_random(check_shortest, random_count() / 50);
}

// Locales differ in the point, and some write it with several bytes. Skipped where all have a dot.
static void test_no_locale_changes_the_text(void **state)
{
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "ru_RU.UTF-8",
                                        "ps_AF.UTF-8", "ps_AF",      "fa_IR.UTF-8", "de_DE"};
    int found = 0;
    for (size_t i = 0; i < LENGTH(names); i++) {
        if (setlocale(LC_ALL, names[i]) == NULL || strcmp(localeconv()->decimal_point, ".") == 0)
            continue;
        found++;
        expect(covey_print_fixed3, 1234567.5, "1234567.500");
        expect(covey_print_hex, 1.5, "0x1.8p+0");
        expect(covey_print_shortest, 1234567.5, "1234567.5");
        expect(covey_print_shortest, 1.25e-17, "1.25e-17");
    }
    (void)setlocale(LC_ALL, "C");
    if (found == 0)
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fixed_ties_go_to_even),
        cmocka_unit_test(test_fixed_zero_has_no_sign),
        cmocka_unit_test(test_fixed_is_exact_at_the_seams),
        cmocka_unit_test(test_fixed_is_as_by_printf),
        cmocka_unit_test(test_hexadecimal_has_one_form),
        cmocka_unit_test(test_hexadecimal_is_as_by_printf),
        cmocka_unit_test(test_shortest_is_plain_for_middling_exponents),
        cmocka_unit_test(test_shortest_is_found_at_every_power_of_two),
        cmocka_unit_test(test_shortest_is_found),
        cmocka_unit_test(test_no_locale_changes_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
