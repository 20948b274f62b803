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

#define AIM_WEIGHT 2.0F // as the influences that steer have

covey_aim covey_aim_none(void)
{
    return (covey_aim){.kind = COVEY_AIM_NONE};
}

covey_aim covey_aim_place(covey_vec place, double slowing)
{
    return (covey_aim){
        .kind = COVEY_AIM_PLACE, .to = place, .weight = AIM_WEIGHT, .slowing = (float)slowing};
}

covey_aim covey_aim_velocity(covey_vec velocity)
{
    return (covey_aim){.kind = COVEY_AIM_VELOCITY, .to = velocity, .weight = AIM_WEIGHT};
}

static bool is_within(double value, double low)
{
    return value >= low && value <= COVEY_AIM_MOST;
}

bool covey_aim_is_sound(const covey_aim *aim)
{
    return (aim->kind == COVEY_AIM_NONE || aim->kind == COVEY_AIM_PLACE ||
            aim->kind == COVEY_AIM_VELOCITY) &&
           is_within((double)aim->weight, 0.0) && is_within((double)aim->speed, 0.0) &&
           is_within((double)aim->slowing, 0.0) && is_within(aim->to.x, -COVEY_AIM_MOST) &&
           is_within(aim->to.y, -COVEY_AIM_MOST) && is_within(aim->to.z, -COVEY_AIM_MOST);
}

// ---- In a step ----

covey_vec covey_aim_push(const covey_aim *aim, const covey_scene *scene, const covey_agent *agent)
{
    double full = covey_steering_speed(agent, (double)aim->speed);
    double slowing = (double)aim->slowing;
    covey_vec desired = aim->to;
    if (aim->kind == COVEY_AIM_VELOCITY) {
        desired = covey_vec_limit(desired, agent->top_speed);
    } else {
        covey_vec way = covey_steering_way(scene, agent, aim->to);
        double far = covey_vec_length(way);
        double speed = far < slowing ? full * (far / slowing) : full;
        desired = covey_vec_scale(covey_vec_unit(way), speed);
    }
    return covey_steering(scene, agent, (double)aim->weight, full, desired);
}

/// The aims of a block of agents in columns, and the speeds of the agents.
typedef struct columns {
    double kind[COVEY_BLOCK];
    double to[COVEY_AXES][COVEY_BLOCK];
    double weight[COVEY_BLOCK], speed[COVEY_BLOCK], slowing[COVEY_BLOCK];
    double top[COVEY_BLOCK], usual[COVEY_BLOCK];
    double size[COVEY_AXES]; ///< of a torus; else infinite
    double dt, factor;
} columns;

/// Takes the aims of a group apart. Returns false if none is one.
static bool take_columns(const covey_group *group, columns *all)
{
    const covey_aim *aims = group->flock->state.aim + group->begin;
    bool any = false;
    for (size_t k = 0; k < group->agents.count; k++) {
        const covey_aim *aim = &aims[k];
        all->kind[k] = (double)aim->kind;
        all->to[0][k] = aim->to.x;
        all->to[1][k] = aim->to.y;
        all->to[2][k] = aim->to.z;
        all->weight[k] = (double)aim->weight;
        all->speed[k] = (double)aim->speed;
        all->slowing[k] = (double)aim->slowing;
        any = any || aim->kind != COVEY_AIM_NONE;
    }
    return any;
}

/// The top speeds of the agents, and speeds of those without one; see covey_steering_top().
static void take_speeds(const covey_group *group, columns *all)
{
    const covey_flock *flock = group->flock;
    const int trait = flock->traits.top_speed;
    for (size_t k = 0; k < group->agents.count; k++) {
        double top =
            trait >= 0 ? flock->state.trait[trait][group->begin + k] : group->agents.any->top_speed;
        all->top[k] = top;
        all->usual[k] =
            top <= COVEY_STEERING_MOST ? top : covey_vec_length(covey_vec_at(group->agents.vel, k));
    }
}

/// The way from a to b on one axis; see covey_circle_offset().
COVEY_BODY double way_between(double a, double b, double size)
{
    const double half = size * 0.5, straight = b - a, less = (b - size) - a, more = b - (a - size);
    const double way = straight > half ? less : straight;
    return straight < -half ? more : way;
}

COVEY_BODY covey_vec choose(bool first, covey_vec one, covey_vec other)
{
    covey_vec chosen = {first ? one.x : other.x, first ? one.y : other.y, first ? one.z : other.z};
    return chosen;
}

/// covey_aim_push() for intents that are no directions, without branches.
COVEY_BODY covey_vec push_of(const columns *all, size_t k, covey_vec pos, covey_vec vel)
{
    const double top = all->top[k], wanted = all->speed[k], slowing = all->slowing[k];
    const bool is_place = all->kind[k] == (double)COVEY_AIM_PLACE;
    const covey_vec aim = {all->to[0][k], all->to[1][k], all->to[2][k]};
    const covey_vec way = {way_between(pos.x, aim.x, all->size[0]),
                           way_between(pos.y, aim.y, all->size[1]),
                           way_between(pos.z, aim.z, all->size[2])};
    const covey_vec to = choose(is_place, way, aim);
    const double bounded = wanted < top ? wanted : top, usual = all->usual[k];
    const double full = wanted > 0.0 ? bounded : usual, far = covey_vec_length(to);
    const double slow = full * (far / slowing), speed = far < slowing ? slow : full;
    const covey_vec ahead = covey_vec_scale(covey_vec_unit(to), is_place ? speed : top);
    const covey_vec desired = choose(!is_place & (far <= top), to, ahead);
    const double weight = all->weight[k], longest = fabs(all->dt), most = 1.0 / longest;
    const double rate = (weight * longest > 1.0 ? most : weight) * all->factor;
    return covey_vec_scale(covey_vec_sub(desired, vel), rate);
}

