// SPDX-License-Identifier: MIT
// The rows of a table, one after another.
#ifndef COVEY_FORMATS_CSV_ROWS_H
#define COVEY_FORMATS_CSV_ROWS_H

#include "formats/csv_columns.h"
#include "formats/labels.h"
#include "formats/plugin.h"

/// An agent at a time. Places that are missing are NaN, as velocities are.
typedef struct covey_csv_row {
    double time; ///< the step where there is no column for it
    double step; ///< NaN without a column for it
    covey_row agent;
} covey_csv_row;

typedef struct covey_csv_rows {
    covey_lines *lines;
    covey_csv_fields fields; ///< of the line last read
    covey_csv_columns columns;
    bool marked;   ///< covey wrote it and tells so
    bool own;      ///< the header is covey's
    size_t agents; ///< rows of a frame, 0 if not told
    covey_space space;
    bool still;     ///< as in covey_input_def
    uint32_t count; ///< rows whose agents have been numbered
    double dt;
    bool has_dt;
    bool labelled, numbered; ///< how agents are called, once that is known
    covey_labels labels;
    covey_text word; ///< room for one
} covey_csv_rows;

/// Reads up to the header. Must be destroyed in any case.
covey_status covey_csv_rows_init(covey_csv_rows *rows, const covey_opening *opening,
                                 covey_error *error);
void covey_csv_rows_destroy(covey_csv_rows *rows);

/// Reads the next row; *ended is true where there is none. Names of sets go into the frame's.
covey_status covey_csv_rows_next(covey_csv_rows *rows, covey_frame *frame, covey_csv_row *row,
                                 bool *ended, covey_error *error);

/// COVEY_INPUT at the column of a role in the row last read.
covey_status covey_csv_rows_refuse(const covey_csv_rows *rows, covey_csv_role role,
                                   const char *expected, covey_error *error);

#endif
