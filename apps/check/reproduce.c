// SPDX-License-Identifier: MIT
// Input of the first wrong number: all of it, or the agents that matter, and the command that shows
// every force on it.
#include "check/report.h"

#include "base/writer.h"

#include <string.h>

/// An input of so many bytes and lines is shown whole.
enum { LONG = 400, LINES = 12, PARAMS = 7, VALUES = 4 };

static void put(covey_text *text, const char *string)
{
    covey_text_string(text, string);
}

static void put_number(covey_text *text, double value)
{
    char digits[COVEY_PRINT_SIZE];
    covey_text_put(text, digits, covey_print_shortest(digits, value));
}

static size_t count_lines(const check_case *of)
{
    size_t count = 0;
    for (size_t k = 0; k < of->input_size; k++)
        count += of->input[k] == '\n';
    return count;
}

static bool is_plain(const check_case *of)
{
    for (size_t k = 0; k < of->input_size; k++)
        if ((of->input[k] < ' ' && of->input[k] != '\n') || of->input[k] > '~')
            return false;
    return true;
}

static void put_whole(covey_text *text, const check_case *of)
{
    put(text, "  the input:\n");
    for (size_t at = 0, next; at < of->input_size; at = next) {
        const char *end = memchr(of->input + at, '\n', of->input_size - at);
        next = end != NULL ? (size_t)(end - of->input) + 1 : of->input_size;
        if (next == at + 1 && end != NULL)
            continue;
        put(text, "    ");
        covey_text_put(text, of->input + at, next - at - (end != NULL));
        put(text, "\n");
    }
}

/// "agent 3: 0.5 1 0 0 at the start".
static void put_agent(covey_text *text, const covey_problem *problem, size_t i)
{
    put(text, "    agent ");
    covey_text_integer(text, i + 1);
    put(text, ":");
    for (int k = 0; k < VALUES; k++) {
        put(text, " ");
        put_number(text, problem->start[VALUES * i + (size_t)k]);
    }
    put(text, "\n");
}

/// True if a list as "2 5 12..." has an agent.
static bool lists(const char *list, size_t agent)
{
    size_t number = 0;
    for (; *list != '\0'; list++) {
        if (*list >= '0' && *list <= '9') {
            number = 10 * number + (size_t)(*list - '0');
            continue;
        }
        if (number == agent)
            return true;
        number = 0;
        if (*list == '.')
            return false; // cut short: the last number may be, too
    }
    return number == agent;
}

/// Puts the parameters, the agent and the neighbors that it sees.
static void put_part(covey_text *text, const check_report *report)
{
    const covey_problem *problem = &report->first->subject->problem;
    const double params[PARAMS] = {problem->r_c, problem->r_s, problem->f_max, problem->r_a,
                                   problem->k_c, problem->k_s, problem->k_a};
    static const char *const names[PARAMS] = {"r_c ",  " r_s ", " F_Smax ", " r_a ",
                                              " K_c ", " K_s ", " K_a "};
    put(text, "  of the input, where these agents start:\n    ");
    for (int k = 0; k < PARAMS; k++) {
        put(text, names[k]);
        put_number(text, params[k]);
    }
    put(text, "\n");
    size_t shown = 0, self = report->first->wrong.agent;
    put_agent(text, problem, self);
    for (size_t i = 0; i < problem->agents && shown < LINES - 2; i++) {
        bool seen = false;
        for (int rule = 0; rule < 3; rule++)
            seen = seen || lists(report->forces.neighbors[rule], i + 1);
        if (!seen || i == self)
            continue;
        put_agent(text, problem, i);
        shown++;
    }
}

/// A word for a shell, in quotes where it needs them.
static void put_word(covey_text *text, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./+-,:@%";
    if (word[0] != '\0' && strspn(word, plain) == strlen(word)) {
        put(text, word);
        return;
    }
    put(text, "'");
    for (; *word != '\0'; word++)
        if (*word == '\'')
            put(text, "'\\''");
        else
            covey_text_put(text, word, 1);
    put(text, "'");
}

void check_reproduce_command(covey_text *text, const check_report *report)
{
    const check_case *of = report->first->subject;
    bool sum = report->cases->sum != NULL, other = report->cases->dialect != 0 || sum;
    if (of->path == NULL) {
        put(text, "covey check ");
        put(text, report->cases->drawn);
        put(text, "--show ");
        put_word(text, of->name);
        put(text, " | ");
    }
    put(text, "covey formal ");
    put(text, other ? "--dialect " : "");
    put(text, other ? check_cases_dialect(report->cases) : "");
    put(text, other && !sum ? " " : "");
    if (!sum) {
        put(text, "--trace - --trace-format table --agent ");
        covey_text_integer(text, report->first->wrong.agent + 1);
        put(text, " --step ");
        covey_text_integer(text, report->first->wrong.step + 1);
    }
    if (of->path != NULL) {
        put(text, " <");
        put_word(text, of->path);
    }
}

void check_reproduce_put(covey_text *text, const check_report *report)
{
    const check_case *of = report->first->subject;
    if (of->input_size <= LONG && count_lines(of) <= LINES && is_plain(of))
        put_whole(text, of);
    else if (!of->odd)
        put_part(text, report);
    if (report->has_no_shell)
        return;
    put(text, report->cases->sum != NULL
                  ? "  what is right for it:\n    "
                  : "  every neighbor and force of that agent and step:\n    ");
    check_reproduce_command(text, report);
    put(text, "\n");
}
