// SPDX-License-Identifier: MIT
#ifndef CHECK_RIGHTS_H
#define CHECK_RIGHTS_H

#include "check/mounts.h"

#include <stdbool.h>
#include <sys/types.h>

/// The user that a program runs as where root runs covey.
typedef struct check_rights_user {
    uid_t id;       ///< 0: the caller
    bool reads_all; ///< with root's right to read, and no other
} check_rights_user;

/// Becomes a user; does nothing for 0. False with errno.
bool check_rights_change(check_rights_user user);

/// Gives up the rights that a user namespace gave.
bool check_rights_drop(void);

/// True if a user may execute the program, read every file that an argument names by its absolute
/// path, and look into the folders that are shown, or without mounts into the working directory,
/// where scripts have the programs and modules that they use. Root alone can find out. errno is 0,
/// or says why that cannot be found out.
bool check_rights_suffice(check_rights_user user, const char *const *arguments,
                          const check_mounts *mounts);

#endif
