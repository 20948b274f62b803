// SPDX-License-Identifier: MIT
// Feeds and drains several programs at once with one poll loop, and stops programs that pass a
// limit.
#define _DEFAULT_SOURCE
#include "check/runner.h"

#include "check/folder.h"
#include "formats/text.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    JOBS_MAX = 64,
    FILES = 4,          ///< of a job, in the order in, out, err, report
    ERRORS_MAX = 2048,  ///< bytes of the beginning of standard error
    ERRORS_TAIL = 4096, ///< and of its end
    PIECE = 1 << 16,
    TURN_MS = 50,        ///< between looks at the clock
    FAILED_WAITS = 2000, ///< in a row, that are no accident
};

/// How long a program that holds an input back may be silent: after it read it all, and in all.
static const double patience_read = 1.0, patience = 3.0;

/// Users for programs that root runs: systemd gives them out on demand, so that they own no files.
static const uid_t first_user = CHECK_FOLDER_FIRST_USER, users = CHECK_FOLDER_USERS;

/// The folder of a program in a separate root.
static const char inside[] = "/tmp/covey";

typedef struct buffer {
    covey_text text;
    size_t most; ///< bytes to keep
    bool full;   ///< there was more
    char *tail;  ///< the last ERRORS_TAIL bytes behind these; NULL: not kept
    size_t tail_size;
    bool lost; ///< bytes between them were not kept
} buffer;

typedef struct job {
    bool busy;
    size_t task;
    check_sandbox sandbox;
    check_folder folder; ///< to be removed; path "": none
    size_t sent;
    bool released; ///< all input may go
    double started;
    double since;      ///< when it started, or when its input was released
    double idle_since; ///< when it was first seen to have read all; 0: not yet
    buffer output, errors;
    char tail[ERRORS_TAIL]; ///< of the errors
    size_t lines;
    bool stopped;
    check_outcome outcome;
} job;

/// The plan that tasks with the same arguments share.
typedef struct setting {
    const char *const *arguments; ///< NULL: not known yet
    check_mounts *mounts;         ///< NULL: no separate root
    check_rights_user user;
    bool good;
    int failure; ///< errno, where no user may run it
} setting;

typedef struct runner {
    const check_runner_def *def;
    const check_task_def *tasks;
    check_outcome *outcomes;
    size_t count, next;
    covey_arena *arena;
    covey_memory memory; ///< for the output, until it is whole
    int timeouts;
    bool *waits;    ///< of each task: it ran out of time beside others, and is to be run alone
    bool shared;    ///< tasks run beside one another
    bool alone;     ///< all others were run: one at a time from now on
    bool was_stuck; ///< a task ran out of time alone, too: that is not the machine's fault
    covey_status status;
    int failure;      ///< errno of COVEY_IO
    int failed_waits; ///< in a row
    job *jobs;
    bool rooted; ///< programs have separate roots
    setting setting;
} runner;

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/// Ends a job for a failure of the system, not of the program.
static void fail_io(runner *self)
{
    self->failure = errno;
    self->status = COVEY_IO;
}

static void close_end(int *end)
{
    if (*end >= 0)
        (void)close(*end);
    *end = -1;
}

// ---- Starting ----

/// Whether root's right to read is needed. False where it does not help, with errno, and where that
/// cannot be found out, with the status of the runner.
static bool choose_user(runner *self, setting *at)
{
    at->user = (check_rights_user){0};
    if (geteuid() != 0)
        return true;
    at->user.id = first_user + users - 1; // any of them
    bool good = check_rights_suffice(at->user, at->arguments, at->mounts);
    if (!good && errno == 0) {
        at->user.reads_all = true;
        good = check_rights_suffice(at->user, at->arguments, at->mounts);
    }
    if (!good && errno != 0)
        fail_io(self);
    if (good || errno != 0)
        return good;
    errno = access(at->arguments[0], X_OK) != 0 ? errno : EPERM;
    return false;
}

