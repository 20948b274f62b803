// SPDX-License-Identifier: MIT
#ifndef CHECK_BUILTIN_H
#define CHECK_BUILTIN_H

/// A case that the program brings along.
typedef struct check_builtin {
    const char *name;
    const char *about; ///< one sentence
    const char *input;
} check_builtin;

/// NULL beyond the last.
const check_builtin *check_builtin_case(int index);

#endif
