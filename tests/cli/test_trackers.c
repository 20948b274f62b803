// SPDX-License-Identifier: MIT
// covey measure and covey convert on files that other programs wrote or packed.
#define _XOPEN_SOURCE 700
#include "formats/gzip.h"
#include "support/files.h"
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void write_text(const char *path, const char *text)
{
    files_write(path, text, strlen(text));
}

#define TRACKS "id,t,x,y\n1,0,2,3\n2,0,5,7\n1,1,4,3\n2,1,5,6\n1,2,6,4\n2,2,5,5\n"

static void test_packed_tables_are_read_and_written_by_all_commands(void **state)
{
    (void)state;
    if (!covey_gzip_is_built())
        skip();
    const char *plain = files_path("loose.csv"), *packed = files_path("tight.csv.gz");
    const char *to = files_path("measured.csv.gz"), *same = files_path("measured.csv");
    write_text(plain, TRACKS);
    program_expect(&(program_case){.arguments = {"measure", plain, "-o", same}});
    char *wanted = program_output(&(program_case){.arguments = {"convert", plain, "-"}});
    program_expect(&(program_case){.arguments = {"convert", plain, packed}});
    char *found = program_output(&(program_case){.arguments = {"convert", packed, "-"}});
    assert_string_equal(found, wanted);
    free(found);
    free(wanted);
    program_expect(&(program_case){.arguments = {"measure", packed, "-o", to}});
    wanted = program_output(&(program_case){.arguments = {"stats", same}});
    found = program_output(&(program_case){.arguments = {"stats", to}});
    const char *behind = strchr(wanted, '\n'), *after = strchr(found, '\n'); // names of files
    assert_string_equal(after != NULL ? after : "", behind != NULL ? behind : "");
    free(found);
    free(wanted);
    size_t size;
    char *bytes = files_read(packed, &size);
    files_write(packed, bytes, size - 1);
    free(bytes);
    char says[700];
    (void)snprintf(says, sizeof says, "covey measure: %s: gzip, after line ", packed);
    program_expect_message(
        &(program_case){.arguments = {"measure", packed}, .code = 65, .says = says});
    bytes = files_read(to, &size);
    files_write(to, bytes, size - 1);
    free(bytes);
    (void)snprintf(says, sizeof says, "covey stats: %s: gzip: it is cut: its end is missing\n", to);
    program_expect_message(&(program_case){.arguments = {"stats", to}, .code = 65, .says = says});
    program_expect_message(&(program_case){.arguments = {"measure", plain, "--lags", "2", "-o", to},
                                           .code = 64,
                                           .says = "--lags writes plain text: "});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_packed_tables_are_read_and_written_by_all_commands),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
