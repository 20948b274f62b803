// SPDX-License-Identifier: MIT
// Finds the first place where two outputs differ.
#include "check/compare.h"

#include "base/writer.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 4, DECIMALS = 3 };

/// Half a unit of the third decimal, and a hair for numbers exactly half way.
static const double half_digit = 0.0005000001;

/// A little more than one in the third decimal, and some roundings of a float.
static const double last_digit = 0.0011, float_share = 1e-5;

// ---- Differences of numbers as they are printed: their doubles lie a hair beside them ----

/// Digits before the point and behind it; the latter are cut off beyond.
enum { WHOLE = 320, BEHIND = 80, DIGITS = WHOLE + BEHIND };

/// A number: the sum of digit[k] * 10^(k - BEHIND), whatever the digits are.
typedef struct decimal {
    int digit[DIGITS];
} decimal;

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
    for (; k < word.size && check_token_is_digit(word.text[k]); k++)
        power = power < 100000 ? 10 * power + (word.text[k] - '0') : power;
    return negative ? -power : power;
}

/// Adds a number, times 1 or -1.
static void add(decimal *sum, check_line word, int sign)
{
    size_t begin = word.size > 0 && (word.text[0] == '-' || word.text[0] == '+');
    size_t whole = begin;
    while (whole < word.size && check_token_is_digit(word.text[whole]))
        whole++;
    sign = word.text[0] == '-' ? -sign : sign;
    long place = find_exponent(word) + (long)(whole - begin) - 1 + BEHIND;
    for (size_t k = begin;
         k < word.size && (check_token_is_digit(word.text[k]) || word.text[k] == '.'); k++) {
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

/// True if two numbers, as they are printed, differ by no more than a tolerance, as it is written
/// shortest: 0.484 and 0.485 differ by 0.001, though the doubles next to them differ by more. False
/// for words that are no numbers.
static bool is_within(check_line a, check_line b, double tolerance)
{
    enum { SHORTEST = COVEY_PRINT_SIZE + 1 };
    char text[SHORTEST] = "";
    double x, y;
    if (!check_token_number(a, &x) || !check_token_number(b, &y))
        return false;
    double off = fabs(x - y), doubt = 1e-12 * (fabs(x) + fabs(y) + tolerance);
    if (fabs(off - tolerance) > doubt)
        return off < tolerance;
    check_line most = {text, covey_print_shortest(text, tolerance)};
    return !is_above(a, b, most) && !is_above(b, a, most);
}

// ---- Words and lines ----

static bool same_word(const check_compare_def *def, check_line a, check_line b)
{
    return check_token_is_same(a, b) || (def->tolerance > 0 && is_within(a, b, def->tolerance));
}

bool check_compare_lines(const check_compare_def *def, check_line a, check_line b)
{
    if (check_token_is_same(a, b))
        return true;
    if (!(def->tolerance > 0))
        return false;
    while (a.size > 0 && b.size > 0)
        if (!same_word(def, check_token_word(&a), check_token_word(&b)))
            return false;
    return a.size == 0 && b.size == 0;
}

/// True if a line holds four numbers, or the words that programs print for them.
static bool is_agent(check_line line)
{
    size_t count = 0;
    for (; line.size > 0; count++) {
        double value;
        check_line word = check_token_word(&line);
        if (!check_token_number(word, &value) && !check_token_is_no_number(word))
            return false;
    }
    return count == COLUMNS;
}

/// Finds the first wrong number of a line that is an agent.
static void find_number(const check_compare_def *def, check_line expected, check_line got,
                        check_difference *found)
{
    for (int column = 0; column < COLUMNS; column++) {
        check_line a = check_token_word(&expected), b = check_token_word(&got);
        double x = 0, y = 0;
        if (same_word(def, a, b))
            continue;
        bool right =
            check_token_number(a, &x) && check_token_number(b, &y) && fabs(x - y) <= half_digit;
        check_difference_kind kind = right && check_token_decimals(b) != DECIMALS
                                         ? CHECK_DIFFERENCE_DIGITS
                                         : CHECK_DIFFERENCE_NUMBER;
        found->wrong |= kind == CHECK_DIFFERENCE_NUMBER ? 1U << column : 0;
        // A wrong number is worse news than a right one that is written in another way.
        if (found->kind == CHECK_DIFFERENCE_NUMBER || found->kind == kind)
            continue;
        found->kind = kind;
        found->column = column;
        check_token_show(a, found->expected);
        check_token_show(b, found->got);
    }
}

static void measure(check_line expected, check_line got, check_difference *found)
{
    while (expected.size > 0 && got.size > 0) {
        check_line a = check_token_word(&expected), b = check_token_word(&got);
        double x, y;
        if (check_token_number(a, &x) && check_token_number(b, &y)) {
            double off = fabs(x - y), share = off > last_digit ? off / fabs(x) : 0;
            found->worst = off > found->worst ? off : found->worst;
            found->share = share > found->share ? share : found->share;
        }
        found->has_no_numbers =
            found->has_no_numbers || (!check_token_is_same(a, b) && check_token_is_no_number(b));
    }
}

static void compare_line(const check_compare_def *def, check_line expected, check_line got,
                         check_difference *found)
{
    if (check_token_is_same(expected, got))
        return;
    if (is_agent(got)) {
        find_number(def, expected, got, found);
        return;
    }
    found->kind = CHECK_DIFFERENCE_WORDS;
    check_token_show(got, found->got);
}

bool check_compare_is_rounding(const check_difference *difference)
{
    return difference->worst < last_digit;
}

bool check_compare_is_float(const check_difference *difference)
{
    return difference->share < float_share;
}

check_difference check_compare(const check_compare_def *def, const check_lines *expected,
                               const check_lines *got, size_t agents)
{
    check_difference first = {.lines_expected = expected->count, .lines_got = got->count};
    check_difference all = {0};
    size_t common = expected->count < got->count ? expected->count : got->count;
    for (size_t k = 0; k < common; k++) {
        check_difference here = first;
        measure(expected->lines[k], got->lines[k], &all);
        if (first.kind == CHECK_DIFFERENCE_NONE || first.kind == CHECK_DIFFERENCE_DIGITS) {
            here.line = k;
            compare_line(def, expected->lines[k], got->lines[k], &here);
            if (here.kind != first.kind)
                first = here;
        }
    }
    bool right_so_far = first.kind == CHECK_DIFFERENCE_NONE;
    if (right_so_far && got->count != expected->count) {
        first.kind = got->count < expected->count ? CHECK_DIFFERENCE_SHORT : CHECK_DIFFERENCE_LONG;
        first.line = common;
    }
    unsigned harmful = def->exact ? got->changes : got->changes & ~(unsigned)CHECK_LINES_HARMLESS;
    if (first.kind == CHECK_DIFFERENCE_NONE && harmful != 0)
        first.kind = CHECK_DIFFERENCE_FORMAT;
    first.worst = all.worst;
    first.share = all.share;
    first.has_no_numbers = all.has_no_numbers;
    if (agents > 0) {
        first.step = first.line / agents;
        first.agent = first.line % agents;
    }
    return first;
}
