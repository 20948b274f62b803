// SPDX-License-Identifier: MIT
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include "case.h"

#include <stdio.h>

/// Options and results, as a table on standard output and, with a file, as JSON.
typedef struct report {
    const request *asked;
    FILE *json; ///< NULL: none
    int count;
    char last_note[CASE_NOTE]; ///< not said twice
} report;

void report_begin(report *self);
void report_add(report *self, const result *found);

/// Nothing was measured; the note of the result says why.
void report_leave_out(report *self, const result *found);
void report_end(report *self);

#endif
