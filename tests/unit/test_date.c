// SPDX-License-Identifier: MIT
// Dates and times against those of the C library.
#define _DEFAULT_SOURCE
#include "formats/date.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static void test_days_of_eleven_centuries_agree_with_the_c_library(void **state)
{
    (void)state;
    for (int64_t day = -200000; day < 200000; day++) { // the years 1422 to 2517
        time_t at = day * 86400 + 3661;
        struct tm parts;
        char text[64];
        double seconds;
        assert_non_null(gmtime_r(&at, &parts));
        assert_int_equal(strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts), 19);
        if (!covey_date_seconds(text, 19, &seconds) || seconds != (double)at)
            fail_msg("%s", text);
    }
}

static void test_only_dates_with_times_are_taken(void **state)
{
    (void)state;
    static const char *const good[] = {"1970-01-01 00:00:07", "1970-01-01T00:00:07Z",
                                       "1970-01-01 00:00:07.0", "1970-01-01 00:00:07.000Z"};
    static const char *const bad[] = {
        "",
        "1970-01-01",
        "1970-01-01 00:00",
        "1970-01-01 00:00:0",
        "1970-01-01 00:00:0.5",
        "1970-01-01 00:00:07+01",
        "1970-01-01 00:00:07 ",
        "1970-01-01_00:00:07",
        "1970/01/01 00:00:07",
        "1970-13-01 00:00:07",
        "1970-00-01 00:00:07",
        "1970-01-00 00:00:07",
        "1970-01-32 00:00:07",
        "1971-02-29 00:00:07",
        "1900-02-29 00:00:07",
        "0000-01-01 00:00:07",
        "1970-01-01 24:00:07",
        "1970-01-01 00:60:07",
        "1970-01-01 00:00:61",
        "1970-01-01 00:00:07.5e1",
        "1970-01-01 -1:00:07",
        "1970-01-01 00:00:+7",
        "1970-01-01 00:00:07,5",
    };
    double seconds;
    for (size_t k = 0; k < sizeof good / sizeof good[0]; k++)
        assert_true(covey_date_seconds(good[k], strlen(good[k]), &seconds) && seconds == 7.0);
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++)
        if (covey_date_seconds(bad[k], strlen(bad[k]), &seconds))
            fail_msg("\"%s\" was taken", bad[k]);
    assert_true(covey_date_seconds("2000-02-29 12:00:00.125", 23, &seconds));
    assert_true(seconds == 951825600.125);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_days_of_eleven_centuries_agree_with_the_c_library),
        cmocka_unit_test(test_only_dates_with_times_are_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
