// SPDX-License-Identifier: MIT
// The results of a program as other graders read them: results.json of Gradescope's autograders,
// and the result of a step for the reporter of GitHub Classroom. A test is a case, which counts a
// point, or with a rubric an item of it.
#include "check/explain.h"
#include "check/report.h"
#include "check/rubric.h"

#include <math.h>

double check_report_seconds(const check_report *report)
{
    double seconds = 0;
    for (size_t k = 0; k < report->cases->count; k++)
        seconds += report->verdicts[k].outcome.seconds;
    return seconds;
}

static void put_message(covey_json *json, const char *key, covey_memory *memory,
                        const check_verdict *verdict)
{
    covey_text sentence = {.memory = memory};
    check_explain_verdict(&sentence, verdict);
    check_json_sentence(json, key, &sentence);
}

static void put_whole_report(covey_json *json, const char *key, covey_memory *memory,
                             const check_report *report)
{
    covey_text whole = {.memory = memory};
    check_report_put(&whole, report);
    check_json_sentence(json, key, &whole);
}

/// Puts how an item of the rubric got its points, and a line for each of its cases that is shown
/// and wrong.
static void put_item(covey_json *json, const char *key, covey_memory *memory,
                     const check_report *report, size_t index)
{
    const check_rubric_item *item = &report->cases->rubric->items[index];
    covey_text lines = {.memory = memory};
    check_points_reason(&lines, report, index);
    for (size_t k = 0; k < item->count && !item->hidden; k++) {
        const check_verdict *verdict = &report->verdicts[item->cases[k]];
        if (verdict->passed)
            continue;
        covey_text_string(&lines, "\n");
        covey_text_string(&lines, verdict->subject->name);
        covey_text_string(&lines, ": ");
        check_explain_verdict(&lines, verdict);
    }
    check_json_sentence(json, key, &lines);
}

/// True if an item has all its points.
static bool is_whole(const check_report *report, size_t item)
{
    return report->points[item].earned >= report->cases->rubric->items[item].points;
}

/// The number of tests.
static size_t count_tests(const check_report *report)
{
    const check_rubric *rubric = report->cases->rubric;
    return rubric != NULL ? rubric->count : report->cases->count;
}

// ---- Gradescope ----

static void put_gradescope_item(covey_json *json, covey_memory *memory, const check_report *report,
                                size_t index)
{
    const check_rubric_item *item = &report->cases->rubric->items[index];
    covey_json_line(json);
    covey_json_object(json, NULL);
    covey_json_string(json, "name", item->name);
    covey_json_number(json, "score", report->points[index].earned);
    covey_json_number(json, "max_score", item->points);
    covey_json_string(json, "status", is_whole(report, index) ? "passed" : "failed");
    put_item(json, "output", memory, report, index);
    covey_json_string(json, "output_format", "text");
    covey_json_close(json);
}

static void put_gradescope_test(covey_json *json, covey_memory *memory, const check_report *report,
                                size_t index)
{
    const check_verdict *verdict = &report->verdicts[index];
    covey_json_line(json);
    covey_json_object(json, NULL);
    covey_json_string(json, "name", verdict->subject->name);
    covey_json_number(json, "score", verdict->passed ? 1 : 0);
    covey_json_number(json, "max_score", 1);
    covey_json_string(json, "status", verdict->passed ? "passed" : "failed");
    put_message(json, "output", memory, verdict);
    covey_json_string(json, "output_format", "text");
    covey_json_close(json);
}

void check_report_gradescope(covey_text *text, const check_report *report)
{
    check_json to;
    covey_json *json = check_json_begin(&to, text);
    covey_json_object(json, NULL);
    covey_json_line(json);
    bool graded = report->cases->rubric != NULL;
    covey_json_number(json, "score", graded ? check_points_sum(report) : (double)report->passed);
    covey_json_number(json, "execution_time", round(1000 * check_report_seconds(report)) / 1000);
    covey_json_line(json);
    put_whole_report(json, "output", text->memory, report);
    covey_json_string(json, "output_format", "text");
    covey_json_line(json);
    covey_json_list(json, "tests");
    for (size_t k = 0; k < count_tests(report); k++)
        (graded ? put_gradescope_item : put_gradescope_test)(json, text->memory, report, k);
    covey_json_close(json);
    covey_json_close(json);
    check_json_end(&to, text);
}

// ---- GitHub Classroom ----

static void put_classroom_test(covey_json *json, covey_memory *memory, const check_report *report,
                               size_t index)
{
    const check_verdict *verdict = &report->verdicts[index];
    bool ended = verdict->outcome.kind == CHECK_OUTCOME_ENDED;
    covey_json_line(json);
    covey_json_object(json, NULL);
    covey_json_string(json, "name", verdict->subject->name);
    covey_json_string(json, "status", verdict->passed ? "pass" : ended ? "fail" : "error");
    covey_json_number(json, "score", verdict->passed ? 1 : 0);
    if (verdict->passed)
        covey_json_null(json, "message");
    else
        put_message(json, "message", memory, verdict);
    covey_json_string(json, "test_code", "");
    covey_json_string(json, "filename", "");
    covey_json_whole(json, "line_no", 0);
    covey_json_whole(json, "execution_time", (uint64_t)(1000 * verdict->outcome.seconds));
    covey_json_close(json);
}

static void put_classroom_item(covey_json *json, covey_memory *memory, const check_report *report,
                               size_t index)
{
    covey_json_line(json);
    covey_json_object(json, NULL);
    covey_json_string(json, "name", report->cases->rubric->items[index].name);
    covey_json_string(json, "status", is_whole(report, index) ? "pass" : "fail");
    covey_json_number(json, "score", report->points[index].earned);
    if (is_whole(report, index))
        covey_json_null(json, "message");
    else
        put_item(json, "message", memory, report, index);
    covey_json_string(json, "test_code", "");
    covey_json_string(json, "filename", "");
    covey_json_whole(json, "line_no", 0);
    covey_json_whole(json, "execution_time", 0);
    covey_json_close(json);
}

void check_report_classroom(covey_text *text, const check_report *report)
{
    check_json to;
    covey_json *json = check_json_begin(&to, text);
    covey_json_object(json, NULL);
    covey_json_line(json);
    covey_json_whole(json, "version", 3);
    covey_json_string(json, "status", check_is_right(report) ? "pass" : "fail");
    bool graded = report->cases->rubric != NULL;
    covey_json_number(json, "max_score",
                      graded ? check_points_most(report->cases) : (double)report->cases->count);
    covey_json_line(json);
    covey_json_list(json, "tests");
    for (size_t k = 0; k < count_tests(report); k++)
        (graded ? put_classroom_item : put_classroom_test)(json, text->memory, report, k);
    covey_json_close(json);
    covey_json_close(json);
    check_json_end(&to, text);
}
