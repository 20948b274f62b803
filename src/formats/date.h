// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_DATE_H
#define COVEY_FORMATS_DATE_H

#include <stdbool.h>
#include <stddef.h>

/// Seconds from 1970-01-01 00:00:00 to "2009-05-27 14:00:00.250": the years 1 to 9999 of the
/// Gregorian calendar, a blank or T between date and time, decimals and a Z at the end as wanted.
/// False for anything else.
bool covey_date_seconds(const char *text, size_t size, double *seconds);

#endif
