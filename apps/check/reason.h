// SPDX-License-Identifier: MIT
#ifndef CHECK_REASON_H
#define CHECK_REASON_H

#include "check/diagnose.h"
#include "formats/text.h"

// Reasons about a program that no list of mistakes explains: each rule, and each part of the
// program around the rules, has a list of ways to get it wrong; the ways that explain a program are
// found part by part, put together to one program, and run.

enum {
    REASON_RULES = 3,
    REASON_RULE_PARTS = 11,
    REASON_STEP_PARTS = 13,
    REASON_FITS = 4,
    REASON_FINDINGS = REASON_RULES * REASON_RULE_PARTS + REASON_STEP_PARTS,
};

/// A program: the row of the list of ways for each part. Rules in the order of the assignment.
typedef struct reason_program {
    unsigned char rule[REASON_RULES][REASON_RULE_PARTS];
    unsigned char step[REASON_STEP_PARTS];
} reason_program;

/// What is found about a rule where no program explains all.
typedef enum reason_state {
    REASON_SILENT,  ///< too few lines show it
    REASON_UNKNOWN, ///< it is wrong, and it is not known how
    REASON_RIGHT,
    REASON_WRONG, ///< and it is known how
} reason_state;

/// Two agents of which one does not see the other in a rule, or sees it out of reach.
typedef struct check_reason_set {
    bool is_known;
    bool sees;           ///< the other, where it should not
    size_t agent, other; ///< from 0
    const char *name;    ///< of the case; NULL: none
    const char *common;  ///< what is so of all that are not seen, behind "all of these"; or NULL
} check_reason_set;

typedef struct check_reason {
    bool asked;                       ///< the search was made
    reason_program right;             ///< in the dialect of the cases
    reason_program fits[REASON_FITS]; ///< print the same in all cases that can be compared
    size_t fit_count;
    bool more;           ///< fits than have room
    size_t cases, wrong; ///< that were compared, and the wrong ones among them
    size_t explained;    ///< cases that the first fit explains, or the nearest program
    size_t explained_wrong;
    reason_program near; ///< where none fits: the nearest, or the parts that are sure
    bool is_near;        ///< it explains most wrong cases, and the right ones are right in it
    bool has_states;     ///< otherwise: `state` is known, as a force explains each first line
    reason_state state[REASON_RULES];
    check_reason_set sets[REASON_RULES]; ///< of rules that are UNKNOWN
} check_reason;

/// Looks for a program that prints the same. COVEY_MEMORY.
covey_status check_reason_find(const check_compare_def *def, int dialect,
                               const check_evidence *evidence, size_t count, check_reason *reason);

/// A part of a program that is not as it should be, in words for its author. Static strings.
typedef struct check_reason_finding {
    char words[160];  ///< "pushes with 1/d^2 instead of 1/d": after "your program"
    char name[64];    ///< of the classic mistake that it is, or another one of letters and dashes
    char choice[32];  ///< the parameters that are mixed up, or ""
    const char *rule; ///< the line of the assignment that it breaks, or NULL
    const char *hint; ///< two lines, or NULL
} check_reason_finding;

/// Writes down what is wrong in a program; what is wrong alike in all rules is one finding.
size_t check_reason_list(const reason_program *program, const reason_program *right, int dialect,
                         check_reason_finding findings[REASON_FINDINGS]);

/// True if it found something to say.
bool check_reason_tells(const check_reason *reason);

/// The diagnosis for people, behind "Diagnosis: "; `cases`: of the check; `rules`: with the
/// sentences of the assignment.
void check_reason_put(covey_text *text, const check_reason *reason, int dialect, size_t cases,
                      bool rules);

/// The same in a few words: "separation-cubed and in-place".
void check_reason_summary(covey_text *text, const check_reason *reason, int dialect);

#endif
