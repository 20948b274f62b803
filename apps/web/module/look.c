// SPDX-License-Identifier: MIT
// Looking at worlds and changing them: the part that needs no scenarios, for both modules.
#include "web.h"

#include "covey/measure.h"

#include <stdlib.h>

// ---- Looking at them ----

uint64_t WEB_EXPORT(web_hash)(const web_world *at)
{
    return covey_world_hash(web_world_of(at));
}

double WEB_EXPORT(web_steps)(const web_world *at)
{
    return (double)covey_world_steps(web_world_of(at));
}

double WEB_EXPORT(web_dt)(const web_world *at)
{
    return at->dt;
}

int WEB_EXPORT(web_flocks)(const web_world *at)
{
    return covey_world_flocks(web_world_of(at));
}

const char *WEB_EXPORT(web_flock_name)(const web_world *at, int flock)
{
    return covey_world_name(web_world_of(at), flock);
}

/// Eight numbers: how many agents, and where their ids, three axes of positions and three of
/// velocities begin; 0 for an axis that the space lacks.
const uint32_t *WEB_EXPORT(web_view)(const web_world *at, int flock)
{
    static uint32_t places[8];
    covey_view view = covey_world_view(web_world_of(at), flock);
    places[0] = (uint32_t)view.count;
    places[1] = (uint32_t)(uintptr_t)view.id;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        places[2 + axis] = (uint32_t)(uintptr_t)view.pos[axis];
        places[5 + axis] = (uint32_t)(uintptr_t)view.vel[axis];
    }
    return places;
}

/// All measures of a flock in the order of the table, with clusters linked at `link`, 0: as the
/// scenario says; NULL where that fails.
const double *WEB_EXPORT(web_measure)(const web_world *at, int flock, double link)
{
    static double values[COVEY_MAX_MEASURES];
    covey_view view = covey_world_view(web_world_of(at), flock);
    covey_measure_def def = covey_measure_def_default();
    def.link = link > 0.0 ? link : web_link_of(at);
    return covey_measure_all(&view, &def, values, web_failed()) == COVEY_OK ? values : NULL;
}

/// NaN for a parameter that there is none of.
double WEB_EXPORT(web_param)(const web_world *at, int flock, const char *name)
{
    return covey_world_param(web_world_of(at), flock, name);
}

// ---- Changing them ----

int WEB_EXPORT(web_set)(web_world *at, int flock, const char *name, double value)
{
    covey_error *error = web_failed();
    if (at->own == NULL)
        return (int)covey_fail(error, COVEY_ARG, "a session is changed by its commands");
    return (int)covey_world_set(at->own, flock, name, value, error);
}

int WEB_EXPORT(web_save)(const web_world *at)
{
    const covey_world *world = web_world_of(at);
    covey_text *text = web_answer_begin();
    covey_error *error = web_failed();
    size_t size = covey_world_snapshot_size(world);
    void *bytes = malloc(size);
    covey_status status = bytes == NULL
                              ? covey_fail(error, COVEY_MEMORY, "no memory for a snapshot")
                              : covey_world_save(world, bytes, size);
    if (status == COVEY_OK)
        covey_text_put(text, bytes, size);
    free(bytes);
    return (int)web_answer_end(status);
}

int WEB_EXPORT(web_restore)(web_world *at, const void *bytes, size_t size)
{
    covey_error *error = web_failed();
    if (at->own == NULL)
        return (int)covey_fail(error, COVEY_ARG, "a session goes back by its command undo");
    return (int)covey_world_restore(at->own, bytes, size, error);
}
