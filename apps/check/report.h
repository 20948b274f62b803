// SPDX-License-Identifier: MIT
#ifndef CHECK_REPORT_H
#define CHECK_REPORT_H

#include "check/check.h"
#include "formats/text.h"

/// A report for people, as JSON, and as JUnit's XML. Out of memory shows in the text.
void check_report_put(covey_text *text, const check_report *report);
void check_report_json(covey_text *text, const check_report *report);
void check_report_junit(covey_text *text, const check_report *report);

/// The parts of JUnit's XML: its first line, and a suite whose cases are of the class `of`.
void check_report_junit_head(covey_text *text);
void check_report_junit_suite(covey_text *text, const check_report *report, const char *of);

/// The terms of the first wrong agent that do not fit, a bit for each of check_force: those of the
/// mistakes if they are known, otherwise the one that the numbers point at.
unsigned check_report_marks(const check_report *report);

#endif
