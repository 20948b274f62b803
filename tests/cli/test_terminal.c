// SPDX-License-Identifier: MIT
// covey run on a terminal: a second interrupt leaves it as it should be.
#define _XOPEN_SOURCE 700
#include "support/world.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/// The program with its standard error on a terminal of its own; *terminal is our end of it.
static pid_t start_on_terminal(int *terminal)
{
    *terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_true(*terminal >= 0);
    assert_int_equal(grantpt(*terminal), 0);
    assert_int_equal(unlockpt(*terminal), 0);
    int theirs = open(ptsname(*terminal), O_RDWR | O_NOCTTY);
    assert_true(theirs >= 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)dup2(theirs, STDERR_FILENO);
        (void)execl(COVEY_PROGRAM, COVEY_PROGRAM, "run", "torus-1", "--set",
                    TEST_SANITIZED ? "count=10000" : "count=30000", "--threads=1", (char *)NULL);
        _exit(127);
    }
    (void)close(theirs);
    return child;
}

/// Reads on until `word` has come, or to the end if it is NULL.
static void read_until(int terminal, char *shown, size_t room, const char *word)
{
    size_t used = strlen(shown);
    while (word == NULL || strstr(shown, word) == NULL) {
        ssize_t count = read(terminal, shown + used, room - used - 1);
        if (count <= 0) {
            assert_null(word);
            return; // the last of the other ends was closed
        }
        used += (size_t)count;
        shown[used] = '\0';
    }
}

static void test_a_second_interrupt_ends_the_line_on_the_terminal(void **state)
{
    (void)state;
    if (getenv("COVEY_RUN") != NULL)
        skip();
    static char shown[100000];
    int terminal, status;
    pid_t child = start_on_terminal(&terminal);
    read_until(terminal, shown, sizeof shown, " left\033[K"); // the next step takes as long
    assert_int_equal(kill(child, SIGINT), 0);
    (void)nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    assert_int_equal(kill(child, SIGINT), 0);
    read_until(terminal, shown, sizeof shown, NULL);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 130);
    size_t size = strlen(shown);
    assert_string_equal(shown + size - 2, "\r\n");
    assert_null(strstr(shown, "stopped after")); // it did not wait for the step's end
    (void)close(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_second_interrupt_ends_the_line_on_the_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
