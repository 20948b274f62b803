// SPDX-License-Identifier: MIT
// Outputs of programs with mistakes, and the built-in cases. Whatever fails inside fails the test.
#ifndef COVEY_TESTS_MISTAKES_H
#define COVEY_TESTS_MISTAKES_H

#include "check/cases.h"
#include "support/student.h"

/// The built-in cases in a dialect; they belong to the arena.
check_cases mistakes_builtin(covey_arena *arena, int dialect);

/// A program with some mistakes, of those of the student with that dialect.
covey_variant mistakes_variant(int dialect, covey_mistake_set mistakes);

/// Returns the output of a program for a case; the caller frees it.
char *mistakes_output(const check_case *of, covey_variant variant);

/// The student's name for a mistake.
student_mistake mistakes_student(int mistake);

/// The student with the mistakes of a variant, one or two of them.
student_def mistakes_student_def(covey_variant variant);

/// A case made of an input; it belongs to the arena of the cases.
const check_case *mistakes_case(check_cases *cases, const char *name, const char *input);

#endif
