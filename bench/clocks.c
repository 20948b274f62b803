// SPDX-License-Identifier: MIT
// The two clocks.
#define _POSIX_C_SOURCE 200809L
#include "clocks.h"

#include <time.h>

static double seconds(clockid_t clock)
{
    struct timespec time = {0};
    (void)clock_gettime(clock, &time); // these two are always there
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double clocks_cpu(void)
{
    return seconds(CLOCK_PROCESS_CPUTIME_ID);
}

double clocks_wall(void)
{
    return seconds(CLOCK_MONOTONIC);
}
