// SPDX-License-Identifier: MIT
// Keeps a program that nobody trusts. A keeper process stands between us and it. Where the kernel
// allows, the program lives in namespaces of its own: a PID namespace, whose end is the end of all
// that is in it, and a network namespace without a network. Elsewhere the keeper adopts whatever
// the program leaves behind and hunts it down. Limits bound time, memory, files and processes, and
// a fence keeps it from writing outside of its folder.
#define _GNU_SOURCE
#include "check/sandbox.h"

#include "fence/fence.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { REPORT = 3, PROCESSES = 128, FILES = 256, FILE_SIZE = 16 << 20 };

static void tell(covey_sandbox_what what, int value)
{
    covey_sandbox_message message = {(int)what, value};
    (void)!write(REPORT, &message, sizeof message); // small enough to go whole
}

/// Keeps everything but the report from the program's streams.
static void leave_streams(void)
{
    for (int file = 0; file < REPORT; file++)
        (void)close(file);
}

// ---- In the program's place ----

static void limit(int resource, rlim_t most)
{
    struct rlimit old, new = {most, most};
    if (getrlimit((__rlimit_resource_t)resource, &old) == 0 && old.rlim_max < most)
        new.rlim_cur = new.rlim_max = old.rlim_max;
    (void)setrlimit((__rlimit_resource_t)resource, &new);
}

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

static void set_limits(const covey_sandbox_def *def, rlim_t processes)
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
        (void)signal(number, SIG_DFL); // fails for those that cannot be caught
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

/// Keeps root's right to read and search, and gives up all others, behind a change of user.
static bool keep_reading(void)
{
    enum { BIT = 1 << CAP_DAC_READ_SEARCH };
    struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct rights[_LINUX_CAPABILITY_U32S_3] = {{BIT, BIT, BIT}};
    return syscall(SYS_capset, &head, rights) == 0 &&
           prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_DAC_READ_SEARCH, 0, 0) == 0;
}

static bool change_user(covey_sandbox_user user)
{
    if (user.id == 0)
        return true;
    (void)prctl(PR_SET_KEEPCAPS, user.reads_all, 0, 0, 0);
    return setgroups(0, NULL) == 0 && setresgid(user.id, user.id, user.id) == 0 &&
           setresuid(user.id, user.id, user.id) == 0 && (!user.reads_all || keep_reading());
}

static _Noreturn void become(const covey_sandbox_def *def, rlim_t processes)
{
    (void)setsid();
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    reset_signals();
    set_limits(def, processes);
    (void)setenv("TMPDIR", def->folder, 1); // it cannot write elsewhere
    if (covey_fence_files(def->folder))
        tell(COVEY_SANDBOX_FENCED, 0);
    if (chdir(def->folder) == 0 && change_user(def->user)) {
        char *const *arguments = (char *const *)(const void *)def->arguments;
        (void)execve(def->arguments[0], arguments, environ); // does not write to them
    }
    tell(COVEY_SANDBOX_FAILED, errno);
    _exit(127);
}

// ---- The first process of a PID namespace ----

static void see_own_processes(void)
{
    if (unshare(CLONE_NEWNS) == 0 && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0)
        (void)mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
}

/// Ends when the program does; the kernel ends all that it leaves behind.
static _Noreturn void be_first(const covey_sandbox_def *def)
{
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    see_own_processes();
    pid_t program = fork();
    if (program == 0)
        become(def, PROCESSES);
    leave_streams();
    int status = 0;
    pid_t ended = 0;
    while (program > 0 && ended != program && (ended >= 0 || errno == EINTR))
        ended = waitpid(-1, &status, 0);
    if (ended == program)
        tell(COVEY_SANDBOX_ENDED, status);
    else
        tell(COVEY_SANDBOX_FAILED, errno);
    _exit(0);
}

// ---- The keeper ----

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

/// In a user namespace, everybody stays who they are.
static void keep_identity(uid_t user, gid_t group)
{
    char line[64];
    (void)put("/proc/self/setgroups", "deny");
    (void)snprintf(line, sizeof line, "%u %u 1", user, user);
    (void)put("/proc/self/uid_map", line);
    (void)snprintf(line, sizeof line, "%u %u 1", group, group);
    (void)put("/proc/self/gid_map", line);
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
    tell(COVEY_SANDBOX_OFFLINE, 0);
    return true;
}