/// Plans the files that programs see, and finds out which rights they need.
static bool prepare(runner *self, const char *const *arguments)
{
    setting *at = &self->setting;
    if (at->arguments == arguments) {
        errno = at->failure;
        return at->good;
    }
    *at = (setting){.arguments = arguments};
    if (self->rooted) {
        check_mounts_def def = self->def->mounts;
        def.arguments = arguments;
        at->mounts = covey_arena_take(self->arena, 1, sizeof *at->mounts);
        if (at->mounts == NULL || !check_mounts_choose(&def, self->arena, at->mounts)) {
            self->status = COVEY_MEMORY;
            return false;
        }
    }
    at->good = choose_user(self, at);
    at->failure = errno;
    return at->good;
}

/// Where root runs, the user of a job: another one for each, since limits of processes count by
/// user, and none binds root.
static check_rights_user user_of(const setting *at, size_t slot)
{
    check_rights_user user = at->user;
    if (user.id != 0)
        user.id = first_user + ((uid_t)getpid() * JOBS_MAX + (uid_t)slot) % users;
    return user;
}

/// Makes the folder of a program; in a separate root, that is in memory.
static bool make_folder(const runner *self, job *at, check_rights_user user)
{
    const char *folder = self->tasks[at->task].folder;
    if (folder == NULL && self->rooted)
        return true;
    if (folder == NULL)
        return check_folder_make(self->def->temporary, user.id, &at->folder);
    return user.id == 0 || chown(folder, user.id, (gid_t)user.id) == 0;
}

static bool start_sandbox(runner *self, job *at, size_t slot)
{
    const check_task_def *task = &self->tasks[at->task];
    if (self->def->strict && !self->rooted) {
        errno = ENOSYS;
        return false;
    }
    if (!prepare(self, task->arguments))
        return false;
    check_rights_user user = user_of(&self->setting, slot);
    if (!make_folder(self, at, user)) {
        fail_io(self);
        return false;
    }
    check_sandbox_def def = {
        .arguments = task->arguments,
        .folder = task->folder != NULL ? task->folder
                  : self->rooted       ? inside
                                       : at->folder.path,
        .mounts = self->setting.mounts,
        .keeps = task->folder != NULL,
        .seconds = self->def->seconds,
        .memory = self->def->memory,
        .user = user,
        .plain = self->def->plain,
        .strict = self->def->strict,
    };
    bool is_alone = self->setting.mounts != NULL && self->setting.mounts->lone_file;
    at->outcome.permissions = CHECK_PERMISSION_UNFENCED |
                              (user.reads_all ? CHECK_PERMISSION_READ_AS_ROOT : 0) |
                              (is_alone ? CHECK_PERMISSION_LONE_FILE : 0);
    return check_sandbox_start(&def, &at->sandbox);
}

static void start(runner *self, job *at, size_t slot, size_t number)
{
    const check_task_def *task = &self->tasks[number];
    double time = now();
    *at = (job){.task = number, .released = task->hold == 0, .started = time, .since = time};
    at->output = (buffer){.text.memory = &self->memory, .most = task->most};
    at->errors = (buffer){.text.memory = &self->memory, .most = ERRORS_MAX, .tail = at->tail};
    at->busy = start_sandbox(self, at, slot);
    if (at->busy)
        return;
    self->outcomes[at->task] =
        (check_outcome){.kind = CHECK_OUTCOME_FAILED, .value = errno, .output = "", .errors = ""};
    if (at->folder.path[0] != '\0')
        (void)check_folder_remove(&at->folder);
}

// ---- Feeding and draining ----

static bool has_input(const runner *self, const job *at)
{
    const check_task_def *task = &self->tasks[at->task];
    return at->sandbox.in >= 0 && at->sent < (at->released ? task->input_size : task->hold);
}

