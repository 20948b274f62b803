// SPDX-License-Identifier: MIT
// A student's program: student DIALECT MISTAKE MISTAKE, by number; 0 is no mistake. It reads all of
// its input before it prints anything.
#include "support/student.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    enum { LARGEST = 1 << 20 };
    static char input[LARGEST + 1];
    if (argc != 4)
        return 2;
    input[fread(input, 1, LARGEST, stdin)] = '\0';
    char *output = student_run_both(input, (student_dialect)atoi(argv[1]),
                                    (student_mistake)atoi(argv[2]), (student_mistake)atoi(argv[3]));
    (void)fputs(output, stdout);
    free(output);
    return 0;
}
