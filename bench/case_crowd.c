// SPDX-License-Identifier: MIT
// Crowds of a game against the same crowds without the rule that costs: the worst step after all
// hard bodies were put on one point, a step of a crowd that presses to a place or leaves a room by
// a door, and a step of one whose agents avoid each other, or have aims.
#include "case.h"
#include "clocks.h"
#include "covey/aim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DT (1.0 / 60.0)

enum { BEFORE = 20, HEAPED = 120, PRESSED = 400, TIMED = 100 };

/// What a crowd does.
typedef enum deed { HEAP, PRESS, DOOR, AVOID, AIM } deed;

static deed deed_of(const char *name)
{
    static const char *const names[] = {"heap", "press", "door", "avoid", "aim"};
    int which = 0;
    while (strcmp(names[which], name + strlen("game-")) != 0)
        which++;
    return (deed)which;
}

static covey_status add_place(covey_world *world, covey_error *error)
{
    const covey_setting settings[] = {{"x", 30}, {"y", 30}, {"weight", 4}};
    covey_influence_def def = covey_influence_def_default();
    int handle;
    def.kind = "arrive";
    def.settings = settings;
    def.settings_count = 3;
    return covey_world_influence_add(world, &def, &handle, error);
}

static covey_status add_line(covey_world *world, const char *kind, const double x[2],
                             const double y[2], covey_error *error)
{
    const covey_setting radius = {"radius", 0.5};
    covey_influence_def def = covey_influence_def_default();
    int handle;
    def.kind = kind;
    def.points[0] = x;
    def.points[1] = y;
    def.points_count = 2;
    def.settings = &radius;
    def.settings_count = 1;
    return covey_world_influence_add(world, &def, &handle, error);
}

/// A wall with a door of 3.3 bodies, and a way through it.
static covey_status add_door(covey_world *world, covey_error *error)
{
    static const double wall[] = {60, 60}, low[] = {-2000, -2.15}, high[] = {2.15, 2000};
    static const double along[] = {40, 400}, middle[] = {0, 0};
    covey_status status = add_line(world, "obstacle", wall, low, error);
    if (status == COVEY_OK)
        status = add_line(world, "obstacle", wall, high, error);
    return status == COVEY_OK ? add_line(world, "path_following", along, middle, error) : status;
}

/// Gives each agent a place of its own to go to.
static covey_status add_aims(covey_world *world, size_t count, covey_error *error)
{
    covey_status status = COVEY_OK;
    for (size_t k = 0; k < count && status == COVEY_OK; k++) {
        const covey_id id = (covey_id)k;
        const covey_vec place = {covey_uniform(5, 0, id, 0) * 280, covey_uniform(5, 0, id, 1) * 280,
                                 0};
        const covey_aim aim = covey_aim_place(place, 2.0);
        status = covey_world_aim(world, 0, (covey_agents){1, &id}, &aim, error);
    }
    return status;
}

/// Adds what a crowd has besides its flock.
static covey_status furnish(covey_world *world, deed what, size_t count, bool with,
                            covey_error *error)
{
    switch (what) {
    case PRESS:
        return add_place(world, error);
    case DOOR:
        return add_door(world, error);
    case AIM:
        return with ? add_aims(world, count, error) : COVEY_OK;
    case HEAP:
    case AVOID:
        break;
    }
    return COVEY_OK;
}