static pid_t parent_of(pid_t process)
{
    char path[64], text[512];
    (void)snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file >= 0 ? read(file, text, sizeof text - 1) : -1;
    if (file >= 0)
        (void)close(file);
    if (size <= 0)
        return 0;
    text[size] = '\0';
    int parent = 0;
    const char *name_end = strrchr(text, ')'); // names may hold anything
    if (name_end != NULL)
        (void)sscanf(name_end, ") %*c %d", &parent); // NOLINT(cert-err34-c): the kernel's text
    return parent;
}

static bool descends(pid_t process, pid_t from)
{
    for (int depth = 0; process > 1 && depth < 4096; depth++) {
        process = parent_of(process);
        if (process == from)
            return true;
    }
    return false;
}

static void kill_descendants(void)
{
    DIR *processes = opendir("/proc");
    for (const struct dirent *entry; processes != NULL && (entry = readdir(processes)) != NULL;) {
        pid_t process = (pid_t)strtol(entry->d_name, NULL, 10);
        if (process > 1 && descends(process, getpid()))
            (void)kill(process, SIGKILL);
    }
    if (processes != NULL)
        (void)closedir(processes);
}

/// Waits until there is no child, and so nobody: those whose parent dies become our children. Who
/// is still there after a moment is killed again.
static void await_all(void)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    for (;;) {
        pid_t ended = waitpid(-1, NULL, WNOHANG);
        if (ended < 0 && errno != EINTR)
            return;
        if (ended != 0)
            continue;
        (void)nanosleep(&moment, NULL);
        kill_descendants();
    }
}

/// Waits for the end of a child, or for a request to stop; false if the child may go on.
static bool watch(pid_t child, const sigset_t *awaited, bool reports)
{
    for (;;) {
        int status, number = sigwaitinfo(awaited, NULL);
        if (number == SIGTERM)
            return false;
        pid_t ended;
        while ((ended = waitpid(-1, &status, WNOHANG)) > 0)
            if (ended == child) {
                if (reports)
                    tell(COVEY_SANDBOX_ENDED, status);
                return true;
            }
    }
}

static _Noreturn void keep(const covey_sandbox_def *def, pid_t owner)
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
    bool isolated = !def->plain && isolate();
    rlim_t processes = PROCESSES + (isolated || def->user.id != 0 ? 0 : count_threads(getuid()));
    pid_t child = fork();
    if (child == 0 && isolated)
        be_first(def);
    if (child == 0)
        become(def, processes);
    int failure = errno;
    leave_streams();
    if (child < 0)
        tell(COVEY_SANDBOX_FAILED, failure);
    else if (!watch(child, &awaited, !isolated))
        (void)kill(child, SIGKILL); // with it, all others of its namespace
    kill_descendants();
    await_all();
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
    (void)fcntl(REPORT, F_SETFD, FD_CLOEXEC);
    (void)close_range(REPORT + 1, ~0U, 0);
}

static void close_both(int pipes[4][2])
{
    for (int k = 0; k < 4; k++)
        for (int end = 0; end < 2; end++)
            if (pipes[k][end] >= 0)
                (void)close(pipes[k][end]);
}

bool covey_sandbox_start(const covey_sandbox_def *def, covey_sandbox *sandbox)
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
    *sandbox = (covey_sandbox){keeper, pipes[0][1], pipes[1][0], pipes[2][0], pipes[3][0]};
    const int ours[] = {sandbox->in, sandbox->out, sandbox->err, sandbox->report};
    for (int k = 0; k < 4; k++)
        (void)fcntl(ours[k], F_SETFL, O_NONBLOCK);
    return true;
}

void covey_sandbox_stop(const covey_sandbox *sandbox)
{
    (void)kill(sandbox->keeper, SIGTERM);
}

void covey_sandbox_finish(covey_sandbox *sandbox)
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

/// In a process of its own.
static bool may_run(covey_sandbox_user user, const char *const *arguments)
{
    bool file[64] = {false}; // for root, who sees all
    char here[4096];         // all of the path: some folder on it may be closed
    if (getcwd(here, sizeof here) == NULL)
        return false;
    for (int k = 1; k < 64 && arguments[k] != NULL; k++)
        file[k] = arguments[k][0] == '/' && access(arguments[k], F_OK) == 0;
    if (!change_user(user) || faccessat(AT_FDCWD, arguments[0], R_OK | X_OK, AT_EACCESS) != 0)
        return false;
    for (int k = 1; k < 64 && arguments[k] != NULL; k++)
        if (file[k] && faccessat(AT_FDCWD, arguments[k], R_OK, AT_EACCESS) != 0)
            return false;
    return faccessat(AT_FDCWD, here, R_OK | X_OK, AT_EACCESS) == 0;
}

bool covey_sandbox_may_run(covey_sandbox_user user, const char *const *arguments)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        _exit(!may_run(user, arguments));
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
