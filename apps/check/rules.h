// SPDX-License-Identifier: MIT
#ifndef CHECK_RULES_H
#define CHECK_RULES_H

#include "check/cases.h"
#include "check/compare.h"

/// The rules of the assignment, in the order of their gains.
enum { CHECK_RULE_COHESION, CHECK_RULE_SEPARATION, CHECK_RULE_ALIGNMENT, CHECK_RULES };

/// What is known of a rule, or of another part of a program.
typedef enum check_rule_state {
    CHECK_RULE_UNKNOWN,
    CHECK_RULE_RIGHT,
    CHECK_RULE_WRONG,
} check_rule_state;

enum { CHECK_RULES_SHOWN = 6 };

/// What the first frames of a program say about each rule for itself: those of cases in which no
/// other rule has a gain.
typedef struct check_rules {
    check_rule_state rule[CHECK_RULES];
    check_rule_state base; ///< where no rule has a gain
    check_rule_state sum;  ///< where several rules act; WRONG only if all rules are right and no
                           ///< such case is
    const char *right[CHECK_RULES_SHOWN], *wrong[CHECK_RULES_SHOWN]; ///< cases of one rule
    size_t right_count, wrong_count;
    const char *mixed[CHECK_RULES_SHOWN]; ///< wrong cases in which several rules act
    size_t mixed_count;
    unsigned
        whole; ///< rules, a bit for each: every case in which they act is wrong, all others are
               ///< right
    unsigned absent; ///< rules without which a right program prints the same, a bit for each; 0:
                     ///< nothing is known
} check_rules;

/// True if a rule changes a number that a right program prints for a problem in its first steps;
/// where that takes too long, if it has a gain. COVEY_MEMORY.
covey_status check_rules_acts(const covey_problem *problem, int dialect, int rule, size_t steps,
                              bool *acts);

struct check_report;

/// True if no rule but those of a set has a gain in any case.
bool check_rules_are_all(const struct check_report *report, unsigned rules);

/// Rules that are wrong and can be named, a bit for each; 0 where what all share may be wrong.
unsigned check_rules_wrong(const check_rules *rules);

/// "cohesion", "separation", "alignment".
const char *check_rules_name(int rule);

#endif