/// Makes a crowd, with the rule that is measured or without it. NULL: there is an error.
static covey_world *make(deed what, size_t count, bool with, covey_error *error)
{
    const covey_setting heap[] = {
        {"separation_radius", 5}, {"alignment_radius", 10}, {"cohesion_radius", 10}};
    const covey_setting walk[] = {{"separation_radius", 1.2},
                                  {"alignment_radius", 0},
                                  {"cohesion_radius", 0},
                                  {"min_speed", 0},
                                  {"max_speed", 5}};
    covey_world_def def = covey_world_def_default();
    bool is_open = what == PRESS || what == DOOR;
    def.space = is_open ? covey_space_open() : covey_space_torus(280, 280);
    covey_world *world;
    if (covey_world_create(&def, &world, error) != COVEY_OK)
        return NULL;
    covey_flock_def flock = covey_flock_def_default();
    covey_response avoid = covey_response_default("flock", COVEY_RESPONSE_AVOID);
    int number;
    avoid.radius = 5;
    flock.model = "reynolds";
    flock.settings = what == HEAP ? heap : walk;
    flock.settings_count = what == HEAP ? 3 : 5;
    flock.count = count;
    flock.place.speed = what == HEAP ? 30 : 1;
    flock.body = 0.5;
    flock.hard = with && what <= DOOR;
    flock.responses = with && what == AVOID ? &avoid : NULL;
    flock.responses_count = with && what == AVOID;
    covey_status status = covey_world_add(world, &flock, &number, error);
    if (status == COVEY_OK)
        status = furnish(world, what, count, with, error);
    if (status == COVEY_OK)
        return world;
    covey_world_destroy(world);
    return NULL;
}

/// Puts all agents on a thousandth of L, with velocities all around.
static covey_status heap_up(covey_world *world, size_t count, covey_error *error)
{
    covey_id *ids = malloc(count * sizeof *ids);
    covey_pose *poses = malloc(count * sizeof *poses);
    covey_status status = COVEY_MEMORY;
    for (size_t k = 0; k < count && ids != NULL && poses != NULL; k++) {
        ids[k] = (covey_id)k;
        poses[k].pos = (covey_vec){140 + 1e-3 * (double)k / (double)count, 140, 0};
        poses[k].vel = (covey_vec){30 * covey_cos((double)k), 30 * covey_sin((double)k), 0};
    }
    if (ids != NULL && poses != NULL)
        status = covey_world_put_many(world, 0, count, ids, poses, error);
    free(ids);
    free(poses);
    return status;
}

/// Takes steps; *worst becomes the time of the longest, s. Returns the time of all, or -1.
static double take_steps(covey_world *world, int steps, double *worst)
{
    double begin = clocks_cpu(), last = begin;
    *worst = 0.0;
    for (int step = 0; step < steps; step++) {
        if (covey_world_step(world, DT) != COVEY_OK)
            return -1.0;
        double now = clocks_cpu();
        *worst = now - last > *worst ? now - last : *worst;
        last = now;
    }
    return last - begin;
}

/// Nanoseconds of the step that is measured, by agents; -1: there is an error.
static double measure(deed what, size_t count, bool with, covey_error *error)
{
    double worst, time;
    covey_world *world = make(what, count, with, error);
    if (world == NULL)
        return -1.0;
    bool good = take_steps(world, what == PRESS || what == DOOR ? PRESSED : BEFORE, &worst) >= 0.0;
    if (good && what == HEAP)
        good = heap_up(world, count, error) == COVEY_OK;
    time = good ? take_steps(world, what == HEAP ? HEAPED : TIMED, &worst) : -1.0;
    if (what == HEAP && time >= 0.0)
        time = worst;
    else
        time /= TIMED;
    covey_world_destroy(world);
    return 1e9 * time / (double)count;
}

bool case_crowd(const bench_case *self, const request *asked, result *found)
{
    covey_error error = {.message = "a step failed"};
    deed what = deed_of(self->name);
    size_t count = 5000;
    found->count = (double)count;
    found->threads = 1;
    bool good = true;
    for (int k = 0; k < asked->repetitions && good; k++) {
        double own = measure(what, count, true, &error);
        double rival = measure(what, count, false, &error);
        good = own > 0.0 && rival > 0.0;
        series_add(&found->time, own);
        series_add(&found->rival_time, rival);
        series_add(&found->ratio, rival / own);
    }
    if (!good)
        (void)snprintf(found->note, sizeof found->note, "%.200s", error.message);
    return good;
}
