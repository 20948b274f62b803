// SPDX-License-Identifier: MIT
// Checks the target of paths that a file of unknown origin names. A folder is inside another if
// that one is among its parents, as the system walks up; folders are compared by device and inode,
// not by name.
#define _DEFAULT_SOURCE
#include "formats/file.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LEVELS = 1000, HEAD = 1 << 14 };

// ---- Inside a folder ----

static bool is_one(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/// Changes a path to that of its folder.
static void cut_name(covey_text *path)
{
    while (path->size > 0 && path->bytes[path->size - 1] != '/')
        path->size--;
    covey_text_string(path, ".");
}

/// Finds whether `at`, a folder, is `folder` or below it. False where the system failed.
static bool is_below(covey_text *at, const struct stat *folder, bool *below)
{
    struct stat here, before = {0};
    bool there;
    *below = false;
    for (int level = 0; level < LEVELS && covey_text_end(at) != NULL; level++) {
        if (!covey_file_ask(at->bytes, &here, &there))
            return false;
        *below =
            there ? is_one(&here, folder) : level == 0 && (errno == ENOENT || errno == ENOTDIR);
        if (*below || !there || (level > 0 && is_one(&here, &before))) // the root is above itself
            return true;
        before = here;
        covey_text_string(at, "/..");
    }
    return true;
}

covey_status covey_inside(covey_memory *memory, const char *folder, const char *path, bool *inside,
                          covey_error *error)
{
    covey_text at = {.memory = memory};
    struct stat about;
    bool there;
    *inside = false;
    bool good = covey_file_ask(folder[0] == '\0' ? "." : folder, &about, &there);
    if (good && there && covey_file_target(path, &at) != NULL) {
        cut_name(&at);
        good = is_below(&at, &about, inside);
    }
    covey_status status = good ? COVEY_OK : covey_file_fail("asking for", path, error);
    if (at.failed)
        status = covey_fail(error, COVEY_MEMORY, "out of memory");
    covey_text_destroy(&at);
    return status;
}

bool covey_inside_is_stream(const char *path)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    bool is_stream = strcmp(path, "/dev/stdin") == 0;
    for (size_t k = 0; k < sizeof folders / sizeof *folders; k++)
        is_stream = is_stream || strncmp(path, folders[k], strlen(folders[k])) == 0;
    return is_stream;
}

// ---- Files of covey ----

static bool begins(const char *bytes, size_t size, const char *with, size_t length)
{
    return size >= length && memcmp(bytes, with, length) == 0;
}

static bool holds(const char *bytes, size_t size, const char *word)
{
    size_t length = strlen(word);
    for (size_t k = 0; k + length <= size; k++)
        if (memcmp(bytes + k, word, length) == 0)
            return true;
    return false;
}

/// True for extended XYZ of covey: a number of agents, and covey="0.1.0" in the line below.
static bool is_own_xyz(const char *bytes, size_t size)
{
    const char *line = memchr(bytes, '\n', size);
    if (line == NULL || strspn(bytes, "0123456789") != (size_t)(line - bytes) || line == bytes)
        return false;
    size_t left = size - (size_t)(++line - bytes);
    const char *end = memchr(line, '\n', left);
    return holds(line, end != NULL ? (size_t)(end - line) : left, " covey=\"");
}

/// Reads the first bytes, at most HEAD of them; false with errno.
static bool read_head(int fd, char *bytes, size_t *size)
{
    int tries = 0;
    ssize_t got = 1;
    for (*size = 0; *size < HEAD && got != 0; *size += got > 0 ? (size_t)got : 0) {
        got = read(fd, bytes + *size, HEAD - *size);
        if (got < 0 && !covey_file_retry(fd, POLLIN, &tries))
            return false;
    }
    bytes[*size] = '\0';
    return true;
}

covey_status covey_inside_is_own(const char *path, bool *own, covey_error *error)
{
    static const char head[] = "# covey ", hdf5[] = "\x89HDF\r\n\x1a\n";
    static const char checkpoint[] = "\x89"
                                     "cvy\r\n\x1a\n";
    char bytes[HEAD + 1];
    size_t size = 0;
    const char *kind;
    int fd = covey_file_open_to_read(path, &kind);
    *own = fd < 0 && kind == NULL && errno == ENOENT;
    if (fd < 0)
        return *own || kind != NULL ? COVEY_OK : covey_file_fail("opening", path, error);
    bool good = read_head(fd, bytes, &size);
    covey_status status = good ? COVEY_OK : covey_file_fail("reading", path, error);
    (void)close(fd); // nothing was written
    *own = good &&
           (size == 0 || begins(bytes, size, head, sizeof head - 1) || is_own_xyz(bytes, size) ||
            begins(bytes, size, checkpoint, sizeof checkpoint - 1) ||
            (begins(bytes, size, hdf5, sizeof hdf5 - 1) && holds(bytes, size, "covey")));
    return status;
}
