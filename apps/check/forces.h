// SPDX-License-Identifier: MIT
#ifndef CHECK_FORCES_H
#define CHECK_FORCES_H

#include "check/cases.h"
#include "check/compare.h"

/// The forces on an agent, and its move, in a step.
typedef enum check_force {
    CHECK_FORCE_COHESION,
    CHECK_FORCE_SEPARATION,
    CHECK_FORCE_ALIGNMENT,
    CHECK_FORCE_SUM,      ///< the sum of the three
    CHECK_FORCE_POSITION, ///< p' from v'
    CHECK_FORCE_NONE,
} check_force;

/// The right forces on one agent in one step, and the force that the output stands for.
typedef struct check_forces {
    double force[CHECK_FORCE_SUM + 1][2]; ///< K_c F_c, K_s F_s, K_a F_a, F
    char neighbors[3][64];                ///< agents that each rule sees, cut short with "..."
    double used[2];                       ///< the force that the velocity in the output stands for
    double doubt;                         ///< how far `used` can be off, by rounding
    bool is_used_known;                   ///< false where dt = 0, or the output is no number
    check_force wrong;                    ///< the one that does not fit, as far as can be known
    const covey_mistakes_agent *before;   ///< all agents as that step finds them; NULL: unknown
    const covey_mistakes_agent *after;    ///< and as a right program leaves them
    double printed[4];                    ///< x y vx vy of the agent in the output
    bool is_printed_known;                ///< false where the output is no number
} check_forces;

/// Looks up the agent and step of a difference in the trace. COVEY_MEMORY, and the statuses of
/// check_cases_run().
covey_status check_forces_find(check_cases *cases, const check_case *at,
                               const check_difference *difference, const check_lines *got,
                               check_forces *terms);

#endif
