// SPDX-License-Identifier: MIT
// Starts, talks to and ends the helper program. The program that uses the library may have threads,
// handlers of signals and children of its own: nothing here depends on them or changes them.
#define _GNU_SOURCE
#include "formats/helper.h"

#include "formats/h5md_wire.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    SPARE_FD = 10, ///< lower descriptors are the helper's
    START_S = 60,  ///< time limit for the start, enough on a busy machine
    END_MS = 1000, ///< a process whose connection is closed has ended by then as a rule
    TRIES = 2000,  ///< after so many interruptions in a row a call fails
    PATH_SIZE = 4096,
};

static const char program[] = "covey-h5md";

// ---- Finding it ----

/// Finds the path of the program or library that has this code.
static bool find_self(char path[PATH_SIZE])
{
    Dl_info here, main;
    bool known = dladdr(program, &here) != 0 && here.dli_fname != NULL;
    bool is_main = !known || (dladdr((const void *)getauxval(AT_ENTRY), &main) != 0 &&
                              main.dli_fbase == here.dli_fbase);
    if (!is_main) {
        size_t size = strlen(here.dli_fname);
        memcpy(path, here.dli_fname, size < PATH_SIZE ? size + 1 : 0);
        return size < PATH_SIZE;
    }
    ssize_t size = readlink("/proc/self/exe", path, PATH_SIZE - 1);
    const char *called = (const char *)getauxval(AT_EXECFN); // where nothing is mounted on /proc
    if (size <= 0 && called != NULL && strlen(called) < PATH_SIZE) {
        size = (ssize_t)strlen(called);
        memcpy(path, called, (size_t)size);
    }
    if (size > 0)
        path[size] = '\0';
    return size > 0;
}

covey_status covey_helper_find(const char *name, covey_text *path, covey_error *error)
{
    static const char *const folders[] = {"", COVEY_HELPER_FROM_BIN "/", COVEY_HELPER_FROM_LIB "/"};
    char self[PATH_SIZE];
    if (!find_self(self))
        return covey_fail(error, COVEY_SYSTEM, "%s cannot be found", name);
    char *slash = strrchr(self, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash - self) + 1;
    for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
        covey_text_clear(path);
        covey_text_put(path, self, folder);
        covey_text_string(path, folders[k]);
        covey_text_string(path, name);
        if (covey_text_end(path) == NULL)
            return covey_fail(error, COVEY_MEMORY, "out of memory");
        if (access(path->bytes, R_OK) == 0)
            return COVEY_OK;
    }
    return covey_fail(error, COVEY_SYSTEM, "%s is needed and is not where covey is installed",
                      name);
}

// ---- Starting ----

/// Sets the descriptors of the helper, and an empty signal mask.
static int set_up(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes,
                  const int from[4])
{
    static const int to[4] = {COVEY_WIRE_TALK, COVEY_WIRE_FILE, 2, COVEY_WIRE_BULK};
    sigset_t none;
    (void)sigemptyset(&none);
    int failed = posix_spawnattr_setsigmask(attributes, &none);
    if (failed == 0)
        failed = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK);
    for (int k = 0; k < 4 && failed == 0; k++) {
        if (to[k] == 2)
            failed = posix_spawn_file_actions_addopen(actions, 2, "/dev/null", O_WRONLY, 0);
        else if (from[k] >= 0)
            failed = posix_spawn_file_actions_adddup2(actions, from[k], to[k]);
    }
    return failed;
}

static int spawn(pid_t *pid, const char *path, const char *mode, const int from[4])
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed != 0)
        return failed;
    failed = posix_spawnattr_init(&attributes);
    if (failed == 0) {
        const char *const words[] = {program, mode, NULL}, *const environment[] = {NULL};
        union { // exec does not change its arguments, though they are not const
            const char *const *given;
            char *const *taken;
        } list = {words}, variables = {environment};
        failed = set_up(&actions, &attributes, from);
        if (failed == 0)
            failed = posix_spawn(pid, path, &actions, &attributes, list.taken, variables.taken);
        (void)posix_spawnattr_destroy(&attributes);
    }
    (void)posix_spawn_file_actions_destroy(&actions);
    return failed;
}

/// Duplicates a descriptor to a number above the helper's numbers; -1 with errno.
static int copy_of(int fd)
{
    return fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, SPARE_FD);
}

/// Starts the process; returns 0, or the errno of the call that failed.
static int start(covey_helper *self, const char *path, const covey_helper_def *def)
{
    int ends[2], failed = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return errno;
    int from[4] = {copy_of(ends[1]), -1, -1, -1};
    if (from[0] >= 0)
        from[1] = copy_of(def->file);
    if (from[1] >= 0 && def->bulk >= 0)
        from[3] = copy_of(def->bulk);
    if (from[0] < 0 || from[1] < 0 || (def->bulk >= 0 && from[3] < 0))
        failed = errno;
    if (failed == 0)
        failed = spawn(&self->pid, path, def->mode, from);
    for (int k = 0; k < 4; k++)
        if (from[k] >= 0)
            (void)close(from[k]);
    (void)close(ends[1]);
    self->talk = ends[0];
    if (failed != 0) {
        self->pid = 0;
        (void)close(ends[0]);
    }
    return failed;
}

