// SPDX-License-Identifier: MIT
#ifndef CHECK_DIAGNOSE_H
#define CHECK_DIAGNOSE_H

#include "check/cases.h"
#include "check/compare.h"

/// A case and a program's output for it: lines of agents first_agent … in the frames of
/// first_step … on, in so many frames at most.
typedef struct check_evidence {
    const char *name; ///< of the case; NULL: none
    const covey_problem *problem;
    const check_lines *answer;
    size_t conclusive; ///< lines from the first on that refute hypotheses with another output
    bool open;         ///< more lines may have been lost behind them
    bool mute;         ///< it says nothing
    size_t first_step, frames, first_agent, agents;
    bool explained; ///< set: the first fit prints the same, and no more
} check_evidence;

/// A program that may be the one at hand.
typedef struct check_hypothesis {
    covey_variant variant;
    covey_mistake_set changed; ///< mistakes that it makes, and differences that it lacks
    const char *dialect;       ///< that it follows but for these
    bool other;                ///< which is not that of the cases
    int cost;                  ///< changes, and one for another dialect
    size_t explained;          ///< cases with conclusive lines that it gives
    size_t newly;              ///< of them the wrong ones
    size_t also; ///< cases without such lines whose output it gives, of one that explains all
    size_t ends; ///< open ones that end where it ends
} check_hypothesis;

enum { CHECK_DIAGNOSIS_FITS = 12, CHECK_DIAGNOSIS_NEAR = 3 };

/// Hypotheses that fit the outputs of a program.
typedef struct check_diagnosis {
    size_t cases; ///< that were compared, cases without conclusive lines apart
    size_t large; ///< that were left out
    size_t tried; ///< hypotheses
    size_t right; ///< cases that a program without mistakes explains
    check_hypothesis fits[CHECK_DIAGNOSIS_FITS]; ///< those that explain all and most ends, at the
                                                 ///< lowest cost
    size_t fit_count;
    size_t fit_total;         ///< with those for which there was no room
    covey_mistake_set shared; ///< mistakes that all of them make
    unsigned parts;           ///< of covey_mistake_part, that any of them is in
    size_t reach;             ///< cases in which the first fit prints the same, to the end
    check_hypothesis near[CHECK_DIAGNOSIS_NEAR]; ///< otherwise those that explain more than a right
                                                 ///< program does, and more than half of the
                                                 ///< wrong cases; the best first
    size_t near_count;
} check_diagnosis;

/// Tries every mistake and every two that go together, in every dialect, `dialect` first.
/// COVEY_MEMORY.
covey_status check_diagnose(const check_compare_def *def, int dialect, check_evidence *evidence,
                            size_t count, check_diagnosis *diagnosis);

/// The same for cases whose dialect may be a sum: each difference of it is left out, too.
covey_status check_diagnose_by(const check_compare_def *def, const check_cases *cases,
                               check_evidence *evidence, size_t count, check_diagnosis *diagnosis);

#endif
