// SPDX-License-Identifier: MIT
// The report for people: a line for each case, the first difference with its forces, the diagnosis.
#include "check/report.h"

#include "base/utf8.h"
#include "check/explain.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NAME_WIDTH = 18 };

static void put(covey_text *text, const char *format, ...) COVEY_PRINTF(2, 3);
static void put(covey_text *text, const char *format, ...)
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

static void put_cases(covey_text *text, const check_report *report)
{
    for (size_t k = 0; k < report->cases->count; k++) {
        const check_verdict *verdict = &report->verdicts[k];
        put(text, "  ");
        put_name(text, verdict->subject->name);
        size_t width = strlen(verdict->subject->name);
        put(text, "%*s", width < NAME_WIDTH ? NAME_WIDTH - (int)width : 0, "");
        check_explain_verdict(text, verdict);
        put(text, "\n");
    }
    put(text, "%zu of ", report->passed);
    check_explain_count(text, report->cases->count, "case");
    put(text, " right\n");
}

static void put_foreign(covey_text *text, const char *line, size_t size)
{
    size -= line[size - 1] == '\r';
    put(text, "  | ");
    check_escape_line(text, line, size);
    put(text, "\n");
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
            put(text, "  | ...\n");
            skips = false;
        }
        if (end > begin)
            put_foreign(text, lines + begin, end - begin);
    }
    put(text, skips ? "  | ...\n" : "");
}

/// Puts the standard error of the first case that has any.
static void put_errors(covey_text *text, const check_report *report)
{
    for (size_t k = 0; k < report->cases->count; k++) {
        const check_verdict *verdict = &report->verdicts[k];
        const char *errors = verdict->outcome.errors;
        if (verdict->passed || errors == NULL || errors[0] == '\0')
            continue;
        put(text, "\nOn standard error in case ");
        put_name(text, verdict->subject->name);
        put(text, ":\n");
        put_ends(text, errors);
        return;
    }
}

// ---- The first difference ----

static void put_vector(covey_text *text, const char *mark, const char *name, const double v[2])
{
    put(text, "  %s %-28s %12.6f %12.6f", mark, name, v[0] + 0.0, v[1] + 0.0);
}

/// The term that does not fit where no mistake is known: a rule only if all is right without it.
static check_force find_term(const check_report *report)
{
    check_force term = report->forces.wrong;
    if (term == CHECK_FORCE_SUM)
        return CHECK_FORCE_NONE; // its line shows as much
    return term < CHECK_FORCE_SUM && !check_explain_rule_is_wrong(report, (int)term)
               ? CHECK_FORCE_NONE
               : term;
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
    covey_mistake_set mistakes = found->fit_count == 1 ? found->fits[0].variant.mistakes : 0;
    unsigned marks = 0;
    for (int k = 0; k < COVEY_MISTAKES; k++)
        if (mistakes & COVEY_MISTAKE_BIT(k))
            marks |= 1U << forces[covey_mistakes_info(k)->part];
    return mistakes != 0 ? marks : 1U << find_term(report);
}

static void put_forces(covey_text *text, const check_report *report)
{
    static const char *const names[] = {"cohesion    K_c F_c", "separation  K_s F_s",
                                        "alignment   K_a F_a", "together    F"};
    const check_forces *forces = &report->forces;
    unsigned marks = check_report_marks(report);
    put(text, "  what is right there, from the trace      x            y\n");
    for (int k = 0; k <= CHECK_FORCE_SUM; k++) {
        bool wrong = (marks >> k & 1U) != 0;
        put_vector(text, wrong ? ">" : " ", names[k], forces->force[k]);
        if (k < CHECK_FORCE_SUM && forces->neighbors[k][0] != '\0')
            put(text, "   sees agents %s", forces->neighbors[k]);
        put(text, "%s\n", wrong ? "   <- does not fit" : "");
    }
    if (forces->is_used_known) {
        put_vector(text, " ", "your velocity stands for F =", forces->used);
        put(text, "   give or take %.4f\n", forces->doubt);
    } else {
        put(text, "    your velocity does not tell which force it comes from, as dt is 0\n");
    }
    if (marks >> CHECK_FORCE_POSITION & 1U)
        put(text,
            report->diagnosis.fit_count > 0
                ? "  > what does not fit is the step from the force to velocity and position\n"
                : "  > the velocity is right there, the position is not\n");
}

