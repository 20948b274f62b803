// SPDX-License-Identifier: MIT
// Sentences about a verdict, a hypothesis, a whole check; notes.
#define _GNU_SOURCE
#include "check/explain.h"

#include "check/rubric.h"

#include <string.h>

static void put(covey_text *text, const char *string)
{
    covey_text_string(text, string);
}

void check_explain_count(covey_text *text, size_t count, const char *thing)
{
    covey_text_integer(text, count);
    put(text, " ");
    put(text, thing);
    put(text, count == 1 ? "" : "s");
}

// ---- Verdicts ----

static void put_place(covey_text *text, const check_difference *difference)
{
    static const char *const columns[] = {"x", "y", "vx", "vy"};
    put(text, "step ");
    covey_text_integer(text, difference->step + 1);
    put(text, ", agent ");
    covey_text_integer(text, difference->agent + 1);
    if (difference->kind == CHECK_DIFFERENCE_NUMBER ||
        difference->kind == CHECK_DIFFERENCE_DIGITS) {
        put(text, ", ");
        put(text, columns[difference->column]);
    }
}

void check_explain_number(covey_text *text, const check_difference *difference)
{
    put_place(text, difference);
    put(text, ": expected ");
    put(text, difference->expected);
    put(text, ", got ");
    put(text, difference->got);
}

static void put_changes(covey_text *text, unsigned changes)
{
    const char *before = "";
    for (int bit = 0; check_lines_change_words(bit) != NULL; bit++)
        if (changes >> bit & 1U) {
            put(text, before);
            put(text, check_lines_change_words(bit));
            before = ", ";
        }
}

/// Finds the first difference of the numbers, where the format or the layout is wrong, too.
static const check_difference *find_difference(const check_verdict *verdict)
{
    bool number = verdict->wrong.kind == CHECK_DIFFERENCE_NUMBER && !verdict->mixed;
    bool format = verdict->difference.kind == CHECK_DIFFERENCE_WORDS ||
                  verdict->difference.kind == CHECK_DIFFERENCE_NUMBER;
    return number && format ? &verdict->wrong : &verdict->difference;
}

static void put_difference(covey_text *text, const check_verdict *verdict)
{
    const check_difference *difference = find_difference(verdict);
    bool shown = difference->kind != CHECK_DIFFERENCE_FORMAT ||
                 (verdict->answer.changes & CHECK_LINES_SPACING) != 0; // in a separate finding
    if (verdict->right_numbers && shown && difference->kind != CHECK_DIFFERENCE_NONE &&
        difference->kind != CHECK_DIFFERENCE_DIGITS) {
        put(text, "right numbers in a wrong form");
        return;
    }
    switch (difference->kind) {
    case CHECK_DIFFERENCE_NONE:
        put(text, "ok");
        return;
    case CHECK_DIFFERENCE_NUMBER:
    case CHECK_DIFFERENCE_DIGITS:
        check_explain_number(text, difference);
        return;
    case CHECK_DIFFERENCE_WORDS:
        put_place(text, difference);
        put(text, ": expected four numbers, got \"");
        put(text, difference->got);
        put(text, "\"");
        return;
    case CHECK_DIFFERENCE_SHORT:
    case CHECK_DIFFERENCE_LONG:
        put(text, difference->kind == CHECK_DIFFERENCE_SHORT ? "too little output: "
                                                             : "too much output: ");
        check_explain_count(text, difference->lines_got, "line");
        put(text, " instead of ");
        covey_text_integer(text, difference->lines_expected);
        return;
    case CHECK_DIFFERENCE_FORMAT:
        put(text, "the numbers are right, but ");
        put_changes(text, verdict->answer.changes);
        return;
    }
}

