// SPDX-License-Identifier: MIT
#ifndef COVEY_CHECK_REPORT_H
#define COVEY_CHECK_REPORT_H

#include "check/check.h"
#include "formats/text.h"

/// A report for people, as JSON, and as JUnit's XML. Out of memory shows in the text.
void covey_report_put(covey_text *text, const covey_report *report);
void covey_report_json(covey_text *text, const covey_report *report);
void covey_report_junit(covey_text *text, const covey_report *report);

/// The parts of JUnit's XML: its first line, and a suite whose cases are of the class `of`.
void covey_report_junit_head(covey_text *text);
void covey_report_junit_suite(covey_text *text, const covey_report *report, const char *of);

/// The terms of the first wrong agent that do not fit, a bit for each of covey_term: those of the
/// mistakes if they are known, otherwise the one that the numbers point at.
unsigned covey_report_marks(const covey_report *report);

#endif