static void put_first(covey_text *text, const check_report *report)
{
    const check_verdict *first = report->first;
    if (first == NULL)
        return;
    put(text, "\nFirst wrong number: case ");
    put_name(text, first->subject->name);
    put(text, "%s%s%s\n  ", first->subject->about[0] != '\0' ? " (" : "", first->subject->about,
        first->subject->about[0] != '\0' ? ")" : "");
    check_explain_number(text, &first->wrong);
    put(text, "\n");
    if (first->subject->odd)
        put(text,
            "  What is expected there is not what the dialect %s gives, so that no forces can "
            "be shown.\n",
            covey_formal_dialect(report->cases->dialect));
    else if (first->wrong.step < first->subject->problem.steps)
        put_forces(text, report);
    check_reproduce_put(text, report);
}

// ---- Diagnosis ----

static void put_mistake(covey_text *text, int mistake, const covey_variant *variant)
{
    covey_mistake_info info = covey_mistakes_in(variant->dialect, mistake);
    const char *second = strchr(info.hint, '\n');
    const char *choice = covey_mistakes_choice(variant, mistake);
    put(text, "  It %s%s%s. (%s)\n", info.what, choice[0] != '\0' ? ": " : "", choice, info.name);
    put(text, "    The assignment: %s\n", info.rule);
    put(text, "    Hint: %.*s\n", (int)(second - info.hint), info.hint);
    put(text, "          %s\n", second + 1);
}

/// In how many cases the first fit prints the same.
static void put_reach(covey_text *text, const check_report *report)
{
    size_t cases = report->diagnosis.reach;
    bool finished = check_explain_unfinished_count(report) == 0;
    bool exact = !check_format_is_wrong(&report->format_errors) &&
                 report->frame_layout == CHECK_FRAMES_PLAIN;
    const char *which = report->diagnosis.fit_count > 1 ? "the first of these" : "this";
    if (!finished) {
        put(text, "  In the ");
        check_explain_count(text, cases, "case");
        put(text,
            " that it finished, your program prints exactly what a program with just %s "
            "prints.\n",
            which);
        return;
    }
    put(text, "  A program with just %s prints the same%s as yours in %s", which,
        exact ? "" : " numbers", cases == report->cases->count && cases > 1 ? "all " : "");
    check_explain_count(text, cases, "case");
    put(text, ".\n");
}

/// Puts the conclusion where only the cases' expectations, or the format, are wrong.
static void put_right(covey_text *text, const check_report *report)
{
    size_t others = check_explain_count_others(report);
    if (others == 0) {
        put(text, "the numbers of your program are right%s.\n",
            check_explain_unfinished_count(report) > 0 ? " wherever it came to its end" : "");
        return;
    }
    put(text, "your program follows the dialect %s.\n",
        covey_formal_dialect(report->cases->dialect));
    put(text, "  In ");
    check_explain_count(text, others, "case");
    put(text, " something else is expected, which that dialect does not give: see the note.\n");
}

/// One of several hypotheses that fit, on a line for each of its parts.
static void put_one_of(covey_text *text, const covey_variant *variant, int dialect)
{
    const char *before = "  - It ";
    for (int k = 0; k < COVEY_MISTAKES; k++)
        if (variant->mistakes & COVEY_MISTAKE_BIT(k)) {
            const char *choice = covey_mistakes_choice(variant, k);
            covey_mistake_info info = covey_mistakes_in(variant->dialect, k);
            put(text, "%s%s%s%s. (%s)\n", before, info.what, choice[0] != '\0' ? ": " : "", choice,
                info.name);
            before = "    and ";
        }
    if (variant->dialect != dialect)
        put(text, "%smatches the dialect %s.\n", before, covey_formal_dialect(variant->dialect));
}

/// Several hypotheses fit: none of them is said to be so.
static void put_several(covey_text *text, const check_report *report)
{
    const check_diagnosis *found = &report->diagnosis;
    put(text, "one of these fits your program, and these cases cannot tell which.\n");
    for (size_t k = 0; k < found->fit_count; k++)
        put_one_of(text, &found->fits[k].variant, report->cases->dialect);
    if (found->fit_count == CHECK_DIAGNOSIS_FITS)
        put(text, "  There may be more.\n");
    if (report->cases->items[0].path != NULL)
        put(text, "  The built-in cases tell them apart.\n");
}

