// SPDX-License-Identifier: MIT
#ifndef CHECK_CASES_H
#define CHECK_CASES_H

#include "base/arena.h"
#include "check/lines.h"
#include "covey/formal.h"
#include "formal/mistakes.h"

#include <stdbool.h>

/// An input and the output of a right program. Everything belongs to the arena.
typedef struct check_case {
    const char *name;
    const char *about; ///< a sentence, or ""
    const char *input;
    size_t input_size;
    const char *expected; ///< ends with a zero
    size_t expected_size;
    check_lines answer; ///< expected output, taken apart when the first program is checked
    bool from_file;     ///< the expected output comes from a file
    bool odd;           ///< and differs from that of the dialect of the cases
    const char *path;   ///< of the file with the input, or NULL
    covey_problem problem;
} check_case;

struct check_rubric;

typedef struct check_cases {
    covey_arena *arena;
    int dialect;    ///< that expected outputs follow where no file has them, and most that have one
    char drawn[96]; ///< the options that make the cases that were drawn, each with a blank behind
    int asked;      ///< the dialect that was asked for, where files follow another one
    const char *sum; ///< its name, if it is `dialect` with differences; else NULL
    const char *asked_sum;
    const char *title;     ///< of the sum, or NULL
    covey_variant variant; ///< of a sum: the program that is right
    size_t from_files;     ///< cases with an expected output from a file
    size_t odd;            ///< among them the cases that differ from the dialect's
    bool strange;          ///< most are not: no dialect is known that they follow
    check_case *items;
    size_t count;
    size_t room;
    struct check_cases *hidden;        ///< that are counted and not shown, or NULL
    const struct check_rubric *rubric; ///< what points are for, or NULL
} check_cases;

/// A case as it is added: `expected` NULL stands for the dialect's output. The texts are copied.
typedef struct check_case_def {
    const char *name;
    const char *about;
    const char *input;
    size_t input_size;
    const char *expected;
    size_t expected_size;
    const char *path;
} check_case_def;

/// Adds a case. COVEY_INPUT, named after the case, for an input that the protocol refuses;
/// COVEY_DIVERGED for one that leaves the finite numbers; COVEY_MEMORY.
covey_status check_cases_add(check_cases *cases, const check_case_def *def, covey_error *error);

/// Adds all NAME.in of a folder in the order of their names, with NAME.out, if it is there, as the
/// expected output. COVEY_IO for a folder or file that cannot be read, COVEY_INPUT for one without
/// cases, and as check_cases_add().
covey_status check_cases_add_folder(check_cases *cases, const char *path, covey_error *error);

/// Finds the dialect that the outputs of the files follow, the first of those that give most of
/// them, the one that was asked for before others; takes it for all cases and marks the cases with
/// another output. COVEY_MEMORY, and the statuses of check_cases_run().
covey_status check_cases_find_dialect(check_cases *cases, covey_error *error);

/// The name of the dialect that the cases follow, and of the one that was asked for.
const char *check_cases_dialect(const check_cases *cases);
const char *check_cases_asked(const check_cases *cases);

/// A program without mistakes in that dialect.
covey_variant check_cases_variant(const check_cases *cases);

/// A case that the program brings along.
typedef struct check_builtin {
    const char *name;
    const char *about; ///< one sentence
    const char *input;
} check_builtin;

/// NULL beyond the last.
const check_builtin *check_builtin_case(int index);

/// Adds the built-in cases.
covey_status check_cases_add_builtin(check_cases *cases, covey_error *error);

/// The text of a whole file, with a zero behind. COVEY_IO, COVEY_INPUT beyond 64 MiB, COVEY_MEMORY.
covey_status check_cases_read(covey_arena *arena, const char *path, check_case_def *text,
                              covey_error *error);

/// Calculates the protocol's output for an input, or with `traced` the forces of every step as CSV.
/// The text ends with a zero and belongs to the arena.
typedef struct check_cases_output {
    const char *text;
    size_t size;
} check_cases_output;
covey_status check_cases_run(check_cases *cases, const check_case_def *def, bool traced,
                             check_cases_output *output, covey_error *error);

/// True if all right programs print the same for a case, whatever the order of their additions, the
/// width of their numbers, and the side to which they round numbers half way between two
/// decimals. `room` is for two states of the agents.
bool check_cases_is_unambiguous(int dialect, const check_case *made, covey_mistakes_agent *room);

#endif
