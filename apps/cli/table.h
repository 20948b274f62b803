// SPDX-License-Identifier: MIT
// A table of measures that covey wrote: CSV with a line of names, columns of numbers, and a column
// of the names of sets.
#ifndef COVEY_CLI_TABLE_H
#define COVEY_CLI_TABLE_H

#include "command.h"

#include <covey/base.h>

enum { TABLE_SETS = 16 };

typedef struct table {
    char *text; ///< the whole file; all names lie in it
    size_t columns, rows, sets;
    char **names;  ///< of the columns
    char **fields; ///< of the row that is read, as many as columns
    const char *set_names[TABLE_SETS];
    double *values;     ///< row after row; NaN where there is no number
    unsigned char *set; ///< of each row
} table;

/// Reads a file; "-" is standard input. On failure writes a message.
covey_status table_read(const command *self, const char *path, table *found);
void table_free(table *self);

/// Returns the number of a column by its name, or -1.
int table_column(const table *self, const char *name);

/// Returns the number of a column whose name has these `size` characters, or -1.
int table_column_of(const table *self, const char *name, size_t size);

#endif
