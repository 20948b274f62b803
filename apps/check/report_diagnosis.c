// SPDX-License-Identifier: MIT
// The part of the report for people that says what is wrong: mistakes, rules, the form.
#include "check/explain.h"
#include "check/report.h"

#include <string.h>

enum { FEW = 3 }; // hypotheses that are listed

/// The part of the program that a mistake is in.
static const char *const parts[] = {
    [COVEY_PART_COHESION] = "the force of cohesion",
    [COVEY_PART_SEPARATION] = "the force of separation",
    [COVEY_PART_ALIGNMENT] = "the force of alignment",
    [COVEY_PART_FORCE] = "what concerns all three forces",
    [COVEY_PART_MOVE] = "the step from the force to velocity and position",
    [COVEY_PART_OUTPUT] = "what the program computes with, reads or prints",
};
enum { PARTS = sizeof parts / sizeof *parts };

/// A difference of the dialect that the program does not have.
static void put_lack(covey_text *text, const check_report *report, int difference)
{
    covey_mistake_info info = covey_mistakes_in(report->cases->dialect, difference);
    if (report->hints == CHECK_HINTS_WHERE)
        check_put(text, "  It is in %s.\n", parts[info.part]);
    else
        check_put(text, "  It does not do what this dialect asks for: a program %s. (%s)\n",
                  info.what, info.name);
}

static void put_mistake(covey_text *text, const check_report *report, int mistake,
                        const covey_variant *variant)
{
    if ((variant->mistakes & COVEY_MISTAKE_BIT(mistake)) == 0) {
        put_lack(text, report, mistake);
        return;
    }
    covey_mistake_info info = covey_mistakes_in(variant->dialect, mistake);
    const char *second = strchr(info.hint, '\n');
    const char *choice = covey_mistakes_choice(variant, mistake);
    if (report->hints == CHECK_HINTS_WHERE) {
        check_put(text, "  It is in %s.\n", parts[info.part]);
        return;
    }
    check_put(text, "  It %s%s%s. (%s)\n", info.what, choice[0] != '\0' ? ": " : "", choice,
              info.name);
    if (report->hints == CHECK_HINTS_RULE)
        check_put(text, "    The assignment: %s\n", info.rule);
    check_put(text, "    Hint: %.*s\n", (int)(second - info.hint), info.hint);
    check_put(text, "          %s\n", second + 1);
}

/// Names the option that says more.
static void put_more(covey_text *text, const check_report *report)
{
    if (report->hints == CHECK_HINTS_RULE || report->has_no_shell)
        return;
    check_put(text, report->hints == CHECK_HINTS_WHERE
                        ? "  \"--hints 2\" says what kind of mistake it is.\n"
                        : "  \"--hints 3\" adds the sentence of the assignment.\n");
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
        check_put(text, "  In the ");
        check_explain_count(text, cases, "case");
        check_put(text,
                  " that it finished, your program prints exactly what a program with just %s "
                  "prints.\n",
                  which);
        return;
    }
    check_put(text, "  A program with just %s prints the same%s as yours in %s", which,
              exact ? "" : " numbers", cases == report->cases->count && cases > 1 ? "all " : "");
    check_explain_count(text, cases, "case");
    check_put(text, ".\n");
}

/// Puts the conclusion where only the cases' expectations, or the format, are wrong.
static void put_right(covey_text *text, const check_report *report)
{
    size_t others = check_explain_count_others(report);
    if (others == 0) {
        check_put(text, "the numbers of your program are right%s.\n",
                  check_explain_unfinished_count(report) > 0 ? " wherever it came to its end" : "");
        return;
    }
    check_put(text, "your program follows the dialect %s.\n", check_cases_dialect(report->cases));
    check_put(text, "  In ");
    check_explain_count(text, others, "case");
    check_put(text,
              " something else is expected, which that dialect does not give: see the note.\n");
}

/// One of several hypotheses that fit, on a line for each of its parts.
static void put_one_of(covey_text *text, const check_hypothesis *one)
{
    const covey_variant *variant = &one->variant;
    const char *before = "  - It ";
    for (int k = 0; k < COVEY_MISTAKES; k++)
        if (one->changed & COVEY_MISTAKE_BIT(k)) {
            const char *choice = covey_mistakes_choice(variant, k);
            covey_mistake_info info = covey_mistakes_in(variant->dialect, k);
            bool lacks = (variant->mistakes & COVEY_MISTAKE_BIT(k)) == 0;
            check_put(text, "%s%s%s%s%s. (%s)\n", before,
                      lacks ? "does not do as this dialect, in which a program " : "", info.what,
                      choice[0] != '\0' ? ": " : "", choice, info.name);
            before = "    and ";
        }
    if (one->other)
        check_put(text, "%smatches the dialect %s.\n", before, one->dialect);
}

