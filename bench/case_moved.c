// SPDX-License-Identifier: MIT
// Boids of a game among 10,000 discs, all of which move before every step, as doors, trains and
// units of other systems do, against the same among discs that rest.
#include "case.h"
#include "clocks.h"

#include <stdio.h>
#include <stdlib.h>

#define DT (1.0 / 60.0)
#define SIDE 1000.0
#define APART 10.0 ///< L, from disc to disc
#define PACE 0.05  ///< L, of a disc before a step: 3 L/T

enum { AGENTS = 5000, LINE = 100, DISCS = LINE * LINE, BEFORE = 30, TIMED = 100 };

static covey_vec place_of(int disc, int step)
{
    double angle = disc * 2.4, way = PACE * step;
    return (covey_vec){APART * (0.5 + disc % LINE) + way * covey_cos(angle),
                       APART * (0.5 + disc / (double)LINE) + way * covey_sin(angle), 0};
}

static covey_status add_disc(covey_world *world, int disc, covey_error *error)
{
    const covey_setting settings[] = {{"radius", 1}, {"sight", 10}, {"weight", 50}};
    covey_vec at = place_of(disc, 0);
    covey_influence_def def = covey_influence_def_default();
    int handle;
    def.kind = "obstacle";
    def.settings = settings;
    def.settings_count = 3;
    def.points[0] = &at.x;
    def.points[1] = &at.y;
    def.points_count = 1;
    return covey_world_influence_add(world, &def, &handle, error);
}

/// NULL: there is an error.
static covey_world *make(covey_error *error)
{
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(SIDE, SIDE);
    covey_world *world;
    if (covey_world_create(&def, &world, error) != COVEY_OK)
        return NULL;
    covey_status status = COVEY_OK;
    for (int disc = 0; disc < DISCS && status == COVEY_OK; disc++)
        status = add_disc(world, disc, error);
    covey_flock_def flock = covey_flock_def_default();
    int number;
    flock.model = "torus";
    flock.count = AGENTS;
    flock.body = 0.5;
    if (status == COVEY_OK)
        status = covey_world_add(world, &flock, &number, error);
    if (status == COVEY_OK)
        return world;
    covey_world_destroy(world);
    return NULL;
}

static covey_status move_all(covey_world *world, int step, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (int disc = 0; disc < DISCS && status == COVEY_OK; disc++) {
        covey_vec at = place_of(disc, step);
        const double *const points[COVEY_AXES] = {&at.x, &at.y, NULL};
        status = covey_world_influence_move(world, disc, points, error);
    }
    return status;
}

/// Nanoseconds of a step with its moves, by agents; -1: there is an error.
static double measure(bool moves, covey_error *error)
{
    covey_world *world = make(error);
    double begin = 0.0;
    covey_status status = world != NULL ? COVEY_OK : COVEY_MEMORY;
    for (int step = 1; step <= BEFORE + TIMED && status == COVEY_OK; step++) {
        if (moves)
            status = move_all(world, step, error);
        if (status == COVEY_OK)
            status = covey_world_step(world, DT);
        begin = step == BEFORE ? clocks_cpu() : begin;
    }
    double time = clocks_cpu() - begin;
    covey_world_destroy(world);
    return status == COVEY_OK ? 1e9 * time / (TIMED * (double)AGENTS) : -1.0;
}

bool case_moved(const bench_case *self, const request *asked, result *found)
{
    (void)self;
    covey_error error = {.message = "a step failed"};
    found->count = AGENTS;
    found->threads = 1;
    bool good = true;
    for (int k = 0; k < asked->repetitions && good; k++) {
        double own = measure(true, &error), rival = measure(false, &error);
        good = own > 0.0 && rival > 0.0;
        series_add(&found->time, own);
        series_add(&found->rival_time, rival);
        series_add(&found->ratio, rival / own);
    }
    if (!good)
        (void)snprintf(found->note, sizeof found->note, "%.200s", error.message);
    return good;
}
