// SPDX-License-Identifier: MIT
// The deeds of agents: the share that is the longest in the intent of each, for programs that show
// it.
#ifndef COVEY_DOING_H
#define COVEY_DOING_H

#include "covey/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The share that is the longest in the intent of an agent. Of several that are equally long it is
/// the first in this order: flight, chase, avoidance, response, being led, the rules from the first
/// to the last.
typedef enum covey_doing {
    COVEY_DOING_UNKNOWN, ///< not known, as in files of places alone
    COVEY_DOING_NOTHING, ///< nothing acts on it: it goes straight on, or its highest speed is 0
    COVEY_DOING_BORN,    ///< it began lately, after another one was caught; see each program
    COVEY_DOING_RULES,   ///< its model, which has no rules to distinguish
    COVEY_DOING_LED,     ///< wind, a goal, a pointer, a hand, a path: things that are not solid
    COVEY_DOING_RESPOND, ///< a response to agents of a flock that is neither flight nor chase
    COVEY_DOING_AVOID,   ///< a wall or something solid
    COVEY_DOING_CHASE,   ///< prey: by its model or a response
    COVEY_DOING_FLEE,    ///< predators, or something else that it flees from
    COVEY_DOING_RULE,    ///< and all numbers behind: the first rule of its model, the second …
} covey_doing;

/// Words for all but the last of them, as for a legend: "unknown", "nothing acts" and so on; for
/// other numbers NULL. Static.
COVEY_API const char *covey_doing_name(int doing);

#ifdef __cplusplus
}
#endif
#endif
