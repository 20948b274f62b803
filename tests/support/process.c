// SPDX-License-Identifier: MIT
// posix_spawn and one loop around poll that feeds and drains all pipes at once.
#define _POSIX_C_SOURCE 200809L
#include "support/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#ifndef __has_feature
#define __has_feature(name) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||                               \
    __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) ||                         \
    __has_feature(thread_sanitizer)
#define SANITIZED true
#else
#define SANITIZED false
#endif

enum { MAX_WORDS = 32, PATIENCE_MS = 60000, PIECE = 65536 };

extern char **environ;
const char process_closed[] = "(closed)", process_unread[] = "(unread)";

static int64_t now_ms(void)
{
    struct timespec time;
    assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &time), 0);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

bool process_can_limit_memory(void)
{
    return !SANITIZED && getenv("COVEY_RUN") == NULL;
}

static void close_end(int *end)
{
    if (*end >= 0)
        (void)close(*end);
    *end = -1;
}

// ---- Starting ----

/// Words of COVEY_RUN, in the caller's memory, then the arguments.
static void put_words(const process_def *def, char *prefix, size_t size, char *words[MAX_WORDS])
{
    size_t count = 0;
    const char *run = def->native ? NULL : getenv("COVEY_RUN");
    if (run != NULL) {
        assert_true(strlen(run) < size);
        memcpy(prefix, run, strlen(run) + 1);
        char *state = NULL;
        for (char *word = strtok_r(prefix, " ", &state); word != NULL && count < MAX_WORDS - 1;
             word = strtok_r(NULL, " ", &state))
            words[count++] = word;
    }
    for (size_t k = 0; def->arguments[k] != NULL; k++) {
        assert_true(count < MAX_WORDS - 1);
        words[count++] = (char *)(uintptr_t)def->arguments[k]; // exec does not write to them
    }
    words[count] = NULL;
}

/// Plans the stream `number` of the program; returns our end of its pipe or -1.
static int plan_stream(posix_spawn_file_actions_t *plan, int number, const char *file, int *theirs)
{
    *theirs = -1;
    bool is_input = number == STDIN_FILENO;
    if (file == process_closed) {
        assert_int_equal(posix_spawn_file_actions_addclose(plan, number), 0);
        return -1;
    }
    if (file != NULL && file != process_unread) {
        int flags = is_input ? O_RDONLY : O_WRONLY;
        assert_int_equal(posix_spawn_file_actions_addopen(plan, number, file, flags, 0), 0);
        return -1;
    }
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    int ours = is_input ? ends[1] : ends[0];
    *theirs = is_input ? ends[0] : ends[1];
    assert_int_equal(fcntl(ours, F_SETFD, FD_CLOEXEC), 0);
    assert_int_equal(fcntl(*theirs, F_SETFD, FD_CLOEXEC), 0);
    assert_int_equal(fcntl(ours, F_SETFL, O_NONBLOCK), 0);
    assert_int_equal(posix_spawn_file_actions_adddup2(plan, *theirs, number), 0);
    if (file == process_unread)
        close_end(&ours);
    return ours;
}

/// The limit is ours for a moment, for the program to inherit.
static void spawn(process *self, const posix_spawn_file_actions_t *plan, char **words)
{
    posix_spawnattr_t attributes;
    sigset_t defaults;
    (void)sigemptyset(&defaults);
    (void)sigaddset(&defaults, SIGPIPE);
    assert_int_equal(posix_spawnattr_init(&attributes), 0);
    assert_int_equal(posix_spawnattr_setsigdefault(&attributes, &defaults), 0);
    assert_int_equal(posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF), 0);
    struct rlimit before, limit;
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    limit = before;
    if (self->def.memory > 0)
        limit.rlim_cur = self->def.memory;
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
    int failure = posix_spawnp(&self->pid, words[0], plan, &attributes, words, environ);
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    assert_int_equal(failure, 0);
    posix_spawnattr_destroy(&attributes);
}

void process_start(process *self, const process_def *def)
{
    (void)signal(SIGPIPE, SIG_IGN); // a program that ends early is no reason for the test to
    *self = (process){.def = *def, .code = -1};
    if (self->def.input != NULL && self->def.input_size == 0)
        self->def.input_size = strlen(self->def.input);
    char prefix[256], *words[MAX_WORDS];
    put_words(def, prefix, sizeof prefix, words);
    posix_spawn_file_actions_t plan;
    assert_int_equal(posix_spawn_file_actions_init(&plan), 0);
    int theirs[3];
    self->in = plan_stream(&plan, STDIN_FILENO, def->in_file, &theirs[0]);
    self->out = plan_stream(&plan, STDOUT_FILENO, def->out_file, &theirs[1]);
    self->err = plan_stream(&plan, STDERR_FILENO, NULL, &theirs[2]);
    spawn(self, &plan, words);
    posix_spawn_file_actions_destroy(&plan);
    for (int k = 0; k < 3; k++)
        close_end(&theirs[k]);
}

