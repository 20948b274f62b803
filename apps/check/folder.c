// SPDX-License-Identifier: MIT
// Folders that come and go with a run. Programs may still change their files while those are
// removed: no step takes a path of more than one name, and no link is followed.
#define _GNU_SOURCE
#include "check/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME "covey-check-"
enum { DRAWN = 6, PASSES = 100000, TRIES = 16 };

static int open_folder(int at, const char *name)
{
    return openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/// True if a path still names the folder that is open.
static bool is_at(int open, const char *path)
{
    struct stat one, other;
    return fstat(open, &one) == 0 && lstat(path, &other) == 0 && one.st_ino == other.st_ino &&
           one.st_dev == other.st_dev;
}

bool check_folder_make(const char *inside, uid_t user, check_folder *folder)
{
    for (int k = 0; k < TRIES; k++) {
        int size = snprintf(folder->path, sizeof folder->path, "%s/" NAME "XXXXXX", inside);
        folder->lock = -1;
        if (size < 0 || size >= (int)sizeof folder->path) {
            errno = ENAMETOOLONG;
            break;
        }
        if (mkdtemp(folder->path) == NULL)
            break;
        folder->lock = open_folder(AT_FDCWD, folder->path);
        if (folder->lock < 0 || flock(folder->lock, LOCK_EX) != 0)
            break;
        if (is_at(folder->lock, folder->path)) // and no other run took it for a stale one
            return user == 0 || fchown(folder->lock, user, (gid_t)user) == 0;
        (void)close(folder->lock);
    }
    folder->path[0] = '\0';
    return false;
}

// ---- Removing ----

static bool is_name(const char *name)
{
    return strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

/// A removal under way.
typedef struct removal {
    int top;
    unsigned lifted;
    bool moved; ///< this pass removed or lifted something
} removal;

static bool remove_one(removal *self, int folder, const char *name)
{
    bool removed = unlinkat(folder, name, 0) == 0 || unlinkat(folder, name, AT_REMOVEDIR) == 0;
    self->moved = self->moved || removed;
    return removed;
}

/// Takes a folder out of a deep place, so that depth is no matter.
static void lift(removal *self, int from, const char *name)
{
    char lifted[32];
    (void)snprintf(lifted, sizeof lifted, ".lifted-%u", ++self->lifted);
    (void)!fchmodat(from, name, S_IRWXU, AT_SYMLINK_NOFOLLOW);
    if (renameat(from, name, self->top, lifted) == 0)
        self->moved = true;
}

/// Removes the files of a folder inside the top one, and lifts its folders that are not empty.
static void empty_inner(removal *self, const char *name)
{
    (void)!fchmodat(self->top, name, S_IRWXU, AT_SYMLINK_NOFOLLOW);
    int inner = open_folder(self->top, name);
    DIR *entries = inner >= 0 ? fdopendir(inner) : NULL;
    for (const struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;)
        if (is_name(entry->d_name) && !remove_one(self, inner, entry->d_name))
            lift(self, inner, entry->d_name);
    if (entries != NULL)
        (void)closedir(entries);
    else if (inner >= 0)
        (void)close(inner);
    (void)remove_one(self, self->top, name);
}

/// One pass over the top folder; false when nothing was there or would go.
static bool empty_top(removal *self)
{
    int again = open_folder(self->top, ".");
    DIR *entries = again >= 0 ? fdopendir(again) : NULL;
    self->moved = false;
    for (const struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;)
        if (is_name(entry->d_name) && !remove_one(self, self->top, entry->d_name))
            empty_inner(self, entry->d_name);
    if (entries != NULL)
        (void)closedir(entries);
    return self->moved;
}

static bool remove_open(int top, const char *path)
{
    removal self = {.top = top};
    (void)fchmod(top, S_IRWXU);
    for (int pass = 0; pass < PASSES && empty_top(&self); pass++)
        ;
    return is_at(top, path) && rmdir(path) == 0;
}

bool check_folder_remove(check_folder *folder)
{
    bool removed = remove_open(folder->lock, folder->path);
    (void)close(folder->lock);
    folder->lock = -1;
    folder->path[0] = '\0';
    return removed;
}

// ---- Folders that killed runs left ----

/// True if this process may remove the folders of a user.
static bool is_ours(uid_t owner)
{
    uid_t user = geteuid();
    return owner == user || (user == 0 && owner >= CHECK_FOLDER_FIRST_USER &&
                             owner < CHECK_FOLDER_FIRST_USER + CHECK_FOLDER_USERS);
}

void check_folder_clear(const char *inside)
{
    char path[CHECK_FOLDER_PATH];
    DIR *entries = opendir(inside);
    for (const struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        if (strncmp(entry->d_name, NAME, strlen(NAME)) != 0 ||
            strlen(entry->d_name) != strlen(NAME) + DRAWN ||
            snprintf(path, sizeof path, "%s/%s", inside, entry->d_name) >= (int)sizeof path)
            continue;
        struct stat status;
        int folder = open_folder(AT_FDCWD, path);
        if (folder < 0)
            continue;
        if (fstat(folder, &status) == 0 && is_ours(status.st_uid) &&
            flock(folder, LOCK_EX | LOCK_NB) == 0)
            (void)remove_open(folder, path);
        (void)close(folder);
    }
    if (entries != NULL)
        (void)closedir(entries);
}
