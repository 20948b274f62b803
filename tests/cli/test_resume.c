// SPDX-License-Identifier: MIT
// Runs that are broken off and taken up again end as runs without a break, bit for bit; a
// checkpoint is whole whenever its writer is killed.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/program.h"
#include "support/world.h"

#include <covey/checkpoint.h>
#include <covey/format.h>
#include <covey/scenario.h>

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { KINDS = 5, H5MD = 1, PATH_SIZE = 200 };

/// Files of a run of the preset, and the last line of its hashes.
typedef struct result {
    char *text[KINDS];
    size_t size[KINDS];
    char last[64];
} result;

static const char *path_of(int kind)
{
    static const char *const names[KINDS] = {"run.csv", "run.h5md", "run.xyz", "run.measures.csv",
                                             "run.profiles"};
    bool built = kind != H5MD || covey_format_find("h5md")->built;
    return files_path(built ? names[kind] : "other.csv");
}

/// A first run, without the words after "run PRESET" that differ.
static program_case first_run(const char *preset, const char *steps)
{
    return (program_case){
        .arguments = {"run",      preset,     "--steps", steps,          "--every",
                      "7",        "--hash",   "--quiet", "-o",           path_of(0),
                      "-o",       path_of(1), "-o",      path_of(2),     "--measure",
                      path_of(3), "--link",   "20",      "--checkpoint", files_path("run.ckpt"),
                      "-o",       path_of(4)}};
}

static void take_last(result *run, const char *hashes)
{
    size_t end = strlen(hashes);
    assert_true(end > 0);
    size_t start = end - 1;
    while (start > 0 && hashes[start - 1] != '\n')
        start--;
    assert_true(end - start < sizeof run->last);
    memcpy(run->last, hashes + start, end - start + 1);
}

/// Reads H5MD as CSV: its values are the same after a break, their places in the file may differ.
static char *read_as_csv(size_t *size)
{
    const char *csv = files_path("converted.csv");
    program_expect(&(program_case){.arguments = {"convert", path_of(H5MD), csv}});
    return files_read(csv, size);
}

static result take_result(const char *hashes)
{
    result run = {0};
    for (int k = 0; k < KINDS; k++) {
        run.text[k] = k == H5MD ? read_as_csv(&run.size[k]) : files_read(path_of(k), &run.size[k]);
        assert_non_null(run.text[k]);
    }
    take_last(&run, hashes);
    return run;
}

static void free_result(result *run)
{
    for (int k = 0; k < KINDS; k++)
        free(run->text[k]);
}

static result run_whole(const char *preset, const char *steps)
{
    for (int k = 0; k < KINDS; k++)
        (void)unlink(path_of(k));
    program_case row = first_run(preset, steps);
    process covey = program_run(&row);
    result run = take_result(covey.output.bytes);
    process_free(&covey);
    return run;
}

static result resume(const char *steps)
{
    process covey = program_run(
        &(program_case){.arguments = {"run", "--resume", files_path("run.ckpt"), "--hash",
                                      "--quiet", steps != NULL ? "--steps" : NULL, steps}});
    result run = take_result(covey.output.bytes);
    process_free(&covey);
    return run;
}

/// Takes the number of steps out of the origin.
static void blot_steps(char *text, const char *steps)
{
    char word[24];
    (void)snprintf(word, sizeof word, "steps: %s", steps);
    char *found = strstr(text, word);
    assert_non_null(found);
    memset(found, '#', strlen(word));
}

/// Fails unless both are the same, apart from the number of steps that the origin tells.
static void check_same(const char *preset, result *a, result *b, const char *const steps[2])
{
    assert_string_equal(a->last, b->last);
    for (int k = 0; k < KINDS; k++) {
        if (a->size[k] != b->size[k])
            fail_msg("%s: %s has %zu bytes, then %zu", preset, path_of(k), a->size[k], b->size[k]);
        if (steps != NULL) {
            blot_steps(a->text[k], steps[0]);
            blot_steps(b->text[k], steps[1]);
        }
        if (memcmp(a->text[k], b->text[k], a->size[k]) != 0)
            fail_msg("%s: %s differs", preset, path_of(k));
    }
}

