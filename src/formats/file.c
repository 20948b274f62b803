// SPDX-License-Identifier: MIT
// Reads and writes files of the operating system; flock allows one writer at a time, and every
// failure is checked.
#define _DEFAULT_SOURCE

#include "formats/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    LINKS = 40,         // in a path at most, as for the system
    TRIES = 2000,       // after so many interruptions in a row a call fails
    PATIENCE_MS = 1000, // with a reader that takes nothing, once the writer is to stop
};

covey_status covey_file_fail(const char *doing, const char *path, covey_error *error)
{
    int reason = errno;
    const char *name = strcmp(path, "-") == 0 ? "standard output" : path;
    covey_status status = reason == EPIPE ? COVEY_CLOSED : COVEY_IO;
    return covey_fail(error, status, "%s %s failed: %s", doing, name, strerror(reason));
}

covey_status covey_file_create(covey_file *file, const char *path, bool makes, covey_error *error)
{
    *file = (covey_file){.fd = STDOUT_FILENO, .path = path};
    if (strcmp(path, "-") == 0)
        return COVEY_OK;
    // A process that opens a pipe for both directions never learns that its reader went away.
    struct stat about;
    bool special = stat(path, &about) == 0 && !S_ISREG(about.st_mode);
    int flags = (special ? O_WRONLY : O_RDWR) | (makes ? O_CREAT : 0) | O_CLOEXEC | O_NOCTTY;
    file->fd = open(path, flags, 0666);
    if (file->fd < 0 && errno == ENOENT && !makes)
        return covey_fail(error, COVEY_INPUT, "%.200s cannot be resumed: it is not there", path);
    if (file->fd < 0)
        return covey_file_fail("opening", path, error);
    file->owned = true;
    if (fstat(file->fd, &about) != 0) { // else a regular file could be overwritten
        covey_status status = covey_file_fail("opening", path, error);
        (void)covey_file_close(file, NULL);
        return status;
    }
    file->regular = S_ISREG(about.st_mode);
    if (!file->regular || flock(file->fd, LOCK_EX | LOCK_NB) == 0)
        return COVEY_OK;
    covey_status status = errno == EWOULDBLOCK ? covey_fail(error, COVEY_LOCKED,
                                                            "another program is writing %s", path)
                                               : covey_file_fail("locking", path, error);
    (void)covey_file_close(file, NULL);
    return status;
}

/// Describes a kind of file that is not read; NULL for a kind that is.
static const char *kind_of(const struct stat *about, bool handed)
{
    if (S_ISFIFO(about->st_mode))
        return handed ? NULL : "a named pipe";
    if (S_ISSOCK(about->st_mode))
        return "a socket";
    return S_ISCHR(about->st_mode) || S_ISBLK(about->st_mode) ? "a device" : NULL;
}

int covey_file_open_to_read(const char *path, const char **kind)
{
    struct stat about;
    bool handed = covey_inside_is_stream(path);
    *kind = NULL;
    if (stat(path, &about) != 0) // opening a device can have effects, so look first
        return -1;
    *kind = kind_of(&about, handed);
    if (*kind != NULL)
        return -1;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0)
        return -1;
    if (fstat(fd, &about) == 0 && (*kind = kind_of(&about, handed)) == NULL &&
        fcntl(fd, F_SETFL, 0) == 0)
        return fd;
    int reason = errno;
    (void)close(fd);
    errno = reason;
    return -1;
}

covey_status covey_file_open(covey_file *file, const char *path, covey_error *error)
{
    *file = (covey_file){.fd = STDIN_FILENO, .path = path};
    if (strcmp(path, "-") == 0)
        return COVEY_OK;
    const char *kind;
    file->fd = covey_file_open_to_read(path, &kind);
    file->owned = file->fd >= 0;
    if (kind != NULL)
        return covey_fail(error, COVEY_INPUT, "it is %s, and only files are read", kind);
    if (!file->owned)
        return covey_file_fail("opening", path, error);
    struct stat about;
    if (fstat(file->fd, &about) != 0 || !S_ISDIR(about.st_mode))
        return COVEY_OK;
    (void)covey_file_close(file, NULL);
    errno = EISDIR; // as a read of it would fail
    return covey_file_fail("reading", path, error);
}

bool covey_file_retry(int fd, short event, int *tries)
{
    int reason = errno;
    if ((reason != EINTR && reason != EAGAIN) || ++*tries > TRIES)
        return false;
    struct pollfd wait = {.fd = fd, .events = event};
    bool again = reason == EINTR || poll(&wait, 1, -1) >= 0 || errno == EINTR;
    errno = reason;
    return again;
}

/// True if a write that returned `count` wrote something or is to be repeated.
static bool took(ssize_t count, int fd, int *tries)
{
    if (count > 0)
        *tries = 0;
    else if (count == 0)
        errno = EINTR;
    return count > 0 || covey_file_retry(fd, POLLOUT, tries);
}

