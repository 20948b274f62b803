// SPDX-License-Identifier: MIT
// Zones that sense only the nearest: by the grid where it sees far enough, else by a search in the
// k-d tree of those sensed.
#include "kernels/near.h"
#include "kernels/pair.h"

/// How much further than the last of its nearest an agent looks for those of the next one.
#define WIDER 1.4

/// An agent that looks through a zone.
typedef struct viewer {
    const covey_sense *sense;
    const covey_zone *zone;
    covey_vec pos;
    covey_vec heading;
} viewer;

static covey_pair pair_with(const viewer *self, size_t j)
{
    return covey_pair_of(self->sense->space, self->pos, covey_state_pos(self->sense->to, j));
}

static bool senses(const void *context, const covey_kdtree_hit *hit)
{
    const viewer *self = context;
    if (!covey_zone_holds(self->zone, hit->distance))
        return false;
    if (self->zone->blind_cos <= -1.0)
        return true;
    covey_pair seen = pair_with(self, hit->index);
    return covey_pair_is_visible(self->zone, &seen, self->heading);
}

/// `guess` is how far off the last of the nearest was for agents before, and takes this one in; 0:
/// there is no telling. Returns the number of candidates.
static uint64_t sense_zone(const viewer *self, size_t i, double *guess, covey_percept *sum)
{
    const covey_sense *sense = self->sense;
    const covey_zone *zone = self->zone;
    bool own = sense->from == sense->to;
    covey_kdtree_query query = {
        .p = self->pos,
        .skip = own ? (uint32_t)i : COVEY_KDTREE_NOBODY,
        .limit = (size_t)zone->nearest,
        .radius = zone->radius,
        .accepts = zone->strict || zone->inner > 0.0 || zone->blind_cos > -1.0 ? senses : NULL,
        .context = self,
    };
    covey_kdtree_hit hits[COVEY_MAX_NEAREST];
    uint64_t candidates = 0;
    int found = covey_kernels_near(sense, &query, WIDER * *guess, hits, &candidates);
    if (found < 0)
        found = (int)covey_kdtree_find(covey_tree_get(sense->tree), &query, hits, &candidates);
    double last = found == zone->nearest ? hits[found - 1].distance : 0.0;
    *guess = *guess > 0.0 && last > 0.0 ? 0.75 * *guess + 0.25 * last : last;
    for (int k = 0; k < found; k++) {
        covey_vec there = covey_state_pos(sense->to, hits[k].index);
        covey_pair seen = {.offset = covey_space_between(sense->space, self->pos, there)};
        seen.square = covey_vec_dot(seen.offset, seen.offset);
        seen.distance = hits[k].distance; // that of covey_pair_of()
        covey_pair_add(sense, zone, &seen, hits[k].index, sum);
    }
    if (zone->self && own && covey_zone_holds(zone, 0.0)) {
        covey_pair here = {.distance = 0.0};
        covey_pair_add(sense, zone, &here, i, sum);
    }
    return candidates;
}

uint64_t covey_kernels_perceive_tree(const covey_sense *sense, size_t begin, size_t end,
                                     covey_percepts *percepts)
{
    if (sense->tree->nodes.points == NULL)
        return covey_kernels_perceive_nearest(sense, begin, end, percepts);
    uint64_t candidates = 0;
    double guess[COVEY_MAX_ZONES] = {0};
    for (size_t i = begin; i < end; i++) {
        covey_percept sums[COVEY_MAX_ZONES];
        covey_sense_begin(sense, i, percepts, sums);
        viewer self = {.sense = sense,
                       .pos = covey_state_pos(sense->from, i),
                       .heading = covey_vec_unit(covey_state_vel(sense->from, i))};
        for (int k = 0; k < sense->which_count; k++) {
            self.zone = &sense->zones[sense->which[k]];
            candidates += sense_zone(&self, i, &guess[k], &sums[sense->which[k]]);
        }
        covey_sense_end(sense, i, sums, percepts);
    }
    return candidates;
}
