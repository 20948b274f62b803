// SPDX-License-Identifier: MIT
#ifndef COVEY_CHECK_CHECK_H
#define COVEY_CHECK_CHECK_H

#include "check/cases.h"
#include "check/compare.h"
#include "check/diagnose.h"
#include "check/form.h"
#include "check/layout.h"
#include "check/make.h"
#include "check/runner.h"
#include "check/terms.h"

enum { COVEY_CHECK_FOLDERS = 16 };

/// What is checked, and how.
typedef struct covey_check_def {
    int dialect;
    const char *folders[COVEY_CHECK_FOLDERS]; ///< of cases
    int folder_count;
    covey_make_def make; ///< count 0: none. Without folders and these, the built-in cases
    covey_compare_def compare;
    covey_runner_def runner;
} covey_check_def;

/// What came of one case.
typedef struct covey_verdict {
    const covey_case *of;
    covey_outcome outcome;
    covey_answer answer;
    covey_answer numbers;        ///< of a wrong answer: four a line, whatever stands between them;
                                 ///< of agents and frames that are expected, in any layout
    covey_answer printed;        ///< the same before they were written with three decimals, if so
    covey_difference difference; ///< of what was printed
    covey_difference wrong;      ///< of a wrong answer: the first difference of `numbers`
    bool passed;
    bool formed;     ///< all numbers are right, but not as they are written or laid out
    bool mixed;      ///< some of its lines are not of an agent
    bool unfinished; ///< it crashed or the like, or stopped early, and no mistake is known to do so
} covey_verdict;

/// What came of one program. Everything belongs to the arena of the cases.
typedef struct covey_report {
    const char *name; ///< of the program or output
    covey_cases *cases;
    covey_compare_def compare;
    covey_verdict *verdicts; ///< one for each case
    size_t passed;
    unsigned forms;             ///< harmless ones that were overlooked
    covey_form_found form;      ///< of wrong answers: what is not four numbers a line
    covey_layout layout;        ///< of wrong answers
    const char *unsteady;       ///< a case of which another run printed something else; NULL: none
    bool late;                  ///< all output came at the end of the input
    bool networked;             ///< the program could have used the network
    bool unfenced;              ///< the program could have written outside of its folder
    bool reads_all;             ///< the program had root's right to read
    bool unrooted;              ///< the program could read what its user may
    bool loud;                  ///< the program could make any call
    bool alone;                 ///< the program could not see what lies beside it
    covey_diagnosis diagnosis;  ///< of a program with differences
    const covey_verdict *first; ///< the first with a wrong number, or NULL
    covey_terms terms;          ///< of that number
} covey_report;

/// Reads or makes the cases. As covey_cases_add_folder() and covey_make_add().
covey_status covey_check_cases(const covey_check_def *def, covey_cases *cases, covey_error *error);

/// Runs a program on all cases and judges it. COVEY_MEMORY, COVEY_IO, COVEY_INTERRUPTED.
covey_status covey_check_program(const covey_check_def *def, covey_cases *cases,
                                 const char *const *arguments, covey_report *report,
                                 covey_error *error);

/// Judges what a program printed, one outcome for each case; the report has no name. As
/// covey_check_program().
covey_status covey_check_outcomes(const covey_check_def *def, covey_cases *cases,
                                  const covey_outcome *outcomes, covey_report *report,
                                  covey_error *error);

/// Judges a finished output of the only case.
covey_status covey_check_output(const covey_check_def *def, covey_cases *cases,
                                const covey_case_def *output, covey_report *report,
                                covey_error *error);

/// True if every run was behind all fences.
bool covey_check_fenced(const covey_report *report);

/// True if all is right.
bool covey_check_passed(const covey_report *report);

#endif
