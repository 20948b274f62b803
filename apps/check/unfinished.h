// SPDX-License-Identifier: MIT
#ifndef COVEY_CHECK_UNFINISHED_H
#define COVEY_CHECK_UNFINISHED_H

#include "check/check.h"
#include "formats/text.h"

/// The number of cases that the program did not finish.
size_t covey_unfinished_count(const covey_report *report);

/// What these cases have and no other has, as "r_c = 0"; NULL where nothing is known to. Static.
const char *covey_unfinished_cause(const covey_report *report);

/// The finding in two or three lines behind an empty one; nothing where all cases were finished.
void covey_unfinished_put(covey_text *text, const covey_report *report);

#endif
