// SPDX-License-Identifier: MIT
// Prints help texts, made from the tables.
#include "command.h"

#include <stdio.h>
#include <string.h>

enum { COLUMN = 28 };

/// Prints "--name VALUE", padded, and its text.
static void print_option(const option *row)
{
    char left[64];
    char letter[8] = "";
    if (row->letter != '\0')
        (void)snprintf(letter, sizeof letter, "-%c, ", row->letter);
    (void)snprintf(left, sizeof left, "%s--%s%s%s", letter, row->name,
                   row->argument != NULL ? " " : "",
                   row->choices != NULL    ? row->choices
                   : row->argument != NULL ? row->argument
                                           : "");
    if (strlen(left) < COLUMN - 2)
        printf("  %-*s%s\n", COLUMN - 2, left, row->text);
    else
        printf("  %s\n%*s%s\n", left, COLUMN, "", row->text);
}

int help_command(const command *self)
{
    bool has_options = self->options[0].name != NULL;
    printf("covey %s: %s\n\n", self->name, self->summary);
    printf("usage: covey %s%s%s%s\n", self->name, has_options ? " [OPTION]..." : "",
           self->operands[0] != '\0' ? " " : "", self->operands);
    if (has_options)
        printf("\noptions:\n");
    for (const option *row = self->options; row->name != NULL; row++)
        print_option(row);
    if (self->details[0] != '\0')
        printf("\n%s", self->details);
    return 0;
}