static void test_a_run_in_two_parts_is_the_run_without_a_break(void **state)
{
    (void)state;
    static const char *const steps[2] = {"60", "20"};
    size_t amount = test_amount("COVEY_TEST_PRESETS", 100);
    const covey_preset *preset;
    for (int k = 0; (preset = covey_preset_at(k)) != NULL && (size_t)k < amount; k++) {
        result whole = run_whole(preset->name, "60");
        result part = run_whole(preset->name, "20");
        result both = resume("60");
        check_same(preset->name, &whole, &both, steps);
        free_result(&whole);
        free_result(&part);
        free_result(&both);
    }
}

static void check_scene(const char *scene)
{
    static const char *const steps[2] = {"60", "20"};
    char path[PATH_SIZE]; // files_path() gives the same few buffers again and again
    (void)snprintf(path, sizeof path, "%s", files_path("scene.yaml"));
    files_write(path, scene, strlen(scene));
    result whole = run_whole(path, "60");
    result part = run_whole(path, "20");
    result both = resume("60");
    check_same(path, &whole, &both, steps);
    free_result(&whole);
    free_result(&part);
    free_result(&both);
}

static void test_a_run_of_single_precision_goes_on_in_it(void **state)
{
    (void)state;
    check_scene("space: {kind: torus, width: 11.1, height: 9.7}\n"
                "flocks: {model: couzin, count: 200}\nprecision: single\n");
}

static void test_a_run_in_three_dimensions_goes_on(void **state)
{
    (void)state;
    check_scene("space: {kind: torus, width: 11.1, height: 9.7, depth: 8}\n"
                "flocks: {model: reynolds, count: 50}\n");
    check_scene("space: {kind: open, dim: 3}\n"
                "flocks: {model: reynolds, count: 50, place: {kind: disc, radius: 5}}\n");
}

static void test_going_on_needs_no_file_of_agents(void **state)
{
    (void)state;
    static const char scene[] =
        "space: {kind: torus, width: 50, height: 50}\nflocks: {model: torus, "
        "place: {file: agents.csv}}\ninfluences: {kind: obstacle, points: "
        "[[0, 0]], radius: 3}\n";
    static const char agents[] = "x,y,speed,heading\n20,20,1,0\n30,30,2,1\n";
    const char *path = files_path("scene.yaml"), *saved = files_path("scene.ckpt");
    files_write(path, scene, sizeof scene - 1);
    files_write(files_path("agents.csv"), agents, sizeof agents - 1);
    process whole =
        program_run(&(program_case){.arguments = {"run", path, "--steps=20", "--hash", "--quiet"}});
    program_expect(&(program_case){
        .arguments = {"run", path, "--steps=10", "--quiet", "--checkpoint", saved}});
    process before =
        program_run(&(program_case){.arguments = {"run", path, "--steps=10", "--print"}});
    assert_int_equal(unlink(files_path("agents.csv")), 0);
    assert_int_equal(unlink(path), 0);
    process after =
        program_run(&(program_case){.arguments = {"run", "--resume", saved, "--print"}});
    assert_string_equal(after.output.bytes, before.output.bytes);
    process rest = program_run(&(program_case){
        .arguments = {"run", "--resume", saved, "--steps=20", "--hash", "--quiet"}});
    const char *shared = strstr(whole.output.bytes, "\n10 ");
    assert_non_null(shared);
    assert_string_equal(rest.output.bytes, shared + 1);
    process_free(&whole);
    process_free(&before);
    process_free(&after);
    process_free(&rest);
}

static uint64_t checkpoint_value(const char *path, const char *key)
{
    covey_checkpoint *checkpoint;
    covey_error error = {0};
    if (covey_checkpoint_read(path, (covey_allocator){0}, &checkpoint, &error) != COVEY_OK)
        fail_msg("%s", error.message);
    uint64_t value = 0;
    assert_true(covey_checkpoint_find(checkpoint, key, &value));
    covey_checkpoint_destroy(checkpoint);
    return value;
}

