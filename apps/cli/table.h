// SPDX-License-Identifier: MIT
// A table of measures that covey wrote: CSV with a line of names, columns of numbers, and a column
// of the names of sets.
#ifndef COVEY_CLI_TABLE_H
#define COVEY_CLI_TABLE_H

#include "command.h"

#include <covey/base.h>

enum { TABLE_COLUMNS = 64, TABLE_SETS = 16, TABLE_NAME = 64 };

typedef struct table {
    char *text; ///< the whole file
    size_t columns, rows, sets;
    const char *names[TABLE_COLUMNS];
    char set_names[TABLE_SETS][TABLE_NAME];
    double *values;     ///< row after row; NaN where there is no number
    unsigned char *set; ///< of each row
} table;

/// Reads a file; "-" is standard input. On failure writes a message.
covey_status table_read(const command *self, const char *path, table *found);
void table_free(table *self);

/// Returns the number of a column by its name, or -1.
int table_column(const table *self, const char *name);

#endif