static void feed(runner *self, job *at)
{
    const check_task_def *task = &self->tasks[at->task];
    size_t end = at->released ? task->input_size : task->hold;
    ssize_t put = write(at->sandbox.in, task->input + at->sent, end - at->sent);
    if (put > 0)
        at->sent += (size_t)put;
    else if (put < 0 && errno == EPIPE)
        close_end(&at->sandbox.in); // it reads no more
    else if (put < 0 && errno != EAGAIN && errno != EINTR)
        fail_io(self);
}

/// Keeps the last bytes of those for which a buffer has no room.
static void keep_tail(buffer *to, const char *bytes, size_t size)
{
    size_t skipped = size > ERRORS_TAIL ? size - ERRORS_TAIL : 0, added = size - skipped;
    size_t kept = to->tail_size < ERRORS_TAIL - added ? to->tail_size : ERRORS_TAIL - added;
    to->lost = to->lost || skipped > 0 || kept < to->tail_size;
    memmove(to->tail, to->tail + to->tail_size - kept, kept);
    memcpy(to->tail + kept, bytes + skipped, added);
    to->tail_size = kept + added;
}

/// Puts the end of a text behind its beginning.
static void join_tail(buffer *to)
{
    if (to->lost)
        covey_text_string(&to->text, "\n...\n");
    covey_text_put(&to->text, to->tail, to->tail_size);
}

/// Reads the bytes that are there; returns whether there may be more.
static bool drain(runner *self, int *from, buffer *to, size_t *lines)
{
    char piece[PIECE];
    ssize_t got = *from >= 0 ? read(*from, piece, sizeof piece) : 0;
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return errno == EINTR;
    if (got < 0)
        fail_io(self);
    if (got <= 0) {
        close_end(from);
        return false;
    }
    for (ssize_t k = 0; k < got; k++)
        *lines += piece[k] == '\n';
    size_t size = (size_t)got, left = to->most - to->text.size;
    to->full = to->full || size > left;
    covey_text_put(&to->text, piece, size < left ? size : left);
    if (to->tail != NULL && size > left)
        keep_tail(to, piece + left, size - left);
    if (to->text.failed)
        self->status = COVEY_MEMORY;
    return true;
}

// ---- Ending ----

static void stop(job *at, check_outcome_kind kind)
{
    if (at->stopped)
        return;
    at->stopped = true;
    at->outcome.kind = kind;
    check_sandbox_stop(&at->sandbox);
}

static const char *keep_text(runner *self, covey_text *text)
{
    const char *kept = covey_arena_bytes(self->arena, text->bytes, text->size);
    if (kept == NULL)
        self->status = COVEY_MEMORY;
    covey_text_destroy(text);
    return kept != NULL ? kept : "";
}

/// Counts the runs out of time; one that only waited beside others is to be run alone.
static void note_time(runner *self, const job *at)
{
    bool timeout = at->outcome.kind == CHECK_OUTCOME_TIMEOUT;
    self->timeouts += timeout;
    self->waits[at->task] = timeout && at->outcome.value != 0 && !self->alone && self->shared;
    self->was_stuck = self->was_stuck || (timeout && self->alone);
}

/// Takes the last output of a program of which no process is left, and tidies up.
static void finish(runner *self, job *at)
{
    size_t lines = 0;
    while (!at->output.full && drain(self, &at->sandbox.out, &at->output, &lines))
        ;
    while (drain(self, &at->sandbox.err, &at->errors, &lines))
        ;
    check_sandbox_finish(&at->sandbox);
    join_tail(&at->errors);
    if (at->output.full)
        at->outcome.kind = CHECK_OUTCOME_FLOOD;
    if (at->outcome.kind == CHECK_OUTCOME_NOT_RUN && self->status == COVEY_OK) {
        at->outcome.kind = CHECK_OUTCOME_KILLED; // and its keeper with it
        at->outcome.value = SIGKILL;
    }
    note_time(self, at);
    at->outcome.seconds = now() - at->started;
    at->outcome.output_size = at->output.text.size;
    at->outcome.output = keep_text(self, &at->output.text);
    at->outcome.errors = keep_text(self, &at->errors.text);
    self->outcomes[at->task] = at->outcome;
    if (at->folder.path[0] != '\0')
        (void)check_folder_remove(&at->folder);
    at->busy = false;
}

