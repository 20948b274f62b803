// SPDX-License-Identifier: MIT
// The documents describe the program: every option and exit code has its place in the manual,
// and every example prints the text on its page. An example is a line "$ command" in a block of the
// kind "console"; its output, standard error included, follows up to the next command. A block of
// another kind whose first line is "# name.yaml" is a file for the examples behind it.
#define _POSIX_C_SOURCE 200809L
#include "covey/base.h"
#include "covey/measure.h"
#include "formal/mistakes.h"
#include "support/golden.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATH_SIZE = 4096, OUTPUT_SIZE = 1 << 16 };

/// A folder of its own for the examples, which may write files there.
static char folder[] = "/tmp/covey-docs-XXXXXX";

/// Returns both streams of a command. It is run by /bin/sh, with the program in PATH.
static void run_shell(const char *command, char *output)
{
    char line[PATH_SIZE];
    int size = snprintf(line, sizeof line, "cd %s && { %s\n} 2>&1", folder, command);
    assert_in_range(size, 1, sizeof line - 1);
    FILE *pipe = popen(line, "r"); // NOLINT(cert-env33-c): examples are written for a shell
    assert_non_null(pipe);
    size_t used = fread(output, 1, OUTPUT_SIZE - 1, pipe);
    output[used] = '\0';
    (void)pclose(pipe);
}

// ---- Examples ----

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return *line == '\n' ? line + 1 : line;
}

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/// Puts a commit and a results epoch that pages can show in place of those of the build, which
/// change.
static void show_fixed_build(char *output)
{
    char fixed[100];
    const char *built = covey_version_text();
    (void)snprintf(fixed, sizeof fixed, "%s (commit 0123456789ab; results 7)", covey_version());
    const size_t size = strlen(built), becomes = strlen(fixed);
    for (char *at = output; (at = strstr(at, built)) != NULL; at += becomes) {
        assert_true(strlen(output) + becomes < OUTPUT_SIZE);
        memmove(at + becomes, at + size, strlen(at + size) + 1);
        memcpy(at, fixed, becomes);
    }
}

/// Runs the example at `line`, the line with the dollar sign; returns where its output ends.
static const char *run_example(const char *page, const char *line)
{
    static char output[OUTPUT_SIZE];
    const char *shown = next_line(line), *end = shown;
    while (*end != '\0' && !starts(end, "$ ") && !starts(end, "```"))
        end = next_line(end);
    char command[PATH_SIZE];
    (void)snprintf(command, sizeof command, "%.*s", (int)(shown - line - 3), line + 2);
    run_shell(command, output);
    show_fixed_build(output);
    // In a chroot or container programs that are checked may have no fence, which is said first.
    const char *printed = starts(output, "not fenced: ") ? next_line(output) : output;
    if (strlen(printed) != (size_t)(end - shown) || memcmp(printed, shown, strlen(printed)) != 0)
        fail_msg("%s: $ %s\nprints\n%s\nand not\n%.*s", page, command, printed, (int)(end - shown),
                 shown);
    return end;
}

/// Writes the block behind `line`, its first, into the folder of the examples if it is a file.
static void write_block(const char *line)
{
    char name[64], path[sizeof folder + sizeof name];
    const char *first = next_line(line), *end = first;
    if (!starts(line, "```") || sscanf(first, "# %63[a-z0-9.-]\n", name) != 1 ||
        strchr(name, '.') == NULL || first[2 + strlen(name)] != '\n')
        return;
    while (*end != '\0' && !starts(end, "```"))
        end = next_line(end);
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(first, 1, (size_t)(end - first), file), end - first);
    assert_int_equal(fclose(file), 0);
}

/// Runs all examples of a page and returns their number.
static int run_page(const char *page)
{
    char *text = golden_source(page);
    bool inside = false;
    int count = 0;
    for (const char *line = text; *line != '\0';) {
        if (!inside)
            write_block(line);
        if (starts(line, "```"))
            inside = !inside && starts(line, "```console\n");
        if (inside && starts(line, "$ ")) {
            line = run_example(page, line);
            count++;
        } else {
            line = next_line(line);
        }
    }
    free(text);
    return count;
}

