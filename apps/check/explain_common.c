// SPDX-License-Identifier: MIT
// Properties that wrong cases have in common: the signs of a mistake that has no name here, and the
// cases that a program did not finish.
#include "check/explain.h"

#include "check/report.h"

#include <math.h>
#include <signal.h>
#include <string.h>

static void put(covey_text *text, const char *string)
{
    covey_text_string(text, string);
}

// ---- Signs ----

/// False if cases were not run: what all cases have in common is not known then.
static bool were_all_run(const check_report *report)
{
    for (size_t k = 0; k < report->cases->count; k++)
        if (report->verdicts[k].outcome.kind == CHECK_OUTCOME_NOT_RUN)
            return false;
    return true;
}

/// Names a rule if every case in which it acts is wrong and all others are right.
static void put_rule_sign(covey_text *text, const check_report *report, const char *before)
{
    for (int rule = 0; rule < CHECK_RULES; rule++) {
        if ((report->rules.whole >> rule & 1U) == 0)
            continue;
        put(text, before);
        put(text, "Every case in which ");
        put(text, check_rules_name(rule));
        put(text, " acts is wrong, and every other is right.\n");
    }
}

/// Properties that the first differences of all cases have in common.
typedef struct common {
    size_t numbers;     ///< cases with a wrong number
    size_t long_runs;   ///< among them cases with several steps
    size_t first_steps; ///< among them those wrong in the first step
    size_t digits;      ///< cases in which numbers are right, and not written with three decimals
    unsigned wrong;     ///< columns
    bool only_numbers;
    bool only_rounding; ///< all numbers are as near as rounding leaves them
    bool only_float;    ///< or as float does
    bool only_whole;    ///< no number that was printed has a fraction
} common;

static bool has_fraction(const check_lines *numbers)
{
    for (size_t line = 0; line < numbers->count; line++)
        for (check_line rest = numbers->lines[line]; rest.size > 0;) {
            double value;
            if (check_token_number(check_token_word(&rest), &value) && value != floor(value))
                return true;
        }
    return false;
}

static common find_common(const check_report *report)
{
    common found = {
        .only_numbers = true, .only_rounding = true, .only_float = true, .only_whole = true};
    for (size_t k = 0; k < report->cases->count; k++) {
        const check_verdict *verdict = &report->verdicts[k];
        if (verdict->passed || verdict->right_numbers || verdict->unfinished ||
            verdict->subject->odd)
            continue;
        found.digits += verdict->wrong.kind == CHECK_DIFFERENCE_DIGITS;
        found.only_whole = found.only_whole && !has_fraction(&verdict->numbers);
        if (verdict->outcome.kind != CHECK_OUTCOME_ENDED ||
            verdict->wrong.kind != CHECK_DIFFERENCE_NUMBER) {
            found.only_numbers = false;
            continue;
        }
        found.numbers++;
        found.long_runs += verdict->subject->problem.steps > 1;
        found.first_steps += verdict->wrong.step == 0;
        found.wrong |= verdict->wrong.wrong;
        found.only_rounding = found.only_rounding && check_compare_is_rounding(&verdict->wrong);
        found.only_float = found.only_float && check_compare_is_float(&verdict->wrong);
    }
    return found;
}

