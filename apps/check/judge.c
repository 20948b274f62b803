// SPDX-License-Identifier: MIT
// Judges the outputs of a program: comparison, format, layout, diagnosis.
#include "check/check.h"

#include <stdint.h>
#include <string.h>

static covey_status no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "no memory for the check");
}

// ---- One case ----

static bool has_ended(const check_verdict *verdict)
{
    return verdict->outcome.kind == CHECK_OUTCOME_ENDED;
}

/// The size of the judged part of an output: one that was broken off loses the line without end.
static size_t find_size(const check_outcome *outcome)
{
    size_t size = outcome->output_size;
    while (outcome->kind != CHECK_OUTCOME_ENDED && size > 0 && outcome->output[size - 1] != '\n')
        size--;
    return size;
}

static covey_status find_numbers(check_report *report, check_verdict *verdict, covey_error *error)
{
    const check_outcome *outcome = &verdict->outcome;
    check_format_errors found = {0};
    if (!check_format_pick(report->cases->arena, &verdict->answer, &verdict->numbers, &found))
        return no_memory(error);
    if ((verdict->answer.changes & CHECK_LINES_SPACING) &&
        found.sample[CHECK_FORMAT_JSON][0] == '\0')
        check_format_add_spacing(outcome->output, find_size(outcome), &found);
    check_format_add(&report->format_errors, &found, verdict->subject->name);
    verdict->mixed = found.sample[CHECK_FORMAT_TEXT][0] != '\0';
    return COVEY_OK;
}

static covey_status judge_case(check_report *report, check_verdict *verdict, covey_error *error)
{
    const check_outcome *outcome = &verdict->outcome;
    const check_case *of = verdict->subject;
    if (!check_lines_read(report->cases->arena, outcome->output, find_size(outcome),
                          &verdict->answer))
        return no_memory(error);
    verdict->difference =
        check_compare(&report->compare, &of->answer, &verdict->answer, of->problem.agents);
    verdict->passed = has_ended(verdict) && outcome->value == 0 &&
                      verdict->difference.kind == CHECK_DIFFERENCE_NONE;
    report->passed += verdict->passed;
    report->overlooked |= verdict->answer.changes & CHECK_LINES_HARMLESS;
    return verdict->passed ? COVEY_OK : find_numbers(report, verdict, error);
}

/// Writes the numbers of a case with three decimals and keeps how they were printed.
static covey_status round_numbers(check_report *report, check_verdict *verdict, covey_error *error)
{
    covey_arena *arena = report->cases->arena;
    check_lines *numbers = &verdict->numbers;
    size_t count = numbers->count;
    check_format_errors found = {0};
    verdict->printed = *numbers;
    numbers->lines = covey_arena_take(arena, count, sizeof *numbers->lines);
    if (numbers->lines == NULL)
        return no_memory(error);
    if (count > 0)
        memcpy(numbers->lines, verdict->printed.lines, count * sizeof *numbers->lines);
    if (!check_format_round(arena, numbers, &found))
        return no_memory(error);
    check_format_add(&report->format_errors, &found, verdict->subject->name);
    return COVEY_OK;
}

/// Compares only the numbers of a case, in the layout of the report.
static covey_status compare_numbers(check_report *report, check_verdict *verdict,
                                    covey_error *error)
{
    const check_case *of = verdict->subject;
    check_frame_shape shape = check_frame_layout_of(report->frame_layout, &of->problem);
    check_lines expected = of->answer;
    if (report->frame_layout != CHECK_FRAMES_PLAIN) {
        check_lines picked;
        if (!check_frame_layout_pick(report->cases->arena, &shape, &of->answer, true, &expected) ||
            !check_frame_layout_pick(report->cases->arena, &shape, &verdict->numbers, false,
                                     &picked))
            return no_memory(error);
        verdict->numbers = picked;
    }
    verdict->wrong = check_compare(&report->compare, &expected, &verdict->numbers, shape.agents);
    verdict->wrong.step += shape.first_step;
    verdict->wrong.agent += shape.first_agent;
    verdict->right_numbers = has_ended(verdict) && verdict->outcome.value == 0 &&
                             verdict->wrong.kind == CHECK_DIFFERENCE_NONE &&
                             (verdict->numbers.count > 0 || of->answer.count == 0);
    return COVEY_OK;
}

static bool is_no_number(const char *word)
{
    return check_token_is_no_number((check_line){word, strlen(word)});
}

