// SPDX-License-Identifier: MIT
// covey check: compares programs with the formal assignment.
#define _XOPEN_SOURCE 700
#include "commands.h"
#include "streams.h"
#include "suggest.h"

#include "check/batch.h"
#include "check/command.h"
#include "check/folder.h"
#include "check/grades.h"
#include "check/pages.h"
#include "check/report.h"
#include "check/sandbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    DIALECT,
    CASES,
    GENERATE,
    SEED,
    DIFFICULTY,
    TOLERANCE,
    EXACT,
    TIME_LIMIT,
    MEMORY_LIMIT,
    JOBS,
    JSON,
    JUNIT,
    GRADESCOPE,
    CLASSROOM,
    OUTPUT,
    MAKE,
    BATCH,
    BUILD,
    CSV,
    BOM,
    HTML,
    PAGES,
    ROSTER,
    GRADES,
    ASSIGNMENT,
    SHOW,
    EXPECTED,
    SAVE,
    WITH,
    STRICT,
    HINTS,
};

/// An exit code, and a row of options that stands for standard output.
enum { DIFFERENCES = 1, STANDARD_OUTPUT = -1 };

const option check_options[] = {
    [DIALECT] = {"dialect", "NAME", "text|suite2023|unit",
                 "whose reading of the rules (default text)", 0, false},
    [CASES] = {"cases", "DIR", NULL,
               "the cases in DIR, NAME.in and NAME.out, not the built-in ones", 0, true},
    [GENERATE] = {"generate", "N", NULL, "N fresh cases", 0, false},
    [SEED] = {"seed", "S", NULL, "what fresh cases are drawn from (default 1)", 0, false},
    [DIFFICULTY] = {"difficulty", "LEVEL", "easy|medium|hard", "of fresh cases (default medium)", 0,
                    false},
    [TOLERANCE] = {"tolerance", "T", NULL, "let numbers differ by up to T", 0, false},
    [EXACT] = {"exact", NULL, NULL, "compare every byte, line ends and blanks too", 0, false},
    [TIME_LIMIT] = {"time-limit", "S", NULL, "seconds of processor time for a case (default 5)", 0,
                    false},
    [MEMORY_LIMIT] = {"memory-limit", "MB", NULL,
                      "megabytes for the program (default 1024, 0: no limit)", 0, false},
    [JOBS] = {"jobs", "N", NULL, "cases to run at a time (default: one per processor)", 0, false},
    [JSON] = {"json", "FILE", NULL, "write the report as JSON to FILE", 0, false},
    [JUNIT] = {"junit", "FILE", NULL, "write the report as JUnit's XML to FILE", 0, false},
    [GRADESCOPE] = {"gradescope", "FILE", NULL, "write the results for Gradescope to FILE", 0,
                    false},
    [CLASSROOM] = {"classroom", "FILE", NULL,
                   "write the results for GitHub Classroom's reporter to FILE", 0, false},
    [OUTPUT] = {"output", "FILE", NULL, "judge FILE as the output for the operand, an input", 0,
                false},
    [MAKE] = {"make", "DIR", NULL, "write as many fresh cases as the operand says to DIR", 0,
              false},
    [BATCH] = {"batch", "DIR", NULL, "check every folder in DIR; PROGRAM is seen from there", 0,
               false},
    [BUILD] = {"build", "COMMAND", NULL,
               "with --batch: how to build each, in a copy; auto: by its files", 0, false},
    [CSV] = {"csv", "FILE", NULL, "with --batch: write the table as CSV to FILE", 0, false},
    [BOM] = {"bom", NULL, NULL,
             "with --csv: begin it with the mark by which Excel knows its letters", 0, false},
    [HTML] = {"html", "FILE", NULL,
              "write the report, or with --batch the table, as a page to FILE", 0, false},
    [PAGES] = {"pages", "DIR", NULL,
               "with --batch: write a page for each student, and an index, to DIR", 0, false},
    [ROSTER] = {"roster", "FILE", NULL,
                "with --batch: Moodle's worksheet or Canvas's gradebook to fill", 0, false},
    [GRADES] = {"grades", "FILE", NULL, "with --roster: write that table with the grades to FILE",
                0, false},
    [ASSIGNMENT] = {"assignment", "NAME", NULL, "with --roster: Canvas's column to fill", 0, false},
    [SHOW] = {"show", "CASE", NULL, "run nothing: print the input of CASE", 0, false},
    [EXPECTED] = {"expected", NULL, NULL, "with --show: print what is right for it", 0, false},
    [SAVE] = {"save", "DIR", NULL, "run nothing: write all cases to DIR, as --make does", 0, false},
    [WITH] = {"with", "DIR", NULL, "let the program read DIR besides its own folder", 0, false},
    [STRICT] = {"strict", NULL, NULL, "run nothing that this system cannot fence", 0, false},
    [HINTS] = {"hints", "N", "1|2|3",
               "1: where the mistake is; 2: what kind (default); 3: the assignment's sentence", 0,
               false},
    {0},
};

