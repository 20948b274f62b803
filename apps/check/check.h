// SPDX-License-Identifier: MIT
#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

#include "check/cases.h"
#include "check/compare.h"
#include "check/diagnose.h"
#include "check/forces.h"
#include "check/format_errors.h"
#include "check/frame_layout.h"
#include "check/make.h"
#include "check/reason.h"
#include "check/rules.h"
#include "check/runner.h"

enum { CHECK_FOLDERS = 16 };

/// How much a report says of a mistake.
typedef enum check_hints {
    CHECK_HINTS_ALL,   ///< as CHECK_HINTS_RULE
    CHECK_HINTS_WHERE, ///< the part of the program that it is in
    CHECK_HINTS_KIND,  ///< what the program does instead, and a question
    CHECK_HINTS_RULE,  ///< and the sentence of the assignment
} check_hints;

/// The cases of a check, and how it compares and runs.
typedef struct check_def {
    int dialect;
    const char *sum; ///< as in check_cases, with its program
    covey_variant variant;
    const char *title;                  ///< of that dialect, or NULL
    const char *folders[CHECK_FOLDERS]; ///< of cases
    int folder_count;
    check_make_def make; ///< count 0: none. Without folders and these, the built-in cases
    check_compare_def compare;
    check_runner_def runner;
    check_hints hints;
    size_t output;     ///< bytes that a case may print; 0: by the right output
    bool has_no_shell; ///< reports show no commands: they are read where none can be typed
} check_def;

/// The result of one case.
typedef struct check_verdict {
    const check_case *subject;
    check_outcome outcome;
    check_lines answer;
    check_lines numbers;         ///< of a wrong answer: four a line, whatever stands between them;
                                 ///< of agents and frames that are expected, in any layout
    check_lines printed;         ///< the same before they were written with three decimals, if so
    check_difference difference; ///< of the printed output
    check_difference wrong;      ///< of a wrong answer: the first difference of `numbers`
    bool passed;
    bool right_numbers; ///< all are right, the format or the layout is wrong
    bool mixed;         ///< some of its lines are not of an agent
    bool unfinished; ///< it crashed or the like, or stopped early, and no mistake is known to do so
} check_verdict;

struct check_points;

/// The result of one program. Everything belongs to the arena of the cases.
typedef struct check_report {
    const char *name; ///< of the program or output
    check_cases *cases;
    check_compare_def compare;
    check_hints hints;
    bool has_no_shell;
    check_verdict *verdicts; ///< one for each case
    size_t passed;
    unsigned overlooked;               ///< harmless ones of check_lines_change
    check_format_errors format_errors; ///< of wrong answers
    check_frame_layout frame_layout;   ///< of wrong answers
    const char *unsteady;       ///< a case of which another run printed something else; NULL: none
    bool ran;                   ///< the program was run
    bool held;                  ///< input was held back, so `late` is known
    bool repeated;              ///< runs were repeated, so `unsteady` is known
    bool late;                  ///< all output came at the end of the input
    unsigned permissions;       ///< of check_permission, that the program had in any run
    check_diagnosis diagnosis;  ///< of a program with differences
    check_reason reason;        ///< where no mistake of the list fits
    const check_verdict *first; ///< the first with a wrong number, or NULL
    check_forces forces;        ///< of that number
    check_rules rules;          ///< of a program with differences
    const bool *hidden;         ///< of each hidden case: it is right
    size_t hidden_right;
    struct check_points *points; ///< of each item of the rubric; NULL without one
} check_report;

/// Reads or makes the cases. As check_cases_add_folder() and check_make_add().
covey_status check_cases_collect(const check_def *def, check_cases *cases, covey_error *error);

/// Runs a program on all cases and judges it. COVEY_MEMORY, COVEY_IO, COVEY_INTERRUPTED.
covey_status check_program(const check_def *def, check_cases *cases, const char *const *arguments,
                           check_report *report, covey_error *error);

/// Judges the outputs of a program, one outcome for each case; the report has no name. As
/// check_program().
covey_status check_outcomes(const check_def *def, check_cases *cases, const check_outcome *outcomes,
                            check_report *report, covey_error *error);

/// Judges a finished output of the only case.
covey_status check_saved_output(const check_def *def, check_cases *cases,
                                const check_case_def *output, check_report *report,
                                covey_error *error);

/// True if every run was behind all fences.
bool check_fenced(const check_report *report);

/// True if all cases that are shown are right; if the hidden ones are, too.
bool check_passed(const check_report *report);
bool check_is_right(const check_report *report);

// ---- Parts of a check ----

/// Fills in a report whose verdicts have their outcomes. COVEY_MEMORY.
covey_status check_judge(check_report *report, covey_error *error);

/// Finds out which rules are wrong, from the verdicts. COVEY_MEMORY.
covey_status check_rules_find(check_report *report);

/// True if the numbers of a case with differences are all right, as far as there are any.
bool check_judge_is_right(const check_verdict *verdict);

#endif
