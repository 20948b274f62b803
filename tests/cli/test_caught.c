// SPDX-License-Identifier: MIT
// Runs in which a flock catches agents: the files that they can have, and the number of the caught.
#include "support/files.h"
#include "support/process.h"
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_files_with_the_same_agents_are_refused_where_some_are_caught(void **state)
{
    (void)state;
    process covey = program_run(
        &(program_case){.arguments = {"run", "torus-predators", "--set", "predators.catch=5",
                                      "--steps", "5", "-o", files_path("caught.h5md")},
                        .code = 65});
    assert_non_null(strstr(covey.errors.bytes, "format h5md holds the same agents in every frame, "
                                               "and flock predators catches some"));
    process_free(&covey);
}

/// The last column of the table is the number that the run tells, for the flock that catches.
static void test_a_table_of_measures_counts_the_caught(void **state)
{
    (void)state;
    const char *path = files_path("caught.measures.csv");
    process covey = program_run(
        &(program_case){.arguments = {"run", "torus-predators", "--set", "predators.catch=25",
                                      "--steps", "200", "--every", "200", "--measure", path}});
    char *text = files_read(path, &(size_t){0}), line[64];
    const char *boids = strstr(text, "\n200,20,boids,"), *hunters = strstr(text, "\n200,20,pred");
    assert_true(boids != NULL && hunters != NULL && strstr(text, ",caught\n") != NULL);
    assert_int_equal(strchr(boids + 1, '\n')[-1], ',');
    const char *last = strrchr(hunters, ',') + 1;
    assert_true(strtol(last, NULL, 10) > 5);
    (void)snprintf(line, sizeof line, ", %ld caught,", strtol(last, NULL, 10));
    assert_non_null(strstr(covey.errors.bytes, line));
    free(text);
    process_free(&covey);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files_with_the_same_agents_are_refused_where_some_are_caught),
        cmocka_unit_test(test_a_table_of_measures_counts_the_caught),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