/// What many hypotheses have in common: a mistake, or the part of the program that they are in.
static void put_shared(covey_text *text, const check_report *report)
{
    const check_diagnosis *found = &report->diagnosis;
    for (int k = 0; k < COVEY_MISTAKES; k++)
        if (found->shared & COVEY_MISTAKE_BIT(k)) {
            covey_mistake_info info = covey_mistakes_in(report->cases->dialect, k);
            check_put(text, "  All of them have this in common: it %s. (%s)\n", info.what,
                      info.name);
        }
    for (unsigned part = 0; part < PARTS && found->shared == 0; part++)
        if (found->parts == 1U << part)
            check_put(text, "  All of them are in %s: look there first.\n", parts[part]);
}

/// Puts the parts of a program that hypotheses which fit speak of, each once.
static void put_parts(covey_text *text, const check_diagnosis *found)
{
    unsigned seen = 0;
    check_put(text, "the mistake is in one of these parts, or in two of them.\n");
    for (size_t fit = 0; fit < found->fit_count; fit++)
        for (int k = 0; k < COVEY_MISTAKES; k++)
            if (found->fits[fit].changed & COVEY_MISTAKE_BIT(k))
                seen |= 1U << covey_mistakes_info(k)->part;
    for (unsigned part = 0; part < PARTS; part++)
        if (seen >> part & 1U)
            check_put(text, "  - in %s\n", parts[part]);
}

/// Several hypotheses fit: none of them is said to be so. Of many, the first few.
static void put_several(covey_text *text, const check_report *report)
{
    const check_diagnosis *found = &report->diagnosis;
    if (report->hints == CHECK_HINTS_WHERE) {
        put_parts(text, found);
        return;
    }
    bool many = found->fit_total > FEW;
    size_t shown = many ? FEW : found->fit_count;
    if (many)
        check_put(text,
                  "one of %zu explanations fits your program, and these cases cannot tell which.\n",
                  found->fit_total);
    else
        check_put(text, "one of these fits your program, and these cases cannot tell which.\n");
    if (many)
        put_shared(text, report);
    for (size_t k = 0; k < shown; k++)
        put_one_of(text, &found->fits[k]);
    if (many)
        check_put(text, "  - And %zu more.\n", found->fit_total - shown);
    if (report->cases->items[0].path != NULL)
        check_put(text, "  The built-in cases tell them apart.\n");
}

/// Rules that add nothing: that is simpler than many mistakes that do the same in these cases.
static void put_absent(covey_text *text, const check_report *report)
{
    const check_diagnosis *found = &report->diagnosis;
    check_explain_absent(text, report);
    check_put(text, ".\n");
    if (found->fit_count > 0 && found->fits[0].cost > 0)
        check_put(text, "  In these cases %zu other mistakes do the same.\n", found->fit_total);
}

/// A program by the text, in cases that were made by another one: that is no mistake of the author.
static void put_kindly(covey_text *text, const check_report *report)
{
    static const struct {
        const char *dialect, *whose, *where;
    } rows[] = {
        {"suite2023", ", that of the 15 tests published in 2023", "separation"},
        {"unit", ", that of the 20 tests of the course of 2026", "cohesion and separation"},
    };
    const char *dialect = check_cases_dialect(report->cases), *whose = "", *where = dialect;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (strcmp(rows[k].dialect, dialect) == 0) {
            whose = rows[k].whose;
            where = rows[k].where;
        }
    check_put(text, "  You follow the written text. These cases follow another program%s;\n",
              whose);
    if (where != dialect)
        check_put(text, "  it differs from the text in %s.\n", where);
    else
        check_put(text, "  it differs from the text as %s says.\n", dialect);
}

