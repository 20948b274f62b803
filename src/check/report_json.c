// SPDX-License-Identifier: MIT
// The report as JSON.
#include "base/letter.h"
#include "check/report.h"
#include "check/unfinished.h"
#include "check/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// An object or list under way: what stands before the next member.
typedef struct json {
    covey_text *text;
    const char *before;
} json;

static void name(json *self, const char *key)
{
    covey_text_string(self->text, self->before);
    covey_text_string(self->text, "\"");
    covey_text_string(self->text, key);
    covey_text_string(self->text, "\": ");
    self->before = ", ";
}

/// A text as it stands inside a string.
static void escape(covey_text *text, const char *string)
{
    for (size_t size = strlen(string), letter; size > 0; string += letter, size -= letter) {
        char escaped[8];
        letter = covey_letter_size(string, size);
        if (letter > 0 && *string != '"' && *string != '\\' && *string != '\n' && *string != '\t') {
            covey_text_put(text, string, letter);
            continue;
        }
        (void)snprintf(escaped, sizeof escaped, "\\u%04x", letter > 0 ? (unsigned)*string : '?');
        covey_text_string(text, escaped);
        letter = 1;
    }
}

static void put_string(json *self, const char *key, const char *value)
{
    name(self, key);
    covey_text_string(self->text, "\"");
    escape(self->text, value);
    covey_text_string(self->text, "\"");
}

static void put_whole(json *self, const char *key, size_t value)
{
    name(self, key);
    covey_text_integer(self->text, value);
}

static void put_bool(json *self, const char *key, bool value)
{
    name(self, key);
    covey_text_string(self->text, value ? "true" : "false");
}

/// Writes a sentence that `put` makes as a string.
static void put_verdict_text(json *self, const covey_verdict *verdict)
{
    covey_text sentence = {.memory = self->text->memory};
    covey_words_verdict(&sentence, verdict);
    const char *end = covey_text_end(&sentence);
    put_string(self, "message", end != NULL ? end : "");
    self->text->failed = self->text->failed || end == NULL;
    covey_text_destroy(&sentence);
}

static void put_place(json *row, const covey_difference *difference)
{
    static const char *const columns[] = {"x", "y", "vx", "vy"};
    put_whole(row, "step", difference->step + 1);
    put_whole(row, "agent", difference->agent + 1);
    put_string(row, "column", columns[difference->column]);
    put_string(row, "expected", difference->expected);
    put_string(row, "got", difference->got);
}

static void put_case(covey_text *text, const covey_verdict *verdict)
{
    const covey_difference *difference = &verdict->difference;
    json row = {text, ""};
    covey_text_string(text, "\n    {");
    put_string(&row, "name", verdict->of->name);
    put_bool(&row, "passed", verdict->passed);
    put_bool(&row, "finished", !verdict->unfinished);
    put_string(&row, "result", covey_words_verdict_name(verdict));
    put_verdict_text(&row, verdict);
    bool ended = verdict->outcome.kind == COVEY_OUTCOME_ENDED;
    if (ended && difference->kind == COVEY_DIFFERENCE_NUMBER)
        put_place(&row, difference);
    if (ended)
        put_whole(&row, "exit_code", (size_t)verdict->outcome.value);
    covey_text_string(text, "}");
}

// ---- The first difference ----

/// A number, or null for what JSON cannot hold.
static void put_number(json *self, const char *key, double number)
{
    name(self, key);
    if (isfinite(number))
        covey_text_number(self->text, number + 0.0);
    else
        covey_text_string(self->text, "null");
}

static void put_vector(json *self, const double v[2])
{
    put_number(self, "x", v[0]);
    put_number(self, "y", v[1]);
}

/// One force that is right, whom it sees, and whether the output fits it.
static void put_force(json *self, const covey_terms *terms, int term, unsigned marks)
{
    static const char *const keys[] = {"cohesion", "separation", "alignment", "together"};
    json row = {self->text, ""};
    name(self, keys[term]);
    covey_text_string(row.text, "{");
    put_vector(&row, terms->force[term]);
    put_bool(&row, "fits", (marks >> term & 1U) == 0);
    if (term < COVEY_TERM_FORCE)
        put_string(&row, "sees", terms->neighbors[term]);
    covey_text_string(row.text, "}");
}

