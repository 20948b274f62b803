// SPDX-License-Identifier: MIT
// The rows of a table, one after another.
#ifndef COVEY_FORMATS_CSV_ROWS_H
#define COVEY_FORMATS_CSV_ROWS_H

#include "formats/csv_files.h"
#include "formats/csv_points.h"
#include "formats/labels.h"
#include "formats/plugin.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- Dates ----

/// A date in two parts: seconds since 1970 have too few digits for the time between two dates.
typedef struct covey_date {
    int64_t minutes; ///< since 1970-01-01 00:00
    double second;   ///< of that minute, in [0, 61)
} covey_date;

/// Reads a time such as "2009-05-27 14:00:00.250", in the Gregorian calendar of the years 1 to
/// 9999. Date and time are separated by a blank or T; decimals and a Z at the end are optional.
/// False for any other text.
bool covey_date_read(const char *text, size_t size, covey_date *date);

/// Returns the seconds from one date to another.
double covey_date_between(covey_date from, covey_date to);

// ---- Rows ----

struct covey_csv_row;

/// Turns the degrees of all rows into meters on the plane that touches the Earth in their middle,
/// and writes a sentence about it. COVEY_INPUT for places that are too far apart for a plane.
enum { COVEY_CSV_NOTE = 240 };
covey_status covey_csv_project(struct covey_csv_row *rows, size_t count, char note[COVEY_CSV_NOTE],
                               covey_error *error);

/// The state of an agent at a time. Missing places and velocities are NaN.
struct covey_csv_row;
typedef struct covey_csv_row {
    double time; ///< since the first row if it is a date; the step if there is no column of times
    double step; ///< NaN if there is no column of steps
    covey_row agent;
} covey_csv_row;

typedef struct covey_csv_rows {
    covey_lines *lines;
    covey_csv_fields fields; ///< of the line last read
    covey_csv_columns columns;
    covey_csv_points points;
    covey_csv_files files; ///< of the other animals, where each has one
    uint32_t agent;        ///< that comes next in a line with all agents of a frame
    size_t point;          ///< its first point
    covey_csv_row now;     ///< with the step and time of that line
    double key;            ///< one of those; NaN: there was no such line
    bool marked;           ///< the first line says that covey wrote the file
    bool own;              ///< the header is covey's
    bool deep;             ///< it is known that the table has three dimensions
    size_t agents;         ///< rows of a frame, 0 if not known
    covey_space space;
    bool again;    ///< the line last read is a row: there is no header
    bool one_each; ///< a file has one animal, with its name
    bool still;    ///< as in covey_input_def
    bool project;  ///< x and y are degrees of longitude and latitude
    bool axis;     ///< the column of headings is that of body axes
    covey_input_time clock;
    covey_input_heading heading;
    uint32_t count; ///< rows that have been numbered
    double dt;
    bool has_dt;
    covey_date first;        ///< of the first row, if times are dates
    bool dated, counted;     ///< times are dates or numbers; both false: not known yet
    bool labelled, numbered; ///< agents have labels or numbers; both false: not known yet
    covey_labels labels;
    covey_text word; ///< a label while it is read
} covey_csv_rows;

/// Reads up to the header. Must be destroyed in any case.
covey_status covey_csv_head_read(covey_csv_rows *rows, const covey_opening *opening,
                                 covey_error *error);
void covey_csv_rows_destroy(covey_csv_rows *rows);

/// Reads the space from a comment of any table, or the number of agents that follow from one that
/// covey wrote. COVEY_INPUT for a malformed torus, as distances in the open plane would be wrong.
covey_status covey_csv_head_comment(covey_csv_rows *rows, covey_error *error);

/// Names the only animal of a file by the file. COVEY_ARG for two files of one name; COVEY_MEMORY.
covey_status covey_csv_head_name(covey_csv_rows *rows, const char *path, covey_error *error);

/// Reads the next row; *ended is true if there is none. Names of sets are added to the names of the
/// frame.
covey_status covey_csv_rows_next(covey_csv_rows *rows, covey_frame *frame, covey_csv_row *row,
                                 bool *ended, covey_error *error);

/// True if the table has headings and nothing that says how fast: they are not used.
bool covey_csv_rows_pass_headings(const covey_csv_rows *rows);

/// Fails with COVEY_INPUT at the column of a role in the row that was read last.
covey_status covey_csv_rows_refuse(const covey_csv_rows *rows, covey_csv_role role,
                                   const char *expected, covey_error *error);

#endif