COVEY_BODY void add_in_plane_body(const columns *COVEY_RESTRICT all, const covey_block *agents,
                                  covey_intents *COVEY_RESTRICT intents)
{
    const double *x = agents->pos[0], *y = agents->pos[1];
    const double *u = agents->vel[0], *v = agents->vel[1];
    for (size_t k = 0; k < agents->count; k++) {
        const covey_vec pos = {x[k], y[k], 0.0}, vel = {u[k], v[k], 0.0};
        const covey_vec push = push_of(all, k, pos, vel);
        const bool has = all->kind[k] != (double)COVEY_AIM_NONE;
        const double along = intents->intent[0][k], across = intents->intent[1][k];
        intents->intent[0][k] = has ? along + push.x : along;
        intents->intent[1][k] = has ? across + push.y : across;
    }
}
COVEY_WIDER(static void, add_in_plane,
            (const columns *all, const covey_block *agents, covey_intents *intents),
            (all, agents, intents))

COVEY_BODY void add_in_space_body(const columns *COVEY_RESTRICT all, const covey_block *agents,
                                  covey_intents *COVEY_RESTRICT intents)
{
    const double *x = agents->pos[0], *y = agents->pos[1], *z = agents->pos[2];
    const double *u = agents->vel[0], *v = agents->vel[1], *w = agents->vel[2];
    for (size_t k = 0; k < agents->count; k++) {
        const covey_vec pos = {x[k], y[k], z[k]}, vel = {u[k], v[k], w[k]};
        const covey_vec push = push_of(all, k, pos, vel);
        const bool has = all->kind[k] != (double)COVEY_AIM_NONE;
        const double along = intents->intent[0][k], across = intents->intent[1][k];
        const double up = intents->intent[2][k];
        intents->intent[0][k] = has ? along + push.x : along;
        intents->intent[1][k] = has ? across + push.y : across;
        intents->intent[2][k] = has ? up + push.z : up;
    }
}
COVEY_WIDER(static void, add_in_space,
            (const columns *all, const covey_block *agents, covey_intents *intents),
            (all, agents, intents))

/// Agent by agent, for intents that are directions.
static void add_one_by_one(const covey_group *group, double dt, covey_intents *intents)
{
    const covey_state *state = &group->flock->state;
    const covey_scene scene = {.space = group->agents.any->space,
                               .dt = dt,
                               .intent = group->flock->motion->intent,
                               .impulse = group->flock->motion->impulse};
    covey_agent agent = *group->agents.any;
    const bool deep = covey_state_is_deep(state);
    for (size_t k = 0; k < group->agents.count; k++) {
        const covey_aim *aim = &state->aim[group->begin + k];
        if (aim->kind == COVEY_AIM_NONE)
            continue;
        covey_flock_look(group->flock, group->begin + k, &agent);
        covey_vec push = covey_aim_push(aim, &scene, &agent);
        covey_vec intent = covey_block_intent(intents, k, deep);
        covey_block_intend(intents, k, deep, covey_vec_add(intent, push));
    }
}

void covey_aim_group(const covey_group *group, double dt, covey_intents *intents)
{
    columns all; // not cleared, which takes long
    if (group->flock->motion->intent == COVEY_INTENT_DIRECTION) {
        add_one_by_one(group, dt, intents);
        return;
    }
    if (!take_columns(group, &all))
        return;
    take_speeds(group, &all);
    const covey_space *space = group->agents.any->space;
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        bool round = space->kind == COVEY_SPACE_TORUS && axis < group->flock->state.dim;
        all.size[axis] = round ? space->size[axis] : HUGE_VAL;
    }
    all.dt = dt;
    all.factor = group->flock->motion->impulse ? dt : 1.0;
    if (covey_block_is_deep(&group->agents))
        add_in_space(&all, &group->agents, intents);
    else
        add_in_plane(&all, &group->agents, intents);
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
    return status == COVEY_OK
               ? status
               : covey_fail(error, COVEY_MEMORY, "no memory for the aims of flock %s", flock->name);
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

static covey_status put_aims(covey_world *world, const covey_members_meant *asked,
                             const covey_aim *aims, covey_error *error)
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
    return covey_world_leave_still(world, status == COVEY_OK ? put_aims(world, &asked, aims, error)
                                                             : status);
}

covey_status covey_world_aims(const covey_world *world, int number, covey_agents of,
                              covey_aim *aims, covey_error *error)
{
    covey_members_meant asked;
    covey_status status = covey_members_mean(world, number, &of, aims, &asked, error);
    for (size_t k = 0; k < of.count && status == COVEY_OK; k++)
        aims[k] = asked.flock->state.aim != NULL
                      ? asked.flock->state.aim[covey_members_at(&asked, k)]
                      : covey_aim_none();
    return status;
}
