// SPDX-License-Identifier: MIT
// A small debugger (ptrace): every process stops before each of the calls that count, which
// a filter of calls (seccomp) picks, and behind those that are meddled with.
#define _GNU_SOURCE
#include "support/inject.h"
#include "support/process.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#if defined(__x86_64__)

#include <linux/filter.h>
#include <linux/ptrace.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

enum { MOST_PROCESSES = 64, MOST_FAILED = 100000, PATIENCE_S = 60, PAGE = 4096 };

/// How a call counts: it changes something; it opens with flags that say so; it only reads. How
/// many bytes it moves is its third argument, or that is not known.
typedef enum sort { CHANGES, OPENS, READS } sort;

typedef struct row {
    long number;
    const char *name;
    sort sort;
    bool sized; ///< the third argument is a number of bytes
} row;

#define ROW(name, ...)                                                                             \
    {                                                                                              \
        SYS_##name, #name, __VA_ARGS__                                                             \
    }
static const row rows[] = {
    ROW(write, CHANGES, true),      ROW(pwrite64, CHANGES, true),
    ROW(writev, CHANGES, false),    ROW(pwritev, CHANGES, false),
    ROW(pwritev2, CHANGES, false),  ROW(sendto, CHANGES, true),
    ROW(sendmsg, CHANGES, false),   ROW(sendfile, CHANGES, false),
    ROW(ftruncate, CHANGES, false), ROW(truncate, CHANGES, false),
    ROW(fallocate, CHANGES, false), ROW(rename, CHANGES, false),
    ROW(renameat, CHANGES, false),  ROW(renameat2, CHANGES, false),
    ROW(unlink, CHANGES, false),    ROW(unlinkat, CHANGES, false),
    ROW(link, CHANGES, false),      ROW(linkat, CHANGES, false),
    ROW(symlink, CHANGES, false),   ROW(symlinkat, CHANGES, false),
    ROW(fsync, CHANGES, false),     ROW(fdatasync, CHANGES, false),
    ROW(msync, CHANGES, false),     ROW(sync_file_range, CHANGES, false),
    ROW(mkdir, CHANGES, false),     ROW(mkdirat, CHANGES, false),
    ROW(rmdir, CHANGES, false),     ROW(flock, CHANGES, false),
    ROW(fchmod, CHANGES, false),    ROW(chmod, CHANGES, false),
    ROW(creat, CHANGES, false),     ROW(open, OPENS, false),
    ROW(openat, OPENS, false),      ROW(read, READS, true),
    ROW(pread64, READS, true),      ROW(readv, READS, false),
    ROW(preadv, READS, false),      ROW(recvfrom, READS, true),
    ROW(recvmsg, READS, false),     ROW(lseek, READS, false),
    ROW(close, READS, false),       ROW(fstat, READS, false),
    ROW(newfstatat, READS, false),  ROW(statx, READS, false),
    ROW(stat, READS, false),        ROW(lstat, READS, false),
    ROW(fcntl, READS, false),       ROW(dup, READS, false),
    ROW(dup2, READS, false),        ROW(dup3, READS, false),
    ROW(pipe, READS, false),        ROW(pipe2, READS, false),
    ROW(socketpair, READS, false),  ROW(memfd_create, READS, false),
    ROW(poll, READS, false),        ROW(ppoll, READS, false),
    ROW(readlink, READS, false),    ROW(getdents64, READS, false),
    ROW(fork, READS, false),        ROW(vfork, READS, false),
    ROW(clone, READS, false),       ROW(clone3, READS, false),
    ROW(wait4, READS, false),       ROW(waitid, READS, false),
};

typedef struct tracee {
    pid_t pid;
    uint64_t loader, loader_end; ///< where the code of the dynamic loader is
    bool knows_loader;
    bool fails;  ///< the call under way is to fail,
    bool dies;   ///< or its process is to die behind it
    int failure; ///< errno
} tracee;

