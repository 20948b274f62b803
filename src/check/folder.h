// SPDX-License-Identifier: MIT
#ifndef COVEY_CHECK_FOLDER_H
#define COVEY_CHECK_FOLDER_H

#include <stdbool.h>
#include <sys/types.h>

enum { COVEY_FOLDER_PATH = 4096 };

/// Makes an empty folder inside another, for a user (0: who calls). False with errno.
bool covey_folder_make(const char *inside, uid_t user, char path[COVEY_FOLDER_PATH]);

/// Removes a folder with all that is in it, following no links. False if something is left.
bool covey_folder_remove(const char *path);

#endif
