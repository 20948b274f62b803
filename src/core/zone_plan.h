// SPDX-License-Identifier: MIT
// The zones of a flock with all that kernels and steps derive from them. The plan is made anew when
// a parameter changes.
#ifndef COVEY_CORE_ZONE_PLAN_H
#define COVEY_CORE_ZONE_PLAN_H

#include "base/memory.h"
#include "kernels/zone.h"

/// Zones besides the model's.
typedef struct covey_zone_more {
    covey_zone zone[COVEY_MAX_ZONES];
    int to[COVEY_MAX_ZONES]; ///< response whose flock it senses, for COVEY_OF_NAMED; else 0
    int count;
    bool deep;     ///< in three dimensions
    unsigned idle; ///< zones of the model that no agent of the flock asks for, 1 << number each
} covey_zone_more;

/// Zones that sense agents of one relation in one way, by their numbers: one call of a kernel.
typedef struct covey_zone_batch {
    covey_of of;
    int to;
    covey_way way;
    int which[COVEY_MAX_ZONES];
    int count;
} covey_zone_batch;

typedef struct covey_zone_plan {
    bool single;             ///< agents are sensed in floats
    bool aggregate;          ///< zones that only sum do so by whole numbers
    unsigned idle;           ///< zones that are not sensed, 1 << number each
    unsigned parting;        ///< zones in which agents at one place part
    int count;               ///< of zones
    int own_count;           ///< of zones of the model, which are the first
    int to[COVEY_MAX_ZONES]; ///< see covey_zone_more
    covey_zone zones[COVEY_MAX_ZONES];
    covey_zone_bounds bounds[COVEY_MAX_ZONES];
    covey_way way[COVEY_MAX_ZONES];
    covey_falloff *falloff[COVEY_MAX_ZONES]; ///< tables of zones that have a falloff
    covey_zone_batch batch[COVEY_MAX_ZONES]; ///< of all zones that are sensed
    int batches;
    int counted[COVEY_MAX_ZONES];       ///< zones that hold all pairs; first the ones that only sum
    int counted_count, counted_sums;    ///< number of them, and of those that only sum
    double self_share[COVEY_MAX_ZONES]; ///< 1 where an agent is to be taken off its own count
} covey_zone_plan;

/// Takes tables for the zones of a model that have a falloff with these parameters. COVEY_MEMORY.
covey_status covey_zone_plan_create(covey_memory *memory, const covey_model *model,
                                    const void *values, covey_zone_plan *plan);
void covey_zone_plan_destroy(covey_memory *memory, covey_zone_plan *plan);

/// Asks the model for its zones with these parameters, and puts `more` behind them. COVEY_ARG for
/// zones that make no sense, or are too many; the plan has no zones then.
covey_status covey_zone_plan_update(covey_zone_plan *plan, const covey_model *model,
                                    const void *values, const covey_zone_more *more,
                                    covey_error *error);

/// True if the model has the zones of the plan with these parameters, too, of which those are idle:
/// nothing follows from a change of others. (A falloff may read any parameter.)
bool covey_zone_plan_is_current(const covey_zone_plan *plan, const covey_model *model,
                                const void *values, unsigned idle);

/// True if zone z is not sensed.
static inline bool covey_zone_plan_rests(const covey_zone_plan *plan, int z)
{
    return (plan->idle >> z & 1u) != 0;
}

/// True if a kernel needs the headings of the agents that sense, for zones with a blind angle.
bool covey_zone_plan_looks_ahead(const covey_zone_plan *plan);

#endif
