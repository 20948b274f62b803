// SPDX-License-Identifier: MIT
// Runs a program and all that it starts, and meddles with one of their system calls: kills there,
// lets the call fail, or write or read but a part. Calls of the dynamic loader do not count,
// and neither do writes to standard error, where the program reports errors.
#ifndef COVEY_TESTS_INJECT_H
#define COVEY_TESTS_INJECT_H

#include <stdbool.h>
#include <stddef.h>

/// The event instead of a call; an errno is a call that fails so.
enum {
    INJECT_KILL = -1, ///< its process is killed before the call
    INJECT_TEAR = -2, ///< and, if the call writes, half of that is written before: pages in a file
    INJECT_FALL = -3, ///< all processes are killed before the call
    INJECT_SHORT = -4 ///< it reads or writes half of the bytes it was asked for, at least one
};

/// Which calls count.
typedef enum inject_calls {
    INJECT_CHANGES, ///< those that change files, pipes, folders and locks
    INJECT_FILES    ///< and those that read them, open and close them or start a process
} inject_calls;

typedef struct inject_def {
    const char *const *arguments; ///< the program and its arguments, ended by NULL
    const char *input;            ///< files for its standard streams
    const char *output;
    const char *errors;
    inject_calls calls;
    bool first_alone; ///< calls of the first process count, those of its children do not
    size_t when;      ///< number of the call, from 1; 0: none
    bool sticky;      ///< and all later ones
    int action;
    const char *keep; ///< file that is copied to `kept` before the call, if it is there; or NULL
    const char *kept;
} inject_def;

/// Result of a run. A program that goes on for a minute or through 100000 calls that failed is
/// killed.
typedef struct inject_result {
    bool reached;      ///< the call came
    const char *call;  ///< its name
    size_t calls;      ///< that counted
    bool first_killed; ///< the first process was killed at its call
    bool hung;
    int code; ///< exit code of the first process; -1 if a signal ended it
    int signal;
} inject_result;

/// False where this cannot be done: on other processors, under emulators and sanitizers.
bool inject_works(void);

inject_result inject_run(const inject_def *def);

#endif