/// Runs all examples of the pages in a folder and returns their number.
static int run_folder(const char *name)
{
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof path, COVEY_SOURCE_DIR "/%s", name);
    DIR *pages = opendir(path);
    assert_non_null(pages);
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(pages)) != NULL;) {
        const char *ending = strrchr(entry->d_name, '.');
        (void)snprintf(path, sizeof path, "%s/%s", name, entry->d_name);
        if (ending != NULL && strcmp(ending, ".md") == 0)
            count += run_page(path);
    }
    (void)closedir(pages);
    return count;
}

static void test_every_example_prints_what_its_page_shows(void **state)
{
    (void)state;
    if (getenv("COVEY_RUN") != NULL)
        skip(); // the program is not one of this machine
    assert_true(run_page("README.md") > 0);
    assert_true(run_page("docs/start-student.md") > 0);
    assert_true(run_page("docs/start-teacher.md") > 0);
    assert_true(run_page("docs/start-researcher.md") > 0);
    assert_true(run_page("docs/running.md") > 0);
    assert_true(run_page("docs/measuring.md") > 0);
    static char help[OUTPUT_SIZE];
    run_shell("covey help sweep", help);
    if (strstr(help, "built without") == NULL)
        assert_true(run_page("docs/sweeps.md") > 0);
    assert_true(run_page("docs/formal.md") > 0);
    assert_true(run_page("docs/check.md") > 0);
    assert_true(run_page("docs/determinism.md") > 0);
    assert_true(run_page("docs/scenarios.md") > 0);
    assert_true(run_folder("docs/models") >= 10); // one a model
}

// ---- Manual pages ----

/// Fails if a manual page does not define `word` of `size` bytes in bold.
static void expect_bold(const char *page, const char *manual, const char *word, size_t size)
{
    char bold[64];
    (void)snprintf(bold, sizeof bold, "\n*%.*s*", (int)size, word);
    if (strstr(manual, bold) == NULL)
        fail_msg("%s has no entry for %s", page, bold + 1);
}

/// Runs `covey WORDS` and expects an entry for the first word of each line that starts with two
/// blanks and `mark`, up to the line that ends with `stop`. Returns their number.
static int expect_entries(const char *words, const char *mark, const char *stop, const char *page)
{
    static char help[OUTPUT_SIZE];
    char command[64];
    (void)snprintf(command, sizeof command, "covey %s", words);
    run_shell(command, help);
    char *manual = golden_source(page);
    int count = 0;
    for (const char *line = help; *line != '\0' && !starts(line, stop); line = next_line(line))
        if (starts(line, "  ") && line[2] != ' ' && starts(line + 2, mark)) {
            expect_bold(page, manual, line + 2, strcspn(line + 2, " \n"));
            count++;
        }
    free(manual);
    return count;
}

/// Expects an entry for each option in the help of a command that has any, on a page of its own.
static int expect_options(const char *command, size_t size)
{
    static char help[OUTPUT_SIZE];
    char words[80], page[80];
    (void)snprintf(words, sizeof words, "covey %.*s --help", (int)size, command);
    (void)snprintf(page, sizeof page, "man/covey-%.*s.1.scd", (int)size, command);
    run_shell(words, help);
    if (strstr(help, "\noptions:\n") == NULL)
        return 0;
    char *manual = golden_source(page);
    for (const char *line = help; *line != '\0'; line = next_line(line)) {
        const char *name = starts(line, "  -") ? strstr(line, "--") : NULL;
        char bold[64];
        if (name == NULL)
            continue;
        (void)snprintf(bold, sizeof bold, "*%.*s*", (int)strcspn(name, " \n"), name);
        if (strstr(manual, bold) == NULL)
            fail_msg("%s has no entry for %s", page, bold);
    }
    free(manual);
    return 1;
}

