// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMAL_TRACE_H
#define COVEY_FORMAL_TRACE_H

#include "base/writer.h"
#include "core/world.h"
#include "models/formal.h"

/// What is traced, and where agents stand.
typedef struct covey_trace {
    covey_writer *writer;
    const covey_formal_def *def; ///< which agents and steps, and in which format
    const covey_world *world;    ///< sorted
    const uint32_t *where;       ///< index of each agent of the first flock
    covey_id *room;              ///< for as many ids as there are agents
} covey_trace;

/// Writes the heading of the trace in CSV.
void covey_trace_head(covey_writer *writer);

/// Writes, for each agent of the trace in the order of ids, which neighbors each rule of the formal
/// model sees and which forces follow: the next step, of length dt, in advance. Agents count
/// from 1.
void covey_trace_step(const covey_trace *trace, double dt);

// ---- Parts of a trace ----

/// Ids of the agents that the agent at index i counts in zone z, ascending; returns their number.
size_t covey_trace_neighbors(const covey_trace *trace, size_t i, int z);

covey_model_formal_terms covey_trace_terms(const covey_world *world, size_t i);

/// Writes all that moves an agent in a step as a table for people.
void covey_trace_table(const covey_trace *trace, covey_id agent, double dt);

#endif