static covey_status compare_all(check_report *report, covey_error *error)
{
    covey_status status = COVEY_OK;
    report->first = NULL;
    for (size_t k = 0; k < report->cases->count && status == COVEY_OK; k++) {
        check_verdict *verdict = &report->verdicts[k];
        if (verdict->passed)
            continue;
        status = compare_numbers(report, verdict, error);
        bool shows =
            verdict->wrong.kind == CHECK_DIFFERENCE_NUMBER && !is_no_number(verdict->wrong.got);
        bool better =
            report->first == NULL || (report->first->subject->odd && !verdict->subject->odd);
        if (shows && better)
            report->first = verdict;
    }
    return status;
}

bool check_passed(const check_report *report)
{
    return report->passed == report->cases->count;
}

bool check_judge_is_right(const check_verdict *verdict)
{
    const check_difference *wrong = &verdict->wrong;
    return verdict->passed || wrong->kind == CHECK_DIFFERENCE_NONE ||
           wrong->kind == CHECK_DIFFERENCE_SHORT || wrong->kind == CHECK_DIFFERENCE_DIGITS;
}

// ---- Evidence ----

/// Counts the lines before the first with a word that is no number.
static size_t count_conclusive(const check_lines *answer)
{
    for (size_t line = 0; line < answer->count; line++)
        for (check_line rest = answer->lines[line]; rest.size > 0;)
            if (check_token_is_no_number(check_token_word(&rest)))
                return line;
    return answer->count;
}

/// True if an output is broken off, has fewer lines than expected, or no numbers.
static bool is_open(const check_verdict *verdict)
{
    if (verdict->passed)
        return false;
    bool is_short = verdict->wrong.lines_got < verdict->wrong.lines_expected;
    return !has_ended(verdict) || is_short || verdict->wrong.has_no_numbers;
}

/// The input of a diagnosis: the numbers as they were printed, and numbers that were broken off.
typedef struct question {
    bool printed, unfinished;
} question;

static check_evidence find_evidence(const check_report *report, size_t k, question asked)
{
    static const check_lines nothing = {0};
    const check_verdict *verdict = &report->verdicts[k];
    check_frame_layout layout = verdict->passed ? CHECK_FRAMES_PLAIN : report->frame_layout;
    check_frame_shape shape = check_frame_layout_of(layout, &verdict->subject->problem);
    check_evidence made = {
        .name = verdict->subject->name,
        .problem = &verdict->subject->problem,
        .answer = verdict->passed ? &verdict->answer
                  : asked.printed ? &verdict->printed
                                  : &verdict->numbers,
        .open = is_open(verdict),
        .first_step = shape.first_step,
        .first_agent = shape.first_agent,
        .agents = shape.agents,
        .frames = layout == CHECK_FRAMES_BEFORE ? shape.frames : SIZE_MAX,
    };
    made.mute = verdict->subject->odd || (!has_ended(verdict) && !asked.unfinished);
    if (made.mute)
        made.answer = &nothing;
    made.conclusive = count_conclusive(made.answer);
    return made;
}

/// `evidence`: of all cases, in their order.
static void mark_unfinished(check_report *report, const check_evidence *evidence)
{
    for (size_t k = 0; k < report->cases->count; k++) {
        check_verdict *verdict = &report->verdicts[k];
        const check_outcome *outcome = &verdict->outcome;
        bool ended = has_ended(verdict) && outcome->value == 0;
        bool good = ended && (!is_open(verdict) || evidence[k].explained);
        verdict->unfinished = !verdict->passed && !good && outcome->kind != CHECK_OUTCOME_NOT_RUN;
    }
}

/// Collects the evidence of all cases and diagnoses it, unless the cases follow no dialect.
static covey_status ask(check_report *report, question asked, check_evidence *evidence,
                        check_diagnosis *diagnosis)
{
    size_t count = report->cases->count;
    *diagnosis = (check_diagnosis){0};
    for (size_t k = 0; k < count; k++)
        evidence[k] = find_evidence(report, k, asked);
    if (report->cases->strange)
        return COVEY_OK;
    return check_diagnose_by(&report->compare, report->cases, evidence, count, diagnosis);
}