/// Takes a message of the keeper; false when there will be no more.
static bool take_message(runner *self, job *at)
{
    check_sandbox_message message;
    int got = check_sandbox_read(&at->sandbox, &message);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return true;
    if (got < 0) {
        fail_io(self);
        stop(at, CHECK_OUTCOME_NOT_RUN); // it would wait for its input for ever
    }
    if (got <= 0)
        return false;
    if (message.event == CHECK_SANDBOX_FENCED)
        at->outcome.permissions &= ~(unsigned)message.value;
    bool failed = message.event == CHECK_SANDBOX_FAILED;
    if (message.event == CHECK_SANDBOX_SPENT)
        stop(at, CHECK_OUTCOME_TIMEOUT);
    if (message.event == CHECK_SANDBOX_BROKEN) {
        errno = message.value;
        fail_io(self);
    }
    if (at->outcome.kind != CHECK_OUTCOME_NOT_RUN ||
        (!failed && message.event != CHECK_SANDBOX_ENDED))
        return true;
    at->outcome.kind = failed                     ? CHECK_OUTCOME_FAILED
                       : WIFEXITED(message.value) ? CHECK_OUTCOME_ENDED
                                                  : CHECK_OUTCOME_KILLED;
    at->outcome.value = failed                     ? message.value
                        : WIFEXITED(message.value) ? WEXITSTATUS(message.value)
                                                   : WTERMSIG(message.value);
    return true;
}

// ---- The loop ----

/// Lets go of held input when the program has answered or will not.
static void release(const runner *self, job *at, double time)
{
    const check_task_def *task = &self->tasks[at->task];
    int unread = 0;
    if (at->released || at->sent < task->hold)
        return;
    bool answered = at->lines >= task->hold_lines;
    if (at->idle_since <= 0 && at->sandbox.in >= 0 &&
        ioctl(at->sandbox.in, FIONREAD, &unread) == 0 && unread == 0)
        at->idle_since = time;
    bool waits = at->idle_since > 0 && time > at->idle_since + patience_read;
    if (!answered && !waits && time < at->since + patience)
        return;
    at->outcome.late = !answered;
    at->released = true;
    at->since = time;
}

static void look_at(runner *self, job *at, const struct pollfd *files)
{
    double time = now();
    if (files[0].revents != 0)
        feed(self, at);
    if (files[1].revents != 0)
        (void)drain(self, &at->sandbox.out, &at->output, &at->lines);
    size_t unused = 0;
    if (files[2].revents != 0)
        (void)drain(self, &at->sandbox.err, &at->errors, &unused);
    release(self, at, time);
    if (at->released && at->sent == self->tasks[at->task].input_size)
        close_end(&at->sandbox.in);
    if (at->output.full)
        stop(at, CHECK_OUTCOME_FLOOD);
    if (time > at->since + (double)CHECK_RUNNER_WAIT * self->def->seconds +
                   (at->released ? 0 : patience) &&
        !at->stopped) {
        stop(at, CHECK_OUTCOME_TIMEOUT);
        at->outcome.value = 1;
    }
    if (self->status != COVEY_OK)
        stop(at, CHECK_OUTCOME_NOT_RUN);
    if (files[3].revents != 0 && !take_message(self, at))
        finish(self, at);
}

static void plan(const runner *self, const job *at, struct pollfd *files)
{
    files[0] = (struct pollfd){.fd = has_input(self, at) ? at->sandbox.in : -1, .events = POLLOUT};
    files[1] = (struct pollfd){.fd = at->output.full ? -1 : at->sandbox.out, .events = POLLIN};
    files[2] = (struct pollfd){.fd = at->sandbox.err, .events = POLLIN};
    files[3] = (struct pollfd){.fd = at->sandbox.report, .events = POLLIN};
}

