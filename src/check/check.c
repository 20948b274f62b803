// SPDX-License-Identifier: MIT
// The check of one program: cases, runs, comparison, diagnosis.
#include "check/check.h"

#include <errno.h>
#include <string.h>

enum { PARAMS = 8, AGENT_VALUES = 4 };

static covey_status no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "no memory for the check");
}

covey_status covey_check_cases(const covey_check_def *def, covey_cases *cases, covey_error *error)
{
    covey_status status = COVEY_OK;
    cases->dialect = def->dialect;
    for (int k = 0; k < def->folder_count && status == COVEY_OK; k++)
        status = covey_cases_add_folder(cases, def->folders[k], error);
    if (status == COVEY_OK && def->make.count > 0)
        status = covey_make_add(&def->make, cases, error);
    if (status == COVEY_OK && def->folder_count == 0 && def->make.count == 0)
        status = covey_cases_add_builtin(cases, error);
    return status;
}

// ---- Running ----

/// Bytes of an input up to the line end behind its first time step.
static size_t find_first_step(const covey_case *of)
{
    size_t words = 0, k = 0;
    bool inside = false;
    for (; k < of->input_size; k++) {
        bool space = strchr(" \t\n\v\f\r", of->input[k]) != NULL;
        words += !space && !inside;
        inside = !space;
        if (space && words == PARAMS + AGENT_VALUES * of->problem.agents + 1)
            return k + 1;
    }
    return 0;
}

/// Of one case, the first with an agent and two steps, the second step is held back to see whether
/// the program answers the first.
static void hold_one(const covey_cases *cases, covey_task_def *tasks)
{
    for (size_t k = 0; k < cases->count; k++)
        if (cases->at[k].problem.agents > 0 && cases->at[k].problem.steps > 1) {
            tasks[k].hold = find_first_step(&cases->at[k]);
            tasks[k].hold_lines = cases->at[k].problem.agents;
            return;
        }
}

/// Runs of one program, and the verdicts that they are for.
typedef struct runs {
    const char *const *arguments;
    covey_task_def *tasks;
    covey_outcome *outcomes;
    covey_verdict **verdicts;
    size_t count;
} runs;

static bool make_runs(const covey_report *report, const char *const *arguments, runs *made)
{
    covey_arena *arena = report->cases->arena;
    size_t most = report->cases->count;
    *made = (runs){.arguments = arguments};
    made->tasks = covey_arena_take(arena, most, sizeof *made->tasks);
    made->outcomes = covey_arena_take(arena, most, sizeof *made->outcomes);
    made->verdicts = covey_arena_take(arena, most, sizeof *made->verdicts);
    return made->tasks != NULL && made->outcomes != NULL && made->verdicts != NULL;
}

static void add_run(runs *to, covey_verdict *verdict)
{
    to->tasks[to->count] = (covey_task_def){
        .arguments = to->arguments,
        .input = verdict->of->input,
        .input_size = verdict->of->input_size,
        .most = 4 * verdict->of->expected_size + (1 << 16),
    };
    to->verdicts[to->count++] = verdict;
}

static covey_status do_runs(const covey_runner_def *def, const runs *all, covey_arena *arena,
                            covey_error *error)
{
    covey_status status = covey_runner_run(def, all->tasks, all->outcomes, all->count, arena);
    if (status != COVEY_OK)
        return covey_fail(error, status, "cannot run the program: %s",
                          status == COVEY_IO ? strerror(errno) : covey_status_text(status));
    return COVEY_OK;
}

static covey_status run_all(const covey_check_def *def, const char *const *arguments,
                            covey_report *report, covey_error *error)
{
    covey_cases *cases = report->cases;
    runs all;
    if (!make_runs(report, arguments, &all))
        return no_memory(error);
    for (size_t k = 0; k < cases->count; k++)
        add_run(&all, &report->verdicts[k]);
    hold_one(cases, all.tasks);
    covey_status status = do_runs(&def->runner, &all, cases->arena, error);
    if (status != COVEY_OK)
        return status;
    for (size_t k = 0; k < cases->count; k++) {
        const covey_outcome *outcome = &all.outcomes[k];
        report->verdicts[k].outcome = *outcome;
        report->late = report->late || (outcome->late && outcome->output_size > 0);
        bool ran = outcome->kind != COVEY_OUTCOME_NOT_RUN;
        report->networked = report->networked || (ran && !outcome->offline);
        report->unfenced = report->unfenced || (ran && !outcome->fenced);
        report->reads_all = report->reads_all || outcome->reads_all;
    }
    return COVEY_OK;
}

