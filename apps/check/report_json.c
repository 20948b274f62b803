// SPDX-License-Identifier: MIT
// The reports as JSON: of a program, and of a class with the report of each submission.
#include "check/explain.h"
#include "check/report.h"
#include "check/rubric.h"

#include <string.h>

covey_json *check_json_begin(check_json *self, covey_text *text)
{
    self->writer = (covey_writer){
        .sink = covey_text_sink(text), .buffer = self->buffer, .size = sizeof self->buffer};
    self->json = (covey_json){.out = &self->writer};
    return &self->json;
}

void check_json_end(check_json *self, covey_text *text)
{
    text->failed |= covey_writer_flush(&self->writer) != COVEY_OK;
}

void check_json_sentence(covey_json *json, const char *key, covey_text *sentence)
{
    const char *end = covey_text_end(sentence);
    covey_json_string(json, key, end != NULL ? end : "");
    if (end == NULL)
        json->out->status = COVEY_MEMORY;
    covey_text_destroy(sentence);
}

/// A truth, or null where it is not known.
static void put_truth(covey_json *json, const char *key, bool known, bool value)
{
    if (known)
        covey_json_bool(json, key, value);
    else
        covey_json_null(json, key);
}

// ---- Cases ----

static void put_place(covey_json *json, const check_difference *difference)
{
    static const char *const columns[] = {"x", "y", "vx", "vy"};
    covey_json_whole(json, "step", difference->step + 1);
    covey_json_whole(json, "agent", difference->agent + 1);
    covey_json_string(json, "column", columns[difference->column]);
    covey_json_string(json, "expected", difference->expected);
    covey_json_string(json, "got", difference->got);
}

static void put_case(covey_json *json, covey_memory *memory, const check_verdict *verdict)
{
    covey_text sentence = {.memory = memory};
    covey_json_line(json);
    covey_json_object(json, NULL);
    covey_json_string(json, "name", verdict->subject->name);
    bool ran = verdict->outcome.kind != CHECK_OUTCOME_NOT_RUN;
    put_truth(json, "passed", ran, verdict->passed);
    put_truth(json, "finished", ran, !verdict->unfinished);
    covey_json_bool(json, "of_the_dialect", !verdict->subject->odd);
    covey_json_string(json, "result", check_explain_verdict_name(verdict));
    check_explain_verdict(&sentence, verdict);
    check_json_sentence(json, "message", &sentence);
    bool ended = verdict->outcome.kind == CHECK_OUTCOME_ENDED;
    if (ended && verdict->difference.kind == CHECK_DIFFERENCE_NUMBER)
        put_place(json, &verdict->difference);
    if (ended)
        covey_json_whole(json, "exit_code", (uint64_t)verdict->outcome.value);
    else
        covey_json_null(json, "exit_code");
    covey_json_close(json);
}

static void put_cases(covey_json *json, covey_memory *memory, const check_report *report)
{
    covey_json_line(json);
    covey_json_list(json, "results");
    for (size_t k = 0; k < report->cases->count; k++)
        put_case(json, memory, &report->verdicts[k]);
    covey_json_close(json);
}

// ---- The first difference ----

static void put_vector(covey_json *json, const double v[2])
{
    covey_json_number(json, "x", v[0]);
    covey_json_number(json, "y", v[1]);
}

/// One force that is right, the neighbors that it comes from, and whether the output fits it.
static void put_force(covey_json *json, const check_forces *forces, int force, unsigned marks)
{
    static const char *const keys[] = {"cohesion", "separation", "alignment", "together"};
    covey_json_object(json, keys[force]);
    put_vector(json, forces->force[force]);
    covey_json_bool(json, "fits", (marks >> force & 1U) == 0);
    if (force < CHECK_FORCE_SUM)
        covey_json_string(json, "sees", forces->neighbors[force]);
    covey_json_close(json);
}

static void put_forces(covey_json *json, const check_report *report)
{
    const check_forces *forces = &report->forces;
    unsigned marks = check_report_marks(report);
    covey_json_object(json, "forces");
    for (int force = 0; force <= CHECK_FORCE_SUM; force++)
        put_force(json, forces, force, marks);
    if (forces->is_used_known) {
        covey_json_object(json, "used");
        put_vector(json, forces->used);
        covey_json_number(json, "doubt", forces->doubt);
        covey_json_close(json);
    }
    covey_json_bool(json, "step_fits", (marks >> CHECK_FORCE_POSITION & 1U) == 0);
    covey_json_close(json);
}

static void put_first(covey_json *json, covey_memory *memory, const check_report *report)
{
    const check_verdict *first = report->first;
    covey_text command = {.memory = memory};
    if (first == NULL)
        return;
    covey_json_line(json);
    covey_json_object(json, "first");
    covey_json_string(json, "case", first->subject->name);
    put_place(json, &first->wrong);
    if (!first->subject->odd && report->forces.before != NULL)
        put_forces(json, report);
    check_reproduce_command(&command, report);
    check_json_sentence(json, "trace", &command);
    covey_json_close(json);
}

