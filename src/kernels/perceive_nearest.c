// SPDX-License-Identifier: MIT
// Zones that sense only the nearest: looks at everybody, keeps the nearest and adds them up from
// the nearest to the furthest, so the sums depend on nobody else and on no order of memory.
#include "kernels/pair.h"

/// The nearest so far, ascending by (distance, id).
typedef struct nearest {
    int count;
    struct {
        covey_pair seen;
        size_t index;
        uint32_t id;
    } agent[COVEY_MAX_NEAREST];
} nearest;

static bool is_before(double d, uint32_t id, double other_d, uint32_t other_id)
{
    return d < other_d || (d == other_d && id < other_id);
}

static void offer(nearest *all, int most, const covey_pair *seen, size_t index, uint32_t id)
{
    int k = all->count;
    if (k == most &&
        !is_before(seen->distance, id, all->agent[k - 1].seen.distance, all->agent[k - 1].id))
        return;
    if (k < most)
        all->count++;
    else
        k--;
    for (; k > 0 &&
           is_before(seen->distance, id, all->agent[k - 1].seen.distance, all->agent[k - 1].id);
         k--)
        all->agent[k] = all->agent[k - 1];
    all->agent[k].seen = *seen;
    all->agent[k].index = index;
    all->agent[k].id = id;
}

static void sense_zone(const covey_sense *sense, size_t i, const covey_zone *zone,
                       covey_percept *sum)
{
    covey_vec pos = covey_state_pos(sense->from, i);
    covey_vec heading = covey_vec_unit(covey_state_vel(sense->from, i));
    nearest all = {0};
    for (size_t j = 0; j < sense->to->count; j++) {
        if (sense->from == sense->to && j == i)
            continue;
        covey_pair seen = covey_pair_of(sense->space, pos, covey_state_pos(sense->to, j));
        if (covey_zone_holds(zone, seen.distance) && covey_pair_is_visible(zone, &seen, heading))
            offer(&all, zone->nearest, &seen, j, sense->to->id[j]);
    }
    for (int k = 0; k < all.count; k++)
        covey_pair_add(sense, zone, &all.agent[k].seen, all.agent[k].index, sum);
    if (zone->self && sense->from == sense->to && covey_zone_holds(zone, 0.0)) {
        covey_pair own = {.distance = 0.0};
        covey_pair_add(sense, zone, &own, i, sum);
    }
}

uint64_t covey_kernels_perceive_nearest(const covey_sense *given, size_t begin, size_t end,
                                        covey_percepts *percepts)
{
    covey_sense plain = *given; // which finds everything itself
    plain.to_heading[0] = NULL;
    const covey_sense *sense = &plain;
    for (size_t i = begin; i < end; i++) {
        covey_percept sums[COVEY_MAX_ZONES];
        covey_sense_begin(sense, i, percepts, sums);
        for (int k = 0; k < sense->which_count; k++)
            sense_zone(sense, i, &sense->zones[sense->which[k]], &sums[sense->which[k]]);
        covey_sense_end(sense, i, sums, percepts);
    }
    return (end - begin) * sense->to->count;
}
