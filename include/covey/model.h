// SPDX-License-Identifier: MIT
// Models and motions. A model gives the zones in which its agents sense others and decides their
// intents; a motion turns an intent into a new velocity and position. Neither knows the world.
#ifndef COVEY_MODEL_H
#define COVEY_MODEL_H

#include "covey/param.h"
#include "covey/space.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define COVEY_MAX_ZONES 8
#define COVEY_MAX_EXTRA 3
#define COVEY_MAX_NEAREST 64
#define COVEY_MAX_SIDES 64
#define COVEY_BLOCK 64 ///< agents that sense, decide and move at a time, at most

/// The weighted offset that a zone sums over its agents; r is the offset to one of them, d = |r|.
typedef enum covey_weight {
    COVEY_WEIGHT_NOTHING, ///< offsets are not summed
    COVEY_WEIGHT_ONE,     ///< r
    COVEY_WEIGHT_UNIT,    ///< r/d
    COVEY_WEIGHT_INVERSE, ///< r/d², its length 1/d held below 2^960
    COVEY_WEIGHT_LINEAR,  ///< (1 - d/radius) r/d
    COVEY_WEIGHT_AXIS,    ///< sign(r)/d on each axis, 1/d held below 2^960
    COVEY_WEIGHT_RAMP,    ///< (1 - d/radius) r
} covey_weight;

/// The value that is summed over the agents of a zone besides offsets.
typedef enum covey_carry {
    COVEY_CARRY_NOTHING,
    COVEY_CARRY_VELOCITY, ///< v
    COVEY_CARRY_HEADING,  ///< v/|v|
    COVEY_CARRY_POSITION, ///< p, which is of use only far from the seams of a torus
} covey_carry;

/// The flocks that a zone senses, as seen from the flock of the agent.
typedef enum covey_of {
    COVEY_OF_OWN,
    COVEY_OF_PREDATORS, ///< every flock that hunts this one
    COVEY_OF_PREY,      ///< the flock that this one hunts
    COVEY_OF_NAMED,     ///< the flock that a response names: not for zones of models
} covey_of;

/// The sums that an agent senses in one zone. `count` is a whole number. `weight_sum` is the sum of
/// the factors, equal to `count` where there is neither decay nor falloff.
typedef struct covey_percept {
    double count;
    covey_vec offset;
    covey_vec carried;
    double weight_sum;
} covey_percept;

/// The prey of a flock as a whole, before the step.
typedef struct covey_herd {
    size_t count;
    covey_vec center; ///< mean of their places, L; on a torus by the shortest ways from one of them
    covey_vec stray;  ///< the place of the one that is furthest from the center, of the lowest id
                      ///< if there are several
} covey_herd;

/// An agent as models, motions and influences see it. `seed`, `step`, `id` key its random numbers.
typedef struct covey_agent {
    uint64_t seed;
    uint64_t step;
    covey_id id;
    covey_id flock_count;     ///< agents of its flock
    const covey_space *space; ///< of its world
    double body;              ///< its radius, L
    double top_speed;         ///< its motion's `speed` or `max_speed`; infinite if it has neither
    const covey_herd *herd;   ///< the prey of its flock, for a model that `herds`; else NULL
    covey_vec pos;
    covey_vec vel;
    double extra[COVEY_MAX_EXTRA]; ///< numbers that its motion keeps of it
} covey_agent;

/// An agent that another one senses, for `add` of a zone.
typedef struct covey_other {
    covey_id id;
    covey_vec offset; ///< from the agent that senses it, L
    double distance;  ///< the length of that
    covey_vec vel;
    double extra[COVEY_MAX_EXTRA]; ///< numbers that its motion keeps of it
} covey_other;