const char check_details[] =
    "Runs PROGRAM on every case, with limits, and compares what it prints with what is right. "
    "Where\n"
    "they differ it shows where first, and names the mistake.\n"
    "\n"
    "examples:\n"
    "  covey check -- ./flock\n"
    "  covey check --dialect suite2023 --cases tests -- python3 flock.py\n"
    "  covey check --output my.out case.in\n"
    "  covey check --show clamp --expected\n"
    "  covey check --make cases 20 --seed 7 --difficulty hard\n"
    "  covey check --batch homework --build 'cc -O2 *.c -lm' --html class.html\n"
    "\n"
    "exit codes: 0 all right, 1 differences found, otherwise those of covey help\n";

/// Reports that go to files: what writes each of a program, and of a class; NULL: not for it.
static const struct report_writer {
    int row;
    void (*one)(covey_text *text, const check_report *report);
    void (*batch)(covey_text *text, const check_batch *batch, const check_cases *cases);
} writers[] = {
    {CSV, NULL, check_batch_csv},
    {HTML, check_report_html, check_batch_html},
    {JSON, check_report_json, check_batch_json},
    {JUNIT, check_report_junit, check_batch_junit},
    {GRADESCOPE, check_report_gradescope, NULL},
    {CLASSROOM, check_report_classroom, NULL},
};
enum { WRITERS = sizeof writers / sizeof *writers };

/// The state of the command.
typedef struct check_state {
    const command *self;
    const options *given;
    check_def def;
    covey_arena arena;
    check_cases cases;
    char *with;                       ///< absolute path of the folder of --with, or NULL
    const char *reports[WRITERS + 4]; ///< paths of the reports to write, ended by NULL
    covey_memory memory;
    covey_text text; ///< output that is not yet written
    covey_error error;
    check_grades_def grades; ///< of --roster
} check_state;

// ---- Options ----

static bool read_whole(const check_state *at, int row, whole *number)
{
    return options_whole(at->self, check_options[row].name, at->given->value[row], number);
}

static bool read_real(const check_state *at, int row, double *value)
{
    real wanted = {0, 1e9, *value, "not a number from 0 to 1e9"};
    bool good = options_real(at->self, check_options[row].name, at->given->value[row], &wanted);
    *value = wanted.value;
    return good;
}

static int find_name(const char *(*name_at)(int), const char *name)
{
    int found = 0;
    while (name != NULL && strcmp(name_at(found), name) != 0)
        found++;
    return found;
}

