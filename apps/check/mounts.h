// SPDX-License-Identifier: MIT
#ifndef CHECK_MOUNTS_H
#define CHECK_MOUNTS_H

#include "base/arena.h"
#include "fence/root.h"

/// The command of a program, and the files that it must not find.
typedef struct check_mounts_def {
    const char *const *arguments; ///< the program's absolute path and its arguments, ended by NULL
    const char *submission;       ///< all that is shown of a stranger's; NULL: the folders of the
                                  ///< files that the arguments name
    const char *with;             ///< a folder to show besides, with all that is in it; NULL: none
    const char *const *answers;   ///< folders of cases, ended by NULL; NULL: none
    const char *const *hidden;    ///< files that are never shown, ended by NULL; NULL: none
    const char *path;             ///< folders of programs, separated by colons; may be NULL
    const char *home;             ///< of the user at work; may be NULL
} check_mounts_def;

enum { CHECK_MOUNTS_SHOWN = 96, CHECK_MOUNTS_HIDDEN = 4096 };

/// What the sandbox mounts for a program: the system's programs and libraries, the program's
/// interpreter and its folder. Not covey, no answers, no home. Texts belong to the arena.
typedef struct check_mounts {
    covey_fence_shown shown[CHECK_MOUNTS_SHOWN];
    size_t shown_count;
    const char *hidden[CHECK_MOUNTS_HIDDEN];
    size_t hidden_count;
    bool lone_file; ///< a file is shown without its folder, which is a home or the like
} check_mounts;

/// Chooses the mounts. False out of memory or where there are too many files to hide.
bool check_mounts_choose(const check_mounts_def *def, covey_arena *arena, check_mounts *mounts);

/// The path in the old root of a file in the new one, or NULL if it is not shown.
const char *check_mounts_source(const check_mounts *mounts, const char *path, covey_arena *arena);

#endif
