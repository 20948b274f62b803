// SPDX-License-Identifier: MIT
// Functions for blocks have the bits of the functions for one agent: see covey/block.h.
#include "core/group.h"

#include "base/minmax.h"
#include "core/avoid.h"
#include "core/columns.h"
#include "core/events.h"
#include "core/near.h"
#include "covey/block.h"
#include "geometry/stream.h"

#include <string.h>

void covey_group_take(covey_group *group, size_t begin, size_t end)
{
    const covey_state *state = &group->flock->state;
    group->begin = begin;
    group->agents.count = end - begin;
    group->agents.id = state->id + begin;
    for (int axis = 0; axis < state->dim; axis++) {
        group->agents.pos[axis] = state->pos[axis] + begin;
        group->agents.vel[axis] = state->vel[axis] + begin;
    }
    for (int k = 0; k < state->extra_count; k++)
        group->agents.extra[k] = state->extra[k] + begin;
}

// ---- Deciding ----

static void decide_one(const covey_group *group, const covey_percepts *percepts, size_t k,
                       covey_agent *agent, covey_intents *intents)
{
    const covey_flock *flock = group->flock;
    covey_percept here[COVEY_MAX_ZONES];
    covey_own_params own;
    for (int z = 0; z < flock->plan.count; z++)
        here[z] = covey_percepts_at(&percepts[z], k, covey_block_is_deep(&group->agents));
    covey_flock_look(flock, group->begin + k, agent);
    const void *values = covey_flock_model_of(flock, group->begin + k, &own);
    covey_vec intent = flock->model->decide(values, agent, here);
    covey_block_intend(intents, k, covey_block_is_deep(&group->agents), intent);
}

void covey_group_decide(const covey_group *group, const covey_percepts *percepts,
                        covey_intents *intents)
{
    const covey_flock *flock = group->flock;
    bool alike = !flock->traits.of_model && flock->traits.top_speed < 0;
    if (alike && flock->model->decide_block != NULL) {
        flock->model->decide_block(flock->params.values, &group->agents, percepts, intents);
        return;
    }
    covey_agent agent = *group->agents.any;
    for (size_t k = 0; k < group->agents.count; k++)
        decide_one(group, percepts, k, &agent, intents);
}

static covey_avoid avoid_of(const covey_group *group, double dt)
{
    return (covey_avoid){group->world, group->flock,        group->agents.any,
                         group->begin, group->agents.count, dt};
}

/// Adds the pushes of response number k, which is `anticipate`.
static void anticipate(const covey_group *group, int k, double dt, double share,
                       covey_intents *intents)
{
    const covey_avoid all = avoid_of(group, dt);
    const bool deep = covey_block_is_deep(&group->agents);
    for (size_t i = 0; i < group->agents.count; i++) {
        covey_vec push = covey_avoid_push(&all, k, group->begin + i);
        covey_vec intent = covey_block_intent(intents, i, deep);
        covey_block_intend(intents, i, deep, covey_vec_add(intent, covey_vec_scale(push, share)));
    }
}

void covey_group_respond(const covey_group *group, const covey_percepts *percepts, double dt,
                         covey_intents *intents)
{
    const covey_flock *flock = group->flock;
    int speed = flock->traits.top_speed;
    const covey_scene scene = {
        .space = group->agents.any->space, .dt = dt, .intent = flock->motion->intent};
    const covey_reaction_block block = {
        .agents = &group->agents,
        .scene = &scene,
        .top_speed = speed >= 0 ? flock->state.trait[speed] + group->begin : NULL,
        .share = flock->motion->impulse ? dt : 1.0,
    };
    for (int k = 0; k < flock->reactions.count; k++)
        if (flock->reactions.list[k].is.rule == COVEY_RESPONSE_ANTICIPATE)
            anticipate(group, k, dt, block.share, intents);
        else if (flock->reactions.list[k].is.rule != COVEY_RESPONSE_AVOID)
            covey_reaction_add(&flock->reactions.list[k].is, &block,
                               &percepts[flock->plan.own_count + k], intents);
}