void check_explain_signs(covey_text *text, const check_report *report, const char *before)
{
    enum { VELOCITY = 12 };
    common found = find_common(report);
    put_rule_sign(text, report, before);
    if (found.digits > 0) {
        put(text, before);
        put(text, "In ");
        check_explain_count(text, found.digits, "case");
        put(text, " the numbers are right, but not written with three decimals.\n");
    }
    if (found.numbers == 0 || found.digits > 0)
        return;
    bool digits_lost = report->format_errors.sample[CHECK_FORMAT_DECIMALS][0] != '\0';
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
    if (found.long_runs > 0 && found.first_steps == 0 && were_all_run(report) &&
        report->frame_layout == CHECK_FRAMES_PLAIN) {
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

// ---- Properties of the unfinished cases alone ----

static bool has_no_r_c(const covey_problem *problem)
{
    return problem->r_c == 0;
}

static bool has_no_r_s(const covey_problem *problem)
{
    return problem->r_s == 0;
}

static bool has_no_r_a(const covey_problem *problem)
{
    return problem->r_a == 0;
}

static bool has_no_limit(const covey_problem *problem)
{
    return problem->f_max == 0;
}

static bool has_no_agents(const covey_problem *problem)
{
    return problem->agents == 0;
}

static bool has_one_agent(const covey_problem *problem)
{
    return problem->agents == 1;
}

static bool has_many_steps(const covey_problem *problem)
{
    return problem->steps > 1 && problem->agents > 0; // without agents nothing is printed
}

static bool has_no_time(const covey_problem *problem)
{
    for (size_t step = 0; step < problem->steps; step++)
        if (problem->dt[step] == 0)
            return true;
    return false;
}

/// In cases with more agents the nearest are not looked for.
enum { MOST_AGENTS = 2000 };

/// The distance of the nearest other agent at the start; infinite for one alone.
static double find_nearest(const covey_problem *problem, size_t i)
{
    const double *a = &problem->start[4 * i];
    double nearest = (double)INFINITY;
    for (size_t j = 0; j < problem->agents; j++) {
        const double *b = &problem->start[4 * j];
        double dx = b[0] - a[0], dy = b[1] - a[1], d = sqrt(dx * dx + dy * dy);
        nearest = j != i && d < nearest ? d : nearest;
    }
    return nearest;
}

static bool has_one_place(const covey_problem *problem)
{
    for (size_t i = 0; problem->agents <= MOST_AGENTS && i < problem->agents; i++)
        if (find_nearest(problem, i) == 0)
            return true;
    return false;
}

static bool has_none_near(const covey_problem *problem)
{
    for (size_t i = 0; problem->agents <= MOST_AGENTS && i < problem->agents; i++)
        if (find_nearest(problem, i) > problem->r_c)
            return true;
    return false;
}

static const struct {
    const char *what;
    bool (*holds)(const covey_problem *problem);
} causes[] = {
    {"r_c = 0", has_no_r_c},
    {"r_s = 0", has_no_r_s},
    {"F_Smax = 0", has_no_limit},
    {"r_a = 0", has_no_r_a},
    {"no agents", has_no_agents},
    {"a time step of 0", has_no_time},
    {"several agents on one place", has_one_place},
    {"a single agent", has_one_agent},
    {"several time steps", has_many_steps},
    {"an agent with nobody within r_c", has_none_near},
};

/// True if a property holds in all cases that were not finished, and in no other.
static bool parts(const check_report *report, bool (*holds)(const covey_problem *problem))
{
    for (size_t k = 0; k < report->cases->count; k++) {
        const check_verdict *verdict = &report->verdicts[k];
        if (holds(&verdict->subject->problem) != verdict->unfinished)
            return false;
    }
    return true;
}

const char *check_explain_unfinished_cause(const check_report *report)
{
    size_t count = check_explain_unfinished_count(report);
    if (count == 0 || count == report->cases->count || !were_all_run(report))
        return NULL;
    for (size_t k = 0; k < sizeof causes / sizeof *causes; k++)
        if (parts(report, causes[k].holds))
            return causes[k].what;
    return NULL;
}

// ---- Cases that are not finished ----

typedef enum way {
    WAY_FAILED,
    WAY_CRASH,
    WAY_TIMEOUT,
    WAY_FLOOD,
    WAY_EXIT,
    WAY_NO_NUMBER,
    WAY_SHORT,
    WAYS,
} way;

static way find_way(const check_verdict *verdict)
{
    switch (verdict->outcome.kind) {
    case CHECK_OUTCOME_KILLED:
        return WAY_CRASH;
    case CHECK_OUTCOME_TIMEOUT:
        return WAY_TIMEOUT;
    case CHECK_OUTCOME_FLOOD:
        return WAY_FLOOD;
    case CHECK_OUTCOME_FAILED:
    case CHECK_OUTCOME_NOT_RUN:
        return WAY_FAILED;
    case CHECK_OUTCOME_ENDED:
        break;
    }
    if (verdict->outcome.value != 0)
        return WAY_EXIT;
    return verdict->difference.has_no_numbers ? WAY_NO_NUMBER : WAY_SHORT;
}

/// "It crashes in 2 cases: a, b."; names beyond the first few are left out.
static void put_way(covey_text *text, const check_report *report, way one)
{
    enum { SHOWN = 6 };
    static const char *const words[WAYS] = {
        [WAY_FAILED] = "cannot be started", [WAY_CRASH] = "crashes",
        [WAY_TIMEOUT] = "runs out of time", [WAY_FLOOD] = "prints without end",
        [WAY_EXIT] = "ends with an error",  [WAY_NO_NUMBER] = "prints what is no number",
        [WAY_SHORT] = "stops too early",
    };
    covey_text names = {.memory = text->memory};
    size_t count = 0;
    for (size_t k = 0; k < report->cases->count; k++) {
        const check_verdict *verdict = &report->verdicts[k];
        if (!verdict->unfinished || find_way(verdict) != one)
            continue;
        if (count++ < SHOWN) {
            put(&names, count == 1 ? ": " : ", ");
            check_escape_line(&names, verdict->subject->name, strlen(verdict->subject->name));
        }
    }
    const char *listed = covey_text_end(&names);
    text->failed = text->failed || listed == NULL;
    if (count > 0 && listed != NULL) {
        put(text, "  It ");
        put(text, words[one]);
        put(text, " in ");
        check_explain_count(text, count, "case");
        put(text, listed);
        put(text, count > SHOWN ? ", ...\n" : ".\n");
    }
    covey_text_destroy(&names);
}

/// True for ends that come of a mistake of the program's, and that the sanitizers find.
static bool is_crash(const check_verdict *verdict)
{
    int number = verdict->outcome.kind == CHECK_OUTCOME_KILLED ? verdict->outcome.value : 0;
    return number == SIGSEGV || number == SIGABRT || number == SIGBUS || number == SIGFPE ||
           number == SIGILL;
}

/// How to find the place of a crash, with the input of the first one unless that is long.
static void put_crash_hint(covey_text *text, const check_report *report)
{
    enum { LONG = 400 };
    size_t k = 0;
    while (k < report->cases->count && !is_crash(&report->verdicts[k]))
        k++;
    if (k == report->cases->count)
        return;
    const check_case *of = report->verdicts[k].subject;
    bool shown = of->input_size > 0 && of->input_size <= LONG;
    put(text,
        "  To see where it crashes, build it with -g -fsanitize=address,undefined and give it "
        "the input\n  of ");
    check_escape_line(text, of->name, strlen(of->name));
    put(text, shown ? ":\n" : ".\n");
    for (size_t at = 0, next; shown && at < of->input_size; at = next) {
        const char *end = memchr(of->input + at, '\n', of->input_size - at);
        next = end != NULL ? (size_t)(end - of->input) + 1 : of->input_size;
        put(text, "    ");
        covey_text_put(text, of->input + at, next - at - (end != NULL));
        put(text, "\n");
    }
}

void check_explain_unfinished(covey_text *text, const check_report *report)
{
    size_t count = check_explain_unfinished_count(report);
    const char *cause = check_explain_unfinished_cause(report);
    if (count == 0)
        return;
    put(text, "\nNot finished: your program does not come to a good end in ");
    check_explain_count(text, count, "case");
    put(text, ".\n");
    for (int one = 0; one < WAYS; one++)
        put_way(text, report, (way)one);
    if (cause != NULL) {
        put(text, count == 1 ? "  That case has " : "  Those cases have ");
        put(text, cause);
        put(text, ", as no other case has.\n");
    }
    put_crash_hint(text, report);
}
