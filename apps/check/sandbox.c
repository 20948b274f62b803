// SPDX-License-Identifier: MIT
// Keeps a program that is not trusted. A keeper process stands between covey and the program. Where
// the kernel allows, the program lives in separate namespaces: a PID namespace, whose end is the
// end of all its processes, a network namespace without a network, and a root with the files alone
// that the program needs. Elsewhere the keeper adopts and kills the processes that the program
// leaves behind. Limits bound time, memory, files and processes; a fence keeps the program from
// writing outside of its folder, and a filter from calls that reach beyond it.
#define _GNU_SOURCE
#include "check/sandbox.h"

#include "check/family.h"
#include "check/inside.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// ---- The keeper ----

/// Threads that a user has now, as far as /proc shows.
static rlim_t count_threads(uid_t user)
{
    rlim_t count = 0;
    DIR *processes = opendir("/proc");
    for (const struct dirent *entry; processes != NULL && (entry = readdir(processes)) != NULL;) {
        char path[300], line[256];
        (void)snprintf(path, sizeof path, "/proc/%s/status", entry->d_name);
        FILE *file = isdigit((unsigned char)entry->d_name[0]) ? fopen(path, "re") : NULL;
        unsigned owner = 0, threads = 0;
        while (file != NULL && fgets(line, sizeof line, file) != NULL)
            if (sscanf(line, "Uid: %u", &owner) == 0) // NOLINT(cert-err34-c): the kernel's text
                (void)sscanf(line, "Threads: %u", &threads); // NOLINT(cert-err34-c): the same
        if (file != NULL)
            (void)fclose(file);
        count += owner == user ? threads : 0;
    }
    if (processes != NULL)
        (void)closedir(processes);
    return count;
}

/// Writes a text to a file of /proc.
static bool put(const char *path, const char *text)
{
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    bool written = write(file, text, strlen(text)) == (ssize_t)strlen(text);
    (void)close(file);
    return written;
}

/// In the new user namespace, user and group keep their numbers.
static void keep_identity(uid_t user, gid_t group)
{
    char line[64];
    (void)put("/proc/self/setgroups", "deny");
    (void)snprintf(line, sizeof line, "%u %u 1", user, user);
    (void)put("/proc/self/uid_map", line);
    (void)snprintf(line, sizeof line, "%u %u 1", group, group);
    (void)put("/proc/self/gid_map", line);
}

/// Passes two variables on and names the folder, since programs can write there alone. Where there
/// is no limit of memory, programs that look for leaks do not: that takes ptrace.
static bool set_variables(const check_sandbox_def *def)
{
    static const char *const passed[] = {"PATH", "LANG"};
    char *values[2];
    bool good = true;
    for (int k = 0; k < 2; k++) {
        const char *value = getenv(passed[k]);
        values[k] = value != NULL ? strdup(value) : NULL;
        good = good && (value == NULL || values[k] != NULL);
    }
    good = good && clearenv() == 0;
    for (int k = 0; k < 2; k++)
        good = good && (values[k] == NULL || setenv(passed[k], values[k], 1) == 0);
    return good && setenv("HOME", def->folder, 1) == 0 && setenv("TMPDIR", def->folder, 1) == 0 &&
           (def->memory != 0 || setenv("ASAN_OPTIONS", "detect_leaks=0", 1) == 0);
}

/// Moves into namespaces. True where the next process will be the first of a PID namespace.
static bool isolate(void)
{
    uid_t user = geteuid();
    gid_t group = getegid();
    int own = user == 0 ? 0 : CLONE_NEWUSER;
    if (unshare(own | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC) != 0)
        return false;
    if (own != 0)
        keep_identity(user, group);
    check_inside_tell(CHECK_SANDBOX_FENCED, CHECK_PERMISSION_NETWORK);
    return true;
}

/// Takes a child that has ended, if there is one: 0 if not, -1 with errno.
static pid_t take_ended(int *status)
{
    pid_t ended;
    do
        ended = waitpid(-1, status, WNOHANG);
    while (ended < 0 && errno == EINTR);
    return ended;
}

