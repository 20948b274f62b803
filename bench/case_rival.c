// SPDX-License-Identifier: MIT
// Steps of a scene in turns with other people's programs, as far as they are installed.
#include "case.h"
#include "child.h"
#include "stepper.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 256, NUMBER = 32 };

/// Runs the rival once and finds its nanoseconds per agent and step; false if it is not here.
typedef bool rival_run(const bench_case *self, const request *asked, FILE *out, double *time);

static int steps_of(double count)
{
    double steps = 2e6 / count;
    return steps < 20 ? 20 : steps > 200 ? 200 : (int)steps;
}

/// LAMMPS reports the loop alone: the time on the wall, and which share of it the CPU worked.
static bool read_loop(FILE *out, double *time)
{
    char line[LINE];
    double seconds = 0, steps = 0, agents = 0, share = 0;
    while (fgets(line, sizeof line, out) != NULL) { // the last run counts
        // NOLINTBEGIN(cert-err34-c): lines that do not fit change nothing
        (void)sscanf(line, "Loop time of %lf on 1 procs for %lf steps with %lf atoms", &seconds,
                     &steps, &agents);
        (void)sscanf(line, "%lf%% CPU use", &share);
        // NOLINTEND(cert-err34-c)
    }
    *time = 1e9 * seconds * share / 100.0 / steps / agents;
    return steps > 0 && agents > 0 && share > 0;
}

static bool run_lammps(const bench_case *self, const request *asked, FILE *out, double *time)
{
    (void)asked;
    char env[] = "env", threads[] = "OMP_NUM_THREADS=1", lmp[] = "lmp", opt[] = "opt";
    char in[] = "-in", file[] = COVEY_BENCH_DIR "/lj.in", var[] = "-var", side[] = "side";
    char steps[] = "steps", suffix[] = "-sf", log[] = "-log", none[] = "none";
    char sides[NUMBER], counts[NUMBER];
    (void)snprintf(sides, sizeof sides, "%.0f", sqrt(self->own.count));
    (void)snprintf(counts, sizeof counts, "%d", steps_of(self->own.count));
    char *arguments[] = {env, threads, lmp,    in,     file, var, side, sides,
                         var, steps,   counts, suffix, opt,  log, none, NULL};
    double seconds;
    return child_run(arguments, NULL, out, &seconds) && read_loop(out, time);
}

static bool run_boids(const bench_case *self, const request *asked, FILE *out, double *time)
{
    if (asked->boids == NULL)
        return false;
    char node[] = "node", file[] = COVEY_BENCH_DIR "/boids.js";
    char folder[LINE], agents[NUMBER], side[NUMBER], ticks[NUMBER], line[LINE];
    (void)snprintf(folder, sizeof folder, "%s", asked->boids);
    (void)snprintf(agents, sizeof agents, "%.0f", self->own.count);
    (void)snprintf(side, sizeof side, "%.6f", scene_side(self->own.count, self->own.neighbors));
    (void)snprintf(ticks, sizeof ticks, "%d", self->own.count > 2000 ? 1 : 20);
    char *arguments[] = {node, file, folder, agents, side, ticks, NULL};
    double seconds;
    if (!child_run(arguments, NULL, out, &seconds) || fgets(line, sizeof line, out) == NULL)
        return false;
    *time = strtod(line, NULL);
    return *time > 0;
}

static bool take_turns(const bench_case *self, const request *asked, rival_run *run, result *found)
{
    FILE *out = tmpfile();
    covey_error error;
    stepper own;
    double seconds = asked->seconds / asked->repetitions;
    if (out == NULL)
        return false;
    if (stepper_create(&self->own, seconds, &own, &error) != COVEY_OK) {
        (void)fclose(out);
        return false;
    }
    bool good = true;
    for (int k = 0; k < asked->repetitions && good; k++) {
        double time, rival_time;
        good =
            run(self, asked, out, &rival_time) && stepper_sample(&own, &time, &error) == COVEY_OK;
        if (!good)
            break;
        series_add(&found->time, time);
        series_add(&found->rival_time, rival_time);
        series_add(&found->ratio, rival_time / time);
    }
    found->pairs = own.pairs / own.agent_steps;
    stepper_destroy(&own);
    (void)fclose(out);
    return good;
}

bool case_lammps(const bench_case *self, const request *asked, result *found)
{
    bool good = take_turns(self, asked, run_lammps, found);
    if (!good)
        (void)snprintf(found->note, sizeof found->note,
                       "left out: no lmp that works (Debian's package lammps)");
    return good;
}

bool case_boids(const bench_case *self, const request *asked, result *found)
{
    bool good = take_turns(self, asked, run_boids, found);
    if (!good)
        (void)snprintf(found->note, sizeof found->note,
                       "left out: needs node, and --boids with the folder where `npm install "
                       "boids` was run");
    return good;
}
