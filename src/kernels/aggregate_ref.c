// SPDX-License-Identifier: MIT
// Sums of the mode `dense: aggregate` in the plainest way: looks at everybody, one after the other.
#include "kernels/pair.h"
#include "kernels/tally.h"

static void add_agent(const covey_sense *sense, covey_vec pos, size_t j, covey_tally *tally)
{
    covey_aggregate_row row = covey_aggregate_of(sense->sums, sense->to, j);
    covey_vec other = covey_state_pos(sense->to, j);
    tally->count++;
    covey_aggregate_add(&tally->sum, &row);
    if (sense->space->kind == COVEY_SPACE_TORUS) {
        tally->turns[0] += covey_tally_turn(pos.x, other.x, sense->space->size[0]);
        tally->turns[1] += covey_tally_turn(pos.y, other.y, sense->space->size[1]);
    }
}

static void sense_zone(const covey_sense *sense, size_t i, const covey_zone *zone,
                       covey_percept *sum)
{
    covey_tally tally = {0};
    covey_vec pos = covey_state_pos(sense->from, i);
    for (size_t j = 0; j < sense->to->count; j++) {
        bool self = sense->from == sense->to && j == i;
        covey_pair seen = covey_pair_of(sense->space, pos, covey_state_pos(sense->to, j));
        if (covey_zone_holds(zone, seen.distance) && !(self && covey_zone_passes_self(zone)))
            add_agent(sense, pos, j, &tally);
    }
    covey_tally_end(sense, i, zone, &tally, sum);
}

uint64_t covey_kernels_aggregate_ref(const covey_sense *sense, size_t begin, size_t end,
                                     covey_percepts *percepts)
{
    for (size_t i = begin; i < end; i++) {
        covey_percept sums[COVEY_MAX_ZONES] = {{0}};
        covey_sense_begin(sense, i, percepts, sums);
        for (int k = 0; k < sense->which_count; k++)
            sense_zone(sense, i, &sense->zones[sense->which[k]], &sums[sense->which[k]]);
        covey_sense_end(sense, i, sums, percepts);
    }
    return (end - begin) * sense->to->count * (uint64_t)sense->which_count;
}