/// A part of an agent's surroundings. An agent at distance d is inside when d <= radius, or
/// d < radius if `strict`; with an inner radius also d > inner, or d >= inner if `strict`, so that
/// zones laid around one another share no agent. `blind_cos` is the cosine of the angle from the
/// agent's velocity beyond which it senses no agent: -1 senses all round, and so does an agent at
/// rest; an agent at the very same place is always sensed. With `self` the agent counts itself.
/// With `nearest` only so many agents inside are sensed, the nearest ones of each flock that `of`
/// means, of two at the same distance the one with the lower id; the agent itself, if it counts,
/// is not one of them.
/// The weighted offset and the carried value are multiplied by a factor: (1 + d²)^-decay, or
/// falloff(params, d), which is NULL with a `decay` other than 0. For a falloff, kernels take cubic
/// pieces on 256 equal parts of 0 … radius, which are sampled when parameters change: a smooth
/// function f is off by at most |d⁴f/dd⁴| (radius/256)⁴/1944, a jump is smeared over one part. It
/// must be finite and at most 1e38 there, also at 0, and a zone has one always or never.
/// With `voronoi` only those of them are sensed whose Voronoi cells share a side with the agent's:
/// the cells of the agents inside alone, within the square of side 2 radius around the agent. An
/// agent at the very same place has no such cell. Of more than COVEY_MAX_SIDES sides a cell keeps
/// the first. For models in the plane; others are sensed from the nearest to the furthest, and
/// `nearest` is 0.
/// With `add` the weight, carry, decay and falloff have no part: add() puts each agent that is
/// sensed into the sums itself, as it likes; its count is added already. It must be a function of
/// its arguments alone, and it sees the agent itself with distance 0 only if `self`.
/// With `disc` above 0 the others are discs of that radius, of which the eye, a point, sees the
/// field V(φ): 1 in the directions φ in which it sees a disc, 0 in others, however many discs
/// cover one another there. `offset` becomes ∫ V unit(φ) dφ, `carried` the sum of unit(φ) over the
/// edges of V. Inside a disc V is 1 all round, without an edge. The weight, carry, decay and
/// falloff have no part, and the zone sees no `self`. In the plane; of several flocks that `of`
/// means, each is a field by itself.
typedef struct covey_zone {
    double radius;
    double inner;
    bool strict;
    bool self;
    double blind_cos;
    covey_weight weight;
    covey_carry carry;
    covey_of of;
    int nearest;  ///< 1 … COVEY_MAX_NEAREST, or 0: all
    double decay; ///< >= 0
    double (*falloff)(const void *params, double d);
    bool voronoi;
    void (*add)(const void *params, const covey_agent *self, const covey_other *other,
                covey_percept *sum);
    double disc; ///< L, or 0: others are points
} covey_zone;

/// True if the agent lives in three dimensions.
COVEY_INLINE bool covey_agent_is_deep(const covey_agent *agent)
{
    return agent->space != NULL && agent->space->dim == 3;
}

/// A block of agents in columns, the argument of functions for blocks. In the plane, pos[2] and
/// vel[2] are NULL.
typedef struct covey_block {
    size_t count;           ///< 1 … COVEY_BLOCK
    const covey_agent *any; ///< the members that all have in common: all but the columns below
    const covey_id *id;
    const double *pos[COVEY_AXES];
    const double *vel[COVEY_AXES];
    const double *extra[COVEY_MAX_EXTRA];
} covey_block;

/// True in three dimensions.
COVEY_INLINE bool covey_block_is_deep(const covey_block *agents)
{
    return agents->pos[2] != NULL;
}

/// The percepts of a block of agents in one zone: the columns of a covey_percept. offset[2] and
/// carried[2] are not used in the plane.
typedef struct covey_percepts {
    double count[COVEY_BLOCK];
    double offset[COVEY_AXES][COVEY_BLOCK];
    double carried[COVEY_AXES][COVEY_BLOCK];
    double weight_sum[COVEY_BLOCK];
} covey_percepts;

/// The percept of agent k of a block; `deep` in three dimensions.
COVEY_INLINE covey_percept covey_percepts_at(const covey_percepts *zone, size_t k, bool deep)
{
    covey_percept percept = {
        zone->count[k],
        {zone->offset[0][k], zone->offset[1][k], deep ? zone->offset[2][k] : 0.0},
        {zone->carried[0][k], zone->carried[1][k], deep ? zone->carried[2][k] : 0.0},
        zone->weight_sum[k]};
    return percept;
}

