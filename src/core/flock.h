// SPDX-License-Identifier: MIT
#ifndef COVEY_CORE_FLOCK_H
#define COVEY_CORE_FLOCK_H

#include "core/place.h"
#include "core/predation.h"
#include "core/query_tree.h"
#include "core/response.h"
#include "core/traits.h"
#include "core/zone_plan.h"
#include "covey/world.h"
#include "geometry/grid.h"
#include "geometry/single.h"
#include "geometry/state.h"
#include "geometry/tree.h"
#include "kernels/aggregate.h"

/// Of a flock in a world, whose indices have 32 bits; and in all worlds together that have slices
/// of it.
#define COVEY_MAX_AGENTS 1000000000
#define COVEY_MAX_SLICED (COVEY_WIDE_IDS ? UINT64_C(1000000000000) : COVEY_MAX_AGENTS)

/// The largest radius, for each way to sense, in which any flock senses a flock.
typedef struct covey_sensed {
    double radius[COVEY_WAY_SUMS + 1]; ///< L; -1: no zone senses it that way
    bool headings;                     ///< a zone needs its headings
} covey_sensed;

/// Agents of one kind with all that a step needs of them.
typedef struct covey_flock {
    char name[COVEY_NAME_SIZE];
    const covey_model *model;
    const covey_motion *motion;
    uint64_t seed; ///< separate, so that equal ids in two flocks draw other random numbers
    covey_precision precision;
    int number; ///< of it in its world
    int given;  ///< flocks that the world had been given before
    int hunts;  ///< number of the flock that is this one's prey, or -1
    covey_catch catches;
    bool hard;             ///< bodies that do not overlap
    int hard_passes;       ///< see covey_flock_def
    covey_herd herd;       ///< of its prey, as of the sort, if its model wants that
    double body;           ///< of the largest agent, if it is a trait
    covey_param body_row;  ///< of that trait
    uint32_t layers, mask; ///< see covey_flock_def; at least one layer
    double top_speed;
    size_t capacity;  ///< agents that it may have; a part has room for as many as it has had
    uint8_t *marks;   ///< of agents in the step at hand (core/events.h); NULL: no events are wanted
    uint64_t entries; ///< see covey_world_entries()
    uint64_t entered; ///< entries of the step at hand, added when it ends
    const covey_totals *total;  ///< of the whole flock, in a world that has a part; else NULL
    covey_params params;        ///< of the model
    covey_params motion_params; ///< of the motion
    covey_traits traits;        ///< parameters of which each agent has its own value
    covey_reactions reactions;
    covey_zone_plan plan;
    covey_sensed sensed;
    covey_index index; ///< where its agents stand; the sort keeps it
    covey_state state;
    covey_state next; ///< where the step moves the agents; scratch of the sort before
    covey_grid grid;
    double *heading[COVEY_AXES]; ///< as of the sort, if a zone needs them; NULL in floats
    covey_single single;         ///< in single precision, the agents as others sense them
    covey_tree tree;             ///< for zones that sense the nearest
    bool has_before;             ///< `next` holds the state before the last step
    covey_query_tree query;      ///< for questions, once a world was made ready for them
    covey_aggregate sums;        ///< for zones that only sum; without such zones it has no rows
    struct covey_definition *definition; ///< room for covey_world_definition()
    covey_setting *settings;             ///< the same: of model and motion
    size_t settings_count;
} covey_flock;

/// Makes a flock from a checked definition; model and motion are found, agents are placed, zones
/// asked for. The grid's radius is left to the world. COVEY_ARG, COVEY_MEMORY.
covey_status covey_flock_create(covey_memory *memory, const covey_flock_setup *plan,
                                covey_flock **flock, covey_error *error);
void covey_flock_destroy(covey_memory *memory, covey_flock *flock);

/// Asks the model and the responses for their zones again, after a parameter changed. COVEY_ARG for
/// zones that make no sense; the flock has no zones then.
covey_status covey_flock_update(covey_flock *flock, covey_error *error);

