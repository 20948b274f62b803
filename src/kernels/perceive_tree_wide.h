// SPDX-License-Identifier: MIT
// Zones that sense only the nearest: by the grid where it sees far enough, else by a search in the
// k-d tree of those sensed. For files that say how many candidates are looked at at a time.
#ifndef COVEY_KERNELS_PERCEIVE_TREE_WIDE_H
#define COVEY_KERNELS_PERCEIVE_TREE_WIDE_H

#include "kernels/near_wide.h"
#include "kernels/pair.h"

/// How much further than the last of its nearest an agent looks for those of the next one.
#define WIDER 1.25

/// An agent that looks through a zone, and what it knows of that.
typedef struct viewer {
    const covey_sense *sense;
    const covey_zone *zone;
    const double *carried[COVEY_AXES]; ///< what the zone's agents carry, NULL for nothing
    bool plain;                        ///< see is_plain()
    bool own;                          ///< looks at its own flock
    size_t index;
    covey_vec pos;
    covey_vec heading; ///< where the zone has a blind angle
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

/// What up to as many hits as there are lanes add to the offset, where that is plain.
COVEY_INLINE void weigh_some(const viewer *self, const covey_kdtree_hit *hits, int count, wide *x,
                             wide *y)
{
    const covey_sense *sense = self->sense;
    wide distance = {0}, their_x = {0}, their_y = {0};
    UNROLL for (int lane = 0; lane < LANES; lane++)
    {
        const covey_kdtree_hit *hit = &hits[lane < count ? lane : 0];
        distance[lane] = hit->distance;
        their_x[lane] = sense->to->pos[0][hit->index];
        their_y[lane] = sense->to->pos[1][hit->index];
    }
    *x = their_x - self->pos.x;
    *y = their_y - self->pos.y;
    if (sense->space->kind == COVEY_SPACE_TORUS) {
        *x = around(spread(self->pos.x), their_x, sense->space->size[0]);
        *y = around(spread(self->pos.y), their_y, sense->space->size[1]);
    }
    if (self->zone->weight == COVEY_WEIGHT_UNIT) {
        wide factor = choose(1.0 / distance, distance > 0.0);
        *x *= factor;
        *y *= factor;
    }
}

/// add_any() without asking again and again. Distances of hits are those of covey_pair_of().
static void add_plain(const viewer *self, const covey_kdtree_hit *hits, int found,
                      covey_percept *sum)
{
    const double *x = self->carried[0], *y = self->carried[1];
    covey_percept total = *sum;
    total.count += found;
    total.weight_sum += found;
    for (int k = 0; k < found && self->zone->weight != COVEY_WEIGHT_NOTHING; k += LANES) {
        wide offset_x, offset_y;
        int count = found - k < LANES ? found - k : LANES;
        weigh_some(self, hits + k, count, &offset_x, &offset_y);
        for (int lane = 0; lane < count; lane++) {
            total.offset.x += offset_x[lane];
            total.offset.y += offset_y[lane];
        }
    }
    for (int k = 0; k < found && x != NULL; k++) {
        total.carried.x += x[hits[k].index];
        total.carried.y += y[hits[k].index];
    }
    *sum = total;
}

/// `guess` is how far off the last of the nearest was for agents before, and takes this one in; 0:
/// there is no telling. Returns the number of candidates.
static uint64_t sense_some(const viewer *self, search *near, double *guess, covey_percept *sum)
{
    const covey_zone *zone = self->zone;
    bool asks = zone->strict || zone->inner > 0.0 || zone->blind_cos > -1.0;
    covey_kdtree_query query = {
        .p = self->pos,
        .skip = self->own ? (uint32_t)self->index : COVEY_KDTREE_NOBODY,
        .limit = (size_t)zone->nearest,
        .radius = zone->radius,
        .accepts = asks ? senses : NULL,
        .context = self,
    };
    covey_kdtree_hit hits[COVEY_MAX_NEAREST];
    uint64_t candidates = 0;
    int found = find_near(near, &query, WIDER * *guess, hits, &candidates);
    if (found < 0)
        found =
            (int)covey_kdtree_find(covey_tree_get(self->sense->tree), &query, hits, &candidates);
    double last = found == zone->nearest ? hits[found - 1].distance : 0.0;
    *guess = *guess > 0.0 && last > 0.0 ? 0.75 * *guess + 0.25 * last : last;
    if (self->plain)
        add_plain(self, hits, found, sum);
    else
        add_any(self, hits, found, sum);
    return candidates;
}

/// The viewer that all agents are in turn.
static viewer viewer_of(const covey_sense *sense, int z)
{
    const covey_zone *zone = &sense->zones[z];
    return (viewer){
        .sense = sense,
        .zone = zone,
        .carried = {carried_along(sense, zone, 0), carried_along(sense, zone, 1)},
        .plain = is_plain(sense, zone),
        .own = sense->from == sense->to,
    };
}

/// Senses with zone z. Returns the number of candidates.
static uint64_t sense_zone(const covey_sense *sense, int z, size_t begin, size_t end,
                           covey_percepts *percepts)
{
    viewer self = viewer_of(sense, z);
    search near;
    begin_search(sense, &near);
    bool holds_self = self.own && self.zone->self && covey_zone_holds(self.zone, 0.0);
    double guess = 0.0;
    uint64_t candidates = 0;
    for (self.index = begin; self.index < end; self.index++) {
        size_t i = self.index, k = i - sense->origin;
        covey_percept sum = {0};
        if (sense->begun)
            sum = covey_percepts_at(percepts, k);
        self.pos = covey_state_pos(sense->from, i);
        if (self.zone->blind_cos > -1.0)
            self.heading = covey_vec_unit(covey_state_vel(sense->from, i));
        candidates += sense_some(&self, &near, &guess, &sum);
        if (holds_self) {
            covey_pair here = {.distance = 0.0};
            covey_pair_add(sense, self.zone, &here, i, &sum);
        }
        covey_percepts_put(percepts, k, sum);
    }
    return candidates;
}

static inline uint64_t perceive_tree(const covey_sense *sense, size_t begin, size_t end,
                                     covey_percepts *percepts)
{
    if (sense->tree->nodes.points == NULL)
        return covey_kernels_perceive_nearest(sense, begin, end, percepts);
    uint64_t candidates = 0;
    for (int k = 0; k < sense->which_count; k++) {
        int z = sense->which[k];
        candidates += sense_zone(sense, z, begin, end, &percepts[z]);
    }
    return candidates;
}

#endif
