// SPDX-License-Identifier: MIT
// The report for people: what is wrong, the first difference with its forces, the cases.
#include "check/report.h"

#include "check/beside.h"
#include "check/explain.h"
#include "check/rubric.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    NAME_LEAST = 16, ///< letters of the column of names
    NAME_MOST = 40,
    NAMES_MOST = 30, ///< of right cases
};

void check_put(covey_text *text, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    covey_text_string(text, line);
}

static void put_name(covey_text *text, const char *name)
{
    check_escape_line(text, name, strlen(name));
}

// ---- Cases ----

/// Letters of a name as it is shown.
static size_t count_letters(const char *name)
{
    size_t count = 0;
    for (; *name != '\0'; name++)
        count += ((unsigned char)*name & 0xc0) != 0x80;
    return count;
}

/// The width of the longest name of a case that is not right, within bounds.
static size_t find_width(const check_report *report)
{
    size_t width = NAME_LEAST;
    for (size_t k = 0; k < report->cases->count; k++) {
        size_t letters = count_letters(report->cases->items[k].name);
        if (!report->verdicts[k].passed && letters > width)
            width = letters;
    }
    return width < NAME_MOST ? width : NAME_MOST;
}

/// A line for each case that is not right.
static void put_wrong_cases(covey_text *text, const check_report *report)
{
    size_t width = find_width(report);
    check_put(text, "\nCases:\n");
    for (size_t k = 0; k < report->cases->count; k++) {
        const check_verdict *verdict = &report->verdicts[k];
        size_t letters = count_letters(verdict->subject->name);
        if (verdict->passed)
            continue;
        check_put(text, "  ");
        put_name(text, verdict->subject->name);
        check_put(text, "%*s  ", letters < width ? (int)(width - letters) : 0, "");
        check_explain_verdict(text, verdict);
        check_put(text, "\n");
    }
}

/// "2 of 3 cases right: a, b"; names beyond the first are counted, and of all none is named.
static void put_right_cases(covey_text *text, const check_report *report)
{
    size_t named = 0, most = check_passed(report) ? 0 : NAMES_MOST;
    check_put(text, "%zu of ", report->passed);
    check_explain_count(text, report->cases->count, "case");
    check_put(text, " right");
    for (size_t k = 0; k < report->cases->count && named < most; k++)
        if (report->verdicts[k].passed) {
            check_put(text, named++ == 0 ? ": " : ", ");
            put_name(text, report->cases->items[k].name);
        }
    if (named > 0 && report->passed > named)
        check_put(text, " and %zu more", report->passed - named);
    check_put(text, "\n");
}

static void put_cases(covey_text *text, const check_report *report)
{
    if (!check_passed(report))
        put_wrong_cases(text, report);
    put_right_cases(text, report);
}

// ---- Standard error ----

static void put_foreign(covey_text *text, const char *line, size_t size)
{
    size -= line[size - 1] == '\r';
    check_put(text, "  | ");
    check_escape_line(text, line, size);
    check_put(text, "\n");
}

/// Puts the first and last lines of a text: compilers name the mistake first, Python last.
static void put_ends(covey_text *text, const char *lines)
{
    enum { HEAD = 300, TAIL = 300 };
    size_t size = strlen(lines), next;
    bool skips = false;
    for (size_t begin = 0; begin < size; begin = next + 1) {
        size_t end = begin + strcspn(lines + begin, "\n");
        next = end;
        if (size > HEAD + TAIL && end > HEAD && begin + TAIL < size) { // near no end
            end = begin < HEAD ? HEAD : begin;
            skips = true;
        } else if (skips) {
            check_put(text, "  | ...\n");
            skips = false;
        }
        if (end > begin)
            put_foreign(text, lines + begin, end - begin);
    }
    check_put(text, skips ? "  | ...\n" : "");
}

/// Puts the standard error of the first case that has any.
static void put_errors(covey_text *text, const check_report *report)
{
    for (size_t k = 0; k < report->cases->count; k++) {
        const check_verdict *verdict = &report->verdicts[k];
        const char *errors = verdict->outcome.errors;
        if (verdict->passed || errors == NULL || errors[0] == '\0')
            continue;
        check_put(text, "\nOn standard error in case ");
        put_name(text, verdict->subject->name);
        check_put(text, ":\n");
        put_ends(text, errors);
        return;
    }
}

