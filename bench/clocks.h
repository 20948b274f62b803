// SPDX-License-Identifier: MIT
#ifndef BENCH_CLOCKS_H
#define BENCH_CLOCKS_H

/// Seconds of CPU time of this process, which other programs hardly disturb, and of the wall.
double clocks_cpu(void);
double clocks_wall(void);

#endif
