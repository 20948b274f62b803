// SPDX-License-Identifier: MIT
// The results of a program as other graders read them, a point for each right case: results.json
// of Gradescope's autograders, and the result of a step for the reporter of GitHub Classroom.
#include "check/explain.h"
#include "check/report.h"

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

// ---- Gradescope ----

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
    covey_json_number(json, "score", (double)report->passed);
    covey_json_number(json, "execution_time", round(1000 * check_report_seconds(report)) / 1000);
    covey_json_line(json);
    put_whole_report(json, "output", text->memory, report);
    covey_json_string(json, "output_format", "text");
    covey_json_line(json);
    covey_json_list(json, "tests");
    for (size_t k = 0; k < report->cases->count; k++)
        put_gradescope_test(json, text->memory, report, k);
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

void check_report_classroom(covey_text *text, const check_report *report)
{
    check_json to;
    covey_json *json = check_json_begin(&to, text);
    covey_json_object(json, NULL);
    covey_json_line(json);
    covey_json_whole(json, "version", 3);
    covey_json_string(json, "status", check_passed(report) ? "pass" : "fail");
    covey_json_whole(json, "max_score", report->cases->count);
    covey_json_line(json);
    covey_json_list(json, "tests");
    for (size_t k = 0; k < report->cases->count; k++)
        put_classroom_test(json, text->memory, report, k);
    covey_json_close(json);
    covey_json_close(json);
    check_json_end(&to, text);
}