/// The intents of a block of agents; intent[2] is not used in the plane.
typedef struct covey_intents {
    double intent[COVEY_AXES][COVEY_BLOCK];
} covey_intents;

/// The agents of a block after their move: the new columns of a covey_block.
typedef struct covey_moves {
    double pos[COVEY_AXES][COVEY_BLOCK];
    double vel[COVEY_AXES][COVEY_BLOCK];
    double extra[COVEY_MAX_EXTRA][COVEY_BLOCK];
} covey_moves;

/// The meaning of an agent's intent. Influences add to it in the same measure.
typedef enum covey_intent {
    COVEY_INTENT_CHANGE,    ///< a change of velocity: a force on mass 1, or an impulse
    COVEY_INTENT_DIRECTION, ///< a direction to go; its length has no meaning, and 0 is straight on
} covey_intent;

/// An agent as it is now, with the parameters of its model and of its motion: the longest stable
/// step follows from them.
typedef struct covey_pace {
    const void *params;
    const covey_param *motion; ///< the table of the motion's parameters
    const void *motion_params; ///< their values
    const covey_agent *self;
    const covey_percept *percepts; ///< as in decide()
} covey_pace;

/// A parameter of the motion by its name; for an unknown name `otherwise`.
COVEY_INLINE double covey_pace_motion(const covey_pace *pace, const char *name, double otherwise)
{
    const covey_param *row = covey_param_find(pace->motion, name);
    return row != NULL ? covey_param_value(row, pace->motion_params) : otherwise;
}

/// A kind of behavior. Pure functions and constant tables: one object serves all worlds and
/// threads.
typedef struct covey_model {
    const char *name;          ///< as in scenarios: lower case, words joined by _
    const char *title;         ///< one sentence
    const char *source;        ///< paper or text, with the equations
    const covey_param *params; ///< ends with a row without name; a table of that row alone for none
    size_t params_size;        ///< bytes of the struct that the table describes
    covey_intent intent;       ///< the meaning of the vector that decide() returns
    const char *motion;        ///< name of the motion that a flock has unless it names another
    const covey_setting *motion_settings; ///< initial values here of that motion's parameters, and
                                          ///< of another's of the same names; ends without name

    /// Writes the zones for these parameters and returns their number, at most COVEY_MAX_ZONES.
    int (*zones)(const void *params, covey_zone zones[COVEY_MAX_ZONES]);

    /// The agent's intent. Percepts are in the order of zones.
    covey_vec (*decide)(const void *params, const covey_agent *self, const covey_percept *percepts);

    /// Writes the intents of a block of agents, the bits of decide(), only faster: covey/block.h
    /// makes it of decide(). `percepts` has COVEY_MAX_ZONES elements, the zones' first; the
    /// others are undefined. NULL: decide() is called for one agent after the other.
    void (*decide_block)(const void *params, const covey_block *agents,
                         const covey_percepts *percepts, covey_intents *intents);

    /// It is defined in the plane alone: covey_world_add() refuses its flocks in three dimensions.
    bool plane_only;

    /// decide() reads `herd` of its agents: in each step the prey is looked through for it. On
    /// several processes (covey-mpi), one of its zones has to reach all of the prey.
    bool herds;

    /// Its intent is a direction with a length that says how much: a motion that follows changes of
    /// velocity can take it for one. Influences and responses are in that measure then.
    bool also_change;

    /// A step of this length or longer makes the agent unstable: its numbers swing ever wider or
    /// grow until it diverges. Infinite where no step does. NULL: no limit is known.
    double (*stable_dt)(const covey_pace *pace);

    /// Zones, 1 << number each, of which decide() asks nothing with these parameters, as where all
    /// rules that read them have weight 0. They are not sensed and their percepts are 0, so that
    /// they cost nothing. NULL: it asks for all.
    unsigned (*idle_zones)(const void *params);

    /// Zones, 1 << number each, of agents of the flock that repel. Two agents at one place, which
    /// have no way apart, see each other there in a direction that both draw from their ids: see
    /// docs/models/README.md, "Agents at one place".
    unsigned parting_zones;
} covey_model;

