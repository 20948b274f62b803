// SPDX-License-Identifier: MIT
// Reads and writes by system calls, so that written bytes are out, and an interrupt ends a wait.
#define _XOPEN_SOURCE 700
#include "streams.h"

#include "formats/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_bool interrupted;            ///< threads ask for it, too
static volatile sig_atomic_t line_is_open; ///< the last line on the terminal has no end yet
static int nothing_to_read;                ///< /dev/null

static bool is_open(int file)
{
    return fcntl(file, F_GETFD) >= 0;
}

bool streams_open(void)
{
    (void)signal(SIGPIPE, SIG_IGN);
    (void)signal(SIGXFSZ, SIG_IGN);
    const char *name = !is_open(STDIN_FILENO) ? "input" : !is_open(STDOUT_FILENO) ? "output" : NULL;
    while (!is_open(STDERR_FILENO) && open("/dev/null", O_RDWR) >= 0)
        ; // skip the numbers of standard streams
    if (name != NULL)
        (void)fprintf(stderr, "covey: standard %s is closed\n", name);
    return name == NULL;
}

int streams_close(int code)
{
    bool failed = fflush(stdout) != 0 || ferror(stdout) != 0 || close(STDOUT_FILENO) != 0;
    if (!failed || code > 1) // 1 is no failure: a difference was found
        return code;
    if (errno == EPIPE)
        return covey_status_exit(COVEY_CLOSED);
    (void)fprintf(stderr, "covey: writing failed: %s\n", strerror(errno));
    return covey_status_exit(COVEY_IO);
}

/// Ends a pending wait for input, which fails with EINTR, and all later ones, as there is nothing
/// to read any more; so an interrupt may come at any time. The second interrupt does not wait.
static void on_interrupt(int number)
{
    int saved = errno;
    (void)number;
    if (interrupted && line_is_open)
        (void)!write(STDERR_FILENO, "\n", 1);
    if (interrupted)
        _exit(covey_status_exit(COVEY_INTERRUPTED));
    interrupted = true;
    (void)dup2(nothing_to_read, STDIN_FILENO);
    errno = saved;
}

static void catch_signal(int number)
{
    struct sigaction old;
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler == SIG_IGN)
        return; // the program that started covey ignores it
    struct sigaction action = {.sa_handler = on_interrupt};
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(number, &action, NULL);
}

void streams_catch_interrupts(void)
{
    nothing_to_read = open("/dev/null", O_RDONLY | O_CLOEXEC);
    catch_signal(SIGINT);
    catch_signal(SIGTERM);
}

void streams_open_line(bool is_open)
{
    line_is_open = is_open;
}

bool streams_interrupted(void *unused)
{
    (void)unused;
    return atomic_load_explicit(&interrupted, memory_order_relaxed);
}

stream stream_create(const char *path)
{
    if (strcmp(path, "-") == 0) {
        stream out = {.file = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)};
        out.error = out.file < 0 ? errno : 0;
        return out;
    }
    stream to = {.file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)};
    to.error = to.file < 0 ? errno : 0;
    return to;
}

covey_status stream_close(stream *to, covey_status status)
{
    if (to->file >= 0 && close(to->file) != 0 && status == COVEY_OK) {
        to->error = errno;
        status = COVEY_IO;
    }
    to->file = -1;
    return status;
}

static covey_status read_some(void *context, void *bytes, size_t size, size_t *count)
{
    stream *from = context;
    ssize_t got;
    int tries = 0;
    do
        got = read(from->file, bytes, size);
    while (got < 0 && !interrupted && covey_file_retry(from->file, POLLIN, &tries));
    if (interrupted)
        return COVEY_INTERRUPTED;
    if (got < 0) {
        from->error = errno;
        return COVEY_IO;
    }
    *count = (size_t)got;
    return COVEY_OK;
}

static covey_status write_all(void *context, const void *bytes, size_t size)
{
    stream *to = context;
    const char *next = bytes;
    int tries = 0;
    struct stat about;
    bool waits = fstat(to->file, &about) == 0 && !S_ISREG(about.st_mode);
    while (size > 0) {
        if (waits && !covey_file_await(to->file, streams_interrupted, NULL))
            return COVEY_INTERRUPTED;
        size_t most = waits && size > COVEY_FILE_PIECE ? COVEY_FILE_PIECE : size;
        ssize_t put = write(to->file, next, most);
        if (put < 0 && covey_file_retry(to->file, POLLOUT, &tries))
            continue;
        if (put < 0) {
            to->error = errno;
            return errno == EPIPE ? COVEY_CLOSED : COVEY_IO;
        }
        tries = 0;
        next += put;
        size -= (size_t)put;
    }
    return COVEY_OK;
}

covey_source stream_source(stream *from)
{
    return (covey_source){.read = read_some, .context = from};
}

covey_sink stream_sink(stream *to)
{
    return (covey_sink){.write = write_all, .context = to};
}