/// Runs once more what ended and is wrong, to see whether it prints the same.
static covey_status run_again(const covey_check_def *def, const char *const *arguments,
                              covey_report *report, covey_error *error)
{
    covey_cases *cases = report->cases;
    runs again;
    if (!make_runs(report, arguments, &again))
        return no_memory(error);
    for (size_t k = 0; k < cases->count; k++)
        if (!report->verdicts[k].passed && report->verdicts[k].outcome.kind == COVEY_OUTCOME_ENDED)
            add_run(&again, &report->verdicts[k]);
    covey_status status = do_runs(&def->runner, &again, cases->arena, error);
    for (size_t k = 0; k < again.count && status == COVEY_OK && report->unsteady == NULL; k++)
        if (again.outcomes[k].kind == COVEY_OUTCOME_ENDED &&
            strcmp(again.outcomes[k].output, again.verdicts[k]->outcome.output) != 0)
            report->unsteady = again.verdicts[k]->of->name;
    return status;
}

// ---- Judging ----

static covey_difference compare(const covey_report *report, const covey_case *of,
                                const covey_answer *got)
{
    return covey_compare(&report->compare, &of->answer, got, of->problem.agents);
}

static covey_status judge_case(covey_report *report, covey_verdict *verdict, covey_error *error)
{
    covey_arena *arena = report->cases->arena;
    const covey_outcome *outcome = &verdict->outcome;
    if (!covey_answer_read(arena, outcome->output, outcome->output_size, &verdict->answer))
        return no_memory(error);
    verdict->difference = compare(report, verdict->of, &verdict->answer);
    verdict->passed = outcome->kind == COVEY_OUTCOME_ENDED && outcome->value == 0 &&
                      verdict->difference.kind == COVEY_DIFFERENCE_NONE;
    report->passed += verdict->passed;
    report->forms |= verdict->answer.forms & COVEY_FORM_HARMLESS;
    if (verdict->passed || outcome->kind != COVEY_OUTCOME_ENDED)
        return COVEY_OK;
    return covey_form_pick(arena, &verdict->answer, &verdict->numbers, &report->form)
               ? COVEY_OK
               : no_memory(error);
}

/// Writes the numbers of a case with three decimals and keeps how they were printed.
static covey_status round_numbers(covey_report *report, covey_verdict *verdict, covey_error *error)
{
    covey_arena *arena = report->cases->arena;
    covey_answer *numbers = &verdict->numbers;
    size_t count = numbers->count;
    verdict->printed = *numbers;
    numbers->lines = covey_arena_take(arena, count, sizeof *numbers->lines);
    if (numbers->lines == NULL)
        return no_memory(error);
    if (count > 0)
        memcpy(numbers->lines, verdict->printed.lines, count * sizeof *numbers->lines);
    return covey_form_round(arena, numbers, &report->form) ? COVEY_OK : no_memory(error);
}

/// Looks at nothing but the numbers of a case.
static covey_status judge_numbers(covey_report *report, covey_verdict *verdict, bool rounds,
                                  covey_error *error)
{
    covey_status status = rounds ? round_numbers(report, verdict, error) : COVEY_OK;
    if (status != COVEY_OK)
        return status;
    verdict->wrong = compare(report, verdict->of, &verdict->numbers);
    bool shows = verdict->wrong.kind == COVEY_DIFFERENCE_NUMBER && !verdict->wrong.has_no_numbers;
    if (shows && report->first == NULL)
        report->first = verdict;
    return COVEY_OK;
}

/// True if there is too little to judge by.
static bool is_weak(const covey_verdict *verdict)
{
    const covey_difference *difference = &verdict->difference;
    size_t numbers = verdict->passed ? difference->lines_got : verdict->numbers.count;
    bool is_short =
        numbers < difference->lines_expected && difference->lines_got < difference->lines_expected;
    return numbers == 0 || is_short || difference->has_no_numbers;
}

/// `evidence`: of those that ended, in the order of the verdicts.
static void mark_unfinished(covey_report *report, const covey_evidence *evidence)
{
    for (size_t k = 0; k < report->cases->count; k++) {
        covey_verdict *verdict = &report->verdicts[k];
        const covey_outcome *outcome = &verdict->outcome;
        bool ended = outcome->kind == COVEY_OUTCOME_ENDED;
        bool good = ended && (outcome->value == 0 && (!evidence->weak || evidence->explained));
        verdict->unfinished = !verdict->passed && !good && outcome->kind != COVEY_OUTCOME_NOT_RUN;
        evidence += ended;
    }
}

