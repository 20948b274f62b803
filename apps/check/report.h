// SPDX-License-Identifier: MIT
#ifndef CHECK_REPORT_H
#define CHECK_REPORT_H

#include "check/batch.h"
#include "formats/json.h"
#include "formats/text.h"

/// The report of a program: for people, as JSON, as JUnit's XML. Out of memory shows in the text.
void check_report_put(covey_text *text, const check_report *report);
void check_report_json(covey_text *text, const check_report *report);
void check_report_junit(covey_text *text, const check_report *report);

/// The seconds by the clock of all cases together.
double check_report_seconds(const check_report *report);

/// The results of a program, a point for each right case, as graders of others read them:
/// Gradescope's results.json, and what a step of GitHub Classroom hands to its reporter.
void check_report_gradescope(covey_text *text, const check_report *report);
void check_report_classroom(covey_text *text, const check_report *report);

/// The same as a page of HTML that needs no other file and no script, with a drawing of the first
/// wrong number.
void check_report_html(covey_text *text, const check_report *report);

/// The part of that page about the agent of the first wrong number: the drawing, and a table of
/// forces. Nothing where the state is not known.
void check_report_html_drawn(covey_text *text, const check_report *report);

/// The findings of the report for people: the diagnosis, cases not finished, format, layout.
void check_report_put_findings(covey_text *text, const check_report *report);

/// Reports of a class: tables for a terminal, as CSV, and as a page of HTML that needs no other
/// file; all reports as JSON, and as JUnit's XML.
void check_batch_put(covey_text *text, const check_batch *batch, const check_cases *cases);
void check_batch_csv(covey_text *text, const check_batch *batch, const check_cases *cases);
void check_batch_html(covey_text *text, const check_batch *batch, const check_cases *cases);
void check_batch_json(covey_text *text, const check_batch *batch, const check_cases *cases);
void check_batch_junit(covey_text *text, const check_batch *batch, const check_cases *cases);

/// As check_batch_html(), with a link to a page for each submission in place of its report. `files`
/// are the names of these pages, in the order of the rows.
void check_batch_index(covey_text *text, const check_batch *batch, const check_cases *cases,
                       const char *const *files);

/// The page of a submission for its author, as check_report_html(); of one that was not run, why
/// not and the output of its build.
void check_batch_page(covey_text *text, const check_batch_row *row, check_hints hints);

/// A report of a submission that was not behind all fences; NULL where there is none.
const check_report *check_batch_unfenced(const check_batch *batch);

/// The number of right cases of a submission; 0 of one that was not run.
size_t check_batch_right(const check_batch_row *row);

/// The result of a submission in a sentence.
void check_batch_put_result(covey_text *text, const check_batch_row *row);

/// The forces on the first wrong agent that do not fit, a bit for each of check_force: those of the
/// mistakes if they are known, otherwise the one that the numbers point at.
unsigned check_report_marks(const check_report *report);

/// The part of a report for people that says what is wrong, behind an empty line.
void check_diagnosis_put(covey_text *text, const check_report *report);

/// Puts up to 1023 bytes as printf() does.
void check_put(covey_text *text, const char *format, ...) COVEY_PRINTF(2, 3);

/// The input of the case with the first wrong number, or of a large one the agents that matter, and
/// the command that traces it.
void check_reproduce_put(covey_text *text, const check_report *report);

/// The command that traces a case, or prints the right output by a sum, as a line for a shell.
void check_reproduce_command(covey_text *text, const check_report *report);

// ---- JSON in a text ----

/// JSON on its way into a text.
typedef struct check_json {
    char buffer[COVEY_WRITER_LEAST];
    covey_writer writer;
    covey_json json;
} check_json;

/// Begins to write JSON; close all that is open, then end.
covey_json *check_json_begin(check_json *self, covey_text *text);
void check_json_end(check_json *self, covey_text *text);

/// Writes a string that a function put into a text, and destroys that.
void check_json_sentence(covey_json *json, const char *key, covey_text *sentence);

// ---- Names and lines of strangers: of folders, files, cases, programs, their output ----
// Each kind of text has its way; JSON has formats/json.h.

/// A line for a terminal, which must take no orders from it: all that is no letter, and the end of
/// a line, shows as a question mark.
void check_escape_line(covey_text *text, const char *bytes, size_t size);

/// The same for a whole text: ends of lines stay.
void check_escape_lines(covey_text *text, const char *bytes, size_t size);

/// A cell of a table in CSV, in quotes. A text that a program of tables would take for a
/// formula gets an apostrophe before it.
void check_escape_csv(covey_text *text, const char *string);

/// A text as it stands in XML and in HTML.
void check_escape_xml(covey_text *text, const char *string);

#endif
