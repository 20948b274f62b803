// SPDX-License-Identifier: MIT
// The cases of tests/golden/cases, and the library run on texts. Whatever fails inside fails the
// test.
#ifndef COVEY_TESTS_GOLDEN_H
#define COVEY_TESTS_GOLDEN_H

#include "covey/formal.h"
#include "support/student.h"

/// A case: its input, and the output of each dialect for it.
typedef struct golden_case {
    char *name;
    char *input;
    char *expected[STUDENT_DIALECTS];
} golden_case;

typedef struct golden_cases {
    golden_case *at;
    size_t count;
} golden_cases;

/// The cases that index.txt lists, in its order.
golden_cases golden_load(void);
void golden_free(golden_cases *cases);

/// A file as a string without zeros inside; NULL if it is not there. The caller frees it.
char *golden_read(const char *path);

/// The same for a file of the sources, by its path there; fails the test if it is missing.
char *golden_source(const char *name);

/// Output and errors of a run of the library; the caller frees both.
typedef struct golden_run {
    char *output;
    char *hashes; ///< "step hash" lines
} golden_run;
golden_run golden_covey(const char *input, student_dialect dialect, covey_formal_format format);
void golden_run_free(golden_run *run);

#endif
