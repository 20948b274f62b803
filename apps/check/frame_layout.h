// SPDX-License-Identifier: MIT
#ifndef CHECK_FRAME_LAYOUT_H
#define CHECK_FRAME_LAYOUT_H

#include "check/cases.h"
#include "check/compare.h"

/// Which frames and agents a program prints.
typedef enum check_frame_layout {
    CHECK_FRAMES_PLAIN,          ///< all, once
    CHECK_FRAMES_BEFORE,         ///< a frame before each step: the start, and not the last frame
    CHECK_FRAMES_START,          ///< the start, then all
    CHECK_FRAMES_NO_FIRST_FRAME, ///< the first frame is missing
    CHECK_FRAMES_NO_FIRST_AGENT, ///< the first agent is missing in each frame
    CHECK_FRAMES_NO_LAST_AGENT,
    CHECK_FRAMES_TWICE,       ///< each frame twice
    CHECK_FRAMES_LINE_BEHIND, ///< a line more behind each frame
    CHECK_FRAMES_LINE_BEFORE,
    CHECK_FRAME_LAYOUTS,
} check_frame_layout;

/// The frames of a case in a layout: frame k is of step first_step + k and begins at line
/// begin + k * period of the output, with as many agents from first_agent on.
typedef struct check_frame_shape {
    size_t begin, period;
    size_t first_step, frames;
    size_t first_agent, agents;
    size_t lines; ///< of the output
    size_t all;   ///< agents of the case
} check_frame_shape;

check_frame_shape check_frame_layout_of(check_frame_layout layout, const covey_problem *problem);

/// Picks the lines of an output that are of a step and agent, or with `expected` the expected lines
/// that the output has, too. The lines are the lines of `answer`, the array belongs to the arena.
/// False where there is no memory.
bool check_frame_layout_pick(covey_arena *arena, const check_frame_shape *shape,
                             const check_lines *answer, bool expected, check_lines *picked);

/// The vote of one case for a layout.
typedef struct check_frame_vote {
    bool fits;     ///< there are as many lines as the layout has, and copies are copies
    size_t agrees; ///< words that are as expected
} check_frame_vote;

check_frame_vote check_frame_layout_ask(check_frame_layout layout, const check_case *of,
                                        const check_lines *numbers);

/// "prints the flock as it starts, and not the last frame": after "your program"; NULL for PLAIN.
const char *check_frame_layout_words(check_frame_layout layout);

#endif
