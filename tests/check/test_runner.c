// SPDX-License-Identifier: MIT
// Programs that do harm are stopped, and nothing of them is left: with namespaces and without.
#define _GNU_SOURCE
#include "check/runner.h"
#include "support/files.h"

#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST = 1 << 20 };

static char mark[64];

/// Processes whose command line has the mark.
static int count_marked(void)
{
    int count = 0;
    DIR *processes = opendir("/proc");
    assert_non_null(processes);
    for (const struct dirent *entry; (entry = readdir(processes)) != NULL;) {
        char path[300], text[4096];
        (void)snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        FILE *file = fopen(path, "r");
        if (file == NULL)
            continue;
        size_t size = fread(text, 1, sizeof text - 1, file);
        (void)fclose(file);
        for (size_t k = 0; k + 1 < size; k++)
            if (text[k] == '\0')
                text[k] = ' ';
        text[size] = '\0';
        count += strstr(text, mark) != NULL;
    }
    (void)closedir(processes);
    return count;
}

static check_runner_def limits(bool plain)
{
    static char temporary[4096];
    (void)snprintf(temporary, sizeof temporary, "%s", files_path(""));
    temporary[strlen(temporary) - 1] = '\0';
    assert_int_equal(chmod(temporary, 0755), 0); // for the users that root runs programs as
    return (check_runner_def){
        .temporary = temporary,
        .seconds = 20,
        .memory = 256 << 20,
        .jobs = 2,
        .plain = plain,
    };
}

/// Runs one program that does a deed, and ends by itself or not.
static check_outcome run(const char *deed, bool ends, bool plain, covey_arena *arena)
{
    const char *const arguments[] = {COVEY_HOSTILE, deed, mark, NULL};
    check_task_def task = {.arguments = arguments, .input = "1\n", .input_size = 2, .most = MOST};
    check_runner_def def = limits(plain);
    if (!ends || strcmp(deed, "sleep") == 0)
        def.seconds = 0.25;
    check_outcome outcome;
    assert_int_equal(check_runner_run(&def, &task, &outcome, 1, arena), COVEY_OK);
    if (count_marked() != 0)
        fail_msg("%s: something is left of it", deed);
    if (files_count() != 0)
        fail_msg("%s: files are left of it", deed);
    return outcome;
}

static void test_each_deed_is_stopped_and_named_and_nothing_is_left(void **state)
{
    (void)state;
    static const struct {
        const char *deed;
        check_outcome_kind kind;
        int value;
    } rows[] = {
        {"nothing", CHECK_OUTCOME_ENDED, 0},       {"bomb", CHECK_OUTCOME_TIMEOUT, 0},
        {"flood", CHECK_OUTCOME_FLOOD, 0},         {"loop", CHECK_OUTCOME_TIMEOUT, 0},
        {"stubborn", CHECK_OUTCOME_TIMEOUT, 0},    {"daemon", CHECK_OUTCOME_ENDED, 0},
        {"share", CHECK_OUTCOME_TIMEOUT, 0},       {"children", CHECK_OUTCOME_TIMEOUT, 0},
        {"close", CHECK_OUTCOME_TIMEOUT, 1},       {"sleep", CHECK_OUTCOME_ENDED, 0},
        {"memory", CHECK_OUTCOME_KILLED, SIGABRT}, {"crash", CHECK_OUTCOME_KILLED, SIGSEGV},
        {"abort", CHECK_OUTCOME_KILLED, SIGABRT},  {"read", CHECK_OUTCOME_ENDED, 0},
    };
    for (int plain = 0; plain < 2; plain++)
        for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
            covey_arena arena = {0};
            check_outcome outcome =
                run(rows[k].deed, rows[k].kind != CHECK_OUTCOME_TIMEOUT, plain, &arena);
            bool waited = outcome.kind == CHECK_OUTCOME_TIMEOUT && outcome.value == 1;
            // On a busy machine the clock may end one that would use its processor time.
            if (outcome.kind != rows[k].kind || (outcome.value != rows[k].value && !waited))
                fail_msg("%s: kind %d, value %d", rows[k].deed, (int)outcome.kind, outcome.value);
            if (outcome.kind == CHECK_OUTCOME_FLOOD)
                assert_int_equal(outcome.output_size, MOST);
            covey_arena_destroy(&arena);
        }
}

static void test_each_program_has_a_session_of_its_own(void **state)
{
    (void)state;
    for (int plain = 0; plain < 2; plain++) {
        covey_arena arena = {0};
        assert_string_equal(run("lead", true, plain, &arena).output, "1\n");
        covey_arena_destroy(&arena);
    }
}

