// SPDX-License-Identifier: MIT
#ifndef COVEY_CHECK_BUILTIN_H
#define COVEY_CHECK_BUILTIN_H

/// A case that the program brings along.
typedef struct covey_builtin {
    const char *name;
    const char *about; ///< one sentence
    const char *input;
} covey_builtin;

/// NULL beyond the last.
const covey_builtin *covey_builtin_case(int index);

#endif
