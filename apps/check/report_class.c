// SPDX-License-Identifier: MIT
// The table of a class: for a terminal, as CSV and as a page of HTML.
#include "check/batch.h"
#include "check/explain.h"
#include "check/report.h"

#include <stdio.h>
#include <string.h>

enum { NAME_LEAST = 24, NAME_MOST = 48 }; ///< columns of names

const char *check_batch_state_name(check_batch_state state)
{
    static const char *const names[] = {
        [CHECK_BATCH_RIGHT] = "right",       [CHECK_BATCH_WRONG] = "wrong",
        [CHECK_BATCH_CRASH] = "crash",       [CHECK_BATCH_TIMEOUT] = "timeout",
        [CHECK_BATCH_NO_BUILD] = "no-build", [CHECK_BATCH_NO_FILE] = "no-file",
    };
    return names[state];
}

void check_batch_group_name(int group, char name[CHECK_BATCH_GROUP])
{
    int letter = (group - 1) % 26, turn = (group - 1) / 26;
    if (group == 0)
        name[0] = '\0';
    else if (turn == 0)
        (void)snprintf(name, CHECK_BATCH_GROUP, "%c", 'A' + letter);
    else
        (void)snprintf(name, CHECK_BATCH_GROUP, "%c%d", 'A' + letter, turn + 1);
}

static int width_of(const char *name)
{
    int width = 0;
    for (; *name != '\0'; name++)
        width += ((unsigned char)*name & 0xc0) != 0x80;
    return width;
}

/// The width of the column of names: that of the longest, within limits.
static int find_width(const check_batch *batch)
{
    int most = NAME_LEAST;
    for (size_t k = 0; k < batch->count; k++) {
        int width = width_of(batch->rows[k].name);
        most = width > most ? width : most;
    }
    return most < NAME_MOST ? most : NAME_MOST;
}

static size_t passed(const check_batch_row *row)
{
    return row->trouble == NULL ? row->report.passed : 0;
}

double check_batch_share(const check_batch_row *row, size_t cases)
{
    return cases > 0 ? (double)passed(row) / (double)cases : 0;
}

void check_batch_put_result(covey_text *text, const check_batch_row *row)
{
    if (row->trouble != NULL)
        covey_text_string(text, row->trouble);
    else
        check_explain_summary(text, &row->report);
}

/// Returns the text of check_batch_put_result() with a zero behind, "" out of memory; destroy
/// `room` afterwards.
static const char *result(covey_text *room, const check_batch_row *row)
{
    check_batch_put_result(room, row);
    const char *end = covey_text_end(room);
    return end != NULL ? end : "";
}

/// A report of a submission that was not behind all fences; NULL where there is none.
static const check_report *find_unfenced(const check_batch *batch)
{
    for (size_t k = 0; k < batch->count; k++)
        if (batch->rows[k].trouble == NULL && !check_fenced(&batch->rows[k].report))
            return &batch->rows[k].report;
    return NULL;
}

static void put_fence(covey_text *text, const check_batch *batch, const char *before,
                      const char *after)
{
    const check_report *unfenced = find_unfenced(batch);
    if (unfenced == NULL)
        return;
    covey_text_string(text, before);
    check_explain_fence(text, unfenced);
    covey_text_string(text, after);
}

void check_batch_put(covey_text *text, const check_batch *batch, const check_cases *cases)
{
    put_fence(text, batch, "", "\n");
    char line[320], group[CHECK_BATCH_GROUP];
    int width = find_width(batch);
    (void)snprintf(line, sizeof line, "%-*s %9s  %-5s  %-8s  %s\n", width, "submission", "right",
                   "alike", "state", "result");
    covey_text_string(text, line);
    for (size_t k = 0; k < batch->count; k++) {
        const check_batch_row *row = &batch->rows[k];
        check_batch_group_name(row->group, group);
        check_escape_line(text, row->name, strlen(row->name));
        int pad = width - width_of(row->name);
        (void)snprintf(line, sizeof line, "%*s %4zu/%-4zu  %-5s  ", pad > 0 ? pad : 0, "",
                       passed(row), cases->count, group);
        covey_text_string(text, line);
        (void)snprintf(line, sizeof line, "%-8s  ", check_batch_state_name(row->state));
        covey_text_string(text, line);
        check_batch_put_result(text, row);
        covey_text_string(text, "\n");
    }
}

