// SPDX-License-Identifier: MIT
// The cases that a program did not finish: how it fails there, and what they have in common that no
// other case has.
#include "check/unfinished.h"

#include "check/escape.h"
#include "check/words.h"

#include <math.h>
#include <signal.h>
#include <string.h>

// ---- Causes ----

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
    return problem->steps > 1 && problem->agents > 0; // nobody prints nothing
}

static bool has_no_time(const covey_problem *problem)
{
    for (size_t step = 0; step < problem->steps; step++)
        if (problem->dt[step] == 0)
            return true;
    return false;
}

/// Beyond, nobody looks for the nearest.
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

static bool has_nobody_near(const covey_problem *problem)
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
    {"an agent with nobody within r_c", has_nobody_near},
};

/// True if it holds in all cases that were not finished, and in no other of those that were run.
static bool parts(const covey_report *report, bool (*holds)(const covey_problem *problem))
{
    for (size_t k = 0; k < report->cases->count; k++) {
        const covey_verdict *verdict = &report->verdicts[k];
        if (verdict->outcome.kind != COVEY_OUTCOME_NOT_RUN &&
            holds(&verdict->of->problem) != verdict->unfinished)
            return false;
    }
    return true;
}

const char *covey_unfinished_cause(const covey_report *report)
{
    size_t count = covey_unfinished_count(report);
    if (count == 0 || count == report->cases->count)
        return NULL;
    for (size_t k = 0; k < sizeof causes / sizeof *causes; k++)
        if (parts(report, causes[k].holds))
            return causes[k].what;
    return NULL;
}

// ---- Words ----

size_t covey_unfinished_count(const covey_report *report)
{
    size_t count = 0;
    for (size_t k = 0; k < report->cases->count; k++)
        count += report->verdicts[k].unfinished;
    return count;
}

static void put(covey_text *text, const char *one, const char *other)
{
    covey_text_string(text, one);
    covey_text_string(text, other);
}

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

static way find_way(const covey_verdict *verdict)
{
    switch (verdict->outcome.kind) {
    case COVEY_OUTCOME_KILLED:
        return WAY_CRASH;
    case COVEY_OUTCOME_TIMEOUT:
        return WAY_TIMEOUT;
    case COVEY_OUTCOME_FLOOD:
        return WAY_FLOOD;
    case COVEY_OUTCOME_FAILED:
    case COVEY_OUTCOME_NOT_RUN:
        return WAY_FAILED;
    case COVEY_OUTCOME_ENDED:
        break;
    }
    if (verdict->outcome.value != 0)
        return WAY_EXIT;
    return verdict->difference.has_no_numbers ? WAY_NO_NUMBER : WAY_SHORT;
}

/// "It crashes in 2 cases: a, b."; names beyond the first few are left out.
static void put_way(covey_text *text, const covey_report *report, way one)
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
        const covey_verdict *verdict = &report->verdicts[k];
        if (!verdict->unfinished || find_way(verdict) != one)
            continue;
        if (count++ < SHOWN) {
            put(&names, count == 1 ? ": " : ", ", "");
            covey_escape_line(&names, verdict->of->name, strlen(verdict->of->name));
        }
    }
    const char *listed = covey_text_end(&names);
    text->failed = text->failed || listed == NULL;
    if (count > 0 && listed != NULL) {
        put(text, "  It ", words[one]);
        put(text, " in ", "");
        covey_words_count(text, count, "case");
        put(text, listed, count > SHOWN ? ", ...\n" : ".\n");
    }
    covey_text_destroy(&names);
}

/// True for what a mistake of the program's brings about, and the sanitizers find.
static bool is_crash(const covey_verdict *verdict)
{
    int number = verdict->outcome.kind == COVEY_OUTCOME_KILLED ? verdict->outcome.value : 0;
    return number == SIGSEGV || number == SIGABRT || number == SIGBUS || number == SIGFPE ||
           number == SIGILL;
}

/// How to find the place of a crash, with the input of the first one unless that is long.
static void put_crash_hint(covey_text *text, const covey_report *report)
{
    enum { LONG = 400 };
    size_t k = 0;
    while (k < report->cases->count && !is_crash(&report->verdicts[k]))
        k++;
    if (k == report->cases->count)
        return;
    const covey_case *of = report->verdicts[k].of;
    bool shown = of->input_size > 0 && of->input_size <= LONG;
    put(text,
        "  To see where it crashes, build it with -g -fsanitize=address,undefined and give it "
        "the input\n  of ",
        "");
    covey_escape_line(text, of->name, strlen(of->name));
    put(text, shown ? ":\n" : ".\n", "");
    for (size_t at = 0, next; shown && at < of->input_size; at = next) {
        const char *end = memchr(of->input + at, '\n', of->input_size - at);
        next = end != NULL ? (size_t)(end - of->input) + 1 : of->input_size;
        put(text, "    ", "");
        covey_text_put(text, of->input + at, next - at - (end != NULL));
        put(text, "\n", "");
    }
}

void covey_unfinished_put(covey_text *text, const covey_report *report)
{
    size_t count = covey_unfinished_count(report);
    const char *cause = covey_unfinished_cause(report);
    if (count == 0)
        return;
    put(text, "\nNot finished: your program does not come to a good end in ", "");
    covey_words_count(text, count, "case");
    put(text, ".\n", "");
    for (int one = 0; one < WAYS; one++)
        put_way(text, report, (way)one);
    if (cause != NULL) {
        put(text, count == 1 ? "  That case has " : "  Those cases have ", cause);
        put(text, ", as no other case has.\n", "");
    }
    put_crash_hint(text, report);
}
