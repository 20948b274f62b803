// SPDX-License-Identifier: MIT
// The fast kernel for zones that sense only the nearest: it searches the grid where that reaches
// far enough, else the k-d tree of the flock that is sensed. This source is compiled once for every
// CPU, two candidates at a time, and again for each row of cmake/kernels.txt.
#include "covey/base.h"
#if COVEY_GNU

#ifndef COVEY_KERNEL
#define COVEY_KERNEL covey_kernels_perceive_tree
#define COVEY_LANES 2
#endif

#include "kernels/near.h"
#include "kernels/pair.h"

/// The radius of the first search for an agent, over the distance of the last hit for those before.
#define WIDER 1.25

/// An agent that senses by a zone, and facts of the zone.
typedef struct observer {
    const covey_sense *sense;
    const covey_zone *zone;
    const double *carried[COVEY_AXES]; ///< columns of the carried vector, NULL for nothing
    bool plain;                        ///< see is_plain()
    bool own;                          ///< it senses its own flock
    size_t index;
    covey_vec pos;
    covey_vec heading; ///< where the zone has a blind angle
} observer;

static covey_pair pair_with(const observer *self, size_t j)
{
    return covey_pair_of(self->sense->space, self->pos, covey_state_pos(self->sense->to, j));
}

static bool senses(const void *context, const covey_kdtree_hit *hit)
{
    const observer *self = context;
    if (!covey_zone_holds(self->zone, hit->distance))
        return false;
    if (self->zone->blind_cos <= -1.0)
        return true;
    covey_pair pair = pair_with(self, hit->index);
    return covey_pair_is_visible(self->zone, &pair, self->heading);
}

/// Adds up the agents that were found, the nearest first.
static void add_any(const observer *self, const covey_kdtree_hit *hits, int found,
                    covey_percept *sum)
{
    for (int k = 0; k < found; k++) {
        covey_pair pair = pair_with(self, hits[k].index);
        covey_pair_add(self->sense, self->zone, &pair, hits[k].index, sum);
    }
}

/// True if add_plain() adds up the same sums: all squares are safe, offsets are weighted by 1, as
/// unit vectors or not at all, and shares are not multiplied by a factor.
static bool is_plain(const covey_sense *sense, const covey_zone *zone)
{
    bool weighs = zone->weight != COVEY_WEIGHT_NOTHING && zone->weight != COVEY_WEIGHT_ONE &&
                  zone->weight != COVEY_WEIGHT_UNIT;
    bool heads = zone->carry == COVEY_CARRY_HEADING && sense->to_heading[0] == NULL;
    return sense->safe && !weighs && !heads && zone->decay == 0.0 && zone->falloff == NULL;
}

/// The column of the carried vector on an axis, or NULL for nothing.
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

/// The weighted offsets of `count` <= LANES hits, one in each lane, for plain zones.
COVEY_INLINE void weigh_some(const observer *self, const covey_kdtree_hit *hits, int count,
                             bool deep, wide offset[COVEY_AXES])
{
    const covey_sense *sense = self->sense;
    wide distance = {0}, other_x = {0}, other_y = {0}, other_z = {0};
    UNROLL for (int lane = 0; lane < LANES; lane++)
    {
        const covey_kdtree_hit *hit = &hits[lane < count ? lane : 0];
        distance[lane] = hit->distance;
        other_x[lane] = sense->to->pos[0][hit->index];
        other_y[lane] = sense->to->pos[1][hit->index];
        if (deep)
            other_z[lane] = sense->to->pos[2][hit->index];
    }
    wide x = other_x - self->pos.x, y = other_y - self->pos.y, z = other_z - self->pos.z;
    if (sense->space->kind == COVEY_SPACE_TORUS) {
        x = around(spread(self->pos.x), other_x, sense->space->size[0]);
        y = around(spread(self->pos.y), other_y, sense->space->size[1]);
        if (deep)
            z = around(spread(self->pos.z), other_z, sense->space->size[2]);
    }
    if (self->zone->weight == COVEY_WEIGHT_UNIT) {
        wide factor = choose(1.0 / distance, distance > 0.0);
        x *= factor;
        y *= factor;
        z *= factor;
    }
    offset[0] = x;
    offset[1] = y;
    if (deep)
        offset[2] = z;
}