/// In a folder that only the caller may enter: for root, the hard case.
static void test_processes_are_limited_wherever_the_program_lies(void **state)
{
    (void)state;
    char folder[4096], program[4200], command[9000];
    (void)snprintf(folder, sizeof folder, "%s", files_path("private"));
    (void)snprintf(program, sizeof program, "%s/hostile", folder);
    (void)snprintf(command, sizeof command, "cp %s %s", COVEY_HOSTILE, program);
    assert_int_equal(mkdir(folder, 0700), 0);
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c)
    const char *const arguments[] = {program, "many", mark, NULL};
    check_task_def task = {.arguments = arguments, .input = "", .most = MOST};
    for (int plain = 0; plain < 2; plain++) {
        covey_arena arena = {0};
        check_runner_def def = limits(plain);
        check_outcome outcome;
        assert_int_equal(check_runner_run(&def, &task, &outcome, 1, &arena), COVEY_OK);
        assert_int_equal(outcome.kind, CHECK_OUTCOME_ENDED);
        assert_in_range(atoi(outcome.output), 64, 512); // others of the same user count as well
        assert_int_equal(count_marked(), 0);
        assert_int_equal((outcome.permissions & CHECK_PERMISSION_READ_AS_ROOT) != 0,
                         geteuid() == 0);
        covey_arena_destroy(&arena);
    }
    (void)unlink(program);
    (void)rmdir(folder);
}

static void test_files_are_limited_and_go_away(void **state)
{
    (void)state;
    covey_arena arena = {0};
    check_outcome outcome = run("litter", true, false, &arena);
    assert_int_equal(outcome.kind, CHECK_OUTCOME_ENDED);
    assert_string_equal(outcome.output, "16777216\n");
    covey_arena_destroy(&arena);
}

static bool has_landlock(void)
{
    enum { ASK_VERSION = 1 };
    return syscall(SYS_landlock_create_ruleset, NULL, 0, ASK_VERSION) >= 1;
}

/// The folder above is open to all, so that nothing but the fence stops it.
static void test_nothing_is_written_outside_of_the_folder(void **state)
{
    (void)state;
    for (int plain = 0; plain < 2; plain++) {
        covey_arena arena = {0};
        const char *const arguments[] = {COVEY_HOSTILE, "trespass", mark, NULL};
        check_task_def task = {.arguments = arguments, .input = "", .most = MOST};
        check_runner_def def = limits(plain);
        check_outcome outcome;
        assert_int_equal(chmod(def.temporary, 0777), 0);
        assert_int_equal(check_runner_run(&def, &task, &outcome, 1, &arena), COVEY_OK);
        bool writes = (outcome.permissions & CHECK_PERMISSION_WRITE) != 0;
        assert_int_equal(writes, !has_landlock());
        assert_string_equal(outcome.output, writes ? "1 1\n" : "0 1\n");
        assert_int_equal(files_count(), writes);
        (void)unlink(files_path("trespassed"));
        covey_arena_destroy(&arena);
    }
}

static void test_a_program_in_namespaces_has_no_network(void **state)
{
    (void)state;
    covey_arena arena = {0};
    check_outcome outcome = run("network", true, false, &arena);
    if (outcome.permissions & CHECK_PERMISSION_NETWORK)
        skip(); // the kernel does not allow it
    assert_string_equal(outcome.output, "0\n");
    covey_arena_destroy(&arena);
}

static void test_programs_that_cannot_be_started_are_named(void **state)
{
    (void)state;
    covey_arena arena = {0};
    const char *const arguments[] = {"/does/not/exist", NULL};
    check_task_def task = {.arguments = arguments, .input = "", .most = MOST};
    for (int plain = 0; plain < 2; plain++) {
        check_runner_def def = limits(plain);
        check_outcome outcome;
        assert_int_equal(check_runner_run(&def, &task, &outcome, 1, &arena), COVEY_OK);
        assert_int_equal(outcome.kind, CHECK_OUTCOME_FAILED);
        assert_int_equal(outcome.value, 2); // ENOENT
    }
    covey_arena_destroy(&arena);
}

static void test_after_two_time_outs_the_rest_is_not_run(void **state)
{
    (void)state;
    covey_arena arena = {0};
    const char *const arguments[] = {COVEY_HOSTILE, "loop", mark, NULL};
    check_task_def tasks[5];
    check_outcome outcomes[5];
    for (int k = 0; k < 5; k++)
        tasks[k] = (check_task_def){.arguments = arguments, .input = "", .most = MOST};
    check_runner_def def = limits(false);
    def.seconds = 0.25;
    assert_int_equal(check_runner_run(&def, tasks, outcomes, 5, &arena), COVEY_OK);
    assert_int_equal(outcomes[0].kind, CHECK_OUTCOME_TIMEOUT);
    assert_int_equal(outcomes[1].kind, CHECK_OUTCOME_TIMEOUT);
    assert_int_equal(outcomes[4].kind, CHECK_OUTCOME_NOT_RUN);
    covey_arena_destroy(&arena);
}

