// SPDX-License-Identifier: MIT
// The check of one program: cases and runs.
#include "check/check.h"

#include "check/rubric.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { PARAMS = 8, AGENT_VALUES = 4 };

static covey_status no_memory(covey_error *error)
{
    return covey_fail(error, COVEY_MEMORY, "no memory for the check");
}

covey_status check_cases_collect(const check_def *def, check_cases *cases, covey_error *error)
{
    covey_status status = COVEY_OK;
    cases->dialect = cases->asked = def->dialect;
    cases->sum = cases->asked_sum = def->sum;
    cases->variant = def->variant;
    cases->title = def->title;
    for (int k = 0; k < def->folder_count && status == COVEY_OK; k++)
        status = check_cases_add_folder(cases, def->folders[k], error);
    if (status == COVEY_OK)
        status = check_cases_find_dialect(cases, error);
    if (def->make.count > 0)
        (void)snprintf(cases->drawn, sizeof cases->drawn,
                       "--generate %zu --seed %llu --difficulty %s --dialect %s ", def->make.count,
                       (unsigned long long)def->make.seed,
                       check_make_difficulty((int)def->make.difficulty),
                       check_cases_dialect(cases));
    if (status == COVEY_OK && def->make.count > 0)
        status = check_make_add(&def->make, cases, error);
    if (status == COVEY_OK && def->folder_count == 0 && def->make.count == 0)
        status = check_cases_add_builtin(cases, error);
    return status;
}

// ---- Running ----

/// Bytes of an input up to the line end behind its first time step.
static size_t find_first_step(const check_case *of)
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

/// Holds back the second step of one case, the first with an agent and two steps, to see whether
/// the program answers the first.
static void hold_one(const check_cases *cases, check_task_def *tasks)
{
    for (size_t k = 0; k < cases->count; k++)
        if (cases->items[k].problem.agents > 0 && cases->items[k].problem.steps > 1) {
            tasks[k].hold = find_first_step(&cases->items[k]);
            tasks[k].hold_lines = cases->items[k].problem.agents;
            return;
        }
}

/// Runs of one program, and the verdicts that they are for.
typedef struct runs {
    const char *const *arguments;
    check_task_def *tasks;
    check_outcome *outcomes;
    check_verdict **verdicts;
    size_t count;
} runs;

static bool make_runs(const check_report *report, const char *const *arguments, runs *made)
{
    covey_arena *arena = report->cases->arena;
    size_t most = report->cases->count;
    *made = (runs){.arguments = arguments};
    made->tasks = covey_arena_take(arena, most, sizeof *made->tasks);
    made->outcomes = covey_arena_take(arena, most, sizeof *made->outcomes);
    made->verdicts = covey_arena_take(arena, most, sizeof *made->verdicts);
    return made->tasks != NULL && made->outcomes != NULL && made->verdicts != NULL;
}

static void add_run(const check_def *def, runs *to, check_verdict *verdict)
{
    to->tasks[to->count] = (check_task_def){
        .arguments = to->arguments,
        .input = verdict->subject->input,
        .input_size = verdict->subject->input_size,
        .most = def->output > 0 ? def->output : 4 * verdict->subject->expected_size + (1 << 16),
    };
    to->verdicts[to->count++] = verdict;
}

static covey_status do_runs(const check_runner_def *def, const runs *all, covey_arena *arena,
                            covey_error *error)
{
    covey_status status = check_runner_run(def, all->tasks, all->outcomes, all->count, arena);
    if (status != COVEY_OK)
        return covey_fail(error, status, "cannot run the program: %s",
                          status == COVEY_IO ? strerror(errno) : covey_status_text(status));
    return COVEY_OK;
}

static covey_status run_all(const check_def *def, const char *const *arguments,
                            check_report *report, covey_error *error)
{
    check_cases *cases = report->cases;
    runs all;
    if (!make_runs(report, arguments, &all))
        return no_memory(error);
    for (size_t k = 0; k < cases->count; k++)
        add_run(def, &all, &report->verdicts[k]);
    hold_one(cases, all.tasks);
    covey_status status = do_runs(&def->runner, &all, cases->arena, error);
    if (status != COVEY_OK)
        return status;
    for (size_t k = 0; k < cases->count; k++) {
        const check_outcome *outcome = &all.outcomes[k];
        report->verdicts[k].outcome = *outcome;
        report->late = report->late || (outcome->late && outcome->output_size > 0);
        bool ran = outcome->kind != CHECK_OUTCOME_NOT_RUN && outcome->kind != CHECK_OUTCOME_FAILED;
        report->ran = report->ran || ran;
        report->held = report->held || (all.tasks[k].hold > 0 && ran && outcome->output_size > 0);
        report->permissions |=
            outcome->permissions & ~(ran ? 0U : (unsigned)CHECK_PERMISSION_UNFENCED);
    }
    return COVEY_OK;
}

