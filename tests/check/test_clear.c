// SPDX-License-Identifier: MIT
// A run of covey check clears the folders of killed runs, and none that another run uses.
#define _GNU_SOURCE
#include "support/check.h"
#include "support/files.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/// Whether a program is at work, "hostile stubborn MARK".
static bool is_at_work(const char *mark)
{
    char command[256];
    (void)snprintf(command, sizeof command, "pgrep -f '^[^ ]*hostile stubborn %s' >/dev/null",
                   mark);
    return check_shell(command);
}

/// The test's own limit of time ends the waiting.
static void start(process *covey, const char *mark, const char *const *arguments)
{
    process_start(covey, &(process_def){.arguments = arguments});
    while (!is_at_work(mark))
        (void)usleep(10000);
}

static void end(process *covey, const char *mark, int signal)
{
    process_kill(covey, signal);
    process_finish(covey);
    process_free(covey);
    while (is_at_work(mark))
        (void)usleep(10000);
}

/// A build leaves its copy when the grader is killed.
static void test_the_next_run_clears_what_a_killed_one_left(void **state)
{
    (void)state;
    char build[9000], mark[64];
    (void)snprintf(mark, sizeof mark, "cleared-after-%ld", (long)getpid());
    (void)snprintf(build, sizeof build, COVEY_HOSTILE " stubborn %s", mark);
    assert_int_equal(mkdir(files_path("class"), 0755), 0);
    check_submit("ada", "exit 0");
    process covey;
    const char *const arguments[] = {COVEY_PROGRAM,    "check", "--with",  COVEY_EXAMPLES_DIR,
                                     "--memory-limit", "0",     "--batch", files_path("class"),
                                     "--build",        build,   NULL};
    start(&covey, mark, arguments);
    assert_int_equal(files_count(), 2); // the class and the copy
    end(&covey, mark, SIGKILL);
    assert_int_equal(files_count(), 2);
    start(&covey, mark, arguments);
    assert_int_equal(files_count(), 2); // another copy
    process other = CHECK(0, "--", COVEY_PROGRAM, "formal");
    process_free(&other);
    assert_int_equal(files_count(), 2); // it is in use
    end(&covey, mark, SIGTERM);
    check_remove("class");
    assert_int_equal(files_count(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_next_run_clears_what_a_killed_one_left),
    };
    return cmocka_run_group_tests(tests, check_setup, files_teardown);
}
