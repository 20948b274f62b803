// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "support/check.h"

#include "support/files.h"
#include "support/mistakes.h"
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

int check_setup(void **state)
{
    char program[] = COVEY_PROGRAM, path[8192];
    *strrchr(program, '/') = '\0';
    const char *rest = getenv("PATH");
    (void)snprintf(path, sizeof path, "%s:%s", program, rest != NULL ? rest : "/usr/bin:/bin");
    if (setenv("PATH", path, 1) != 0 || files_setup(state) != 0)
        return 1;
    char folder[4096];
    (void)snprintf(folder, sizeof folder, "%s", files_path(""));
    folder[strlen(folder) - 1] = '\0';
    return setenv("TMPDIR", folder, 1) != 0 ||
           chmod(folder, 0755) != 0; // for the users that root runs programs as
}

static bool has_time_limit(const char *const *arguments)
{
    for (size_t k = 0; arguments[k] != NULL; k++)
        if (strcmp(arguments[k], "--time-limit") == 0)
            return true;
    return false;
}

process check_run(int code, const char *const *arguments)
{
    program_case row = {.code = code, .arguments = {"check"}};
    size_t count = 1;
    if (!process_can_limit_memory()) {
        row.arguments[count++] = "--memory-limit";
        row.arguments[count++] = "0";
    }
    if (!has_time_limit(arguments)) {
        row.arguments[count++] = "--time-limit";
        row.arguments[count++] = "60"; // on a busy machine
    }
    row.arguments[count++] = "--with"; // programs of the tests call covey and a student's program
    row.arguments[count++] = COVEY_EXAMPLES_DIR;
    for (size_t k = 0; arguments[k] != NULL; k++)
        row.arguments[count++] = arguments[k];
    return program_run(&row);
}

bool check_has_fence(void)
{
    process covey = CHECK(1, "--", "/bin/true");
    bool has = strstr(covey.output.bytes, "not fenced: ") == NULL;
    process_free(&covey);
    return has;
}

void check_count(char *to, size_t size, const char *text)
{
    static const char *const marks[] = {"{N}", "{N-1}", "{N-2}"};
    int cases = 0;
    while (check_builtin_case(cases) != NULL)
        cases++;
    size_t used = 0;
    while (*text != '\0') {
        assert_true(used + 12 < size);
        int fewer = 0;
        while (fewer < 3 && strncmp(text, marks[fewer], strlen(marks[fewer])) != 0)
            fewer++;
        if (fewer < 3) {
            used += (size_t)sprintf(to + used, "%d", cases - fewer);
            text += strlen(marks[fewer]);
        } else {
            to[used++] = *text++;
        }
    }
    to[used] = '\0';
}

void check_text(const char *text, const char *part)
{
    char counted[8192];
    check_count(counted, sizeof counted, part);
    if (strstr(text, counted) == NULL)
        fail_msg("there is no\n%s\nin\n%s", counted, text);
}

void check_output(process *covey, const char *part)
{
    check_text(covey->output.bytes, part);
    process_free(covey);
}

bool check_shell(const char *command)
{
    return system(command) == 0; // NOLINT(cert-env33-c): compilers are found by the shell
}

void check_write(const char *path, const char *text)
{
    files_write(path, text, strlen(text));
}

void check_submit(const char *name, const char *line)
{
    char path[256], script[4600];
    (void)snprintf(path, sizeof path, "class/%s", name);
    assert_int_equal(mkdir(files_path(path), 0755), 0);
    (void)snprintf(path, sizeof path, "class/%s/flock", name);
    (void)snprintf(script, sizeof script, "#!/bin/sh\n%s\n", line);
    check_write(files_path(path), script);
    assert_int_equal(chmod(files_path(path), 0755), 0);
}

void check_write_few(const char *folder)
{
    static const char *const names[] = {"worked", "clamp", "together", "ties"};
    covey_arena arena = {0};
    check_cases cases = mistakes_builtin(&arena, 0);
    char path[256];
    assert_int_equal(mkdir(files_path(folder), 0755), 0);
    for (size_t k = 0; k < cases.count; k++)
        for (size_t name = 0; name < LENGTH(names); name++)
            if (strcmp(cases.items[k].name, names[name]) == 0) {
                (void)snprintf(path, sizeof path, "%s/%s.in", folder, names[name]);
                check_write(files_path(path), cases.items[k].input);
            }
    covey_arena_destroy(&arena);
}

void check_remove(const char *folder)
{
    char command[4096];
    (void)snprintf(command, sizeof command, "rm -r %s", files_path(folder));
    assert_true(check_shell(command));
}
