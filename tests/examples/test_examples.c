// SPDX-License-Identifier: MIT
// Every example runs and prints the same as when it was written; the tour in covey.h is the
// first of them, line for line.
// POSIX: popen.
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 1 << 16 };

/// Text of a file or of a program's output, in a buffer of the caller's.
static const char *text_of(FILE *file, char *buffer)
{
    assert_non_null(file);
    size_t size = fread(buffer, 1, MOST - 1, file);
    assert_true(feof(file));
    buffer[size] = '\0';
    return buffer;
}

static const char *read_source(const char *path, char *buffer)
{
    char full[4096];
    snprintf(full, sizeof full, "%s/%s", COVEY_SOURCE_DIR, path);
    FILE *file = fopen(full, "r");
    text_of(file, buffer);
    fclose(file);
    return buffer;
}

/// `before` and `after` stand around the program on its command line.
static void assert_prints_with(const char *name, const char *before, const char *after)
{
    static char expected[MOST], found[MOST];
    char text[1024];
    snprintf(text, sizeof text, "tests/examples/%s.out", name);
    read_source(text, expected);
    snprintf(text, sizeof text, "%s '%s/example_%s' %s", before, COVEY_EXAMPLES_DIR, name, after);
    FILE *program = popen(text, "r"); // NOLINT(cert-env33-c): a program of this build
    text_of(program, found);
    assert_int_equal(pclose(program), 0);
    assert_string_equal(found, expected);
}

static void assert_prints(const char *name)
{
    assert_prints_with(name, "", "");
}

static void test_01_hello(void **unused)
{
    (void)unused;
    assert_prints("01_hello");
}

static void test_02_own_model(void **unused)
{
    (void)unused;
    assert_prints("02_own_model");
}

static void test_03_own_loop(void **unused)
{
    (void)unused;
    assert_prints("03_own_loop");
}

static void test_04_engine(void **unused)
{
    (void)unused;
    assert_prints("04_engine");
}

static void test_05_scenario(void **unused)
{
    (void)unused;
    assert_prints("05_scenario");
}

static void test_06_game(void **unused)
{
    (void)unused;
    assert_prints("06_game");
}

static void test_07_own_files(void **unused)
{
    (void)unused;
    assert_prints("07_own_files");
}

static void test_08_rollback(void **unused)
{
    (void)unused;
    assert_prints("08_rollback");
}

static void test_09_school(void **unused)
{
    (void)unused;
    assert_prints("09_school");
}

static void test_10_agents(void **unused)
{
    (void)unused;
    assert_prints("10_agents");
}

static void test_11_tower_defence(void **unused)
{
    (void)unused;
    assert_prints("11_tower_defence");
}

/// Without a screen, and where SDL2 is; leaks of its drivers are not ours.
static void test_12_window(void **unused)
{
    (void)unused;
    FILE *program = fopen(COVEY_EXAMPLES_DIR "/example_12_window", "rb");
    if (program == NULL)
        skip();
    fclose(program);
    assert_prints_with("12_window",
                       "SDL_VIDEODRIVER=dummy SDL_RENDER_DRIVER=software "
                       "ASAN_OPTIONS=detect_leaks=0",
                       "60");
}

/// Fails unless each statement of a page's C is part of an example.
static void assert_has_statements(const char *page, const char *example)
{
    bool inside = false;
    int statements = 0;
    for (const char *line = page, *next; (next = strchr(line, '\n')) != NULL; line = next + 1) {
        char statement[200];
        line += strspn(line, " ");
        (void)snprintf(statement, sizeof statement, "%.*s", (int)strcspn(line, ";\n"), line);
        if (inside && line[0] != '`') {
            statements++;
            if (strstr(example, statement) == NULL)
                fail_msg("the example lacks: %s", statement);
        }
        inside = line[0] == '`' && line[1] == '`' ? strncmp(line, "```c\n", 5) == 0 : inside;
    }
    assert_true(statements > 10);
}

static void test_the_page_of_agents_shows_its_example(void **unused)
{
    (void)unused;
    static char page[MOST], example[MOST];
    read_source("docs/agents.md", page);
    read_source("examples/10_agents.c", example);
    assert_has_statements(page, example);
}

/// Copies the lines from the first to the last that start with "///     ", without that.
static void extract_tour(const char *header, char *tour)
{
    const char mark[] = "///     ";
    const size_t indent = sizeof mark - 1;
    size_t size = 0, end = 0;
    for (const char *line = header, *next; (next = strchr(line, '\n')) != NULL; line = next + 1) {
        if (strncmp(line, mark, indent) == 0) {
            memcpy(tour + size, line + indent, (size_t)(next - line) + 1 - indent);
            end = size += (size_t)(next - line) + 1 - indent;
        } else if (size > 0) { // blank lines count if more follows
            tour[size++] = '\n';
        }
    }
    tour[end] = '\0';
}

static void test_the_tour_is_the_first_example(void **unused)
{
    (void)unused;
    static char header[MOST], tour[MOST], example[MOST];
    extract_tour(read_source("include/covey/covey.h", header), tour);
    read_source("examples/01_hello.c", example);
    const char licence[] = "// SPDX-License-Identifier: MIT\n";
    assert_int_equal(strncmp(example, licence, sizeof licence - 1), 0);
    assert_string_equal(tour, example + sizeof licence - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_01_hello),
        cmocka_unit_test(test_02_own_model),
        cmocka_unit_test(test_03_own_loop),
        cmocka_unit_test(test_04_engine),
        cmocka_unit_test(test_05_scenario),
        cmocka_unit_test(test_06_game),
        cmocka_unit_test(test_07_own_files),
        cmocka_unit_test(test_08_rollback),
        cmocka_unit_test(test_09_school),
        cmocka_unit_test(test_10_agents),
        cmocka_unit_test(test_11_tower_defence),
        cmocka_unit_test(test_12_window),
        cmocka_unit_test(test_the_page_of_agents_shows_its_example),
        cmocka_unit_test(test_the_tour_is_the_first_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