// ---- Diagnosis ----

static void put_hypothesis(covey_json *json, const check_hypothesis *hypothesis)
{
    const covey_variant *variant = &hypothesis->variant;
    covey_json_object(json, NULL);
    covey_json_string(json, "dialect", hypothesis->dialect);
    covey_json_list(json, "mistakes");
    for (int k = 0; k < COVEY_MISTAKES; k++)
        if (hypothesis->changed & COVEY_MISTAKE_BIT(k))
            covey_json_string(json, NULL, covey_mistakes_info(k)->name);
    covey_json_close(json);
    for (int k = 0; k < COVEY_MISTAKES; k++)
        if ((hypothesis->changed & variant->mistakes & COVEY_MISTAKE_BIT(k)) != 0 &&
            covey_mistakes_choice(variant, k)[0] != '\0')
            covey_json_string(json, "parameters", covey_mistakes_choice(variant, k));
    covey_json_whole(json, "explained", hypothesis->explained + hypothesis->also);
    covey_json_close(json);
}

static void put_hypotheses(covey_json *json, const char *key, const check_hypothesis *all,
                           size_t count)
{
    covey_json_line(json);
    covey_json_list(json, key);
    for (size_t k = 0; k < count; k++)
        put_hypothesis(json, &all[k]);
    covey_json_close(json);
}

static void put_program(covey_json *json, const check_reason *reason, const reason_program *program,
                        int dialect)
{
    check_reason_finding findings[REASON_FINDINGS];
    size_t count = check_reason_list(program, &reason->right, dialect, findings);
    covey_json_list(json, NULL);
    for (size_t k = 0; k < count; k++) {
        covey_json_object(json, NULL);
        covey_json_string(json, "name", findings[k].name);
        covey_json_string(json, "what", findings[k].words);
        if (findings[k].choice[0] != '\0')
            covey_json_string(json, "parameters", findings[k].choice);
        covey_json_close(json);
    }
    covey_json_close(json);
}

/// What follows from the numbers where no mistake of the list fits: "proved" is a list of programs
/// that print the same in all cases, "likely" and "sure" one of a program that does so in most, or
/// in those with one rule.
static void put_reason(covey_json *json, const check_reason *reason, int dialect)
{
    if (!check_reason_tells(reason))
        return;
    covey_json_line(json);
    covey_json_object(json, "reasoned");
    covey_json_list(json, reason->fit_count > 0 ? "proved" : reason->is_near ? "likely" : "sure");
    for (size_t k = 0; k < reason->fit_count; k++)
        put_program(json, reason, &reason->fits[k], dialect);
    if (reason->fit_count == 0)
        put_program(json, reason, &reason->near, dialect);
    covey_json_close(json);
    covey_json_whole(json, "explained", reason->explained);
    covey_json_whole(json, "compared", reason->cases);
    covey_json_close(json);
}

// ---- Rules ----

static void put_rule_state(covey_json *json, const char *key, check_rule_state state)
{
    if (state == CHECK_RULE_UNKNOWN)
        covey_json_null(json, key);
    else
        covey_json_string(json, key, state == CHECK_RULE_RIGHT ? "right" : "wrong");
}

/// What first steps say about each rule, and the rules that add no force.
static void put_rules(covey_json *json, covey_memory *memory, const check_report *report)
{
    const check_rules *rules = &report->rules;
    covey_text sentence = {.memory = memory};
    covey_json_line(json);
    covey_json_object(json, "rules");
    for (int rule = 0; rule < CHECK_RULES; rule++)
        put_rule_state(json, check_rules_name(rule), rules->rule[rule]);
    put_rule_state(json, "together", rules->sum);
    put_rule_state(json, "without_rules", rules->base);
    covey_json_list(json, "without_force");
    for (int rule = 0; rule < CHECK_RULES && check_explain_is_absent(report); rule++)
        if (rules->absent >> rule & 1U)
            covey_json_string(json, NULL, check_rules_name(rule));
    covey_json_close(json);
    check_explain_rules(&sentence, report);
    check_json_sentence(json, "message", &sentence);
    covey_json_close(json);
}

// ---- A program ----

/// True if the program printed lines in any case.
static bool has_lines(const check_report *report)
{
    for (size_t k = 0; k < report->cases->count; k++)
        if (report->verdicts[k].answer.count > 0)
            return true;
    return false;
}

static void put_counts(covey_json *json, const check_report *report)
{
    bool prints = has_lines(report);
    covey_json_line(json);
    covey_json_whole(json, "cases", report->cases->count);
    covey_json_whole(json, "right", report->passed);
    covey_json_bool(json, "passed", check_is_right(report));
    put_truth(json, "output_at_the_end", report->held, report->late);
    put_truth(json, "harmless_form", prints, report->overlooked != 0);
    put_truth(json, "four_numbers_a_line", prints, check_format_has_four(&report->format_errors));
    if (report->frame_layout != CHECK_FRAMES_PLAIN)
        covey_json_string(json, "frames", check_frame_layout_words(report->frame_layout));
    put_truth(json, "same_when_run_again", report->repeated, report->unsteady == NULL);
}