static void put_fit(covey_text *text, const check_report *report)
{
    const check_diagnosis *found = &report->diagnosis;
    const check_hypothesis *fit = &found->fits[0];
    const covey_variant *variant = &fit->variant;
    check_put(text, "\nDiagnosis: ");
    if (check_explain_is_absent(report)) {
        put_absent(text, report);
        return;
    }
    if (found->fits[0].cost == 0) {
        put_right(text, report);
        return;
    }
    if (found->fit_count > 1) {
        put_several(text, report);
        put_reach(text, report);
        put_more(text, report);
        return;
    }
    if (fit->other)
        check_put(text, "your program matches the dialect %s, not %s.\n", fit->dialect,
                  check_cases_dialect(report->cases));
    else
        check_put(text, "your program makes %s.\n",
                  (fit->changed & (fit->changed - 1)) != 0 ? "two mistakes" : "one mistake");
    if (fit->changed == 0 && strcmp(fit->dialect, "text") == 0)
        put_kindly(text, report);
    for (int k = 0; k < COVEY_MISTAKES; k++)
        if (fit->changed & COVEY_MISTAKE_BIT(k))
            put_mistake(text, report, k, variant);
    if (fit->other)
        check_put(text, "  To read what is different there: covey formal --dialect %s --explain\n",
                  fit->dialect);
    put_reach(text, report);
    if (fit->changed != 0)
        put_more(text, report);
}

/// What follows from the numbers where no mistake of the list fits.
static void put_reasoned(covey_text *text, const check_report *report)
{
    const check_reason *reason = &report->reason;
    check_put(text, "\nDiagnosis: ");
    if (report->hints == CHECK_HINTS_WHERE)
        check_put(text, reason->fit_count > 0
                            ? "what your program does wrong is known.\n"
                            : "a part of what your program does wrong is known.\n");
    else
        check_reason_put(text, reason, report->cases->dialect, report->cases->count,
                         report->hints == CHECK_HINTS_RULE);
    put_more(text, report);
    if (reason->fit_count == 0)
        check_explain_signs(text, report, "  ");
}

static void put_nothing_fits(covey_text *text, const check_report *report)
{
    const check_diagnosis *found = &report->diagnosis;
    check_put(text,
              "\nDiagnosis: no mistake that is known here, nor any two of them, give what your "
              "program prints.\n");
    if (report->format_errors.sample[CHECK_FORMAT_DECIMALS][0] != '\0')
        check_put(text,
                  "  Write all numbers with three decimals first: those that lack digits look "
                  "wrong.\n");
    check_explain_signs(text, report, "  ");
    size_t named = report->hints == CHECK_HINTS_WHERE ? 0 : found->near_count;
    for (size_t k = 0; k < named; k++) {
        check_put(text, k == 0 ? "  Nearest: " : "           ");
        check_explain_hypothesis(text, &found->near[k]);
        check_put(text, " (would explain %zu of %zu cases; %zu are right without it)\n",
                  found->near[k].explained, found->cases, found->right);
    }
}

/// True if the program printed lines in any case.
static bool prints_lines(const check_report *report)
{
    for (size_t k = 0; k < report->cases->count; k++)
        if (report->verdicts[k].answer.count > 0)
            return true;
    return false;
}

static void put_diagnosis(covey_text *text, const check_report *report)
{
    const check_diagnosis *found = &report->diagnosis;
    if (report->unsteady != NULL) {
        check_put(
            text,
            "\nDiagnosis: your program prints something else when it is run again, as in case ");
        check_escape_line(text, report->unsteady, strlen(report->unsteady));
        check_put(text, ".\n");
        check_put(text,
                  "  Look for a variable that is used before anything was written to it, an array "
                  "that is too\n  short, and random numbers. Nothing else can be said before.\n");
        return;
    }
    bool tells = found->fit_count > 0 && found->fits[0].cost > 0;
    if (report->cases->strange) {
        check_put(text,
                  "\nDiagnosis: none, as the expected outputs follow no dialect that is known "
                  "here.\n");
        return;
    }
    if ((found->cases == 0 || !prints_lines(report)) && !tells) {
        check_put(text, "\nDiagnosis: none, as there is no output to judge by.\n");
        return;
    }
    if (found->fit_count > 0 || check_explain_is_absent(report))
        put_fit(text, report);
    else if (check_reason_tells(&report->reason))
        put_reasoned(text, report);
    else
        put_nothing_fits(text, report);
    if (found->large > 0)
        check_put(text, "  The diagnosis leaves out %zu large cases.\n", found->large);
}

/// Which rule to look at first.
static void put_rules(covey_text *text, const check_report *report)
{
    size_t size = text->size;
    check_put(text, "\nRules: ");
    size_t begun = text->size;
    check_explain_rules(text, report);
    if (text->size == begun) {
        text->size = size;
        return;
    }
    check_put(text, ".\n");
    check_explain_rules_cases(text, report);
}

void check_diagnosis_put(covey_text *text, const check_report *report)
{
    put_diagnosis(text, report);
    put_rules(text, report);
}