static void test_going_on_writes_the_checkpoint_on(void **state)
{
    (void)state;
    const char *saved = files_path("on.ckpt"), *other = files_path("other.ckpt");
    program_expect(&(program_case){.arguments = {"run", "torus-1", "--steps=5", "--quiet",
                                                 "--checkpoint", saved, "--checkpoint-every=2"}});
    program_expect(
        &(program_case){.arguments = {"run", "--resume", saved, "--steps=8", "--quiet"}});
    assert_int_equal(checkpoint_value(saved, "step"), 8);
    assert_int_equal(checkpoint_value(saved, "checkpoint_every"), 2);
    program_expect(&(program_case){.arguments = {"run", "--resume", saved, "--steps=9", "--quiet",
                                                 "--checkpoint", other, "--checkpoint-every=3"}});
    assert_int_equal(checkpoint_value(saved, "step"), 8);
    assert_int_equal(checkpoint_value(other, "step"), 9);
    assert_int_equal(checkpoint_value(other, "checkpoint_every"), 3);
    process covey;
    program_start(&covey, &(program_case){.arguments = {"run", "--resume", other, "--hash",
                                                        "--steps=100000000"}});
    assert_true(process_await_lines(&covey, 20));
    process_kill(&covey, SIGKILL); // the last words of the steps up to here are in the checkpoint
    process_finish(&covey);
    process_free(&covey);
    assert_true(checkpoint_value(other, "step") >= 9 + 15);
}

/// Fails unless a digest has just these steps.
static void check_steps(const char *path, const char *expected)
{
    size_t size;
    char *text = files_read(path, &size), steps[200] = "";
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1) {
        size_t used = strlen(steps);
        if (*line != '#')
            (void)snprintf(steps + used, sizeof steps - used, "%.*s ", (int)strcspn(line, " "),
                           line);
    }
    assert_string_equal(steps, expected);
    free(text);
}

static void test_the_last_step_has_a_frame_that_going_on_takes_back(void **state)
{
    (void)state;
    const char *path = files_path("last.digest"), *saved = files_path("last.ckpt");
    program_expect(&(program_case){.arguments = {"run", "torus-1", "--steps=10", "--every=4",
                                                 "--quiet", "-o", path, "--checkpoint", saved}});
    check_steps(path, "0 4 8 10 ");
    program_expect(&(program_case){.arguments = {"run", "--resume", saved, "--quiet"}});
    check_steps(path, "0 4 8 10 ");
    program_expect(
        &(program_case){.arguments = {"run", "--resume", saved, "--steps=13", "--quiet"}});
    check_steps(path, "0 4 8 12 13 ");
    program_expect(&(program_case){.arguments = {"run", "torus-1", "--steps=8", "--every=4",
                                                 "--quiet", "-o", path, "--checkpoint", saved}});
    program_expect(&(program_case){.arguments = {"run", "--resume", saved, "--quiet"}});
    check_steps(path, "0 4 8 ");
}

/// A scenario that is short by its aliases, and too long for a text where they are written out.
static void write_large(const char *path, int obstacles, int points)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    (void)fprintf(file, "flocks: {model: vicsek, count: 0}\ninfluences:\n"
                        "  - {kind: obstacle, points: &a [");
    for (int k = 0; k < points; k++)
        (void)fprintf(file, "%s[-0.000012345678901234568, -0.00001234567890123%04d]",
                      k > 0 ? ", " : "", k);
    (void)fputs("]}\n", file);
    for (int k = 1; k < obstacles; k++)
        (void)fputs("  - {kind: obstacle, points: *a}\n", file);
    assert_int_equal(fclose(file), 0);
}

static void test_no_checkpoint_is_written_that_cannot_be_read(void **state)
{
    (void)state;
    if (TEST_SANITIZED) // the size is the point, and 16 MB of text take minutes
        skip();
    const char *path = files_path("large.yaml"), *saved = files_path("large.ckpt");
    write_large(path, 340, 1000);
    char err[600];
    (void)snprintf(
        err, sizeof err,
        "covey run: %s: the scenario is too large for a checkpoint, in full: the text is "
        "longer than 16777216 bytes (agents may be in a file)\n",
        path);
    program_expect(
        &(program_case){.arguments = {"run", path, "--steps=0", "--quiet", "--checkpoint", saved},
                        .code = 65,
                        .err = err});
    assert_int_equal(access(saved, F_OK), -1);
}

