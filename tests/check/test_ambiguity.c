// SPDX-License-Identifier: MIT
// Right programs of every arithmetic print the same for fresh cases: sums in other orders, wider
// numbers, other ways to compare distances, and both ways to round numbers half way between two
// decimals. COVEY_AMBIGUITY_RUNS says how many runs of a case to do.
#include "check/make.h"
#include "support/mistakes.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { DIALECTS = STUDENT_DIALECTS, LEVELS = 3, RUNS = 20000, BATCH = 60, MOST = 32 };

/// A program: how it prints a case. The text is large enough.
typedef void right_program(const char *input, int dialect, char *text);

// ---- Printing ----

/// As printf does, which knows all digits and goes to the even one.
static char *put_even(char *text, long double x, char after)
{
    int size = sprintf(text, "%.3Lf", x);
    if (text[0] == '-' && strspn(text, "-0.") == (size_t)size) {
        memmove(text, text + 1, (size_t)size);
        size--;
    }
    text[size] = after;
    return text + size + 1;
}

/// As programs do that multiply by 1000 and round half up.
static char *put_up(char *text, long double x, char after)
{
    long double thousands = floorl(fabsl(x) * 1000 + 0.5L);
    unsigned long long whole = (unsigned long long)thousands;
    bool minus = x < 0 && whole > 0;
    return text +
           sprintf(text, "%s%llu.%03llu%c", minus ? "-" : "", whole / 1000, whole % 1000, after);
}

// ---- Programs ----

// One program for each way: its numbers, root and sizes, whether it goes through the flock
// backward, compares squares, and rounds half up.
#define NAME double_backward
#define REAL double
#define ROOT sqrt
#define BACKWARD true
#define SQUARES false
#define PUT put_even
#include "check/programs/right.h"

#define NAME double_squares
#define REAL double
#define ROOT sqrt
#define BACKWARD false
#define SQUARES true
#define PUT put_up
#include "check/programs/right.h"

#define NAME long_double
#define REAL long double
#define ROOT sqrtl
#define BACKWARD false
#define SQUARES false
#define PUT put_up
#include "check/programs/right.h"

#define NAME long_double_backward
#define REAL long double
#define ROOT sqrtl
#define BACKWARD true
#define SQUARES true
#define PUT put_even
#include "check/programs/right.h"

#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 quad;

/// Two steps after Newton add all the digits that a long double lacks.
static quad quad_root(quad x)
{
    quad root = (quad)sqrtl((long double)x);
    for (int k = 0; k < 2 && root > 0; k++)
        root = (root + x / root) / 2;
    return root;
}

#define NAME quadruple
#define REAL quad
#define ROOT quad_root
#define BACKWARD false
#define SQUARES false
#define PUT put_up
#include "check/programs/right.h"
#endif

static right_program *const programs[] = {
    double_backward, double_squares, long_double, long_double_backward,
#ifdef __SIZEOF_FLOAT128__
    quadruple,
#endif
};

enum { PROGRAMS = sizeof programs / sizeof *programs };

// ---- Runs ----

static long expect_agreement(const check_cases *cases, int level, uint64_t seed)
{
    static char text[1 << 16];
    for (size_t k = 0; k < cases->count; k++)
        for (int p = 0; p < PROGRAMS; p++) {
            const check_case *of = &cases->items[k];
            programs[p](of->input, cases->dialect, text);
            if (strcmp(text, of->expected) != 0)
                fail_msg(
                    "dialect %d, level %d, seed %llu, %s (%s), program %d prints\n%s\nand not\n%s",
                    cases->dialect, level, (unsigned long long)seed, of->name, of->about, p, text,
                    of->expected);
        }
    return (long)(cases->count * PROGRAMS);
}

static long run_batch(uint64_t seed)
{
    long done = 0;
    for (int d = 0; d < DIALECTS; d++) {
        covey_arena arena = {0};
        check_cases cases = {.arena = &arena, .dialect = d};
        covey_error error = {0};
        int level = (int)(seed % LEVELS);
        check_make_def def = {.count = BATCH, .seed = seed, .difficulty = (check_difficulty)level};
        if (check_make_add(&def, &cases, &error) != COVEY_OK)
            fail_msg("%s", error.message);
        done += expect_agreement(&cases, level, seed);
        covey_arena_destroy(&arena);
    }
    return done;
}

static void test_right_programs_print_the_same_for_fresh_cases(void **state)
{
    (void)state;
    const char *asked = getenv("COVEY_AMBIGUITY_RUNS");
    long runs = asked != NULL ? strtol(asked, NULL, 10) : RUNS, done = 0;
    for (uint64_t seed = 0; done < runs; seed++)
        done += run_batch(seed);
    print_message("%ld runs\n", done);
}

/// "ties" alone is about numbers half way between two decimals.
static void test_right_programs_print_the_same_for_built_in_cases(void **state)
{
    (void)state;
    for (int d = 0; d < DIALECTS; d++) {
        covey_arena arena = {0};
        check_cases cases = mistakes_builtin(&arena, d);
        size_t count = 0;
        for (size_t k = 0; k < cases.count; k++)
            if (strcmp(cases.items[k].name, "ties") != 0)
                cases.items[count++] = cases.items[k];
        assert_int_equal(count, cases.count - 1);
        cases.count = count;
        expect_agreement(&cases, LEVELS, 0);
        covey_arena_destroy(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right_programs_print_the_same_for_fresh_cases),
        cmocka_unit_test(test_right_programs_print_the_same_for_built_in_cases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