/// Contributions of influences to the agents of a group.
typedef struct pushes {
    const covey_group *group;
    const covey_path *path;
    covey_scene scene;
    covey_agent agent;
    uint32_t last[COVEY_BLOCK];                   ///< influence that pushed an agent
    const covey_bounds_named *named[COVEY_BLOCK]; ///< the next that is for this agent alone
    double sum[COVEY_BLOCK][COVEY_AXES];
} pushes;

static void look_at(pushes *self, size_t k)
{
    const covey_flock *flock = self->group->flock;
    covey_flock_look(flock, self->group->begin + k, &self->agent);
    if (flock->state.user != NULL)
        self->scene.user = flock->state.user[self->group->begin + k];
}

/// Adds the contribution of an influence to agent k, which is looked at.
static void push_once(pushes *self, size_t k, uint32_t number)
{
    const covey_influence_item *item = &self->path->influences->item[number];
    self->scene.shape = item->shape;
    self->scene.field = item->field != NULL ? &item->field->grid : NULL;
    self->scene.context = item->kind->context;
    covey_vec more = item->kind->act(item->params.values, &self->scene, &self->agent);
    self->sum[k][0] += more.x;
    self->sum[k][1] += more.y;
    self->sum[k][2] += more.z;
}

/// Adds the contributions of influences for agent k alone that act before one.
static void push_named(pushes *self, size_t k, uint32_t before)
{
    const covey_bounds *bounds = &self->path->influences->bounds;
    const covey_bounds_named *end = bounds->named + bounds->named_count;
    const covey_bounds_named **next = &self->named[k];
    for (; *next != end && (*next)->id == self->agent.id && (*next)->item < before; (*next)++)
        if (covey_influence_reaches(&self->path->influences->item[(*next)->item],
                                    self->path->flock))
            push_once(self, k, (*next)->item);
}

/// Adds the contributions of influences to an agent, each once, in the order in which they act.
static void push(void *context, size_t k, const uint32_t *number, size_t count)
{
    pushes *self = context;
    uint32_t *last = &self->last[k];
    look_at(self, k);
    for (size_t e = 0; e < count; e++) {
        if (number[e] == *last)
            continue;
        *last = number[e];
        if (self->path->influences->bounds.named_count > 0)
            push_named(self, k, *last);
        push_once(self, k, *last);
    }
}

/// Finds the first influence that is for each agent alone.
static void begin_named(pushes *self)
{
    const covey_bounds *bounds = &self->path->influences->bounds;
    for (size_t k = 0; k < self->group->agents.count && bounds->named_count > 0; k++)
        self->named[k] = covey_bounds_find_named(bounds, self->group->agents.id[k]);
}

/// Adds those that are left.
static void end_named(pushes *self)
{
    for (size_t k = 0; k < self->group->agents.count; k++) {
        look_at(self, k);
        push_named(self, k, UINT32_MAX);
    }
}

void covey_group_influence(const covey_group *group, const covey_path *path, covey_intents *intents)
{
    if (path->influences->count == 0)
        return;
    pushes all = {.group = group, .path = path, .agent = *group->agents.any, .sum = {{0}}};
    all.scene = (covey_scene){
        .space = path->space,
        .time = (double)all.agent.step * path->dt,
        .dt = path->dt,
        .intent = group->flock->motion->intent,
        .impulse = group->flock->motion->impulse,
    };
    memset(all.last, 0xff, sizeof all.last); // a higher number than there are
    covey_sweep ways;                        // not cleared, which takes long
    covey_near_look(path, &group->agents, &ways);
    begin_named(&all);
    covey_near_fields(path, &ways, push, &all);
    if (path->influences->bounds.named_count > 0)
        end_named(&all);
    for (int axis = 0; axis < group->flock->state.dim; axis++)
        for (size_t k = 0; k < group->agents.count; k++)
            intents->intent[axis][k] += all.sum[k][axis];
}

// ---- Moving ----

