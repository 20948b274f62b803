// SPDX-License-Identifier: MIT
// The report on one program as a page of HTML that needs no other file and no script: for a screen,
// a phone and paper.
#include "check/beside.h"
#include "check/explain.h"
#include "check/picture_svg.h"
#include "check/report.h"

#include <stdio.h>
#include <string.h>

static const char page_head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" "
    "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
    "<title>covey check</title>\n<style>\n"
    ":root { color-scheme: light dark; --ink: #1c2430; --dim: #5b6675; --paper: #fff; "
    "--box: #f3f5f8; --line: #d5dae1; --right: #0a6b3d; --wrong: #b3261e; --mark: #fbe9e7; }\n"
    "@media screen and (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --dim: #a3adba; "
    "--paper: #14181e; --box: #1f252d; --line: #39424e; --right: #5fd39a; --wrong: #ff8a80; "
    "--mark: #3a2422; } }\n"
    "body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1em; max-width: 48em; "
    "color: var(--ink); background: var(--paper); overflow-wrap: anywhere; }\n"
    "h1 { font-size: 1.4em; margin: 0; } h2 { font-size: 1.1em; margin: 1.6em 0 .4em; }\n"
    "p { margin: .3em 0; } .sum { font-size: 1.15em; font-weight: 600; margin: .2em 0 0; }\n"
    ".right { color: var(--right); } .wrong { color: var(--wrong); } .dim { color: var(--dim); }\n"
    ".in1 { margin-left: 1.2em; } .in2 { margin-left: 2.4em; }\n"
    "pre { background: var(--box); padding: .7em; border-radius: 6px; font-size: 13px; "
    "white-space: pre-wrap; }\n"
    "table { border-collapse: collapse; width: 100%; } th, td { text-align: left; "
    "vertical-align: top; padding: .25em .6em .25em 0; border-bottom: 1px solid var(--line); }\n"
    "td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; "
    "overflow-wrap: normal; }\n"
    "tr.mark td { background: var(--mark); } figure { margin: .8em 0; }\n"
    "figcaption { font-size: .9em; color: var(--dim); }\n"
    "svg { display: block; width: 100%; max-width: 34em; height: auto; }\n"
    "@media print { body { font-size: 11pt; max-width: none; padding: 0; } "
    "figure, tr, pre { break-inside: avoid; } h2 { break-after: avoid; } }\n"
    "</style>\n</head>\n<body>\n";

static void put(covey_text *text, const char *string)
{
    covey_text_string(text, string);
}

/// Puts a text that has been written to `lines`, made safe, and empties it.
static void put_safe(covey_text *text, covey_text *lines)
{
    covey_text clean = {.memory = text->memory};
    check_escape_lines(&clean, lines->bytes, lines->size); // no letters that turn a line around
    const char *end = covey_text_end(&clean);
    check_escape_xml(text, end != NULL ? end : "");
    text->failed = text->failed || lines->failed || end == NULL;
    covey_text_destroy(&clean);
    covey_text_clear(lines);
}

static void put_name(covey_text *text, const char *name)
{
    covey_text line = {.memory = text->memory};
    check_escape_line(&line, name, strlen(name));
    put_safe(text, &line);
    covey_text_destroy(&line);
}

/// Puts the lines of a report as paragraphs, as deep as they are set in; a line that is set in far
/// goes on with the one before.
static void put_paragraphs(covey_text *text, const covey_text *lines)
{
    enum { FAR = 8, DEEP = 4 };
    covey_text one = {.memory = text->memory};
    bool open = false;
    for (size_t at = 0, next; at < lines->size; at = next) {
        const char *begin = lines->bytes + at, *end = memchr(begin, '\n', lines->size - at);
        size_t size = end != NULL ? (size_t)(end - begin) : lines->size - at, blanks = 0;
        next = at + size + 1;
        while (blanks < size && begin[blanks] == ' ')
            blanks++;
        if (blanks == size)
            continue;
        if (open && blanks < FAR)
            put(text, "</p>\n");
        if (!open || blanks < FAR)
            put(text, blanks >= DEEP ? "<p class=\"in2\">"
                      : blanks > 0   ? "<p class=\"in1\">"
                                     : "<p>");
        else
            put(text, " ");
        open = true;
        covey_text_put(&one, begin + blanks, size - blanks);
        put_safe(text, &one);
    }
    put(text, open ? "</p>\n" : "");
    covey_text_destroy(&one);
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
        put_paragraphs(text, &lines);
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
    bool passed = check_passed(report);
    put(text, page_head);
    put(text, "<h1>");
    put_name(text, report->name);
    put(text, passed ? "</h1>\n<p class=\"sum right\">" : "</h1>\n<p class=\"sum wrong\">");
    covey_text_integer(text, report->passed);
    put(text, " of ");
    check_explain_count(text, report->cases->count, "case");
    put(text, " right</p>\n<p class=\"dim\">covey check, dialect ");
    put(text, covey_formal_dialect(report->cases->dialect));
    put(text, "</p>\n");
    check_explain_fence(&line, report);
    if (line.size > 0)
        put_paragraphs(text, &line);
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

static void put_first(covey_text *text, const check_report *report)
{
    const check_verdict *first = report->first;
    if (first == NULL)
        return;
    covey_text lines = {.memory = text->memory};
    put(text, "<h2>First wrong number: case ");
    put_name(text, first->subject->name);
    put(text, "</h2>\n<p class=\"dim\">");
    put_name(text, first->subject->about);
    put(text, "</p>\n<p><strong>");
    check_explain_number(&lines, &first->wrong);
    put_safe(text, &lines);
    put(text, "</strong></p>\n");
    if (!first->subject->odd && report->forces.before != NULL) {
        check_beside_put(&lines, report);
        put_paragraphs(text, &lines);
        covey_text_clear(&lines);
        check_picture_svg(text, report);
        put_forces(text, report);
    }
    check_reproduce_put(&lines, report);
    put(text, "<pre>");
    put_safe(text, &lines);
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
        put_name(text, verdict->subject->name);
        put(text, verdict->passed ? "</td><td class=\"right\">" : "</td><td class=\"wrong\">");
        check_explain_verdict(&line, verdict);
        put_safe(text, &line);
        put(text, "</td></tr>\n");
    }
    put(text, "</table>\n</body>\n</html>\n");
    covey_text_destroy(&line);
}

void check_report_html(covey_text *text, const check_report *report)
{
    put_head(text, report);
    if (!check_passed(report)) {
        put_section(text, "Why", report, check_report_put_findings);
        put_first(text, report);
    }
    put_section(text, "Notes", report, put_notes);
    put_cases(text, report);
}
