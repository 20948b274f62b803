// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_QUERY_TREE_H
#define COVEY_CORE_QUERY_TREE_H

#include "geometry/state.h"

enum {
    COVEY_QUERY_WIDTH = 8,   ///< agents of a leaf, and nodes below a node
    COVEY_QUERY_TAIL = 512,  ///< agents that may have joined since the tree was filled
    COVEY_QUERY_LEVELS = 11, ///< 8^11 agents are more than a flock can have
    COVEY_QUERY_STACK = COVEY_QUERY_LEVELS * COVEY_QUERY_WIDTH,
};

/// Agents that stand in one order in several arrays; z is NULL in the plane.
typedef struct covey_query_agents {
    size_t count;
    const double *pos[COVEY_AXES];
    const covey_id *id;
    const covey_state *living; ///< only agents that are there now count; NULL: all do
} covey_query_agents;

/// True if agent i of them counts.
static inline bool covey_query_agents_have(const covey_query_agents *agents, size_t i)
{
    return agents->living == NULL ||
           covey_state_find(agents->living, agents->id[i]) < agents->living->count;
}

/// A tree of boxes around the agents of a flock as they were when it was filled. Agents stand along
/// a curve that keeps agents together that are near each other, eight a leaf, and eight nodes
/// have one node above them. The boxes are exact; how good the curve is decides only the cost.
typedef struct covey_query_tree {
    size_t room; ///< for so many agents
    bool deep;
    uint64_t changes; ///< of the world when it was filled
    size_t count;
    size_t removed; ///< agents, of the tree or of its tail, that are there no more
    size_t tail;    ///< agents that joined or were put elsewhere; they stand behind the room
    double *pos[COVEY_AXES]; ///< NaN for one that was put elsewhere, which no question finds
    covey_id *id;
    uint64_t *key, *spare;                      ///< scratch
    double *low[COVEY_AXES], *high[COVEY_AXES]; ///< of the nodes, level by level from the leaves on
    int levels;
    size_t first[COVEY_QUERY_LEVELS + 1]; ///< node of each level, and the end
} covey_query_tree;

/// Memory for `room` agents; frees it. COVEY_MEMORY.
covey_status covey_query_tree_create(covey_memory *memory, size_t room, bool deep,
                                     covey_query_tree *tree);
void covey_query_tree_destroy(covey_memory *memory, covey_query_tree *tree);

/// Fills the tree with the agents of a state, at most as many as there is room for.
void covey_query_tree_fill(covey_query_tree *tree, const covey_state *state);

/// Notes an agent that has joined, or one that was removed. False where the tree is to be filled
/// anew.
bool covey_query_tree_add(covey_query_tree *tree, covey_id id, covey_vec pos);
bool covey_query_tree_remove(covey_query_tree *tree);

/// Notes that an agent is at another place. False where the tree is to be filled anew.
bool covey_query_tree_move(covey_query_tree *tree, covey_id id, covey_vec from, covey_vec to);

/// The agents of the tree, of which `state` is now, in the order of the leaves.
covey_query_agents covey_query_tree_agents(const covey_query_tree *tree, const covey_state *state);

/// Nodes, or agents below a leaf, from `begin` on.
typedef struct covey_query_range {
    size_t begin, end;
} covey_query_range;

/// Where agents that have joined stand among those of the tree.
static inline covey_query_range covey_query_tree_tail(const covey_query_tree *tree)
{
    covey_query_range tail = {tree->room, tree->room + tree->tail};
    return tail;
}

/// The nodes right below a node of a level; at level 0 they are agents.
static inline covey_query_range covey_query_tree_below(const covey_query_tree *tree, int level,
                                                       size_t node)
{
    size_t begin = (node - tree->first[level]) * COVEY_QUERY_WIDTH;
    size_t all = level > 0 ? tree->first[level] - tree->first[level - 1] : tree->count;
    size_t end = begin + COVEY_QUERY_WIDTH < all ? begin + COVEY_QUERY_WIDTH : all;
    size_t shift = level > 0 ? tree->first[level - 1] : 0;
    covey_query_range below = {begin + shift, end + shift};
    return below;
}

#endif