/// Moves the agents by their motion, before solids and the edges of the space act.
static void move(const covey_group *group, const covey_intents *intents, double dt,
                 covey_moves *moves)
{
    const covey_flock *flock = group->flock;
    if (!flock->traits.of_motion && flock->motion->move_block != NULL) {
        flock->motion->move_block(flock->motion_params.values, &group->agents, intents, dt, moves);
        return;
    }
    covey_agent agent = *group->agents.any;
    covey_own_params own;
    const bool deep = covey_block_is_deep(&group->agents);
    for (size_t k = 0; k < group->agents.count; k++) {
        covey_flock_look(flock, group->begin + k, &agent);
        const void *values = covey_flock_motion_of(flock, group->begin + k, &own);
        flock->motion->move(values, &agent, covey_block_intent(intents, k, deep), dt);
        covey_block_moved(moves, flock->state.extra_count, k, deep, &agent);
    }
}

/// Makes *agent agent k of the group after its move. Returns where it was before.
static covey_vec moved_agent(const covey_group *group, const covey_moves *moves, size_t k,
                             covey_agent *agent)
{
    const bool deep = covey_block_is_deep(&group->agents);
    covey_flock_look(group->flock, group->begin + k, agent);
    covey_vec from = agent->pos;
    agent->pos = (covey_vec){moves->pos[0][k], moves->pos[1][k], deep ? moves->pos[2][k] : 0.0};
    agent->vel = (covey_vec){moves->vel[0][k], moves->vel[1][k], deep ? moves->vel[2][k] : 0.0};
    for (int number = 0; number < group->flock->state.extra_count; number++)
        agent->extra[number] = moves->extra[number][k];
    return from;
}

/// Lets agents avoid others by other velocities than their motion made.
static void avoid(const covey_group *group, double dt, covey_moves *moves)
{
    const covey_flock *flock = group->flock;
    const covey_avoid all = avoid_of(group, dt);
    const bool deep = covey_block_is_deep(&group->agents);
    double changed[COVEY_BLOCK] = {0};
    covey_own_params own;
    covey_avoid_turn(&all, moves, changed);
    for (size_t k = 0; k < group->agents.count && flock->motion->init_from_velocity != NULL; k++) {
        covey_agent agent = *group->agents.any;
        if (changed[k] == 0.0)
            continue;
        moved_agent(group, moves, k, &agent);
        flock->motion->init_from_velocity(covey_flock_motion_of(flock, group->begin + k, &own),
                                          &agent);
        covey_block_moved(moves, flock->state.extra_count, k, deep, &agent);
    }
}

/// Moves one of the agents among solids and back into the space.
static void collide_one(const covey_group *group, const covey_path *path, size_t k,
                        covey_moves *moves)
{
    const covey_flock *flock = group->flock;
    covey_agent agent = *group->agents.any;
    covey_own_params own;
    const bool deep = covey_block_is_deep(&group->agents);
    covey_vec from = moved_agent(group, moves, k, &agent);
    unsigned met = covey_collide(path, from, &agent);
    if (met != 0 && flock->marks != NULL)
        flock->marks[group->begin + k] = (uint8_t)met;
    bool turned = (met & (COVEY_MET_TURN | COVEY_MET_RESPAWN)) != 0;
    if (turned && flock->motion->init_from_velocity != NULL)
        flock->motion->init_from_velocity(covey_flock_motion_of(flock, group->begin + k, &own),
                                          &agent);
    covey_block_moved(moves, flock->state.extra_count, k, deep, &agent);
}

/// Returns false, and held[] is 0, if no agent met anything.
static bool collide(const covey_group *group, const covey_path *path, covey_moves *moves,
                    double held[COVEY_BLOCK])
{
    size_t count = group->agents.count;
    int dim = covey_space_dim(path->space);
    for (int axis = 0; axis < dim && path->space->kind != COVEY_SPACE_OPEN; axis++)
        covey_columns_outside(moves->pos[axis], path->space->size[axis], count, held);
    if (path->solid)
        covey_near_hold(path, &group->agents, moves, held);
    bool any;
    covey_columns_any(held, count, &any);
    for (size_t k = 0; k < count && any; k++)
        if (held[k] != 0.0)
            collide_one(group, path, k, moves);
    return any;
}

