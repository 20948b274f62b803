// SPDX-License-Identifier: MIT
// Questions between steps: the agents within the radius of a place, which come from nearest on, and
// what it takes to make a world ready for them.
#include "case.h"
#include "clocks.h"

#include <stdio.h>

enum { QUESTIONS = 100000, PREPARATIONS = 20 };

static bool count(void *context, const covey_neighbor *agent)
{
    (void)agent;
    ++*(double *)context;
    return true;
}

/// Nanoseconds a question about a place somewhere in the scene; *hits gets the agents told.
static double time_near(const covey_world *world, const scene *of, double *hits)
{
    double side = scene_side(of->count, of->neighbors), begin = clocks_cpu();
    for (uint32_t k = 0; k < QUESTIONS; k++) {
        covey_vec place = {side * covey_uniform(3, 0, k, 0), side * covey_uniform(3, 0, k, 1), 0.0};
        if (covey_world_near(world, 0, place, 1.0, count, hits) != COVEY_OK)
            return -1.0;
    }
    return 1e9 * (clocks_cpu() - begin) / QUESTIONS;
}

/// Nanoseconds an agent to make a world ready.
static double time_prepare(covey_world *world, const scene *of)
{
    double begin = clocks_cpu();
    for (int k = 0; k < PREPARATIONS; k++)
        if (covey_world_prepare(world, NULL) != COVEY_OK)
            return -1.0;
    return 1e9 * (clocks_cpu() - begin) / PREPARATIONS / of->count;
}

/// Measures a world of a scene, after a step.
static bool measure(const scene *of, bool prepares, const request *asked, result *found)
{
    covey_world *world;
    covey_error error;
    bool good = scene_create(of, &world, &error) == COVEY_OK;
    if (!good) {
        (void)snprintf(found->note, sizeof found->note, "%.200s", error.message);
        return false;
    }
    double hits = 0.0;
    found->threads = 1;
    good = covey_world_step(world, SCENE_DT) == COVEY_OK &&
           covey_world_prepare(world, &error) == COVEY_OK;
    for (int k = 0; k < asked->repetitions && good; k++) {
        double time = prepares ? time_prepare(world, of) : time_near(world, of, &hits);
        series_add(&found->time, time);
        good = time >= 0.0;
    }
    found->pairs = hits / QUESTIONS / asked->repetitions;
    covey_world_destroy(world);
    return good;
}

bool case_near(const bench_case *self, const request *asked, result *found)
{
    found->unit = "question";
    found->count = QUESTIONS;
    return measure(&self->own, false, asked, found);
}

bool case_prepare(const bench_case *self, const request *asked, result *found)
{
    found->unit = "agent";
    found->count = self->own.count;
    return measure(&self->own, true, asked, found);
}
