// SPDX-License-Identifier: MIT
#ifndef BENCH_BOUND_H
#define BENCH_BOUND_H

#include "machine.h"
#include "scene.h"

/// Least time of an agent's step on this machine in ns, if it computes so many distances and so
/// many agents are near it, itself included: that of the busiest part of the core or of the memory,
/// whichever is longer (docs/performance.md has the formula). Not below 0; 0 where nothing is
/// known: several flocks, nearest agents, functions of the distance.
double bound_time(const machine *self, const scene *of, double candidates, double pairs,
                  double bytes);

#endif