// ---- The first difference ----

static void put_vector(covey_text *text, const char *mark, const char *name, const double v[2])
{
    check_put(text, "  %s %-28s %12.6f %12.6f", mark, name, v[0] + 0.0, v[1] + 0.0);
}

/// What does not fit where no mistake is known: the rules that are wrong, of those that have a gain
/// in the case, or the sum, or the step.
static unsigned find_terms(const check_report *report)
{
    const check_rules *rules = &report->rules;
    const covey_problem *problem = &report->first->subject->problem;
    const double gains[CHECK_RULES] = {problem->k_c, problem->k_s, problem->k_a};
    unsigned wrong = check_rules_wrong(rules);
    for (int rule = 0; rule < CHECK_RULES; rule++)
        if (gains[rule] == 0)
            wrong &= ~(1U << rule);
    if (wrong != 0)
        return wrong;
    if (rules->sum == CHECK_RULE_WRONG)
        return 1U << CHECK_FORCE_SUM;
    return report->forces.wrong == CHECK_FORCE_POSITION ? 1U << CHECK_FORCE_POSITION : 0;
}

unsigned check_report_marks(const check_report *report)
{
    static const check_force forces[] = {
        [COVEY_PART_COHESION] = CHECK_FORCE_COHESION,
        [COVEY_PART_SEPARATION] = CHECK_FORCE_SEPARATION,
        [COVEY_PART_ALIGNMENT] = CHECK_FORCE_ALIGNMENT,
        [COVEY_PART_FORCE] = CHECK_FORCE_SUM,
        [COVEY_PART_MOVE] = CHECK_FORCE_POSITION,
        [COVEY_PART_OUTPUT] = CHECK_FORCE_NONE,
    };
    const check_diagnosis *found = &report->diagnosis;
    covey_mistake_set mistakes = found->fit_count == 1 ? found->fits[0].changed : 0;
    unsigned marks = 0;
    for (int k = 0; k < COVEY_MISTAKES; k++)
        if (mistakes & COVEY_MISTAKE_BIT(k))
            marks |= 1U << forces[covey_mistakes_info(k)->part];
    if (mistakes != 0)
        return marks;
    return report->first != NULL ? find_terms(report) : 0;
}

static void put_forces(covey_text *text, const check_report *report)
{
    static const char *const names[] = {"cohesion    K_c F_c", "separation  K_s F_s",
                                        "alignment   K_a F_a", "together    F"};
    const check_forces *forces = &report->forces;
    unsigned marks = check_report_marks(report);
    int blamed = check_beside_rule(report);
    check_beside_put(text, report);
    check_put(text, "  what is right there, from the trace      x            y\n");
    for (int k = 0; k <= CHECK_FORCE_SUM; k++) {
        bool wrong = (marks >> k & 1U) != 0;
        put_vector(text, wrong ? ">" : " ", names[k], forces->force[k]);
        if (k < CHECK_FORCE_SUM && forces->neighbors[k][0] != '\0')
            check_put(text, "   sees agents %s", forces->neighbors[k]);
        check_put(text, "%s\n", wrong ? "   <- does not fit" : "");
        if (k == blamed) {
            double mine[2];
            check_beside_force(report, blamed, mine);
            put_vector(text, " ", "            yours", mine);
            check_put(text, "   give or take %.4f\n", forces->doubt);
        }
    }
    if (forces->is_used_known) {
        put_vector(text, " ", "your velocity stands for F =", forces->used);
        check_put(text, "   give or take %.4f\n", forces->doubt);
    } else {
        check_put(text, "    your velocity does not tell which force it comes from, as dt is 0\n");
    }
    if (marks >> CHECK_FORCE_POSITION & 1U)
        check_put(
            text,
            report->diagnosis.fit_count > 0
                ? "  > what does not fit is the step from the force to velocity and position\n"
                : "  > the velocity is right there, the position is not\n");
}

