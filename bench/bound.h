// SPDX-License-Identifier: MIT
#ifndef BENCH_BOUND_H
#define BENCH_BOUND_H

#include "machine.h"
#include "scene.h"

/// Least time of an agent's step on this machine in ns, if four agents share so many candidates, so
/// many of which one of them holds: that of the busiest part of the core, and that of the memory
/// (docs/performance.md has the formula). Not below 0; 0 where nothing is known: several flocks,
/// nearest agents, functions of the distance.
double bound_time(const machine *self, const scene *of, double candidates, double held,
                  double bytes);

#endif
