// SPDX-License-Identifier: MIT
// covey run --replay: its output, its files, the options that it refuses.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static int setup(void **state)
{
    return files_setup(state) != 0 || chdir(files_path("")) != 0;
}

/// Writes a session, with `second` behind its first line.
static void write_session_of(const char *second, const char *name, const char *lines)
{
    char text[1024];
    int size = snprintf(text, sizeof text,
                        "# covey session 1\n%s"
                        "space: {kind: torus, width: 300, height: 200}\n"
                        "flocks: {name: boids, model: torus, count: 30}\n"
                        "...\n%s",
                        second, lines);
    files_write(name, text, (size_t)size);
}

static void write_session(const char *name, const char *lines)
{
    write_session_of("", name, lines);
}

/// The hash that a session ends with, from the message about a wrong one.
static void find_hash(const char *lines, char hash[17])
{
    char wrong[512];
    (void)snprintf(wrong, sizeof wrong, "%s0\n", lines);
    write_session("wrong.session", wrong);
    process run = program_run(
        &(program_case){.arguments = {"run", "--replay", "wrong.session", "--quiet"}, .code = 65});
    const char *at = strstr(run.errors.bytes, "its replay with ");
    assert_non_null(at);
    memcpy(hash, at + strlen("its replay with "), 16);
    hash[16] = '\0';
    process_free(&run);
}

static const char lines[] = "0 set separation 20\n"
                            "3 set boids.count 40\n"
                            "5 set influences.0 {kind: wind, x: 4}\n"
                            "8 end ";

static void test_a_replay_ends_with_the_hash_of_the_session(void **unused)
{
    (void)unused;
    char hash[17], good[512], tail[64];
    find_hash(lines, hash);
    (void)snprintf(good, sizeof good, "%s%s\n", lines, hash);
    write_session("good.session", good);
    (void)snprintf(tail, sizeof tail, "8 %s\n", hash);
    static const char *const threads[] = {"1", "2"};
    for (int k = 0; k < 2; k++) {
        process run =
            program_run(&(program_case){.arguments = {"run", "--replay", "good.session", "--hash",
                                                      "--quiet", "--threads", threads[k]}});
        assert_int_equal(process_lines(&run.output), 9);
        assert_non_null(strstr(run.output.bytes, tail));
        process_free(&run);
    }
}

static void test_another_end_is_explained_by_other_results(void **unused)
{
    (void)unused;
    char same[120], now[120];
    (void)snprintf(same, sizeof same, "# covey %s\n", covey_version_text());
    (void)snprintf(now, sizeof now,
                   "; the likely reason: it is of results 1, and this covey has results %d\n",
                   covey_results_epoch());
    const struct {
        const char *second, *ends;
    } rows[] = {
        {"", "; the likely reason: it names no results epoch, as files of an older covey do not\n"},
        {"# covey 0.1.0\n", "names no results epoch, as files of an older covey do not\n"},
        {"# covey 0.1.0 (commit 0123456789ab; results 1)\n", now},
        {same, NULL}, // a fault, then, or another machine's
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        write_session_of(rows[k].second, "other.session", "2 end 1\n");
        process run = program_run(&(program_case){
            .arguments = {"run", "--replay", "other.session", "--quiet"}, .code = 65});
        const char *at = strstr(run.errors.bytes, "its replay with ");
        assert_non_null(at);
        at += strlen("its replay with ") + 16;
        if (rows[k].ends == NULL)
            assert_string_equal(at, "\n");
        else
            assert_non_null(strstr(at, rows[k].ends));
        process_free(&run);
    }
}

static void test_outputs_have_the_agents_that_there_were(void **unused)
{
    (void)unused;
    char hash[17], good[512];
    find_hash(lines, hash);
    (void)snprintf(good, sizeof good, "%s%s\n", lines, hash);
    write_session("good.session", good);
    process run = program_run(
        &(program_case){.arguments = {"run", "--replay", "good.session", "--quiet", "-o", "-"}});
    // Steps 0 to 2 have 30 agents, 3 to 8 have 40: the command of a step comes before its frame.
    size_t rows = 0;
    for (const char *at = run.output.bytes; *at != '\0'; at = strchr(at, '\n') + 1)
        rows += *at == 'b';
    assert_int_equal(rows, 3 * 30 + 6 * 40);
    process_free(&run);
}

static void test_options_that_do_not_go_with_a_replay_are_refused(void **unused)
{
    (void)unused;
    const program_case rows[] = {
        {.arguments = {"run", "--replay", "good.session", "torus-0"},
         .code = 64,
         .says = "the session has its scenario"},
        {.arguments = {"run", "--replay", "good.session", "--set", "dt=1"},
         .code = 64,
         .says = "without --set"},
        {.arguments = {"run", "--replay", "good.session", "--steps", "3"},
         .code = 64,
         .says = "without --steps"},
        {.arguments = {"run", "--replay", "good.session", "--checkpoint", "c"},
         .code = 64,
         .says = "without --checkpoint"},
        {.arguments = {"run", "--replay", "none.session"}, .code = 74, .says = "none.session"},
        {.arguments = {"run", "--replay", "bad.session"},
         .code = 65,
         .says = "bad.session:6:1: there is no command flip"},
        {.arguments = {"run", "--replay", "odd.session"}, .code = 65, .says = "odd.session:"},
    };
    write_session("good.session", "3 end 0\n");
    write_session("bad.session", "0 set separation 20\n2 flip\n3 end 0\n");
    write_session("odd.session", "0 set separation 20\n");
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        program_expect_message(&rows[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_replay_ends_with_the_hash_of_the_session),
        cmocka_unit_test(test_another_end_is_explained_by_other_results),
        cmocka_unit_test(test_outputs_have_the_agents_that_there_were),
        cmocka_unit_test(test_options_that_do_not_go_with_a_replay_are_refused),
    };
    return cmocka_run_group_tests(tests, setup, files_teardown);
}
