// SPDX-License-Identifier: MIT
// Prints the help of the program as a whole.
#include "command.h"

#include <covey/base.h>

#include <stdio.h>

enum { COLUMN = 26 };

int help_overview(void)
{
    printf("covey %s simulates flocks, with the same bits everywhere.\n\n"
           "usage: covey COMMAND [OPTION]... [OPERAND]...\n\ncommands:\n",
           covey_version());
    for (const command *row = commands; row->name != NULL; row++)
        printf("  %-*s%s\n", COLUMN, row->name, row->summary);
    printf(
        "\n\"covey COMMAND --help\" says more about one of them.\n\n"
        "exit codes: 0 done, 1 differences found by check, 64 usage, 65 bad input, 70 the state\n"
        "left the finite numbers, 71 out of memory or refused by the system, 74 reading or writing "
        "failed,\n"
        "75 another program writes there, 130 interrupted\n");
    return 0;
}