static void test_the_manual_has_every_option_of_every_command(void **state)
{
    (void)state;
    if (getenv("COVEY_RUN") != NULL)
        skip();
    static char overview[OUTPUT_SIZE];
    run_shell("covey help", overview);
    int pages = 0;
    for (const char *line = strstr(overview, "commands:"); !starts(line, "\"covey");
         line = next_line(line))
        if (starts(line, "  "))
            pages += expect_options(line + 2, strcspn(line + 2, " "));
    assert_true(pages >= 4);
}

/// docs/measuring.md has a row for each measure, in their order.
static void test_the_table_of_measures_is_theirs(void **state)
{
    (void)state;
    char *text = golden_source("docs/measuring.md");
    const covey_measure *measure;
    const char *at = text;
    for (int k = 0; (measure = covey_measure_at(k)) != NULL; k++) {
        char row[80];
        (void)snprintf(row, sizeof row, "\n| `%s` | %s |", measure->name,
                       measure->unit[0] != '\0' ? measure->unit : "1");
        at = strstr(at, row);
        if (at == NULL)
            fail_msg("docs/measuring.md has no row%s at its place", row);
    }
    free(text);
}

/// The same holds for profiles.
static void test_the_table_of_profiles_is_that_of_the_library(void **state)
{
    (void)state;
    char *text = golden_source("docs/measuring.md");
    const covey_measure_group *group;
    for (int k = 0; (group = covey_profile_of(NULL, k)) != NULL; k++) {
        char row[80];
        (void)snprintf(row, sizeof row, "\n| `%s` | %s |", group->columns[0].name,
                       group->columns[0].unit[0] != '\0' ? group->columns[0].unit : "1");
        if (strstr(text, row) == NULL)
            fail_msg("docs/measuring.md has no row%s", row);
    }
    free(text);
}

/// docs/check.md has a row for each mistake, in their order and words.
static void test_the_table_of_mistakes_is_theirs(void **state)
{
    (void)state;
    char *text = golden_source("docs/check.md");
    const covey_mistake_info *info;
    const char *at = text;
    for (int k = 0; (info = covey_mistakes_info(k)) != NULL; k++) {
        char row[400];
        (void)snprintf(row, sizeof row, "\n| `%s` | %s | %s |", info->name, info->what, info->rule);
        at = strstr(at, row);
        if (at == NULL)
            fail_msg("docs/check.md has no row%s at its place", row);
    }
    free(text);
}

/// Mistakes of the output move no agent, and FLOAT moves no agent far.
static void test_every_mistake_that_can_be_seen_has_its_picture(void **state)
{
    (void)state;
    char *text = golden_source("docs/check.md");
    const covey_mistake_info *info;
    for (int k = 0; (info = covey_mistakes_info(k)) != NULL; k++) {
        char link[100], path[PATH_SIZE];
        (void)snprintf(link, sizeof link, "](pictures/mistake-%s.png)", info->name);
        bool moves = info->part != COVEY_PART_OUTPUT;
        if ((strstr(text, link) != NULL) != moves)
            fail_msg("docs/check.md: %s", link);
        (void)snprintf(path, sizeof path, COVEY_SOURCE_DIR "/docs/pictures/mistake-%s.png",
                       info->name);
        if ((access(path, R_OK) == 0) != moves)
            fail_msg("%s", path);
    }
    free(text);
}

static void test_the_manual_has_every_command(void **state)
{
    (void)state;
    if (getenv("COVEY_RUN") != NULL)
        skip();
    assert_true(expect_entries("help", "", "\"covey", "man/covey.1.scd") >= 4);
}

static void test_the_manual_and_the_protocol_have_every_exit_code(void **state)
{
    (void)state;
    char *manual = golden_source("man/covey.1.scd"),
         *formal = golden_source("man/covey-formal.1.scd");
    char *protocol = golden_source("docs/formal.md");
    for (int status = COVEY_OK; status <= COVEY_INTERRUPTED; status++) {
        char code[16], row[24];
        (void)snprintf(code, sizeof code, "%d", covey_status_exit((covey_status)status));
        (void)snprintf(row, sizeof row, "\n| %s |", code);
        expect_bold("man/covey.1.scd", manual, code, strlen(code));
        if (status == COVEY_LOCKED)
            continue; // the protocol writes no files
        expect_bold("man/covey-formal.1.scd", formal, code, strlen(code));
        if (strstr(protocol, row) == NULL)
            fail_msg("docs/formal.md has no row for the exit code %s", code);
    }
    free(manual);
    free(formal);
    free(protocol);
}

