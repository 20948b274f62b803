// SPDX-License-Identifier: MIT
// Dates and times against those of the C library.
#define _DEFAULT_SOURCE
#include "formats/csv_rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

/// Reads a date as seconds since 1970.
static bool read_seconds(const char *text, double *seconds)
{
    covey_date date;
    bool good = covey_date_read(text, strlen(text), &date);
    if (good)
        *seconds = covey_date_between((covey_date){0, 0.0}, date);
    return good;
}

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
        if (!read_seconds(text, &seconds) || seconds != (double)at)
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
        assert_true(read_seconds(good[k], &seconds) && seconds == 7.0);
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++)
        if (read_seconds(bad[k], &seconds))
            fail_msg("\"%s\" was taken", bad[k]);
    assert_true(read_seconds("2000-02-29 12:00:00.125", &seconds));
    assert_true(seconds == 951825600.125);
}

/// Times between dates have the rounding of the time between them, not of that since 1970.
static void test_times_between_dates_are_not_rounded_to_1970(void **state)
{
    (void)state;
    covey_date a, b;
    assert_true(covey_date_read("2009-05-27 14:00:59.800", 23, &a));
    assert_true(covey_date_read("2009-05-27 14:01:00.000", 23, &b));
    double between = covey_date_between(a, b);
    assert_true(between > 0.2 - 1e-14 && between < 0.2 + 1e-14);
    assert_true(covey_date_between(b, a) == -between && covey_date_between(a, a) == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_days_of_eleven_centuries_agree_with_the_c_library),
        cmocka_unit_test(test_only_dates_with_times_are_taken),
        cmocka_unit_test(test_times_between_dates_are_not_rounded_to_1970),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
