// SPDX-License-Identifier: MIT
// Questions between steps, about agents and obstacles, and what it takes to make a world ready for
// them.
#include "case.h"
#include "clocks.h"

#include <stdio.h>
#include <string.h>

enum { QUESTIONS = 100000, PREPARATIONS = 20, NEAREST = 20 };

/// A question about a place; returns how many agents or things it found, or -1.
typedef double question(const covey_world *world, covey_vec place, covey_vec way);

static bool count(void *context, const covey_neighbor *agent)
{
    (void)agent;
    ++*(double *)context;
    return true;
}

static double ask_near(const covey_world *world, covey_vec place, covey_vec way)
{
    (void)way;
    double hits = 0.0;
    return covey_world_near(world, 0, place, 1.0, count, &hits) == COVEY_OK ? hits : -1.0;
}

static double ask_nearest(const covey_world *world, covey_vec place, covey_vec way)
{
    (void)way;
    covey_neighbor found[NEAREST];
    size_t hits;
    bool good = covey_world_nearest(world, 0, place, NEAREST, found, &hits) == COVEY_OK;
    return good ? (double)hits : -1.0;
}

static double ask_box(const covey_world *world, covey_vec place, covey_vec way)
{
    (void)way;
    double hits = 0.0;
    covey_vec other = {place.x + 1.7, place.y + 1.7, 0.0};
    return covey_world_in_box(world, 0, place, other, count, &hits) == COVEY_OK ? hits : -1.0;
}

static double ask_ray(const covey_world *world, covey_vec place, covey_vec way)
{
    covey_ray ray = covey_ray_default(place, way);
    covey_hit hit;
    bool hits;
    ray.body = 0.1;
    return covey_world_ray(world, &ray, &hit, &hits) == COVEY_OK ? (double)hits : -1.0;
}

static double ask_sees(const covey_world *world, covey_vec place, covey_vec way)
{
    covey_vec to = covey_vec_add(place, way);
    bool sees;
    bool good = covey_world_sees(world, COVEY_ALL_FLOCKS, place, to, &sees) == COVEY_OK;
    return good ? (double)sees : -1.0;
}

static double ask_inside(const covey_world *world, covey_vec place, covey_vec way)
{
    (void)way;
    int handle;
    bool good = covey_world_inside(world, COVEY_ALL_FLOCKS, place, 0.0, &handle) == COVEY_OK;
    return good ? (double)(handle >= 0) : -1.0;
}

static question *question_of(const char *name)
{
    static const struct {
        const char *name;
        question *ask;
    } rows[] = {
        {"query-near", ask_near}, {"query-nearest", ask_nearest}, {"query-box", ask_box},
        {"query-ray", ask_ray},   {"query-sees", ask_sees},       {"query-inside", ask_inside},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (strcmp(rows[k].name, name) == 0)
            return rows[k].ask;
    return NULL; // makes the world ready
}

/// Nanoseconds a question about a place somewhere in the scene, and a way of 8 on the average from
/// there; *hits gets what was found.
static double time_question(const covey_world *world, const scene *of, question *ask, double *hits)
{
    double side = scene_side(of->count, of->neighbors), begin = clocks_cpu();
    for (uint32_t k = 0; k < QUESTIONS; k++) {
        covey_vec place = {side * covey_uniform(3, 0, k, 0), side * covey_uniform(3, 0, k, 1), 0.0};
        covey_vec way = {20.0 * covey_uniform(3, 0, k, 2) - 10.0,
                         20.0 * covey_uniform(3, 0, k, 3) - 10.0, 0.0};
        double found = ask(world, place, way);
        if (found < 0.0)
            return -1.0;
        *hits += found;
    }
    return 1e9 * (clocks_cpu() - begin) / (double)QUESTIONS;
}

/// Nanoseconds an agent to make a world ready.
static double time_prepare(covey_world *world, const scene *of)
{
    double begin = clocks_cpu();
    for (int k = 0; k < PREPARATIONS; k++)
        if (covey_world_prepare(world, NULL) != COVEY_OK)
            return -1.0;
    return 1e9 * (clocks_cpu() - begin) / (double)PREPARATIONS / of->count;
}

/// Measures a world of a scene, after a step.
static bool measure(const scene *of, question *ask, const request *asked, result *found)
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
        double time = ask != NULL ? time_question(world, of, ask, &hits) : time_prepare(world, of);
        series_add(&found->time, time);
        good = time >= 0.0;
    }
    found->pairs = hits / (double)QUESTIONS / asked->repetitions;
    covey_world_destroy(world);
    return good;
}

bool case_query(const bench_case *self, const request *asked, result *found)
{
    question *ask = question_of(self->name);
    found->unit = ask != NULL ? "question" : "agent";
    found->count = ask != NULL ? (double)QUESTIONS : self->own.count;
    return measure(&self->own, ask, asked, found);
}
