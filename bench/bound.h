// SPDX-License-Identifier: MIT
#ifndef BENCH_BOUND_H
#define BENCH_BOUND_H

#include "machine.h"
#include "scene.h"

/// False for several flocks, nearest agents, functions of the distance, crowds as a whole and
/// single precision.
bool bound_is_known(const scene *of);

/// About the least time of an agent's step on this machine in ns, if four agents share so many
/// candidates, of which at least one of them holds so many: that of the busiest part of the core,
/// and that of the memory (docs/performance.md has the formula). 0 where it is not known.
double bound_time(const machine *self, const scene *of, double candidates, double held,
                  double bytes);

#endif
