// SPDX-License-Identifier: MIT
#ifndef COVEY_CHECK_DIAGNOSE_H
#define COVEY_CHECK_DIAGNOSE_H

#include "check/cases.h"
#include "check/compare.h"

/// A case and what a program printed for it.
typedef struct covey_evidence {
    const covey_problem *problem;
    const covey_answer *answer;
    bool weak;      ///< empty or cut short: counts for who explains it, against nobody
    bool explained; ///< set: the first fit prints the same
} covey_evidence;

/// A program that may be the one at hand.
typedef struct covey_hypothesis {
    covey_variant variant;
    int cost;         ///< mistakes, and one for another dialect
    size_t explained; ///< cases whose output it gives, the weak ones apart
    size_t also;      ///< weak ones among them, of one that explains all others
} covey_hypothesis;

enum { COVEY_DIAGNOSIS_FITS = 12, COVEY_DIAGNOSIS_NEAR = 3 };

/// What the outputs of a program tell about it.
typedef struct covey_diagnosis {
    size_t cases; ///< that were compared, the weak ones apart
    size_t large; ///< that were left out
    size_t tried; ///< hypotheses
    size_t right; ///< cases that a program without mistakes explains
    covey_hypothesis
        fits[COVEY_DIAGNOSIS_FITS]; ///< those that explain all and most of the weak, at the
                                    ///< lowest cost
    size_t fit_count;
    covey_hypothesis near[COVEY_DIAGNOSIS_NEAR]; ///< otherwise those that explain most, if more
                                                 ///< than a right program does; the best first
    size_t near_count;
} covey_diagnosis;

/// Tries every mistake and every two that go together, in every dialect, `dialect` first.
/// COVEY_MEMORY.
covey_status covey_diagnose(const covey_compare_def *def, int dialect, covey_evidence *evidence,
                            size_t count, covey_diagnosis *diagnosis);

#endif
