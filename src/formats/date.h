// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_DATE_H
#define COVEY_FORMATS_DATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A date in two parts: seconds since 1970 have too few digits for the time between two dates.
typedef struct covey_date {
    int64_t minutes; ///< since 1970-01-01 00:00
    double second;   ///< of that minute, in [0, 61)
} covey_date;

/// Reads a time such as "2009-05-27 14:00:00.250", in the Gregorian calendar of the years 1 to
/// 9999. Date and time are separated by a blank or T; decimals and a Z at the end are optional.
/// False for any other text.
bool covey_date_read(const char *text, size_t size, covey_date *date);

/// Returns the seconds from one date to another.
double covey_date_between(covey_date from, covey_date to);

#endif
