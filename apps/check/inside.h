// SPDX-License-Identifier: MIT
// Inside a sandbox: the processes that a program becomes, or runs below.
#ifndef CHECK_INSIDE_H
#define CHECK_INSIDE_H

#include "check/sandbox.h"

#include <sys/resource.h>

enum {
    CHECK_INSIDE_REPORT = 3,              ///< the file that messages go to
    CHECK_INSIDE_PROCESSES = 128,         ///< of a program
    CHECK_INSIDE_FOLDER_BYTES = 64 << 20, ///< in its folder, where that is in memory
};

/// Reports a message.
void check_inside_tell(check_sandbox_event event, int value);

/// Closes the program's streams in a process that only watches.
void check_inside_leave_streams(void);

/// Becomes the program, with limits and behind fences; `processes` are its user's.
_Noreturn void check_inside_become(const check_sandbox_def *def, rlim_t processes);

/// The first process of a PID namespace: starts the program in a separate root where that is
/// wanted, and ends when the program does. The kernel ends all processes that are left then.
/// `group` is a control group to join, or "".
_Noreturn void check_inside_be_first(const check_sandbox_def *def, const char *group);

// ---- Memory of several processes ----

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
