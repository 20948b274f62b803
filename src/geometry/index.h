// SPDX-License-Identifier: MIT
// The indices of the agents of a flock by their ids.
#ifndef COVEY_GEOMETRY_INDEX_H
#define COVEY_GEOMETRY_INDEX_H

#include "base/memory.h"

#include <stdbool.h>

/// The first number that is no id of a world: an id is never COVEY_NO_AGENT.
#define COVEY_INDEX_IDS ((uint64_t)COVEY_MAX_ID)

/// The index of no agent.
#define COVEY_INDEX_NONE UINT32_MAX

/// Each id of a flock has a seat, which holds the index of its agent. There are half as many seats
/// again as agents that the flock has room for. While all ids given so far fit, the seat of an id
/// is the id itself. Later ids are hashed to seats, with linear probing, so that the memory does
/// not grow with the ids.
typedef struct covey_index {
    uint64_t next;   ///< the id that the next agent gets; COVEY_INDEX_IDS: there is none left
    covey_id *id;    ///< of each seat that is taken, where ids are hashed
    uint32_t *place; ///< index of the agent of each seat; COVEY_INDEX_NONE: the seat is free
    size_t seats;
    bool hashed;
} covey_index;

/// An index without agents for at most `room` of them. COVEY_MEMORY.
covey_status covey_index_create(covey_memory *memory, size_t room, covey_index *index);
void covey_index_destroy(covey_memory *memory, covey_index *index);

/// Makes the index anew: agent i has the id id[i], all of them different and below index->next.
void covey_index_fill(covey_index *index, const covey_id *id, size_t count);

/// Index of the agent with an id, or COVEY_INDEX_NONE.
uint32_t covey_index_find(const covey_index *index, covey_id id);

/// Adds an agent with an id that was not given yet; `id` are those of all agents, this one at
/// index i the last of them.
void covey_index_add(covey_index *index, const covey_id *id, size_t i);

/// Takes the id of an agent out.
void covey_index_remove(covey_index *index, covey_id id);

/// Notes that the agents with the ids id[begin … end - 1] stand at these indices now. Several
/// threads may do so at a time, each for other agents.
void covey_index_note(covey_index *index, const covey_id *id, size_t begin, size_t end);

#endif
