// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMAL_TRACE_H
#define COVEY_FORMAL_TRACE_H

#include "base/writer.h"
#include "core/world.h"

/// Writes the heading of the trace.
void covey_trace_head(covey_writer *writer);

/// Writes, for every agent of the world's first flock in the order of ids, which neighbors each
/// rule of the formal model sees and which forces follow: the next step in advance. Agents count
/// from 1. `where[id]` is the index of an agent; `room` has space for as many ids as there are
/// agents.
void covey_trace_step(covey_writer *writer, const covey_world *world, const uint32_t *where,
                      covey_id *room);

#endif
