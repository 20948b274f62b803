// SPDX-License-Identifier: MIT
// What the outputs of a program are worth: comparison, form, layout, diagnosis.
#include "check/judge.h"

#include <stdint.h>
#include <string.h>

static covey_status no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "no memory for the check");
}

// ---- One case ----

static bool has_ended(const covey_verdict *verdict)
{
    return verdict->outcome.kind == COVEY_OUTCOME_ENDED;
}

/// What of an output is judged: of one that was broken off, no line without an end.
static size_t find_size(const covey_outcome *outcome)
{
    size_t size = outcome->output_size;
    while (outcome->kind != COVEY_OUTCOME_ENDED && size > 0 && outcome->output[size - 1] != '\n')
        size--;
    return size;
}

static covey_status find_numbers(covey_report *report, covey_verdict *verdict, covey_error *error)
{
    const covey_outcome *outcome = &verdict->outcome;
    covey_form_found form = {0};
    if (!covey_form_pick(report->cases->arena, &verdict->answer, &verdict->numbers, &form))
        return no_memory(error);
    if ((verdict->answer.forms & COVEY_FORM_SPACING) && form.sample[COVEY_FORM_JSON][0] == '\0')
        covey_form_keep_spacing(outcome->output, find_size(outcome), &form);
    covey_form_add(&report->form, &form, verdict->of->name);
    verdict->mixed = form.sample[COVEY_FORM_TEXT][0] != '\0';
    return COVEY_OK;
}

static covey_status judge_case(covey_report *report, covey_verdict *verdict, covey_error *error)
{
    const covey_outcome *outcome = &verdict->outcome;
    const covey_case *of = verdict->of;
    if (!covey_answer_read(report->cases->arena, outcome->output, find_size(outcome),
                           &verdict->answer))
        return no_memory(error);
    verdict->difference =
        covey_compare(&report->compare, &of->answer, &verdict->answer, of->problem.agents);
    verdict->passed = has_ended(verdict) && outcome->value == 0 &&
                      verdict->difference.kind == COVEY_DIFFERENCE_NONE;
    report->passed += verdict->passed;
    report->forms |= verdict->answer.forms & COVEY_FORM_HARMLESS;
    return verdict->passed ? COVEY_OK : find_numbers(report, verdict, error);
}

/// Writes the numbers of a case with three decimals and keeps how they were printed.
static covey_status round_numbers(covey_report *report, covey_verdict *verdict, covey_error *error)
{
    covey_arena *arena = report->cases->arena;
    covey_answer *numbers = &verdict->numbers;
    size_t count = numbers->count;
    covey_form_found form = {0};
    verdict->printed = *numbers;
    numbers->lines = covey_arena_take(arena, count, sizeof *numbers->lines);
    if (numbers->lines == NULL)
        return no_memory(error);
    if (count > 0)
        memcpy(numbers->lines, verdict->printed.lines, count * sizeof *numbers->lines);
    if (!covey_form_round(arena, numbers, &form))
        return no_memory(error);
    covey_form_add(&report->form, &form, verdict->of->name);
    return COVEY_OK;
}

/// Looks at nothing but the numbers of a case, in the layout of the report.
static covey_status compare_numbers(covey_report *report, covey_verdict *verdict,
                                    covey_error *error)
{
    const covey_case *of = verdict->of;
    covey_layout_shape shape = covey_layout_of(report->layout, &of->problem);
    covey_answer expected = of->answer;
    if (report->layout != COVEY_LAYOUT_PLAIN) {
        covey_answer picked;
        if (!covey_layout_pick(report->cases->arena, &shape, &of->answer, true, &expected) ||
            !covey_layout_pick(report->cases->arena, &shape, &verdict->numbers, false, &picked))
            return no_memory(error);
        verdict->numbers = picked;
    }
    verdict->wrong = covey_compare(&report->compare, &expected, &verdict->numbers, shape.agents);
    verdict->wrong.step += shape.first_step;
    verdict->wrong.agent += shape.first_agent;
    verdict->formed = has_ended(verdict) && verdict->outcome.value == 0 &&
                      verdict->wrong.kind == COVEY_DIFFERENCE_NONE &&
                      (verdict->numbers.count > 0 || of->answer.count == 0);
    return COVEY_OK;
}