typedef struct tracer {
    const inject_def *def;
    inject_result result;
    tracee tracees[MOST_PROCESSES];
    pid_t first;
    size_t failed;
} tracer;

static volatile sig_atomic_t time_is_up;

static void on_alarm(int number)
{
    (void)number;
    time_is_up = 1;
}

// ---- Processes ----

static tracee *find(tracer *self, pid_t pid)
{
    tracee *free_place = NULL;
    for (size_t k = 0; k < MOST_PROCESSES; k++) {
        if (self->tracees[k].pid == pid)
            return &self->tracees[k];
        if (self->tracees[k].pid == 0 && free_place == NULL)
            free_place = &self->tracees[k];
    }
    assert_non_null(free_place);
    *free_place = (tracee){.pid = pid};
    return free_place;
}

static void kill_all(tracer *self)
{
    for (size_t k = 0; k < MOST_PROCESSES; k++)
        if (self->tracees[k].pid != 0)
            (void)kill(self->tracees[k].pid, SIGKILL);
}

/// The address at which the kernel put the dynamic loader; 0 for a program without one.
static uint64_t loader_of(pid_t pid)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%d/auxv", (int)pid);
    FILE *file = fopen(path, "rb");
    Elf64_auxv_t pair = {0};
    uint64_t base = 0;
    while (file != NULL && base == 0 && fread(&pair, sizeof pair, 1, file) == 1)
        base = pair.a_type == AT_BASE ? pair.a_un.a_val : 0;
    if (file != NULL)
        (void)fclose(file);
    return base;
}

/// The piece of memory that holds the loader's code is the first behind its base that may run.
static void find_loader(tracee *of)
{
    char path[64], line[600], rights[8];
    uint64_t base = loader_of(of->pid), from, to;
    (void)snprintf(path, sizeof path, "/proc/%d/maps", (int)of->pid);
    FILE *file = fopen(path, "rb");
    of->knows_loader = true;
    of->loader = of->loader_end = 0;
    while (base > 0 && file != NULL && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %7s", &from, &to, rights) == 3 && from >= base &&
            strchr(rights, 'x') != NULL) {
            of->loader = from;
            of->loader_end = to;
            break;
        }
    if (file != NULL)
        (void)fclose(file);
}

