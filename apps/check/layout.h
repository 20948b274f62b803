// SPDX-License-Identifier: MIT
#ifndef COVEY_CHECK_LAYOUT_H
#define COVEY_CHECK_LAYOUT_H

#include "check/cases.h"
#include "check/compare.h"

/// Which frames and agents a program prints.
typedef enum covey_layout {
    COVEY_LAYOUT_PLAIN,          ///< all, once
    COVEY_LAYOUT_BEFORE,         ///< a frame before each step: the start, and not the last frame
    COVEY_LAYOUT_START,          ///< the start, then all
    COVEY_LAYOUT_NO_FIRST_FRAME, ///< the first frame is missing
    COVEY_LAYOUT_NO_FIRST_AGENT, ///< the first agent is missing in each frame
    COVEY_LAYOUT_NO_LAST_AGENT,
    COVEY_LAYOUT_TWICE,       ///< each frame twice
    COVEY_LAYOUT_LINE_BEHIND, ///< a line more behind each frame
    COVEY_LAYOUT_LINE_BEFORE,
    COVEY_LAYOUTS,
} covey_layout;

/// The frames of a case in a layout: frame k is of step first_step + k and begins at line
/// begin + k * period of the output, with as many agents from first_agent on.
typedef struct covey_layout_shape {
    size_t begin, period;
    size_t first_step, frames;
    size_t first_agent, agents;
    size_t lines; ///< of the output
    size_t all;   ///< agents of the case
} covey_layout_shape;

covey_layout_shape covey_layout_of(covey_layout layout, const covey_problem *problem);

/// Picks the lines of an output that are of a step and agent, or with `expected` those of what is
/// expected that the output has, too. The lines are those of `answer`, the array belongs to the
/// arena. False where there is no memory.
bool covey_layout_pick(covey_arena *arena, const covey_layout_shape *shape,
                       const covey_answer *answer, bool expected, covey_answer *picked);

/// What one case says of a layout.
typedef struct covey_layout_vote {
    bool fits;     ///< there are as many lines as the layout has, and copies are copies
    size_t agrees; ///< words that are as expected
} covey_layout_vote;

covey_layout_vote covey_layout_ask(covey_layout layout, const covey_case *of,
                                   const covey_answer *numbers);

/// "prints the flock as it starts, and not the last frame": after "your program"; NULL for PLAIN.
const char *covey_layout_words(covey_layout layout);

#endif
