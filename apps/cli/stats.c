// SPDX-License-Identifier: MIT
// Reports the cost of a run, with advice to reduce it.
#include "progress.h"

#include <stdio.h>

enum { CROWD = 500 }; // from so many pairs per agent and step on, advice is given

void stats_print(const covey_stats *stats, int threads, double seconds)
{
    double steps = stats->steps > 0 ? (double)stats->steps : 1.0;
    double agents = (double)stats->agent_steps / steps;
    double agent_steps = stats->agent_steps > 0 ? (double)stats->agent_steps : 1.0;
    double pairs = stats->pairs > 0 ? (double)stats->pairs : 1.0;
    (void)fprintf(stderr,
                  "agents   %.0f (steps: %llu, threads: %d)\n"
                  "time     %.3f s, %.1f ns per agent and step, reading and writing included\n"
                  "pairs    %.1f per agent and step, %.4g per second, %.2f candidates each\n"
                  "memory   %.1f MiB, of which %.1f bytes per agent\n",
                  agents, (unsigned long long)stats->steps, threads, seconds,
                  1e9 * seconds / agent_steps, (double)stats->pairs / agent_steps,
                  (double)stats->pairs / seconds, (double)stats->candidates / pairs,
                  (double)stats->bytes / 1048576.0,
                  agents > 0 ? (double)stats->agent_bytes / agents : 0.0);
}

void stats_advise(const covey_stats *stats)
{
    double agent_steps = (double)stats->agent_steps;
    if ((double)stats->sum_pairs > (double)CROWD * agent_steps)
        (void)fprintf(stderr,
                      "advice   %.0f neighbors of an agent are only summed: a scenario with dense: "
                      "aggregate may be faster\n",
                      (double)stats->sum_pairs / agent_steps);
}
