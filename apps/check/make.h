// SPDX-License-Identifier: MIT
#ifndef CHECK_MAKE_H
#define CHECK_MAKE_H

#include "check/cases.h"
#include "formats/text.h"

typedef enum check_difficulty {
    CHECK_DIFFICULTY_EASY,   ///< 2 to 4 agents, one rule, one step
    CHECK_DIFFICULTY_MEDIUM, ///< 4 to 9 agents, all rules, three steps
    CHECK_DIFFICULTY_HARD,   ///< up to 24 agents, six steps, and in every other case something odd
} check_difficulty;

/// "easy", "medium", "hard"; NULL beyond the last.
const char *check_make_difficulty(int index);

typedef struct check_make_def {
    size_t count;
    uint64_t seed;
    check_difficulty difficulty;
} check_make_def;

/// Adds fresh cases, the same for the same seed, for which all right programs print the same; see
/// check_cases_is_unambiguous(). COVEY_MEMORY.
covey_status check_make_add(const check_make_def *def, check_cases *cases, covey_error *error);

/// Writes all cases as NAME.in and NAME.out, and manifest.txt with a line for each, into a folder
/// that is made if it is not there. `note` is the manifest's first line. COVEY_IO, COVEY_MEMORY.
covey_status check_make_write(const check_cases *cases, const char *path, const char *note,
                              covey_error *error);

/// Makes a folder if it is not there. COVEY_IO where nothing can be written to it.
covey_status check_make_folder(const char *path, covey_error *error);

/// Writes a file of a folder from its beginning. COVEY_IO, COVEY_LOCKED.
covey_status check_make_file(const char *folder, const char *name, covey_text_view text,
                             covey_error *error);

#endif
