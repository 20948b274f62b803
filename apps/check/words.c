// SPDX-License-Identifier: MIT
// Everything that reports say in words.
#define _GNU_SOURCE
#include "check/words.h"

#include "base/parse.h"
#include "check/judge.h"
#include "check/unfinished.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void put(covey_text *text, const char *string)
{
    covey_text_string(text, string);
}

void covey_words_count(covey_text *text, size_t count, const char *thing)
{
    covey_text_integer(text, count);
    put(text, " ");
    put(text, thing);
    put(text, count == 1 ? "" : "s");
}

// ---- Verdicts ----

static void put_place(covey_text *text, const covey_difference *difference)
{
    static const char *const columns[] = {"x", "y", "vx", "vy"};
    put(text, "step ");
    covey_text_integer(text, difference->step + 1);
    put(text, ", agent ");
    covey_text_integer(text, difference->agent + 1);
    if (difference->kind == COVEY_DIFFERENCE_NUMBER ||
        difference->kind == COVEY_DIFFERENCE_DIGITS) {
        put(text, ", ");
        put(text, columns[difference->column]);
    }
}

void covey_words_number(covey_text *text, const covey_difference *difference)
{
    put_place(text, difference);
    put(text, ": expected ");
    put(text, difference->expected);
    put(text, ", got ");
    put(text, difference->got);
}

static void put_forms(covey_text *text, unsigned forms)
{
    const char *before = "";
    for (int bit = 0; covey_answer_form(bit) != NULL; bit++)
        if (forms >> bit & 1U) {
            put(text, before);
            put(text, covey_answer_form(bit));
            before = ", ";
        }
}

/// What is wrong with the numbers, where the form or the layout is not all.
static const covey_difference *find_difference(const covey_verdict *verdict)
{
    bool number = verdict->wrong.kind == COVEY_DIFFERENCE_NUMBER && !verdict->mixed;
    bool form = verdict->difference.kind == COVEY_DIFFERENCE_WORDS ||
                verdict->difference.kind == COVEY_DIFFERENCE_NUMBER;
    return number && form ? &verdict->wrong : &verdict->difference;
}

static void put_difference(covey_text *text, const covey_verdict *verdict)
{
    const covey_difference *difference = find_difference(verdict);
    bool shown = difference->kind != COVEY_DIFFERENCE_FORM ||
                 (verdict->answer.forms & COVEY_FORM_SPACING) != 0; // in a finding of its own
    if (verdict->formed && shown && difference->kind != COVEY_DIFFERENCE_NONE &&
        difference->kind != COVEY_DIFFERENCE_DIGITS) {
        put(text, "right numbers in a wrong form");
        return;
    }
    switch (difference->kind) {
    case COVEY_DIFFERENCE_NONE:
        put(text, "ok");
        return;
    case COVEY_DIFFERENCE_NUMBER:
    case COVEY_DIFFERENCE_DIGITS:
        covey_words_number(text, difference);
        return;
    case COVEY_DIFFERENCE_WORDS:
        put_place(text, difference);
        put(text, ": expected four numbers, got \"");
        put(text, difference->got);
        put(text, "\"");
        return;
    case COVEY_DIFFERENCE_SHORT:
    case COVEY_DIFFERENCE_LONG:
        put(text, difference->kind == COVEY_DIFFERENCE_SHORT ? "too little output: "
                                                             : "too much output: ");
        covey_words_count(text, difference->lines_got, "line");
        put(text, " instead of ");
        covey_text_integer(text, difference->lines_expected);
        return;
    case COVEY_DIFFERENCE_FORM:
        put(text, "the numbers are right, but ");
        put_forms(text, verdict->answer.forms);
        return;
    }
}

