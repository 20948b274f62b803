// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_DATE_H
#define COVEY_FORMATS_DATE_H

#include <stdbool.h>
#include <stddef.h>

/// Reads a time such as "2009-05-27 14:00:00.250" as seconds since 1970-01-01 00:00:00, in the
/// Gregorian calendar of the years 1 to 9999. Date and time are separated by a blank or T; decimals
/// and a Z at the end are optional. False for any other text.
bool covey_date_seconds(const char *text, size_t size, double *seconds);

#endif
