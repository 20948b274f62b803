// SPDX-License-Identifier: MIT
// The keeper of a program that covey check runs cannot wait for it: that is a message and exit code
// 74 at once, not a program out of time. A filter of system calls lets the keeper's waits fail.
#define _GNU_SOURCE
#include "check/sandbox.h"
#include "support/files.h"
#include "support/process.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { CANNOT_FILTER = 77 };

/// From now on this call fails with EIO, in this process and all that it starts: always, or where
/// its first argument is -1, which is all children for wait4.
static bool let_fail(long call, bool of_all_alone)
{
    enum {
        NUMBER = offsetof(struct seccomp_data, nr),
        FIRST = offsetof(struct seccomp_data, args)
    };
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, NUMBER),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FIRST),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, UINT32_MAX, 0, of_all_alone ? 1 : 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EIO),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof code / sizeof *code, code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/// Runs covey check on a program that would be right to end at once; returns what is wrong.
static const char *find_wrong(bool plain)
{
    // Without the right to make namespaces there is no root, and the keeper waits by itself.
    const char *const words[] = {
        "setpriv", "--bounding-set", "-sys_admin", COVEY_PROGRAM, "check",     "--cases",
        "cases",   "--time-limit",   "30",         "--",          "/bin/true", NULL};
    process covey = process_run(&(process_def){.arguments = words + (plain ? 0 : 3)});
    const char *wrong = NULL;
    if (covey.code != 74)
        wrong = covey.errors.size > 0 ? covey.errors.bytes : covey.output.bytes;
    else if (strstr(covey.errors.bytes, "cannot run the program: Input/output error") == NULL)
        wrong = covey.errors.bytes;
    return wrong;
}

static void check_failing(long call, bool of_all_alone, bool plain)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (!let_fail(call, of_all_alone))
            _exit(CANNOT_FILTER);
        const char *wrong = find_wrong(plain);
        if (wrong != NULL)
            print_message("call %ld%s: %s\n", call, plain ? ", plain" : "", wrong);
        _exit(wrong != NULL);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == CANNOT_FILTER)
        skip();
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void check_both(bool plain)
{
    check_failing(SYS_wait4, true, plain);
    check_failing(SYS_rt_sigtimedwait, false, plain);
}

static void test_a_keeper_that_cannot_wait_is_told_at_once(void **state)
{
    (void)state;
    if (getenv("COVEY_RUN") != NULL || !check_sandbox_has_roots())
        skip(); // this system gives programs no root of their own
    check_both(false);
}

static void test_neither_can_one_without_namespaces(void **state)
{
    (void)state;
    if (getenv("COVEY_RUN") != NULL || geteuid() != 0)
        skip(); // there are no rights to give up
    check_both(true);
}

static int set_up(void **state)
{
    static const char input[] = "1 0 0 0 1 0 0 2\n0 0.5 0 0\n0 -0.5 0 0\n0.125\n";
    static const char output[] = "0.000 0.484 0.000 -0.125\n0.000 -0.484 0.000 0.125\n";
    if (files_setup(state) != 0 || chdir(files_path("")) != 0 || system("mkdir cases") != 0)
        return 1;
    files_write("cases/worked.in", input, sizeof input - 1);
    files_write("cases/worked.out", output, sizeof output - 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)!system("rm -rf cases");
    return files_teardown(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_keeper_that_cannot_wait_is_told_at_once),
        cmocka_unit_test(test_neither_can_one_without_namespaces),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