void covey_words_verdict(covey_text *text, const covey_verdict *verdict)
{
    const covey_outcome *outcome = &verdict->outcome;
    switch (outcome->kind) {
    case COVEY_OUTCOME_NOT_RUN:
        put(text, "not run, after the time-outs before");
        return;
    case COVEY_OUTCOME_KILLED: {
        const char *name = sigabbrev_np(outcome->value);
        put(text, "crashed: SIG");
        put(text, name != NULL ? name : "?");
        put(text, ", ");
        put(text, sigdescr_np(outcome->value) != NULL ? sigdescr_np(outcome->value) : "unknown");
        return;
    }
    case COVEY_OUTCOME_TIMEOUT:
        put(text, "out of time");
        return;
    case COVEY_OUTCOME_FLOOD:
        put(text, "too much output: stopped after ");
        covey_words_count(text, outcome->output_size, "byte");
        return;
    case COVEY_OUTCOME_FAILED:
        put(text, "cannot be started: ");
        put(text, strerrordesc_np(outcome->value) != NULL ? strerrordesc_np(outcome->value) : "?");
        return;
    case COVEY_OUTCOME_ENDED:
        break;
    }
    bool only_code = outcome->value != 0 && verdict->difference.kind == COVEY_DIFFERENCE_NONE;
    if (!only_code)
        put_difference(text, verdict);
    if (outcome->value != 0) {
        put(text, only_code ? "wrong: the numbers are right, but it ended with exit code "
                            : "; ended with exit code ");
        covey_text_integer(text, (uint64_t)outcome->value);
        put(text, only_code ? " instead of 0" : "");
    }
}

