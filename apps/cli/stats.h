// SPDX-License-Identifier: MIT
#ifndef CLI_STATS_H
#define CLI_STATS_H

#include <covey/world.h>

/// Writes the cost of a world's steps to standard error: agents, time in seconds, pairs of
/// neighbors, memory.
void stats_print(const covey_stats *stats, int threads, double seconds);

/// Adds the advice to sum over crowds as a whole, if the steps went pair by pair and agents are
/// dense.
void stats_advise(const covey_stats *stats);

#endif