static void test_a_file_that_was_cut_is_not_gone_on_with(void **state)
{
    (void)state;
    const char *saved = files_path("cut.ckpt"), *csv = files_path("cut.csv");
    const char *measures = files_path("cut.measures"), *other = files_path("other.csv");
    program_expect(&(program_case){.arguments = {"run", "torus-1", "--steps=20", "--every=7",
                                                 "--quiet", "-o", csv, "-o", other, "--measure",
                                                 measures, "--checkpoint", saved}});
    size_t size, left;
    char *rows = files_read(measures, &size), err[600];
    char *last = strstr(rows, "\n14,");
    assert_non_null(last);
    const char *end = strchr(last + 1, '\n');
    assert_non_null(end);
    files_write(measures, rows, (size_t)(last + 1 - rows));
    (void)snprintf(err, sizeof err,
                   "covey run: %s cannot be resumed: it was cut to %zu bytes, but had %zu up "
                   "to step 14\n",
                   measures, (size_t)(last + 1 - rows), (size_t)(end + 1 - rows));
    program_case row = {
        .arguments = {"run", "--resume", saved, "--steps=30"}, .code = 65, .err = err};
    program_expect(&row);
    assert_int_equal(unlink(csv), 0);
    (void)snprintf(err, sizeof err, "covey run: %s cannot be resumed: it is not there\n", csv);
    program_expect(&row);
    assert_int_equal(access(csv, F_OK), -1);
    char *before = files_read(other, &size);
    program_expect(&row);
    char *after = files_read(other, &left); // the refused runs did not touch it
    assert_int_equal(left, size);
    free(rows);
    free(before);
    free(after);
}

/// Expects the message about an output of which a byte has changed since the run wrote it.
static void expect_changed(const char *saved, const char *path, const covey_bookmark *at)
{
    char err[600];
    (void)snprintf(err, sizeof err,
                   "covey run: %s cannot be resumed: it was changed, or is the file of another "
                   "run: its first %llu bytes, up to step %llu, are not what they were\n",
                   path, (unsigned long long)at->bytes, (unsigned long long)at->step);
    program_expect(&(program_case){
        .arguments = {"run", "--resume", saved, "--steps=30"}, .code = 65, .err = err});
}

static void test_a_file_that_was_edited_is_not_gone_on_with(void **state)
{
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        if (k == H5MD)
            continue;
        const char *saved = files_path("edited.ckpt"), *path = path_of(k);
        program_case row = {.arguments = {"run", "torus-1", "--steps=20", "--every=7", "--quiet",
                                          k == 3 ? "--measure" : "-o", path, "--checkpoint",
                                          saved}};
        program_expect(&row);
        covey_bookmark at = {.step = 14};
        at.bytes = checkpoint_value(saved, "output 0 bytes");
        assert_int_equal(checkpoint_value(saved, "output 0 step"), at.step);
        size_t size;
        char *bytes = files_read(path, &size);
        assert_true(at.bytes < size);
        bytes[size / 3] ^= 1; // a digit, somewhere
        files_write(path, bytes, size);
        expect_changed(saved, path, &at);
        row.arguments[1] = "torus-2"; // or another run wrote there in between
        row.arguments[7] = NULL;
        row.arguments[8] = NULL;
        program_expect(&row);
        expect_changed(saved, path, &at);
        bytes[size / 3] ^= 1;
        files_write(path, bytes, size);
        program_expect(
            &(program_case){.arguments = {"run", "--resume", saved, "--steps=30", "--quiet"}});
        free(bytes);
    }
}

/// True for values of a checkpoint that those of 0.1.0 did not have.
static bool is_new(const char *key)
{
    return strncmp(key, "output ", 7) == 0 || strcmp(key, "version") == 0 ||
           strcmp(key, "results") == 0 || strcmp(key, "commit") == 0;
}

/// Writes a checkpoint again as older versions wrote it.
static void make_old(const char *path)
{
    covey_checkpoint *read;
    assert_int_equal(covey_checkpoint_read(path, (covey_allocator){0}, &read, NULL), COVEY_OK);
    covey_checkpoint_value values[16];
    covey_checkpoint old = *read;
    old.values = values;
    old.value_count = 0;
    for (size_t k = 0; k < read->value_count; k++)
        if (!is_new(read->values[k].key))
            values[old.value_count++] = read->values[k];
    assert_true(old.value_count == 3 && old.value_count < read->value_count);
    assert_int_equal(covey_checkpoint_write(path, &old, (covey_allocator){0}, NULL), COVEY_OK);
    covey_checkpoint_destroy(read);
}