/// "cat" answers at once and its input may go on; "sort" waits for the end.
/// Two programs that wait beside others: one goes on when it is alone, the other does not.
static void test_a_run_that_waits_is_repeated_alone(void **state)
{
    (void)state;
    covey_arena arena = {0};
    const char *const once[] = {COVEY_HOSTILE, "once", mark, NULL};
    const char *const close[] = {COVEY_HOSTILE, "close", mark, NULL};
    const char *const good[] = {COVEY_HOSTILE, "sleep", mark, NULL};
    const char *const *const programs[] = {once, once, good, close, good, close, good};
    enum { COUNT = sizeof programs / sizeof *programs };
    check_task_def tasks[COUNT];
    check_outcome outcomes[COUNT];
    char folders[2][4096];
    for (int k = 0; k < COUNT; k++)
        tasks[k] = (check_task_def){.arguments = programs[k], .input = "", .most = MOST};
    for (int k = 0; k < 2; k++) {
        (void)snprintf(folders[k], sizeof folders[k], "%s", files_path(k == 0 ? "a" : "b"));
        assert_int_equal(mkdir(folders[k], 0700), 0);
        tasks[k].folder = folders[k];
    }
    check_runner_def def = limits(false);
    def.seconds = 0.2;
    assert_int_equal(check_runner_run(&def, tasks, outcomes, COUNT, &arena), COVEY_OK);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(outcomes[k].kind, CHECK_OUTCOME_ENDED);
        assert_string_equal(outcomes[k].output, "alone\n");
    }
    assert_int_equal(outcomes[2].kind, CHECK_OUTCOME_ENDED); // the rest goes on
    assert_int_equal(outcomes[3].kind, CHECK_OUTCOME_TIMEOUT);
    assert_int_equal(outcomes[3].value, 1);
    assert_int_equal(outcomes[4].kind, CHECK_OUTCOME_ENDED);
    assert_int_equal(outcomes[5].kind, CHECK_OUTCOME_TIMEOUT);
    assert_int_equal(outcomes[6].kind, CHECK_OUTCOME_NOT_RUN);
    for (int k = 0; k < 2; k++) {
        char made[8300];
        (void)snprintf(made, sizeof made, "%s/waited", folders[k]);
        assert_int_equal(rmdir(made), 0);
        assert_int_equal(rmdir(folders[k]), 0);
    }
    covey_arena_destroy(&arena);
}

static void test_input_is_held_until_the_program_answers(void **state)
{
    (void)state;
    static const struct {
        const char *program;
        bool late;
        const char *output;
    } rows[] = {{"/bin/cat", false, "2\n1\n"}, {"/usr/bin/sort", true, "1\n2\n"}};
    for (size_t k = 0; k < 2; k++) {
        covey_arena arena = {0};
        const char *const arguments[] = {rows[k].program, NULL};
        check_task_def task = {.arguments = arguments, .input = "2\n1\n", .input_size = 4};
        task.hold = 2;
        task.hold_lines = 1;
        task.most = MOST;
        check_runner_def def = limits(false);
        check_outcome outcome;
        assert_int_equal(check_runner_run(&def, &task, &outcome, 1, &arena), COVEY_OK);
        assert_int_equal(outcome.late, rows[k].late);
        assert_string_equal(outcome.output, rows[k].output);
        covey_arena_destroy(&arena);
    }
}

static bool stop_at_once(void *context)
{
    return ++*(int *)context > 3;
}

static void test_an_interrupt_ends_everything(void **state)
{
    (void)state;
    covey_arena arena = {0};
    const char *const arguments[] = {COVEY_HOSTILE, "stubborn", mark, NULL};
    check_task_def task = {.arguments = arguments, .input = "", .most = MOST};
    int turns = 0;
    check_runner_def def = limits(false);
    def.seconds = 1000;
    def.stop = stop_at_once;
    def.stop_context = &turns;
    check_outcome outcome;
    assert_int_equal(check_runner_run(&def, &task, &outcome, 1, &arena), COVEY_INTERRUPTED);
    assert_int_equal(count_marked(), 0);
    assert_int_equal(files_count(), 0);
    covey_arena_destroy(&arena);
}

static int set_up(void **state)
{
    (void)signal(SIGPIPE, SIG_IGN);
    (void)snprintf(mark, sizeof mark, "marked-by-%ld", (long)getpid());
    return files_setup(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_deed_is_stopped_and_named_and_nothing_is_left),
        cmocka_unit_test(test_each_program_has_a_session_of_its_own),
        cmocka_unit_test(test_processes_are_limited_wherever_the_program_lies),
        cmocka_unit_test(test_files_are_limited_and_go_away),
        cmocka_unit_test(test_nothing_is_written_outside_of_the_folder),
        cmocka_unit_test(test_a_program_in_namespaces_has_no_network),
        cmocka_unit_test(test_programs_that_cannot_be_started_are_named),
        cmocka_unit_test(test_after_two_time_outs_the_rest_is_not_run),
        cmocka_unit_test(test_a_run_that_waits_is_repeated_alone),
        cmocka_unit_test(test_input_is_held_until_the_program_answers),
        cmocka_unit_test(test_an_interrupt_ends_everything),
    };
    return cmocka_run_group_tests(tests, set_up, files_teardown);
}