static void put_terms(json *self, const covey_report *report)
{
    const covey_terms *terms = &report->terms;
    unsigned marks = covey_report_marks(report);
    json all = {self->text, ""};
    name(self, "forces");
    covey_text_string(all.text, "{");
    for (int term = 0; term <= COVEY_TERM_FORCE; term++)
        put_force(&all, terms, term, marks);
    if (terms->is_used_known) {
        json row = {self->text, ""};
        name(&all, "used");
        covey_text_string(row.text, "{");
        put_vector(&row, terms->used);
        put_number(&row, "doubt", terms->doubt);
        covey_text_string(row.text, "}");
    }
    put_bool(&all, "step_fits", (marks >> COVEY_TERM_POSITION & 1U) == 0);
    covey_text_string(all.text, "}");
}

static void put_first(json *self, const covey_report *report)
{
    const covey_verdict *first = report->first;
    json row = {self->text, ""};
    if (first == NULL)
        return;
    name(self, "first");
    covey_text_string(row.text, "{");
    put_string(&row, "case", first->of->name);
    put_place(&row, &first->wrong);
    if (first->wrong.step < first->of->problem.steps)
        put_terms(&row, report);
    covey_text_string(row.text, "}");
    self->before = ",\n  ";
}

// ---- Diagnosis ----

static void put_hypothesis(covey_text *text, const covey_hypothesis *hypothesis)
{
    json row = {text, ""};
    covey_text_string(text, "{");
    put_string(&row, "dialect", covey_formal_dialect(hypothesis->variant.dialect));
    name(&row, "mistakes");
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
    put_whole(&row, "explained", hypothesis->explained + hypothesis->also);
    covey_text_string(text, "}");
}

static void put_hypotheses(json *self, const char *key, const covey_hypothesis *all, size_t count)
{
    name(self, key);
    covey_text_string(self->text, "[");
    for (size_t k = 0; k < count; k++) {
        covey_text_string(self->text, k > 0 ? ", " : "");
        put_hypothesis(self->text, &all[k]);
    }
    covey_text_string(self->text, "]");
}

void covey_report_json(covey_text *text, const covey_report *report)
{
    json top = {text, "\n  "};
    covey_text_string(text, "{");
    put_string(&top, "program", report->name);
    top.before = ",\n  ";
    put_string(&top, "dialect", covey_formal_dialect(report->cases->dialect));
    top.before = ",\n  ";
    put_whole(&top, "cases", report->cases->count);
    put_whole(&top, "right", report->passed);
    put_bool(&top, "passed", covey_check_passed(report));
    put_bool(&top, "output_at_the_end", report->late);
    put_bool(&top, "harmless_form", report->forms != 0);
    put_bool(&top, "four_numbers_a_line", !covey_form_is_wrong(&report->form));
    put_bool(&top, "same_when_run_again", report->unsteady == NULL);
    top.before = ",\n  ";
    name(&top, "results");
    covey_text_string(text, "[");
    for (size_t k = 0; k < report->cases->count; k++) {
        covey_text_string(text, k > 0 ? "," : "");
        put_case(text, &report->verdicts[k]);
    }
    covey_text_string(text, "\n  ]");
    top.before = ",\n  ";
    if (covey_unfinished_cause(report) != NULL)
        put_string(&top, "unfinished_have", covey_unfinished_cause(report));
    top.before = ",\n  ";
    put_first(&top, report);
    put_hypotheses(&top, "diagnosis", report->diagnosis.fits, report->diagnosis.fit_count);
    top.before = ",\n  ";
    put_hypotheses(&top, "near", report->diagnosis.near, report->diagnosis.near_count);
    covey_text_string(text, "\n}\n");
}
