// SPDX-License-Identifier: MIT
#ifndef COVEY_CHECK_WORDS_H
#define COVEY_CHECK_WORDS_H

#include "check/check.h"
#include "formats/text.h"

/// What came of a case, on one line without end: "ok", "step 2, agent 1, vx: expected ...".
void covey_words_verdict(covey_text *text, const covey_verdict *verdict);

/// The same in one word, for machines: "ok", "number", "digits", "words", "short", "long", "form",
/// "exit", "signal", "timeout", "flood", "failed", "not-run".
const char *covey_words_verdict_name(const covey_verdict *verdict);

/// A program in one line: "dialect unit", "in-place", "in-place and float, in dialect unit".
void covey_words_hypothesis(covey_text *text, const covey_hypothesis *hypothesis, int dialect);

/// What the outputs have in common where no mistake is known that explains them: a sentence a line,
/// each behind `before`.
void covey_words_signs(covey_text *text, const covey_report *report, const char *before);

/// True if every case in which a rule (0: cohesion, 1: separation, 2: alignment) acts is wrong, and
/// there are others, all right.
bool covey_words_rule_is_wrong(const covey_report *report, int rule);

/// Cases with wrong numbers where what is expected is not what the dialect gives.
size_t covey_words_count_others(const covey_report *report);

/// Notes that are no differences: a sentence a line, each behind `before`.
void covey_words_notes(covey_text *text, const covey_report *report, const char *before);

/// The fences that a program was not behind, on one line without end; nothing if it was behind all.
void covey_words_fence(covey_text *text, const covey_report *report);

/// What came of a whole check, on one line: "all right", the mistakes, or how the first case fails.
void covey_words_summary(covey_text *text, const covey_report *report);

/// A wrong number: "step 2, agent 1, vx: expected 0.125, got 0.250".
void covey_words_number(covey_text *text, const covey_difference *difference);

/// "1 case", "2 cases".
void covey_words_count(covey_text *text, size_t count, const char *thing);

#endif
