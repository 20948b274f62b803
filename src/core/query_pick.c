// SPDX-License-Identifier: MIT
#include "core/query_pick.h"

enum { FEW = 32 }; // that are sorted without a heap

/// True if a comes before b.
static bool before(const covey_neighbor *a, const covey_neighbor *b)
{
    return covey_query_before(covey_query_agent_key(a), covey_query_agent_key(b));
}

/// Puts an agent into the heap of `count` of them whose top, at index `hole`, is free.
static void sink(covey_neighbor *heap, size_t count, size_t hole, covey_neighbor agent)
{
    for (size_t child = 2 * hole + 1; child < count; child = 2 * hole + 1) {
        if (child + 1 < count && before(&heap[child], &heap[child + 1]))
            child++;
        if (!before(&agent, &heap[child]))
            break;
        heap[hole] = heap[child];
        hole = child;
    }
    heap[hole] = agent;
}

static void make_heap(covey_neighbor *agent, size_t count)
{
    for (size_t k = count / 2; k-- > 0;)
        sink(agent, count, k, agent[k]);
}

void covey_query_pick_sift(covey_query_pick *pick, const covey_neighbor *agent)
{
    if (pick->goes_on && !covey_query_before(pick->last, covey_query_agent_key(agent)))
        return;
    if (pick->count < pick->room) {
        pick->agent[pick->count++] = *agent;
        if (pick->count == pick->room)
            make_heap(pick->agent, pick->count);
    } else if (before(agent, pick->agent))
        sink(pick->agent, pick->count, 0, *agent);
}

static void insert_all(covey_neighbor *agent, size_t count)
{
    for (size_t k = 1; k < count; k++) {
        covey_neighbor one = agent[k];
        size_t place = k;
        for (; place > 0 && before(&one, &agent[place - 1]); place--)
            agent[place] = agent[place - 1];
        agent[place] = one;
    }
}

enum { SOME = 8 }; // numbers that are compared with each other number together

/// Counts for some numbers how many of all are less.
COVEY_BODY void count_less_body(const double *COVEY_RESTRICT number, size_t count,
                                const double *COVEY_RESTRICT some, double *COVEY_RESTRICT less)
{
    double own[SOME], sum[SOME] = {0};
    for (int k = 0; k < SOME; k++)
        own[k] = some[k];
    for (size_t j = 0; j < count; j++) {
        const double other = number[j];
        for (int k = 0; k < SOME; k++)
            sum[k] += other < own[k] ? 1.0 : 0.0;
    }
    for (int k = 0; k < SOME; k++)
        less[k] = sum[k];
}
COVEY_WIDER(static void, count_less,
            (const double *number, size_t count, const double *some, double *less),
            (number, count, some, less))

/// Brings agents to the places that their distances have, without a branch that depends on them.
/// Returns false, and changes nothing, if some are equal.
static bool place_all(covey_neighbor *agent, size_t count)
{
    double distance[FEW] = {0}, less[FEW], sum = 0.0;
    covey_neighbor copy[FEW];
    for (size_t k = 0; k < count; k++) {
        copy[k] = agent[k];
        distance[k] = agent[k].distance;
    }
    for (size_t k = 0; k < count; k += SOME)
        count_less(distance, count, distance + k, less + k);
    for (size_t k = 0; k < count; k++)
        sum += less[k];
    if (sum != 0.5 * (double)count * (double)(count - 1)) // equal ones count each other not
        return false;
    for (size_t k = 0; k < count; k++)
        agent[(size_t)less[k]] = copy[k];
    return true;
}

void covey_query_pick_sort(covey_query_pick *pick)
{
    covey_neighbor *agent = pick->agent;
    if (pick->count <= FEW) {
        if (pick->count > 1 && !place_all(agent, pick->count))
            insert_all(agent, pick->count);
        return;
    }
    make_heap(agent, pick->count);
    for (size_t left = pick->count - 1; left > 0; left--) {
        covey_neighbor last = agent[left];
        agent[left] = agent[0];
        sink(agent, left, 0, last);
    }
}