void check_explain_verdict(covey_text *text, const check_verdict *verdict)
{
    const check_outcome *outcome = &verdict->outcome;
    switch (outcome->kind) {
    case CHECK_OUTCOME_NOT_RUN:
        put(text, "not run, after the time-outs before");
        return;
    case CHECK_OUTCOME_KILLED: {
        const char *name = sigabbrev_np(outcome->value);
        put(text, "crashed: SIG");
        put(text, name != NULL ? name : "?");
        put(text, ", ");
        put(text, sigdescr_np(outcome->value) != NULL ? sigdescr_np(outcome->value) : "unknown");
        return;
    }
    case CHECK_OUTCOME_TIMEOUT:
        put(text, "out of time");
        return;
    case CHECK_OUTCOME_FLOOD:
        put(text, "too much output: stopped after ");
        check_explain_count(text, outcome->output_size, "byte");
        return;
    case CHECK_OUTCOME_FAILED:
        put(text, "cannot be started: ");
        put(text, strerrordesc_np(outcome->value) != NULL ? strerrordesc_np(outcome->value) : "?");
        return;
    case CHECK_OUTCOME_ENDED:
        break;
    }
    bool only_code = outcome->value != 0 && verdict->difference.kind == CHECK_DIFFERENCE_NONE;
    if (!only_code)
        put_difference(text, verdict);
    if (outcome->value != 0) {
        put(text, only_code ? "wrong: the numbers are right, but it ended with exit code "
                            : "; ended with exit code ");
        covey_text_integer(text, (uint64_t)outcome->value);
        put(text, only_code ? " instead of 0" : "");
    }
}

const char *check_explain_verdict_name(const check_verdict *verdict)
{
    static const char *const outcomes[] = {
        [CHECK_OUTCOME_NOT_RUN] = "not-run", [CHECK_OUTCOME_ENDED] = "exit",
        [CHECK_OUTCOME_KILLED] = "signal",   [CHECK_OUTCOME_TIMEOUT] = "timeout",
        [CHECK_OUTCOME_FLOOD] = "flood",     [CHECK_OUTCOME_FAILED] = "failed",
    };
    static const char *const differences[] = {
        [CHECK_DIFFERENCE_NONE] = "ok",       [CHECK_DIFFERENCE_NUMBER] = "number",
        [CHECK_DIFFERENCE_DIGITS] = "digits", [CHECK_DIFFERENCE_WORDS] = "words",
        [CHECK_DIFFERENCE_SHORT] = "short",   [CHECK_DIFFERENCE_LONG] = "long",
        [CHECK_DIFFERENCE_FORMAT] = "form",
    };
    bool ended = verdict->outcome.kind == CHECK_OUTCOME_ENDED;
    if (ended && (verdict->outcome.value == 0 || verdict->difference.kind != 0))
        return differences[verdict->difference.kind];
    return outcomes[verdict->outcome.kind];
}

// ---- Hypotheses ----

/// The parameters that a mistake mixes up, if it does.
static void put_choice(covey_text *text, const char *choice)
{
    put(text, choice[0] != '\0' ? " (" : "");
    put(text, choice);
    put(text, choice[0] != '\0' ? ")" : "");
}

void check_explain_hypothesis(covey_text *text, const check_hypothesis *hypothesis)
{
    const covey_variant *variant = &hypothesis->variant;
    const char *before = "";
    for (int k = 0; k < COVEY_MISTAKES; k++)
        if (hypothesis->changed & COVEY_MISTAKE_BIT(k)) {
            put(text, before);
            put(text, (variant->mistakes & COVEY_MISTAKE_BIT(k)) != 0 ? "" : "not ");
            put(text, covey_mistakes_info(k)->name);
            put_choice(text, covey_mistakes_choice(variant, k));
            before = " and ";
        }
    if (hypothesis->cost == 0)
        put(text, "no mistake");
    if (!hypothesis->other)
        return;
    put(text, hypothesis->changed == 0 ? "dialect " : ", in dialect ");
    put(text, hypothesis->dialect);
}

size_t check_explain_unfinished_count(const check_report *report)
{
    size_t count = 0;
    for (size_t k = 0; k < report->cases->count; k++)
        count += report->verdicts[k].unfinished;
    return count;
}

static void put_unfinished(covey_text *text, const check_report *report)
{
    size_t count = check_explain_unfinished_count(report);
    if (count == 0)
        return;
    put(text, "; ");
    check_explain_count(text, count, "case");
    put(text, " not finished");
}

