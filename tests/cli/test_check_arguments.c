// SPDX-License-Identifier: MIT
// covey check: messages about mistakes in its arguments.
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define SEE "; see covey check --help\n"

static void test_each_mistake_in_the_arguments_has_its_message(void **state)
{
    (void)state;
    static const struct {
        const char *arguments[8];
        int code;
        const char *err;
    } rows[] = {
        {{"check"}, 64, "covey check: which program? as in covey check -- ./flock" SEE},
        {{"check", COVEY_SOURCE_DIR "/README.md"},
         65,
         "covey check: " COVEY_SOURCE_DIR "/README.md cannot be executed: build it, or name what "
         "runs it, as in covey check -- python3 flock.py\n"},
        {{"check", "--output", "a"}, 64, "covey check: --output needs one operand, the input" SEE},
        {{"check", "--make", "a"},
         64,
         "covey check: --make needs one operand, the number of cases" SEE},
        {{"check", "--make", "a", "--batch", "b"},
         64,
         "covey check: --output, --make, --batch, --show, --save and --find-dialect exclude one "
         "another" SEE},
        {{"check", "--build", "cc", "--", "x"},
         64,
         "covey check: --build, --csv and --pages need --batch" SEE},
        {{"check", "--pages", "p", "--", "x"},
         64,
         "covey check: --build, --csv and --pages need --batch" SEE},
        {{"check", "--batch", "b", "--bom", "--", "x"}, 64, "covey check: --bom needs --csv" SEE},
        {{"check", "--expected", "--", "x"}, 64, "covey check: --expected needs --show" SEE},
        {{"check", "--show", "worked", "x"},
         64,
         "covey check: --show and --save run no program" SEE},
        {{"check", "--show", "wirked"},
         65,
         "covey check: there is no case wirked (did you mean worked?)\n"},
        {{"check", "--exact", "--tolerance", "1", "--", "x"},
         64,
         "covey check: --exact and --tolerance exclude one another" SEE},
        {{"check", "--tolerance", "-1", "--", "x"},
         64,
         "covey check: --tolerance -1 is not a number from 0 to 1e9\n"},
        {{"check", "--jobs", "65", "--", "x"},
         64,
         "covey check: --jobs 65 is not a whole number from 1 to 64\n"},
        {{"check", "--", "no-such-program"},
         65,
         "covey check: there is no program no-such-program that can be executed\n"},
        {{"check", "--cases", "/does/not/exist", "--", "cat"},
         74,
         "covey check: cannot read the folder /does/not/exist: No such file or directory\n"},
        {{"check", "--batch", "/does/not/exist"},
         74,
         "covey check: cannot read the folder /does/not/exist: No such file or directory\n"},
        {{"check", "--json", "/does/not/exist", "--output", "/dev/null", "/dev/null"},
         65,
         "covey check: /dev/null is a device, and only files are read\n"},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        program_case row = {.code = rows[k].code, .err = rows[k].err};
        memcpy(row.arguments, rows[k].arguments, sizeof rows[k].arguments);
        program_expect(&row);
    }
}

static void test_options_of_dialects_and_points_have_their_messages(void **state)
{
    (void)state;
    static const struct {
        const char *arguments[8];
        int code;
        const char *err;
    } rows[] = {
        {{"check", "--find-dialect", "a", "--save", "b"},
         64,
         "covey check: --output, --make, --batch, --show, --save and --find-dialect exclude one "
         "another" SEE},
        {{"check", "--find-dialect", "a", "b"},
         64,
         "covey check: --find-dialect runs no program" SEE},
        {{"check", "--attempt", "2", "a"}, 64, "covey check: --attempt needs --rubric" SEE},
        {{"check", "--rubric", "a", "--show", "b"},
         64,
         "covey check: --rubric is for programs that are run" SEE},
        {{"check", "--rubric", "a", "--find-dialect", "b"},
         64,
         "covey check: --rubric is for programs that are run" SEE},
    };
    for (size_t k = 0; k < LENGTH(rows); k++) {
        program_case row = {.code = rows[k].code, .err = rows[k].err};
        memcpy(row.arguments, rows[k].arguments, sizeof rows[k].arguments);
        program_expect(&row);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_mistake_in_the_arguments_has_its_message),
        cmocka_unit_test(test_options_of_dialects_and_points_have_their_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
