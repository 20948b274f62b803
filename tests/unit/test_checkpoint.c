// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE
#include "covey/checkpoint.h"
#include "support/files.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const covey_checkpoint_value values[] = {{"step", 12}, {"offset of trajectory.csv", ~0ull}};
static const covey_checkpoint made = {.scenario = "model: torus\nseed: 1\n",
                                      .snapshot = "\0snap\0shot",
                                      .snapshot_size = 10,
                                      .values = values,
                                      .value_count = 2};

/// The bytes of `made`, which the caller frees.
static unsigned char *make_bytes(size_t *size)
{
    covey_error error = {0};
    const char *path = files_path("made");
    if (covey_checkpoint_write(path, &made, (covey_allocator){0}, &error) != COVEY_OK)
        fail_msg("%s", error.message);
    return (unsigned char *)files_read(path, size);
}

static covey_status decode(const void *bytes, size_t size, covey_error *error)
{
    covey_checkpoint *read;
    covey_status status = covey_checkpoint_decode(bytes, size, (covey_allocator){0}, &read, error);
    assert_int_equal(read != NULL, status == COVEY_OK);
    covey_checkpoint_destroy(read);
    return status;
}

static void test_a_written_checkpoint_is_read(void **state)
{
    (void)state;
    const char *path = files_path("checkpoint");
    covey_error error = {0};
    covey_checkpoint *read;
    assert_int_equal(covey_checkpoint_write(path, &made, (covey_allocator){0}, &error), COVEY_OK);
    assert_int_equal(covey_checkpoint_read(path, (covey_allocator){0}, &read, &error), COVEY_OK);
    assert_string_equal(read->scenario, made.scenario);
    assert_int_equal(read->snapshot_size, made.snapshot_size);
    assert_memory_equal(read->snapshot, made.snapshot, made.snapshot_size);
    assert_int_equal(read->value_count, 2);
    assert_string_equal(read->values[0].key, "step");
    uint64_t value = 0;
    assert_true(covey_checkpoint_find(read, "offset of trajectory.csv", &value));
    assert_true(value == UINT64_MAX);
    assert_false(covey_checkpoint_find(read, "ste", &value));
    covey_checkpoint_destroy(read);
    covey_checkpoint_destroy(NULL);
}

static void test_the_layout_is_as_documented(void **state)
{
    (void)state;
    size_t size;
    unsigned char *bytes = make_bytes(&size);
    static const unsigned char begin[] = {0x89, 'c', 'v', 'y', '\r', '\n', 0x1a, '\n', 'H', 'E',
                                          'A',  'D', 16,  0,   0,    0,    0,    0,    0,   0};
    assert_memory_equal(bytes, begin, sizeof begin);
    assert_int_equal(bytes[24], 1); // version
    assert_int_equal(bytes[32], 2); // values
    assert_memory_equal(bytes + 40, "SCEN\x15", 5);
    assert_memory_equal(bytes + size - 24, "LAST\x08", 5);
    assert_int_equal(bytes[size - 8], size);
    free(bytes);
}

static void test_every_flipped_bit_is_found(void **state)
{
    (void)state;
    size_t size;
    unsigned char *bytes = make_bytes(&size);
    assert_int_equal(decode(bytes, size, NULL), COVEY_OK);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        covey_error error = {0};
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        assert_int_equal(decode(bytes, size, &error), COVEY_INPUT);
        assert_non_null(strstr(error.message, "checkpoint"));
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
    free(bytes);
}

static void test_every_missing_or_added_byte_is_found(void **state)
{
    (void)state;
    size_t size;
    unsigned char *bytes = make_bytes(&size);
    for (size_t left = 0; left < size; left++) {
        unsigned char *exact = malloc(left + 1); // so that a sanitizer sees reads beyond
        memcpy(exact, bytes, left);
        assert_int_equal(decode(exact, left, NULL), COVEY_INPUT);
        free(exact);
    }
    covey_error error;
    assert_int_equal(decode(bytes, size + 1, &error), COVEY_INPUT); // the zero of files_read()
    assert_string_equal(error.message,
                        "the checkpoint is followed by 1 bytes that do not belong to it");
    assert_int_equal(decode("x", 1, &error), COVEY_INPUT);
    assert_string_equal(error.message, "the file is no checkpoint of covey");
    free(bytes);
}

