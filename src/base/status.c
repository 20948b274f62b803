// SPDX-License-Identifier: MIT
// The texts of statuses and errors, all from the one list in base.h.
#include "covey/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct row {
    const char *name;
    const char *text;
    int exit_code;
} row;

static const row rows[] = {
#define STATUS_ROW(name, exit_code, text) {"COVEY_" #name, text, exit_code},
    COVEY_STATUS_LIST(STATUS_ROW)
#undef STATUS_ROW
};

static const row unknown = {"COVEY_?", "unknown status", 70};

static const row *row_of(covey_status status)
{
    size_t index = (size_t)status;
    return index < sizeof rows / sizeof *rows ? &rows[index] : &unknown;
}

const char *covey_status_name(covey_status status)
{
    return row_of(status)->name;
}

const char *covey_status_text(covey_status status)
{
    return row_of(status)->text;
}

int covey_status_exit(covey_status status)
{
    return row_of(status)->exit_code;
}

/// The sign of a NaN is that of the machine that computed it, and means nothing.
static void drop_signs_of_nan(char *message)
{
    static const char wrong[] = " -nan";
    const size_t size = sizeof wrong - 1;
    for (char *at = message; *at != '\0'; at++)
        if (strncmp(at, wrong, size) == 0 &&
            (at[size] == '\0' || at[size] == ' ' || at[size] == ',' || at[size] == ';'))
            memmove(at + 1, at + 2, strlen(at + 1));
}

covey_status covey_fail(covey_error *error, covey_status status, const char *format, ...)
{
    if (error == NULL)
        return status;
    *error = (covey_error){.status = status};
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    drop_signs_of_nan(error->message);
    return status;
}
