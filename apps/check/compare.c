// SPDX-License-Identifier: MIT
// Finds the first place where two outputs differ.
#include "check/compare.h"

#include "base/parse.h"
#include "check/decimal.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 4 };

/// Half a unit of the third decimal, and a hair for what lies exactly half way.
static const double half_digit = 0.0005000001;

/// A little more than one in the third decimal, and some roundings of a float.
static const double last_digit = 0.0011, float_share = 1e-5;

static bool same_text(check_line a, check_line b)
{
    return a.size == b.size && memcmp(a.text, b.text, a.size) == 0;
}

static bool read_number(check_line word, double *value)
{
    return covey_parse_double(word.text, word.size, value) == COVEY_PARSE_OK;
}

static bool same_word(const check_compare_def *def, check_line a, check_line b)
{
    return same_text(a, b) || (def->tolerance > 0 && check_decimal_within(a, b, def->tolerance));
}

bool check_compare_lines(const check_compare_def *def, check_line a, check_line b)
{
    if (same_text(a, b))
        return true;
    if (!(def->tolerance > 0))
        return false;
    size_t at_a = 0, at_b = 0;
    while (at_a < a.size && at_b < b.size)
        if (!same_word(def, check_lines_word(a, &at_a), check_lines_word(b, &at_b)))
            return false;
    return at_a >= a.size && at_b >= b.size;
}

static void keep(char room[CHECK_DIFFERENCE_WORD], check_line word)
{
    size_t size = word.size < CHECK_DIFFERENCE_WORD - 1 ? word.size : CHECK_DIFFERENCE_WORD - 1;
    for (size_t k = 0; k < size; k++)
        room[k] = word.text[k] >= ' ' && word.text[k] <= '~' ? word.text[k] : '?';
    room[size] = '\0';
}

/// True if a line holds four numbers, or what programs print instead.
static bool is_agent(check_line line)
{
    size_t at = 0, count = 0;
    while (at < line.size) {
        double value;
        check_line word = check_lines_word(line, &at);
        if (!read_number(word, &value) && !check_lines_is_no_number(word))
            return false;
        count++;
    }
    return count == COLUMNS;
}

/// Finds the first wrong number of a line that is an agent.
static void find_number(const check_compare_def *def, check_line expected, check_line got,
                        check_difference *found)
{
    size_t at_expected = 0, at_got = 0;
    for (int column = 0; column < COLUMNS; column++) {
        check_line a = check_lines_word(expected, &at_expected);
        check_line b = check_lines_word(got, &at_got);
        double x = 0, y = 0;
        if (same_word(def, a, b))
            continue;
        bool right = read_number(a, &x) && read_number(b, &y) && fabs(x - y) <= half_digit;
        const char *point = memchr(b.text, '.', b.size);
        bool three = point != NULL && b.size - (size_t)(point - b.text) == COLUMNS;
        check_difference_kind kind =
            right && !three ? CHECK_DIFFERENCE_DIGITS : CHECK_DIFFERENCE_NUMBER;
        found->wrong |= kind == CHECK_DIFFERENCE_NUMBER ? 1U << column : 0;
        // A wrong number is worse news than a right one that is written in another way.
        if (found->kind == CHECK_DIFFERENCE_NUMBER || found->kind == kind)
            continue;
        found->kind = kind;
        found->column = column;
        keep(found->expected, a);
        keep(found->got, b);
    }
}

static void measure(check_line expected, check_line got, check_difference *found)
{
    size_t at_expected = 0, at_got = 0;
    while (at_expected < expected.size && at_got < got.size) {
        check_line a = check_lines_word(expected, &at_expected);
        check_line b = check_lines_word(got, &at_got);
        double x, y;
        if (read_number(a, &x) && read_number(b, &y)) {
            double off = fabs(x - y), share = off > last_digit ? off / fabs(x) : 0;
            found->worst = off > found->worst ? off : found->worst;
            found->share = share > found->share ? share : found->share;
        }
        found->has_no_numbers =
            found->has_no_numbers || (!same_text(a, b) && check_lines_is_no_number(b));
    }
}

static void compare_line(const check_compare_def *def, check_line expected, check_line got,
                         check_difference *found)
{
    if (same_text(expected, got))
        return;
    if (is_agent(got)) {
        find_number(def, expected, got, found);
        return;
    }
    found->kind = CHECK_DIFFERENCE_WORDS;
    keep(found->got, got);
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
    unsigned harmful = def->exact ? got->forms : got->forms & ~(unsigned)CHECK_LINES_HARMLESS;
    if (first.kind == CHECK_DIFFERENCE_NONE && harmful != 0)
        first.kind = CHECK_DIFFERENCE_FORM;
    first.worst = all.worst;
    first.share = all.share;
    first.has_no_numbers = all.has_no_numbers;
    if (agents > 0) {
        first.step = first.line / agents;
        first.agent = first.line % agents;
    }
    return first;
}
