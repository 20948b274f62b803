// SPDX-License-Identifier: MIT
// The meaning of the columns of a table, found by their names.
#ifndef COVEY_FORMATS_CSV_COLUMNS_H
#define COVEY_FORMATS_CSV_COLUMNS_H

#include "formats/csv_fields.h"

typedef enum covey_csv_role {
    COVEY_CSV_SET,
    COVEY_CSV_TIME,
    COVEY_CSV_STEP,
    COVEY_CSV_ID,
    COVEY_CSV_X,
    COVEY_CSV_Y,
    COVEY_CSV_VX,
    COVEY_CSV_VY,
    COVEY_CSV_HEADING,
    COVEY_CSV_SPEED,
    COVEY_CSV_Z,
    COVEY_CSV_VZ,
    COVEY_CSV_GROUND_SPEED,
    COVEY_CSV_LIKELIHOOD,
    COVEY_CSV_ROLES
} covey_csv_role;

struct covey_tracker;

/// The column of each role.
typedef struct covey_csv_columns {
    int width;                           ///< fields of the header
    int place[COVEY_CSV_ROLES];          ///< -1: there is no such column
    int twin[COVEY_CSV_ROLES];           ///< a second column of the same name, or -1
    int heads;                           ///< more lines of names that may come behind the header
    const struct covey_tracker *tracker; ///< that writes such tables
} covey_csv_columns;

/// Finds the columns in the fields of a header, and the tracker; a `still` table has no points of
/// agents. COVEY_INPUT if there are two columns of one meaning.
covey_status covey_csv_columns_find(covey_csv_columns *columns, const covey_csv_fields *header,
                                    bool still, covey_error *error);

/// Columns without a role, for a table with this header.
void covey_csv_columns_begin(covey_csv_columns *columns, const covey_csv_fields *header);

/// Takes column k of a header for a role if its name says so. COVEY_INPUT if another column has the
/// role.
covey_status covey_csv_columns_offer(covey_csv_columns *columns, const covey_csv_fields *header,
                                     covey_csv_role role, int k, covey_error *error);

/// Finds the tracker of a table whose columns are known, among the trackers that write neither
/// points nor heads in several lines.
void covey_csv_columns_mark(covey_csv_columns *columns, const covey_csv_fields *header);

/// Takes the columns of longitude and latitude for x and y. COVEY_INPUT if they are not there.
covey_status covey_csv_columns_project(covey_csv_columns *columns, const covey_csv_fields *header,
                                       covey_error *error);

/// True if a table with this header and these columns may be of a tracker.
bool covey_csv_columns_are_of(const covey_csv_columns *columns, const covey_csv_fields *header,
                              bool still, const struct covey_tracker *tracker);

/// Checks that there is a column of times or frames. COVEY_INPUT.
covey_status covey_csv_columns_check_time(const covey_csv_columns *columns,
                                          const covey_csv_fields *header, covey_error *error);

/// Checks that all columns are there that are needed; a `still` table needs none for agent and
/// time, and whole velocities if any. COVEY_INPUT.
covey_status covey_csv_columns_check_needed(const covey_csv_columns *columns,
                                            const covey_csv_fields *header, bool still,
                                            covey_error *error);

/// Checks that a table of three dimensions has a column z, and a `still` one whole velocities, if
/// any. COVEY_INPUT.
covey_status covey_csv_columns_check_deep(const covey_csv_columns *columns,
                                          const covey_csv_fields *header, bool still,
                                          covey_error *error);

/// Describes the values of a column for messages: "x, a decimal number".
const char *covey_csv_columns_expected(covey_csv_role role);

/// COVEY_INPUT if the fields of a line are more or fewer than the header's.
covey_status covey_csv_columns_check_width(const covey_csv_columns *columns,
                                           const covey_csv_fields *fields, covey_error *error);

/// COVEY_INPUT if the fields of a line are more or fewer than the header's, or if columns of the
/// same name differ in it.
covey_status covey_csv_columns_check(const covey_csv_columns *columns,
                                     const covey_csv_fields *fields, covey_error *error);

#endif
