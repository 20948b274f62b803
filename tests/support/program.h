// SPDX-License-Identifier: MIT
// Runs of the program covey and their expected results, for tables of cases.
#ifndef COVEY_TESTS_PROGRAM_H
#define COVEY_TESTS_PROGRAM_H

#include "support/process.h"

enum { PROGRAM_MAX_ARGUMENTS = 48 };

/// One run. Whatever is left out is empty, 0 or not there.
typedef struct program_case {
    const char *arguments[PROGRAM_MAX_ARGUMENTS]; ///< after "covey"; nothing at all: "formal"
    process_def with;                             ///< input and streams
    int code;
    const char *out;
    const char *err;
    const char *says; ///< for program_expect_message()
} program_case;

/// Starts the run of a case.
void program_start(process *self, const program_case *row);

/// Runs a case; fails if exit code, standard output or standard error are not exactly as it says.
void program_expect(const program_case *row);

/// Runs a case; fails if the exit code is not as it says or standard error does not hold `says`.
void program_expect_message(const program_case *row);

/// Runs a case and returns its output; fails if the exit code is not as it says.
process program_run(const program_case *row);

/// The same with nothing on standard error; returns standard output, which the caller frees.
char *program_output(const program_case *row);

#endif
