// SPDX-License-Identifier: MIT
// Texts of very many lines are refused before libfyaml takes time by the square of their number.
// Nothing is timed: each shape is refused with the message of the check that comes before.
#include <covey/covey.h>
#include <covey/scenario.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define FLOCK "flocks: {model: torus}\n"

static char report[4000];

static covey_status read_text(const char *text, size_t size, covey_error *error)
{
    covey_scenario_def def = covey_scenario_def_default();
    def.name = "a.yaml";
    def.report = report;
    def.report_size = sizeof report;
    covey_scenario *scenario;
    *error = (covey_error){0};
    covey_status status = covey_scenario_read(&def, text, size, &scenario, error);
    covey_scenario_destroy(scenario);
    return status;
}

/// A text of `before`, a line over and over, and `after`.
static char *repeat(const char *before, const char *line, size_t times, const char *after)
{
    size_t size = strlen(line), head = strlen(before);
    char *text = malloc(head + times * size + strlen(after) + 1);
    assert_non_null(text);
    memcpy(text, before, head);
    for (size_t k = 0; k < times; k++)
        memcpy(text + head + k * size, line, size);
    memcpy(text + head + times * size, after, strlen(after) + 1);
    return text;
}

#define BLANK "here begin more than 100 blank lines one after another"
#define LONG "here begins a text of more than 500 lines"
#define DIRECTIVE "directives (lines with %) are not used in scenarios"

/// Texts that libfyaml reads in a time by the square of their lines; each is refused before.
static const struct {
    const char *before, *line, *after, *message;
    unsigned at, column;
} shapes[] = {
    {FLOCK "title: a\n", "\n", "  a\n", BLANK, 3, 1},
    {FLOCK "title: a\n", "   \n", "  a\n", BLANK, 3, 1},
    {FLOCK "title: a\n", "\t\r\n", "  a\n", BLANK, 3, 1},
    {FLOCK "title: a\n", "\r", "  a\n", BLANK, 3, 1},
    {FLOCK "title: \"a\n", "\n", "  a\"\n", BLANK, 3, 1},
    {FLOCK "title: 'a\n", "\n", "  a'\n", BLANK, 3, 1},
    {FLOCK "title: |\n", "\n", "  a\n", BLANK, 3, 1},
    {FLOCK "title: |\n  a\n", "\n", "", BLANK, 4, 1},
    {FLOCK "title: >\n", "\n", "  a\n", BLANK, 3, 1},
    {FLOCK "outputs: [a\n", "\n", "  ]\n", BLANK, 3, 1},
    {FLOCK "# a\n", "\n", "# a\n", BLANK, 3, 1},
    {"", "\n", FLOCK, BLANK, 1, 1},
    {FLOCK "", "\xe2\x80\xa8", "", BLANK, 2, 1},
    {"%YAML 1.1\n---\n" FLOCK "title: a", "\xe2\x80\xa9", " a\n", BLANK, 4, 10},
    {"%YAML 1.1\n---\n" FLOCK "title: a", "\xc2\x85", " a\n", BLANK, 4, 10},
    {FLOCK "title: a\n", "  a\n", "", LONG, 2, 8},
    {FLOCK "title: a\n", "  a\n\n", "", LONG, 2, 8},
    {FLOCK "title: \"a\n", "  a\n", "  \"\n", LONG, 2, 8},
    {FLOCK "title: 'a\n", "  a\n\n", "  '\n", LONG, 2, 8},
    {FLOCK "title: |\n", "  a\n", "", LONG, 3, 1},
    {FLOCK "title: >\n", "  a\n\n", "", LONG, 3, 1},
    {FLOCK "outputs: [\n", "  a\n", "  ]\n", LONG, 3, 3},
    {FLOCK "? a\n", "  a\n", ": 1\n", LONG, 2, 3},
    {"", "%TAG !a! b\n", "---\n" FLOCK, DIRECTIVE, 1, 1},
    {"", "%FOO\n", "---\n" FLOCK, DIRECTIVE, 1, 1},
};

static void test_texts_of_very_many_lines_are_refused_before_they_are_put_together(void **state)
{
    (void)state;
    for (size_t k = 0; k < LENGTH(shapes); k++) {
        char *text = repeat(shapes[k].before, shapes[k].line, 300000, shapes[k].after);
        covey_error error;
        assert_int_equal(read_text(text, strlen(text), &error), COVEY_INPUT);
        if (strcmp(error.message, shapes[k].message) != 0 || error.line != shapes[k].at ||
            error.column != shapes[k].column || strstr(report, "      | ") == NULL)
            fail_msg("shape %zu gives:\n%s", k, report);
        free(text);
    }
}

static void test_texts_of_many_lines_are_read(void **state)
{
    (void)state;
    static const char *const ends[][2] = {{"", FLOCK}, {FLOCK "# a\n", "# a\n"}};
    for (size_t k = 0; k < LENGTH(ends); k++) {
        char *text = repeat(ends[k][0], "\n", 100, ends[k][1]);
        covey_error error;
        covey_status status = read_text(text, strlen(text), &error);
        if (status != COVEY_OK)
            fail_msg("%s", report);
        free(text);
    }
    char *text = repeat(FLOCK, "# a\n\n", 300000, "");
    covey_error error;
    assert_int_equal(read_text(text, strlen(text), &error), COVEY_OK);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts_of_very_many_lines_are_refused_before_they_are_put_together),
        cmocka_unit_test(test_texts_of_many_lines_are_read),
    };
    return cmocka_run_group_tests_name("scenario_lines", tests, NULL, NULL);
}