static void test_a_failing_write_keeps_the_old_file_and_leaves_nothing(void **state)
{
    (void)state;
    covey_error error;
    size_t size;
    const char *path = files_path("old");
    assert_int_equal(covey_checkpoint_write(path, &made, (covey_allocator){0}, NULL), COVEY_OK);
    char *before = files_read(path, &size);
    int count = files_count();
    covey_checkpoint bad = made;
    bad.values = &(covey_checkpoint_value){"", 1};
    bad.value_count = 1;
    assert_int_equal(covey_checkpoint_write(path, &bad, (covey_allocator){0}, &error), COVEY_ARG);
    assert_int_equal(
        covey_checkpoint_write(files_path("no/where"), &made, (covey_allocator){0}, &error),
        COVEY_IO);
    assert_int_equal(covey_checkpoint_write(files_path(""), &made, (covey_allocator){0}, &error),
                     COVEY_IO);
    assert_int_equal(files_count(), count);
    char *after = files_read(path, &size);
    assert_memory_equal(before, after, size);
    free(before);
    free(after);
}

static void check_made(const char *path)
{
    covey_checkpoint *read;
    assert_int_equal(covey_checkpoint_read(path, (covey_allocator){0}, &read, NULL), COVEY_OK);
    assert_string_equal(read->scenario, made.scenario);
    covey_checkpoint_destroy(read);
}

static void test_a_path_that_another_writes_to_is_locked(void **state)
{
    (void)state;
    covey_error error;
    const char *path = files_path("locked");
    int other = open(files_path("locked.new"), O_WRONLY | O_CREAT, 0666);
    assert_int_equal(flock(other, LOCK_EX), 0);
    assert_int_equal(covey_checkpoint_write(path, &made, (covey_allocator){0}, &error),
                     COVEY_LOCKED);
    assert_int_equal(covey_status_exit(error.status), 75);
    (void)close(other);
    assert_int_equal(covey_checkpoint_write(path, &made, (covey_allocator){0}, &error), COVEY_OK);
}

static void test_files_of_a_killed_writer_are_taken_over(void **state)
{
    (void)state;
    static const char rest[10000] = "more than a checkpoint";
    const char *path = files_path("taken"), *left = files_path("taken.new");
    files_write(left, rest, sizeof rest);
    int count = files_count();
    assert_int_equal(covey_checkpoint_write(path, &made, (covey_allocator){0}, NULL), COVEY_OK);
    check_made(path);
    assert_int_equal(files_count(), count);
    assert_int_equal(access(left, F_OK), -1);
    // But never through a link that another user put there.
    files_write(files_path("mine"), "mine", 4);
    assert_int_equal(symlink("mine", left), 0);
    covey_error error;
    assert_int_equal(covey_checkpoint_write(path, &made, (covey_allocator){0}, &error), COVEY_IO);
    size_t size;
    char *mine = files_read(files_path("mine"), &size);
    assert_string_equal(mine, "mine");
    free(mine);
    assert_int_equal(unlink(left), 0);
}

static void test_a_link_stays_and_what_it_leads_to_is_replaced(void **state)
{
    (void)state;
    static const char *const links[] = {"far/end", "far/new"}; // there already, and not yet
    assert_int_equal(mkdir(files_path("far"), 0777), 0);
    files_write(files_path("far/end"), "old", 3);
    for (int k = 0; k < 2; k++) {
        const char *first = files_path("first"), *second = files_path("second");
        char kept[64] = "";
        assert_int_equal(symlink(links[k], second), 0);
        assert_int_equal(symlink("second", first), 0);
        assert_int_equal(covey_checkpoint_write(first, &made, (covey_allocator){0}, NULL),
                         COVEY_OK);
        check_made(files_path(links[k]));
        assert_int_equal(readlink(first, kept, sizeof kept - 1), 6);
        assert_string_equal(kept, "second");
        assert_int_equal(unlink(first), 0);
        assert_int_equal(unlink(second), 0);
        assert_int_equal(unlink(files_path(links[k])), 0);
    }
    assert_int_equal(rmdir(files_path("far")), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_written_checkpoint_is_read),
        cmocka_unit_test(test_the_layout_is_as_documented),
        cmocka_unit_test(test_every_flipped_bit_is_found),
        cmocka_unit_test(test_every_missing_or_added_byte_is_found),
        cmocka_unit_test(test_a_failing_write_keeps_the_old_file_and_leaves_nothing),
        cmocka_unit_test(test_a_path_that_another_writes_to_is_locked),
        cmocka_unit_test(test_files_of_a_killed_writer_are_taken_over),
        cmocka_unit_test(test_a_link_stays_and_what_it_leads_to_is_replaced),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
