// SPDX-License-Identifier: MIT
// A world holds flocks in one space and takes them from step to step.
//
// Distinct worlds may be used from distinct threads at the same time. One world belongs to one
// thread at a time; const calls on it may run side by side.
//
// A call that changes a world calls functions of yours: models, motions, influences, the executor,
// the allocator. They may look at that world by const calls. A call that would change it is refused
// with COVEY_ARG, and covey_world_destroy() does nothing, both without harm; builds of type Debug
// end there. NULL where a pointer is needed is COVEY_ARG, and nothing (0, NULL, NaN) from functions
// that return no status.
#ifndef COVEY_WORLD_H
#define COVEY_WORLD_H

#include "covey/influence.h"
#include "covey/order.h"
#include "covey/place.h"
#include "covey/response.h"
#include "covey/trait.h"

#ifdef __cplusplus
extern "C" {
#endif

#define COVEY_MAX_FLOCKS 64
#define COVEY_NAME_SIZE 32 ///< bytes of a name, with the zero behind it
#define COVEY_MAX_THREADS 256

typedef struct covey_world covey_world;

/// The precision of a world. In single precision all numbers of agents (positions, velocities,
/// extra numbers of their motion) and the sizes of the space are rounded to floats, at the start
/// and after each step, and agents sense others in floats; intents and moves are calculated in
/// doubles. It is faster, has 7 digits instead of 16, and other hashes, which are as reproducible.
typedef enum covey_precision {
    COVEY_PRECISION_DOUBLE,
    COVEY_PRECISION_SINGLE,
} covey_precision;

/// How zones that only sum are summed: pair by pair, or whole parts of a crowd at once; see below.
typedef enum covey_dense {
    COVEY_DENSE_PAIRS,
    COVEY_DENSE_AGGREGATE,
} covey_dense;

/// The kernels, which sense neighbors. All give the same bits; a CPU runs some of them.
typedef enum covey_kernel_kind {
    COVEY_KERNEL_FASTEST, ///< of the kernels that this CPU runs
    COVEY_KERNEL_REF,     ///< the definition, in plain C
    COVEY_KERNEL_SCALAR,  ///< one agent at a time
    COVEY_KERNEL_SSE2,    ///< two, on x86-64
    COVEY_KERNEL_NEON,    ///< two, on AArch64
    COVEY_KERNEL_SIMD128, ///< two, in WebAssembly
    COVEY_KERNEL_AVX2,    ///< four, with AVX2
    COVEY_KERNEL_AVX512,  ///< four, with the masks of AVX-512 as well
} covey_kernel_kind;

/// Names of precisions ("double"), of ways to sum ("pairs") and of kernels ("fastest"), as in
/// scenarios and reports: in the order of the numbers, up to a NULL. Static strings.
COVEY_API const char *const *covey_precision_names(void);
COVEY_API const char *const *covey_dense_names(void);
COVEY_API const char *const *covey_kernel_names(void);

/// The kernel of that name, whether or not this CPU runs it. COVEY_ARG, and *kind stays, if there
/// is none.
COVEY_API covey_status covey_kernel_find(const char *name, covey_kernel_kind *kind,
                                         covey_error *error);

// ---- Definitions ----
//
// Definitions grow at their end with later versions of the library. `size` is that of the struct in
// the program's headers, which its default function sets: the library takes the members that the
// program knows, and the default of others. A program that was compiled for a later version than
// the library is refused with COVEY_ARG. A definition that a program fills without the default
// function has `size` 0, and is taken as the headers of the library have it.

/// How a world is made. Start from covey_world_def_default().
typedef struct covey_world_def {
    size_t size; ///< bytes of the struct in the program
    covey_space space;
    uint64_t seed;
    covey_precision precision; ///< single: sizes of the space are from 2^-60 to 2^60 L
    int threads; ///< 1 … COVEY_MAX_THREADS, the caller's included; not used with an executor
    covey_kernel_kind kernel;
    covey_dense dense;
    covey_executor executor;
    covey_allocator allocator;
    /// Asked between blocks of agents in a step, by any thread of it and by several at once. Once
    /// it returns true the step ends as soon as these blocks do, and the world stays as it was. It
    /// may not use the world. NULL: nothing ends a step.
    bool (*stop)(void *context);
    void *stop_context;
    covey_order order; ///< all but COVEY_ORDER_TOGETHER go with COVEY_DENSE_PAIRS alone
} covey_world_def;

// ---- Dense crowds ----
//
// Pair by pair, a step of a crowd takes a time that grows with the square of the agents within one
// radius. In a world made with COVEY_DENSE_AGGREGATE, zones that ask for nothing but sums take many
// at once, in a time that grows with their square root. These are zones without a blind angle
// (blind_cos -1), falloff or `nearest`, and with the weight ONE or NOTHING; they may carry any
// value. All others go pair by pair as before, and so does the time that they take: separation
// needs a separate radius that holds few.
//
// The same test decides which agents are inside, so counts are exact. Offsets, velocities and
// headings are rounded to whole numbers of a unit, and these are summed exactly, so a sum of n
// agents is off by at most 1.5 n units, and by a rounding at its end. With N agents in the flock
// that is sensed and
//   offsets     A = the longest radius of such zones, or, if that is less, the largest offset on an
//                   axis between these agents and the agents that sense them
//   velocities  A = the largest component of a velocity of that flock
//   headings    A = 1
// a unit is at most A N 2^-61, and at least 2^-960. A sum of positions is n times that of the agent
// that senses, plus a sum of offsets, each rounded. (The sum of n doubles, one by one, may be off
// by n² A 2^-53.) States and hashes so differ from a world's that goes pair by pair, but
// they are the same on any number of threads, with every kernel, compiler and CPU.
//
// The formal protocol is defined pair by pair and never uses this.

/// Makes the first `size` bytes of *def those of the default definition.
COVEY_API void covey_world_def_init(covey_world_def *def, size_t size);

/// An open plane, seed 1, double precision, one thread, the fastest kernel, pair by pair, agents
/// together, malloc.
COVEY_INLINE covey_world_def covey_world_def_default(void)
{
    covey_world_def def;
    covey_world_def_init(&def, sizeof def);
    return def;
}

/// How a flock is made. Start from covey_flock_def_default().
typedef struct covey_flock_def {
    size_t size;                       ///< bytes of the struct in the program
    const char *name;                  ///< unique in its world
    const char *model;                 ///< name of a model of the library
    const covey_model *custom_model;   ///< a model of yours instead; must outlive the world
    const char *motion;                ///< name of a motion; NULL: the model's
    const covey_motion *custom_motion; ///< a motion of yours instead; must outlive the world
    const char *hunts; ///< name of the flock that this one preys on, added before; or NULL
    double catches;    ///< L: agents of its prey that end a step this near to one of it are caught,
                       ///< and are no more; 0: none is
    bool births;       ///< for each that is caught, another one begins at a random place of the
                       ///< space, at that one's speed; not in open spaces
    const covey_response *responses; ///< to other flocks: at most one of each rule to each flock
    size_t responses_count;          ///< with the zones of the model at most COVEY_MAX_ZONES
    const covey_setting *settings;   ///< parameters of model or motion that differ from the initial
    size_t settings_count;
    const covey_trait *traits; ///< parameters of which each agent has its own value
    size_t traits_count;       ///< at most COVEY_MAX_TRAITS
    size_t count;              ///< agents; their ids are 0 … count - 1 at first
    size_t capacity; ///< agents that there is memory for, for covey_world_spawn(); 0: count
    double body;     ///< radius of an agent, L; of the largest one where `body` is a trait
    bool hard;       ///< bodies, above 0 then, overlap no body of a hard flock after a step
    int hard_passes; ///< most times, from 1 on, that a step moves hard bodies apart, all flocks
                     ///< together as often as the one with the most
    const double *pos[COVEY_AXES]; ///< count entries per axis, L; NULL: as `place` says. An agent
                                   ///< inside a solid is moved to its rim by the first step
    const double *vel[COVEY_AXES]; ///< count entries per axis, L/T; NULL: as `place` says
    covey_placement place;         ///< keeps clear of the obstacles that are there
    uint32_t layers;               ///< bits that others have in their masks or not; 0: all
    uint32_t mask; ///< layers of influences that act on it, and of flocks that its agents avoid;
                   ///< hard bodies of two flocks touch if each one's mask has a layer of the other
} covey_flock_def;

#define COVEY_ALL_LAYERS UINT32_MAX ///< the mask of a flock unless another one is set

/// Makes the first `size` bytes of *def those of the default definition.
COVEY_API void covey_flock_def_init(covey_flock_def *def, size_t size);

/// An empty flock called "flock" with the model three_rule and bodies of no extent, placed by
/// covey_placement_default(). With agents it is a flock at once: they come to one heading.
COVEY_INLINE covey_flock_def covey_flock_def_default(void)
{
    covey_flock_def def;
    covey_flock_def_init(&def, sizeof def);
    return def;
}

/// The models and motions of the library, in the order of their lists; NULL beyond the last. Their
/// parameter tables give names, ranges, units and the use of each.
COVEY_API const covey_model *covey_model_at(int index);
COVEY_API const covey_motion *covey_motion_at(int index);

/// The one of that name; NULL if there is none, or for NULL.
COVEY_API const covey_model *covey_model_find(const char *name);
COVEY_API const covey_motion *covey_motion_find(const char *name);

/// Makes a world from `def`, which is copied. The caller owns it until covey_world_destroy().
/// COVEY_ARG, COVEY_MEMORY or COVEY_SYSTEM; *world is NULL then.
COVEY_API covey_status covey_world_create(const covey_world_def *def, covey_world **world,
                                          covey_error *error);

/// Frees a world and all that it owns. NULL is fine; in a callback of that world nothing happens.
COVEY_API void covey_world_destroy(covey_world *world);

/// Adds a flock; everything in `def` but custom_model is copied. *flock is its number in this
/// world. All memory that steps need is taken here. On failure (COVEY_ARG, COVEY_MEMORY) the world
/// is as before. Positions on a torus are folded into it, in a walled box they must be inside.
/// Positions and velocities must be finite.
COVEY_API covey_status covey_world_add(covey_world *world, const covey_flock_def *def, int *flock,
                                       covey_error *error);

/// Removes a flock with its agents, and the influences that act on it alone. Flocks behind it get
/// the number before theirs, so numbers of flocks have no gaps: a program that removes flocks looks
/// them up by name. Flocks that hunted it hunt none from then on. Responses to it rest, until a
/// flock of its name is added. COVEY_ARG for an unknown flock, or if the world owns a part.
COVEY_API covey_status covey_world_drop(covey_world *world, int flock, covey_error *error);

/// Takes every flock one step of length dt (T; any finite number) ahead: all agents sense and
/// decide on the state as it is, then all move, unless `order` of covey_world_def says that they
/// move one after another. Allocates nothing. COVEY_ARG for a dt that is not
/// finite; COVEY_SYSTEM if a thread of the step does not round to nearest or flushes subnormal
/// numbers to zero, and covey cannot change that (covey_rounds_right()): no agent moves then.
/// COVEY_INTERRUPTED if `stop` of covey_world_def ended it: no agent moves, no parameter changes,
/// the events stay those of the step before, and the same step can be taken again, with the same
/// bits. COVEY_DIVERGED if a position or velocity
/// left the finite range; the world then holds that state, and no further step is taken.
COVEY_API covey_status covey_world_step(covey_world *world, double dt);

/// The error of the last step that failed. Valid until the world is destroyed.
COVEY_API const covey_error *covey_world_error(const covey_world *world);

/// Steps taken since the world was made or restored from a world with that many.
COVEY_API uint64_t covey_world_steps(const covey_world *world);

/// Number of flocks, and the number of the flock called `name`; -1 if there is none, or for NULL.
COVEY_API int covey_world_flocks(const covey_world *world);
COVEY_API int covey_world_find(const covey_world *world, const char *name);

/// Const view of a flock's current state: arrays of `count` entries per axis, positions in L,
/// velocities in L/T, in an order that steps change; id[i] is the id of the
/// agent at index i.
typedef struct covey_view {
    size_t count;
    uint64_t step;
    covey_space space;
    const covey_id *id;
    const double *pos[COVEY_AXES];
    const double *vel[COVEY_AXES];
    const double *heading[COVEY_AXES]; ///< of recorded tracks with body axes: unit vectors, NaN
                                       ///< where unknown. NULL: headings are the directions of
                                       ///< velocities, as in all worlds
} covey_view;

/// View of a flock, valid until the next call that takes the world non-const. Never fails for a
/// flock number of this world; any other gives an empty view.
COVEY_API covey_view covey_world_view(const covey_world *world, int flock);

/// The order of a view's agents by id: order[k] becomes the index of the agent with the k-th lowest
/// id. `order` has room for 2 count numbers, of which the last `count` are scratch.
/// Nothing happens for NULL.
COVEY_API void covey_view_order(const covey_view *view, uint32_t *order);

// ---- Agents and their ids ----
//
// An id belongs to one agent of its flock for ever. A flock begins with the ids 0 … count - 1; each
// agent that joins gets the next one, which is above all that were given before, and the id of an
// agent that was removed is never given again: it is COVEY_ARG wherever an agent is asked for, and
// -1 from covey_world_index(). So ids have gaps after a removal, random numbers, files and trails
// never mix up two agents, and an id that a program kept is the agent that it was kept for, or
// none. A flock has COVEY_MAX_ID ids, 2^32 - 1, or 2^53 - 1 with COVEY_WIDE_IDS; with the last one
// given, no agent can join any more. To look an agent up by its id takes the same short time in
// flocks of any size and allocates nothing, and the memory of a flock depends on its capacity, not
// on its ids.
//
// covey_world_restore() brings back the ids of the saved state together with its next id, so that
// the same steps can follow again: ids that were given after the state was saved are then given
// again, and are to be forgotten with the agents that had them.

/// Where an agent is, L, and how it moves, L/T.
typedef struct covey_pose {
    covey_vec pos;
    covey_vec vel;
} covey_pose;

/// Looks an agent up: *pose becomes where it is and how it moves. COVEY_ARG for an unknown flock or
/// agent; *pose stays as it was then.
COVEY_API covey_status covey_world_get(const covey_world *world, int flock, covey_id id,
                                       covey_pose *pose, covey_error *error);

/// Index of an agent in the arrays of covey_world_view(), for as long as that view is valid; -1 for
/// an unknown flock or agent.
COVEY_API ptrdiff_t covey_world_index(const covey_world *world, int flock, covey_id id);

/// The id that the next agent of a flock gets: one above the highest that was given, COVEY_MAX_ID
/// if none is left. 0 for an unknown flock.
COVEY_API uint64_t covey_world_next_id(const covey_world *world, int flock);

/// Puts an agent somewhere between two steps, and lets its motion take up its velocity as at the
/// start: for agents that a game steers itself or moves elsewhere. Allocates nothing. COVEY_ARG
/// for an unknown flock or agent, or a pose that covey_world_add() does not take; the agent stays
/// as it was then.
COVEY_API covey_status covey_world_put(covey_world *world, int flock, covey_id id, covey_pose pose,
                                       covey_error *error);

/// Adds an agent with the next id between two steps, as covey_world_put() puts it. *id is written,
/// if it is not NULL. Allocates nothing. COVEY_ARG for an unknown flock, one that is as large as
/// its `capacity` or has given its last id, or a pose that covey_world_add() does not take; the
/// flock is as before then.
COVEY_API covey_status covey_world_spawn(covey_world *world, int flock, covey_pose pose,
                                         covey_id *id, covey_error *error);

/// Removes an agent between two steps; all others keep their ids. Allocates nothing. COVEY_ARG for
/// an unknown flock or agent.
COVEY_API covey_status covey_world_remove(covey_world *world, int flock, covey_id id,
                                          covey_error *error);

/// Facts of a flock: NULL, -1 or 0 for an unknown flock. Valid as long as the world, or as your own
/// model or motion.
COVEY_API const char *covey_world_name(const covey_world *world, int flock);
COVEY_API const covey_model *covey_world_model(const covey_world *world, int flock);
COVEY_API const covey_motion *covey_world_motion(const covey_world *world, int flock);
COVEY_API int covey_world_prey(const covey_world *world, int flock); ///< -1: hunts none
COVEY_API int covey_world_responses(const covey_world *world, int flock);
COVEY_API double covey_world_body(const covey_world *world, int flock);

/// A response of a flock as it is now, by its place in the definition of the flock; one to NULL for
/// an unknown flock or place. Its name is valid as long as the flock.
COVEY_API covey_response covey_world_response(const covey_world *world, int flock, int index);

/// Writes the zones of a flock's model with its parameters as they are now and returns their
/// number; 0 for an unknown flock. Responses have zones besides, which are not among them.
COVEY_API int covey_world_zones(const covey_world *world, int flock,
                                covey_zone zones[COVEY_MAX_ZONES]);

/// Agents of a flock that ended a step inside a solid influence, summed over all steps since the
/// world was made; an agent that stays inside counts in every step. It is 0 unless solids leave no
/// room, and 0 for an unknown flock.
COVEY_API uint64_t covey_world_entries(const covey_world *world, int flock);

/// Agents of its prey that a flock has caught since the world was made; 0 for an unknown flock. The
/// caught are removed, and others born, when a step ends: covey/events.h reports which.
COVEY_API uint64_t covey_world_caught(const covey_world *world, int flock);

/// Changes a parameter of a flock's model or motion, or a number of one of its responses, between
/// steps: "hawks.flee" is the weight of the response flee to the flock hawks, "hawks.flee.radius"
/// its radius. A trait becomes that number for all agents. COVEY_ARG as in covey_param_set();
/// COVEY_MEMORY where the flock begins to sense its nearest.
COVEY_API covey_status covey_world_set(covey_world *world, int flock, const char *name,
                                       double value, covey_error *error);

/// Current value of a parameter of a flock's model or motion, or of a number of a response; NaN for
/// an unknown flock or name. Of a trait it is covey_distribution_typical().
COVEY_API double covey_world_param(const covey_world *world, int flock, const char *name);

// ---- Traits and user data (covey/trait.h) ----

/// Agents of a flock by their ids, which may repeat; with `ids` NULL all of them, in the order of
/// covey_world_view(), and `count` is their number.
typedef struct covey_agents {
    size_t count;
    const covey_id *ids;
} covey_agents;

/// Number of traits of a flock, and each of them, `values` in the order of covey_world_view() and
/// valid as long as that view. The name is NULL beyond the last.
COVEY_API int covey_world_traits(const covey_world *world, int flock);
COVEY_API covey_trait covey_world_trait(const covey_world *world, int flock, int index);

/// Makes a parameter a trait between two steps, or draws one anew: `values`, in the order of
/// covey_world_view(), or NULL as in a definition. Traits are part of the definitions that
/// covey_world_restore() compares. COVEY_ARG for an unknown flock or parameter, one that cannot be
/// a trait, or values that it cannot have; COVEY_MEMORY. The flock is as before then.
COVEY_API covey_status covey_world_trait_add(covey_world *world, int flock,
                                             const covey_trait *trait, covey_error *error);

/// Reads or changes the values of a trait, in the order of `of`; of an id that repeats the last
/// value counts. Allocates nothing. COVEY_ARG for an unknown flock, trait or agent, or a value
/// outside the range of the parameter: nothing is written or changed then.
COVEY_API covey_status covey_world_trait_get(const covey_world *world, int flock, const char *name,
                                             covey_agents of, double *values, covey_error *error);
COVEY_API covey_status covey_world_trait_put(covey_world *world, int flock, const char *name,
                                             covey_agents of, const double *values,
                                             covey_error *error);

/// Takes memory for 64 bits an agent, which are the program's: covey keeps them with their agents
/// and in snapshots, and never reads them. They are 0 at first and for agents that join. Nothing
/// happens if the flock has them. As traits they are part of the definitions that
/// covey_world_restore() compares. COVEY_ARG, COVEY_MEMORY.
COVEY_API covey_status covey_world_user_take(covey_world *world, int flock, covey_error *error);

/// User data in the order of covey_world_view(), valid as long as that view; NULL if the flock has
/// none.
COVEY_API const uint64_t *covey_world_user(const covey_world *world, int flock);

/// As covey_world_trait_get() and covey_world_trait_put().
COVEY_API covey_status covey_world_user_get(const covey_world *world, int flock, covey_agents of,
                                            uint64_t *values, covey_error *error);
COVEY_API covey_status covey_world_user_put(covey_world *world, int flock, covey_agents of,
                                            const uint64_t *values, covey_error *error);

/// Calculates the part of a rule (a parameter of the flock's model that is a `rule`, or a response,
/// "hawks.flee") in the intent of an agent as the world is now: *push becomes the intent less the
/// intent without the rule. (That of a response is for a step of length 1 where the motion takes
/// intents for pushes.)
/// Takes the time of a sort. COVEY_ARG for an unknown flock, agent or rule; COVEY_DIVERGED and
/// COVEY_SYSTEM as a step.
COVEY_API covey_status covey_world_rule(covey_world *world, int flock, covey_id id,
                                        const char *rule, covey_vec *push);

/// Finds the longest share in the intent of each agent of a flock (covey/doing.h), in a step of
/// length `dt` from the world as it is now. doing[i] is that of agent i of a covey_world_view()
/// that is taken then; there are as many as agents, which the caller has room for.
/// These shares are compared: flight, the part that predators have in the decision of the model
/// and all responses and influences to flee; chase, the same of prey; responses; influences, by
/// deeds; and each rule of the model, as in covey_world_rule(), but without predators and prey. A
/// model without rules counts as one unless predators or prey have a part in its decision. Nothing
/// acts on an agent whose highest speed is 0. The call takes about as long as a step.
/// Statuses as covey_world_rule(); COVEY_ARG for a `dt` that is not finite.
COVEY_API covey_status covey_world_doing(covey_world *world, int flock, double dt, uint8_t *doing);

/// The length of a step from which on the world is unstable as it is now: the least limit of all
/// agents, by the model of each (`stable_dt` of covey_model) with its parameters, its speed and the
/// number of its neighbors. The pages of models have the formulas and where they come from.
/// INFINITY where no model has a limit, and for NULL or a world that has diverged. A longer step is
/// possible, as a limit may be crossed by one agent for a moment. Takes about as long as a step if
/// a model has a limit, else no time.
COVEY_API double covey_world_stable_dt(covey_world *world);

// ---- Influences ----
//
// An influence has a handle, a number from 0 on, which stays when others are removed and is never
// given again: the handle of one that was removed is COVEY_ARG, never another influence. To go
// through all of them ask covey_world_influence_at() for the handles.

/// How an influence is made. Start from covey_influence_def_default().
typedef struct covey_influence_def {
    size_t size;                        ///< bytes of the struct in the program
    const char *kind;                   ///< name of an influence of the library
    const covey_influence *custom_kind; ///< one of yours instead; must outlive the world
    const char *flock; ///< the only flock that it acts on, added before; NULL: all, also later ones
    const covey_setting *settings; ///< parameters that differ from the table's initial values
    size_t settings_count;
    const double *points[COVEY_AXES]; ///< its outline, L: one point, two for a segment, three or
    size_t points_count;              ///< more for a filled polygon, in the plane alone; or those
                                      ///< that covey_influence.form says
    const uint32_t
        *triangles; ///< of a mesh: three numbers of points each. Where every edge is shared
                    ///< by two triangles that lead along it in opposite directions, they
                    ///< enclose a solid; else they are a sheet with two sides
    size_t triangles_count;
    const covey_field *field; ///< its grid of vectors, or NULL
    uint32_t layers; ///< bits; it acts on flocks alone whose `mask` has one of them; 0: all
} covey_influence_def;

/// Makes the first `size` bytes of *def those of the default definition.
COVEY_API void covey_influence_def_init(covey_influence_def *def, size_t size);

/// An influence of no kind on all flocks.
COVEY_INLINE covey_influence_def covey_influence_def_default(void)
{
    covey_influence_def def;
    covey_influence_def_init(&def, sizeof def);
    return def;
}

/// Adds an influence; everything in `def` but custom_kind is copied. *handle becomes one above the
/// highest that was given. Agents inside a solid one are brought to its rim by the next step.
/// COVEY_ARG, also with the last of 2^31 - 1 handles given; COVEY_MEMORY.
COVEY_API covey_status covey_world_influence_add(covey_world *world, const covey_influence_def *def,
                                                 int *handle, covey_error *error);

/// Removes an influence; all others keep their handles. COVEY_ARG for an unknown handle.
COVEY_API covey_status covey_world_influence_remove(covey_world *world, int handle,
                                                    covey_error *error);

/// Moves the outline of an influence: points[axis] are as many numbers as it has points, L, and are
/// copied; points[2] is read in three dimensions only.
/// Allocates nothing. The next step begins with the move, from where a solid one was at the step
/// before, straight, or in the plane turning as its points have: agents on its way are pushed in
/// front of it. One that is to jump is removed and added, or moved before its first step.
/// On a torus it takes the shortest way. Of an outline that changes its form, and of turns in three
/// dimensions, the rest brings agents inside to its rim.
/// COVEY_ARG for an unknown handle, one without outline, or points that covey_world_influence_add()
/// does not take; it stays where it was then.
COVEY_API covey_status covey_world_influence_move(covey_world *world, int handle,
                                                  const double *const *points, covey_error *error);

/// As covey_world_set() and covey_world_param().
COVEY_API covey_status covey_world_influence_set(covey_world *world, int handle, const char *name,
                                                 double value, covey_error *error);
COVEY_API double covey_world_influence_param(const covey_world *world, int handle,
                                             const char *name);

/// An influence of a world as it is now. Valid until the next call that takes the world non-const.
typedef struct covey_influence_view {
    const covey_influence *kind; ///< NULL for an unknown handle
    int flock;                   ///< -1: acts on all
    size_t points_count;
    const double *points[COVEY_AXES];
    const covey_field *field;  ///< NULL: it has none
    const uint32_t *triangles; ///< of a mesh
    size_t triangles_count;
    bool closed;     ///< a mesh that encloses a solid
    uint32_t layers; ///< see covey_influence_def; at least one
} covey_influence_view;

COVEY_API covey_influence_view covey_world_influence(const covey_world *world, int handle);

/// Number of influences, and the handle of each, from index 0 on in the order in which they act,
/// which is that in which they were added (sessions may have another); -1 beyond the last.
COVEY_API int covey_world_influences(const covey_world *world);
COVEY_API int covey_world_influence_at(const covey_world *world, int index);

/// 64-bit hash of the state: the sum, modulo 2^64, of one hash an agent over flock number, id,
/// position and velocity bits. It depends neither on the order of the agents nor on the threads.
COVEY_API uint64_t covey_world_hash(const covey_world *world);

/// Makes *def, which begins as the default one, the definition of a flock as it is now:
/// covey_world_add() makes the same flock of it in another world, but for the extra numbers that a
/// motion keeps, its user data and its ids, which begin at 0 again in the order of
/// covey_world_view(). Its lists and columns are the world's, valid until the next call that takes
/// the world non-const, or of this one for the same flock; not for two threads at once. COVEY_ARG
/// for an unknown flock, or a `size` above that of the library.
COVEY_API covey_status covey_world_definition(const covey_world *world, int flock,
                                              covey_flock_def *def);

/// Makes *def, which begins as the default one, the definition that a world was made with.
/// COVEY_ARG, and it stays, for a `size` above that of the library.
COVEY_API covey_status covey_world_def_of(const covey_world *world, covey_world_def *def);

/// Snapshot: the whole world as bytes, the same bytes for the same world on every machine. The
/// first 8 bytes are "COVYSNAP", the next 4 the version of the format, 5, and 4 more the precision,
/// little-endian as all that follows.
/// `save` writes the first covey_world_snapshot_size() bytes of a buffer of `size`. It refuses only
/// a smaller buffer, with COVEY_ARG, and so fills no error; nothing is written then. A world
/// that diverged is saved as it is.
/// `restore` brings a world back: its agents with their ids, all that can be changed between two
/// steps (flocks, influences with their outlines and grids, schedules, traits, user data,
/// parameters), the handles of influences, and the next id and handle. COVEY_INPUT for damaged
/// bytes, another format, which the error names, or a world that differs in a member that nothing
/// changes (covey/describe.h: COVEY_MEMBER_DEFINES), which the error names, too; the world is
/// unchanged then. Threads, kernel and hooks may be others. It allocates where flocks, influences
/// or schedules differ, but not where influences only moved: COVEY_MEMORY. Snapshots of format 4
/// have the state alone; for these flocks, influences, traits and user data must be the same.
COVEY_API size_t covey_world_snapshot_size(const covey_world *world);
COVEY_API covey_status covey_world_save(const covey_world *world, void *bytes, size_t size);
COVEY_API covey_status covey_world_restore(covey_world *world, const void *bytes, size_t size,
                                           covey_error *error);

/// The same for rollback, in a fraction of the time: covey_world_keep() copies the columns of
/// agents as they lie in memory, into the first covey_world_keep_size() bytes of a buffer of
/// `size`. covey_world_restore() and covey_world_create_from() take these bytes, too, in the
/// program that kept them: another machine, build or version has no use for them, and of ids it is
/// not looked for whether one is there twice. COVEY_ARG for a smaller buffer; nothing is written
/// then.
COVEY_API size_t covey_world_keep_size(const covey_world *world);
COVEY_API covey_status covey_world_keep(const covey_world *world, void *bytes, size_t size);

/// Models, motions and kinds of influence of a program: lists that end with NULL, or NULL. All must
/// outlive the worlds that use them.
typedef struct covey_plugins {
    const covey_model *const *models;
    const covey_motion *const *motions;
    const covey_influence *const *influences;
} covey_plugins;

/// Makes the world of a snapshot, without its definition. `engine` says how it runs (threads,
/// kernel, executor, allocator, stop), NULL as covey_world_def_default(); models, motions and kinds
/// of the program are found by name in `plugins`, which may be NULL. The caller owns the
/// world. COVEY_INPUT as covey_world_restore(), also for snapshots of format 4 and where a plugin
/// is missing; COVEY_MEMORY; COVEY_SYSTEM; *world is NULL then.
COVEY_API covey_status covey_world_create_from(const void *bytes, size_t size,
                                               const covey_world_def *engine,
                                               const covey_plugins *plugins, covey_world **world,
                                               covey_error *error);

/// Puts agents of a world of no steps yet where the agents of the flock of the same name are in
/// `from`, one by one in the order of ids, and takes over their ids, steps, entries, catches and
/// stats: to go on with more or fewer agents, more flocks, other influences or another model.
/// Agents beyond those of `from` stay as placed and get ids that it has not given; with fewer,
/// agents of the highest ids are gone. Aims are taken over, extra numbers of agents by the same
/// motion, user data by a flock that has some, and traits where both are drawn from one
/// distribution. Influences of the same kinds in the same order take over the handles too, others
/// get handles that `from` has not given. COVEY_ARG, and nothing changed, if steps were taken,
/// spaces or precisions differ, or ids or handles run out; COVEY_MEMORY.
COVEY_API covey_status covey_world_adopt(covey_world *world, const covey_world *from,
                                         covey_error *error);

/// The cost of the steps of a world so far. `pairs` counts for each agent the agents in its fullest
/// zone, itself included; `sum_pairs` the agents in the fullest of its zones that `dense` is about;
/// `candidates` the distances computed to find them.
typedef struct covey_stats {
    uint64_t steps;
    uint64_t agent_steps;
    uint64_t pairs;
    uint64_t sum_pairs;
    uint64_t candidates;
    size_t bytes;       ///< memory held now
    size_t agent_bytes; ///< the part of it that grows with the number of agents
} covey_stats;
COVEY_API covey_stats covey_world_stats(const covey_world *world);

#ifdef __cplusplus
}
#endif
#endif
