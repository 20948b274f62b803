// SPDX-License-Identifier: MIT
#ifndef COVEY_FENCE_ROOT_H
#define COVEY_FENCE_ROOT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// A file or folder of the old root that stays visible, for reading alone.
typedef struct covey_fence_shown {
    const char *target; ///< its absolute path in the new root
    const char *source; ///< its path in the old one, without links; NULL: a link
    const char *link;   ///< target of the link
} covey_fence_shown;

/// A root of few files. Texts must outlive the call alone.
typedef struct covey_fence_root_def {
    const covey_fence_shown *shown; ///< folders before their contents
    size_t shown_count;
    const char *const *hidden; ///< paths of the new root that are empty there
    size_t hidden_count;
    const char *folder; ///< absolute; can be written to
    bool keeps;         ///< it is that of the old root; otherwise a new one in memory
    size_t bytes;       ///< of files in memory
    size_t files;       ///< in memory
    uid_t user;         ///< owner of the new folder
    gid_t group;
} covey_fence_root_def;

/// Moves the process into a separate mount namespace and root: the paths shown, a few devices,
/// its own processes in /proc, and the folder. The process must be alone in a PID namespace and
/// may mount (as root, or in a user namespace). False with errno where that fails; the process is
/// of no use then. Linux 5.12.
bool covey_fence_root(const covey_fence_root_def *def);

#endif
