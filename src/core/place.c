// SPDX-License-Identifier: MIT
// Where the agents of a new flock stand and how they move: as given, or uniformly in a box with
// random headings, each agent's place being a function of the seed and its id alone.
#include "core/place.h"

#include <float.h>
#include <stdbool.h>
#include <string.h>

/// Random numbers of placement come before step 0, so that no step draws the same.
#define BEFORE_ALL_STEPS UINT64_MAX

enum { STREAM_HEADING = COVEY_AXES }; // streams 0 … COVEY_AXES - 1 are the axes of the position

#define TURN 6.283185307179586

typedef struct box {
    double low[COVEY_AXES];
    double high[COVEY_AXES];
} box;

static bool is_finite(double value)
{
    return fabs(value) <= DBL_MAX;
}

static box box_of(const covey_world_def *world, const covey_flock_def *def)
{
    box area;
    bool given = false;
    memcpy(area.low, def->box_low, sizeof area.low);
    memcpy(area.high, def->box_high, sizeof area.high);
    for (int axis = 0; axis < COVEY_AXES; axis++)
        given = given || area.low[axis] != 0.0 || area.high[axis] != 0.0;
    for (int axis = 0; axis < COVEY_AXES && !given; axis++)
        area.high[axis] = world->space.kind == COVEY_SPACE_TORUS ? world->space.size[axis]
                                                                 : sqrt((double)def->count);
    return area;
}

static covey_status check(const covey_flock_def *def, const box *area, covey_error *error)
{
    for (int axis = 0; axis < COVEY_AXES; axis++)
        if (!is_finite(area->low[axis]) || !is_finite(area->high[axis]) ||
            area->high[axis] < area->low[axis])
            return covey_fail(error, COVEY_ARG, "the box of flock %s is no box on axis %d",
                              def->name, axis);
    if (!is_finite(def->speed))
        return covey_fail(error, COVEY_ARG, "the speed of flock %s is not finite", def->name);
    for (int axis = 1; axis < COVEY_AXES; axis++)
        if ((def->pos[axis] == NULL) != (def->pos[0] == NULL) ||
            (def->vel[axis] == NULL) != (def->vel[0] == NULL))
            return covey_fail(error, COVEY_ARG, "flock %s has an axis without values", def->name);
    return COVEY_OK;
}

static double draw(const covey_world_def *world, uint32_t id, uint32_t stream)
{
    return covey_uniform(world->seed, BEFORE_ALL_STEPS, id, stream);
}

static covey_vec position(const covey_world_def *world, const covey_flock_def *def, const box *area,
                          uint32_t id)
{
    double pos[COVEY_AXES] = {0};
    for (int axis = 0; axis < COVEY_AXES; axis++)
        pos[axis] = def->pos[0] != NULL ? def->pos[axis][id]
                                        : area->low[axis] + (area->high[axis] - area->low[axis]) *
                                                                draw(world, id, (uint32_t)axis);
    return (covey_vec){pos[0], pos[1]};
}

static covey_vec velocity(const covey_world_def *world, const covey_flock_def *def, uint32_t id)
{
    if (def->vel[0] != NULL)
        return (covey_vec){def->vel[0][id], def->vel[1][id]};
    double heading = TURN * draw(world, id, STREAM_HEADING);
    return covey_vec_scale((covey_vec){covey_cos(heading), covey_sin(heading)}, def->speed);
}

covey_status covey_place(const covey_world_def *world, const covey_flock_def *def,
                         covey_state *state, covey_error *error)
{
    box area = box_of(world, def);
    covey_status status = check(def, &area, error);
    for (size_t i = 0; i < state->count && status == COVEY_OK; i++) {
        uint32_t id = (uint32_t)i;
        covey_vec pos = position(world, def, &area, id);
        state->id[i] = id;
        covey_state_put_pos(state, i, covey_space_fold(&world->space, pos));
        covey_state_put_vel(state, i, velocity(world, def, id));
        if (covey_state_find_infinite(state, i, i + 1) >= 0)
            status =
                covey_fail(error, COVEY_ARG,
                           "agent %u of flock %s has a position or velocity that is not finite",
                           (unsigned)id, def->name);
    }
    return status;
}
