// SPDX-License-Identifier: MIT
// covey run --resume with a checkpoint of another results epoch.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/program.h"

#include <covey/checkpoint.h>

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PATH_SIZE = 256 };

static uint64_t value_of(const char *path, const char *key)
{
    covey_checkpoint *read;
    uint64_t value;
    assert_int_equal(covey_checkpoint_read(path, (covey_allocator){0}, &read, NULL), COVEY_OK);
    assert_true(covey_checkpoint_find(read, key, &value));
    covey_checkpoint_destroy(read);
    return value;
}

/// Writes a checkpoint again with another results epoch.
static void change_results(const char *from, const char *to, uint64_t epoch)
{
    covey_checkpoint *read;
    assert_int_equal(covey_checkpoint_read(from, (covey_allocator){0}, &read, NULL), COVEY_OK);
    covey_checkpoint_value values[16];
    covey_checkpoint changed = *read;
    assert_true(read->value_count <= sizeof values / sizeof *values);
    for (size_t k = 0; k < read->value_count; k++) {
        values[k] = read->values[k];
        if (strcmp(values[k].key, "results") == 0)
            values[k].value = epoch;
    }
    changed.values = values;
    assert_int_equal(covey_checkpoint_write(to, &changed, (covey_allocator){0}, NULL), COVEY_OK);
    covey_checkpoint_destroy(read);
}

/// The number of a commit in a checkpoint: its digits, then 1 for a "+".
static void test_a_checkpoint_has_the_covey_that_wrote_it(void **state)
{
    (void)state;
    char number[24], commit[16];
    const char *saved = files_path("own.ckpt");
    program_expect(&(program_case){
        .arguments = {"run", "torus-1", "--steps=0", "--quiet", "--checkpoint", saved}});
    assert_int_equal(value_of(saved, "results"), covey_results_epoch());
    assert_int_equal(value_of(saved, "version"), covey_version_number());
    (void)snprintf(number, sizeof number, "%013" PRIx64, value_of(saved, "commit"));
    (void)snprintf(commit, sizeof commit, "%.12s%s", number, number[12] == '1' ? "+" : "");
    if (strcmp(covey_commit(), "unknown") == 0)
        assert_string_equal(number, "0000000000000");
    else
        assert_string_equal(commit, covey_commit());
}

static void test_a_checkpoint_of_other_results_goes_on_with_a_warning(void **state)
{
    (void)state;
    char saved[PATH_SIZE], other[PATH_SIZE + 8], says[160];
    (void)snprintf(saved, sizeof saved, "%s", files_path("epoch.ckpt"));
    (void)snprintf(other, sizeof other, "%s.other", saved);
    program_expect(&(program_case){
        .arguments = {"run", "torus-1", "--steps=3", "--quiet", "--checkpoint", saved}});
    const uint64_t here = (uint64_t)covey_results_epoch();
    change_results(saved, other, here + 1);
    program_expect(&(program_case){.arguments = {"run", "--resume", saved, "--quiet"}, .err = ""});
    (void)snprintf(says, sizeof says,
                   "epoch.ckpt.other is of results %" PRIu64 ", and this covey has results %" PRIu64
                   ": from here on",
                   here + 1, here);
    program_expect_message(
        &(program_case){.arguments = {"run", "--resume", other, "--quiet"}, .says = says});
    assert_int_equal(value_of(other, "results"), here); // written anew
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_checkpoint_has_the_covey_that_wrote_it),
        cmocka_unit_test(test_a_checkpoint_of_other_results_goes_on_with_a_warning),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