covey_status covey_helper_start(covey_helper *self, const covey_helper_def *def,
                                covey_memory *memory, covey_error *error)
{
    covey_text found = {.memory = memory};
    const char *path = def->path;
    self->pid = 0;
    if (path == NULL) {
        covey_status status = covey_helper_find(program, &found, error);
        if (status != COVEY_OK) {
            covey_text_destroy(&found);
            return status;
        }
        path = found.bytes;
    }
    self->wait_s = START_S;
    self->fate = COVEY_HELPER_WORKS;
    self->at = self->size = 0;
    int failed = start(self, path, def);
    covey_status status = COVEY_OK;
    covey_wire ready = {0};
    if (failed != 0)
        status = covey_fail(error, COVEY_SYSTEM, "the program %.150s cannot be started: %s", path,
                            strerror(failed));
    else if (!covey_helper_receive(self, &ready, sizeof ready) || ready.kind != COVEY_WIRE_READY ||
             ready.size != COVEY_WIRE_VERSION) {
        covey_helper_end(self, false);
        status = covey_fail(error, COVEY_SYSTEM,
                            "the program %.150s does not begin, or is not of this covey", path);
    }
    self->wait_s = def->wait_s;
    covey_text_destroy(&found);
    return status;
}

// ---- Talking ----

static bool give_up(covey_helper *self, covey_helper_fate fate, int reason)
{
    self->fate = fate;
    self->reason = reason;
    return false;
}

/// True if a call that failed with errno is to be repeated.
static bool again(covey_helper *self, int *tries)
{
    if ((errno == EINTR || errno == EAGAIN) && ++*tries < TRIES)
        return true;
    bool gone = errno == EPIPE || errno == ECONNRESET;
    return give_up(self, gone ? COVEY_HELPER_ENDED : COVEY_HELPER_LOST, errno);
}

bool covey_helper_send(covey_helper *self, const void *bytes, size_t size)
{
    int tries = 0;
    for (size_t sent = 0; sent < size && self->fate == COVEY_HELPER_WORKS;) {
        ssize_t put = send(self->talk, (const char *)bytes + sent, size - sent, MSG_NOSIGNAL);
        if (put > 0)
            tries = 0;
        else if (put == 0)
            errno = EINTR;
        if (put <= 0 && !again(self, &tries))
            return false;
        sent += put > 0 ? (size_t)put : 0;
    }
    return self->fate == COVEY_HELPER_WORKS;
}

/// Waits until the helper has sent bytes.
static bool await(covey_helper *self)
{
    struct pollfd wait = {.fd = self->talk, .events = POLLIN};
    int tries = 0;
    if (self->wait_s == 0)
        return true;
    for (;;) {
        int came = poll(&wait, 1, 1000 * self->wait_s);
        if (came > 0)
            return true;
        if (came == 0)
            return give_up(self, COVEY_HELPER_HUNG, 0);
        if (!again(self, &tries))
            return false;
    }
}

/// Reads the available bytes into the buffer, at least one.
static bool fill(covey_helper *self)
{
    int tries = 0;
    ssize_t got;
    if (!await(self))
        return false;
    do
        got = recv(self->talk, self->buffer, sizeof self->buffer, 0);
    while (got < 0 && again(self, &tries));
    if (got < 0)
        return false;
    self->at = 0;
    self->size = (size_t)got;
    return got > 0 || give_up(self, COVEY_HELPER_ENDED, 0);
}

bool covey_helper_receive(covey_helper *self, void *bytes, size_t size)
{
    char *to = bytes;
    while (size > 0) {
        if (self->fate != COVEY_HELPER_WORKS || (self->at == self->size && !fill(self)))
            return false;
        size_t part = self->size - self->at < size ? self->size - self->at : size;
        memcpy(to, self->buffer + self->at, part);
        self->at += part;
        to += part;
        size -= part;
    }
    return true;
}

// ---- Ending ----

bool covey_helper_is_cut_off(const covey_helper *self)
{
    siginfo_t about = {0};
    for (int ms = 0; ms < END_MS && self->pid > 0 && about.si_pid == 0; ms++) {
        if (waitid(P_PID, (id_t)self->pid, &about, WEXITED | WNOHANG | WNOWAIT) != 0)
            return false;
        if (about.si_pid == 0)
            (void)poll(NULL, 0, 1);
    }
    const int silent = covey_status_exit(COVEY_CLOSED);
    return about.si_pid == self->pid &&
           ((about.si_code == CLD_KILLED && about.si_status == SIGKILL) ||
            (about.si_code == CLD_EXITED && about.si_status == silent));
}

void covey_helper_end(covey_helper *self, bool comes)
{
    siginfo_t about;
    if (self->pid <= 0)
        return;
    (void)close(self->talk);
    // If the program has waited for all its children, the id may be that of another process now.
    bool ours = waitid(P_PID, (id_t)self->pid, &about, WEXITED | WNOHANG | WNOWAIT) == 0;
    if (ours && !comes)
        (void)kill(self->pid, SIGKILL);
    int code, tries = 0;
    while (ours && waitpid(self->pid, &code, 0) < 0 && errno == EINTR && ++tries < TRIES) {
    }
    self->pid = 0;
}
