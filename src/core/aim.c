// SPDX-License-Identifier: MIT
// Aims of agents: setting them, and their share in a step.
#include "core/aim.h"

#include "base/misuse.h"
#include "core/members.h"
#include "geometry/space.h"
#include "influences/steering.h"

#include "covey/batch.h"
#include "covey/block.h"

#include <inttypes.h>

#define WEIGHT 2.0 // as the influences that steer have

covey_aim covey_aim_none(void)
{
    return (covey_aim){.kind = COVEY_AIM_NONE};
}

covey_aim covey_aim_place(covey_vec place, double slowing)
{
    return (covey_aim){
        .kind = COVEY_AIM_PLACE, .to = place, .weight = WEIGHT, .slowing = slowing};
}

covey_aim covey_aim_velocity(covey_vec velocity)
{
    return (covey_aim){.kind = COVEY_AIM_VELOCITY, .to = velocity, .weight = WEIGHT};
}

static bool is_within(double value, double low)
{
    return value >= low && value <= COVEY_AIM_MOST;
}

bool covey_aim_is_sound(const covey_aim *aim)
{
    return (aim->kind == COVEY_AIM_NONE || aim->kind == COVEY_AIM_PLACE ||
            aim->kind == COVEY_AIM_VELOCITY) &&
           is_within(aim->weight, 0.0) && is_within(aim->speed, 0.0) &&
           is_within(aim->slowing, 0.0) && is_within(aim->to.x, -COVEY_AIM_MOST) &&
           is_within(aim->to.y, -COVEY_AIM_MOST) && is_within(aim->to.z, -COVEY_AIM_MOST);
}

// ---- In a step ----

covey_vec covey_aim_push(const covey_aim *aim, const covey_scene *scene, const covey_agent *agent)
{
    double full = covey_steering_speed(agent, aim->speed);
    covey_vec desired = aim->to;
    if (aim->kind == COVEY_AIM_VELOCITY) {
        desired = covey_vec_limit(desired, agent->top_speed);
    } else {
        covey_vec way = covey_steering_way(scene, agent, aim->to);
        double far = covey_vec_length(way);
        double speed = far < aim->slowing ? full * (far / aim->slowing) : full;
        desired = covey_vec_scale(covey_vec_unit(way), speed);
    }
    return covey_steering(scene, agent, aim->weight, full, desired);
}

void covey_aim_group(const covey_group *group, double dt, covey_intents *intents)
{
    const covey_state *state = &group->flock->state;
    const covey_scene scene = {.space = group->agents.any->space,
                               .dt = dt,
                               .intent = group->flock->motion->intent,
                               .impulse = group->flock->motion->impulse};
    covey_agent agent = *group->agents.any;
    for (size_t k = 0; k < group->agents.count; k++) {
        const covey_aim *aim = &state->aim[group->begin + k];
        if (aim->kind == COVEY_AIM_NONE)
            continue;
        covey_flock_look(group->flock, group->begin + k, &agent);
        covey_vec push = covey_aim_push(aim, &scene, &agent);
        intents->intent[0][k] += push.x;
        intents->intent[1][k] += push.y;
        if (covey_state_is_deep(state))
            intents->intent[2][k] += push.z;
    }
}

// ---- Setting ----

static covey_status refuse_aim(const covey_members_meant *asked, size_t k, covey_error *error)
{
    return covey_fail(error, COVEY_ARG,
                      "the aim of agent %" COVEY_PRI_ID
                      " of flock %s has a number that is not finite or outside its range",
                      asked->flock->state.id[covey_members_at(asked, k)], asked->flock->name);
}

covey_status covey_aim_take(covey_world *world, covey_flock *flock, covey_error *error)
{
    size_t bytes_before = world->memory.bytes;
    covey_status status = covey_state_add_aims(&world->memory, &flock->state, &flock->next);
    world->stats.agent_bytes += world->memory.bytes - bytes_before;
    return status == COVEY_OK ? status
                              : covey_fail(error, COVEY_MEMORY, "no memory for the aims of flock %s",
                                           flock->name);
}

/// An aim as it is kept: a place on a torus inside of it, z 0 in the plane.
static covey_aim kept_aim(const covey_space *space, covey_aim aim)
{
    if (covey_space_dim(space) == 2)
        aim.to.z = 0.0;
    if (aim.kind == COVEY_AIM_PLACE && space->kind == COVEY_SPACE_TORUS)
        aim.to = covey_space_fold(space, aim.to);
    return aim.kind == COVEY_AIM_NONE ? covey_aim_none() : aim;
}

static covey_status put_aims(covey_world *world, const covey_members_meant *asked, const covey_aim *aims,
                             covey_error *error)
{
    covey_flock *flock = asked->flock;
    bool any = false;
    for (size_t k = 0; k < asked->of.count; k++) {
        if (!covey_aim_is_sound(&aims[k]))
            return refuse_aim(asked, k, error);
        any = any || aims[k].kind != COVEY_AIM_NONE;
    }
    if (flock->state.aim == NULL && !any)
        return COVEY_OK;
    if (covey_aim_take(world, flock, error) != COVEY_OK)
        return COVEY_MEMORY;
    for (size_t k = 0; k < asked->of.count; k++)
        flock->state.aim[covey_members_at(asked, k)] = kept_aim(&world->def.space, aims[k]);
    return COVEY_OK;
}

covey_status covey_world_aim(covey_world *world, int number, covey_agents of, const covey_aim *aims,
                             covey_error *error)
{
    covey_status status = covey_world_enter(world, error);
    if (status != COVEY_OK)
        return status;
    covey_members_meant asked;
    status = covey_members_mean(world, number, &of, aims, &asked, error);
    return covey_world_leave(world,
                             status == COVEY_OK ? put_aims(world, &asked, aims, error) : status);
}

covey_status covey_world_aims(const covey_world *world, int number, covey_agents of,
                              covey_aim *aims, covey_error *error)
{
    covey_members_meant asked;
    covey_status status = covey_members_mean(world, number, &of, aims, &asked, error);
    for (size_t k = 0; k < of.count && status == COVEY_OK; k++)
        aims[k] = asked.flock->state.aim != NULL ? asked.flock->state.aim[covey_members_at(&asked, k)]
                                                 : covey_aim_none();
    return status;
}