/// What the numbers of those that ended tell, as they were judged or as they were printed.
static covey_status diagnose_numbers(const covey_report *report, bool printed,
                                     covey_evidence *evidence, covey_diagnosis *diagnosis)
{
    size_t count = 0;
    for (size_t k = 0; k < report->cases->count; k++) {
        const covey_verdict *verdict = &report->verdicts[k];
        const covey_answer *numbers = printed ? &verdict->printed : &verdict->numbers;
        if (verdict->outcome.kind == COVEY_OUTCOME_ENDED)
            evidence[count++] = (covey_evidence){
                .problem = &report->cases->at[k].problem,
                .answer = verdict->passed ? &verdict->answer : numbers,
                .weak = is_weak(verdict),
            };
    }
    return covey_diagnose(&report->compare, report->cases->dialect, evidence, count, diagnosis);
}

/// `rounded`: numbers were written with three decimals. If nothing explains them then, what was
/// printed may be explained by how it was.
static covey_status diagnose(covey_report *report, bool rounded, covey_error *error)
{
    covey_cases *cases = report->cases;
    covey_evidence *evidence = covey_arena_take(cases->arena, 2 * cases->count, sizeof *evidence);
    if (evidence == NULL)
        return no_memory(error);
    covey_status status = diagnose_numbers(report, false, evidence, &report->diagnosis);
    if (status == COVEY_OK && rounded && report->diagnosis.fit_count == 0) {
        covey_diagnosis other;
        covey_evidence *printed = evidence + cases->count;
        status = diagnose_numbers(report, true, printed, &other);
        if (status == COVEY_OK && other.fit_count > 0) {
            report->diagnosis = other;
            evidence = printed;
        }
    }
    mark_unfinished(report, evidence);
    if (status == COVEY_OK && report->first != NULL)
        status = covey_terms_find(cases, report->first->of, &report->first->wrong,
                                  &report->first->numbers, &report->terms);
    return status == COVEY_OK ? status : covey_fail(error, status, "the diagnosis failed");
}

static bool open_report(const covey_check_def *def, covey_cases *cases, covey_report *report)
{
    *report = (covey_report){.cases = cases, .compare = def->compare, .name = ""};
    report->verdicts = covey_arena_take(cases->arena, cases->count, sizeof *report->verdicts);
    bool good = report->verdicts != NULL;
    for (size_t k = 0; good && k < cases->count; k++) {
        covey_case *of = &cases->at[k];
        report->verdicts[k].of = of;
        good = of->answer.lines != NULL ||
               covey_answer_read(cases->arena, of->expected, of->expected_size, &of->answer);
    }
    return good;
}

static covey_status judge(covey_report *report, covey_error *error)
{
    covey_status status = COVEY_OK;
    covey_form_decimals decimals = {0};
    for (size_t k = 0; k < report->cases->count && status == COVEY_OK; k++) {
        status = judge_case(report, &report->verdicts[k], error);
        covey_form_add_decimals(&report->verdicts[k].numbers, &decimals);
    }
    for (size_t k = 0; k < report->cases->count && status == COVEY_OK; k++)
        if (report->verdicts[k].numbers.lines != NULL)
            status = judge_numbers(report, &report->verdicts[k], decimals.vary, error);
    if (status == COVEY_OK && !covey_check_passed(report))
        status = diagnose(report, decimals.vary, error);
    return status;
}

covey_status covey_check_program(const covey_check_def *def, covey_cases *cases,
                                 const char *const *arguments, covey_report *report,
                                 covey_error *error)
{
    if (!open_report(def, cases, report))
        return no_memory(error);
    report->name = arguments[0];
    covey_status status = run_all(def, arguments, report, error);
    if (status == COVEY_OK)
        status = judge(report, error);
    if (status == COVEY_OK && !covey_check_passed(report) && report->diagnosis.fit_count == 0)
        status = run_again(def, arguments, report, error);
    return status;
}

covey_status covey_check_output(const covey_check_def *def, covey_cases *cases,
                                const covey_case_def *output, covey_report *report,
                                covey_error *error)
{
    if (!open_report(def, cases, report))
        return no_memory(error);
    report->name = output->name;
    report->verdicts[0].outcome = (covey_outcome){
        .kind = COVEY_OUTCOME_ENDED,
        .output = output->input,
        .output_size = output->input_size,
        .errors = "",
    };
    return judge(report, error);
}

bool covey_check_passed(const covey_report *report)
{
    return report->passed == report->cases->count;
}
