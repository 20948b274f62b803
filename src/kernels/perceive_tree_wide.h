// SPDX-License-Identifier: MIT
// Zones that sense only the nearest: by the grid where it sees far enough, else by a search in the
// k-d tree of those sensed. For files that say how many candidates are looked at at a time.
#ifndef COVEY_KERNELS_PERCEIVE_TREE_WIDE_H
#define COVEY_KERNELS_PERCEIVE_TREE_WIDE_H

#include "kernels/near_wide.h"
#include "kernels/pair.h"

/// How much further than the last of its nearest an agent looks for those of the next one.
#define WIDER 1.25

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

/// Adds up the agents that were found, the nearest first.
static void add_any(const viewer *self, const covey_kdtree_hit *hits, int found, covey_percept *sum)
{
    for (int k = 0; k < found; k++) {
        covey_pair seen = pair_with(self, hits[k].index);
        covey_pair_add(self->sense, self->zone, &seen, hits[k].index, sum);
    }
}

/// True if add_plain() adds up the same: no square needs care, offsets are taken as they are, as
/// unit vectors or not at all, and so is what is carried.
static bool is_plain(const covey_sense *sense, const covey_zone *zone)
{
    bool weighs = zone->weight != COVEY_WEIGHT_NOTHING && zone->weight != COVEY_WEIGHT_ONE &&
                  zone->weight != COVEY_WEIGHT_UNIT;
    bool heads = zone->carry == COVEY_CARRY_HEADING && sense->to_heading[0] == NULL;
    return sense->tame && !weighs && !heads && zone->decay == 0.0 && zone->falloff == NULL;
}

/// What the zone's agents carry along an axis, or NULL for nothing.
static const double *carried_along(const covey_sense *sense, const covey_zone *zone, int axis)
{
    switch (zone->carry) {
    case COVEY_CARRY_NOTHING:
        return NULL;
    case COVEY_CARRY_VELOCITY:
        return sense->to->vel[axis];
    case COVEY_CARRY_HEADING:
        return sense->to_heading[axis];
    case COVEY_CARRY_POSITION:
        return sense->to->pos[axis];
    }
    return NULL;
}

/// add_any() without asking again and again. Distances of hits are those of covey_pair_of().
static void add_plain(const viewer *self, const covey_kdtree_hit *hits, int found,
                      covey_percept *sum)
{
    const covey_sense *sense = self->sense;
    const double *x = carried_along(sense, self->zone, 0), *y = carried_along(sense, self->zone, 1);
    bool unit = self->zone->weight == COVEY_WEIGHT_UNIT;
    bool weighs = self->zone->weight != COVEY_WEIGHT_NOTHING;
    covey_percept total = *sum;
    total.count += found;
    total.mass += found;
    for (int k = 0; k < found; k++) {
        size_t j = hits[k].index;
        covey_vec offset =
            covey_space_between(sense->space, self->pos, covey_state_pos(sense->to, j));
        double factor = unit && hits[k].distance > 0.0 ? 1.0 / hits[k].distance : 1.0;
        if (weighs)
            total.offset = covey_vec_add(total.offset, covey_vec_scale(offset, factor));
        if (x != NULL)
            total.carried = covey_vec_add(total.carried, (covey_vec){x[j], y[j]});
    }
    *sum = total;
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
    int found = find_near(sense, &query, WIDER * *guess, hits, &candidates);
    if (found < 0)
        found = (int)covey_kdtree_find(covey_tree_get(sense->tree), &query, hits, &candidates);
    double last = found == zone->nearest ? hits[found - 1].distance : 0.0;
    *guess = *guess > 0.0 && last > 0.0 ? 0.75 * *guess + 0.25 * last : last;
    if (is_plain(sense, zone))
        add_plain(self, hits, found, sum);
    else
        add_any(self, hits, found, sum);
    if (zone->self && own && covey_zone_holds(zone, 0.0)) {
        covey_pair here = {.distance = 0.0};
        covey_pair_add(sense, zone, &here, i, sum);
    }
    return candidates;
}

static inline uint64_t perceive_tree(const covey_sense *sense, size_t begin, size_t end,
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

#endif
