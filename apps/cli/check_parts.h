// SPDX-License-Identifier: MIT
// The parts of covey check: its options, what it writes, and what it does.
#ifndef COVEY_CLI_CHECK_PARTS_H
#define COVEY_CLI_CHECK_PARTS_H

#include "command.h"

#include "check/batch.h"
#include "check/dialect.h"
#include "check/grades.h"
#include "check/rubric.h"

/// Rows of the table of options.
enum {
    ROW_DIALECT,
    ROW_CASES,
    ROW_GENERATE,
    ROW_SEED,
    ROW_DIFFICULTY,
    ROW_TOLERANCE,
    ROW_EXACT,
    ROW_TIME_LIMIT,
    ROW_MEMORY_LIMIT,
    ROW_JOBS,
    ROW_JSON,
    ROW_JUNIT,
    ROW_GRADESCOPE,
    ROW_CLASSROOM,
    ROW_OUTPUT,
    ROW_MAKE,
    ROW_BATCH,
    ROW_BUILD,
    ROW_CSV,
    ROW_BOM,
    ROW_HTML,
    ROW_PAGES,
    ROW_ROSTER,
    ROW_GRADES,
    ROW_ASSIGNMENT,
    ROW_SHOW,
    ROW_EXPECTED,
    ROW_SAVE,
    ROW_WITH,
    ROW_STRICT,
    ROW_HINTS,
    ROW_RUBRIC,
    ROW_ATTEMPT,
    ROW_FIND,
};

enum { CHECK_WRITERS = 6 };

/// The state of the command.
typedef struct check_state {
    const command *self;
    const options *given;
    check_def def;
    covey_arena arena;
    check_cases cases;
    char *with;                             ///< absolute path of the folder of --with, or NULL
    const char *reports[CHECK_WRITERS + 4]; ///< paths of the reports to write, ended by NULL
    covey_memory memory;
    covey_text text; ///< output that is not yet written
    covey_error error;
    check_grades_def grades; ///< of --roster
    check_dialect dialect;   ///< of --dialect
    check_rubric rubric;     ///< of --rubric
    size_t attempt;          ///< of --attempt, from 1
} check_state;

/// Reads the options. On a mistake writes a message to standard error and returns false.
bool check_options_read(check_state *at);

/// Says what is wrong in a file of settings, with its line where there is one; returns the exit
/// code.
int check_options_fail(const check_state *at, const check_settings *file, covey_status status);

/// True if the option of a row is there.
bool check_options_has(const check_state *at, int row);

/// The row of the option of a report that goes to a file, 0 … CHECK_WRITERS - 1.
int check_output_row(size_t writer);

/// Writes a text that may hold names of unknown origin to standard error.
void check_output_errors(const char *bytes, size_t size);

/// Writes the message of the error, unless the status is COVEY_OK; returns the status.
covey_status check_output_fail(const check_state *at, covey_status status);

/// Write all reports that the options ask for; return the exit code.
int check_output_report(check_state *at, const check_report *report);
int check_output_batch(check_state *at, const check_batch *batch);

/// Writes the text to standard output, and empties it.
covey_status check_output_text(check_state *at);

#endif
