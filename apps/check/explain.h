// SPDX-License-Identifier: MIT
#ifndef CHECK_EXPLAIN_H
#define CHECK_EXPLAIN_H

#include "check/check.h"
#include "formats/text.h"

/// The result of a case, on one line without end: "ok", "step 2, agent 1, vx: expected ...".
void check_explain_verdict(covey_text *text, const check_verdict *verdict);

/// The result of a case in one word, for machines: "ok", "number", "digits", "words", "short",
/// "long", "form", "exit", "signal", "timeout", "flood", "failed", "not-run".
const char *check_explain_verdict_name(const check_verdict *verdict);

/// A program in one line: "dialect unit", "in-place", "in-place and float, in dialect unit".
void check_explain_hypothesis(covey_text *text, const check_hypothesis *hypothesis);

/// The signs that the outputs have in common where no known mistake explains them: a sentence a
/// line, each behind `before`.
void check_explain_signs(covey_text *text, const check_report *report, const char *before);

/// Which rules are wrong, in a sentence without capital letter and end: "separation is wrong;
/// cohesion and alignment are right". Nothing where nothing is known.
void check_explain_rules(covey_text *text, const check_report *report);

/// The cases of one rule alone that this comes from, as a line; nothing where there are none.
void check_explain_rules_cases(covey_text *text, const check_report *report);

/// True if rules that add no force explain a program better than any mistake does.
bool check_explain_is_absent(const check_report *report);

/// Which: "no force acts on any agent", "cohesion adds no force".
void check_explain_absent(covey_text *text, const check_report *report);

/// Cases with wrong numbers where another output is expected than the dialect gives.
size_t check_explain_count_others(const check_report *report);

/// Notes that are no differences: a sentence a line, each behind `before`.
void check_explain_notes(covey_text *text, const check_report *report, const char *before);

/// Puts the finding that a program stops where it reads its input, behind an empty line, with the
/// likely cause; false, and nothing, for other programs.
bool check_explain_reading(covey_text *text, const check_report *report);

/// The number of cases that the program did not finish.
size_t check_explain_unfinished_count(const check_report *report);

/// The property that these cases have and no other has, as "r_c = 0"; NULL where none is known. The
/// text is static.
const char *check_explain_unfinished_cause(const check_report *report);

/// Puts the finding about unfinished cases in two or three lines behind an empty one; nothing where
/// all cases were finished.
void check_explain_unfinished(covey_text *text, const check_report *report);

/// The fences that a program was not behind, on one line without end; nothing if it was behind all.
void check_explain_fence(covey_text *text, const check_report *report);

/// The result of a check, on one line: "all right", the mistakes, or how the first case fails.
void check_explain_summary(covey_text *text, const check_report *report);

/// A wrong number: "step 2, agent 1, vx: expected 0.125, got 0.250".
void check_explain_number(covey_text *text, const check_difference *difference);

/// "1 case", "2 cases".
void check_explain_count(covey_text *text, size_t count, const char *thing);

#endif
