// SPDX-License-Identifier: MIT
// Folders that come and go with a run.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include "check/folder.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES = 32, PASSES = 64 };

bool covey_folder_make(const char *inside, uid_t user, char path[COVEY_FOLDER_PATH])
{
    int size = snprintf(path, COVEY_FOLDER_PATH, "%s/covey-check-XXXXXX", inside);
    if (size < 0 || size >= COVEY_FOLDER_PATH) {
        errno = ENAMETOOLONG;
        return false;
    }
    return mkdtemp(path) != NULL && (user == 0 || chown(path, user, (gid_t)user) == 0);
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status;
    (void)place;
    if (kind == FTW_DNR)
        (void)chmod(path, S_IRWXU); // for the next pass
    else
        (void)remove(path);
    return 0;
}

bool covey_folder_remove(const char *path)
{
    struct stat status;
    for (int pass = 0; pass < PASSES && lstat(path, &status) == 0; pass++)
        (void)nftw(path, remove_one, FILES, FTW_DEPTH | FTW_PHYS);
    return lstat(path, &status) != 0;
}
