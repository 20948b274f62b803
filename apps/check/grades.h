// SPDX-License-Identifier: MIT
// Grades of a class in the table of a learning platform: the worksheet that Moodle gives for
// grading offline, or the gradebook that Canvas exports.
#ifndef CHECK_GRADES_H
#define CHECK_GRADES_H

#include "check/batch.h"

/// The table, and the column of an assignment in it.
typedef struct check_grades_def {
    check_case_def table;   ///< its text, and its path for messages
    const char *assignment; ///< of Canvas, the name of its column with or without its number; NULL:
                            ///< the only one
} check_grades_def;

/// Writes the table again, with the grades of the submissions and, where the table has a column
/// for them, a sentence about each. A submission belongs to the row whose number stands in the name
/// of its folder, between underscores, or whose e-mail address, login or full name it begins with.
/// Rows without a submission stay as they are. `notes` takes a line for each submission without a
/// row, and one that counts the rows without a submission. COVEY_INPUT for a table that is neither,
/// COVEY_MEMORY.
covey_status check_grades_put(covey_text *text, const check_grades_def *def,
                              const check_batch *batch, const check_cases *cases, covey_text *notes,
                              covey_error *error);

#endif
