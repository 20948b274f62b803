// SPDX-License-Identifier: MIT
// A program beside the right flock: it is run once, as covey check does, and its numbers go on to
// the window.
#define _XOPEN_SOURCE 700
#include "view_against.h"

#include "streams.h"

#include "check/check.h"
#include "check/command.h"
#include "check/explain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS = 64, TEXT = 4096, SECONDS = 5, MEBIBYTES = 1024 };

/// Takes a command apart into words, as a shell does with blanks and quotes alone. Returns how many
/// there are; -1 where there are too many, or a quote has no end.
static int split(char *text, const char *words[WORDS])
{
    int count = 0;
    for (char *at = text + strspn(text, " \t"); *at != '\0'; at += strspn(at, " \t")) {
        char quote = '\0', *to = at;
        if (count == WORDS)
            return -1;
        words[count++] = at;
        for (; *at != '\0' && (quote != '\0' || (*at != ' ' && *at != '\t')); at++)
            if (quote == '\0' && (*at == '"' || *at == '\''))
                quote = *at;
            else if (*at == quote)
                quote = '\0';
            else
                *to++ = *at;
        if (quote != '\0')
            return -1;
        at += *at != '\0';
        *to = '\0';
    }
    return count;
}

static covey_status resolve(const char *program, covey_arena *arena, const char *const **arguments,
                            covey_error *error)
{
    char text[TEXT];
    const char *words[WORDS];
    int size = snprintf(text, sizeof text, "%s", program);
    int count = size < TEXT ? split(text, words) : -1;
    if (count <= 0)
        return covey_fail(error, COVEY_ARG, "--against %.80s is no command", program);
    char *folder = realpath(".", NULL);
    check_command_def typed = {.folder = folder != NULL ? folder : "/",
                               .path = getenv("PATH"),
                               .words = words,
                               .count = count};
    covey_status status = check_command_resolve(&typed, arena, arguments, error);
    free(folder);
    return status;
}

/// Writes what the program printed to a file that has no name, and names the number of that.
static covey_status hand_over(const check_report *report, char file[VIEW_AGAINST_PATH],
                              covey_error *error)
{
    const check_verdict *verdict = &report->verdicts[0];
    const check_lines *lines = verdict->passed ? &verdict->subject->answer : &verdict->numbers;
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text sentence = {.memory = &memory};
    FILE *to = tmpfile();
    if (to == NULL)
        return covey_fail(error, COVEY_IO, "no file for the output of --against");
    if (report->first != NULL) {
        check_explain_number(&sentence, &report->first->wrong);
        const char *told = covey_text_end(&sentence);
        (void)fprintf(to, "wrong %zu %zu %s\n", report->first->wrong.step + 1,
                      report->first->wrong.agent + 1, told != NULL ? told : "");
    } else {
        (void)fputs("right\n", to);
    }
    covey_text_destroy(&sentence);
    for (size_t k = 0; k < lines->count; k++)
        (void)fprintf(to, "%.*s\n", (int)lines->lines[k].size, lines->lines[k].text);
    if (fflush(to) != 0 || ferror(to) != 0)
        return covey_fail(error, COVEY_IO, "no room for the output of --against");
    rewind(to);
    (void)snprintf(file, VIEW_AGAINST_PATH, "/dev/fd/%d", fileno(to)); // open until the end
    return COVEY_OK;
}

/// One line about the program: all right, its mistakes, or how it fails.
static void tell(const check_report *report)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text text = {.memory = &memory};
    check_explain_summary(&text, report);
    const char *line = covey_text_end(&text);
    (void)fprintf(stderr, "covey view: --against: %s\n", line != NULL ? line : "");
    covey_text_destroy(&text);
}

static covey_status find_dialect(const char *name, int *found, covey_error *error)
{
    for (*found = 0; covey_formal_dialect(*found) != NULL; ++*found)
        if (name == NULL || strcmp(covey_formal_dialect(*found), name) == 0)
            return COVEY_OK;
    return covey_fail(error, COVEY_ARG, "there is no dialect %.60s", name);
}

static covey_status judge(const view_against_def *wanted, check_cases *cases, check_report *report,
                          covey_error *error)
{
    covey_arena *arena = cases->arena;
    const char *temporary = getenv("TMPDIR");
    check_def def = {
        .runner = {.temporary = temporary != NULL && temporary[0] == '/' ? temporary : "/tmp",
                   .seconds = SECONDS,
                   .memory = (size_t)MEBIBYTES << 20,
                   .jobs = 1,
                   .stop = streams_interrupted,
                   .mounts = {.path = getenv("PATH"), .home = getenv("HOME")}}};
    const char *const *arguments = NULL;
    check_case_def input = {0};
    covey_status status = find_dialect(wanted->dialect, &def.dialect, error);
    cases->dialect = cases->asked = def.dialect;
    if (status == COVEY_OK)
        status = resolve(wanted->program, arena, &arguments, error);
    if (status == COVEY_OK)
        status = check_cases_read(arena, wanted->path, &input, error);
    input.path = wanted->path;
    if (status == COVEY_OK)
        status = check_cases_add(cases, &input, error);
    streams_catch_interrupts();
    return status == COVEY_OK ? check_program(&def, cases, arguments, report, error) : status;
}

covey_status view_against_run(const view_against_def *def, char file[VIEW_AGAINST_PATH],
                              covey_error *error)
{
    covey_arena arena = {0};
    check_cases cases = {.arena = &arena};
    check_report report;
    covey_status status = judge(def, &cases, &report, error);
    if (status == COVEY_OK) {
        tell(&report);
        if (!report.verdicts[0].passed && report.verdicts[0].numbers.count == 0)
            status =
                covey_fail(error, COVEY_INPUT, "--against: the program printed no numbers to show");
        else
            status = hand_over(&report, file, error);
    }
    covey_arena_destroy(&arena);
    return status;
}