// ---- CSV ----

void check_batch_csv(covey_text *text, const check_batch *batch, const check_cases *cases)
{
    char numbers[80], group[CHECK_BATCH_GROUP];
    covey_text_string(text, "submission,right,cases,passed,alike,state,result,fenced\n");
    for (size_t k = 0; k < batch->count; k++) {
        const check_batch_row *row = &batch->rows[k];
        covey_text sentence = {.memory = text->memory};
        check_batch_group_name(row->group, group);
        (void)snprintf(numbers, sizeof numbers, ",%zu,%zu,%d,%s,", passed(row), cases->count,
                       passed(row) == cases->count && row->trouble == NULL, group);
        check_escape_csv(text, row->name);
        covey_text_string(text, numbers);
        covey_text_string(text, check_batch_state_name(row->state));
        covey_text_string(text, ",");
        check_escape_csv(text, result(&sentence, row));
        bool fenced = row->trouble != NULL || check_fenced(&row->report);
        covey_text_string(text, fenced ? ",1\n" : ",0\n");
        covey_text_destroy(&sentence);
    }
}

// ---- HTML ----

static const char page_head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>covey check</title>\n<style>\n"
    "body { font: 16px/1.4 sans-serif; margin: 2em; max-width: 70em; color: #222; }\n"
    "table { border-collapse: collapse; width: 100%; }\n"
    "th, td { text-align: left; vertical-align: top; padding: .3em .8em; "
    "border-bottom: 1px solid #ddd; }\n"
    "tr.right td:nth-child(2) { color: #070; } tr.wrong td:nth-child(2) { color: #a00; }\n"
    "pre { background: #f6f6f6; padding: .8em; white-space: pre-wrap; font-size: 13px; }\n"
    "</style>\n</head>\n<body>\n<h1>covey check</h1>\n";

static void put_details(covey_text *text, const check_batch_row *row)
{
    covey_text whole = {.memory = text->memory};
    if (row->trouble != NULL)
        covey_text_string(&whole, row->details);
    else
        check_report_put(&whole, &row->report);
    const char *end = covey_text_end(&whole);
    check_escape_xml(text, end != NULL ? end : "");
    text->failed = text->failed || end == NULL;
    covey_text_destroy(&whole);
}

static void put_row(covey_text *text, const check_batch_row *row, const check_cases *cases)
{
    char numbers[80], group[CHECK_BATCH_GROUP];
    covey_text sentence = {.memory = text->memory};
    bool right = row->trouble == NULL && passed(row) == cases->count;
    check_batch_group_name(row->group, group);
    covey_text_string(text, right ? "<tr class=\"right\"><td>" : "<tr class=\"wrong\"><td>");
    check_escape_xml(text, row->name);
    (void)snprintf(numbers, sizeof numbers, "</td><td>%zu/%zu</td><td>%s</td><td>%s</td><td>",
                   passed(row), cases->count, group, check_batch_state_name(row->state));
    covey_text_string(text, numbers);
    covey_text_string(text, "<details><summary>");
    check_escape_xml(text, result(&sentence, row));
    covey_text_string(text, "</summary><pre>");
    put_details(text, row);
    covey_text_string(text, "</pre></details></td></tr>\n");
    covey_text_destroy(&sentence);
}

void check_batch_html(covey_text *text, const check_batch *batch, const check_cases *cases)
{
    covey_text_string(text, page_head);
    put_fence(text, batch, "<p><strong>", "</strong></p>\n");
    covey_text_string(text, "<p>");
    check_explain_count(text, batch->count, "submission");
    covey_text_string(text, ", ");
    check_explain_count(text, cases->count, "case");
    covey_text_string(text, ", dialect ");
    covey_text_string(text, covey_formal_dialect(cases->dialect));
    covey_text_string(text,
                      ". Submissions with the same letter print the same wrong numbers, which no "
                      "known mistake explains.</p>\n"
                      "<table>\n<tr><th>submission</th><th>right</th><th>alike</th>"
                      "<th>state</th><th>result</th></tr>\n");
    for (size_t k = 0; k < batch->count; k++)
        put_row(text, &batch->rows[k], cases);
    covey_text_string(text, "</table>\n</body>\n</html>\n");
}