/// True if the model's zones stay as they are with the parameters of now.
bool covey_flock_params_keep_zones(const covey_flock *flock);

/// covey_flock_update() without asking for zones. COVEY_ARG for speeds that do not go together.
covey_status covey_flock_update_motion(covey_flock *flock, covey_error *error);

/// The row of a parameter of model, motion or response, and *values becomes the struct that has
/// it. NULL: there is none of that name.
const covey_param *covey_flock_param(covey_flock *flock, const char *name, void **values);

/// Sets a parameter of model, motion or response. COVEY_ARG as covey_param_set(). The zones are
/// left as they are.
covey_status covey_flock_set(covey_flock *flock, const covey_setting *setting, covey_error *error);

/// The members that all agents of a flock in `space` have in common at the beginning of `step`.
covey_agent covey_flock_any(const covey_flock *flock, const covey_space *space, uint64_t step);

/// The radius of the agent at index i.
static inline double covey_flock_body(const covey_flock *flock, size_t i)
{
    return flock->traits.body < 0 ? flock->body : flock->state.trait[flock->traits.body][i];
}

/// True if agents of a flock may avoid those of another one.
static inline bool covey_flock_masks(const covey_flock *flock, const covey_flock *other)
{
    return (flock->mask & other->layers) != 0;
}

/// Makes *agent the agent at index i.
static inline void covey_flock_look(const covey_flock *flock, size_t i, covey_agent *agent)
{
    const covey_state *state = &flock->state;
    agent->id = state->id[i];
    agent->pos = covey_state_pos(state, i);
    agent->vel = covey_state_vel(state, i);
    for (int k = 0; k < state->extra_count; k++)
        agent->extra[k] = state->extra[k][i];
    if (flock->traits.top_speed >= 0)
        agent->top_speed = state->trait[flock->traits.top_speed][i];
    if (flock->traits.body >= 0)
        agent->body = state->trait[flock->traits.body][i];
}

/// The parameters of the model, or of the motion, for the agent at index i; `own` is room for them
/// where the agent has its own.
static inline void *covey_flock_model_of(const covey_flock *flock, size_t i, covey_own_params *own)
{
    if (!flock->traits.of_model)
        return flock->params.values;
    return covey_traits_params(&flock->traits, &flock->state, &flock->params, false, i, own);
}

static inline void *covey_flock_motion_of(const covey_flock *flock, size_t i, covey_own_params *own)
{
    if (!flock->traits.of_motion)
        return flock->motion_params.values;
    return covey_traits_params(&flock->traits, &flock->state, &flock->motion_params, true, i, own);
}

/// Stores position, velocity and extra numbers of an agent, rounded to the precision.
static inline void covey_flock_store(covey_flock *flock, size_t i, covey_agent *agent)
{
    covey_state *state = &flock->state;
    if (flock->precision == COVEY_PRECISION_SINGLE)
        covey_single_settle(agent, state->extra_count);
    covey_state_put_pos(state, i, agent->pos);
    covey_state_put_vel(state, i, agent->vel);
    for (int k = 0; k < state->extra_count; k++)
        state->extra[k][i] = agent->extra[k];
}

/// Lets the motion take up the velocities that all agents have at the beginning of step `step`.
void covey_flock_init_motion(covey_flock *flock, const covey_space *space, uint64_t step);

/// Makes the room of a flock one for so many agents, at least as many as it has. COVEY_MEMORY; the
/// flock can only be destroyed then. Trees for neighbors are left to the world.
covey_status covey_flock_make_room(covey_memory *memory, covey_flock *flock, size_t room);

/// Sets the number of agents, at most as many as there is room for.
void covey_flock_resize(covey_flock *flock, size_t count);

/// Swaps state and next state; the ids stay with the state.
void covey_flock_swap(covey_flock *flock);

#endif
