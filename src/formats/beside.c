// SPDX-License-Identifier: MIT
// Writes a new file beside the old one, syncs it, renames it to the old one's place, and syncs the
// folder. A process may write the new file if it holds the lock on it and the file is still at its
// path: another process may have renamed it in between.
#define _DEFAULT_SOURCE
#include "formats/beside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ATTEMPTS = 100 };

/// Locks the new file and checks that it still is at its path; if not, another process has renamed
/// it.
static covey_status hold(int fd, const char *name, bool *moved, covey_error *error)
{
    struct stat held, there;
    if (flock(fd, LOCK_EX | LOCK_NB) != 0)
        return errno == EWOULDBLOCK ? COVEY_LOCKED : covey_file_fail("locking", name, error);
    if (fstat(fd, &held) != 0)
        return covey_file_fail("looking at", name, error);
    *moved = lstat(name, &there) != 0;
    if (*moved && errno != ENOENT)
        return covey_file_fail("looking at", name, error);
    *moved = *moved || held.st_ino != there.st_ino || held.st_dev != there.st_dev;
    if (*moved)
        return COVEY_LOCKED;
    if (!S_ISREG(held.st_mode))
        return covey_fail(error, COVEY_IO, "%.200s is in the way", name);
    return ftruncate(fd, 0) == 0 ? COVEY_OK : covey_file_fail("emptying", name, error);
}

/// Opens the new file for the one at `path`, locks it, and empties it if a killed writer left data
/// there.
static covey_status open_new(const char *path, const char *name, int *fd, covey_error *error)
{
    covey_status status = COVEY_LOCKED;
    bool moved = true;
    for (int attempt = 0; attempt < ATTEMPTS && moved; attempt++) {
        *fd = open(name, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0666);
        if (*fd < 0)
            return covey_file_fail("making a file beside", path, error);
        moved = false;
        status = hold(*fd, name, &moved, error);
        if (status == COVEY_OK)
            return COVEY_OK;
        (void)close(*fd);
    }
    if (status == COVEY_LOCKED)
        return covey_fail(error, status, "another program is writing %.200s", path);
    return status;
}

/// Opens a pipe or a device, which no file can replace.
static covey_status open_special(covey_beside *self, const char *path, covey_error *error)
{
    self->file.fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    return self->file.fd >= 0 ? COVEY_OK : covey_file_fail("opening", path, error);
}

static void destroy(covey_beside *self)
{
    covey_text_destroy(&self->target);
    covey_text_destroy(&self->name);
    self->file = (covey_file){.fd = -1};
}

covey_status covey_beside_open(covey_beside *self, const char *path, covey_memory *memory,
                               covey_error *error)
{
    struct stat about;
    *self = (covey_beside){.file = {.fd = -1, .path = path, .owned = true},
                           .target.memory = memory,
                           .name.memory = memory};
    self->renames = stat(path, &about) != 0 || S_ISREG(about.st_mode);
    covey_status status = COVEY_MEMORY;
    const char *target = covey_file_target(path, &self->target);
    if (target != NULL) {
        covey_text_string(&self->name, target);
        covey_text_string(&self->name, ".new");
    }
    if (target == NULL || covey_text_end(&self->name) == NULL)
        (void)covey_fail(error, COVEY_MEMORY, "out of memory");
    else if (self->renames)
        status = open_new(path, self->name.bytes, &self->file.fd, error);
    else
        status = open_special(self, path, error);
    if (status != COVEY_OK)
        destroy(self);
    return status;
}

const char *covey_beside_path(const covey_beside *self)
{
    return self->renames ? self->name.bytes : self->file.path;
}

covey_status covey_beside_close(covey_beside *self, covey_status status, covey_error *error)
{
    const char *path = self->file.path;
    if (status == COVEY_OK && self->renames)
        status = covey_file_sync(&self->file, error);
    if (status == COVEY_OK && self->renames && rename(self->name.bytes, self->target.bytes) != 0)
        status = covey_file_fail("renaming to", path, error);
    if (status != COVEY_OK && self->renames)
        (void)unlink(self->name.bytes);
    covey_status closed = covey_file_close(&self->file, status == COVEY_OK ? error : NULL);
    status = status == COVEY_OK ? closed : status;
    if (status == COVEY_OK && self->renames)
        status = covey_file_sync_folder(self->target.bytes, &self->name, error);
    destroy(self);
    return status;
}

covey_status covey_beside_write(const char *path, const void *bytes, size_t size,
                                covey_error *error)
{
    size_t written;
    if (strcmp(path, "-") == 0)
        return covey_file_write(&(covey_file){.fd = STDOUT_FILENO, .path = path}, bytes, size,
                                &written, error);
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_beside file;
    covey_status status = covey_beside_open(&file, path, &memory, error);
    if (status != COVEY_OK)
        return status;
    status = covey_file_write(&file.file, bytes, size, &written, error);
    return covey_beside_close(&file, status, error);
}
