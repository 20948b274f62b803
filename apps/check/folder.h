// SPDX-License-Identifier: MIT
#ifndef COVEY_CHECK_FOLDER_H
#define COVEY_CHECK_FOLDER_H

#include <stdbool.h>
#include <sys/types.h>

enum {
    COVEY_FOLDER_PATH = 4096,
    COVEY_FOLDER_FIRST_USER = 61184, ///< users for programs that root runs: those that systemd
    COVEY_FOLDER_USERS = 4000,       ///< gives out on demand, so nobody's
};

/// A folder that comes and goes with a run. As long as it is in use it is locked, so that what a
/// killed run leaves can be told from what another one uses.
typedef struct covey_folder {
    char path[COVEY_FOLDER_PATH];
    int lock; ///< an open file
} covey_folder;

/// Makes an empty folder inside another, for a user (0: who calls). False with errno.
bool covey_folder_make(const char *inside, uid_t user, covey_folder *folder);

/// Removes it with all that is in it, following no links, and unlocks it. False if something is
/// left.
bool covey_folder_remove(covey_folder *folder);

/// Removes the folders inside another that runs left that were killed.
void covey_folder_clear(const char *inside);

#endif