static bool is_no_number(const char *word)
{
    return covey_answer_is_no_number((covey_answer_line){word, strlen(word)});
}

static covey_status compare_all(covey_report *report, covey_error *error)
{
    covey_status status = COVEY_OK;
    report->first = NULL;
    for (size_t k = 0; k < report->cases->count && status == COVEY_OK; k++) {
        covey_verdict *verdict = &report->verdicts[k];
        if (verdict->passed)
            continue;
        status = compare_numbers(report, verdict, error);
        bool shows =
            verdict->wrong.kind == COVEY_DIFFERENCE_NUMBER && !is_no_number(verdict->wrong.got);
        bool better = report->first == NULL || (report->first->of->odd && !verdict->of->odd);
        if (shows && better)
            report->first = verdict;
    }
    return status;
}

bool covey_judge_is_right(const covey_verdict *verdict)
{
    const covey_difference *wrong = &verdict->wrong;
    return verdict->passed || wrong->kind == COVEY_DIFFERENCE_NONE ||
           wrong->kind == COVEY_DIFFERENCE_SHORT || wrong->kind == COVEY_DIFFERENCE_DIGITS;
}

// ---- Evidence ----

/// The lines before the first that holds what is no number.
static size_t count_firm(const covey_answer *answer)
{
    for (size_t line = 0; line < answer->count; line++)
        for (size_t at = 0; at < answer->lines[line].size;)
            if (covey_answer_is_no_number(covey_answer_word(answer->lines[line], &at)))
                return line;
    return answer->count;
}

/// True if there is less to see than there should be.
static bool is_open(const covey_verdict *verdict)
{
    if (verdict->passed)
        return false;
    bool is_short = verdict->wrong.lines_got < verdict->wrong.lines_expected;
    return !has_ended(verdict) || is_short || verdict->wrong.has_no_numbers;
}

/// What is asked of a diagnosis: the numbers as they were printed, and those that were broken off.
typedef struct question {
    bool printed, unfinished;
} question;

static covey_evidence find_evidence(const covey_report *report, size_t k, question asked)
{
    static const covey_answer nothing = {0};
    const covey_verdict *verdict = &report->verdicts[k];
    covey_layout layout = verdict->passed ? COVEY_LAYOUT_PLAIN : report->layout;
    covey_layout_shape shape = covey_layout_of(layout, &verdict->of->problem);
    covey_evidence made = {
        .problem = &verdict->of->problem,
        .answer = verdict->passed ? &verdict->answer
                  : asked.printed ? &verdict->printed
                                  : &verdict->numbers,
        .open = is_open(verdict),
        .first_step = shape.first_step,
        .first_agent = shape.first_agent,
        .agents = shape.agents,
        .frames = layout == COVEY_LAYOUT_BEFORE ? shape.frames : SIZE_MAX,
    };
    made.mute = verdict->of->odd || (!has_ended(verdict) && !asked.unfinished);
    if (made.mute)
        made.answer = &nothing;
    made.firm = count_firm(made.answer);
    return made;
}

/// `evidence`: of all cases, in their order.
static void mark_unfinished(covey_report *report, const covey_evidence *evidence)
{
    for (size_t k = 0; k < report->cases->count; k++) {
        covey_verdict *verdict = &report->verdicts[k];
        const covey_outcome *outcome = &verdict->outcome;
        bool ended = has_ended(verdict) && outcome->value == 0;
        bool good = ended && (!is_open(verdict) || evidence[k].explained);
        verdict->unfinished = !verdict->passed && !good && outcome->kind != COVEY_OUTCOME_NOT_RUN;
    }
}

/// Nothing is asked about cases that follow no dialect.
static covey_status ask(covey_report *report, question asked, covey_evidence *evidence,
                        covey_diagnosis *diagnosis)
{
    size_t count = report->cases->count;
    *diagnosis = (covey_diagnosis){0};
    for (size_t k = 0; k < count; k++)
        evidence[k] = find_evidence(report, k, asked);
    if (report->cases->strange)
        return COVEY_OK;
    return covey_diagnose(&report->compare, report->cases->dialect, evidence, count, diagnosis);
}

