// SPDX-License-Identifier: MIT
#ifndef COVEY_CHECK_TERMS_H
#define COVEY_CHECK_TERMS_H

#include "check/cases.h"
#include "check/compare.h"

/// The parts of what an agent does in a step.
typedef enum covey_term {
    COVEY_TERM_COHESION,
    COVEY_TERM_SEPARATION,
    COVEY_TERM_ALIGNMENT,
    COVEY_TERM_FORCE,    ///< the sum of the three
    COVEY_TERM_POSITION, ///< p' from v'
    COVEY_TERM_NONE,
} covey_term;

/// What is right for one agent in one step, and what the output tells of the force that was used.
typedef struct covey_terms {
    double force[COVEY_TERM_FORCE + 1][2]; ///< K_c F_c, K_s F_s, K_a F_a, F
    char neighbors[3][64];                 ///< whom each rule sees, cut short with "..."
    double used[2];                        ///< the force that the velocity in the output stands for
    double doubt;                          ///< how far `used` can be off, by rounding
    bool is_used_known;                    ///< false where dt = 0, or the output is no number
    covey_term wrong;                      ///< the one that does not fit, as far as can be told
} covey_terms;

/// Looks up what the trace says about the agent and step of a difference in a number.
/// COVEY_MEMORY, and what covey_cases_run() returns.
covey_status covey_terms_find(covey_cases *cases, const covey_case *at,
                              const covey_difference *difference, const covey_answer *got,
                              covey_terms *terms);

#endif