static void put_fit(covey_text *text, const check_report *report)
{
    const check_diagnosis *found = &report->diagnosis;
    const covey_variant *variant = &found->fits[0].variant;
    int dialect = report->cases->dialect;
    put(text, "\nDiagnosis: ");
    if (found->fits[0].cost == 0) {
        put_right(text, report);
        return;
    }
    if (found->fit_count > 1) {
        put_several(text, report);
        put_reach(text, report);
        return;
    }
    if (variant->dialect != dialect)
        put(text, "your program matches the dialect %s, not %s.\n",
            covey_formal_dialect(variant->dialect), covey_formal_dialect(dialect));
    else
        put(text, "your program makes %s.\n",
            (variant->mistakes & (variant->mistakes - 1)) != 0 ? "two mistakes" : "one mistake");
    for (int k = 0; k < COVEY_MISTAKES; k++)
        if (variant->mistakes & COVEY_MISTAKE_BIT(k))
            put_mistake(text, k, variant);
    if (variant->dialect != dialect)
        put(text, "  \"covey formal --dialect %s --explain\" tells what is different there.\n",
            covey_formal_dialect(variant->dialect));
    put_reach(text, report);
}

static void put_nothing_fits(covey_text *text, const check_report *report)
{
    const check_diagnosis *found = &report->diagnosis;
    put(text, "\nDiagnosis: no mistake that is known here, nor any two of them, give what your "
              "program prints.\n");
    if (report->format_errors.sample[CHECK_FORMAT_DECIMALS][0] != '\0')
        put(text, "  Write all numbers with three decimals first: those that lack digits look "
                  "wrong.\n");
    check_explain_signs(text, report, "  ");
    for (size_t k = 0; k < found->near_count; k++) {
        put(text, k == 0 ? "  Nearest: " : "           ");
        check_explain_hypothesis(text, &found->near[k], report->cases->dialect);
        put(text, " (would explain %zu of %zu cases; %zu are right without it)\n",
            found->near[k].explained, found->cases, found->right);
    }
}

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
    put(text, "\nForm: your program %s.\n", find_format_head(found));
    for (int k = 0; k < CHECK_FORMAT_ERRORS; k++) {
        if (found->sample[k][0] == '\0')
            continue;
        put(text, "  %s, such as \"%s\"", format_errors[k], found->sample[k]);
        if (found->cases[k] > 1)
            put(text, " in case %s; %zu more alike", found->name[k], found->cases[k] - 1);
        put(text, ".\n");
    }
    put(text, "  The diagnosis is for the numbers alone.\n");
}

/// Which frames and agents are printed, if not all once.
static void put_layout(covey_text *text, const check_report *report)
{
    if (report->frame_layout != CHECK_FRAMES_PLAIN)
        put(text,
            "\nFrames: your program %s.\n  The numbers are compared with those that they "
            "stand for.\n",
            check_frame_layout_words(report->frame_layout));
}

static void put_diagnosis(covey_text *text, const check_report *report)
{
    const check_diagnosis *found = &report->diagnosis;
    if (report->unsteady != NULL) {
        put(text,
            "\nDiagnosis: your program prints something else when it is run again, as in case ");
        put_name(text, report->unsteady);
        put(text, ".\n");
        put(text, "  Look for a variable that is used before anything was written to it, an array "
                  "that is too\n  short, and random numbers. Nothing else can be said before.\n");
        return;
    }
    bool tells = found->fit_count > 0 && found->fits[0].cost > 0;
    if (report->cases->strange) {
        put(text, "\nDiagnosis: none, as the expected outputs follow no dialect that is known "
                  "here.\n");
        return;
    }
    if (found->cases == 0 && !tells) {
        put(text, "\nDiagnosis: none, as there is no output to judge by.\n");
        return;
    }
    if (found->fit_count > 0)
        put_fit(text, report);
    else
        put_nothing_fits(text, report);
    if (found->large > 0)
        put(text, "  The diagnosis leaves out %zu large cases.\n", found->large);
}

void check_report_put(covey_text *text, const check_report *report)
{
    check_explain_fence(text, report);
    put(text, check_fenced(report) ? "" : "\n");
    put_name(text, report->name);
    put(text, ": ");
    check_explain_count(text, report->cases->count, "case");
    put(text, ", dialect %s\n", covey_formal_dialect(report->cases->dialect));
    put_cases(text, report);
    check_explain_notes(text, report, "note: ");
    if (check_passed(report))
        return;
    put_errors(text, report);
    put_first(text, report);
    check_explain_unfinished(text, report);
    put_format_errors(text, report);
    put_layout(text, report);
    put_diagnosis(text, report);
}
