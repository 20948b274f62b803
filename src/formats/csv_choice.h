// SPDX-License-Identifier: MIT
// Columns of a table that are chosen by their names or numbers: "id=Fish,t=frame,x=3,y=4".
#ifndef COVEY_FORMATS_CSV_CHOICE_H
#define COVEY_FORMATS_CSV_CHOICE_H

#include "formats/csv_columns.h"

/// The choice for each role; the text that it was read from must outlive it.
typedef struct covey_csv_choice {
    bool any;
    bool numbers;                      ///< all are numbers: the table may have no header
    int number[COVEY_CSV_ROLES];       ///< from 1; 0: by name
    const char *name[COVEY_CSV_ROLES]; ///< NULL: not chosen
    size_t size[COVEY_CSV_ROLES];      ///< of the name
} covey_csv_choice;

/// Reads a choice; NULL chooses none. COVEY_ARG for a text of another form.
covey_status covey_csv_choice_read(const char *text, covey_csv_choice *choice, covey_error *error);

/// Finds the chosen columns in a header, or in the first row of a table without one; others go by
/// their names, but no velocity does where a place is chosen. COVEY_ARG where the table has no such
/// column; COVEY_INPUT as covey_csv_columns_find().
covey_status covey_csv_choice_find(const covey_csv_choice *choice, covey_csv_columns *columns,
                                   const covey_csv_fields *header, covey_error *error);

#endif
