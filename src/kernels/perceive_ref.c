// SPDX-License-Identifier: MIT
// The reference kernel: the plainest way to sense, and the definition of every bit of it. A faster
// kernel must give the same.
#include "core/space.h"
#include "core/zone.h"
#include "kernels/kernels.h"

/// Bound on 1/d in the weights that have a pole, so that a sum over 2^63 agents stays finite.
#define STEEPEST 0x1p960

/// One agent as seen from another.
typedef struct pair {
    covey_vec offset;
    double square;
    double distance;
} pair;

static pair pair_of(const covey_space *space, covey_vec from, covey_vec to)
{
    pair seen = {.offset = covey_space_between(space, from, to)};
    seen.square = covey_vec_dot(seen.offset, seen.offset);
    seen.distance =
        covey_vec_square_is_safe(seen.square) ? sqrt(seen.square) : covey_vec_length(seen.offset);
    return seen;
}

/// `heading` is the unit velocity of the agent that looks, 0 at rest.
static bool is_visible(const covey_zone *zone, const pair *seen, covey_vec heading)
{
    if (zone->blind_cos <= -1.0 || seen->distance == 0.0)
        return true;
    if (heading.x == 0.0 && heading.y == 0.0)
        return true;
    return covey_vec_dot(heading, seen->offset) >= zone->blind_cos * seen->distance;
}

/// min(1/d, STEEPEST)
static double steepness(double d)
{
    double inverse = 1.0 / d;
    return inverse < STEEPEST ? inverse : STEEPEST;
}

static double sign(double x)
{
    return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0;
}

static covey_vec inverse_weight(const pair *seen)
{
    if (covey_vec_square_is_safe(seen->square))
        return covey_vec_scale(seen->offset, 1.0 / seen->square);
    return covey_vec_scale(covey_vec_unit(seen->offset), steepness(seen->distance));
}

static covey_vec axis_weight(const pair *seen)
{
    covey_vec signs = {sign(seen->offset.x), sign(seen->offset.y)};
    return covey_vec_scale(signs, steepness(seen->distance));
}

/// The weighted offset of a zone; see covey_weight.
static covey_vec weigh(const covey_zone *zone, const pair *seen)
{
    covey_vec nothing = {0, 0};
    if (seen->distance == 0.0)
        return nothing;
    switch (zone->weight) {
    case COVEY_WEIGHT_NOTHING:
        return nothing;
    case COVEY_WEIGHT_ONE:
        return seen->offset;
    case COVEY_WEIGHT_UNIT:
        return covey_vec_unit(seen->offset);
    case COVEY_WEIGHT_INVERSE:
        return inverse_weight(seen);
    case COVEY_WEIGHT_LINEAR:
        return covey_vec_scale(covey_vec_unit(seen->offset), 1.0 - seen->distance / zone->radius);
    case COVEY_WEIGHT_AXIS:
        return axis_weight(seen);
    }
    return nothing;
}

/// The agent that looks, and what it has sensed so far.
typedef struct viewer {
    covey_vec pos;
    covey_vec heading;
    size_t index; ///< where it stands among those it senses; SIZE_MAX if it is not one of them
    covey_percept *sums;
} viewer;

static void visit_agent(const covey_sense *sense, const pair *seen, size_t j, const viewer *self)
{
    covey_vec vel = covey_state_vel(sense->to, j);
    for (int k = 0; k < sense->which_count; k++) {
        const covey_zone *zone = &sense->zones[sense->which[k]];
        if (!covey_zone_holds(zone, seen->distance) || !is_visible(zone, seen, self->heading) ||
            (j == self->index && covey_zone_passes_self(zone)))
            continue;
        covey_percept *sum = &self->sums[sense->which[k]];
        covey_percept share = covey_zone_share(zone, sense->params, seen->distance, vel);
        sum->count += share.count;
        sum->mass += share.mass;
        sum->offset = covey_vec_add(sum->offset, weigh(zone, seen));
        sum->carried = covey_vec_add(sum->carried, share.carried);
    }
}

static void visit_run(const covey_sense *sense, covey_run run, const viewer *self)
{
    double longest = sense->grid->reach;
    for (size_t j = run.begin; j < run.end; j++) {
        pair seen = pair_of(sense->space, self->pos, covey_state_pos(sense->to, j));
        if (seen.distance <= longest)
            visit_agent(sense, &seen, j, self);
    }
}

uint64_t covey_kernels_perceive_ref(const covey_sense *sense, size_t begin, size_t end,
                                    covey_percept *percepts)
{
    uint64_t candidates = 0;
    for (size_t i = begin; i < end; i++) {
        viewer self = {
            .pos = covey_state_pos(sense->from, i),
            .index = sense->from == sense->to ? i : SIZE_MAX,
            .heading = covey_vec_unit(covey_state_vel(sense->from, i)),
            .sums = percepts + (i - begin) * (size_t)sense->zone_count,
        };
        covey_run runs[COVEY_GRID_RUNS];
        int count = covey_grid_runs(sense->grid, sense->to, self.pos, self.pos, runs);
        for (int k = 0; k < count; k++) {
            visit_run(sense, runs[k], &self);
            candidates += runs[k].end - runs[k].begin;
        }
    }
    return candidates;
}