/// Ends all jobs where nothing can be waited for.
static void give_up(runner *self, size_t jobs)
{
    fail_io(self);
    for (size_t k = 0; k < jobs; k++)
        if (self->jobs[k].busy) {
            stop(&self->jobs[k], CHECK_OUTCOME_NOT_RUN);
            finish(self, &self->jobs[k]);
        }
}

/// The first task to be run alone; `count` if there is none. One that runs out of time even then
/// speaks for all.
static size_t find_waiting(const runner *self)
{
    size_t k = 0;
    while (k < self->count && !self->waits[k])
        k++;
    return self->was_stuck ? self->count : k;
}

static bool has_next(const runner *self)
{
    return self->next < self->count && self->timeouts < CHECK_RUNNER_TIMEOUTS;
}

/// The next task to run now; `count` if there is none.
static size_t choose_task(runner *self)
{
    size_t waiting = self->alone ? find_waiting(self) : self->count;
    if (self->status != COVEY_OK)
        return self->count;
    if (waiting < self->count) {
        self->waits[waiting] = false;
        self->timeouts--;
        return waiting;
    }
    return has_next(self) ? self->next++ : self->count;
}

/// When nothing runs any more: true if there are other tasks to be run, alone from now on.
static bool has_more(runner *self)
{
    self->alone = self->alone || !has_next(self);
    return self->status == COVEY_OK && (has_next(self) || find_waiting(self) < self->count);
}

/// One turn: starts the tasks that can be started, waits, looks at every job. False when all is
/// done.
static bool turn(runner *self, size_t jobs)
{
    struct pollfd files[JOBS_MAX * FILES];
    size_t busy = 0;
    if (self->def->stop != NULL && self->def->stop(self->def->stop_context))
        self->status = COVEY_INTERRUPTED;
    size_t slots = self->alone ? 1 : jobs;
    for (size_t k = 0; k < jobs; k++) {
        size_t task = k < slots && !self->jobs[k].busy ? choose_task(self) : self->count;
        if (task < self->count)
            start(self, &self->jobs[k], k, task);
        for (int file = 0; file < FILES; file++)
            files[k * FILES + (size_t)file] = (struct pollfd){.fd = -1};
        if (self->jobs[k].busy)
            plan(self, &self->jobs[k], &files[k * FILES]);
        busy += self->jobs[k].busy;
    }
    if (busy == 0)
        return has_more(self);
    self->failed_waits = poll(files, jobs * FILES, TURN_MS) < 0 ? self->failed_waits + 1 : 0;
    if (self->failed_waits > FAILED_WAITS)
        give_up(self, jobs);
    for (size_t k = 0; k < jobs; k++)
        if (self->jobs[k].busy && self->failed_waits == 0)
            look_at(self, &self->jobs[k], &files[k * FILES]);
    return true;
}

covey_status check_runner_run(const check_runner_def *def, const check_task_def *tasks,
                              check_outcome *outcomes, size_t count, covey_arena *arena)
{
    size_t jobs = def->jobs < 1 ? 1 : def->jobs > JOBS_MAX ? JOBS_MAX : (size_t)def->jobs;
    runner self = {def, tasks, outcomes, .count = count, .arena = arena, .status = COVEY_OK};
    self.memory = covey_memory_init((covey_allocator){0});
    for (size_t k = 0; k < count; k++)
        outcomes[k] = (check_outcome){.output = "", .errors = ""};
    self.shared = jobs > 1 && count > 1;
    self.jobs = calloc(jobs, sizeof *self.jobs);
    self.waits = calloc(count + 1, sizeof *self.waits);
    if (self.jobs == NULL || self.waits == NULL) {
        free(self.jobs);
        free(self.waits);
        return COVEY_MEMORY;
    }
    errno = 0;
    self.rooted = !def->plain && check_sandbox_has_roots();
    if (errno != 0)
        fail_io(&self);
    while (turn(&self, jobs))
        ;
    free(self.jobs);
    free(self.waits);
    errno = self.failure;
    return self.status;
}
