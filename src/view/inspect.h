// SPDX-License-Identifier: MIT
// The selected agent in numbers, as lines of a panel, at the step that is shown.
#ifndef COVEY_VIEW_INSPECT_H
#define COVEY_VIEW_INSPECT_H

#include "view/viewer.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { INSPECT_LINES = 12 + FRAME_RULES, INSPECT_VALUE = 96 };

typedef struct inspect_line {
    const char *name; ///< one word: "place", "neighbors", or the name of a rule
    char value[INSPECT_VALUE];
    const char *text; ///< its meaning
    int rule;         ///< number of the rule, whose arrow has covey_palette_kind() of it; -1: none
} inspect_line;

/// Sets the lines of the selected agent, and returns how many there are: 0 where none is selected.
/// Takes the time of a look at all agents.
int inspect_lines(const viewer *of, inspect_line lines[INSPECT_LINES]);

/// The unit of a rule's force in the model of a flock: "L/T²", "L/T" or "".
const char *inspect_push_unit(const frame_flock *flock);

#ifdef __cplusplus
}
#endif
#endif
