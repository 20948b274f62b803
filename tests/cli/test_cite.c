// SPDX-License-Identifier: MIT
// covey run --cite: covey as CITATION.cff has it, sources of models and influences, the command.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/golden.h"
#include "support/program.h"

#include <covey/influence.h>
#include <covey/world.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { VALUE = 300 };

static int setup(void **state)
{
    return files_setup(state) != 0 || chdir(files_path("")) != 0;
}

/// The value of a key of CITATION.cff, without quotation marks; `key` begins with a line end.
static void value_of(const char *text, const char *key, char value[VALUE])
{
    const char *at = strstr(text, key);
    if (at == NULL)
        fail_msg("CITATION.cff has no%s", key);
    at += strlen(key);
    const bool quoted = *at == '"';
    (void)snprintf(value, VALUE, "%.*s", (int)strcspn(at + quoted, quoted ? "\"" : "\n"),
                   at + quoted);
}

static void test_covey_is_cited_as_its_citation_file_says(void **unused)
{
    (void)unused;
    char *text = golden_source("CITATION.cff"), line[8 * VALUE];
    char author[VALUE], title[VALUE], abstract[VALUE], version[VALUE], date[VALUE], other[VALUE];
    value_of(text, "\n  - name: ", author);
    value_of(text, "\ntitle: ", title);
    value_of(text, "\nabstract: ", abstract);
    value_of(text, "\nversion: ", version);
    value_of(text, "\ndate-released: ", date);
    static const char *const rest[] = {
        "\nmessage: ", "\ntype: ", "\nlicense: ", "\nkeywords:", "\nreferences:"};
    for (size_t k = 0; k < sizeof rest / sizeof *rest; k++)
        value_of(text, rest[k], other);
    assert_string_equal(version, covey_version());
    (void)snprintf(line, sizeof line, "covey:\n  %s: %s. %s Version %s, %.4s.\n", author, title,
                   abstract, version, date);
    char *cited = program_output(&(program_case){.arguments = {"run", "--cite", "torus-0"}});
    if (strncmp(cited, line, strlen(line)) != 0)
        fail_msg("%s\nand not\n%s", cited, line);
    free(cited);
    free(text);
}

/// True if any model has the words in its source.
static bool is_source(const char *words)
{
    for (int k = 0; covey_model_at(k) != NULL; k++)
        if (strstr(covey_model_at(k)->source, words) != NULL)
            return true;
    return false;
}

static void test_every_model_has_a_source_and_every_reference_is_one(void **unused)
{
    (void)unused;
    static const char key[] = "\n    title: ";
    char *text = golden_source("CITATION.cff");
    int references = 0;
    for (int k = 0; covey_model_at(k) != NULL; k++) {
        const char *source = covey_model_at(k)->source;
        if (source == NULL || strlen(source) < 20)
            fail_msg("the model %s has no source", covey_model_at(k)->name);
    }
    for (const char *at = text; (at = strstr(at, key)) != NULL; at++) {
        char title[VALUE];
        value_of(at, key, title);
        title[strcspn(title, ":")] = '\0'; // sources leave the rest out
        if (!is_source(title))
            fail_msg("CITATION.cff: no model is of \"%s\"", title);
        references++;
    }
    assert_true(references >= 10);
    free(text);
}

/// Runs --cite with options and expects what stands behind covey's lines.
static void expect(const char *const arguments[8], const char *rest)
{
    program_case row = {.arguments = {"run", "--cite"}};
    for (int k = 0; k < 8 && arguments[k] != NULL; k++)
        row.arguments[2 + k] = arguments[k];
    char *cited = program_output(&row), *from = strstr(cited, "\n\n");
    assert_non_null(from);
    assert_string_equal(from, rest);
    free(cited);
}

static void test_the_models_and_the_command_of_a_run_are_cited(void **unused)
{
    (void)unused;
    char rest[2000];
    (void)snprintf(rest, sizeof rest,
                   "\n\nvicsek:\n  %s\n\nThis run:\n"
                   "  covey run vicsek-ordered --set noise=0.2 --set 'title=it'\\''s' --steps 5 "
                   "--seed 9\n"
                   "  covey %s, seed 9, dt 1, 5 steps\n",
                   covey_model_find("vicsek")->source, covey_version_text());
    expect((const char *const[8]){"vicsek-ordered", "--seed=9", "--set", "noise=0.2", "--set",
                                  "title=it's", "--steps=5", NULL},
           rest);
}

static void test_a_source_of_several_is_cited_once_and_influences_too(void **unused)
{
    (void)unused;
    static const char scene[] = "seed: 3\nsteps: 4\n"
                                "flocks: [{model: torus, count: 2}, {name: cat, model: predator, "
                                "count: 1}, {name: other, model: torus, count: 2}]\n"
                                "influences: [{kind: wind, x: 1}, {kind: preference, flock: cat}, "
                                "{kind: seek, x: 1, y: 2}]\n";
    char rest[2000];
    files_write("scene.yaml", scene, sizeof scene - 1);
    (void)snprintf(rest, sizeof rest,
                   "\n\ntorus, predator:\n  %s\n\npreference:\n  %s\n\nseek:\n  %s\n\nThis run:\n"
                   "  covey run ./scene.yaml --seed 3\n  covey %s, seed 3, dt 0.1, 4 steps\n",
                   covey_model_find("torus")->source, covey_influence_find("preference")->source,
                   covey_influence_find("seek")->source, covey_version_text());
    expect((const char *const[8]){"./scene.yaml", NULL}, rest);
}

static void test_nothing_is_run_or_written(void **unused)
{
    (void)unused;
    char *cited = program_output(
        &(program_case){.arguments = {"run", "--cite", "torus-0", "-o", "none.csv"}});
    free(cited);
    assert_int_equal(access("none.csv", F_OK), -1);
    program_expect_message(&(program_case){
        .arguments = {"run", "--cite", "torus-O"}, .code = 64, .says = "there is no preset"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_covey_is_cited_as_its_citation_file_says),
        cmocka_unit_test(test_every_model_has_a_source_and_every_reference_is_one),
        cmocka_unit_test(test_the_models_and_the_command_of_a_run_are_cited),
        cmocka_unit_test(test_a_source_of_several_is_cited_once_and_influences_too),
        cmocka_unit_test(test_nothing_is_run_or_written),
    };
    return cmocka_run_group_tests(tests, setup, files_teardown);
}