void check_explain_summary(covey_text *text, const check_report *report)
{
    const check_diagnosis *found = &report->diagnosis;
    int dialect = report->cases->dialect;
    const check_verdict *verdict = report->verdicts;
    while (!check_passed(report) && verdict->passed)
        verdict++;
    if (check_passed(report) && !check_is_right(report)) {
        check_explain_count(text, check_points_hidden(report->cases) - report->hidden_right,
                            "hidden case");
        put(text, " not right");
    } else if (check_passed(report)) {
        put(text, "all right");
    } else if (report->unsteady != NULL) {
        put(text, "not the same when run again");
    } else if (check_explain_is_absent(report)) {
        check_explain_absent(text, report);
        put_unfinished(text, report);
    } else if (found->fit_count > 0 && found->fits[0].cost == 0 &&
               check_explain_unfinished_count(report) == 0 &&
               check_explain_count_others(report) == 0) {
        put(text, "right numbers in a wrong form");
    } else if (found->fit_count > 0 && found->fits[0].cost > 0) {
        check_explain_hypothesis(text, &found->fits[0]);
        put(text, found->fit_count > 1 ? " or alike" : "");
        put_unfinished(text, report);
        put(text, check_format_is_wrong(&report->format_errors) ? ", in a wrong form" : "");
    } else if (check_reason_tells(&report->reason)) {
        check_reason_summary(text, &report->reason, dialect);
        put_unfinished(text, report);
    } else if (found->near_count > 0) {
        put(text, "unknown, near ");
        check_explain_hypothesis(text, &found->near[0]);
    } else {
        put(text, verdict->subject->name);
        put(text, ": ");
        check_explain_verdict(text, verdict);
    }
}

// ---- Notes ----

size_t check_explain_count_others(const check_report *report)
{
    size_t count = 0;
    for (size_t k = 0; k < report->cases->count; k++)
        count += report->verdicts[k].subject->odd && !check_judge_is_right(&report->verdicts[k]);
    return count;
}

/// Puts "3 of 15 expected outputs are not what the dialect text gives: a, b, c".
static void put_odd(covey_text *text, const check_cases *cases, const char *before)
{
    put(text, before);
    covey_text_integer(text, cases->odd);
    put(text, " of ");
    covey_text_integer(text, cases->from_files);
    put(text, " expected outputs are not what the dialect ");
    put(text, check_cases_dialect(cases));
    put(text, " gives: ");
    const char *between = "";
    for (size_t k = 0; k < cases->count; k++)
        if (cases->items[k].odd) {
            put(text, between);
            put(text, cases->items[k].name);
            between = ", ";
        }
    put(text, "\n");
}

static void put_dialect(covey_text *text, const check_cases *cases, const char *before)
{
    if (cases->strange) {
        put(text, before);
        put(text,
            "the expected outputs follow no dialect that is known here: programs are compared "
            "with them alone\n");
    } else if (strcmp(check_cases_dialect(cases), check_cases_asked(cases)) != 0) {
        put(text, before);
        put(text, "the expected outputs follow the dialect ");
        put(text, check_cases_dialect(cases));
        put(text, ", not ");
        put(text, check_cases_asked(cases));
        put(text, ": programs are judged by that\n");
    }
    if (cases->odd > 0)
        put_odd(text, cases, before);
}

void check_explain_notes(covey_text *text, const check_report *report, const char *before)
{
    if (report->overlooked != 0 && !report->compare.exact) {
        put(text, before);
        put(text, "overlooked: ");
        put_changes(text, report->overlooked);
        put(text, " (--exact counts that)\n");
    }
    put_dialect(text, report->cases, before);
    if (report->late) {
        put(text, before);
        put(text, "all output came at the end: your program does not print a frame before it reads "
                  "the next time step\n");
    }
    if (report->permissions & CHECK_PERMISSION_READ_AS_ROOT) {
        put(text, before);
        put(text, "the program could read what root can: it is run where no other user may look\n");
    }
    if (report->permissions & CHECK_PERMISSION_LONE_FILE) {
        put(text, before);
        put(text,
            "the program did not see what lies beside it, as that is a home or belongs to all; "
            "--with DIR shows it a folder\n");
    }
}

void check_explain_fence(covey_text *text, const check_report *report)
{
    static const char *const words[] = {"read what its user may read",
                                        "write outside of its folder", "use the network",
                                        "make any system call"};
    const char *before = "not fenced: on this system the program could ";
    for (size_t bit = 0; bit < sizeof words / sizeof *words; bit++)
        if (report->permissions >> bit & 1U) {
            put(text, before);
            put(text, words[bit]);
            before = ", ";
        }
}
