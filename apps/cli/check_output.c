// SPDX-License-Identifier: MIT
// What covey check writes: the report for people, and the files for graders and machines.
#define _POSIX_C_SOURCE 200809L
#include "check_parts.h"
#include "streams.h"

#include "check/pages.h"
#include "check/report.h"

#include <stdio.h>
#include <string.h>

/// An exit code, and a row of options that stands for standard output.
enum { DIFFERENCES = 1, STANDARD_OUTPUT = -1 };

/// Reports that go to files: what writes each of a program, and of a class; NULL: not for it.
static const struct report_writer {
    int row;
    void (*one)(covey_text *text, const check_report *report);
    void (*batch)(covey_text *text, const check_batch *batch, const check_cases *cases);
} writers[] = {
    {ROW_CSV, NULL, check_batch_csv},
    {ROW_HTML, check_report_html, check_batch_html},
    {ROW_JSON, check_report_json, check_batch_json},
    {ROW_JUNIT, check_report_junit, check_batch_junit},
    {ROW_GRADESCOPE, check_report_gradescope, NULL},
    {ROW_CLASSROOM, check_report_classroom, NULL},
};
_Static_assert(sizeof writers / sizeof *writers == CHECK_WRITERS, "a row per report");

int check_output_row(size_t writer)
{
    return writers[writer].row;
}

/// Writes a text that may hold names of unknown origin to a terminal.
static void put_lines(const char *bytes, size_t size, FILE *to)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text lines = {.memory = &memory};
    check_escape_lines(&lines, bytes, size);
    (void)fwrite(lines.bytes, 1, lines.size, to);
    covey_text_destroy(&lines);
}

void check_output_errors(const char *bytes, size_t size)
{
    put_lines(bytes, size, stderr);
}

covey_status check_output_fail(const check_state *at, covey_status status)
{
    if (status != COVEY_OK) {
        (void)fprintf(stderr, "covey %s: ", at->self->name);
        put_lines(at->error.message, strlen(at->error.message), stderr);
        (void)fputc('\n', stderr);
    }
    return status;
}

/// Writes the text to the file of an option.
static covey_status write_file(check_state *at, int row)
{
    const char *path = at->given->value[row];
    stream to = stream_create(path);
    covey_sink sink = stream_sink(&to);
    covey_status status =
        to.file < 0 ? COVEY_IO : sink.write(sink.context, at->text.bytes, at->text.size);
    status = stream_close(&to, status);
    if (status != COVEY_OK)
        covey_fail(&at->error, status, "cannot write %s: %s", path, strerror(to.error));
    return status;
}

/// Writes the text to standard output or to the file of an option, and empties it.
static covey_status write_out(check_state *at, int row)
{
    covey_status status = COVEY_OK;
    if (at->text.failed)
        status = covey_fail(&at->error, COVEY_MEMORY, "no memory for the report");
    else if (row == STANDARD_OUTPUT)
        put_lines(at->text.bytes, at->text.size, stdout);
    else
        status = write_file(at, row);
    covey_text_clear(&at->text);
    return check_output_fail(at, status);
}

covey_status check_output_text(check_state *at)
{
    return write_out(at, STANDARD_OUTPUT);
}

int check_output_report(check_state *at, const check_report *report)
{
    check_report_put(&at->text, report);
    covey_status status = write_out(at, STANDARD_OUTPUT);
    for (size_t k = 0; k < CHECK_WRITERS && status == COVEY_OK; k++)
        if (check_options_has(at, writers[k].row)) {
            writers[k].one(&at->text, report);
            status = write_out(at, writers[k].row);
        }
    if (status != COVEY_OK)
        return covey_status_exit(status);
    return check_is_right(report) ? 0 : DIFFERENCES;
}

/// Writes the table of --roster with the grades, and notes the submissions that it lacks.
static covey_status write_grades(check_state *at, const check_batch *batch)
{
    covey_text notes = {.memory = &at->memory};
    covey_status status =
        check_grades_put(&at->text, &at->grades, batch, &at->cases, &notes, &at->error);
    if (status != COVEY_OK)
        (void)check_output_fail(at, status);
    else
        status = write_out(at, ROW_GRADES);
    put_lines(notes.bytes, notes.size, stderr);
    covey_text_destroy(&notes);
    return status;
}

int check_output_batch(check_state *at, const check_batch *batch)
{
    check_batch_put(&at->text, batch, &at->cases);
    covey_status status = write_out(at, STANDARD_OUTPUT);
    for (size_t k = 0; k < CHECK_WRITERS && status == COVEY_OK; k++)
        if (check_options_has(at, writers[k].row)) {
            if (writers[k].row == ROW_CSV && check_options_has(at, ROW_BOM))
                covey_text_string(&at->text, "\xef\xbb\xbf");
            writers[k].batch(&at->text, batch, &at->cases);
            status = write_out(at, writers[k].row);
        }
    check_hints hints = check_options_has(at, ROW_HINTS) ? at->def.hints : CHECK_HINTS_KIND;
    if (check_options_has(at, ROW_RUBRIC) && !check_options_has(at, ROW_HINTS))
        hints = check_rubric_hints(&at->rubric, at->attempt, hints);
    if (status == COVEY_OK && check_options_has(at, ROW_PAGES))
        status = check_output_fail(at, check_pages_write(at->given->value[ROW_PAGES], batch,
                                                         &at->cases, hints, &at->error));
    if (status == COVEY_OK && check_options_has(at, ROW_GRADES))
        status = write_grades(at, batch);
    if (status != COVEY_OK)
        return covey_status_exit(status);
    return check_batch_passed(batch) ? 0 : DIFFERENCES;
}
