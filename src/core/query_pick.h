// SPDX-License-Identifier: MIT
// Picks the first few of many things, which come in any order: by a number, then by two more.
#ifndef COVEY_CORE_QUERY_PICK_H
#define COVEY_CORE_QUERY_PICK_H

#include "covey/query.h"

/// The order of things.
typedef struct covey_query_key {
    double first;
    int second;
    covey_id third;
} covey_query_key;

static inline bool covey_query_before(covey_query_key a, covey_query_key b)
{
    if (a.first != b.first)
        return a.first < b.first;
    return a.second != b.second ? a.second < b.second : a.third < b.third;
}

static inline covey_query_key covey_query_agent_key(const covey_neighbor *agent)
{
    covey_query_key key = {agent->distance, agent->flock, agent->id};
    return key;
}

/// The first `room` agents beyond `last`. While there is room left they stand as they came, then as
/// a heap, the last on top.
typedef struct covey_query_pick {
    covey_neighbor *agent;
    size_t count, room;
    bool goes_on; ///< `last` was visited before
    covey_query_key last;
} covey_query_pick;

/// Makes room for an agent that comes before the last one, if it does.
void covey_query_pick_sift(covey_query_pick *pick, const covey_neighbor *agent);

/// The same, at once while there is room for more.
static inline void covey_query_pick_add(covey_query_pick *pick, const covey_neighbor *agent)
{
    if (!pick->goes_on && pick->count + 1 < pick->room)
        pick->agent[pick->count++] = *agent;
    else
        covey_query_pick_sift(pick, agent);
}

/// Brings the picked agents into their order.
void covey_query_pick_sort(covey_query_pick *pick);

#endif
