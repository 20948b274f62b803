// SPDX-License-Identifier: MIT
#ifndef CHECK_FOLDER_H
#define CHECK_FOLDER_H

#include <stdbool.h>
#include <sys/types.h>

enum {
    CHECK_FOLDER_PATH = 4096,
    CHECK_FOLDER_FIRST_USER = 61184, ///< users for programs that root runs: systemd gives them
    CHECK_FOLDER_USERS = 4000,       ///< out on demand, so that they own no files
};

/// A folder that comes and goes with a run. As long as it is in use it is locked, so that the
/// folder of a killed run can be distinguished from one that another run uses.
typedef struct check_folder {
    char path[CHECK_FOLDER_PATH];
    int lock; ///< an open file
} check_folder;

/// Makes an empty folder inside another, for a user (0: the caller). False with errno.
bool check_folder_make(const char *inside, uid_t user, check_folder *folder);

/// Removes a folder with its contents, following no links, and unlocks it. False if a file is left.
bool check_folder_remove(check_folder *folder);

/// Removes the folders inside another that killed runs left.
void check_folder_clear(const char *inside);

#endif
