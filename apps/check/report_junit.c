// SPDX-License-Identifier: MIT
// The reports as XML in the form that JUnit made common: a suite for each program, a test for each
// case.
#include "check/explain.h"
#include "check/report.h"
#include "check/rubric.h"

#include <stdio.h>

static void put_attribute(covey_text *text, const char *name, const char *value)
{
    covey_text_string(text, " ");
    covey_text_string(text, name);
    covey_text_string(text, "=\"");
    check_escape_xml(text, value);
    covey_text_string(text, "\"");
}

/// Seconds with three decimals.
static void put_time(covey_text *text, double seconds)
{
    char number[32];
    (void)snprintf(number, sizeof number, "%.3f", seconds);
    put_attribute(text, "time", number);
}

static void put_failure(covey_text *text, const check_verdict *verdict)
{
    covey_text sentence = {.memory = text->memory};
    check_explain_verdict(&sentence, verdict);
    const char *message = covey_text_end(&sentence);
    covey_text_string(text, ">\n    <failure");
    put_attribute(text, "type", check_explain_verdict_name(verdict));
    put_attribute(text, "message", message != NULL ? message : "");
    covey_text_string(text, ">");
    check_escape_xml(text, message != NULL ? message : "");
    if (verdict->outcome.errors[0] != '\0') {
        covey_text_string(text, "\nstandard error:\n");
        check_escape_xml(text, verdict->outcome.errors);
    }
    text->failed = text->failed || message == NULL;
    covey_text_destroy(&sentence);
    covey_text_string(text, "</failure>\n  </testcase>\n");
}

/// Puts the diagnosis into JUnit's element for the output of a program.
static void put_output(covey_text *text, const check_report *report)
{
    covey_text whole = {.memory = text->memory};
    check_report_put(&whole, report);
    const char *end = covey_text_end(&whole);
    covey_text_string(text, "  <system-out>");
    check_escape_xml(text, end != NULL ? end : "");
    covey_text_string(text, "</system-out>\n");
    text->failed = text->failed || end == NULL;
    covey_text_destroy(&whole);
}