static void test_a_checkpoint_of_an_older_covey_is_refused_by_name(void **state)
{
    (void)state;
    const char *saved = files_path("old.ckpt"), *csv = files_path("old.csv");
    program_expect(&(program_case){.arguments = {"run", "torus-1", "--steps=20", "--quiet", "-o",
                                                 csv, "--checkpoint", saved}});
    make_old(saved);
    size_t size, left;
    free(files_read(csv, &size));
    char err[900];
    (void)snprintf(err, sizeof err,
                   "covey run: warning: %s names no results epoch, as files of an older covey do "
                   "not: from here on the run may come to other bits than it would have come to\n"
                   "covey run: %s cannot be resumed: the checkpoint does not say where it "
                   "ended, as checkpoints of covey 0.1.0 and before do not\n",
                   saved, csv);
    program_expect(&(program_case){
        .arguments = {"run", "--resume", saved, "--steps=30"}, .code = 65, .err = err});
    free(files_read(csv, &left));
    assert_int_equal(left, size);
}

/// Writes a checkpoint again with another value.
static void change_value(const char *from, const char *to, const char *key, uint64_t value)
{
    covey_checkpoint *read;
    assert_int_equal(covey_checkpoint_read(from, (covey_allocator){0}, &read, NULL), COVEY_OK);
    covey_checkpoint_value values[64];
    covey_checkpoint changed = *read;
    assert_true(read->value_count <= sizeof values / sizeof *values);
    memcpy(values, read->values, read->value_count * sizeof *values);
    changed.values = values;
    for (size_t k = 0; k < read->value_count; k++)
        if (strcmp(values[k].key, key) == 0)
            values[k].value = value;
    assert_int_equal(covey_checkpoint_write(to, &changed, (covey_allocator){0}, NULL), COVEY_OK);
    covey_checkpoint_destroy(read);
}

/// Expects that no run goes on with that value in the checkpoint, and that the files stay.
static void expect_refused(const char *saved, const char *key, uint64_t value, const char *why)
{
    static const char *const names[] = {"ahead.csv", "ahead.xyz"};
    char *before[2], changed[PATH_SIZE];
    size_t size[2], left;
    (void)snprintf(changed, sizeof changed, "%s.changed", saved);
    change_value(saved, changed, key, value);
    for (int k = 0; k < 2; k++)
        before[k] = files_read(files_path(names[k]), &size[k]);
    program_expect_message(
        &(program_case){.arguments = {"run", "--resume", changed, "--steps=30", "--quiet"},
                        .code = 65,
                        .says = why});
    for (int k = 0; k < 2; k++) {
        char *after = files_read(files_path(names[k]), &left);
        assert_int_equal(left, size[k]);
        assert_memory_equal(after, before[k], left);
        free(after);
        free(before[k]);
    }
}

static void test_values_that_no_run_has_change_no_file(void **state)
{
    (void)state;
    char saved[PATH_SIZE];
    (void)snprintf(saved, sizeof saved, "%s", files_path("ahead.ckpt"));
    program_expect(&(program_case){.arguments = {"run", "torus-1", "--steps=20", "--quiet", "-o",
                                                 files_path("ahead.csv"), "-o",
                                                 files_path("ahead.xyz"), "--checkpoint", saved}});
    expect_refused(saved, "output 1 step", 21, "of step 20, but has its frames up to step 21");
    expect_refused(saved, "output 0 step", UINT64_MAX, "frames up to step 18446744073709551615");
    expect_refused(saved, "steps", UINT64_MAX, "steps is from 0 to");
}