/// add_any() for plain zones, without a decision for each hit. Distances of hits are those of
/// covey_pair_of(). Offsets are weighted in lanes, but added up in the order of the hits.
COVEY_INLINE void add_plain(const observer *self, const covey_kdtree_hit *hits, int found,
                            bool deep, covey_percept *sum)
{
    const double *x = self->carried[0], *y = self->carried[1], *z = self->carried[2];
    covey_percept total = *sum;
    total.count += found;
    total.weight_sum += found;
    for (int k = 0; k < found && self->zone->weight != COVEY_WEIGHT_NOTHING; k += LANES) {
        wide offset[COVEY_AXES];
        int count = found - k < LANES ? found - k : LANES;
        weigh_some(self, hits + k, count, deep, offset);
        for (int lane = 0; lane < count; lane++) {
            total.offset.x += offset[0][lane];
            total.offset.y += offset[1][lane];
            if (deep)
                total.offset.z += offset[2][lane];
        }
    }
    for (int k = 0; k < found && x != NULL; k++) {
        total.carried.x += x[hits[k].index];
        total.carried.y += y[hits[k].index];
        if (deep)
            total.carried.z += z[hits[k].index];
    }
    *sum = total;
}

/// Senses for one agent. `guess` is a running mean of the distance of the last hit, 0 if there is
/// none; this agent's is taken into it. Returns the number of candidates.
static uint64_t sense_some(const observer *self, search *near, double *guess, covey_percept *sum)
{
    const covey_zone *zone = self->zone;
    bool asks = zone->strict || zone->inner > 0.0 || zone->blind_cos > -1.0;
    covey_kdtree_query query = {
        .p = self->pos,
        .skip = self->own ? (uint32_t)self->index : COVEY_KDTREE_NONE,
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
    if (self->plain && near->deep)
        add_plain(self, hits, found, true, sum);
    else if (self->plain)
        add_plain(self, hits, found, false, sum);
    else
        add_any(self, hits, found, sum);
    return candidates;
}

/// An observer for all agents, which take its place one after the other.
static observer observer_of(const covey_sense *sense, int z)
{
    const covey_zone *zone = &sense->zones[z];
    return (observer){
        .sense = sense,
        .zone = zone,
        .carried = {carried_along(sense, zone, 0), carried_along(sense, zone, 1),
                    carried_along(sense, zone, 2)},
        .plain = is_plain(sense, zone),
        .own = sense->from == sense->to,
    };
}

/// Senses with zone z. Returns the number of candidates.
static uint64_t sense_zone(const covey_sense *sense, int z, size_t begin, size_t end,
                           const covey_percept_columns *columns)
{
    observer self = observer_of(sense, z);
    search near;
    begin_search(sense, &near);
    bool holds_self = self.own && self.zone->self && covey_zone_holds(self.zone, 0.0);
    double guess = 0.0;
    uint64_t candidates = 0;
    for (self.index = begin; self.index < end; self.index++) {
        size_t i = self.index, k = i - sense->origin;
        covey_percept sum = {0};
        if (sense->begun)
            sum = covey_percept_columns_at(columns, k);
        self.pos = covey_state_pos(sense->from, i);
        if (self.zone->blind_cos > -1.0)
            self.heading = covey_vec_unit(covey_state_vel(sense->from, i));
        candidates += sense_some(&self, &near, &guess, &sum);
        if (holds_self) {
            covey_pair here = {.distance = 0.0};
            covey_pair_add(sense, self.zone, &here, i, &sum);
        }
        covey_percept_columns_put(columns, k, sum);
    }
    return candidates;
}

uint64_t COVEY_KERNEL(const covey_sense *sense, size_t begin, size_t end,
                      const covey_percept_columns *columns)
{
    if (sense->tree->nodes.points == NULL)
        return covey_kernels_perceive_nearest(sense, begin, end, columns);
    uint64_t candidates = 0;
    for (int k = 0; k < sense->which_count; k++) {
        int z = sense->which[k];
        candidates += sense_zone(sense, z, begin, end, &columns[z]);
    }
    return candidates;
}

#endif
