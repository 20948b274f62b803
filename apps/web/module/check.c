// SPDX-License-Identifier: MIT
// Judges outputs, as `covey check` does.
#include "web.h"

#include "check/report.h"

#include <stdlib.h>
#include <string.h>

enum { EXACT = 1, AS_JSON = 2, AS_DRAWING = 4 };

/// What the functions here share; all memory is the arena's.
typedef struct judging {
    covey_arena arena;
    check_def def;
    check_cases cases;
    covey_error *error;
} judging;

static covey_status begin(judging *self, const char *dialect, double tolerance, int flags)
{
    int found = 0;
    *self = (judging){.error = web_failed()};
    while (covey_formal_dialect(found) != NULL && strcmp(covey_formal_dialect(found), dialect) != 0)
        found++;
    if (covey_formal_dialect(found) == NULL)
        return covey_fail(self->error, COVEY_ARG, "there is no dialect %.60s", dialect);
    self->def.dialect = found;
    self->def.has_no_shell = true;
    self->def.compare.exact = (flags & EXACT) != 0;
    self->def.compare.tolerance = tolerance;
    self->cases = (check_cases){.arena = &self->arena, .dialect = found, .asked = found};
    return COVEY_OK;
}

static int end(judging *self, covey_status status, const check_report *report, int flags)
{
    covey_text *text = web_answer_begin();
    if (status == COVEY_OK && (flags & AS_JSON) != 0)
        check_report_json(text, report);
    else if (status == COVEY_OK && (flags & AS_DRAWING) != 0)
        check_report_html_drawn(text, report);
    else if (status == COVEY_OK)
        check_report_put(text, report);
    covey_arena_destroy(&self->arena);
    return (int)web_answer_end(status);
}

/// The answer is the report on an output. The flags: 1 compares every byte, 2 asks for JSON, 4
/// for the drawing of the first wrong number, as HTML.
int WEB_EXPORT(web_check)(const char *input, const char *output, const char *dialect,
                          double tolerance, int flags)
{
    judging self;
    check_report report;
    check_case_def in = {.name = "input", .input = input, .input_size = strlen(input)};
    check_case_def out = {.name = "output", .input = output, .input_size = strlen(output)};
    covey_status status = begin(&self, dialect, tolerance, flags);
    if (status == COVEY_OK)
        status = check_cases_add(&self.cases, &in, self.error);
    if (status == COVEY_OK)
        status = check_saved_output(&self.def, &self.cases, &out, &report, self.error);
    return end(&self, status, &report, flags);
}

/// The answer is a list of the built-in cases: name, about, input, expected.
int WEB_EXPORT(web_cases)(const char *dialect)
{
    judging self;
    covey_status status = begin(&self, dialect, 0.0, 0);
    if (status == COVEY_OK)
        status = check_cases_add_builtin(&self.cases, self.error);
    covey_json *json = web_json_begin();
    covey_json_list(json, NULL);
    for (size_t k = 0; k < self.cases.count && status == COVEY_OK; k++) {
        const check_case *at = &self.cases.items[k];
        covey_json_object(json, NULL);
        covey_json_string(json, "name", at->name);
        covey_json_string(json, "about", at->about);
        covey_json_string(json, "input", at->input);
        covey_json_string(json, "expected", at->expected);
        covey_json_close(json);
    }
    covey_json_close(json);
    covey_arena_destroy(&self.arena);
    return (int)web_json_end(status);
}

/// Takes the next of the outputs, which web_check_cases() has; false if the case is left out.
static bool next_output(const char **outputs, check_outcome *outcome)
{
    bool is_there = **outputs != '-', is_end = **outputs == '\0';
    const char *text = is_end ? "" : *outputs + 1;
    *outcome = (check_outcome){
        .kind = CHECK_OUTCOME_ENDED, .output = text, .output_size = strlen(text), .errors = ""};
    *outputs += is_end ? 0 : outcome->output_size + 2;
    return is_there;
}

/// The answer is the report on one output for each built-in case, in texts with a zero behind each:
/// + and the output, or - for a case that is left out. Cases behind the last text have empty ones.
int WEB_EXPORT(web_check_cases)(const char *outputs, const char *dialect, double tolerance,
                                int flags)
{
    judging self;
    check_report report = {0};
    check_outcome *outcomes = NULL;
    size_t kept = 0;
    covey_status status = begin(&self, dialect, tolerance, flags);
    if (status == COVEY_OK)
        status = check_cases_add_builtin(&self.cases, self.error);
    if (status == COVEY_OK) {
        outcomes = calloc(self.cases.count, sizeof *outcomes);
        if (outcomes == NULL)
            status = covey_fail(self.error, COVEY_MEMORY, "no memory for the outputs");
    }
    for (size_t k = 0; k < self.cases.count && status == COVEY_OK; k++)
        if (next_output(&outputs, &outcomes[kept]))
            self.cases.items[kept++] = self.cases.items[k];
    if (status == COVEY_OK && kept == 0)
        status = covey_fail(self.error, COVEY_ARG, "there is no output of any case");
    if (status == COVEY_OK) {
        self.cases.count = kept;
        status = check_outcomes(&self.def, &self.cases, outcomes, &report, self.error);
    }
    report.name = "your program";
    int result = end(&self, status, &report, flags);
    free(outcomes);
    return result;
}