/// Waits until no child is left, and so no descendant: processes whose parent dies become children
/// of the keeper. Processes that are left after a moment are killed again.
static void await_all(void)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    for (;;) {
        pid_t ended = take_ended(NULL);
        if (ended < 0 && errno != ECHILD)
            check_inside_tell(CHECK_SANDBOX_BROKEN, errno);
        if (ended < 0)
            return;
        if (ended > 0)
            continue;
        (void)nanosleep(&moment, NULL);
        check_family_kill();
    }
}

/// Waits for a signal; without a watch as long as it takes. 0: none came in a moment.
static int await_signal(const sigset_t *awaited, const check_family_watch *time)
{
    const struct timespec moment = {.tv_nsec = 50000000};
    int number = time == NULL ? sigwaitinfo(awaited, NULL) : sigtimedwait(awaited, NULL, &moment);
    return number < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : number;
}

/// Waits for the end of a child, or for a request to stop; false if the child may go on. A keeper
/// that cannot wait says so and stops, as it would never hear of the end. `time`: NULL if another
/// process watches and reports.
static bool watch(pid_t child, const sigset_t *awaited, check_family_watch *time)
{
    for (;;) {
        int status, number = await_signal(awaited, time);
        if (number == SIGTERM)
            return false;
        if (time != NULL && check_family_passes(time))
            check_inside_tell(CHECK_SANDBOX_SPENT, 0);
        pid_t ended = number < 0 ? -1 : take_ended(&status);
        for (; ended > 0; ended = take_ended(&status))
            if (ended == child) {
                if (time != NULL && check_family_passes(time))
                    check_inside_tell(CHECK_SANDBOX_SPENT, 0);
                if (time != NULL)
                    check_inside_tell(CHECK_SANDBOX_ENDED, status);
                return true;
            }
        if (ended < 0) {
            check_inside_tell(CHECK_SANDBOX_BROKEN, errno);
            return false;
        }
    }
}

static _Noreturn void keep(const check_sandbox_def *def, pid_t owner)
{
    sigset_t awaited;
    (void)sigemptyset(&awaited);
    (void)sigaddset(&awaited, SIGTERM);
    (void)sigaddset(&awaited, SIGCHLD);
    (void)sigprocmask(SIG_BLOCK, &awaited, NULL);
    (void)signal(SIGCHLD, SIG_DFL);
    (void)signal(SIGINT, SIG_IGN);
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (getppid() != owner)
        _exit(1);
    if (!set_variables(def)) {
        check_inside_tell(CHECK_SANDBOX_FAILED, ENOMEM);
        _exit(1);
    }
    bool isolated = !def->plain && isolate();
    rlim_t processes =
        CHECK_INSIDE_PROCESSES + (isolated || def->user.id != 0 ? 0 : count_threads(getuid()));
    if (def->mounts != NULL && !isolated) {
        check_inside_tell(CHECK_SANDBOX_FAILED, EPERM);
        _exit(1);
    }
    char group[CHECK_CGROUP_PATH] = "";
    if (def->memory > 0 && isolated &&
        !check_cgroup_make(def->memory + CHECK_INSIDE_FOLDER_BYTES, group))
        group[0] = '\0';
    check_family_watch time = check_family_watch_from_now(def->seconds);
    pid_t child = fork();
    if (child == 0 && isolated)
        check_inside_be_first(def, group);
    if (child == 0)
        check_inside_become(def, processes);
    int failure = errno;
    check_inside_leave_streams();
    if (child < 0)
        check_inside_tell(CHECK_SANDBOX_FAILED, failure);
    else if (!watch(child, &awaited, isolated ? NULL : &time))
        (void)kill(child, SIGKILL); // with it, all others of its namespace
    check_family_kill();
    await_all();
    if (group[0] != '\0')
        check_cgroup_remove(group);
    _exit(0);
}

// ---- Outside ----

/// Puts the ends of pipes into their places and closes all other files.
static void take_files(const int theirs[4])
{
    int high[4];
    for (int k = 0; k < 4; k++)
        high[k] = fcntl(theirs[k], F_DUPFD, 16);
    for (int k = 0; k < 4; k++)
        (void)dup2(high[k], k);
    (void)fcntl(CHECK_INSIDE_REPORT, F_SETFD, FD_CLOEXEC);
    (void)syscall(SYS_close_range, CHECK_INSIDE_REPORT + 1, ~0U, 0);
}

