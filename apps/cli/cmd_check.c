// SPDX-License-Identifier: MIT
// covey check: compares programs with the formal assignment.
#define _XOPEN_SOURCE 700
#include "check_parts.h"
#include "commands.h"
#include "streams.h"

#include "check/command.h"
#include "check/find_dialect.h"
#include "check/folder.h"
#include "check/pages.h"
#include "check/sandbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    if (check_output_fail(at, status) != COVEY_OK)
        return covey_status_exit(status);
    report.name = at->given->operands[0];
    return check_output_report(at, &report);
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
        status = check_cases_read(&at->arena, at->given->value[ROW_OUTPUT], &output, &at->error);
    if (status == COVEY_OK)
        status = check_saved_output(&at->def, &at->cases, &output, &report, &at->error);
    if (check_output_fail(at, status) != COVEY_OK)
        return covey_status_exit(status);
    return check_output_report(at, &report);
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
    (void)snprintf(note, sizeof note, "# covey %s, dialect %s, %s\n", covey_version_text(),
                   at->dialect.name, from);
    return check_make_write(&at->cases, at->given->value[row], note, &at->error);
}

/// Says which dialect the outputs in a folder follow.
static int find_dialect(check_state *at)
{
    const char *folder = at->given->value[ROW_FIND];
    check_find found;
    covey_status status = check_cases_add_folder(&at->cases, folder, &at->error);
    if (status == COVEY_OK)
        status = check_find_dialect(&at->cases, &found, &at->error);
    if (status == COVEY_OK && check_find_put(&at->text, &at->cases, &found, folder) != COVEY_OK)
        status = covey_fail(&at->error, COVEY_MEMORY, "no memory for the report");
    if (check_output_fail(at, status) != COVEY_OK)
        return covey_status_exit(status);
    status = check_output_text(at);
    if (status != COVEY_OK)
        return covey_status_exit(status);
    return found.fit_count > 0 ? 0 : 1;
}

static int make_cases(check_state *at)
{
    whole count = {1, 100000, 1};
    if (!options_whole(at->self, "make DIR", at->given->operands[0], &count))
        return EXIT_USAGE;
    at->def.make.count = (size_t)count.value;
    covey_status status = check_make_add(&at->def.make, &at->cases, &at->error);
    if (status == COVEY_OK)
        status = write_cases(at, ROW_MAKE);
    return covey_status_exit(check_output_fail(at, status));
}

static int save_cases(check_state *at)
{
    return covey_status_exit(check_output_fail(at, write_cases(at, ROW_SAVE)));
}

static int show_case(check_state *at)
{
    const char *name = at->given->value[ROW_SHOW];
    suggestion near = {.wrong = name};
    char text[SUGGESTION_SIZE];
    for (size_t k = 0; k < at->cases.count; k++) {
        const check_case *one = &at->cases.items[k];
        suggestion_offer(&near, one->name);
        if (strcmp(one->name, name) != 0)
            continue;
        if (check_options_has(at, ROW_EXPECTED))
            (void)fwrite(one->expected, 1, one->expected_size, stdout);
        else
            (void)fwrite(one->input, 1, one->input_size, stdout);
        return 0;
    }
    covey_status status = covey_fail(&at->error, COVEY_INPUT, "there is no case %s%s", name,
                                     suggestion_text(&near, text));
    return covey_status_exit(check_output_fail(at, status));
}

static void show_progress(void *context, const char *name)
{
    (void)context;
    if (!isatty(STDERR_FILENO))
        return;
    check_output_errors(name, strlen(name));
    (void)fputc('\n', stderr);
}

/// Reads the table of --roster, and tries it without submissions before anything is run.
static covey_status read_roster(check_state *at)
{
    const char *path = at->given->value[ROW_ROSTER];
    if (path == NULL)
        return COVEY_OK;
    covey_text notes = {.memory = &at->memory};
    at->grades.assignment = at->given->value[ROW_ASSIGNMENT];
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
        .folder = at->given->value[ROW_BATCH],
        .build = at->given->value[ROW_BUILD],
        .path = getenv("PATH"),
        .words = at->given->operands,
        .count = at->given->operand_count,
        .done = show_progress,
    };
    if (check_output_fail(at, read_roster(at)) != COVEY_OK)
        return covey_status_exit(at->error.status);
    const char *pages = at->given->value[ROW_PAGES];
    if (pages != NULL &&
        check_output_fail(at, check_pages_start(pages, def.folder, &at->error)) != COVEY_OK)
        return covey_status_exit(at->error.status);
    covey_status status = check_batch_run(&def, &at->def, &at->cases, &batch, &at->error);
    if (check_output_fail(at, status) != COVEY_OK && status != COVEY_INTERRUPTED)
        return covey_status_exit(status);
    int code = check_output_batch(at, &batch); // after an interrupt, of all checked so far
    return status == COVEY_OK ? code : covey_status_exit(status);
}

