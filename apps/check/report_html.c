// SPDX-License-Identifier: MIT
// The report on one program as a page of HTML that needs no other file and no script: for a screen,
// a phone and paper.
#include "check/beside.h"
#include "check/explain.h"
#include "check/page.h"
#include "check/picture_svg.h"
#include "check/report.h"
#include "check/rubric.h"

#include <stdio.h>
#include <string.h>

static void put(covey_text *text, const char *string)
{
    covey_text_string(text, string);
}

/// Puts a section whose lines a function of the report for people writes; nothing if it writes
/// nothing.
static void put_section(covey_text *text, const char *title, const check_report *report,
                        void (*write)(covey_text *, const check_report *))
{
    covey_text lines = {.memory = text->memory};
    write(&lines, report);
    if (lines.size > 0) {
        put(text, "<h2>");
        put(text, title);
        put(text, "</h2>\n");
        check_page_paragraphs(text, &lines);
    }
    text->failed = text->failed || lines.failed;
    covey_text_destroy(&lines);
}

static void put_notes(covey_text *text, const check_report *report)
{
    check_explain_notes(text, report, "");
}

static void put_head(covey_text *text, const check_report *report)
{
    covey_text line = {.memory = text->memory};
    bool passed = check_is_right(report);
    check_page_begin(text, NULL);
    put(text, "<h1>");
    check_page_name(text, report->name);
    put(text, passed ? "</h1>\n<p class=\"sum right\">" : "</h1>\n<p class=\"sum wrong\">");
    covey_text_integer(text, report->passed);
    put(text, " of ");
    check_explain_count(text, report->cases->count, "case");
    put(text, " right</p>\n<p class=\"dim\">covey check, dialect ");
    put(text, check_cases_dialect(report->cases));
    put(text, "</p>\n");
    check_explain_fence(&line, report);
    if (line.size > 0)
        check_page_paragraphs(text, &line);
    covey_text_destroy(&line);
}

// ---- The first wrong number ----

static void put_number(covey_text *text, double value)
{
    char digits[64];
    (void)snprintf(digits, sizeof digits, "<td class=\"n\">%.6g</td>", value + 0.0);
    put(text, digits);
}

static void put_row(covey_text *text, const char *name, const double v[2], bool marked)
{
    put(text, marked ? "<tr class=\"mark\"><td>" : "<tr><td>");
    put(text, name);
    put(text, "</td>");
    put_number(text, v[0]);
    put_number(text, v[1]);
    put(text, "</tr>\n");
}

static void put_forces(covey_text *text, const check_report *report)
{
    static const char *const names[] = {"cohesion, K_c F_c", "separation, K_s F_s",
                                        "alignment, K_a F_a", "together, F"};
    unsigned marks = check_report_marks(report);
    int blamed = check_beside_rule(report);
    put(text, "<table>\n<tr><th>what is right there</th><th class=\"n\">x</th>"
              "<th class=\"n\">y</th></tr>\n");
    for (int k = 0; k <= CHECK_FORCE_SUM; k++) {
        put_row(text, names[k], report->forces.force[k], (marks >> k & 1U) != 0);
        double mine[2];
        if (k != blamed)
            continue;
        check_beside_force(report, blamed, mine);
        put_row(text, "in your program", mine, true);
    }
    if (report->forces.is_used_known)
        put_row(text, "your velocity stands for F =", report->forces.used, false);
    put(text, "</table>\n");
}

static bool is_known(const check_report *report)
{
    return report->first != NULL && !report->first->subject->odd && report->forces.before != NULL;
}

void check_report_html_drawn(covey_text *text, const check_report *report)
{
    if (!is_known(report))
        return;
    check_picture_svg(text, report);
    put_forces(text, report);
}

static void put_first(covey_text *text, const check_report *report)
{
    const check_verdict *first = report->first;
    if (first == NULL)
        return;
    covey_text lines = {.memory = text->memory};
    put(text, "<h2>First wrong number: case ");
    check_page_name(text, first->subject->name);
    put(text, "</h2>\n<p class=\"dim\">");
    check_page_name(text, first->subject->about);
    put(text, "</p>\n<p><strong>");
    check_explain_number(&lines, &first->wrong);
    check_page_safe(text, &lines);
    put(text, "</strong></p>\n");
    if (is_known(report)) {
        check_beside_put(&lines, report);
        check_page_paragraphs(text, &lines);
        covey_text_clear(&lines);
        check_report_html_drawn(text, report);
    }
    check_reproduce_put(&lines, report);
    put(text, "<pre>");
    check_page_safe(text, &lines);
    put(text, "</pre>\n");
    covey_text_destroy(&lines);
}

static void put_cases(covey_text *text, const check_report *report)
{
    covey_text line = {.memory = text->memory};
    put(text, "<h2>All cases</h2>\n<table>\n<tr><th>case</th><th>result</th></tr>\n");
    for (size_t k = 0; k < report->cases->count; k++) {
        const check_verdict *verdict = &report->verdicts[k];
        put(text, "<tr><td>");
        check_page_name(text, verdict->subject->name);
        put(text, verdict->passed ? "</td><td class=\"right\">" : "</td><td class=\"wrong\">");
        check_explain_verdict(&line, verdict);
        check_page_safe(text, &line);
        put(text, "</td></tr>\n");
    }
    put(text, "</table>\n");
    covey_text_destroy(&line);
}

/// The points of each item of the rubric as a table.
static void put_points(covey_text *text, const check_report *report)
{
    const check_rubric *rubric = report->cases->rubric;
    covey_text line = {.memory = text->memory};
    if (rubric == NULL)
        return;
    put(text, "<h2>Points: ");
    check_points_number(text, check_points_sum(report));
    put(text, " of ");
    check_points_number(text, rubric->points);
    put(text, "</h2>\n<table>\n<tr><th>for</th><th class=\"n\">points</th>"
              "<th class=\"n\">of</th><th>since</th></tr>\n");
    for (size_t k = 0; k < rubric->count; k++) {
        put(text, "<tr><td>");
        check_page_name(text, rubric->items[k].name);
        put(text, "</td><td class=\"n\">");
        check_points_number(text, report->points[k].earned);
        put(text, "</td><td class=\"n\">");
        check_points_number(text, rubric->items[k].points);
        put(text, "</td><td>");
        check_points_reason(&line, report, k);
        check_page_safe(text, &line);
        put(text, "</td></tr>\n");
    }
    put(text, "</table>\n");
    covey_text_destroy(&line);
}

void check_report_html(covey_text *text, const check_report *report)
{
    put_head(text, report);
    if (!check_passed(report)) {
        put_section(text, "Why", report, check_report_put_findings);
        put_first(text, report);
    }
    put_points(text, report);
    put_section(text, "Notes", report, put_notes);
    put_cases(text, report);
    check_page_end(text);
}

void check_batch_page(covey_text *text, const check_batch_row *row, check_hints hints)
{
    check_report report = row->report;
    report.hints = hints;
    if (row->trouble == NULL) {
        check_report_html(text, &report);
        return;
    }
    covey_text lines = {.memory = text->memory};
    check_page_begin(text, NULL);
    put(text, "<h1>");
    check_page_name(text, row->name);
    put(text, "</h1>\n<p class=\"sum wrong\">");
    check_page_name(text, row->trouble);
    put(text, "</p>\n<p>No case was run.</p>\n");
    covey_text_string(&lines, row->details);
    if (lines.size > 0) {
        put(text, "<h2>Output of the build</h2>\n<pre>");
        check_page_safe(text, &lines);
        put(text, "</pre>\n");
    }
    covey_text_destroy(&lines);
    check_page_end(text);
}
