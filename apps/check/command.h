// SPDX-License-Identifier: MIT
#ifndef CHECK_COMMAND_H
#define CHECK_COMMAND_H

#include "base/arena.h"
#include "covey/base.h"

/// A command as a user types it in a folder.
typedef struct check_command_def {
    const char *folder;       ///< absolute
    const char *path;         ///< folders of programs, separated by colons
    const char *const *words; ///< the program and its arguments
    int count;
} check_command_def;

/// Makes words that mean the same in every folder, ended by NULL: the program with its whole path,
/// and so every argument that names something in the folder. COVEY_INPUT where there is no such
/// program, COVEY_MEMORY.
covey_status check_command_resolve(const check_command_def *def, covey_arena *arena,
                                   const char *const **arguments, covey_error *error);

/// Finds the word that starts the program of a folder where no command is given: its only file that
/// can be executed, or "./a.out"; NULL where there is none. COVEY_MEMORY.
covey_status check_command_guess(const char *folder, covey_arena *arena, const char **word,
                                 covey_error *error);

#endif
