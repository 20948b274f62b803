// SPDX-License-Identifier: MIT
#ifndef CHECK_BESIDE_H
#define CHECK_BESIDE_H

#include "check/check.h"
#include "formats/text.h"

/// An agent near the first wrong one, in the state that the wrong step finds.
typedef struct check_neighbor {
    size_t agent; ///< from 0
    double distance;
    unsigned rules; ///< that see it: bit 0 cohesion, bit 1 separation, bit 2 alignment
} check_neighbor;

/// Keeps the nearest agents within the longest radius, at most `most` of them, the nearest first;
/// returns how many there are. 0 where the state is not known.
size_t check_beside_neighbors(const check_report *report, check_neighbor *nearest, size_t most);

/// The only rule that can be blamed for the force that the output stands for: it acts alone, or
/// nothing else is wrong (0: cohesion, 1: separation, 2: alignment); -1 where no rule is alone.
int check_beside_rule(const check_report *report);

/// The force of that rule in the program: what its velocity stands for less the right forces of the
/// other rules.
void check_beside_force(const check_report *report, int rule, double force[2]);

/// Puts two lines: where the agent is before the step, and its neighbors with their distances.
void check_beside_put(covey_text *text, const check_report *report);

#endif
