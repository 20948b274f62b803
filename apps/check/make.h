// SPDX-License-Identifier: MIT
#ifndef COVEY_CHECK_MAKE_H
#define COVEY_CHECK_MAKE_H

#include "check/cases.h"

typedef enum covey_difficulty {
    COVEY_DIFFICULTY_EASY,   ///< 2 to 4 agents, one rule, one step
    COVEY_DIFFICULTY_MEDIUM, ///< 4 to 9 agents, all rules, three steps
    COVEY_DIFFICULTY_HARD,   ///< up to 24 agents, six steps, and in every other case something odd
} covey_difficulty;

/// "easy", "medium", "hard"; NULL beyond the last.
const char *covey_make_difficulty(int index);

typedef struct covey_make_def {
    size_t count;
    uint64_t seed;
    covey_difficulty difficulty;
} covey_make_def;

/// Adds fresh cases, the same for the same seed, for which all right programs print the same; see
/// covey_firm_is(). COVEY_MEMORY.
covey_status covey_make_add(const covey_make_def *def, covey_cases *cases, covey_error *error);

/// Writes all cases as NAME.in and NAME.out, and manifest.txt with a line for each, into a folder
/// that is made if it is not there. `note` is the manifest's first line. COVEY_IO, COVEY_MEMORY.
covey_status covey_make_write(const covey_cases *cases, const char *path, const char *note,
                              covey_error *error);

#endif
