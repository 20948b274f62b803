// SPDX-License-Identifier: MIT
// The reference kernel: the plainest way to sense, and the definition of every bit of it. A faster
// kernel must give the same.
#include "kernels/pair.h"

/// The agent that looks, and what it has sensed so far.
typedef struct viewer {
    covey_vec pos;
    covey_vec heading;
    size_t index; ///< where it stands among those it senses; SIZE_MAX if it is not one of them
    covey_percept sums[COVEY_MAX_ZONES];
} viewer;

static void visit_agent(const covey_sense *sense, const covey_pair *seen, size_t j, viewer *self)
{
    for (int k = 0; k < sense->which_count; k++) {
        const covey_zone *zone = &sense->zones[sense->which[k]];
        if (!covey_zone_holds(zone, seen->distance) ||
            !covey_pair_is_visible(zone, seen, self->heading) ||
            (j == self->index && covey_zone_passes_self(zone)))
            continue;
        covey_pair_add(sense, zone, seen, j, &self->sums[sense->which[k]]);
    }
}

static void visit_run(const covey_sense *sense, covey_grid_run run, viewer *self)
{
    double longest = sense->grid->reach;
    for (size_t j = run.begin; j < run.end; j++) {
        covey_pair seen = covey_pair_of(sense->space, self->pos, covey_state_pos(sense->to, j));
        if (seen.distance <= longest)
            visit_agent(sense, &seen, j, self);
    }
}

uint64_t covey_kernels_perceive_ref(const covey_sense *given, size_t begin, size_t end,
                                    covey_percepts *percepts)
{
    covey_sense plain = *given; // which finds everything itself
    plain.to_heading[0] = NULL;
    const covey_sense *sense = &plain;
    uint64_t candidates = 0;
    for (size_t i = begin; i < end; i++) {
        viewer self = {
            .pos = covey_state_pos(sense->from, i),
            .index = sense->from == sense->to ? i : SIZE_MAX,
            .heading = covey_vec_unit(covey_state_vel(sense->from, i)),
        };
        covey_sense_begin(sense, i, percepts, self.sums);
        covey_grid_run runs[COVEY_GRID_RUNS];
        int count = covey_grid_runs(sense->grid, sense->to, self.pos, self.pos, runs);
        for (int k = 0; k < count; k++) {
            visit_run(sense, runs[k], &self);
            candidates += runs[k].end - runs[k].begin;
        }
        covey_sense_end(sense, i, self.sums, percepts);
    }
    return candidates;
}
