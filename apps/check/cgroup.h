// SPDX-License-Identifier: MIT
#ifndef CHECK_CGROUP_H
#define CHECK_CGROUP_H

#include <stdbool.h>
#include <stddef.h>

enum { CHECK_CGROUP_PATH = 1024 };

/// Makes a control group whose processes share a limit of memory: below or beside the group of the
/// calling process, in the second hierarchy or that of memory. False if this system forbids it.
bool check_cgroup_make(size_t bytes, char path[CHECK_CGROUP_PATH]);

/// Moves the calling process into a group.
bool check_cgroup_join(const char *path);

/// Removes a group without processes.
void check_cgroup_remove(const char *path);

/// The memory of all processes that /proc shows but the first, in bytes; shared memory counts once
/// if the sum is above `most`. It takes no group.
size_t check_cgroup_measure(size_t most);

#endif