static bool read_cases(check_state *at)
{
    const options *given = at->given;
    whole generate = {0, 100000, 0}, seed = {0, 2147483647, 1};
    if (!read_whole(at, GENERATE, &generate) || !read_whole(at, SEED, &seed))
        return false;
    at->def.make = (check_make_def){
        .count = (size_t)generate.value,
        .seed = (uint64_t)seed.value,
        .difficulty = CHECK_DIFFICULTY_MEDIUM,
    };
    if (given->value[DIFFICULTY] != NULL)
        at->def.make.difficulty =
            (check_difficulty)find_name(check_make_difficulty, given->value[DIFFICULTY]);
    if (given->repeat_count > CHECK_FOLDERS) {
        (void)fprintf(stderr, "covey %s: --cases is given more than %d times\n", at->self->name,
                      CHECK_FOLDERS);
        return false;
    }
    for (int k = 0; k < given->repeat_count; k++)
        at->def.folders[at->def.folder_count++] = given->repeat[k].value;
    return true;
}

static bool read_limits(check_state *at)
{
    whole memory = {0, 1 << 20, 1024}, jobs = {1, 64, options_processors()};
    double seconds = 5;
    if (!read_whole(at, MEMORY_LIMIT, &memory) || !read_whole(at, JOBS, &jobs) ||
        !read_real(at, TIME_LIMIT, &seconds))
        return false;
    const char *temporary = getenv("TMPDIR");
    at->def.runner = (check_runner_def){
        .temporary = temporary != NULL && temporary[0] == '/' ? temporary : "/tmp",
        .seconds = seconds,
        .memory = (size_t)memory.value << 20,
        .jobs = (int)jobs.value,
        .stop = streams_interrupted,
        .strict = at->given->value[STRICT] != NULL,
    };
    return true;
}

/// Sets the files that programs must not see: cases, and reports of earlier runs.
static void read_view(check_state *at)
{
    size_t count = 0;
    for (size_t k = 0; k < WRITERS; k++)
        if (at->given->value[writers[k].row] != NULL)
            at->reports[count++] = at->given->value[writers[k].row];
    for (int row = PAGES; row <= GRADES; row++)
        if (at->given->value[row] != NULL)
            at->reports[count++] = at->given->value[row];
    const char *with = at->given->value[WITH];
    at->with = with != NULL ? realpath(with, NULL) : NULL;
    at->def.runner.mounts = (check_mounts_def){
        .with = at->with,
        .answers = at->def.folders,
        .hidden = at->reports,
        .path = getenv("PATH"),
        .home = getenv("HOME"),
    };
}

static bool complain(const check_state *at, const char *message)
{
    (void)fprintf(stderr, "covey %s: %s; see covey %s --help\n", at->self->name, message,
                  at->self->name);
    return false;
}

/// Options that exclude one another.
static bool goes_together(const check_state *at)
{
    const char *const *value = at->given->value;
    bool lists = value[SHOW] != NULL || value[SAVE] != NULL;
    int modes = (value[OUTPUT] != NULL) + (value[MAKE] != NULL) + (value[BATCH] != NULL) +
                (value[SHOW] != NULL) + (value[SAVE] != NULL);
    if (modes > 1)
        return complain(at, "--output, --make, --batch, --show and --save exclude one another");
    if (value[EXPECTED] != NULL && value[SHOW] == NULL)
        return complain(at, "--expected needs --show");
    if (lists && at->given->operand_count > 0)
        return complain(at, "--show and --save run no program");
    if (value[BATCH] == NULL &&
        (value[BUILD] != NULL || value[CSV] != NULL || value[PAGES] != NULL))
        return complain(at, "--build, --csv and --pages need --batch");
    if (value[BOM] != NULL && value[CSV] == NULL)
        return complain(at, "--bom needs --csv");
    if (value[BATCH] != NULL && (value[GRADESCOPE] != NULL || value[CLASSROOM] != NULL))
        return complain(at, "--gradescope and --classroom are of one program, not of --batch");
    if ((value[ROSTER] == NULL) != (value[GRADES] == NULL))
        return complain(at, "--roster names the table to read, --grades the one to write");
    if (value[ROSTER] != NULL && value[BATCH] == NULL)
        return complain(at, "--roster and --grades need --batch");
    if (value[ASSIGNMENT] != NULL && value[ROSTER] == NULL)
        return complain(at, "--assignment needs --roster");
    if (value[EXACT] != NULL && value[TOLERANCE] != NULL)
        return complain(at, "--exact and --tolerance exclude one another");
    if (value[OUTPUT] != NULL && at->given->operand_count != 1)
        return complain(at, "--output needs one operand, the input");
    if (value[MAKE] != NULL && at->given->operand_count != 1)
        return complain(at, "--make needs one operand, the number of cases");
    if (modes == 0 && at->given->operand_count == 0)
        return complain(at, "which program? as in covey check -- ./flock");
    return true;
}

