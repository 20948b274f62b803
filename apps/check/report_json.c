// SPDX-License-Identifier: MIT
// The report as JSON.
#include "check/explain.h"
#include "check/json.h"
#include "check/report.h"
#include "check/reproduce.h"

/// Writes the sentence about a verdict as a string.
static void put_verdict_text(covey_json *self, const check_verdict *verdict)
{
    covey_text sentence = {.memory = self->text->memory};
    check_explain_verdict(&sentence, verdict);
    const char *end = covey_text_end(&sentence);
    covey_json_string(self, "message", end != NULL ? end : "");
    self->text->failed = self->text->failed || end == NULL;
    covey_text_destroy(&sentence);
}

static void put_place(covey_json *row, const check_difference *difference)
{
    static const char *const columns[] = {"x", "y", "vx", "vy"};
    covey_json_whole(row, "step", difference->step + 1);
    covey_json_whole(row, "agent", difference->agent + 1);
    covey_json_string(row, "column", columns[difference->column]);
    covey_json_string(row, "expected", difference->expected);
    covey_json_string(row, "got", difference->got);
}

static void put_case(covey_text *text, const check_verdict *verdict)
{
    const check_difference *difference = &verdict->difference;
    covey_json row = {text, ""};
    covey_text_string(text, "\n    {");
    covey_json_string(&row, "name", verdict->of->name);
    covey_json_bool(&row, "passed", verdict->passed);
    covey_json_bool(&row, "finished", !verdict->unfinished);
    covey_json_bool(&row, "of_the_dialect", !verdict->of->odd);
    covey_json_string(&row, "result", check_explain_verdict_name(verdict));
    put_verdict_text(&row, verdict);
    bool ended = verdict->outcome.kind == CHECK_OUTCOME_ENDED;
    if (ended && difference->kind == CHECK_DIFFERENCE_NUMBER)
        put_place(&row, difference);
    if (ended)
        covey_json_whole(&row, "exit_code", (size_t)verdict->outcome.value);
    covey_text_string(text, "}");
}

// ---- The first difference ----

static void put_vector(covey_json *self, const double v[2])
{
    covey_json_number(self, "x", v[0]);
    covey_json_number(self, "y", v[1]);
}

/// One force that is right, whom it sees, and whether the output fits it.
static void put_force(covey_json *self, const check_forces *terms, int term, unsigned marks)
{
    static const char *const keys[] = {"cohesion", "separation", "alignment", "together"};
    covey_json row = {self->text, ""};
    covey_json_name(self, keys[term]);
    covey_text_string(row.text, "{");
    put_vector(&row, terms->force[term]);
    covey_json_bool(&row, "fits", (marks >> term & 1U) == 0);
    if (term < CHECK_FORCE_SUM)
        covey_json_string(&row, "sees", terms->neighbors[term]);
    covey_text_string(row.text, "}");
}

static void put_terms(covey_json *self, const check_report *report)
{
    const check_forces *terms = &report->terms;
    unsigned marks = check_report_marks(report);
    covey_json all = {self->text, ""};
    covey_json_name(self, "forces");
    covey_text_string(all.text, "{");
    for (int term = 0; term <= CHECK_FORCE_SUM; term++)
        put_force(&all, terms, term, marks);
    if (terms->is_used_known) {
        covey_json row = {self->text, ""};
        covey_json_name(&all, "used");
        covey_text_string(row.text, "{");
        put_vector(&row, terms->used);
        covey_json_number(&row, "doubt", terms->doubt);
        covey_text_string(row.text, "}");
    }
    covey_json_bool(&all, "step_fits", (marks >> CHECK_FORCE_POSITION & 1U) == 0);
    covey_text_string(all.text, "}");
}

static void put_command(covey_json *self, const check_report *report)
{
    covey_text command = {.memory = self->text->memory};
    check_reproduce_command(&command, report);
    const char *end = covey_text_end(&command);
    covey_json_string(self, "trace", end != NULL ? end : "");
    self->text->failed = self->text->failed || end == NULL;
    covey_text_destroy(&command);
}

