// SPDX-License-Identifier: MIT
#ifndef COVEY_CHECK_GROUP_H
#define COVEY_CHECK_GROUP_H

#include <stdbool.h>
#include <stddef.h>

enum { COVEY_GROUP_PATH = 1024 };

/// Makes a control group whose processes share a limit of memory, if this system lets who calls
/// do so: below or beside its own group, in the second hierarchy or that of memory. False if not.
bool covey_group_make(size_t bytes, char path[COVEY_GROUP_PATH]);

/// Moves the calling process into a group.
bool covey_group_join(const char *path);

/// Removes a group without processes.
void covey_group_remove(const char *path);

/// The memory of all processes that /proc shows but the first, in bytes; shared memory counts once
/// if the sum is above `most`. It takes no group.
size_t covey_group_measure(size_t most);

#endif