static bool read_options(check_state *at)
{
    at->def.dialect = find_name(covey_formal_dialect, at->given->value[DIALECT]);
    at->def.compare.exact = at->given->value[EXACT] != NULL;
    const char *hints = at->given->value[HINTS];
    check_hints usual = at->given->value[BATCH] != NULL ? CHECK_HINTS_ALL : CHECK_HINTS_KIND;
    at->def.hints = hints != NULL ? (check_hints)(hints[0] - '0') : usual;
    return goes_together(at) && read_cases(at) && read_limits(at) &&
           read_real(at, TOLERANCE, &at->def.compare.tolerance);
}

// ---- Output ----

/// Writes a text that may hold names of unknown origin to a terminal.
static void put_lines(check_state *at, const char *bytes, size_t size, FILE *to)
{
    covey_text lines = {.memory = &at->memory};
    check_escape_lines(&lines, bytes, size);
    (void)fwrite(lines.bytes, 1, lines.size, to);
    covey_text_destroy(&lines);
}

static covey_status fail(check_state *at, covey_status status)
{
    if (status != COVEY_OK) {
        (void)fprintf(stderr, "covey %s: ", at->self->name);
        put_lines(at, at->error.message, strlen(at->error.message), stderr);
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
        put_lines(at, at->text.bytes, at->text.size, stdout);
    else
        status = write_file(at, row);
    covey_text_clear(&at->text);
    return fail(at, status);
}

static bool is_given(const check_state *at, int row)
{
    return at->given->value[row] != NULL;
}

static int report_all(check_state *at, const check_report *report)
{
    check_report_put(&at->text, report);
    covey_status status = write_out(at, STANDARD_OUTPUT);
    for (size_t k = 0; k < WRITERS && status == COVEY_OK; k++)
        if (is_given(at, writers[k].row)) {
            writers[k].one(&at->text, report);
            status = write_out(at, writers[k].row);
        }
    if (status != COVEY_OK)
        return covey_status_exit(status);
    return check_passed(report) ? 0 : DIFFERENCES;
}

/// Writes the table of --roster with the grades, and notes the submissions that it lacks.
static covey_status write_grades(check_state *at, const check_batch *batch)
{
    covey_text notes = {.memory = &at->memory};
    covey_status status =
        check_grades_put(&at->text, &at->grades, batch, &at->cases, &notes, &at->error);
    if (status != COVEY_OK)
        (void)fail(at, status);
    else
        status = write_out(at, GRADES);
    put_lines(at, notes.bytes, notes.size, stderr);
    covey_text_destroy(&notes);
    return status;
}

static int report_batch(check_state *at, const check_batch *batch)
{
    check_batch_put(&at->text, batch, &at->cases);
    covey_status status = write_out(at, STANDARD_OUTPUT);
    for (size_t k = 0; k < WRITERS && status == COVEY_OK; k++)
        if (is_given(at, writers[k].row)) {
            if (writers[k].row == CSV && is_given(at, BOM))
                covey_text_string(&at->text, "\xef\xbb\xbf");
            writers[k].batch(&at->text, batch, &at->cases);
            status = write_out(at, writers[k].row);
        }
    check_hints hints = is_given(at, HINTS) ? at->def.hints : CHECK_HINTS_KIND;
    if (status == COVEY_OK && is_given(at, PAGES))
        status = fail(
            at, check_pages_write(at->given->value[PAGES], batch, &at->cases, hints, &at->error));
    if (status == COVEY_OK && is_given(at, GRADES))
        status = write_grades(at, batch);
    if (status != COVEY_OK)
        return covey_status_exit(status);
    return check_batch_passed(batch) ? 0 : DIFFERENCES;
}

// ---- Tasks ----

static int run_program(check_state *at)
{
    char *folder = realpath(".", NULL);
    check_command_def typed = {
        .folder = folder != NULL ? folder : "/",
        .path = getenv("PATH"),
        .words = at->given->operands,
        .count = at->given->operand_count,
    };
    const char *const *arguments;
    check_report report;
    covey_status status = check_command_resolve(&typed, &at->arena, &arguments, &at->error);
    free(folder);
    if (status == COVEY_OK)
        status = check_program(&at->def, &at->cases, arguments, &report, &at->error);
    if (fail(at, status) != COVEY_OK)
        return covey_status_exit(status);
    report.name = at->given->operands[0];
    return report_all(at, &report);
}

static int judge_output(check_state *at)
{
    check_case_def input, output;
    check_report report;
    covey_status status = check_cases_read(&at->arena, at->given->operands[0], &input, &at->error);
    input.path = at->given->operands[0];
    if (status == COVEY_OK)
        status = check_cases_add(&at->cases, &input, &at->error);
    if (status == COVEY_OK)
        status = check_cases_read(&at->arena, at->given->value[OUTPUT], &output, &at->error);
    if (status == COVEY_OK)
        status = check_saved_output(&at->def, &at->cases, &output, &report, &at->error);
    if (fail(at, status) != COVEY_OK)
        return covey_status_exit(status);
    return report_all(at, &report);
}

/// Writes all cases to the folder of an option, with their origin in the manifest.
static covey_status write_cases(check_state *at, int row)
{
    char from[80] = "built-in cases", note[200];
    if (at->def.make.count > 0)
        (void)snprintf(from, sizeof from, "seed %llu, difficulty %s",
                       (unsigned long long)at->def.make.seed,
                       check_make_difficulty((int)at->def.make.difficulty));
    else if (at->def.folder_count > 0)
        (void)snprintf(from, sizeof from, "cases of %d folder%s", at->def.folder_count,
                       at->def.folder_count > 1 ? "s" : "");
    (void)snprintf(note, sizeof note, "# covey %s, dialect %s, %s\n", covey_version(),
                   covey_formal_dialect(at->def.dialect), from);
    return check_make_write(&at->cases, at->given->value[row], note, &at->error);
}

static int make_cases(check_state *at)
{
    whole count = {1, 100000, 1};
    if (!options_whole(at->self, "make DIR", at->given->operands[0], &count))
        return EXIT_USAGE;
    at->def.make.count = (size_t)count.value;
    covey_status status = check_make_add(&at->def.make, &at->cases, &at->error);
    if (status == COVEY_OK)
        status = write_cases(at, MAKE);
    return covey_status_exit(fail(at, status));
}

static int save_cases(check_state *at)
{
    return covey_status_exit(fail(at, write_cases(at, SAVE)));
}

static int show_case(check_state *at)
{
    const char *name = at->given->value[SHOW];
    suggestion near = {.wrong = name};
    char text[SUGGESTION_SIZE];
    for (size_t k = 0; k < at->cases.count; k++) {
        const check_case *one = &at->cases.items[k];
        suggestion_offer(&near, one->name);
        if (strcmp(one->name, name) != 0)
            continue;
        if (is_given(at, EXPECTED))
            (void)fwrite(one->expected, 1, one->expected_size, stdout);
        else
            (void)fwrite(one->input, 1, one->input_size, stdout);
        return 0;
    }
    covey_status status = covey_fail(&at->error, COVEY_INPUT, "there is no case %s%s", name,
                                     suggestion_text(&near, text));
    return covey_status_exit(fail(at, status));
}

static void show_progress(void *context, const char *name)
{
    if (!isatty(STDERR_FILENO))
        return;
    put_lines(context, name, strlen(name), stderr);
    (void)fputc('\n', stderr);
}

/// Reads the table of --roster, and tries it without submissions before anything is run.
static covey_status read_roster(check_state *at)
{
    const char *path = at->given->value[ROSTER];
    if (path == NULL)
        return COVEY_OK;
    covey_text notes = {.memory = &at->memory};
    at->grades.assignment = at->given->value[ASSIGNMENT];
    covey_status status = check_cases_read(&at->arena, path, &at->grades.table, &at->error);
    at->grades.table.path = path;
    if (status == COVEY_OK)
        status = check_grades_put(&at->text, &at->grades, &(check_batch){0}, &at->cases, &notes,
                                  &at->error);
    covey_text_clear(&at->text);
    covey_text_destroy(&notes);
    return status;
}

static int run_batch(check_state *at)
{
    check_batch batch;
    check_batch_def def = {
        .folder = at->given->value[BATCH],
        .build = at->given->value[BUILD],
        .path = getenv("PATH"),
        .words = at->given->operands,
        .count = at->given->operand_count,
        .done = show_progress,
        .context = at,
    };
    if (fail(at, read_roster(at)) != COVEY_OK)
        return covey_status_exit(at->error.status);
    const char *pages = at->given->value[PAGES];
    if (pages != NULL && fail(at, check_pages_start(pages, def.folder, &at->error)) != COVEY_OK)
        return covey_status_exit(at->error.status);
    covey_status status = check_batch_run(&def, &at->def, &at->cases, &batch, &at->error);
    if (fail(at, status) != COVEY_OK && status != COVEY_INTERRUPTED)
        return covey_status_exit(status);
    int code = report_batch(at, &batch); // after an interrupt, of all checked so far
    return status == COVEY_OK ? code : covey_status_exit(status);
}

/// Refuses --strict on a system without fences.
static bool may_start(check_state *at)
{
    if (!is_given(at, STRICT) || check_sandbox_has_fences())
        return true;
    (void)fail(at, covey_fail(&at->error, COVEY_MEMORY,
                              "--strict: this system lacks a fence (namespaces, Landlock or "
                              "seccomp), so nothing is run"));
    return false;
}

static int run(check_state *at)
{
    const char *const *value = at->given->value;
    at->cases = (check_cases){.arena = &at->arena, .dialect = at->def.dialect};
    if (value[MAKE] != NULL)
        return make_cases(at);
    if (value[OUTPUT] != NULL)
        return judge_output(at);
    if (!may_start(at))
        return covey_status_exit(COVEY_MEMORY);
    check_folder_clear(at->def.runner.temporary);
    covey_status status = check_cases_collect(&at->def, &at->cases, &at->error);
    if (fail(at, status) != COVEY_OK)
        return covey_status_exit(status);
    if (value[SHOW] != NULL)
        return show_case(at);
    if (value[SAVE] != NULL)
        return save_cases(at);
    return value[BATCH] != NULL ? run_batch(at) : run_program(at);
}

int check_run(const command *self, const options *given)
{
    check_state at = {.self = self, .given = given};
    if (!read_options(&at))
        return EXIT_USAGE;
    read_view(&at);
    if (at.given->value[WITH] != NULL && at.with == NULL) {
        (void)fprintf(stderr, "covey %s: --with: there is no folder %s\n", self->name,
                      given->value[WITH]);
        return EXIT_USAGE;
    }
    streams_catch_interrupts();
    at.memory = covey_memory_init((covey_allocator){0});
    at.text.memory = &at.memory;
    int code = run(&at);
    covey_text_destroy(&at.text);
    covey_arena_destroy(&at.arena);
    free(at.with);
    return code;
}
