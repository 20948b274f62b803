// SPDX-License-Identifier: MIT
// Date and time as ISO 8601 and Movebank write them.
#include "formats/csv_rows.h"

#include "base/parse.h"

#include <stdint.h>

/// Returns the number that `count` digits at `text` make, -1 if one of them is no digit.
static int digits(const char *text, int count)
{
    int number = 0;
    for (int k = 0; k < count; k++) {
        if (text[k] < '0' || text[k] > '9')
            return -1;
        number = 10 * number + (text[k] - '0');
    }
    return number;
}

static bool is_leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_of(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

/// Returns the days from 1970-01-01 to a date.
static int64_t days_since(int year, int month, int day)
{
    int64_t before = year - 1;
    int64_t days = 365 * before + before / 4 - before / 100 + before / 400 - 719162;
    for (int k = 1; k < month; k++)
        days += days_of(year, k);
    return days + day - 1;
}

bool covey_date_read(const char *text, size_t size, covey_date *date)
{
    enum { WHOLE = 19, SECOND = 17 }; // without decimals; where the seconds begin
    if (size > WHOLE && text[size - 1] == 'Z')
        size--;
    if (size < WHOLE || text[4] != '-' || text[7] != '-' || (text[10] != ' ' && text[10] != 'T') ||
        text[13] != ':' || text[16] != ':' || (size > WHOLE && text[WHOLE] != '.'))
        return false;
    int year = digits(text, 4), month = digits(text + 5, 2), day = digits(text + 8, 2);
    int hour = digits(text + 11, 2), minute = digits(text + 14, 2);
    double second;
    for (size_t k = WHOLE + 1; k < size; k++)
        if (digits(text + k, 1) < 0)
            return false;
    if (digits(text + SECOND, 2) < 0 ||
        covey_parse_double(text + SECOND, size - SECOND, &second) != COVEY_PARSE_OK)
        return false;
    if (year < 1 || month < 1 || month > 12 || day < 1 || day > days_of(year, month) || hour < 0 ||
        hour > 23 || minute < 0 || minute > 59 || !(second >= 0.0 && second < 61.0))
        return false;
    *date = (covey_date){(days_since(year, month, day) * 24 + hour) * 60 + minute, second};
    return true;
}

double covey_date_between(covey_date from, covey_date to)
{
    return (double)((to.minutes - from.minutes) * 60) + (to.second - from.second);
}