const char *covey_words_verdict_name(const covey_verdict *verdict)
{
    static const char *const outcomes[] = {
        [COVEY_OUTCOME_NOT_RUN] = "not-run", [COVEY_OUTCOME_ENDED] = "exit",
        [COVEY_OUTCOME_KILLED] = "signal",   [COVEY_OUTCOME_TIMEOUT] = "timeout",
        [COVEY_OUTCOME_FLOOD] = "flood",     [COVEY_OUTCOME_FAILED] = "failed",
    };
    static const char *const differences[] = {
        [COVEY_DIFFERENCE_NONE] = "ok",       [COVEY_DIFFERENCE_NUMBER] = "number",
        [COVEY_DIFFERENCE_DIGITS] = "digits", [COVEY_DIFFERENCE_WORDS] = "words",
        [COVEY_DIFFERENCE_SHORT] = "short",   [COVEY_DIFFERENCE_LONG] = "long",
        [COVEY_DIFFERENCE_FORM] = "form",
    };
    bool ended = verdict->outcome.kind == COVEY_OUTCOME_ENDED;
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

void covey_words_hypothesis(covey_text *text, const covey_hypothesis *hypothesis, int dialect)
{
    const covey_variant *variant = &hypothesis->variant;
    const char *before = "";
    for (int k = 0; k < COVEY_MISTAKES; k++)
        if (variant->mistakes & COVEY_MISTAKE_BIT(k)) {
            put(text, before);
            put(text, covey_mistakes_info(k)->name);
            put_choice(text, covey_mistakes_choice(variant, k));
            before = " and ";
        }
    if (variant->mistakes == 0 && variant->dialect == dialect)
        put(text, "no mistake");
    if (variant->dialect == dialect)
        return;
    put(text, variant->mistakes == 0 ? "dialect " : ", in dialect ");
    put(text, covey_formal_dialect(variant->dialect));
}

static void put_unfinished(covey_text *text, const covey_report *report)
{
    size_t count = covey_unfinished_count(report);
    if (count == 0)
        return;
    put(text, "; ");
    covey_words_count(text, count, "case");
    put(text, " not finished");
}

void covey_words_summary(covey_text *text, const covey_report *report)
{
    const covey_diagnosis *found = &report->diagnosis;
    int dialect = report->cases->dialect;
    const covey_verdict *verdict = report->verdicts;
    while (!covey_check_passed(report) && verdict->passed)
        verdict++;
    if (covey_check_passed(report)) {
        put(text, "all right");
    } else if (report->unsteady != NULL) {
        put(text, "not the same when run again");
    } else if (found->fit_count > 0 && found->fits[0].cost == 0 &&
               covey_unfinished_count(report) == 0 && covey_words_count_others(report) == 0) {
        put(text, "right numbers in a wrong form");
    } else if (found->fit_count > 0 && found->fits[0].cost > 0) {
        covey_words_hypothesis(text, &found->fits[0], dialect);
        put(text, found->fit_count > 1 ? " or alike" : "");
        put_unfinished(text, report);
        put(text, covey_form_is_wrong(&report->form) ? ", in a wrong form" : "");
    } else if (found->near_count > 0) {
        put(text, "unknown, near ");
        covey_words_hypothesis(text, &found->near[0], dialect);
    } else {
        put(text, verdict->of->name);
        put(text, ": ");
        covey_words_verdict(text, verdict);
    }
}

// ---- Signs ----

typedef struct tally {
    size_t right, wrong;
} tally;

static void count(tally *to, const covey_verdict *verdict)
{
    bool right = verdict->passed || verdict->formed;
    to->right += right;
    to->wrong += !right && !verdict->unfinished && !verdict->of->odd;
}

static bool acts(const covey_problem *problem, int rule)
{
    const double gain[] = {problem->k_c, problem->k_s, problem->k_a};
    const double reach[] = {problem->r_c, problem->r_s, 1};
    return gain[rule] != 0 && reach[rule] > 0 && problem->agents > (rule == 2 ? 0 : 1);
}

bool covey_words_rule_is_wrong(const covey_report *report, int rule)
{
    tally with = {0, 0}, without = {0, 0};
    for (size_t k = 0; k < report->cases->count; k++) {
        const covey_verdict *verdict = &report->verdicts[k];
        if (verdict->of->answer.count > 0) // nothing is right where nothing is printed
            count(acts(&verdict->of->problem, rule) ? &with : &without, verdict);
    }
    return with.right == 0 && with.wrong > 0 && without.wrong == 0 && without.right > 0;
}

size_t covey_words_count_others(const covey_report *report)
{
    size_t count = 0;
    for (size_t k = 0; k < report->cases->count; k++)
        count += report->verdicts[k].of->odd && !covey_judge_is_right(&report->verdicts[k]);
    return count;
}

/// A rule without which all is right, and with which nothing is.
static void put_rule_sign(covey_text *text, const covey_report *report, const char *before)
{
    static const char *const rules[] = {"cohesion", "separation", "alignment"};
    for (int rule = 0; rule < 3; rule++) {
        if (!covey_words_rule_is_wrong(report, rule))
            continue;
        put(text, before);
        put(text, "Every case in which ");
        put(text, rules[rule]);
        put(text, " acts is wrong, and every other is right.\n");
    }
}

/// What the first differences of all cases have in common.
typedef struct common {
    size_t numbers;     ///< cases with a wrong number
    size_t long_runs;   ///< among them those with several steps
    size_t first_steps; ///< among them those wrong in the first step
    size_t digits;      ///< cases in which numbers are right, and not written with three decimals
    unsigned wrong;     ///< columns
    bool only_numbers;
    bool only_rounding; ///< all numbers are as near as rounding leaves them
    bool only_float;    ///< or as float does
    bool only_whole;    ///< no number that was printed has a fraction
} common;

static bool has_fraction(const covey_answer *numbers)
{
    for (size_t line = 0; line < numbers->count; line++)
        for (size_t at = 0; at < numbers->lines[line].size;) {
            covey_answer_line word = covey_answer_word(numbers->lines[line], &at);
            double value;
            if (covey_parse_double(word.text, word.size, &value) == COVEY_PARSE_OK &&
                value != floor(value))
                return true;
        }
    return false;
}

static common find_common(const covey_report *report)
{
    common found = {
        .only_numbers = true, .only_rounding = true, .only_float = true, .only_whole = true};
    for (size_t k = 0; k < report->cases->count; k++) {
        const covey_verdict *verdict = &report->verdicts[k];
        if (verdict->passed || verdict->formed || verdict->unfinished || verdict->of->odd)
            continue;
        found.digits += verdict->wrong.kind == COVEY_DIFFERENCE_DIGITS;
        found.only_whole = found.only_whole && !has_fraction(&verdict->numbers);
        if (verdict->outcome.kind != COVEY_OUTCOME_ENDED ||
            verdict->wrong.kind != COVEY_DIFFERENCE_NUMBER) {
            found.only_numbers = false;
            continue;
        }
        found.numbers++;
        found.long_runs += verdict->of->problem.steps > 1;
        found.first_steps += verdict->wrong.step == 0;
        found.wrong |= verdict->wrong.wrong;
        found.only_rounding = found.only_rounding && covey_compare_is_rounding(&verdict->wrong);
        found.only_float = found.only_float && covey_compare_is_float(&verdict->wrong);
    }
    return found;
}

void covey_words_signs(covey_text *text, const covey_report *report, const char *before)
{
    enum { VELOCITY = 12 };
    common found = find_common(report);
    put_rule_sign(text, report, before);
    if (found.digits > 0) {
        put(text, before);
        put(text, "In ");
        covey_words_count(text, found.digits, "case");
        put(text, " the numbers are right, but not written with three decimals.\n");
    }
    if (found.numbers == 0 || found.digits > 0)
        return;
    bool digits_lost = report->form.sample[COVEY_FORM_DECIMALS][0] != '\0';
    if (found.only_numbers && found.only_float && digits_lost)
        return;
    if (found.only_numbers && found.only_float) {
        put(text, before);
        put(text,
            found.only_rounding
                ? "No number is off by more than 0.001: this looks like rounding.\n"
                : "No number is off by more than a hundred-thousandth of itself: this looks like "
                  "float instead of double.\n");
        return;
    }
    if (found.only_whole) {
        put(text, before);
        put(text, "Every number that is printed is whole: does your program read or compute with "
                  "whole numbers?\n");
    }
    if (found.long_runs > 0 && found.first_steps == 0 && report->layout == COVEY_LAYOUT_PLAIN) {
        put(text, before);
        put(text, "The first step is right in every case, a later one is not: something is carried "
                  "over\n");
        put(text, before);
        put(text, "wrongly from one step to the next.\n");
    }
    if ((found.wrong & VELOCITY) == 0 && !found.only_rounding) {
        put(text, before);
        put(text, "Where a line is wrong first, its velocity is right and its position is not.\n");
    }
}

// ---- Notes ----

/// "3 of 15 expected outputs are not what the dialect text gives: a, b, c".
static void put_odd(covey_text *text, const covey_cases *cases, const char *before)
{
    put(text, before);
    covey_text_integer(text, cases->odd);
    put(text, " of ");
    covey_text_integer(text, cases->given);
    put(text, " expected outputs are not what the dialect ");
    put(text, covey_formal_dialect(cases->dialect));
    put(text, " gives: ");
    const char *between = "";
    for (size_t k = 0; k < cases->count; k++)
        if (cases->at[k].odd) {
            put(text, between);
            put(text, cases->at[k].name);
            between = ", ";
        }
    put(text, "\n");
}

static void put_dialect(covey_text *text, const covey_cases *cases, const char *before)
{
    if (cases->strange) {
        put(text, before);
        put(text,
            "the expected outputs follow no dialect that is known here: programs are compared "
            "with them alone\n");
    } else if (cases->dialect != cases->asked) {
        put(text, before);
        put(text, "the expected outputs follow the dialect ");
        put(text, covey_formal_dialect(cases->dialect));
        put(text, ", not ");
        put(text, covey_formal_dialect(cases->asked));
        put(text, ": programs are judged by that\n");
    }
    if (cases->odd > 0)
        put_odd(text, cases, before);
}

void covey_words_notes(covey_text *text, const covey_report *report, const char *before)
{
    if (report->forms != 0 && !report->compare.exact) {
        put(text, before);
        put(text, "overlooked: ");
        put_forms(text, report->forms);
        put(text, " (--exact counts that)\n");
    }
    put_dialect(text, report->cases, before);
    if (report->late) {
        put(text, before);
        put(text, "all output came at the end: your program does not print a frame before it reads "
                  "the next time step\n");
    }
    if (report->reads_all) {
        put(text, before);
        put(text, "the program could read what root can: it is run where no other user may look\n");
    }
    if (report->alone) {
        put(text, before);
        put(text,
            "the program did not see what lies beside it, as that is a home or belongs to all; "
            "--with DIR shows it a folder\n");
    }
}

void covey_words_fence(covey_text *text, const covey_report *report)
{
    const struct {
        bool lacks;
        const char *words;
    } fences[] = {
        {report->unrooted, "read what its user may read"},
        {report->unfenced, "write outside of its folder"},
        {report->networked, "use the network"},
        {report->loud, "make any system call"},
    };
    const char *before = "not fenced: on this system the program could ";
    for (size_t k = 0; k < sizeof fences / sizeof *fences; k++)
        if (fences[k].lacks) {
            put(text, before);
            put(text, fences[k].words);
            before = ", ";
        }
}
