// SPDX-License-Identifier: MIT
// Differences of printed numbers, digit by digit: their doubles lie a hair beside them.
#include "check/decimal.h"

#include "base/parse.h"
#include "base/print.h"

#include <math.h>

/// Digits before the point and behind it; the latter are cut off beyond.
enum { WHOLE = 320, BEHIND = 80, DIGITS = WHOLE + BEHIND };

/// A number: the sum of digit[k] * 10^(k - BEHIND), whatever the digits are.
typedef struct decimal {
    int digit[DIGITS];
} decimal;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/// The power of ten behind an e, as far as it matters; 0 where there is none.
static long find_exponent(check_line word)
{
    size_t k = 0;
    while (k < word.size && word.text[k] != 'e' && word.text[k] != 'E')
        k++;
    k += k < word.size;
    bool negative = k < word.size && word.text[k] == '-';
    k += k < word.size && (word.text[k] == '-' || word.text[k] == '+');
    long power = 0;
    for (; k < word.size && is_digit(word.text[k]); k++)
        power = power < 100000 ? 10 * power + (word.text[k] - '0') : power;
    return negative ? -power : power;
}

/// Adds a number, times 1 or -1.
static void add(decimal *sum, check_line word, int sign)
{
    size_t begin = word.size > 0 && (word.text[0] == '-' || word.text[0] == '+');
    size_t whole = begin;
    while (whole < word.size && is_digit(word.text[whole]))
        whole++;
    sign = word.text[0] == '-' ? -sign : sign;
    long place = find_exponent(word) + (long)(whole - begin) - 1 + BEHIND;
    for (size_t k = begin; k < word.size && (is_digit(word.text[k]) || word.text[k] == '.'); k++) {
        if (word.text[k] == '.')
            continue;
        if (place >= 0 && place < DIGITS)
            sum->digit[place] += sign * (word.text[k] - '0');
        place--;
    }
}

/// True if a number is above 0. Carries in it.
static bool is_positive(decimal *number)
{
    int carry = 0;
    bool other = false;
    for (int k = 0; k < DIGITS; k++) {
        int here = number->digit[k] + carry;
        carry = here >= 0 ? here / 10 : -((9 - here) / 10);
        other = other || here != 10 * carry;
    }
    return carry > 0 || (carry == 0 && other);
}

static bool is_above(check_line a, check_line b, check_line tolerance)
{
    decimal sum = {{0}};
    add(&sum, a, 1);
    add(&sum, b, -1);
    add(&sum, tolerance, -1);
    return is_positive(&sum);
}

bool check_decimal_within(check_line a, check_line b, double tolerance)
{
    enum { SHORTEST = COVEY_PRINT_SIZE + 1 };
    char text[SHORTEST] = "";
    double x, y;
    if (covey_parse_double(a.text, a.size, &x) != COVEY_PARSE_OK ||
        covey_parse_double(b.text, b.size, &y) != COVEY_PARSE_OK)
        return false;
    double off = fabs(x - y), doubt = 1e-12 * (fabs(x) + fabs(y) + tolerance);
    if (fabs(off - tolerance) > doubt)
        return off < tolerance;
    check_line most = {text, covey_print_shortest(text, tolerance)};
    return !is_above(a, b, most) && !is_above(b, a, most);
}