bool covey_file_read_at(int fd, void *bytes, size_t size, uint64_t at, size_t *count)
{
    int tries = 0;
    *count = 0;
    while (*count < size) {
        ssize_t got = pread(fd, (char *)bytes + *count, size - *count, (off_t)(at + *count));
        if (got == 0 || (got < 0 && !covey_file_retry(fd, POLLIN, &tries)))
            return got == 0;
        if (got > 0)
            tries = 0;
        *count += got > 0 ? (size_t)got : 0;
    }
    return true;
}

bool covey_file_write_at(int fd, const void *bytes, size_t size, uint64_t at)
{
    int tries = 0;
    for (size_t written = 0; written < size;) {
        ssize_t put =
            pwrite(fd, (const char *)bytes + written, size - written, (off_t)(at + written));
        if (!took(put, fd, &tries))
            return false;
        written += put > 0 ? (size_t)put : 0;
    }
    return true;
}

bool covey_file_await(int fd, bool (*stop)(void *context), void *context)
{
    for (;;) {
        struct pollfd wait = {.fd = fd, .events = POLLOUT};
        bool stops = stop(context); // before the second that the reader is given
        int ready = poll(&wait, 1, PATIENCE_MS);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return true; // where poll() fails, write() says why
        if (ready == 0 && stops)
            return false;
    }
}

covey_status covey_file_write(const covey_file *file, const void *bytes, size_t size,
                              size_t *written, covey_error *error)
{
    const char *next = bytes;
    int tries = 0;
    *written = 0;
    struct stat about;
    bool waits = file->stop != NULL && fstat(file->fd, &about) == 0 && !S_ISREG(about.st_mode);
    while (*written < size) {
        size_t most = size - *written;
        if (waits && !covey_file_await(file->fd, file->stop, file->context))
            return covey_fail(error, COVEY_INTERRUPTED,
                              "stopped: the reader of %.160s takes nothing",
                              strcmp(file->path, "-") == 0 ? "standard output" : file->path);
        if (waits && most > COVEY_FILE_PIECE)
            most = COVEY_FILE_PIECE;
        ssize_t count = write(file->fd, next + *written, most);
        if (!took(count, file->fd, &tries))
            return covey_file_fail("writing", file->path, error);
        *written += count > 0 ? (size_t)count : 0;
    }
    return COVEY_OK;
}

covey_status covey_file_cut(const covey_file *file, uint64_t size, covey_error *error)
{
    if (ftruncate(file->fd, (off_t)size) != 0 || lseek(file->fd, (off_t)size, SEEK_SET) < 0)
        return covey_file_fail("cutting", file->path, error);
    return COVEY_OK;
}

covey_status covey_file_sync(const covey_file *file, covey_error *error)
{
    if (fsync(file->fd) == 0 || errno == EINVAL)
        return COVEY_OK;
    return covey_file_fail("syncing", file->path, error);
}

covey_status covey_file_sync_folder(const char *path, covey_text *text, covey_error *error)
{
    const char *slash = strrchr(path, '/');
    covey_text_clear(text);
    covey_text_string(text, slash == NULL ? "." : slash == path ? "/" : "");
    if (slash != NULL && slash != path)
        covey_text_put(text, path, (size_t)(slash - path));
    if (covey_text_end(text) == NULL)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    int fd = open(text->bytes, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
    if (fd < 0 && errno == EACCES) // a folder may be writable and not readable
        return COVEY_OK;
    bool good = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL);
    covey_status status = good ? COVEY_OK : covey_file_fail("syncing the folder of", path, error);
    if (fd >= 0)
        (void)close(fd);
    return status;
}

bool covey_file_ask(const char *path, struct stat *about, bool *there)
{
    *there = stat(path, about) == 0;
    return *there || errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == ELOOP ||
           errno == ENAMETOOLONG;
}

const char *covey_file_target(const char *path, covey_text *text)
{
    char link[4096];
    covey_text_clear(text);
    covey_text_string(text, path);
    const char *at = covey_text_end(text);
    for (int links = 0; at != NULL && links < LINKS; links++) {
        ssize_t size = readlink(at, link, sizeof link);
        if (size < 1)
            break;
        const char *slash = link[0] == '/' ? NULL : strrchr(at, '/');
        text->size = slash == NULL ? 0 : (size_t)(slash - at) + 1;
        covey_text_put(text, link, (size_t)size);
        at = covey_text_end(text);
    }
    return at;
}

static covey_status read_some(void *context, void *bytes, size_t size, size_t *count)
{
    const covey_file *file = context;
    ssize_t got;
    int tries = 0;
    do
        got = read(file->fd, bytes, size);
    while (got < 0 && covey_file_retry(file->fd, POLLIN, &tries));
    *count = got > 0 ? (size_t)got : 0;
    return got < 0 ? COVEY_IO : COVEY_OK;
}

covey_source covey_file_source(covey_file *file)
{
    return (covey_source){.read = read_some, .context = file};
}

covey_status covey_file_close(covey_file *file, covey_error *error)
{
    bool failed = file->owned && close(file->fd) != 0;
    const char *path = file->path;
    *file = (covey_file){.fd = -1};
    return failed ? covey_file_fail("closing", path, error) : COVEY_OK;
}