static void close_both(int pipes[4][2])
{
    for (int k = 0; k < 4; k++)
        for (int end = 0; end < 2; end++)
            if (pipes[k][end] >= 0)
                (void)close(pipes[k][end]);
}

bool check_sandbox_start(const check_sandbox_def *def, check_sandbox *sandbox)
{
    int pipes[4][2] = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    pid_t owner = getpid(), keeper = -1;
    bool open = true;
    for (int k = 0; k < 4 && open; k++)
        open = pipe2(pipes[k], O_CLOEXEC) == 0;
    if (open)
        keeper = fork();
    if (keeper < 0) {
        int failure = errno;
        close_both(pipes);
        errno = failure;
        return false;
    }
    if (keeper == 0) {
        take_files((const int[]){pipes[0][0], pipes[1][1], pipes[2][1], pipes[3][1]});
        keep(def, owner);
    }
    (void)close(pipes[0][0]);
    for (int k = 1; k < 4; k++)
        (void)close(pipes[k][1]);
    *sandbox = (check_sandbox){keeper, pipes[0][1], pipes[1][0], pipes[2][0], pipes[3][0]};
    const int ours[] = {sandbox->in, sandbox->out, sandbox->err, sandbox->report};
    for (int k = 0; k < 4; k++)
        (void)fcntl(ours[k], F_SETFL, O_NONBLOCK);
    return true;
}

void check_sandbox_stop(const check_sandbox *sandbox)
{
    (void)kill(sandbox->keeper, SIGTERM);
}

void check_sandbox_finish(check_sandbox *sandbox)
{
    int *const ours[] = {&sandbox->in, &sandbox->out, &sandbox->err, &sandbox->report};
    while (waitpid(sandbox->keeper, NULL, 0) < 0 && errno == EINTR)
        ;
    for (int k = 0; k < 4; k++) {
        if (*ours[k] >= 0)
            (void)close(*ours[k]);
        *ours[k] = -1;
    }
}

/// Pipes hand over a message whole, so the rest of one that is read in parts is there.
int check_sandbox_read(const check_sandbox *sandbox, check_sandbox_message *message)
{
    size_t have = 0;
    while (have < sizeof *message) {
        ssize_t got = read(sandbox->report, (char *)message + have, sizeof *message - have);
        if (got == 0 && have == 0)
            return 0;
        if (got == 0)
            errno = EIO;
        if (got == 0 || (got < 0 && (have == 0 || errno != EINTR)))
            return -1;
        have += got > 0 ? (size_t)got : 0;
    }
    return 1;
}

/// True for the reasons of a system that lacks something for the moment, or is broken.
static bool is_passing(int failure)
{
    return failure == EAGAIN || failure == ENOMEM || failure == EIO || failure == EINTR ||
           failure == EMFILE || failure == ENFILE;
}

/// Tries to start a folder as a program, and returns the permissions that no fence takes away; with
/// errno 0 if all reports came.
static unsigned probe(void)
{
    static const char *const arguments[] = {"/", NULL};
    static const check_mounts nothing = {.shown_count = 0};
    const check_sandbox_def def = {
        .arguments = arguments, .folder = "/tmp/covey", .seconds = 10, .mounts = &nothing};
    check_sandbox sandbox;
    unsigned permissions = CHECK_PERMISSION_UNFENCED;
    if (!check_sandbox_start(&def, &sandbox))
        return permissions;
    (void)fcntl(sandbox.report, F_SETFL, 0);
    int failure = 0, got;
    check_sandbox_message message;
    while ((got = check_sandbox_read(&sandbox, &message)) > 0 || (got < 0 && errno == EINTR)) {
        if (got < 0)
            continue;
        if (message.event == CHECK_SANDBOX_FENCED)
            permissions &= ~(unsigned)message.value;
        if (message.event == CHECK_SANDBOX_BROKEN ||
            (message.event == CHECK_SANDBOX_FAILED && is_passing(message.value)))
            failure = message.value;
    }
    if (got < 0)
        failure = errno;
    check_sandbox_finish(&sandbox);
    errno = failure;
    return permissions;
}

bool check_sandbox_has_roots(void)
{
    return (probe() & CHECK_PERMISSION_READ) == 0;
}

bool check_sandbox_has_fences(void)
{
    return probe() == 0;
}