/// Reads --dialect.
static covey_status read_dialect(check_state *at)
{
    const char *name = at->given->value[ROW_DIALECT];
    covey_status status =
        check_dialect_read(&at->dialect, name != NULL ? name : "text", &at->arena, &at->error);
    at->def.dialect = at->dialect.variant.dialect;
    at->def.sum = at->dialect.sum;
    at->def.variant = at->dialect.variant;
    at->def.title = at->dialect.title;
    return status;
}

/// Reads --rubric, and takes its limits and hints where no option sets others.
static covey_status read_rubric(check_state *at)
{
    const char *path = at->given->value[ROW_RUBRIC];
    check_rubric *rubric = &at->rubric;
    if (path == NULL)
        return COVEY_OK;
    covey_status status = check_rubric_read(rubric, path, &at->arena, &at->error);
    if (status != COVEY_OK)
        return status;
    if (rubric->seconds > 0 && !check_options_has(at, ROW_TIME_LIMIT))
        at->def.runner.seconds = rubric->seconds;
    if (rubric->memory > 0 && !check_options_has(at, ROW_MEMORY_LIMIT))
        at->def.runner.memory = (size_t)rubric->memory << 20;
    at->def.output = (size_t)(rubric->output * 1000);
    if (!check_options_has(at, ROW_HINTS))
        at->def.hints = check_rubric_hints(rubric, at->attempt, at->def.hints);
    return COVEY_OK;
}

/// Refuses --strict on a system without fences.
static bool may_start(check_state *at)
{
    if (!check_options_has(at, ROW_STRICT) || check_sandbox_has_fences())
        return true;
    (void)check_output_fail(
        at, covey_fail(&at->error, COVEY_MEMORY,
                       "--strict: this system lacks a fence (namespaces, Landlock or "
                       "seccomp), so nothing is run"));
    return false;
}

static int run(check_state *at)
{
    const char *const *value = at->given->value;
    covey_status status = read_dialect(at);
    if (status != COVEY_OK)
        return check_options_fail(at, &at->dialect.file, status);
    at->cases = (check_cases){.arena = &at->arena,
                              .dialect = at->def.dialect,
                              .sum = at->def.sum,
                              .variant = at->def.variant,
                              .title = at->def.title};
    at->cases.asked = at->cases.dialect;
    at->cases.asked_sum = at->cases.sum;
    if (value[ROW_MAKE] != NULL)
        return make_cases(at);
    if (value[ROW_OUTPUT] != NULL)
        return judge_output(at);
    if (value[ROW_FIND] != NULL)
        return find_dialect(at);
    if (!may_start(at))
        return covey_status_exit(COVEY_MEMORY);
    check_folder_clear(at->def.runner.temporary);
    status = read_rubric(at);
    if (status != COVEY_OK)
        return check_options_fail(at, &at->rubric.file, status);
    status = check_cases_collect(&at->def, &at->cases, &at->error);
    if (check_output_fail(at, status) != COVEY_OK)
        return covey_status_exit(status);
    if (value[ROW_RUBRIC] != NULL)
        status = check_rubric_apply(&at->rubric, &at->cases, &at->error);
    if (status != COVEY_OK)
        return check_options_fail(at, &at->rubric.file, status);
    if (value[ROW_SHOW] != NULL)
        return show_case(at);
    if (value[ROW_SAVE] != NULL)
        return save_cases(at);
    return value[ROW_BATCH] != NULL ? run_batch(at) : run_program(at);
}

int check_run(const command *self, const options *given)
{
    check_state at = {.self = self, .given = given};
    if (!check_options_read(&at))
        return EXIT_USAGE;
    streams_catch_interrupts();
    at.memory = covey_memory_init((covey_allocator){0});
    at.text.memory = &at.memory;
    int code = run(&at);
    covey_text_destroy(&at.text);
    covey_arena_destroy(&at.arena);
    free(at.with);
    return code;
}
