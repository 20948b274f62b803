// SPDX-License-Identifier: MIT
// Decimal text to doubles: the grammar against all short tokens, and the rounding of known cases.
#include "support/parse.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

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
    parse_expect("1", 1);
    parse_expect("+1", 1);
    parse_expect("-1", -1);
    parse_expect("-.5", -0.5);
    parse_expect("5E-1", 0.5);
    parse_expect("1.", 1);
    parse_expect("+.25e+2", 25);
    parse_expect("007", 7);
    parse_expect("0", 0.0);
    parse_expect("-0", -0.0);
    parse_expect("-0.0e9", -0.0);
    parse_expect("1.e1", 10);
    parse_expect("-123.456", -123.456);
    parse_expect("1e22", 1e22);
    parse_expect("1e-22", 1e-22);
    parse_expect("1e23", 1e23);
    parse_expect("9007199254740992", 0x1p53);
    parse_expect("12345678901234567890", 12345678901234567890.0);
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
                parse_expect_as_strtod(text);
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
        {"1.5e3", 1.5, 3}, // the rest is for the caller to see
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
    parse_expect("9007199254740993", 9007199254740992.0);
    parse_expect("9007199254740995", 9007199254740996.0);
    parse_expect("9007199254740993.0", 9007199254740992.0);
    parse_expect("9007199254740993.00000000000000000000000000001", 9007199254740994.0);
    parse_expect("9007199254740992.99999999999999999999999999999", 9007199254740992.0);
    parse_expect("1.00000000000000011102230246251565404236316680908203125", 1.0);
    parse_expect("1.00000000000000011102230246251565404236316680908203126", 0x1.0000000000001p0);
    parse_expect("1.00000000000000033306690738754696212708950042724609375", 0x1.0000000000002p0);
    parse_expect("4503599627370496.5", 4503599627370496.0);
    parse_expect("4503599627370497.5", 4503599627370498.0);
}

// Half the gap above the largest double is the first number that is too large.
static void test_the_largest_double_has_a_sharp_upper_bound(void **state)
{
    (void)state;
    parse_expect("1.7976931348623157e308", DBL_MAX);
    parse_expect("-1.7976931348623157e308", -DBL_MAX);
    parse_expect("1.7976931348623158079e308", DBL_MAX);
    parse_expect("1.797693134862315808e308", PARSE_TOO_LARGE);
    parse_expect("-1.7976931348623159e308", PARSE_TOO_LARGE);
    parse_expect("1e309", PARSE_TOO_LARGE);
    parse_expect("0.1e310", PARSE_TOO_LARGE);
    parse_expect("1e308", 1e308);
    parse_expect("0.0001e312", 1e308);
}

static void test_the_smallest_double_has_a_sharp_lower_bound(void **state)
{
    (void)state;
    parse_expect("4.9406564584124654e-324", 0x1p-1074);
    parse_expect("2.4703282292062328e-324", 0x1p-1074);
    parse_expect("2.4703282292062327e-324", 0.0);
    parse_expect("-2.4703282292062327e-324", -0.0);
    parse_expect("1e-324", 0.0);
    parse_expect("9.999e-325", 0.0);
    parse_expect("2.2250738585072011e-308", 0x0.fffffffffffffp-1022);
    parse_expect("2.2250738585072014e-308", DBL_MIN);
}

static void test_absurd_exponents_do_not_overflow(void **state)
{
    (void)state;
    parse_expect("1e99999999999999999999", PARSE_TOO_LARGE);
    parse_expect("-1e+9223372036854775807", PARSE_TOO_LARGE);
    parse_expect("1e-99999999999999999999", 0.0);
    parse_expect("-1e-9223372036854775808", -0.0);
    parse_expect("0e99999999999999999999", 0.0);
    parse_expect("-0.000e-99999999999999999999", -0.0);
    parse_expect("1e18446744073709551616", PARSE_TOO_LARGE);
    parse_expect("1e4294967296", PARSE_TOO_LARGE);
    parse_expect("1e-4294967296", 0.0);
    parse_expect("1e000000000000000000000000000000000000005", 1e5);
}

// ---- Rounding: long tokens ----

static char *long_text(const char *head, char filling, size_t count, const char *tail)
{
    static char text[PARSE_LONGEST + 1];
    size_t size = strlen(head);
    assert_true(size + count + strlen(tail) <= PARSE_LONGEST);
    memcpy(text, head, size);
    memset(text + size, filling, count);
    memcpy(text + size + count, tail, strlen(tail) + 1);
    return text;
}

static void test_long_tokens_are_read_exactly(void **state)
{
    (void)state;
    parse_expect(long_text("0.", '0', 2000, "1e2000"), 0.1);
    parse_expect(long_text("0.", '0', 65000, "1e65001"), 1.0);
    parse_expect(long_text("1", '0', 65000, "e-65000"), 1.0);
    parse_expect(long_text("-1", '0', 300, ""), -1e300);
    parse_expect(long_text("1", '0', 65000, ""), PARSE_TOO_LARGE);
    parse_expect(long_text("0.", '0', 65000, "1"), 0.0);
    parse_expect(long_text("0.", '3', 65000, ""), 1.0 / 3.0);
    parse_expect(long_text("", '9', 309, ""), PARSE_TOO_LARGE);
    parse_expect(long_text("", '9', 308, ""), 1e308);
    parse_expect(long_text("0.", '9', 65000, ""), 1.0);
    parse_expect(long_text("1e", '0', 65000, "5"), 1e5);
}

// Digits too far behind to be kept still break a tie.
static void test_the_last_of_many_digits_counts(void **state)
{
    (void)state;
    static const size_t zeros[] = {1, 700, 780, 783, 784, 785, 786, 60000};
    for (size_t i = 0; i < LENGTH(zeros); i++) {
        parse_expect(long_text("9007199254740993.", '0', zeros[i], ""), 9007199254740992.0);
        parse_expect(long_text("9007199254740993.", '0', zeros[i], "1"), 9007199254740994.0);
        parse_expect(long_text("9007199254740993", '0', zeros[i], "e-400"),
                     strtod(long_text("9007199254740993", '0', zeros[i], "e-400"), NULL));
        parse_expect(long_text("9007199254740992.", '9', zeros[i], "5"), 9007199254740992.0);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