/// Runs the wrong cases that ended once more, to see whether the program prints the same.
static covey_status run_again(const check_def *def, const char *const *arguments,
                              check_report *report, covey_error *error)
{
    check_cases *cases = report->cases;
    runs again;
    if (!make_runs(report, arguments, &again))
        return no_memory(error);
    for (size_t k = 0; k < cases->count; k++)
        if (!report->verdicts[k].passed && report->verdicts[k].outcome.kind == CHECK_OUTCOME_ENDED)
            add_run(def, &again, &report->verdicts[k]);
    covey_status status = do_runs(&def->runner, &again, cases->arena, error);
    for (size_t k = 0; k < again.count && status == COVEY_OK; k++)
        report->repeated = report->repeated || again.outcomes[k].kind == CHECK_OUTCOME_ENDED;
    for (size_t k = 0; k < again.count && status == COVEY_OK && report->unsteady == NULL; k++)
        if (again.outcomes[k].kind == CHECK_OUTCOME_ENDED &&
            strcmp(again.outcomes[k].output, again.verdicts[k]->outcome.output) != 0)
            report->unsteady = again.verdicts[k]->subject->name;
    return status;
}

// ---- Programs ----

static bool open_report(const check_def *def, check_cases *cases, check_report *report)
{
    *report = (check_report){.cases = cases,
                             .compare = def->compare,
                             .hints = def->hints != CHECK_HINTS_ALL ? def->hints : CHECK_HINTS_RULE,
                             .has_no_shell = def->has_no_shell,
                             .name = ""};
    report->verdicts = covey_arena_take(cases->arena, cases->count, sizeof *report->verdicts);
    bool good = report->verdicts != NULL;
    for (size_t k = 0; good && k < cases->count; k++) {
        check_case *of = &cases->items[k];
        report->verdicts[k].subject = of;
        good = of->answer.lines != NULL ||
               check_lines_read(cases->arena, of->expected, of->expected_size, &of->answer);
    }
    return good;
}

/// Runs the hidden cases, and finds only whether each is right.
static covey_status run_hidden(const check_def *def, const char *const *arguments,
                               check_report *report, covey_error *error)
{
    check_cases *cases = report->cases->hidden;
    check_report other;
    if (cases == NULL)
        return COVEY_OK;
    bool *right = covey_arena_take(cases->arena, cases->count, sizeof *right);
    if (right == NULL || !open_report(def, cases, &other))
        return no_memory(error);
    covey_status status = run_all(def, arguments, &other, error);
    for (size_t k = 0; k < cases->count && status == COVEY_OK; k++) {
        const check_outcome *outcome = &other.verdicts[k].outcome;
        const check_case *of = &cases->items[k];
        check_lines answer;
        if (outcome->kind != CHECK_OUTCOME_ENDED || outcome->value != 0)
            continue;
        if (!check_lines_read(cases->arena, outcome->output, outcome->output_size, &answer))
            return no_memory(error);
        right[k] = check_compare(&def->compare, &of->answer, &answer, of->problem.agents).kind ==
                   CHECK_DIFFERENCE_NONE;
        report->hidden_right += right[k];
    }
    report->permissions |= other.permissions;
    report->hidden = right;
    return status;
}

covey_status check_program(const check_def *def, check_cases *cases, const char *const *arguments,
                           check_report *report, covey_error *error)
{
    if (!open_report(def, cases, report))
        return no_memory(error);
    report->name = arguments[0];
    covey_status status = run_all(def, arguments, report, error);
    if (status == COVEY_OK)
        status = check_judge(report, error);
    if (status == COVEY_OK && !check_passed(report) && report->diagnosis.fit_count == 0)
        status = run_again(def, arguments, report, error);
    if (status == COVEY_OK)
        status = run_hidden(def, arguments, report, error);
    if (status == COVEY_OK && check_points_find(report) != COVEY_OK)
        return no_memory(error);
    return status;
}

bool check_is_right(const check_report *report)
{
    return check_passed(report) && report->hidden_right == check_points_hidden(report->cases);
}

covey_status check_outcomes(const check_def *def, check_cases *cases, const check_outcome *outcomes,
                            check_report *report, covey_error *error)
{
    if (!open_report(def, cases, report))
        return no_memory(error);
    for (size_t k = 0; k < cases->count; k++)
        report->verdicts[k].outcome = outcomes[k];
    return check_judge(report, error);
}

covey_status check_saved_output(const check_def *def, check_cases *cases,
                                const check_case_def *output, check_report *report,
                                covey_error *error)
{
    check_outcome outcome = {
        .kind = CHECK_OUTCOME_ENDED,
        .output = output->input,
        .output_size = output->input_size,
        .errors = "",
    };
    covey_status status = check_outcomes(def, cases, &outcome, report, error);
    report->name = output->name;
    return status;
}

bool check_fenced(const check_report *report)
{
    return (report->permissions & CHECK_PERMISSION_UNFENCED) == 0;
}
