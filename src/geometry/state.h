// SPDX-License-Identifier: MIT
#ifndef COVEY_GEOMETRY_STATE_H
#define COVEY_GEOMETRY_STATE_H

#include "covey/aim.h"
#include "covey/model.h"
#include "covey/trait.h"
#include "geometry/index.h"

/// Kernels read up to eight agents at once, and so up to this many numbers beyond the last agent.
/// Their values do not matter: in a state the next array follows, other arrays have room for them.
enum { COVEY_AHEAD = 7 };

/// The agents of a flock, one array per axis; z is NULL in the plane. The id of an agent
/// stays, its index changes from sort to sort; `extra` are the numbers that their motion keeps of
/// them; `trait`, `user` and `aim` are columns that a step leaves as they are.
typedef struct covey_state {
    size_t count;
    size_t room; ///< for so many agents
    int dim;     ///< axes
    size_t near; ///< up to so many agents caches hold it from step to step, it is assumed
    int extra_count;
    double *pos[COVEY_AXES];
    double *vel[COVEY_AXES];
    double *extra[COVEY_MAX_EXTRA];
    int trait_count;
    double *trait[COVEY_MAX_TRAITS];
    uint64_t *user; ///< NULL: there is none
    covey_aim *aim; ///< NULL: no agent has one
    covey_id *id;
    covey_index *index; ///< of the flock, to look up ids by; NULL: none is kept
    void *block;
} covey_state;

/// Makes `room` agents, `count` included, of `dim` axes with `extra_count` numbers each beside
/// position and velocity, all zero. COVEY_MEMORY.
covey_status covey_state_create(covey_memory *memory, size_t room, int dim, int extra_count,
                                covey_state *state);
void covey_state_destroy(covey_memory *memory, covey_state *state);

/// True if the ids of the state are in its own memory, as at first.
bool covey_state_holds_ids(const covey_state *state);

/// True if the state is better written past the caches.
static inline bool covey_state_is_far(const covey_state *state)
{
    return state->count > state->near;
}

/// to[i] = from[order[i]] for every array and i from `begin` to end - 1. The index of `to`, if it
/// has one, is brought up to date.
void covey_state_gather(covey_state *to, const covey_state *from, const uint32_t *order,
                        size_t begin, size_t end);

/// True in three dimensions.
static inline bool covey_state_is_deep(const covey_state *state)
{
    return state->dim == COVEY_AXES;
}

static inline covey_vec covey_state_pos(const covey_state *state, size_t i)
{
    covey_vec pos = {state->pos[0][i], state->pos[1][i],
                     covey_state_is_deep(state) ? state->pos[2][i] : 0.0};
    return pos;
}

/// True if agents i and j are at the very same place.
static inline bool covey_state_same_place(const covey_state *state, size_t i, size_t j)
{
    return state->pos[0][i] == state->pos[0][j] && state->pos[1][i] == state->pos[1][j] &&
           (!covey_state_is_deep(state) || state->pos[2][i] == state->pos[2][j]);
}

static inline covey_vec covey_state_vel(const covey_state *state, size_t i)
{
    covey_vec vel = {state->vel[0][i], state->vel[1][i],
                     covey_state_is_deep(state) ? state->vel[2][i] : 0.0};
    return vel;
}

static inline void covey_state_put_pos(covey_state *state, size_t i, covey_vec pos)
{
    state->pos[0][i] = pos.x;
    state->pos[1][i] = pos.y;
    if (covey_state_is_deep(state))
        state->pos[2][i] = pos.z;
}

static inline void covey_state_put_vel(covey_state *state, size_t i, covey_vec vel)
{
    state->vel[0][i] = vel.x;
    state->vel[1][i] = vel.y;
    if (covey_state_is_deep(state))
        state->vel[2][i] = vel.z;
}

enum { COVEY_LINE = 64 }; // bytes of the cache

/// Bytes from one array of `count` numbers to the next: whole lines and an odd number of them, so
/// that equal indices of several arrays do not compete for the same cache set.
static inline size_t covey_state_stride(size_t count, size_t size)
{
    return ((count * size / COVEY_LINE + 1) | 1) * COVEY_LINE;
}

/// Index of the agent `id`, or `count`. A look into the state's index; without one, at every id.
size_t covey_state_find(const covey_state *state, covey_id id);

/// Hash of the agents' ids, places and velocities, independent of their order. `flock` separates
/// flocks.
uint64_t covey_state_hash(const covey_state *state, int flock);

/// True if all numbers of the agent at index i are finite. (Infinity or NaN less itself is not 0.)
static inline bool covey_state_is_finite(const covey_state *state, size_t i)
{
    double rest = 0.0;
    for (int axis = 0; axis < state->dim; axis++) {
        rest += state->pos[axis][i] - state->pos[axis][i];
        rest += state->vel[axis][i] - state->vel[axis][i];
    }
    for (int k = 0; k < state->extra_count; k++)
        rest += state->extra[k][i] - state->extra[k][i];
    return rest == 0.0;
}

/// Index of the agent of lowest id that has a position or velocity that is not finite, or -1.
ptrdiff_t covey_state_find_infinite(const covey_state *state, size_t begin, size_t end);

// ---- Columns of traits, user data and aims, of both states of a flock ----

/// Adds a column of traits to both, or user data if they have none. All is 0. COVEY_MEMORY, and
/// nothing changed.
covey_status covey_state_add_trait(covey_memory *memory, covey_state *state, covey_state *next);
covey_status covey_state_add_user(covey_memory *memory, covey_state *state, covey_state *next);

/// Adds aims to both, if they have none: none is one yet. COVEY_MEMORY, and nothing changed.
covey_status covey_state_add_aims(covey_memory *memory, covey_state *state, covey_state *next);

/// Takes the last column of traits away.
void covey_state_drop_trait(covey_memory *memory, covey_state *state, covey_state *next);

/// Hands the columns, user data and aims of `from`, whose agents stand as those of `to` do, over to
/// it; `from` gets those of `to`, as scratch.
void covey_state_swap_traits(covey_state *to, covey_state *from);

/// Copies traits, user data and aim of agent `from` to index `to`.
void covey_state_move_traits(const covey_state *state, size_t from, size_t to);

// ---- Totals ----

/// Facts about all agents of a flock, over all parts.
typedef struct covey_totals {
    uint64_t count;
    double low[COVEY_AXES], high[COVEY_AXES]; ///< of positions; low > high without agents
    double fastest;                           ///< largest component of a velocity, in size
} covey_totals;

/// Totals of no agents, of one agent, and the sum of two.
covey_totals covey_totals_none(void);
void covey_totals_add(covey_totals *totals, covey_vec pos, covey_vec vel);
void covey_totals_merge(covey_totals *totals, const covey_totals *more);

/// Totals of all agents of a state.
covey_totals covey_totals_of(const covey_state *state);

/// True if agents of such totals can be sensed in floats; see geometry/single.h.
bool covey_totals_fit_floats(const covey_totals *totals);

#endif
