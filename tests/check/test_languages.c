// SPDX-License-Identifier: MIT
// Programs in C, C++, Python and JavaScript: the right ones pass, the wrong ones are named.
// Languages that the machine does not have are left out.
#include "support/check.h"
#include "support/files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/// Compiles a program of the tests into the folder of the test; false without a compiler.
static bool compile(const char *compiler, const char *source, const char *name)
{
    char command[8192];
    (void)snprintf(command, sizeof command, "%s -o %s " PROGRAMS "%s -lm 2>/dev/null", compiler,
                   files_path(name), source);
    return check_shell(command);
}

static void test_right_programs_in_four_languages_pass(void **state)
{
    (void)state;
    static const struct {
        const char *probe, *compiler, *source;
    } rows[] = {
        {"cc --version", "cc", "flock.c"},
        {"c++ --version", "c++", "flock.cpp"},
        {PYTHON " --version", PYTHON, "flock.py"},
        {"node --version", "node", "flock.js"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        char probe[128], path[512];
        process covey;
        (void)snprintf(probe, sizeof probe, "%s >/dev/null 2>&1", rows[k].probe);
        (void)snprintf(path, sizeof path, PROGRAMS "%s", rows[k].source);
        if (!check_shell(probe))
            continue; // not on this machine
        if (k < 2) {
            assert_true(compile(rows[k].compiler, rows[k].source, "flock"));
            covey = CHECK(0, "--time-limit", "60", "--", files_path("flock"));
        } else {
            covey = CHECK(0, "--time-limit", "60", "--", rows[k].compiler, path);
        }
        check_output(&covey, "\n{N} of {N} cases right\n");
    }
}

static void test_wrong_programs_are_named(void **state)
{
    (void)state;
    process covey;
    if (compile("cc -DREAL=float", "flock.c", "flock")) {
        covey = CHECK(1, "--", files_path("flock"));
        check_output(&covey, "one mistake.\n  It computes with float instead of double. (float)");
    }
    check_write_few("few");
    covey = CHECK(1, "--cases", files_path("few"), "--time-limit", "60", "--", PYTHON,
                  PROGRAMS "flock.py", "in-place");
    check_output(&covey, "one mistake.\n  It moves agents one by one");
    if (check_shell("node --version >/dev/null 2>&1")) {
        covey = CHECK(1, "--cases", files_path("few"), "--time-limit", "60", "--", "node",
                      PROGRAMS "flock.js", "toFixed");
        check_output(&covey, "half way away from zero. (half-away)");
    }
    check_remove("few");
}

/// Counts itself in cohesion and divides by r_c = 0: Python stops there, C prints nan.
static void test_a_mistake_is_named_beside_cases_that_are_not_finished(void **state)
{
    (void)state;
    static const char named[] =
        "\nDiagnosis: your program makes one mistake.\n"
        "  It counts the agent itself in the center of mass. (cohesion-with-self)\n";
    static const char cause[] = "\n  That case has r_c = 0, as no other case has.\n";
    static const char reach[] =
        "\n  In the {N-1} cases that it finished, your program prints exactly "
        "what a program with just "
        "this prints.\n";
    process covey = CHECK(1, "--time-limit", "60", "--", PYTHON, PROGRAMS "flock.py", "careless");
    check_text(covey.output.bytes, "\n  It ends with an error in 1 case: zero.\n");
    check_text(covey.output.bytes, named);
    check_text(covey.output.bytes, cause);
    check_output(&covey, reach);
    if (!compile("cc -DCARELESS=1", "flock.c", "flock"))
        return; // no compiler on this machine
    covey = CHECK(1, "--", files_path("flock"));
    check_text(covey.output.bytes, "\n  It prints what is no number in 1 case: zero.\n");
    check_text(covey.output.bytes, named);
    check_text(covey.output.bytes, cause);
    check_output(&covey, reach);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right_programs_in_four_languages_pass),
        cmocka_unit_test(test_wrong_programs_are_named),
        cmocka_unit_test(test_a_mistake_is_named_beside_cases_that_are_not_finished),
    };
    return cmocka_run_group_tests(tests, check_setup, files_teardown);
}
