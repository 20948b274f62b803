// SPDX-License-Identifier: MIT
#ifndef COVEY_SCENARIO_NODE_H
#define COVEY_SCENARIO_NODE_H

#include "base/arena.h"

#include <stdbool.h>

/// A part of one line. Line and column count from 1; line 0 is no place in the text.
typedef struct covey_node_span {
    uint32_t line, column, width;
} covey_node_span;

typedef enum covey_node_kind {
    COVEY_NODE_SCALAR,
    COVEY_NODE_LIST,
    COVEY_NODE_MAP,
} covey_node_kind;

/// A value of YAML. Nodes do not change once they are linked: a tree that differs in one place
/// shares the rest.
typedef struct covey_node {
    covey_node_kind kind;
    bool plain; ///< a scalar without quotes
    uint32_t size;
    const char *text; ///< of a scalar, `size` bytes and a zero; it may hold zeros
    covey_node_span at;
    const char *key; ///< in a mapping
    covey_node_span key_at;
    struct covey_node *first; ///< of a list or mapping
    struct covey_node *next;
} covey_node;

/// Returns the value of a key, or NULL.
const covey_node *covey_node_find(const covey_node *map, const char *key);

/// Copies a tree with all its texts; NULL without memory.
covey_node *covey_node_copy(covey_arena *arena, const covey_node *node);

/// Returns the number of children.
size_t covey_node_count(const covey_node *node);

/// Returns a list or mapping like `node` with `child` in place of the item that has the same key
/// or, in a list, the number `index`; a new key is added at the end. NULL without memory.
covey_node *covey_node_with(covey_arena *arena, const covey_node *node, const covey_node *child,
                            size_t index);

/// Returns a list like this one without the child of that number. NULL without memory.
covey_node *covey_node_without(covey_arena *arena, const covey_node *list, size_t index);

#endif
