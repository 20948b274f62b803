// SPDX-License-Identifier: MIT
// A sweep that is killed at any of the calls that change something:
// the same command goes on, and the rows of the finished file are those of a sweep without a break,
// also where it was growing. Every COVEY_TEST_CALLS-th call is tried. A disk that is full at any
// size of the file loses no run either.
#define _XOPEN_SOURCE 700
#include "support/files.h"
#include "support/inject.h"
#include "support/process.h"
#include "support/program.h"
#include "support/world.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

static const char *const tables[] = {"runs",     "statistics", "series",
                                     "profiles", "agents",     "trajectory"};
enum { TABLES = sizeof tables / sizeof *tables };

#define SWEEP                                                                                      \
    COVEY_PROGRAM, "sweep", "vicsek-ordered", "--set", "count=20", "--grow", "--steps", "40",      \
        "--every", "4", "--measures", "polarization,clusters", "--keep",                           \
        "series,profiles,agents,trajectory", "--quiet", "-o", "sweep.db"

#define LARGER SWEEP, "--vary", "noise=0:2:1", "--seeds", "1:2", "--threads"

static const char *const sweep[] = {LARGER, "1", NULL};
static const char *const sweep_by_two[] = {LARGER, "2", NULL};

static void clean(void)
{
    static const char *const all[] = {"sweep.db", "sweep.db-wal", "sweep.db-shm",
                                      "sweep.db-journal"};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        (void)unlink(all[k]);
}

/// All tables as one text, which the caller frees.
static char *rows(void)
{
    char *text = calloc(1, 1);
    for (int k = 0; k < TABLES; k++) {
        const char *const arguments[] = {COVEY_PROGRAM, "sweep",   "show",    "sweep.db", "--csv",
                                         "-",           "--table", tables[k], NULL};
        process shown = process_run(&(process_def){.arguments = arguments});
        assert_int_equal(shown.code, 0);
        size_t size = strlen(text);
        text = realloc(text, size + shown.output.size + 1);
        memcpy(text + size, shown.output.bytes, shown.output.size);
        text[size + shown.output.size] = '\0';
        process_free(&shown);
    }
    return text;
}

static process run(const char *const *arguments)
{
    return process_run(&(process_def){.arguments = arguments});
}

/// The rows of a sweep without a break.
static char *wanted_rows(void)
{
    clean();
    process whole = run(sweep);
    assert_int_equal(whole.code, 0);
    process_free(&whole);
    return rows();
}

/// Goes on after a break; fails unless the file is what it would have been.
static void go_on(const char *wanted, const char *why, size_t when)
{
    process again = run(sweep_by_two);
    if (again.code != 0)
        fail_msg("%s %zu: then code %d: %s", why, when, again.code, again.errors.bytes);
    char *found = rows();
    if (strcmp(found, wanted) != 0)
        fail_msg("%s %zu: other rows:\n%s\nwanted:\n%s", why, when, found, wanted);
    free(found);
    process_free(&again);
}

static size_t kill_everywhere(int action, const char *wanted)
{
    size_t every = test_amount("COVEY_TEST_CALLS", 23), kills = 0;
    for (size_t when = 1 + every / 2;; when += every, kills++) {
        inject_def def = {.arguments = sweep, .output = "out.txt", .errors = "err.txt"};
        def.action = action;
        def.when = when;
        clean();
        inject_result result = inject_run(&def);
        assert_false(result.hung);
        if (!result.reached)
            return kills;
        assert_int_equal(result.signal, SIGKILL);
        go_on(wanted, result.call, when);
    }
}

static void test_a_sweep_that_is_killed_at_any_call_goes_on_to_the_same_rows(void **state)
{
    (void)state;
    if (!inject_works())
        skip();
    char *wanted = wanted_rows();
    size_t killed = kill_everywhere(INJECT_KILL, wanted),
           torn = kill_everywhere(INJECT_TEAR, wanted);
    print_message("%zu kills, and %zu within a call\n", killed, torn);
    assert_true(killed > 0 && torn > 0);
    free(wanted);
}

// The file has a seed and a value less, whose runs get other numbers.
static void test_growth_that_is_killed_at_any_call_loses_no_run(void **state)
{
    (void)state;
    if (!inject_works())
        skip();
    char *wanted = wanted_rows();
    static const char *const smaller[] = {SWEEP,       "--threads", "1", "--vary",
                                          "noise=0,2", "--seeds",   "2", NULL};
    size_t every = test_amount("COVEY_TEST_CALLS", 17), kills = 0;
    for (size_t when = 1 + every / 2;; when += every, kills++) {
        clean();
        process before = run(smaller);
        assert_int_equal(before.code, 0);
        process_free(&before);
        inject_def def = {.arguments = sweep, .output = "out.txt", .errors = "err.txt"};
        def.action = kills % 2 == 0 ? INJECT_KILL : INJECT_TEAR;
        def.when = when;
        inject_result result = inject_run(&def);
        assert_false(result.hung);
        if (!result.reached)
            break;
        char *left = rows(); // the runs from before are there, by either number
        assert_non_null(strstr(left, ",2,2,0.1"));
        free(left);
        go_on(wanted, result.call, when);
    }
    print_message("%zu kills of growth\n", kills);
    assert_true(kills > 3);
    free(wanted);
}

// ---- Full disks ----

static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void test_a_full_disk_is_told_and_loses_nothing(void **state)
{
    (void)state;
    char *wanted = wanted_rows();
    static const rlim_t sizes[] = {0, 100, 4096, 20000, 33000, 60000, 90000};
    size_t failed = 0;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        clean();
        limit_files(sizes[k]);
        process full = run(sweep);
        limit_files(RLIM_INFINITY);
        if (full.code != 0) {
            assert_int_equal(full.code, 74);
            assert_non_null(strstr(full.errors.bytes, "covey sweep: sweep.db: "));
            failed++;
        }
        process_free(&full);
        go_on(wanted, "full disk", (size_t)sizes[k]);
    }
    assert_true(failed >= 4);
    free(wanted);
}

static int set_up(void **state)
{
    return files_setup(state) != 0 || chdir(files_path("")) != 0;
}

int main(void)
{
    (void)signal(SIGXFSZ, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_sweep_that_is_killed_at_any_call_goes_on_to_the_same_rows),
        cmocka_unit_test(test_growth_that_is_killed_at_any_call_loses_no_run),
        cmocka_unit_test(test_a_full_disk_is_told_and_loses_nothing),
    };
    return cmocka_run_group_tests(tests, set_up, files_teardown);
}