static void put_first(covey_json *self, const check_report *report)
{
    const check_verdict *first = report->first;
    covey_json row = {self->text, ""};
    if (first == NULL)
        return;
    covey_json_name(self, "first");
    covey_text_string(row.text, "{");
    covey_json_string(&row, "case", first->of->name);
    put_place(&row, &first->wrong);
    if (!first->of->odd && first->wrong.step < first->of->problem.steps)
        put_terms(&row, report);
    put_command(&row, report);
    covey_text_string(row.text, "}");
    self->before = ",\n  ";
}

// ---- Diagnosis ----

static void put_hypothesis(covey_text *text, const check_hypothesis *hypothesis)
{
    covey_json row = {text, ""};
    covey_text_string(text, "{");
    covey_json_string(&row, "dialect", covey_formal_dialect(hypothesis->variant.dialect));
    covey_json_name(&row, "mistakes");
    covey_text_string(text, "[");
    const char *before = "\"";
    for (int k = 0; k < COVEY_MISTAKES; k++)
        if (hypothesis->variant.mistakes & COVEY_MISTAKE_BIT(k)) {
            covey_text_string(text, before);
            covey_text_string(text, covey_mistakes_info(k)->name);
            covey_text_string(text, "\"");
            before = ", \"";
        }
    covey_text_string(text, "]");
    for (int k = 0; k < COVEY_MISTAKES; k++)
        if ((hypothesis->variant.mistakes & COVEY_MISTAKE_BIT(k)) != 0 &&
            covey_mistakes_choice(&hypothesis->variant, k)[0] != '\0')
            covey_json_string(&row, "parameters", covey_mistakes_choice(&hypothesis->variant, k));
    covey_json_whole(&row, "explained", hypothesis->explained + hypothesis->also);
    covey_text_string(text, "}");
}

static void put_hypotheses(covey_json *self, const char *key, const check_hypothesis *all,
                           size_t count)
{
    covey_json_name(self, key);
    covey_text_string(self->text, "[");
    for (size_t k = 0; k < count; k++) {
        covey_text_string(self->text, k > 0 ? ", " : "");
        put_hypothesis(self->text, &all[k]);
    }
    covey_text_string(self->text, "]");
}

void check_report_json(covey_text *text, const check_report *report)
{
    covey_json top = {text, "\n  "};
    covey_text_string(text, "{");
    covey_json_string(&top, "program", report->name);
    top.before = ",\n  ";
    covey_json_bool(&top, "fenced", check_fenced(report));
    top.before = ",\n  ";
    covey_json_string(&top, "dialect", covey_formal_dialect(report->cases->dialect));
    if (report->cases->asked != report->cases->dialect)
        covey_json_string(&top, "dialect_asked", covey_formal_dialect(report->cases->asked));
    covey_json_bool(&top, "dialect_known", !report->cases->strange);
    top.before = ",\n  ";
    covey_json_whole(&top, "cases", report->cases->count);
    covey_json_whole(&top, "right", report->passed);
    covey_json_bool(&top, "passed", check_passed(report));
    covey_json_bool(&top, "output_at_the_end", report->late);
    covey_json_bool(&top, "harmless_form", report->forms != 0);
    covey_json_bool(&top, "four_numbers_a_line", check_slips_has_four(&report->form));
    if (report->layout != CHECK_LAYOUT_PLAIN)
        covey_json_string(&top, "frames", check_layout_words(report->layout));
    covey_json_bool(&top, "same_when_run_again", report->unsteady == NULL);
    top.before = ",\n  ";
    covey_json_name(&top, "results");
    covey_text_string(text, "[");
    for (size_t k = 0; k < report->cases->count; k++) {
        covey_text_string(text, k > 0 ? "," : "");
        put_case(text, &report->verdicts[k]);
    }
    covey_text_string(text, "\n  ]");
    top.before = ",\n  ";
    if (check_explain_unfinished_cause(report) != NULL)
        covey_json_string(&top, "unfinished_have", check_explain_unfinished_cause(report));
    top.before = ",\n  ";
    put_first(&top, report);
    put_hypotheses(&top, "diagnosis", report->diagnosis.fits, report->diagnosis.fit_count);
    top.before = ",\n  ";
    put_hypotheses(&top, "near", report->diagnosis.near, report->diagnosis.near_count);
    covey_text_string(text, "\n}\n");
}