/// Asks again where no mistake fits, and keeps the answer if one fits then.
static covey_status ask_again(check_report *report, question asked, check_evidence *evidence)
{
    check_diagnosis other;
    if (report->diagnosis.fit_count > 0)
        return COVEY_OK;
    check_evidence *room =
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
static size_t count_votes(const check_report *report, check_frame_layout layout)
{
    size_t agrees = 0, cases = 0;
    for (size_t k = 0; k < report->cases->count; k++) {
        const check_verdict *verdict = &report->verdicts[k];
        const check_case *of = verdict->subject;
        if (!has_ended(verdict) || of->answer.count == 0)
            continue;
        check_frame_vote vote = check_frame_layout_ask(
            layout, of, verdict->passed ? &verdict->answer : &verdict->numbers);
        if (!vote.fits)
            return 0;
        agrees += vote.agrees;
        cases++;
    }
    return cases > 1 || layout == CHECK_FRAMES_PLAIN ? agrees : 0; // one case may be chance
}

/// The layout that all outputs have and in which most numbers are right; PLAIN where all have that
/// and do not begin with the flock as it starts.
static check_frame_layout find_layout(const check_report *report)
{
    check_frame_layout best = CHECK_FRAMES_PLAIN;
    size_t most = count_votes(report, CHECK_FRAMES_PLAIN);
    for (int k = CHECK_FRAMES_PLAIN + 1; k < CHECK_FRAME_LAYOUTS; k++) {
        size_t votes = count_votes(report, (check_frame_layout)k);
        if (votes > most) {
            best = (check_frame_layout)k;
            most = votes;
        }
    }
    return best;
}

static covey_status try_layout(check_report *report, check_evidence *evidence, covey_error *error)
{
    report->frame_layout =
        report->diagnosis.fit_count == 0 ? find_layout(report) : CHECK_FRAMES_PLAIN;
    if (report->frame_layout == CHECK_FRAMES_PLAIN)
        return COVEY_OK;
    covey_status status = compare_all(report, error);
    if (status == COVEY_OK)
        status = ask(report, (question){.unfinished = true}, evidence, &report->diagnosis);
    return status;
}

// ---- All ----

/// Reasons where no mistake of the list fits, or only several of them together: one that reasoning
/// finds is the better explanation then.
static covey_status reason_about(check_report *report, const check_evidence *evidence)
{
    const check_cases *cases = report->cases;
    check_diagnosis *listed = &report->diagnosis;
    check_reason *reason = &report->reason;
    check_reason_finding findings[REASON_FINDINGS];
    if (listed->fit_count > 0 && listed->fits[0].cost < 2)
        return COVEY_OK;
    covey_status status =
        check_reason_find(&report->compare, cases->dialect, evidence, cases->count, reason);
    if (listed->fit_count == 0)
        return status;
    bool is_one = reason->fit_count > 0 && check_reason_list(&reason->fits[0], &reason->right,
                                                             cases->dialect, findings) == 1;
    if (is_one)
        listed->fit_count = 0;
    else
        *reason = (check_reason){0};
    return status;
}

/// `rounded`: numbers were written with three decimals. If no mistake explains them then, the
/// format of the output may.
static covey_status diagnose(check_report *report, bool rounded, covey_error *error)
{
    check_cases *cases = report->cases;
    check_evidence *evidence = covey_arena_take(cases->arena, cases->count, sizeof *evidence);
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
    if (status == COVEY_OK && !cases->strange && report->first != NULL && cases->sum == NULL)
        status = reason_about(report, evidence);
    if (status == COVEY_OK)
        status = check_rules_find(report);
    if (status == COVEY_OK && report->first != NULL && !report->first->subject->odd)
        status = check_forces_find(cases, report->first->subject, &report->first->wrong,
                                   &report->first->numbers, &report->forces);
    return status == COVEY_OK ? status : covey_fail(error, status, "the diagnosis failed");
}

covey_status check_judge(check_report *report, covey_error *error)
{
    covey_status status = COVEY_OK;
    check_decimals decimals = {0};
    for (size_t k = 0; k < report->cases->count && status == COVEY_OK; k++) {
        status = judge_case(report, &report->verdicts[k], error);
        check_format_add_decimals(&report->verdicts[k].numbers, &decimals);
    }
    for (size_t k = 0; k < report->cases->count && status == COVEY_OK && decimals.vary; k++)
        if (!report->verdicts[k].passed)
            status = round_numbers(report, &report->verdicts[k], error);
    if (status == COVEY_OK)
        status = compare_all(report, error);
    if (status == COVEY_OK && !check_passed(report))
        status = diagnose(report, decimals.vary, error);
    return status;
}
