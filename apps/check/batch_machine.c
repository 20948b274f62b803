// SPDX-License-Identifier: MIT
// The reports of a class for machines: as JSON, and as JUnit's XML with a suite for each
// submission.
#include "check/batch.h"
#include "check/escape.h"
#include "check/json.h"
#include "check/report.h"

// ---- JSON ----

static void put_sentence(covey_json *self, const check_batch_row *row)
{
    covey_text sentence = {.memory = self->text->memory};
    check_batch_put_result(&sentence, row);
    const char *end = covey_text_end(&sentence);
    covey_json_string(self, "result", end != NULL ? end : "");
    self->text->failed = self->text->failed || end == NULL;
    covey_text_destroy(&sentence);
}

static void put_row(covey_text *text, const check_batch_row *row)
{
    char group[CHECK_BATCH_GROUP];
    covey_json member = {text, ""};
    check_batch_group_name(row->group, group);
    covey_text_string(text, "\n{");
    covey_json_string(&member, "submission", row->name);
    covey_json_string(&member, "state", check_batch_state_name(row->state));
    covey_json_whole(&member, "right", row->trouble == NULL ? row->report.passed : 0);
    covey_json_string(&member, "alike", group);
    put_sentence(&member, row);
    covey_json_string(&member, "build_output", row->details);
    if (row->trouble == NULL) {
        covey_json_name(&member, "report");
        check_report_json(text, &row->report);
    }
    covey_text_string(text, "}");
}

void check_batch_json(covey_text *text, const check_batch *batch, const check_cases *cases)
{
    covey_json top = {text, "\n  "};
    covey_text_string(text, "{");
    covey_json_string(&top, "dialect", covey_formal_dialect(cases->dialect));
    top.before = ",\n  ";
    covey_json_whole(&top, "cases", cases->count);
    covey_json_bool(&top, "passed", check_batch_passed(batch));
    top.before = ",\n  ";
    covey_json_name(&top, "submissions");
    covey_text_string(text, "[");
    for (size_t k = 0; k < batch->count; k++) {
        covey_text_string(text, k > 0 ? "," : "");
        put_row(text, &batch->rows[k]);
    }
    covey_text_string(text, "\n]\n}\n");
}

// ---- JUnit ----

/// A suite with one test that could not be done.
static void put_trouble(covey_text *text, const check_batch_row *row)
{
    covey_text_string(text, "<testsuite name=\"");
    check_escape_xml(text, row->name);
    covey_text_string(text,
                      "\" tests=\"1\" failures=\"0\" errors=\"1\">\n  <testcase classname=\"");
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

void check_batch_junit(covey_text *text, const check_batch *batch)
{
    check_report_junit_head(text);
    covey_text_string(text, "<testsuites name=\"covey check\">\n");
    for (size_t k = 0; k < batch->count; k++)
        if (batch->rows[k].trouble != NULL)
            put_trouble(text, &batch->rows[k]);
        else
            check_report_junit_suite(text, &batch->rows[k].report, batch->rows[k].name);
    covey_text_string(text, "</testsuites>\n");
}
