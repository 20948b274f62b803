// SPDX-License-Identifier: MIT
// The fields of a line of a table.
#ifndef COVEY_FORMATS_CSV_FIELDS_H
#define COVEY_FORMATS_CSV_FIELDS_H

#include "formats/lines.h"

enum { COVEY_CSV_MOST_COLUMNS = 4096 };

/// A field without the blanks and quotes around it; doubled quotes inside stay doubled.
typedef struct covey_csv_field {
    const char *text;
    size_t size;
    uint64_t column; ///< from 1, of its first byte
    bool quoted;
} covey_csv_field;

/// A line split into fields; it is valid as long as the line.
typedef struct covey_csv_fields {
    covey_line line;
    char separator;
    bool comma;    ///< decimals have a comma, not a point
    bool infinite; ///< inf is a missing value, too
    int count;
    covey_csv_field field[COVEY_CSV_MOST_COLUMNS];
} covey_csv_fields;

/// Finds the most frequent separator of the line among semicolon, tab and, unless decimals have it,
/// comma; if it has none, blanks, any number of which part two fields, or a comma if it has no
/// blanks either. COVEY_INPUT if decimals have a comma and there is none of the others.
covey_status covey_csv_fields_separate(covey_csv_fields *fields, covey_error *error);

/// Splits `line` into fields. COVEY_INPUT for quotes that are not closed and for too many fields.
covey_status covey_csv_fields_split(covey_csv_fields *fields, covey_error *error);

/// True for a line that has only blanks.
bool covey_csv_fields_blank(const covey_line *line);

/// True if a field is a word, in the same case.
bool covey_csv_fields_is(covey_csv_field field, const char *word);

/// True if a field is these `size` bytes, in the same case or in any case of ASCII letters.
bool covey_csv_fields_match(covey_csv_field field, const char *text, size_t size, bool any_case);

/// True if a field says that its value is missing: it is empty, NA, nan or None in any case.
bool covey_csv_fields_missing(covey_csv_field field);

/// Reads a number with the decimal sign of the table, NaN if it is missing; false if it is none.
bool covey_csv_fields_number(const covey_csv_fields *fields, covey_csv_field field, double *value);

/// Describes a number for messages about a field that is none.
const char *covey_csv_fields_expected(const covey_csv_fields *fields, covey_csv_field field);

/// Fails with COVEY_INPUT at a field of the line.
covey_status covey_csv_fields_refuse(const covey_csv_fields *fields, covey_csv_field field,
                                     const char *expected, covey_error *error);

#endif
