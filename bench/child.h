// SPDX-License-Identifier: MIT
#ifndef BENCH_CHILD_H
#define BENCH_CHILD_H

#include <stdbool.h>
#include <stdio.h>

/// Runs a program, looked up as the shell does, from one file (NULL: nothing) to another, which it
/// empties first, and waits for it. *seconds is its CPU time. False if it cannot be run or fails.
bool child_run(char *const *arguments, FILE *in, FILE *out, double *seconds);

#endif