static void test_the_index_lists_every_page(void **state)
{
    (void)state;
    char *index = golden_source("docs/README.md");
    DIR *pages = opendir(COVEY_SOURCE_DIR "/docs");
    assert_non_null(pages);
    for (const struct dirent *entry; (entry = readdir(pages)) != NULL;) {
        const char *ending = strrchr(entry->d_name, '.');
        char link[300];
        (void)snprintf(link, sizeof link, "](%s)", entry->d_name);
        if (strcmp(ending != NULL ? ending : "", ".md") == 0 &&
            strcmp(entry->d_name, "README.md") != 0 && strstr(index, link) == NULL)
            fail_msg("docs/README.md does not list %s", entry->d_name);
    }
    (void)closedir(pages);
    free(index);
}

static void test_the_glossary_names_files_that_exist(void **state)
{
    (void)state;
    char *page = golden_source("docs/glossary.md");
    size_t named = 0;
    for (char *begin = page, *end; (begin = strchr(begin, '`')) != NULL; begin = end + 1) {
        end = strchr(++begin, '`');
        assert_non_null(end);
        *end = '\0';
        if (strchr(begin, '/') == NULL)
            continue;
        char path[PATH_SIZE];
        (void)snprintf(path, sizeof path, COVEY_SOURCE_DIR "/%s", begin);
        if (access(path, R_OK) != 0)
            fail_msg("docs/glossary.md: there is no file %s", begin);
        named++;
    }
    assert_in_range(named, 40, SIZE_MAX);
    free(page);
}

static void test_the_glossary_is_in_alphabetical_order(void **state)
{
    (void)state;
    char *page = golden_source("docs/glossary.md"), before[64] = "";
    const char *line = strstr(page, "|---|");
    assert_non_null(line);
    for (line = next_line(line); starts(line, "| "); line = next_line(line)) {
        char term[64];
        (void)snprintf(term, sizeof term, "%.*s", (int)strcspn(line + 2, "|"), line + 2);
        if (strcmp(before, term) >= 0)
            fail_msg("docs/glossary.md: %s stands behind %s", term, before);
        memcpy(before, term, sizeof before);
    }
    free(page);
}

static int prepare(void **state)
{
    (void)state;
    char program[] = COVEY_PROGRAM, path[PATH_SIZE];
    *strrchr(program, '/') = '\0';
    const char *rest = getenv("PATH");
    (void)snprintf(path, sizeof path, "%s:%s", program, rest != NULL ? rest : "/usr/bin:/bin");
    return setenv("PATH", path, 1) != 0 || mkdtemp(folder) == NULL;
}

static int clean_up(void **state)
{
    (void)state;
    DIR *files = opendir(folder);
    if (files == NULL)
        return 1;
    for (const struct dirent *entry; (entry = readdir(files)) != NULL;) {
        char path[PATH_SIZE];
        (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        (void)unlink(path); // fails for . and ..
    }
    (void)closedir(files);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_example_prints_what_its_page_shows),
        cmocka_unit_test(test_the_manual_has_every_option_of_every_command),
        cmocka_unit_test(test_the_table_of_measures_is_theirs),
        cmocka_unit_test(test_the_table_of_profiles_is_that_of_the_library),
        cmocka_unit_test(test_the_table_of_mistakes_is_theirs),
        cmocka_unit_test(test_every_mistake_that_can_be_seen_has_its_picture),
        cmocka_unit_test(test_the_manual_has_every_command),
        cmocka_unit_test(test_the_manual_and_the_protocol_have_every_exit_code),
        cmocka_unit_test(test_the_index_lists_every_page),
        cmocka_unit_test(test_the_glossary_names_files_that_exist),
        cmocka_unit_test(test_the_glossary_is_in_alphabetical_order),
    };
    return cmocka_run_group_tests(tests, prepare, clean_up);
}