/// Returns the number of agents that are inside a solid, among the agents that met anything: the
/// others are not.
static uint64_t count_entries(const covey_group *group, const covey_path *path,
                              const covey_moves *moves, const double held[COVEY_BLOCK])
{
    uint64_t entries = 0;
    for (size_t k = 0; k < group->agents.count; k++) {
        covey_vec p = {moves->pos[0][k], moves->pos[1][k],
                       covey_block_is_deep(&group->agents) ? moves->pos[2][k] : 0.0};
        if (held[k] != 0.0)
            entries += covey_influence_holds(path->influences, path->flock, p,
                                             covey_flock_body(group->flock, group->begin + k));
    }
    return entries;
}

/// Rounds all numbers of the agents to floats; see covey_single_settle().
static void settle(const covey_group *group, const covey_space *space, covey_moves *moves)
{
    size_t count = group->agents.count;
    for (int axis = 0; axis < covey_space_dim(space); axis++) {
        covey_columns_round(count, moves->pos[axis]);
        covey_columns_round(count, moves->vel[axis]);
        if (space->kind == COVEY_SPACE_TORUS) // its end is its beginning
            covey_columns_clear(space->size[axis], count, moves->pos[axis]);
    }
    for (int number = 0; number < group->flock->state.extra_count; number++)
        covey_columns_round(count, moves->extra[number]);
}

static bool is_finite(const double *column, size_t count)
{
    bool finite;
    covey_columns_finite(column, count, &finite);
    return finite;
}

static bool are_finite(const covey_moves *moves, const covey_state *state, size_t count)
{
    bool finite = true;
    for (int axis = 0; axis < state->dim; axis++)
        finite = finite && is_finite(moves->pos[axis], count) && is_finite(moves->vel[axis], count);
    for (int number = 0; number < state->extra_count; number++)
        finite = finite && is_finite(moves->extra[number], count);
    return finite;
}

/// Stores the moved agents into the next state.
static void store(const covey_group *group, const covey_moves *moves)
{
    covey_state *state = &group->flock->next;
    size_t count = group->agents.count, begin = group->begin;
    bool far = covey_state_is_far(state);
    for (int axis = 0; axis < state->dim; axis++) {
        covey_stream_column(state->pos[axis] + begin, moves->pos[axis], count, far);
        covey_stream_column(state->vel[axis] + begin, moves->vel[axis], count, far);
    }
    for (int number = 0; number < state->extra_count; number++)
        covey_stream_column(state->extra[number] + begin, moves->extra[number], count, far);
    covey_stream_end(far);
}

/// Adds the moved agents, all of which are finite or the step does not count.
static void add_moved(const covey_group *group, const covey_moves *moves)
{
    double slowest = 0.0, fastest = 0.0;
    covey_totals *moved = group->moved;
    size_t count = group->agents.count;
    int dim = group->flock->state.dim;
    moved->count += count;
    for (int axis = 0; axis < dim; axis++)
        covey_columns_extent(moves->pos[axis], count, &moved->low[axis], &moved->high[axis]);
    for (int axis = 0; axis < dim && group->speeds; axis++)
        covey_columns_extent(moves->vel[axis], count, &slowest, &fastest);
    for (int axis = dim; axis < COVEY_AXES; axis++)
        moved->low[axis] = moved->high[axis] = 0.0;
    fastest = covey_larger(fastest, -slowest);
    moved->fastest = covey_larger(fastest, moved->fastest);
}

bool covey_group_move(const covey_group *group, const covey_intents *intents,
                      const covey_path *path, double dt, uint64_t *entries)
{
    const covey_flock *flock = group->flock;
    covey_moves moves;
    double held[COVEY_BLOCK] = {0};
    move(group, intents, dt, &moves);
    if (covey_avoid_has(flock, COVEY_RESPONSE_AVOID))
        avoid(group, dt, &moves);
    bool met = collide(group, path, &moves, held);
    if (flock->precision == COVEY_PRECISION_SINGLE)
        settle(group, path->space, &moves);
    if (met && path->solid)
        *entries += count_entries(group, path, &moves, held);
    bool finite = are_finite(&moves, &flock->state, group->agents.count);
    if (group->moved != NULL)
        add_moved(group, &moves);
    store(group, &moves); // loads that come behind may wait for it
    return finite;
}
