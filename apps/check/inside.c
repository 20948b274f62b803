// SPDX-License-Identifier: MIT
// Between the keeper and the program: limits, signals, a root, fences, then the program itself.
#define _GNU_SOURCE
#include "check/inside.h"

#include "check/family.h"
#include "fence/fence.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { FILES = 256, FILE_SIZE = 16 << 20, FOLDER_FILES = 4096 };

void check_inside_tell(check_sandbox_event event, int value)
{
    check_sandbox_message message = {(int)event, value};
    (void)!write(CHECK_INSIDE_REPORT, &message, sizeof message); // small enough to go whole
}

void check_inside_leave_streams(void)
{
    for (int file = 0; file < CHECK_INSIDE_REPORT; file++)
        (void)close(file);
}

// ---- In the program's place ----

static void limit(int resource, rlim_t most)
{
    struct rlimit old, new = {most, most};
    if (getrlimit((unsigned)resource, &old) == 0 && old.rlim_max < most)
        new.rlim_cur = new.rlim_max = old.rlim_max;
    (void)setrlimit((unsigned)resource, &new);
}

static void set_limits(const check_sandbox_def *def, rlim_t processes)
{
    limit(RLIMIT_CPU, (rlim_t)def->seconds + 1);
    if (def->memory > 0)
        limit(RLIMIT_DATA, def->memory);
    limit(RLIMIT_FSIZE, FILE_SIZE);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NOFILE, FILES);
    limit(RLIMIT_NPROC, processes);
}

static void reset_signals(void)
{
    sigset_t none;
    for (int number = 1; number < NSIG; number++)
        (void)signal(number, SIG_DFL); // fails for signals that cannot be caught
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

_Noreturn void check_inside_become(const check_sandbox_def *def, rlim_t processes)
{
    (void)setsid();
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    reset_signals();
    set_limits(def, processes);
    bool fenced = covey_fence_files(def->folder);
    if (fenced)
        check_inside_tell(CHECK_SANDBOX_FENCED, CHECK_PERMISSION_WRITE);
    if ((fenced || !def->strict) && chdir(def->folder) == 0 && check_rights_change(def->user) &&
        (def->user.id != 0 || check_rights_drop())) {
        bool quiet = covey_fence_calls() &&
                     (def->grouped || def->memory == 0 || covey_fence_shared_memory());
        if (quiet)
            check_inside_tell(CHECK_SANDBOX_FENCED, CHECK_PERMISSION_CALL);
        else if (def->strict)
            _exit(127);
        char *const *arguments = (char *const *)(const void *)def->arguments;
        (void)execve(def->arguments[0], arguments, environ); // does not write to them
    }
    check_inside_tell(CHECK_SANDBOX_FAILED, errno);
    _exit(127);
}

// ---- The first process of a PID namespace ----

/// Copies the program's arguments to memory that is kept; NULL out of memory.
static const char *const *copy_arguments(const char *const *arguments)
{
    size_t count = 0;
    while (arguments[count] != NULL)
        count++;
    const char **copies = calloc(count + 1, sizeof *copies);
    for (size_t k = 0; copies != NULL && k < count; k++) {
        copies[k] = strdup(arguments[k]);
        if (copies[k] == NULL)
            return NULL;
    }
    return copies;
}

/// Removes covey's arguments and variables, which name files that a program must not know, from
/// the memory that /proc shows.
static void forget_arguments(void)
{
    char text[1024];
    unsigned long begin = 0, end = 0;
    int file = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
    ssize_t size = file >= 0 ? read(file, text, sizeof text - 1) : -1;
    if (file >= 0)
        (void)close(file);
    text[size > 0 ? size : 0] = '\0';
    const char *at = size > 0 ? strrchr(text, ')') : NULL; // names may hold anything
    for (int field = 2; at != NULL && field < 51; field++) {
        at = strchr(at + 1, ' ');
        if (at != NULL && field + 1 == 48)
            begin = strtoul(at, NULL, 10);
        if (at != NULL && field + 1 == 51)
            end = strtoul(at, NULL, 10);
    }
    if (at != NULL && begin != 0 && end > begin)
        memset((void *)begin, 0, end - begin); // NOLINT(performance-no-int-to-ptr)
}

/// Moves to a separate root; ends where that fails.
static void take_root(const check_sandbox_def *def)
{
    const covey_fence_root_def root = {
        .shown = def->mounts->shown,
        .shown_count = def->mounts->shown_count,
        .hidden = def->mounts->hidden,
        .hidden_count = def->mounts->hidden_count,
        .folder = def->folder,
        .keeps = def->keeps,
        .bytes = CHECK_INSIDE_FOLDER_BYTES,
        .files = FOLDER_FILES,
        .user = def->user.id != 0 ? def->user.id : geteuid(),
        .group = def->user.id != 0 ? (gid_t)def->user.id : getegid(),
    };
    if (covey_fence_root(&root)) {
        check_inside_tell(CHECK_SANDBOX_FENCED, CHECK_PERMISSION_READ);
        return;
    }
    check_inside_tell(CHECK_SANDBOX_FAILED, errno);
    _exit(127);
}

static void see_own_processes(void)
{
    if (unshare(CLONE_NEWNS) == 0 && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0)
        (void)mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
}

/// Waits for the end of the program; meanwhile looks at the time that all have had, and at the
/// memory of all, where no group does. Returns -1, with errno, where it cannot.
static pid_t await_program(pid_t program, const check_sandbox_def *def, int *status)
{
    const struct timespec between = {.tv_nsec = 20000000};
    check_family_watch time = check_family_watch_from_now(def->seconds);
    size_t memory = def->grouped ? 0 : def->memory;
    sigset_t child;
    (void)sigemptyset(&child);
    (void)sigaddset(&child, SIGCHLD);
    for (;;) {
        pid_t ended = waitpid(-1, status, WNOHANG);
        if (check_family_passes(&time))
            check_inside_tell(CHECK_SANDBOX_SPENT, 0); // before a message of the end
        if (ended == program || (ended < 0 && errno != EINTR))
            return ended;
        if (ended != 0 || sigtimedwait(&child, NULL, &between) >= 0)
            continue;
        if (errno != EAGAIN && errno != EINTR)
            return -1;
        if (memory > 0 && check_cgroup_measure(memory) > memory)
            (void)kill(-1, SIGKILL); // all but this process, the first
    }
}

_Noreturn void check_inside_be_first(const check_sandbox_def *def, const char *group)
{
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    check_sandbox_def own = *def;
    own.arguments = copy_arguments(def->arguments);
    if (own.arguments == NULL) {
        check_inside_tell(CHECK_SANDBOX_FAILED, ENOMEM);
        _exit(1);
    }
    forget_arguments();
    own.grouped = group[0] != '\0' && check_cgroup_join(group);
    if (def->mounts != NULL)
        take_root(def);
    else
        see_own_processes();
    (void)prctl(PR_SET_DUMPABLE, 0);
    pid_t program = fork();
    if (program == 0)
        check_inside_become(&own, CHECK_INSIDE_PROCESSES);
    int status = 0, failure = errno;
    check_inside_leave_streams();
    pid_t ended = -1;
    errno = failure;
    if (program > 0)
        ended = await_program(program, &own, &status);
    if (ended > 0)
        check_inside_tell(CHECK_SANDBOX_ENDED, status);
    else
        check_inside_tell(program > 0 ? CHECK_SANDBOX_BROKEN : CHECK_SANDBOX_FAILED, errno);
    _exit(0);
}