static void put_first(covey_text *text, const check_report *report)
{
    const check_verdict *first = report->first;
    if (first == NULL)
        return;
    check_put(text, "\nFirst wrong number: case ");
    put_name(text, first->subject->name);
    check_put(text, "%s%s%s\n  ", first->subject->about[0] != '\0' ? " (" : "",
              first->subject->about, first->subject->about[0] != '\0' ? ")" : "");
    check_explain_number(text, &first->wrong);
    check_put(text, "\n");
    if (first->subject->odd)
        check_put(
            text,
            "  What is expected there is not what the dialect %s gives, so that no forces can "
            "be shown.\n",
            check_cases_dialect(report->cases));
    else if (report->forces.before != NULL)
        put_forces(text, report);
    check_reproduce_put(text, report);
}

// ---- Form ----

static const char *const format_errors[CHECK_FORMAT_ERRORS] = {
    [CHECK_FORMAT_TEXT] = "Some lines are not of an agent",
    [CHECK_FORMAT_SIGNS] = "Some lines have more than numbers and one space between them",
    [CHECK_FORMAT_COUNT] = "Some lines do not have four numbers",
    [CHECK_FORMAT_JSON] = "The output is JSON",
    [CHECK_FORMAT_DECIMALS] = "Some lines have numbers with more or fewer decimals than three",
    [CHECK_FORMAT_COMMAS] = "Some numbers have a comma where a point should stand",
    [CHECK_FORMAT_SPELLING] =
        "Some numbers have no digit before the point, a zero too many or a sign +",
    [CHECK_FORMAT_PADDING] =
        "Some lines have more than one space between numbers, or blanks before them",
};

static const char *find_format_head(const check_format_errors *found)
{
    if (!check_format_has_four(found))
        return "prints more or less than \"x y vx vy\" in a line";
    if (found->sample[CHECK_FORMAT_DECIMALS][0] != '\0')
        return "does not write all numbers with three decimals";
    if (found->sample[CHECK_FORMAT_PADDING][0] != '\0')
        return "does not part all numbers by one space";
    return "does not write all numbers as 0.484 and -0.125 are written";
}

/// Puts each kind of format error that the output has, with the first line.
static void put_format_errors(covey_text *text, const check_report *report)
{
    const check_format_errors *found = &report->format_errors;
    if (!check_format_is_wrong(found))
        return;
    check_put(text, "\nForm: your program %s.\n", find_format_head(found));
    for (int k = 0; k < CHECK_FORMAT_ERRORS; k++) {
        if (found->sample[k][0] == '\0')
            continue;
        check_put(text, "  %s, such as \"%s\"", format_errors[k], found->sample[k]);
        if (found->cases[k] > 1)
            check_put(text, " in case %s; %zu more alike", found->name[k], found->cases[k] - 1);
        check_put(text, ".\n");
    }
    check_put(text, "  The diagnosis is for the numbers alone.\n");
}

/// Which frames and agents are printed, if not all once.
static void put_layout(covey_text *text, const check_report *report)
{
    if (report->frame_layout != CHECK_FRAMES_PLAIN)
        check_put(text,
                  "\nFrames: your program %s.\n  The numbers are compared with those that they "
                  "stand for.\n",
                  check_frame_layout_words(report->frame_layout));
}

// ---- All ----

void check_report_put_findings(covey_text *text, const check_report *report)
{
    (void)check_explain_reading(text, report);
    check_diagnosis_put(text, report);
    check_explain_unfinished(text, report);
    put_errors(text, report);
    put_format_errors(text, report);
    put_layout(text, report);
}

/// What is wrong comes first, then where it shows, at last the cases.
void check_report_put(covey_text *text, const check_report *report)
{
    check_explain_fence(text, report);
    check_put(text, check_fenced(report) ? "" : "\n");
    put_name(text, report->name);
    check_put(text, ": ");
    check_explain_count(text, report->cases->count, "case");
    check_put(text, ", dialect %s", check_cases_dialect(report->cases));
    if (report->cases->title != NULL && report->cases->sum != NULL)
        check_put(text, " (%s)", report->cases->title);
    check_put(text, "\n");
    if (!check_passed(report)) {
        check_report_put_findings(text, report);
        put_first(text, report);
    }
    put_cases(text, report);
    check_points_put(text, report);
    check_explain_notes(text, report, "note: ");
}