static void put_head(covey_text *text)
{
    covey_text_string(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
}

// ---- Properties ----

static void put_property(covey_text *text, const char *name, const char *value)
{
    covey_text_string(text, "    <property");
    put_attribute(text, "name", name);
    put_attribute(text, "value", value);
    covey_text_string(text, "/>\n");
}

/// Puts the mistakes of the program, from the list or found by reasoning, as the table of a class
/// names them.
static void put_result(covey_text *text, const check_report *report)
{
    covey_text sentence = {.memory = text->memory};
    check_explain_summary(&sentence, report);
    const char *words = covey_text_end(&sentence);
    text->failed = text->failed || words == NULL;
    put_property(text, "result", words != NULL ? words : "");
    covey_text_destroy(&sentence);
}

/// A property for the points of each item, and one for their sum, as "3 of 4".
static void put_points(covey_text *text, const check_report *report)
{
    const check_rubric *rubric = report->cases->rubric;
    for (size_t k = 0; rubric != NULL && k <= rubric->count; k++) {
        covey_text name = {.memory = text->memory}, value = {.memory = text->memory};
        bool sum = k == rubric->count;
        covey_text_string(&name, sum ? "points" : "points: ");
        covey_text_string(&name, sum ? "" : rubric->items[k].name);
        check_points_number(&value, sum ? check_points_sum(report) : report->points[k].earned);
        covey_text_string(&value, " of ");
        check_points_number(&value, sum ? rubric->points : rubric->items[k].points);
        const char *words = covey_text_end(&name), *number = covey_text_end(&value);
        text->failed = text->failed || words == NULL || number == NULL;
        put_property(text, words != NULL ? words : "", number != NULL ? number : "");
        covey_text_destroy(&name);
        covey_text_destroy(&value);
    }
}

/// True if all cases of an item are right.
static bool is_right(const check_report *report, size_t item)
{
    return report->points[item].right == report->cases->rubric->items[item].count;
}

/// Counts the items with hidden cases: each is one test. *failures is the number of failed items.
static size_t count_hidden(const check_report *report, size_t *failures)
{
    const check_rubric *rubric = report->cases->rubric;
    size_t count = 0;
    for (size_t k = 0; rubric != NULL && k < rubric->count; k++) {
        count += rubric->items[k].hidden;
        *failures += rubric->items[k].hidden && !is_right(report, k);
    }
    return count;
}

static void put_hidden(covey_text *text, const check_report *report, const char *of)
{
    const check_rubric *rubric = report->cases->rubric;
    for (size_t k = 0; rubric != NULL && k < rubric->count; k++) {
        if (!rubric->items[k].hidden)
            continue;
        covey_text reason = {.memory = text->memory};
        check_points_reason(&reason, report, k);
        const char *words = covey_text_end(&reason);
        text->failed = text->failed || words == NULL;
        covey_text_string(text, "  <testcase");
        put_attribute(text, "classname", of);
        put_attribute(text, "name", rubric->items[k].name);
        if (is_right(report, k)) {
            covey_text_string(text, "/>\n");
        } else {
            covey_text_string(text, ">\n    <failure type=\"hidden\"");
            put_attribute(text, "message", words != NULL ? words : "");
            covey_text_string(text, "/>\n  </testcase>\n");
        }
        covey_text_destroy(&reason);
    }
}

// ---- Suites ----

static void put_suite(covey_text *text, const check_report *report, const char *of)
{
    covey_text_string(text, "<testsuite");
    put_attribute(text, "name", report->name);
    covey_text_string(text, " tests=\"");
    size_t failures = 0, tests = count_hidden(report, &failures);
    covey_text_integer(text, report->cases->count + tests);
    covey_text_string(text, "\" failures=\"");
    covey_text_integer(text, report->cases->count - report->passed + failures);
    covey_text_string(text, "\" errors=\"0\" skipped=\"0\"");
    put_time(text, check_report_seconds(report));
    covey_text_string(text, ">\n");
    covey_text_string(text, "  <properties>\n    <property");
    put_attribute(text, "name", "fenced");
    put_attribute(text, "value", check_fenced(report) ? "true" : "false");
    covey_text_string(text, "/>\n");
    put_result(text, report);
    put_points(text, report);
    covey_text_string(text, "  </properties>\n");
    for (size_t k = 0; k < report->cases->count; k++) {
        covey_text_string(text, "  <testcase");
        put_attribute(text, "classname", of);
        put_attribute(text, "name", report->cases->items[k].name);
        put_time(text, report->verdicts[k].outcome.seconds);
        if (report->verdicts[k].passed)
            covey_text_string(text, "/>\n");
        else
            put_failure(text, &report->verdicts[k]);
    }
    put_hidden(text, report, of);
    put_output(text, report);
    covey_text_string(text, "</testsuite>\n");
}

void check_report_junit(covey_text *text, const check_report *report)
{
    put_head(text);
    put_suite(text, report, "covey");
}

// ---- A class ----

/// A suite with one test that could not be done.
static void put_trouble(covey_text *text, const check_batch_row *row)
{
    covey_text_string(text, "<testsuite name=\"");
    check_escape_xml(text, row->name);
    covey_text_string(text, "\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\" time=\"0\">\n"
                            "  <testcase time=\"0\" classname=\"");
    check_escape_xml(text, row->name);
    covey_text_string(text, row->state == CHECK_BATCH_NO_BUILD ? "\" name=\"build\">\n"
                                                               : "\" name=\"start\">\n");
    covey_text_string(text, "    <error type=\"");
    covey_text_string(text, check_batch_state_name(row->state));
    covey_text_string(text, "\" message=\"");
    check_escape_xml(text, row->trouble);
    covey_text_string(text, "\"/>\n  </testcase>\n  <system-out>");
    check_escape_xml(text, row->details);
    covey_text_string(text, "</system-out>\n</testsuite>\n");
}

void check_batch_junit(covey_text *text, const check_batch *batch, const check_cases *cases)
{
    (void)cases;
    put_head(text);
    covey_text_string(text, "<testsuites name=\"covey check\">\n");
    for (size_t k = 0; k < batch->count; k++)
        if (batch->rows[k].trouble != NULL)
            put_trouble(text, &batch->rows[k]);
        else
            put_suite(text, &batch->rows[k].report, batch->rows[k].name);
    covey_text_string(text, "</testsuites>\n");
}
