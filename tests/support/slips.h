// SPDX-License-Identifier: MIT
// The formal program with slips that students make, written from the text of the assignment apart
// from the list of classic mistakes: most of them are on no list. The report of covey check on such
// a program must be true, or empty.
#ifndef COVEY_TESTS_SLIPS_H
#define COVEY_TESTS_SLIPS_H

/// How a program ends.
typedef enum slips_end {
    SLIPS_END,     ///< with exit code 0
    SLIPS_CRASH,   ///< by a signal
    SLIPS_TIMEOUT, ///< not at all
    SLIPS_FAIL,    ///< with exit code 1
} slips_end;

/// A slip: a name, the findings that are true of it, and its place.
typedef struct slips_info {
    const char *name;
    const char *names; ///< of classic mistakes and dialects that are the same, "" for none
    const char *parts; ///< letters: cohesion, separation, alignment, move, read, output, form
} slips_info;

/// NULL beyond the last. Slip 0 is none: a right program.
const slips_info *slips_get(int slip);

/// Returns the output of a program with two slips for an input before it ends so. The caller frees
/// it.
char *slips_run(const char *input, int one, int other, slips_end *end);

#endif