/// Only calls of the table stop this process and those that it starts: most others are many.
static bool stop_at_calls(inject_calls wanted)
{
    enum { COUNT = sizeof rows / sizeof *rows };
    struct sock_filter lines[2 * COUNT + 2];
    unsigned short used = 0;
    lines[used++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (size_t k = 0; k < COUNT; k++) {
        if (wanted == INJECT_CHANGES && rows[k].sort == READS)
            continue;
        lines[used++] =
            (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)rows[k].number, 0, 1);
        lines[used++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
    }
    lines[used++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    const struct sock_fprog filter = {.len = used, .filter = lines};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

static void start(tracer *self)
{
    const inject_def *def = self->def;
    self->first = fork();
    assert_true(self->first >= 0);
    if (self->first > 0)
        return;
    int in = open(def->input != NULL ? def->input : "/dev/null", O_RDONLY);
    int out = open(def->output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    int err = open(def->errors, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    bool good = dup2(in, 0) == 0 && dup2(out, 1) == 1 && dup2(err, 2) == 2;
    (void)close(in);
    (void)close(out);
    (void)close(err);
    (void)signal(SIGPIPE, SIG_DFL);
    if (!good || ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0 || raise(SIGSTOP) != 0 ||
        !stop_at_calls(def->calls))
        _exit(126);
    (void)execv(def->arguments[0], (char *const *)(uintptr_t)def->arguments);
    _exit(127);
}

// ---- Calls ----

static const row *row_of(const tracer *self, const struct __ptrace_syscall_info *info)
{
    const row *found = NULL;
    for (size_t k = 0; k < sizeof rows / sizeof *rows && found == NULL; k++)
        if ((uint64_t)rows[k].number == info->entry.nr)
            found = &rows[k];
    if (found == NULL)
        return NULL;
    bool writes = found->sort == CHANGES || (found->sort == READS && found->number == SYS_fcntl);
    if (writes && info->entry.args[0] == STDERR_FILENO && found->number != SYS_flock)
        return NULL;
    if (found->number == SYS_close && info->entry.args[0] == STDERR_FILENO)
        return NULL;
    uint64_t flags = info->entry.args[found->number == SYS_openat ? 2 : 1];
    bool changes =
        found->sort == CHANGES || (found->sort == OPENS && (flags & (O_CREAT | O_TRUNC)) != 0);
    return changes || self->def->calls == INJECT_FILES ? found : NULL;
}

/// How many of the bytes of a call are moved: half. But the kernel does not leave off within a page
/// of a file, whatever comes, so that a write at a place ends with a page, if it crosses one.
static unsigned long long part_of(const row *call, const struct user_regs_struct *registers,
                                  bool tears)
{
    unsigned long long size = registers->rdx, half = size / 2;
    if (tears && call->number == SYS_pwrite64) {
        unsigned long long at = registers->r10, end = (at + half) / PAGE * PAGE;
        return end > at ? end - at : 0;
    }
    return half > 0 ? half : size;
}

/// A call that moves fewer bytes than it was asked for; false if it is not such a call.
static bool shorten(pid_t pid, const row *call, bool tears)
{
    struct user_regs_struct registers;
    if (!call->sized || ptrace(PTRACE_GETREGS, pid, NULL, &registers) != 0)
        return false;
    unsigned long long part = part_of(call, &registers, tears);
    registers.rdx = part;
    return part > 0 && ptrace(PTRACE_SETREGS, pid, NULL, &registers) == 0;
}

/// A call that is not made. One that closes is made in any case, as the kernel does it.
static void skip_call(pid_t pid, const row *call)
{
    struct user_regs_struct registers;
    if (call->number == SYS_close || ptrace(PTRACE_GETREGS, pid, NULL, &registers) != 0)
        return;
    registers.orig_rax = (unsigned long long)-1;
    (void)ptrace(PTRACE_SETREGS, pid, NULL, &registers);
}

static void let_fail(const tracee *of)
{
    struct user_regs_struct registers;
    if (ptrace(PTRACE_GETREGS, of->pid, NULL, &registers) != 0)
        return;
    registers.rax = (unsigned long long)-(long long)of->failure;
    (void)ptrace(PTRACE_SETREGS, of->pid, NULL, &registers);
}

static void copy_file(const char *from, const char *to)
{
    char piece[4096];
    FILE *in = fopen(from, "rb"), *out = in != NULL ? fopen(to, "wb") : NULL;
    size_t size = 1;
    while (out != NULL && size > 0) {
        size = fread(piece, 1, sizeof piece, in);
        (void)fwrite(piece, 1, size, out);
    }
    if (in != NULL)
        (void)fclose(in);
    if (out != NULL)
        (void)fclose(out);
}

static void meddle(tracer *self, tracee *of, const row *call)
{
    const inject_def *def = self->def;
    if (!self->result.reached) {
        self->result.reached = true;
        self->result.call = call->name;
        if (def->keep != NULL)
            copy_file(def->keep, def->kept);
    }
    if (++self->failed > MOST_FAILED) {
        self->result.hung = true;
        kill_all(self);
    }
    bool tears = def->action == INJECT_TEAR;
    bool shortened = (tears || def->action == INJECT_SHORT) && shorten(of->pid, call, tears);
    of->dies = tears && shortened;
    of->fails = def->action > 0;
    of->failure = def->action;
    bool dies = def->action == INJECT_KILL || def->action == INJECT_FALL;
    if (dies || tears)
        self->result.first_killed = of->pid == self->first || def->action == INJECT_FALL;
    if (of->fails)
        skip_call(of->pid, call);
    if (def->action == INJECT_FALL)
        kill_all(self);
    else if (dies || (tears && !shortened))
        (void)kill(of->pid, SIGKILL);
}

static void on_call(tracer *self, tracee *of)
{
    const inject_def *def = self->def;
    struct __ptrace_syscall_info info;
    if (ptrace((enum __ptrace_request)PTRACE_GET_SYSCALL_INFO, of->pid, sizeof info, &info) <= 0)
        return;
    if (info.op == PTRACE_SYSCALL_INFO_EXIT) {
        if (of->fails)
            let_fail(of);
        if (of->dies)
            (void)kill(of->pid, SIGKILL);
        of->fails = of->dies = false;
    }
    if (info.op != PTRACE_SYSCALL_INFO_SECCOMP || (def->first_alone && of->pid != self->first))
        return;
    if (!of->knows_loader)
        find_loader(of);
    const row *call = row_of(self, &info);
    if (call == NULL ||
        (info.instruction_pointer >= of->loader && info.instruction_pointer < of->loader_end))
        return;
    self->result.calls++;
    if (self->result.calls == def->when ||
        (def->sticky && def->when > 0 && self->result.calls > def->when))
        meddle(self, of, call);
}

// ---- The loop ----

/// Handles a stop of a process; returns the signal that it is to get.
static int on_stop(tracer *self, tracee *of, int status)
{
    int signal = WSTOPSIG(status);
    if (signal == (SIGTRAP | 0x80) || status >> 16 == PTRACE_EVENT_SECCOMP) {
        on_call(self, of);
        return 0;
    }
    if (status >> 16 == PTRACE_EVENT_EXEC)
        of->knows_loader = false;
    bool of_ours = signal == SIGTRAP || signal == SIGSTOP;
    return of_ours ? 0 : signal;
}

static void on_end(tracer *self, tracee *of, int status)
{
    if (of->pid == self->first) {
        self->result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        self->result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    }
    *of = (tracee){0};
}

static void follow(tracer *self)
{
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR) {
        if (time_is_up) {
            self->result.hung = true;
            time_is_up = 0;
            kill_all(self);
        }
        if (pid <= 0)
            continue;
        tracee *of = find(self, pid);
        if (!WIFSTOPPED(status)) {
            on_end(self, of, status);
            continue;
        }
        int signal = on_stop(self, of, status);
        bool on = of->fails || of->dies; // to the end of the call
        (void)ptrace(on ? PTRACE_SYSCALL : PTRACE_CONT, pid, NULL, (void *)(intptr_t)signal);
    }
}

inject_result inject_run(const inject_def *def)
{
    tracer self = {.def = def, .result = {.code = -1, .call = "no call"}};
    struct sigaction action = {.sa_handler = on_alarm};
    (void)sigaction(SIGALRM, &action, NULL);
    int status;
    start(&self);
    assert_int_equal(waitpid(self.first, &status, 0), self.first);
    assert_true(WIFSTOPPED(status));
    (void)find(&self, self.first);
    long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                   PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_TRACESECCOMP |
                   PTRACE_O_EXITKILL;
    assert_int_equal(ptrace(PTRACE_SETOPTIONS, self.first, NULL, (void *)options), 0);
    (void)alarm(PATIENCE_S);
    (void)ptrace(PTRACE_CONT, self.first, NULL, NULL);
    follow(&self);
    (void)alarm(0);
    time_is_up = 0;
    return self.result;
}

bool inject_works(void)
{
    static const char *const nothing[] = {"/bin/true", NULL};
    inject_def def = {.arguments = nothing, .output = "/dev/null", .errors = "/dev/null"};
    return process_can_limit_memory() && inject_run(&def).code == 0;
}

#else

bool inject_works(void)
{
    return false;
}

inject_result inject_run(const inject_def *def)
{
    (void)def;
    return (inject_result){.code = -1};
}

#endif
