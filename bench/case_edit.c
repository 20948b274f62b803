// SPDX-License-Identifier: MIT
// What a game does between two steps of a large world: it kills, lets others join and asks, and it
// keeps the world for rollback.
#include "case.h"
#include "clocks.h"
#include "covey/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 200, QUESTIONS = 100, KEPT = 50, STEPS = 5 };

static bool count_one(void *context, const covey_neighbor *agent)
{
    (void)agent;
    ++*(double *)context;
    return true;
}

static covey_vec place_of(const scene *of, uint32_t k)
{
    double side = scene_side(of->count, of->neighbors);
    return (covey_vec){side * covey_uniform(7, 0, k, 0), side * covey_uniform(7, 0, k, 1), 0.0};
}

/// Kills an agent and lets one join.
static bool edit(covey_world *world, const scene *of, uint32_t frame)
{
    covey_pose pose = {.pos = place_of(of, frame), .vel = {1.0, 0.0, 0.0}};
    return covey_world_remove(world, 0, (covey_id)(7 * frame), NULL) == COVEY_OK &&
           covey_world_spawn(world, 0, pose, NULL, NULL) == COVEY_OK;
}

/// Nanoseconds a question of frames that begin with an edit or without; -1: there is an error.
static double time_questions(covey_world *world, const scene *of, bool edits)
{
    double hits = 0.0, begin = clocks_cpu();
    bool good = true;
    for (uint32_t frame = 0; frame < FRAMES && good; frame++) {
        good = !edits || edit(world, of, frame);
        for (uint32_t k = 0; k < QUESTIONS && good; k++)
            good = covey_world_near(world, 0, place_of(of, k), 1.0, count_one, &hits) == COVEY_OK;
    }
    return good ? 1e9 * (clocks_cpu() - begin) / (FRAMES * QUESTIONS) : -1.0;
}

/// Nanoseconds an agent of keeping a world, in memory that is at hand.
static double time_keep(const covey_world *world, const scene *of)
{
    size_t size = covey_world_keep_size(world);
    unsigned char *bytes = malloc(size);
    bool good = bytes != NULL && covey_world_keep(world, bytes, size) == COVEY_OK;
    double begin = clocks_cpu();
    for (int k = 0; k < KEPT && good; k++)
        good = covey_world_keep(world, bytes, size) == COVEY_OK;
    double time = clocks_cpu() - begin;
    free(bytes);
    return good ? 1e9 * time / KEPT / of->count : -1.0;
}

static double time_steps(covey_world *world, const scene *of)
{
    double begin = clocks_cpu();
    for (int k = 0; k < STEPS; k++)
        if (covey_world_step(world, SCENE_DT) != COVEY_OK)
            return -1.0;
    return 1e9 * (clocks_cpu() - begin) / STEPS / of->count;
}

/// Measures once, in a world of the scene that is ready for questions.
static bool measure(const scene *of, bool keeps, result *found)
{
    covey_world *world;
    covey_error error = {.message = "a call failed"};
    bool good = scene_create(of, &world, &error) == COVEY_OK;
    if (!good) {
        (void)snprintf(found->note, sizeof found->note, "%.200s", error.message);
        return false;
    }
    double own = -1.0, rival = -1.0;
    if (covey_world_step(world, SCENE_DT) == COVEY_OK &&
        covey_world_prepare(world, &error) == COVEY_OK) {
        rival = keeps ? time_steps(world, of) : time_questions(world, of, false);
        own = keeps ? time_keep(world, of) : time_questions(world, of, true);
    }
    covey_world_destroy(world);
    good = own > 0.0 && rival > 0.0;
    if (!good)
        (void)snprintf(found->note, sizeof found->note, "%.200s", error.message);
    series_add(&found->time, own);
    series_add(&found->rival_time, rival);
    series_add(&found->ratio, rival / own);
    return good;
}

bool case_edit(const bench_case *self, const request *asked, result *found)
{
    bool keeps = strcmp(self->name, "game-keep") == 0, good = true;
    found->unit = keeps ? "agent" : "question";
    found->count = keeps ? self->own.count : (double)(FRAMES * QUESTIONS);
    found->threads = 1;
    for (int k = 0; k < asked->repetitions && good; k++)
        good = measure(&self->own, keeps, found);
    return good;
}