/// Asks again where nothing fits, and keeps the answer if something fits then.
static covey_status ask_again(covey_report *report, question asked, covey_evidence *evidence)
{
    covey_diagnosis other;
    if (report->diagnosis.fit_count > 0)
        return COVEY_OK;
    covey_evidence *room =
        covey_arena_take(report->cases->arena, report->cases->count, sizeof *room);
    if (room == NULL)
        return COVEY_MEMORY;
    covey_status status = ask(report, asked, room, &other);
    if (status == COVEY_OK && other.fit_count > 0) {
        report->diagnosis = other;
        memcpy(evidence, room, report->cases->count * sizeof *room);
    }
    return status;
}

// ---- Layout ----

/// The words that are as expected in a layout; 0 where a case does not have it.
static size_t count_votes(const covey_report *report, covey_layout layout)
{
    size_t agrees = 0, cases = 0;
    for (size_t k = 0; k < report->cases->count; k++) {
        const covey_verdict *verdict = &report->verdicts[k];
        const covey_case *of = verdict->of;
        if (!has_ended(verdict) || of->answer.count == 0)
            continue;
        covey_layout_vote vote =
            covey_layout_ask(layout, of, verdict->passed ? &verdict->answer : &verdict->numbers);
        if (!vote.fits)
            return 0;
        agrees += vote.agrees;
        cases++;
    }
    return cases > 1 || layout == COVEY_LAYOUT_PLAIN ? agrees : 0; // one case may be chance
}

/// The layout that all outputs have and in which most numbers are right; PLAIN where all have that
/// and do not begin with the flock as it starts.
static covey_layout find_layout(const covey_report *report)
{
    covey_layout best = COVEY_LAYOUT_PLAIN;
    size_t most = count_votes(report, COVEY_LAYOUT_PLAIN);
    for (int k = COVEY_LAYOUT_PLAIN + 1; k < COVEY_LAYOUTS; k++) {
        size_t votes = count_votes(report, (covey_layout)k);
        if (votes > most) {
            best = (covey_layout)k;
            most = votes;
        }
    }
    return best;
}

static covey_status try_layout(covey_report *report, covey_evidence *evidence, covey_error *error)
{
    report->layout = report->diagnosis.fit_count == 0 ? find_layout(report) : COVEY_LAYOUT_PLAIN;
    if (report->layout == COVEY_LAYOUT_PLAIN)
        return COVEY_OK;
    covey_status status = compare_all(report, error);
    if (status == COVEY_OK)
        status = ask(report, (question){.unfinished = true}, evidence, &report->diagnosis);
    return status;
}

// ---- All ----

/// `rounded`: numbers were written with three decimals. If nothing explains them then, what was
/// printed may be explained by how it was.
static covey_status diagnose(covey_report *report, bool rounded, covey_error *error)
{
    covey_cases *cases = report->cases;
    covey_evidence *evidence = covey_arena_take(cases->arena, cases->count, sizeof *evidence);
    if (evidence == NULL)
        return no_memory(error);
    covey_status status = ask(report, (question){.unfinished = true}, evidence, &report->diagnosis);
    if (status == COVEY_OK && rounded)
        status = ask_again(report, (question){.printed = true, .unfinished = true}, evidence);
    if (status == COVEY_OK)
        status = try_layout(report, evidence, error);
    if (status == COVEY_OK)
        status = ask_again(report, (question){0}, evidence);
    mark_unfinished(report, evidence);
    if (status == COVEY_OK && report->first != NULL && !report->first->of->odd)
        status = covey_terms_find(cases, report->first->of, &report->first->wrong,
                                  &report->first->numbers, &report->terms);
    return status == COVEY_OK ? status : covey_fail(error, status, "the diagnosis failed");
}

covey_status covey_judge(covey_report *report, covey_error *error)
{
    covey_status status = COVEY_OK;
    covey_form_decimals decimals = {0};
    for (size_t k = 0; k < report->cases->count && status == COVEY_OK; k++) {
        status = judge_case(report, &report->verdicts[k], error);
        covey_form_add_decimals(&report->verdicts[k].numbers, &decimals);
    }
    for (size_t k = 0; k < report->cases->count && status == COVEY_OK && decimals.vary; k++)
        if (!report->verdicts[k].passed)
            status = round_numbers(report, &report->verdicts[k], error);
    if (status == COVEY_OK)
        status = compare_all(report, error);
    if (status == COVEY_OK && !covey_check_passed(report))
        status = diagnose(report, decimals.vary, error);
    return status;
}
