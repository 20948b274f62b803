// SPDX-License-Identifier: MIT
#ifndef CHECK_REASON_SEARCH_H
#define CHECK_REASON_SEARCH_H

#include "check/reason_items.h"

enum { REASON_CANDIDATES = 48, REASON_KEYS = 96 };

/// A way to do a rule that explains all cases in which this rule acts alone.
typedef struct reason_candidate {
    unsigned char parts[RULE_PARTS];
    int weight;
} reason_candidate;

typedef struct reason_candidates {
    reason_candidate list[REASON_CANDIDATES]; ///< the lightest first
    size_t count;
    size_t lines; ///< that were explained, of agents with neighbors
    int depth;    ///< parts that the lightest have wrong
} reason_candidates;

/// Lines of first frames, in which one agent's force shows.
typedef struct reason_key {
    size_t item, line, agent;
    size_t neighbors;
} reason_key;

typedef struct reason_search {
    covey_arena *arena;
    reason_program right;
    reason_item *items;
    reason_world *worlds; ///< of each item, at the start of a first step
    size_t *order;        ///< of items: those that refute first
    size_t count;
    reason_world *room;
    reason_program frame; ///< the parts outside of the rules, for the search in rules
    reason_key keys[REASON_KEYS];
    reason_seen seen[REASON_KEYS];
    size_t key_count;
    unsigned char sets[3]; ///< that `seen` is for
    bool is_seen;
} reason_search;

/// Starts all worlds for the parts of a program outside of the rules.
void reason_search_frame(reason_search *self, const reason_program *frame);

/// True if no force follows from a line, as where a speed is limited or digits are lost.
bool reason_search_is_curved(const reason_program *frame);

/// False if no force at all explains the first frames with these parts.
bool reason_search_fits_frame(reason_search *self);

/// Collects the lines of first frames that show a rule alone.
void reason_search_keys(reason_search *self, int rule);

/// Finds out which agents a rule sees where its form is right; false if that explains nothing.
bool reason_subsets_find(reason_search *self, int rule, check_reason_set *found);

/// Collects the ways to do a rule that explain all cases in which it acts alone, with up to `depth`
/// parts wrong; it stops at the least depth that has any, or at 1.
void reason_search_rule(reason_search *self, int rule, int depth, reason_candidates *found);

#endif