// ---- Feeding and draining ----

static void take_text(int *from, process_text *text)
{
    if (text->room - text->size < PIECE + 1) {
        text->room = 2 * text->room + 2 * PIECE;
        text->bytes = realloc(text->bytes, text->room);
        assert_non_null(text->bytes);
    }
    ssize_t got = read(*from, text->bytes + text->size, PIECE);
    if (got > 0)
        text->size += (size_t)got;
    else if (got == 0 || errno != EAGAIN)
        close_end(from);
    text->bytes[text->size] = '\0';
}

static bool has_more_input(const process *self)
{
    return self->in >= 0 && self->sent < self->def.input_size;
}

static void give_input(process *self)
{
    ssize_t put = write(self->in, self->def.input + self->sent, self->def.input_size - self->sent);
    if (put < 0 && errno != EAGAIN)
        close_end(&self->in); // the program reads no more
    self->sent += put > 0 ? (size_t)put : 0;
    if (self->def.input_endless && self->sent == self->def.input_size)
        self->sent = 0;
}

/// One turn of the loop. False when there is nothing to wait for or time is up.
static bool turn(process *self, int64_t deadline)
{
    struct pollfd files[] = {
        {.fd = has_more_input(self) ? self->in : -1, .events = POLLOUT},
        {.fd = self->out, .events = POLLIN},
        {.fd = self->err, .events = POLLIN},
    };
    int64_t left = deadline - now_ms();
    if ((files[0].fd < 0 && self->out < 0 && self->err < 0) || left <= 0)
        return false;
    if (poll(files, 3, (int)left) <= 0)
        return true;
    if (files[0].revents != 0)
        give_input(self);
    if (files[1].revents != 0)
        take_text(&self->out, &self->output);
    if (files[2].revents != 0)
        take_text(&self->err, &self->errors);
    return true;
}

void process_feed(process *self, const char *text)
{
    self->def.input = text;
    self->def.input_size = strlen(text);
    self->def.input_endless = true;
    self->sent = 0;
}

void process_send(process *self, const char *text)
{
    process_feed(self, text);
    self->def.input_endless = false;
    int64_t deadline = now_ms() + PATIENCE_MS;
    while (has_more_input(self) && turn(self, deadline))
        continue;
}

size_t process_lines(const process_text *text)
{
    size_t lines = 0;
    for (size_t k = 0; k < text->size; k++)
        lines += text->bytes[k] == '\n';
    return lines;
}

bool process_await_lines(process *self, size_t lines)
{
    int64_t deadline = now_ms() + PATIENCE_MS;
    while (process_lines(&self->output) < lines)
        if (self->out < 0 || !turn(self, deadline))
            return false;
    return true;
}

void process_hang_up(process *self)
{
    close_end(&self->out);
}

void process_kill(const process *self, int signal)
{
    assert_int_equal(kill(self->pid, signal), 0);
}

// ---- Ending ----

/// Waits until `deadline` for the program to end, then kills it.
static int await_end(process *self, int64_t deadline)
{
    int status = 0;
    const struct timespec moment = {.tv_nsec = 1000000};
    while (waitpid(self->pid, &status, WNOHANG) == 0) {
        if (now_ms() > deadline && !self->out_of_time) {
            process_kill(self, SIGKILL);
            self->out_of_time = true;
        }
        (void)nanosleep(&moment, NULL);
    }
    return status;
}

void process_finish(process *self)
{
    int64_t deadline = now_ms() + PATIENCE_MS;
    while (has_more_input(self) && turn(self, deadline))
        continue;
    close_end(&self->in);
    while (turn(self, deadline))
        continue;
    int status = await_end(self, deadline);
    close_end(&self->out);
    close_end(&self->err);
    if (WIFEXITED(status))
        self->code = WEXITSTATUS(status);
    else
        self->signal = WTERMSIG(status);
}

process process_run(const process_def *def)
{
    process self;
    process_start(&self, def);
    process_finish(&self);
    return self;
}

void process_free(process *self)
{
    free(self->output.bytes);
    free(self->errors.bytes);
    *self = (process){.in = -1, .out = -1, .err = -1};
}
