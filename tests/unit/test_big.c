// SPDX-License-Identifier: MIT
// Big integers against decimal powers worked out elsewhere, and against one another: what one
// operation builds, another takes down to nothing.
#include "base/big.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

// Decimal text of a, digit by digit from the end; leaves 0.
static const char *text_of(covey_big *a)
{
    static char text[1000];
    char *p = text + sizeof text - 1;
    *p = '\0';
    do
        *--p = (char)('0' + covey_big_divide(a, 10));
    while (a->count > 0);
    return p;
}

static covey_big big(uint64_t value)
{
    covey_big a;
    covey_big_set(&a, value);
    return a;
}

static void test_numbers_have_no_leading_zeros(void **state)
{
    (void)state;
    covey_big a = big(0);
    assert_int_equal(a.count, 0);
    covey_big_shift_left(&a, 100);
    covey_big_multiply(&a, 1000000000, 0);
    covey_big_multiply_power5(&a, 30);
    assert_int_equal(a.count, 0);
    a = big((uint64_t)1 << 32);
    covey_big b = big(((uint64_t)1 << 32) - 1);
    covey_big_subtract(&a, &b);
    assert_int_equal(a.count, 1);
    assert_int_equal(covey_big_divide(&a, 2), 1);
    assert_int_equal(a.count, 0);
}

static void test_powers_are_exact(void **state)
{
    (void)state;
    covey_big a = big(1);
    covey_big_shift_left(&a, 200);
    assert_string_equal(text_of(&a),
                        "1606938044258990275541962092341162602522202993782792835301376");
    a = big(1);
    covey_big_multiply_power5(&a, 60);
    assert_string_equal(text_of(&a), "867361737988403547205962240695953369140625");
    a = big(UINT64_MAX);
    covey_big_multiply(&a, UINT32_MAX, UINT32_MAX);
    assert_string_equal(text_of(&a), "79228162495817593519834398720");
}

// (10^k + 7)·2^s - 7·2^s = 10^k·2^s for numbers of all sizes.
static void test_operations_undo_each_other(void **state)
{
    (void)state;
    for (int k = 0; k <= 700; k++) {
        int shift = 37 * k % 400;
        covey_big a = big(1);
        for (int i = 0; i < k; i++)
            covey_big_multiply(&a, 10, i == k - 1 ? 7 : 0);
        covey_big_shift_left(&a, shift);
        covey_big b = big(k > 0 ? 7 : 0);
        covey_big_shift_left(&b, shift);
        covey_big_subtract(&a, &b);

        covey_big c = big(1);
        covey_big_multiply_power5(&c, k);
        covey_big_shift_left(&c, k + shift);
        assert_int_equal(covey_big_compare(&a, &c), 0);
        for (int i = 0; i < k; i++)
            assert_int_equal(covey_big_divide(&a, 10), 0);
        assert_int_equal(covey_big_bits(&a), shift + 1);
    }
}

static void test_comparison_looks_at_every_word(void **state)
{
    (void)state;
    for (int bit = 0; bit < 300; bit++) {
        covey_big a = big(1);
        covey_big_shift_left(&a, 300);
        covey_big b = a;
        b.word[bit / 32] += (uint32_t)1 << bit % 32;
        assert_true(covey_big_compare(&a, &b) < 0);
        assert_true(covey_big_compare(&b, &a) > 0);
        assert_int_equal(covey_big_bits(&b), 301);
        covey_big c = big(UINT64_MAX);
        assert_true(covey_big_compare(&c, &a) < 0);
        covey_big_subtract(&b, &a);
        assert_int_equal(covey_big_bits(&b), bit + 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_have_no_leading_zeros),
        cmocka_unit_test(test_powers_are_exact),
        cmocka_unit_test(test_operations_undo_each_other),
        cmocka_unit_test(test_comparison_looks_at_every_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