/// A way to move. The names of its parameters differ from the names in the models that it serves.
typedef struct covey_motion {
    const char *name;
    const char *title;
    const covey_param *params; ///< as in covey_model
    size_t params_size;
    covey_intent intent; ///< the kind of intent that it follows
    int extra_count;     ///< numbers that it keeps of each agent, at most COVEY_MAX_EXTRA
    bool impulse;        ///< it takes an intent for a push per step, however long the step is

    /// Applies the intent to the agent's velocity, then a velocity to its position, the new one as
    /// a rule.
    void (*move)(const void *params, covey_agent *agent, covey_vec intent, double dt);

    /// Brings the agent's extra numbers in line with a velocity that the motion did not make: at
    /// the start (`extra` is 0 then), at a wall, at an obstacle, after a respawn. NULL: nothing to
    /// do.
    void (*init_from_velocity)(const void *params, covey_agent *agent);

    /// Writes the moves of a block of agents by their intents, the bits of move(), only faster:
    /// covey/block.h makes it of move(). NULL: move() is called for one agent after the other.
    void (*move_block)(const void *params, const covey_block *agents, const covey_intents *intents,
                       double dt, covey_moves *moves);

    /// As in covey_model.
    bool plane_only;

    /// Numbers that it keeps of each agent in three dimensions, besides the `extra_count` ones; all
    /// together at most COVEY_MAX_EXTRA.
    int extra_deep;
} covey_motion;

/// True if the motion can follow the intents of the model.
COVEY_INLINE bool covey_motion_follows(const covey_motion *motion, const covey_model *model)
{
    return motion->intent == model->intent ||
           (model->also_change && motion->intent == COVEY_INTENT_CHANGE);
}

/// True if the motion can move flocks of the model: it can follow their intents, and no parameter
/// of one has the name of one of the other.
COVEY_INLINE bool covey_motion_fits(const covey_motion *motion, const covey_model *model)
{
    return covey_motion_follows(motion, model) &&
           covey_param_shared(motion->params, model->params) == NULL;
}

/// Numbers that a motion keeps of each agent; `deep` in three dimensions.
COVEY_INLINE int covey_motion_numbers(const covey_motion *motion, bool deep)
{
    return motion->extra_count + (deep ? motion->extra_deep : 0);
}

/// Streams of random numbers of one agent and step, by the code that draws from them.
enum {
    COVEY_STREAM_MODEL = 0,           ///< 0 … 15: models
    COVEY_STREAM_MOTION = 16,         ///< 16 … 31: motions
    COVEY_STREAM_SPACE = 32,          ///< 32 and above: the space
    COVEY_STREAM_INFLUENCE = 1 << 22, ///< and the 63 behind it: influences
};

/// A zone with this radius that sees all round, includes d = radius, leaves the agent itself out
/// and sums plain offsets of its own flock.
COVEY_API covey_zone covey_zone_default(double radius);

/// 128 random bits as a pure function of its arguments (Philox4x32-10, Salmon et al. 2011).
/// `stream` separates uses within one agent and step.
typedef struct covey_bits {
    uint32_t word[4];
} covey_bits;
COVEY_API covey_bits covey_random_bits(uint64_t seed, uint64_t step, covey_id id, uint32_t stream);

/// Random number in [0, 1), a multiple of 2^-53, from the first two words of the bits.
COVEY_API double covey_uniform(uint64_t seed, uint64_t step, covey_id id, uint32_t stream);

/// Sine, cosine and the angle of (x, y), at most 1 ulp off, the same bits everywhere. sin and cos
/// of an infinity or NaN are NaN; atan2 follows C's special cases.
COVEY_API double covey_sin(double x);
COVEY_API double covey_cos(double x);
COVEY_API double covey_atan2(double y, double x);

/// Exponential and natural logarithm, at most 1 ulp off, the same bits everywhere, with C's special
/// cases: the logarithm of 0 is -infinity, that of a negative number NaN.
COVEY_API double covey_exp(double x);
COVEY_API double covey_log(double x);

#ifdef __cplusplus
}
#endif
#endif