static void test_standard_output_goes_on_with_the_frames_that_follow(void **state)
{
    (void)state;
    const char *saved = files_path("stream.ckpt");
    process whole = program_run(&(program_case){
        .arguments = {"run", "torus-1", "--steps=20", "--every=1", "--quiet", "-o", "-"}});
    process first =
        program_run(&(program_case){.arguments = {"run", "torus-1", "--steps=10", "--every=1",
                                                  "--quiet", "-o", "-", "--checkpoint", saved}});
    process rest = program_run(
        &(program_case){.arguments = {"run", "--resume", saved, "--steps=20", "--quiet"}});
    const char *begin = strstr(rest.output.bytes, "\nboids,");
    assert_non_null(begin);
    assert_string_equal(begin, whole.output.bytes + whole.output.size - strlen(begin));
    size_t rows = 0;
    for (; begin != NULL; begin = strstr(begin + 1, "\nboids,"))
        rows++;
    assert_int_equal(rows, 10 * 200);
    process_free(&whole);
    process_free(&first);
    process_free(&rest);
}

static void test_a_run_that_is_interrupted_goes_on_with_the_same_bytes(void **state)
{
    (void)state;
    size_t amount = test_amount("COVEY_TEST_PRESETS", 100);
    uint64_t random = 7;
    int stopped = 0;
    const covey_preset *preset;
    for (int k = 0; (preset = covey_preset_at(k)) != NULL && (size_t)k < amount; k++) {
        result whole = run_whole(preset->name, "99");
        for (int file = 0; file < KINDS; file++)
            assert_int_equal(unlink(path_of(file)), 0);
        program_case row = first_run(preset->name, "99");
        process covey;
        program_start(&covey, &row);
        assert_true(process_await_lines(&covey, 1 + test_below(&random, 60)));
        process_kill(&covey, SIGINT);
        process_finish(&covey);
        assert_true(covey.code == 130 || covey.code == 0);
        stopped += covey.code == 130;
        process_free(&covey);
        result both = resume(NULL);
        check_same(preset->name, &whole, &both, NULL);
        free_result(&whole);
        free_result(&both);
    }
    assert_true(stopped > 0);
}

static void test_a_checkpoint_is_whole_whenever_its_writer_is_killed(void **state)
{
    (void)state;
    const char *path = files_path("killed.ckpt");
    uint64_t random = 11;
    size_t amount = test_amount("COVEY_TEST_KILLS", 20);
    uint64_t steps = 0;
    for (size_t k = 0; k < amount; k++) {
        process covey;
        program_start(
            &covey,
            &(program_case){.arguments = {"run", "vicsek-ordered", "--set", "count=5000", "--set",
                                          "radius=0.05", "--steps", "100000000", "--checkpoint",
                                          path, "--checkpoint-every", "1", "--hash", "--quiet"}});
        assert_true(process_await_lines(&covey, 2 + k % 4)); // the first k % 4 + 1 were written
        long ns = (long)test_below(&random, 40000000);
        (void)nanosleep(&(struct timespec){.tv_nsec = ns}, NULL);
        process_kill(&covey, SIGKILL);
        process_finish(&covey);
        process_free(&covey);
        steps += checkpoint_value(path, "step");
    }
    assert_true(steps > 0); // later ones than the first were written, too
    process covey = program_run(&(program_case){
        .arguments = {"run", "--resume", path, "--steps", "1", "--quiet", "--json"}});
    assert_non_null(strstr(covey.output.bytes, "COVEY_OK"));
    process_free(&covey);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_run_in_two_parts_is_the_run_without_a_break),
        cmocka_unit_test(test_a_run_of_single_precision_goes_on_in_it),
        cmocka_unit_test(test_a_run_in_three_dimensions_goes_on),
        cmocka_unit_test(test_going_on_needs_no_file_of_agents),
        cmocka_unit_test(test_no_checkpoint_is_written_that_cannot_be_read),
        cmocka_unit_test(test_going_on_writes_the_checkpoint_on),
        cmocka_unit_test(test_the_last_step_has_a_frame_that_going_on_takes_back),
        cmocka_unit_test(test_a_file_that_was_cut_is_not_gone_on_with),
        cmocka_unit_test(test_a_file_that_was_edited_is_not_gone_on_with),
        cmocka_unit_test(test_a_checkpoint_of_an_older_covey_is_refused_by_name),
        cmocka_unit_test(test_values_that_no_run_has_change_no_file),
        cmocka_unit_test(test_standard_output_goes_on_with_the_frames_that_follow),
        cmocka_unit_test(test_a_run_that_is_interrupted_goes_on_with_the_same_bytes),
        cmocka_unit_test(test_a_checkpoint_is_whole_whenever_its_writer_is_killed),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