/// The points of each item of the rubric, and how many of the hidden cases are right.
static void put_points(covey_json *json, covey_memory *memory, const check_report *report)
{
    const check_rubric *rubric = report->cases->rubric;
    if (rubric == NULL)
        return;
    covey_json_line(json);
    covey_json_object(json, "points");
    covey_json_string(json, "title", rubric->title);
    covey_json_number(json, "earned", check_points_sum(report));
    covey_json_number(json, "of", rubric->points);
    covey_json_whole(json, "hidden_cases", check_points_hidden(report->cases));
    covey_json_whole(json, "hidden_right", report->hidden_right);
    covey_json_list(json, "items");
    for (size_t k = 0; k < rubric->count; k++) {
        covey_text sentence = {.memory = memory};
        covey_json_line(json);
        covey_json_object(json, NULL);
        covey_json_string(json, "name", rubric->items[k].name);
        covey_json_number(json, "earned", report->points[k].earned);
        covey_json_number(json, "of", rubric->items[k].points);
        covey_json_bool(json, "hidden", rubric->items[k].hidden);
        covey_json_bool(json, "withheld", report->points[k].withheld);
        check_points_reason(&sentence, report, k);
        check_json_sentence(json, "reason", &sentence);
        covey_json_close(json);
    }
    covey_json_close(json);
    covey_json_close(json);
}

static void put_report(covey_json *json, const char *key, covey_memory *memory,
                       const check_report *report)
{
    const char *cause = check_explain_unfinished_cause(report);
    covey_json_object(json, key);
    covey_json_line(json);
    if (key == NULL)
        covey_json_string(json, "covey", covey_version_text());
    covey_json_string(json, "program", report->name);
    covey_json_line(json);
    put_truth(json, "fenced", report->ran, check_fenced(report));
    covey_json_line(json);
    covey_json_string(json, "dialect", check_cases_dialect(report->cases));
    if (strcmp(check_cases_asked(report->cases), check_cases_dialect(report->cases)) != 0)
        covey_json_string(json, "dialect_asked", check_cases_asked(report->cases));
    covey_json_bool(json, "dialect_known", !report->cases->strange);
    put_counts(json, report);
    put_points(json, memory, report);
    put_cases(json, memory, report);
    if (cause != NULL) {
        covey_json_line(json);
        covey_json_string(json, "unfinished_have", cause);
    }
    put_first(json, memory, report);
    put_rules(json, memory, report);
    put_hypotheses(json, "diagnosis", report->diagnosis.fits, report->diagnosis.fit_count);
    put_reason(json, &report->reason, report->cases->dialect);
    put_hypotheses(json, "near", report->diagnosis.near, report->diagnosis.near_count);
    covey_json_close(json);
}

void check_report_json(covey_text *text, const check_report *report)
{
    check_json to;
    put_report(check_json_begin(&to, text), NULL, text->memory, report);
    check_json_end(&to, text);
}

// ---- A class ----

static void put_row(covey_json *json, covey_memory *memory, const check_batch_row *row,
                    const check_cases *of)
{
    char group[CHECK_BATCH_GROUP];
    covey_text sentence = {.memory = memory};
    check_batch_group_name(row->group, group);
    covey_json_line(json);
    covey_json_object(json, NULL);
    covey_json_string(json, "submission", row->name);
    covey_json_string(json, "state", check_batch_state_name(row->state));
    if (row->trouble == NULL)
        covey_json_whole(json, "right", row->report.passed);
    else
        covey_json_null(json, "right");
    if (of->rubric != NULL)
        covey_json_number(json, "points", check_batch_points(row));
    covey_json_string(json, "alike", row->group != 0 ? group : NULL);
    check_batch_put_result(&sentence, row);
    check_json_sentence(json, "result", &sentence);
    covey_json_string(json, "build_output", row->built ? row->details : NULL);
    if (row->trouble == NULL)
        put_report(json, "report", memory, &row->report);
    covey_json_close(json);
}

void check_batch_json(covey_text *text, const check_batch *batch, const check_cases *cases)
{
    check_json to;
    covey_json *json = check_json_begin(&to, text);
    covey_json_object(json, NULL);
    covey_json_string(json, "covey", covey_version_text());
    covey_json_line(json);
    covey_json_string(json, "dialect", check_cases_dialect(cases));
    covey_json_line(json);
    covey_json_whole(json, "cases", cases->count);
    if (cases->rubric != NULL)
        covey_json_number(json, "points", cases->rubric->points);
    covey_json_bool(json, "passed", check_batch_passed(batch));
    covey_json_line(json);
    covey_json_list(json, "submissions");
    for (size_t k = 0; k < batch->count; k++)
        put_row(json, text->memory, &batch->rows[k], cases);
    covey_json_close(json);
    covey_json_close(json);
    check_json_end(&to, text);
}
